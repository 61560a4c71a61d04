//! The page of a ranking.

use restrap::number::{count, grouped, number, percent, plain, probability, signed};
use restrap::{OmnibusOutcome, RankOutcome};

use super::compare::inputs;
use super::{Document, Paged, Section, gate};
use crate::cells::{dash, ends};
use crate::figure;
use crate::rank::{called, heading, metric, notes, simultaneous, table};
use crate::sheet::{Sheet, left, right};

/// Pairs up to which a page lists each; the outcome has all.
const PAIRS: usize = 1_000;

impl Paged for RankOutcome {
    fn document(&self) -> Document {
        let mut leaderboard = vec![format!("{}.", heading(self))];
        leaderboard.extend(notes(self, true));
        leaderboard.push("A late entry changes every adjusted value: rerun with all systems.".to_owned());
        let mut sections = vec![Section::new("Leaderboard", table(self)).notes(leaderboard)];
        if (2..=PAIRS).contains(&self.pairs.len()) {
            sections.push(Section::new("Pairs", pairs(self)).folded(true));
        }
        if !self.omnibus.is_empty() {
            let note = "They ask whether any systems differ at all, and decide no pair.".to_owned();
            sections.push(Section::new("Tests of all systems at once", omnibus(&self.omnibus)).notes([note]));
        }
        if !self.excluded.is_empty() {
            sections.push(Section::new("Pairs outside the family", excluded(self)).wrapping());
        }
        sections.push(recipe(self));
        sections.extend(inputs(&self.inputs));
        let by = match metric(self) {
            "score" => String::new(),
            name => format!(" by {name}"),
        };
        Document {
            title: format!("{} ranked{by}", count(self.systems.len() as u64, "system")),
            gate: self.gate.as_ref().map(gate),
            verdicts: vec![self.verdict.clone()],
            warnings: self.warnings.clone(),
            figures: vec![figure::to_the_best(self).into()],
            sections,
            in_words: Vec::new(),
            report: self.report.clone(),
        }
    }
}

fn pairs(outcome: &RankOutcome) -> Sheet {
    let decimals = outcome.decimals_of_differences();
    let columns = ["pair", "difference", "", "p", "adjusted p", ""];
    let mut columns: Vec<_> = columns.into_iter().map(right).collect();
    (columns[0], columns[2], columns[5]) = (left("pair"), left(simultaneous(outcome)), left("told apart"));
    let mut sheet = Sheet::new(columns);
    for pair in &outcome.pairs {
        let p = |p: Option<f64>| p.map_or_else(dash, probability);
        let cells = [
            signed(pair.difference, decimals),
            ends(pair.interval.as_ref(), decimals),
            p(pair.pvalue),
            p(pair.p_adjusted),
            if pair.shown { "yes" } else { "" }.to_owned(),
        ];
        sheet.row(format!("{} − {}", pair.b, pair.a), cells);
    }
    sheet
}

fn omnibus(tests: &[OmnibusOutcome]) -> Sheet {
    let mut sheet = Sheet::new([left("test"), right("statistic"), right("df"), right("p")]);
    for test in tests {
        let df: Vec<String> = test.df.iter().map(|&df| grouped(df)).collect();
        let statistic = test.statistic.map_or_else(|| "∞".to_owned(), |value| number(value, 2));
        sheet.row(&test.name, [statistic, df.join(", "), probability(test.pvalue)]);
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
fn recipe(outcome: &RankOutcome) -> Section {
    let family = &outcome.family;
    let mut sheet = Sheet::new([left(""), left("")]);
    sheet.row("family", [family.over.join(" × ")]);
    sheet.row("correction", [format!("{}, alpha {}", called(family.adjust), plain(outcome.alpha))]);
    sheet.row("p", [family.method.to_string()]);
    if let Some(resamples) = family.resamples {
        sheet.row("resamples", [format!("{}, seed {}", grouped(resamples), outcome.seed)]);
        sheet.row("draws", [outcome.stream.clone()]);
    }
    if let Some(floor) = family.p_floor {
        sheet.row("smallest adjusted p", [probability(floor)]);
    }
    sheet.row("intervals", [percent(outcome.confidence)]);
    if let Some(beside) = &outcome.beside {
        let told = format!(
            "{} tells {} apart, {} of them otherwise",
            called(beside.adjust),
            count(beside.told_apart, "pair"),
            grouped(beside.otherwise.len() as u64)
        );
        sheet.row("beside", [told]);
    }
    sheet.row("restrap", [outcome.version.clone()]);
    Section::new("Recipe", sheet).wrapping().notes(outcome.metrics[0].signature.clone())
}
