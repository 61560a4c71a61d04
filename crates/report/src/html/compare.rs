//! The page of a comparison.

use restrap::number::{grouped, plain};
use restrap::outcome::InputInfo;
use restrap::outcome::Recipe;
use restrap::{Extremes, Outcome, ScoredItem};

use super::{Document, Paged, Section, gate};
use crate::compare::{also, board, details, of_secondary, populations, systems};
use crate::family::{of_family as told_of_family, of_levels};
use crate::figure;
use crate::sheet::{Sheet, left, right};

/// A comparison as a page.
#[derive(Clone, Copy, Debug)]
pub struct ComparisonPage<'a> {
    /// What came out.
    pub outcome: &'a Outcome,
    /// Items on which each system and the baseline are farthest apart, or none.
    pub extremes: &'a [Extremes],
}

/// Systems up to which each has its paragraph at the top.
pub(super) const PARAGRAPHS: usize = 3;

impl Paged for ComparisonPage<'_> {
    fn document(&self) -> Document {
        let outcome = self.outcome;
        let several = outcome.comparisons.len() > 1;
        let paragraphs = outcome.comparisons.iter().map(|comparison| {
            let has_others = !outcome.further.is_empty() || !outcome.also.is_empty();
            let first = has_others.then(|| format!("{}, ", outcome.metric.title()));
            let Some(pair) = (several || first.is_some())
                .then(|| format!("{} − {}: ", comparison.system, comparison.baseline))
            else {
                return comparison.verdict.clone();
            };
            first.unwrap_or_default() + &pair + &comparison.verdict
        });
        let further = outcome.further.iter().flat_map(|one| {
            let name = one.metric.title();
            one.comparisons
                .iter()
                .map(move |of| format!("{name}, {} − {}: {}", of.system, of.baseline, of.verdict))
        });
        let secondary = outcome.also.iter().flat_map(|also| {
            let name = also.metric.title();
            also.comparisons.iter().map(move |of| {
                format!(
                    "{name} (secondary), {} − {}: {}",
                    of.system, of.baseline, of.verdict
                )
            })
        });
        let paragraphs: Vec<String> = paragraphs.chain(secondary).chain(further).collect();
        let (verdicts, in_words) = if paragraphs.len() > PARAGRAPHS {
            (outcome.summary().into_iter().collect(), paragraphs)
        } else {
            (paragraphs, Vec::new())
        };
        let first = if several {
            board(outcome)
        } else {
            systems(outcome)
        };
        let of_family = several
            .then(|| told_of_family(outcome.comparisons.iter(), outcome))
            .flatten();
        let mut sections = vec![
            Section::new("Systems", first)
                .notes(outcome.metric.signature.clone())
                .notes(of_family),
        ];
        if !outcome.also.is_empty() {
            sections.push(
                Section::new("Secondary metrics", also(outcome)).notes([of_secondary(outcome)]),
            );
        }
        if let [one] = outcome.comparisons.as_slice() {
            sections.push(Section::new("Difference", details(one, outcome)));
        }
        for one in &outcome.further {
            let first = if several { board(one) } else { systems(one) };
            sections
                .push(Section::new(one.metric.title(), first).notes(one.metric.signature.clone()));
            if let [of] = one.comparisons.as_slice() {
                sections.push(Section::new(
                    format!("Difference in {}", one.metric.title()),
                    details(of, one),
                ));
            }
        }
        if let Some(by) = &outcome.by {
            sections.push(
                Section::new(format!("By {}", by.column), populations(by, outcome))
                    .notes(told_of_family(outcome.family_members(), outcome))
                    .notes(of_levels(outcome)),
            );
        }
        sections.extend(
            self.extremes
                .iter()
                .filter_map(|extremes| Some(items(extremes, outcome)?.folded(several))),
        );
        sections.push(recipes(outcome));
        sections.extend(inputs(&outcome.run.inputs));
        Document {
            title: title(outcome),
            gate: outcome.gate.as_ref().map(gate),
            verdicts,
            next: outcome.next.clone(),
            warnings: outcome.run.warnings.clone(),
            figures: vec![figure::differences(outcome).into()],
            sections,
            in_words,
            report: outcome.run.report.clone(),
        }
    }
}

fn title(outcome: &Outcome) -> String {
    let baseline = outcome.systems.first().map_or("", |system| &system.name);
    match outcome.comparisons.as_slice() {
        [one] => format!("{} against {baseline}", one.system),
        several => format!("{} systems against {baseline}", several.len()),
    }
}

/// Items on which a system and the baseline are farthest apart.
fn items(extremes: &Extremes, outcome: &Outcome) -> Option<Section> {
    let Extremes {
        system,
        below,
        above,
        ..
    } = extremes;
    let higher = outcome.metric.higher_is_better;
    let (hurt, helped) = if higher {
        (below, above)
    } else {
        (above, below)
    };
    let mut sheet = Sheet::new([
        left("item"),
        right("baseline"),
        right(system),
        right("difference"),
    ]);
    // As short as they are, but for digits that no reader compares.
    let short = |score: f64| plain((score * 1e4).round() / 1e4);
    let mut add = |scored: &ScoredItem| {
        let gap = scored.system - scored.baseline;
        let sign = if gap > 0.0 { "+" } else { "" };
        let cells = [
            short(scored.baseline),
            short(scored.system),
            format!("{sign}{}", short(gap)),
        ];
        sheet.row(scored.item.to_string(), cells);
    };
    hurt.0
        .iter()
        .chain(helped.0.iter().rev())
        .for_each(&mut add);
    let told = |what: &str, (listed, all): &(Vec<ScoredItem>, u64)| {
        let first = if (listed.len() as u64) < *all {
            format!(", the {} farthest listed", listed.len())
        } else {
            String::new()
        };
        format!("{system} {what} {} items{first}.", grouped(*all))
    };
    let notes = [told("lost on", hurt), told("gained on", helped)];
    (!sheet.is_empty())
        .then(|| Section::new(format!("Items that {system} changed most"), sheet).notes(notes))
}

/// Every test that was run, each recipe once.
fn recipes(outcome: &Outcome) -> Section {
    let mut sheet = Sheet::new([left("test"), left("recipe")]);
    let mut told: Vec<&Recipe> = Vec::new();
    for test in outcome
        .comparisons
        .iter()
        .flat_map(|comparison| &comparison.tests)
    {
        if !told.contains(&&test.recipe) {
            told.push(&test.recipe);
            sheet.row(test.name.to_string(), [test.recipe.to_string()]);
        }
    }
    Section::new("Recipe", sheet).wrapping()
}

/// The files, with digests that tell whether they are still the same.
pub(super) fn inputs(inputs: &[InputInfo]) -> Option<Section> {
    /// Characters of a digest that are shown; the outcome has all.
    const SHOWN: usize = 16;
    let any = inputs.iter().any(|input| input.dropped > 0);
    let mut columns = vec![left("file"), left("as"), right("items")];
    columns.extend(any.then(|| right("dropped")));
    columns.push(left("BLAKE3"));
    let mut sheet = Sheet::new(columns);
    for input in inputs {
        let mut cells = vec![input.role.to_string(), grouped(input.items)];
        cells.extend(any.then(|| grouped(input.dropped)));
        cells.push(
            input
                .blake3
                .get(..SHOWN)
                .unwrap_or(&input.blake3)
                .to_owned(),
        );
        sheet.row(&input.path, cells);
    }
    (!sheet.is_empty()).then(|| Section::new("Files", sheet))
}
