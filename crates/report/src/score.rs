//! What systems score.

use restrap::number::{count, grouped, number};
use restrap::outcome::Beside;
use restrap::{Counted, ScoreOutcome, Scored, ScoredSystem, Scoring};

use crate::sheet::{Sheet, left, right};
use crate::terminal;

/// What a terminal shows; it ends with a line feed. `classes`: how each class fares, too.
pub fn page(scoring: &Scoring, outcome: &ScoreOutcome, classes: bool) -> String {
    let signature = outcome.metric.signature.as_deref().unwrap_or("none");
    let mut blocks = vec![
        sheet(scoring, outcome).text(),
        format!("{}; signature: {signature}", count(outcome.items, "item")),
    ];
    if classes {
        blocks.extend(
            outcome.systems.iter().map(|system| of_classes(system, outcome.decimals as usize).text()),
        );
    }
    let mut page = terminal::page(blocks);
    for file in &outcome.written {
        page.extend(["wrote ", file, "\n"]);
    }
    page
}

/// One row per system: the metric, and what is printed with it.
pub(crate) fn sheet(scoring: &Scoring, outcome: &ScoreOutcome) -> Sheet {
    let decimals = outcome.decimals as usize;
    let beside = |system: &ScoredSystem| beside(&system.beside, decimals);
    let names = outcome.systems.first().map(beside).unwrap_or_default();
    let columns = [left("system"), right(&outcome.metric.name)];
    let mut sheet = Sheet::new(columns.into_iter().chain(names.into_iter().map(|(name, _)| right(name))));
    for (system, score) in outcome.systems.iter().zip(scores(&scoring.scored)) {
        let cells = beside(system).into_iter().map(|(_, cell)| cell);
        sheet.row(&system.name, [number(score, decimals)].into_iter().chain(cells));
    }
    sheet
}

/// The values, before they were rounded for JSON: a fifth decimal decides about the fourth.
fn scores(scored: &Scored) -> Vec<f64> {
    match scored {
        Scored::Counted { metric, systems } => {
            let sums = |system: &Counted| -> Vec<i64> {
                system.columns.iter().map(|column| column.iter().sum()).collect()
            };
            systems.iter().map(|system| metric.finish(&sums(system))).collect()
        }
        Scored::Scores { systems, .. } => {
            let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
            systems.iter().map(|system| mean(&system.values)).collect()
        }
    }
}

/// What is printed with the value, by name, as sacrebleu prints it: the precisions of n-grams in one cell.
fn beside(all: &[Beside], decimals: usize) -> Vec<(String, String)> {
    let (precisions, others): (Vec<&Beside>, Vec<&Beside>) =
        all.iter().partition(|beside| beside.name.starts_with("precision_"));
    let joined: Vec<String> = precisions.iter().map(|beside| number(beside.value, 1)).collect();
    let joined = (!joined.is_empty()).then(|| ("precisions".to_owned(), joined.join("/")));
    let cell = |beside: &Beside| match beside.name.as_str() {
        "brevity_penalty" => ("BP".to_owned(), number(beside.value, 3)),
        length if length.ends_with("_len") => (length.to_owned(), grouped(beside.value as u64)),
        name => (name.to_owned(), number(beside.value, decimals)),
    };
    joined.into_iter().chain(others.into_iter().map(cell)).collect()
}

/// How each class of a system fares.
pub(crate) fn of_classes(system: &ScoredSystem, decimals: usize) -> Sheet {
    let mut sheet =
        Sheet::new([left(&system.name), right("precision"), right("recall"), right("f1"), right("gold")]);
    for class in &system.classes {
        let shares = [class.precision, class.recall, class.f1].map(|share| number(share, decimals));
        sheet.row(&class.name, shares.into_iter().chain([grouped(class.gold.unsigned_abs())]));
    }
    sheet
}
