//! The contents of files: columns, pairs of columns, tasks of logs.

use restrap::io::TaskLog;
use restrap::number::{grouped, number, plain};
use restrap::{ColumnReport, InspectOutcome, PairReport};
use restrap_words::asked_as;

use crate::sheet::{Name, Sheet, left, right};
use crate::terminal;

/// What a terminal shows; it ends with a line feed.
pub fn page(outcome: &InspectOutcome) -> String {
    let mut blocks = vec![of_columns(&outcome.columns).text()];
    let mut steps: Vec<String> = outcome.columns.iter().filter_map(step).collect();
    steps.dedup();
    if !steps.is_empty() {
        blocks.push(steps.join("\n"));
    }
    if !outcome.pairs.is_empty() {
        blocks.push(of_pairs(&outcome.pairs).text());
    }
    terminal::page(blocks)
}

/// Grids that printed decimals seem to come from.
pub fn suggestions(outcome: &InspectOutcome) -> Vec<String> {
    let suggested = |column: &ColumnReport| {
        let grid = column.suggested_grid.as_ref()?;
        Some(format!(
            "{}: printed decimals that look like multiples of {grid}; true ties are broken, {} restores them",
            column.name,
            asked_as("grid", grid)
        ))
    };
    outcome.columns.iter().filter_map(suggested).collect()
}

/// The tasks of a folder of lm-evaluation-harness, each with its metrics; it ends with a line feed.
pub fn tasks(logs: &[TaskLog]) -> String {
    let mut sheet = Sheet::new([
        left("task"),
        right("samples"),
        left("measures"),
        left("filters"),
    ]);
    for log in logs {
        let pairs = log.pairs.iter().map(|name| format!("{name} (two numbers)"));
        let measures: Vec<String> = log.metrics.iter().cloned().chain(pairs).collect();
        sheet.row(
            &log.task,
            [
                grouped(log.samples as u64),
                measures.join(", "),
                log.filters.join(", "),
            ],
        );
    }
    terminal::page(vec![sheet.text()])
}

/// What each column holds.
fn of_columns(columns: &[ColumnReport]) -> Sheet {
    let numbers = ["items", "mean", "least", "most", "distinct", "zeros"].map(right);
    let mut sheet = Sheet::new(
        [left("system")]
            .into_iter()
            .chain(numbers)
            .chain([left("grid")]),
    );
    for column in columns {
        let decimals = restrap::decimals(column.items, 0.0, false);
        sheet.row(
            &column.name,
            [
                grouped(column.items),
                number(column.mean, decimals),
                plain(column.least),
                plain(column.most),
                grouped(column.distinct),
                grouped(column.zeros),
                column.grid.clone(),
            ],
        );
    }
    sheet
}

/// What one item is worth, in points.
fn step(column: &ColumnReport) -> Option<String> {
    let points = number(100.0 * column.step?, 4);
    let points = points
        .trim_end_matches('0')
        .trim_end_matches('.')
        .to_owned();
    let noun = if points == "1" { "point" } else { "points" };
    Some(format!(
        "One item of {} is {points} {noun} of the mean.",
        grouped(column.items)
    ))
}

/// How each pair stands.
fn of_pairs(pairs: &[PairReport]) -> Sheet {
    let numbers = ["higher", "lower", "tied", "distinct differences"].map(right);
    let mut sheet = Sheet::new(
        [left("pair")]
            .into_iter()
            .chain(numbers)
            .chain([left("grid")]),
    );
    for pair in pairs {
        let cells = [
            pair.higher,
            pair.lower,
            pair.tied,
            pair.distinct_differences,
        ]
        .map(grouped);
        let name = Name::Difference(pair.system.clone(), pair.baseline.clone());
        sheet.row(name, cells.into_iter().chain([pair.grid.clone()]));
    }
    sheet
}
