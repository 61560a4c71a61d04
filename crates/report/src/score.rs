//! The scores of systems.

use restrap::number::{count, grouped, number, probability};
use restrap::outcome::Beside;
use restrap::{ClassOutcome, ScoreOutcome, ScoredSystem, Scoring};

use serde_json::Value;

use crate::output::Report;
use crate::output::json_of;
use crate::sheet::{Sheet, left, right};
use crate::terminal;

/// Scores to be printed.
#[derive(Clone, Copy, Debug)]
pub struct ScorePage<'a> {
    /// What was scored, by each metric.
    pub scorings: &'a [Scoring],
    /// What came out.
    pub outcome: &'a ScoreOutcome,
    /// How each class fares, too.
    pub classes: bool,
}

impl Report for ScorePage<'_> {
    fn page(&self) -> String {
        let mut blocks = vec![sheet(self).text()];
        blocks.extend(self.outcome.by_metric().map(signature));
        if self.classes {
            for outcome in self.outcome.by_metric() {
                let decimals = outcome.decimals as usize;
                blocks.extend(
                    outcome
                        .systems
                        .iter()
                        .map(|system| of_classes(system, decimals).text()),
                );
            }
        }
        blocks.push(INTERVALS.to_owned());
        let mut page = terminal::page(blocks);
        for file in &self.outcome.written {
            page.extend(["wrote ", file, "\n"]);
        }
        page
    }

    /// One row per system, or with classes per system and class.
    fn paper(&self) -> Sheet {
        let mut paper = if self.classes {
            all_classes(self.outcome)
        } else {
            sheet(self)
        };
        self.outcome
            .by_metric()
            .for_each(|outcome| paper.note(format!("{}.", signature(outcome))));
        paper
    }

    /// One row per system and number: the metric, what is printed with it, sums of statistics, and with classes theirs.
    fn json(&self) -> Value {
        json_of(self.outcome)
    }
}

/// Where more is said of each score.
const INTERVALS: &str = "For an interval of each score: restrap ci, with the same options.";

fn signature(outcome: &ScoreOutcome) -> String {
    let signature = outcome.metric.signature.as_deref().unwrap_or("none");
    format!("{}; signature: {signature}", count(outcome.items, "item"))
}

/// One row per system: each metric, and what is printed with it.
pub(crate) fn sheet(page: &ScorePage) -> Sheet {
    let mut columns = vec![left("system")];
    let mut rows: Vec<Vec<String>> = vec![Vec::new(); page.outcome.systems.len()];
    for (outcome, scoring) in page.outcome.by_metric().zip(page.scorings) {
        let decimals = outcome.decimals as usize;
        let beside = |system: &ScoredSystem| beside(&system.beside, decimals);
        let names = outcome.systems.first().map(beside).unwrap_or_default();
        columns.push(right(outcome.metric.title()));
        columns.extend(names.into_iter().map(|(name, _)| right(name)));
        for ((cells, system), score) in rows.iter_mut().zip(&outcome.systems).zip(scoring.values())
        {
            cells.push(number(score, decimals));
            cells.extend(beside(system).into_iter().map(|(_, cell)| cell));
        }
    }
    let mut sheet = Sheet::new(columns);
    for (system, cells) in page.outcome.systems.iter().zip(rows) {
        sheet.row(&system.name, cells);
    }
    sheet
}

/// What is printed with the value, by name, as sacrebleu prints it: the precisions of n-grams in one cell.
fn beside(all: &[Beside], decimals: usize) -> Vec<(String, String)> {
    let (precisions, others): (Vec<&Beside>, Vec<&Beside>) = all
        .iter()
        .partition(|beside| beside.name.starts_with("precision_"));
    let joined: Vec<String> = precisions
        .iter()
        .map(|beside| number(beside.value, 1))
        .collect();
    let joined = (!joined.is_empty()).then(|| ("precisions".to_owned(), joined.join("/")));
    let cell = |beside: &Beside| match beside.name.as_str() {
        "brevity_penalty" => ("BP".to_owned(), number(beside.value, 3)),
        length if length.ends_with("_len") => (length.to_owned(), grouped(beside.value as u64)),
        "calibration_p" => (beside.name.clone(), probability(beside.value)),
        name => (name.to_owned(), number(beside.value, decimals)),
    };
    joined
        .into_iter()
        .chain(others.into_iter().map(cell))
        .collect()
}

/// How each class of every system fares.
fn all_classes(outcome: &ScoreOutcome) -> Sheet {
    let shares = ["precision", "recall", "f1", "gold"].map(right);
    let mut sheet = Sheet::new([left("system"), left("class")].into_iter().chain(shares));
    for system in outcome.by_metric().flat_map(|one| &one.systems) {
        for class in &system.classes {
            let cells = class_cells(class, outcome.decimals as usize);
            sheet.row(&system.name, [class.name.clone()].into_iter().chain(cells));
        }
    }
    sheet
}

fn class_cells(class: &ClassOutcome, decimals: usize) -> impl Iterator<Item = String> {
    let shares = [class.precision, class.recall, class.f1].map(|share| number(share, decimals));
    shares
        .into_iter()
        .chain([grouped(class.gold.unsigned_abs())])
}

/// How each class of a system fares.
pub(crate) fn of_classes(system: &ScoredSystem, decimals: usize) -> Sheet {
    let mut sheet = Sheet::new([
        left(&system.name),
        right("precision"),
        right("recall"),
        right("f1"),
        right("gold"),
    ]);
    for class in &system.classes {
        sheet.row(&class.name, class_cells(class, decimals));
    }
    sheet
}
