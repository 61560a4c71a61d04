//! The contents of files: an X-ray of each, the scores that they give, tasks of logs.

use restrap::io::TaskLog;
use restrap::number::{grouped, number, plain};
use restrap::{ColumnReport, FileReport, InspectOutcome, NextReport, PairReport, ValueReport};
use restrap_words::{asked, asked_as};
use textwrap::core::display_width;

use crate::sheet::{Name, Sheet, left, right};
use crate::terminal;

/// What a terminal shows; it ends with a line feed.
pub fn page(outcome: &InspectOutcome) -> String {
    let mut blocks: Vec<String> = outcome.files.iter().map(of_file).collect();
    let columns = &outcome.columns;
    if !columns.is_empty() {
        blocks.push(of_columns(columns).text());
    }
    let mut steps: Vec<String> = columns.iter().filter_map(step).collect();
    steps.dedup();
    if !steps.is_empty() {
        blocks.push(steps.join("\n"));
    }
    if !outcome.pairs.is_empty() {
        blocks.push(of_pairs(&outcome.pairs).text());
    }
    blocks.push(of_next(&outcome.next));
    terminal::page(blocks)
}

/// Columns shown of a file.
const MOST_COLUMNS: usize = 40;

/// A file: its size, its columns, and the rows that are not items.
fn of_file(file: &FileReport) -> String {
    let noun = |count: u64, one: &str, more: &str| {
        format!("{} {}", grouped(count), if count == 1 { one } else { more })
    };
    let head = if file.format == "folder" {
        format!(
            "{}: a folder with {}",
            file.path,
            noun(file.rows, "entry", "entries")
        )
    } else {
        format!(
            "{}: {}, {}, {}",
            file.path,
            file.format,
            noun(file.rows, "row", "rows"),
            noun(file.width, "column", "columns")
        )
    };
    let mut lines = vec![terminal::wrapped(&head, "  ")];
    if !file.columns.is_empty() {
        lines.push(of_values(&file.columns, MOST_COLUMNS));
    }
    let shown = file.columns.len().min(MOST_COLUMNS) as u64;
    if file.width > shown {
        lines.push(format!(
            "  and {}: {}",
            noun(file.width - shown, "more column", "more columns"),
            asked("json")
        ));
    }
    if !file.sums.is_empty() {
        let words = file
            .sums
            .iter()
            .take(5)
            .cloned()
            .collect::<Vec<_>>()
            .join(", ");
        lines.push(terminal::wrapped(
            &format!("Sums or means of the other rows, no items: {words}"),
            "  ",
        ));
    }
    lines.join("\n")
}

/// The first columns of a file, one per line, without the last line feed.
pub fn of_values(columns: &[ValueReport], most: usize) -> String {
    fitted(22, |length| {
        values_of(&columns[..most.min(columns.len())], length).text()
    })
}

/// What is drawn with texts of so many characters, fewer where it would be wider than the terminal.
fn fitted(most: usize, draw: impl Fn(usize) -> String) -> String {
    let is_wide = |text: &str| {
        text.lines()
            .any(|line| display_width(line) > terminal::WIDTH)
    };
    let narrower = (8..most).rev().map(&draw);
    std::iter::once(draw(most))
        .chain(narrower)
        .find(|text| !is_wide(text))
        .unwrap_or_else(|| draw(8))
}

/// A text of at most so many characters.
fn shortened(mut text: String, length: usize) -> String {
    if display_width(&text) <= length {
        return text;
    }
    while display_width(&text) >= length {
        text.pop();
    }
    text + "…"
}

fn values_of(columns: &[ValueReport], length: usize) -> Sheet {
    let mut sheet = Sheet::new([
        left("column"),
        left("type"),
        right("gaps"),
        right("values"),
        left("taken for"),
        left("first values"),
    ]);
    let count = |count: Option<u64>| count.map_or_else(String::new, grouped);
    for column in columns {
        let range = column
            .least
            .zip(column.most)
            .filter(|(low, high)| low < high && column.kind != "0/1");
        let values = range.map_or_else(
            || column.first.join(", "),
            |(low, high)| format!("{} to {}", plain(low), plain(high)),
        );
        let values = shortened(values, length);
        let role = match column.role.as_str() {
            "id" => format!("id ({})", column.why),
            "nothing" => String::new(),
            "files" => column.why.clone(),
            role => role.to_owned(),
        };
        sheet.row(
            &column.name,
            [
                column.kind.clone(),
                count(column.missing),
                count(column.distinct),
                role,
                values,
            ],
        );
    }
    sheet
}

/// The command that goes on, or what it asks.
fn of_next(next: &NextReport) -> String {
    match next {
        NextReport::Command { command } => {
            format!("Next: {}", terminal::lead("Next:", &format!("`{command}`")))
        }
        NextReport::Asked { error, hint, .. } => {
            let hint = hint.as_ref().map_or_else(String::new, |hint| {
                format!("\nhint: {}", terminal::lead("hint:", hint))
            });
            format!(
                "A comparison is refused as it stands:\n  {}{hint}",
                terminal::lead(" ", error)
            )
        }
    }
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
    terminal::page(vec![fitted(200, |length| tasks_of(logs, length).text())])
}

fn tasks_of(logs: &[TaskLog], length: usize) -> Sheet {
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
                shortened(measures.join(", "), length),
                log.filters.join(", "),
            ],
        );
    }
    sheet
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
                plain(rounded(column.least)),
                plain(rounded(column.most)),
                grouped(column.distinct),
                grouped(column.zeros),
                column.grid.clone(),
            ],
        );
    }
    sheet
}

/// A value with five digits.
fn rounded(value: f64) -> f64 {
    format!("{value:.4e}").parse().unwrap_or(value)
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
