//! The page of a ranking.

use restrap::number::{count, grouped, number, percent, plain, probability};
use restrap::{OmnibusOutcome, RankOutcome};

use super::compare::inputs;
use super::{Document, Paged, Section, gate};
use crate::family::called;
use crate::figure;
use crate::rank::{heading, joint, metric, notes, pairs, table};
use crate::sheet::{Sheet, left, right};

/// Pairs up to which a page lists each; the outcome has all.
const PAIRS: usize = 1_000;

impl Paged for RankOutcome {
    fn document(&self) -> Document {
        let all: Vec<&Self> = std::iter::once(self).chain(&self.further).collect();
        let joint = joint::sheet(self).map(|sheet| Section::new("All scores", sheet));
        let mut sections: Vec<Section> = joint.into_iter().collect();
        sections.extend(all.iter().flat_map(|one| by_metric(one, all.len() > 1)));
        sections.push(recipe(self, &all));
        sections.extend(inputs(&self.run.inputs));
        let names: Vec<String> = all.iter().map(|one| metric(one)).collect();
        let by = match &names[..] {
            [one] if one == "score" => String::new(),
            _ => format!(" by {}", names.join(" and ")),
        };
        Document {
            title: format!("{} ranked{by}", count(self.systems.len() as u64, "system")),
            gate: self.gate.as_ref().map(gate),
            verdicts: joint::verdicts(self),
            next: None,
            warnings: self.run.warnings.clone(),
            figures: all
                .iter()
                .map(|one| figure::by_metric(one).into())
                .collect(),
            sections,
            in_words: Vec::new(),
            report: self.run.report.clone(),
        }
    }
}

/// What one metric says; headings name it where there are several.
fn by_metric(outcome: &RankOutcome, named: bool) -> Vec<Section> {
    let heading_of = |what: &str| {
        if named {
            format!("{what}: {}", metric(outcome))
        } else {
            what.to_owned()
        }
    };
    let mut leaderboard = vec![format!("{}.", heading(outcome))];
    leaderboard.extend(notes(outcome, true));
    leaderboard
        .push("A late entry changes every adjusted value: rerun with all systems.".to_owned());
    let mut sections =
        vec![Section::new(heading_of("Leaderboard"), table(outcome)).notes(leaderboard)];
    if (2..=PAIRS).contains(&outcome.pairs.len()) {
        sections.push(
            Section::new(
                heading_of("Pairs"),
                pairs(outcome, &outcome.pairs.iter().collect::<Vec<_>>()),
            )
            .folded(true),
        );
    }
    if !outcome.omnibus.is_empty() {
        let note = "They test whether any systems differ, and decide no pair.".to_owned();
        let heading = heading_of("Tests of all systems at once");
        sections.push(Section::new(heading, omnibus(&outcome.omnibus)).notes([note]));
    }
    if !outcome.excluded.is_empty() {
        sections.push(
            Section::new(heading_of("Pairs outside the family"), excluded(outcome)).wrapping(),
        );
    }
    sections
}

fn omnibus(tests: &[OmnibusOutcome]) -> Sheet {
    let mut sheet = Sheet::new([left("test"), right("statistic"), right("df"), right("p")]);
    for test in tests {
        let df: Vec<String> = test.df.iter().map(|&df| grouped(df)).collect();
        let statistic = test
            .statistic
            .map_or_else(|| "∞".to_owned(), |value| number(value, 2));
        sheet.row(
            test.title(),
            [
                statistic,
                df.join(", "),
                probability(test.pvalue.max(1e-300)),
            ],
        );
    }
    sheet
}

fn excluded(outcome: &RankOutcome) -> Sheet {
    let mut sheet = Sheet::new([left("pair"), left("reason")]);
    for pair in &outcome.excluded {
        sheet.row(format!("{} − {}", pair.b, pair.a), [pair.reason.clone()]);
    }
    sheet
}

/// What was decided together, and how.
fn recipe(outcome: &RankOutcome, all: &[&RankOutcome]) -> Section {
    let family = &outcome.family;
    let mut sheet = Sheet::new([left(""), left("")]);
    sheet.row("family", [family.over.join(" × ")]);
    sheet.row(
        "correction",
        [format!(
            "{}, alpha {}",
            called(family.adjust),
            plain(outcome.alpha)
        )],
    );
    sheet.row("p", [family.method.to_string()]);
    if let Some(resamples) = family.resamples {
        sheet.row(
            "resamples",
            [format!("{}, seed {}", grouped(resamples), outcome.seed)],
        );
        sheet.row("draws", [outcome.stream.clone()]);
    }
    if let Some(floor) = family.p_floor {
        sheet.row("smallest adjusted p", [probability(floor)]);
    }
    sheet.row("intervals", [percent(outcome.confidence)]);
    sheet.row("restrap", [outcome.run.version.clone()]);
    Section::new("Recipe", sheet).wrapping().notes(
        all.iter()
            .filter_map(|one| one.metrics[0].signature.clone()),
    )
}
