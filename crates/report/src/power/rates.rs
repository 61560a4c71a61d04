//! Rates of rejection.
//!
//! Tests that rejected the same experiments everywhere share one row, and a line below names the others.

use std::fmt::Write as _;

use restrap::number::{count, grouped, percent, plain};
use restrap::outcome::Run;
use restrap::power::{CellOutcome, PowerOutcome, Proportion, Setting, TestRates};

use serde_json::Value;

use crate::cells::dash;
use crate::output::Report;
use crate::output::json_of;
use crate::sheet::{Sheet, left, right};
use crate::terminal::{self, bold, signature, wrapped};

/// Numbers of items side by side: what 80 columns hold of type S and M.
const ACROSS: usize = 4;

/// Rates of rejection to be printed.
#[derive(Clone, Copy, Debug)]
pub struct Rates<'a> {
    /// What came out.
    pub outcome: &'a PowerOutcome,
    /// They were asked for as a check of files.
    pub self_check: bool,
}

impl Report for Rates<'_> {
    fn page(&self) -> String {
        let Self {
            outcome,
            self_check,
        } = *self;
        let rows = rows(outcome);
        let mut blocks_of_page = Vec::new();
        for block in blocks(outcome) {
            let heading = if self_check {
                "type-I error on these files"
            } else {
                &block.title
            };
            blocks_of_page.push(bold(&wrapped(
                &format!("{heading}, alpha {}", outcome.alpha),
                "  ",
            )));
            match &block.cells[..] {
                [cell] => blocks_of_page.push(single(outcome, cell, &rows)),
                cells => {
                    blocks_of_page.extend(
                        cells
                            .chunks(ACROSS)
                            .map(|cells| by_items(outcome, cells, &rows)),
                    );
                }
            }
        }
        let notes: Vec<String> = notes(outcome, &rows)
            .iter()
            .map(|note| wrapped(note, "  "))
            .collect();
        blocks_of_page.extend((!notes.is_empty()).then(|| notes.join("\n")));
        blocks_of_page.push(signature(&outcome.run));
        terminal::page(blocks_of_page)
    }

    /// One row per cell and test.
    fn paper(&self) -> Sheet {
        let mut sheet = Sheet::new([
            left("data"),
            right("items"),
            left("test"),
            right("rate"),
            right("interval"),
            right("type S"),
            right("type M"),
            left("p-values"),
        ]);
        let rows = rows(self.outcome);
        for block in blocks(self.outcome) {
            for cell in &block.cells {
                for test in rows.iter().filter_map(|row| test(cell, row.name)) {
                    let rate = shown(test);
                    let digits = decimals(&rate);
                    let cells = [
                        grouped(cell.setting.items),
                        test.name.to_string(),
                        share(&rate, digits),
                        interval(&rate, digits),
                        test.type_s.map_or_else(String::new, |rate| share(&rate, 3)),
                        test.type_m
                            .map_or_else(String::new, |value| format!("{value:.2}")),
                        test.method.to_string(),
                    ];
                    sheet.row(&block.title, cells);
                }
            }
        }
        sheet.note(&self.outcome.run.report);
        sheet
    }

    /// One row per cell and test; every test, alike or not.
    fn json(&self) -> Value {
        json_of(self.outcome)
    }

    fn run(&self) -> Option<&Run> {
        Some(&self.outcome.run)
    }
}

/// What is said below the tables.
pub(crate) fn notes(outcome: &PowerOutcome, rows: &[Row]) -> Vec<String> {
    let mut notes = Vec::new();
    let cells: Vec<&CellOutcome> = outcome.cells.iter().collect();
    if any_too_often(outcome, &cells, rows) {
        let level = percent(outcome.confidence);
        notes.push(format!(
            "! rejects too often: the {level} interval lies above alpha"
        ));
    }
    if outcome.cells.len() > 1 {
        let widest = outcome.cells.iter().flat_map(|cell| &cell.tests).map(shown);
        let widest = widest.map(|rate| rate.high - rate.low).fold(0.0, f64::max);
        let level = percent(outcome.confidence);
        notes.push(format!(
            "Monte Carlo error: at most ± {:.4} ({level})",
            widest / 2.0
        ));
    }
    for row in rows.iter().filter(|row| !row.alike.is_empty()) {
        let alike = row.alike.join(", ");
        notes.push(format!(
            "{} includes {alike}: they reject the same experiments",
            row.name
        ));
    }
    notes
}

/// Cells that differ in their number of items alone.
pub(crate) struct Block<'a> {
    pub title: String,
    pub cells: Vec<&'a CellOutcome>,
}

/// One row: a test and those that rejected alike.
pub(crate) struct Row<'a> {
    pub name: &'a str,
    alike: Vec<&'a str>,
}

pub(crate) fn blocks(outcome: &PowerOutcome) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block> = Vec::new();
    let without_items = |cell: &CellOutcome| {
        let mut setting = cell.setting;
        setting.items = 0;
        setting
    };
    for cell in &outcome.cells {
        match blocks
            .iter_mut()
            .find(|block| without_items(block.cells[0]) == without_items(cell))
        {
            Some(block) => block.cells.push(cell),
            None => blocks.push(Block {
                title: title(outcome, &cell.setting),
                cells: vec![cell],
            }),
        }
    }
    blocks
}

fn title(outcome: &PowerOutcome, setting: &Setting) -> String {
    let mut title = match (outcome.null, setting.effect == 0.0) {
        (Some(null), true) => format!("files, null by {null}: type-I error"),
        (Some(_), false) => format!("files, effect {}: power", plain(setting.effect)),
        (None, true) => format!("{}, no effect: type-I error", outcome.model),
        (None, false) => format!("{}, effect {}: power", outcome.model, plain(setting.effect)),
    };
    for (name, value) in [
        ("ties", setting.ties),
        ("correlation", setting.correlation),
        ("skewness", setting.skew),
    ] {
        if let Some(value) = value {
            let _ = write!(title, ", {name} {}", plain(value));
        }
    }
    if setting.cluster_size > 1 {
        let icc = outcome.icc.unwrap_or(0.0);
        let _ = write!(
            title,
            ", clusters of {} (correlation {})",
            setting.cluster_size,
            plain(icc)
        );
    }
    title
}

pub(crate) fn test<'a>(cell: &'a CellOutcome, name: &str) -> Option<&'a TestRates> {
    cell.tests.iter().find(|test| test.name.name() == name)
}

/// Rows in the order of the methods, alike ones together.
pub(crate) fn rows(outcome: &PowerOutcome) -> Vec<Row<'_>> {
    let judged = |name: &str| outcome.cells.iter().any(|cell| test(cell, name).is_some());
    let mut rows: Vec<Row> = Vec::new();
    for method in outcome
        .methods
        .iter()
        .filter(|method| judged(method.name.name()))
    {
        match rows
            .iter_mut()
            .find(|row| method.same_as.is_some_and(|same| same.name() == row.name))
        {
            Some(row) => row.alike.push(method.name.name()),
            None => rows.push(Row {
                name: method.name.name(),
                alike: Vec::new(),
            }),
        }
    }
    rows
}

/// What a cell shows: power in the direction of the effect, else the share of rejections.
pub(crate) fn shown(test: &TestRates) -> Proportion {
    test.power.unwrap_or(test.rate)
}

/// As many decimals as the interval supports, three at least.
pub(crate) fn decimals(rate: &Proportion) -> usize {
    if rate.high - rate.low < 0.001 { 5 } else { 3 }
}

pub(crate) fn share(rate: &Proportion, digits: usize) -> String {
    format!("{:.digits$}", rate.value)
}

pub(crate) fn interval(rate: &Proportion, digits: usize) -> String {
    format!("{:.digits$} to {:.digits$}", rate.low, rate.high)
}

/// A null that is rejected too often: alpha lies below the interval.
fn too_often(outcome: &PowerOutcome, cell: &CellOutcome, rate: &Proportion) -> bool {
    cell.setting.effect == 0.0 && rate.low > outcome.alpha
}

fn any_too_often(outcome: &PowerOutcome, cells: &[&CellOutcome], rows: &[Row]) -> bool {
    let of = |cell: &CellOutcome, row: &Row| {
        test(cell, row.name).is_some_and(|test| too_often(outcome, cell, &shown(test)))
    };
    cells
        .iter()
        .any(|cell| rows.iter().any(|row| of(cell, row)))
}

/// One number of items: rates with their intervals.
fn single(outcome: &PowerOutcome, cell: &CellOutcome, rows: &[Row]) -> String {
    let effect = cell.setting.effect != 0.0;
    let mut columns = vec![left("test"), right(if effect { "power" } else { "rate" })];
    columns.push(right(format!("{} interval", percent(outcome.confidence))));
    if effect {
        columns.extend([right("type S"), right("type M")]);
    }
    columns.push(left("p-values"));
    let mut sheet = Sheet::new(columns);
    for row in rows {
        let Some(test) = test(cell, row.name) else {
            continue;
        };
        let rate = shown(test);
        let digits = decimals(&rate);
        let mark = if too_often(outcome, cell, &rate) {
            " !"
        } else {
            ""
        };
        let mut cells = vec![share(&rate, digits) + mark, interval(&rate, digits)];
        if effect {
            cells.push(test.type_s.map_or_else(dash, |rate| share(&rate, 3)));
            cells.push(test.type_m.map_or_else(dash, |value| format!("{value:.2}")));
        }
        cells.push(test.method.to_string());
        sheet.row(row.name, cells);
    }
    let (experiments, items) = (
        count(cell.experiments, "experiment"),
        count(cell.setting.items, "item"),
    );
    format!("{}\n  {experiments} of {items}", sheet.text())
}

/// Several numbers of items: a column each; with an effect, type S and M below.
fn by_items(outcome: &PowerOutcome, cells: &[&CellOutcome], rows: &[Row]) -> String {
    let made = |first: &str, value: &dyn Fn(&CellOutcome, &TestRates) -> String| {
        let sizes = cells
            .iter()
            .map(|cell| right(format!("n = {}", grouped(cell.setting.items))));
        let mut sheet = Sheet::new([left(first)].into_iter().chain(sizes));
        for row in rows {
            let cell = |cell: &&CellOutcome| {
                test(cell, row.name).map_or_else(dash, |test| value(cell, test))
            };
            let values: Vec<String> = cells.iter().map(cell).collect();
            if values.iter().any(|value| *value != dash()) {
                sheet.row(row.name, values);
            }
        }
        sheet.text()
    };
    let marked = any_too_often(outcome, cells, rows);
    let mut text = made("test", &|cell, test| {
        let rate = shown(test);
        // A place for the mark in every cell, so that digits stay aligned.
        let mark = match (marked, too_often(outcome, cell, &rate)) {
            (true, true) => " !",
            (true, false) => "\u{a0}\u{a0}",
            (false, _) => "",
        };
        share(&rate, decimals(&rate)) + mark
    });
    if cells[0].setting.effect != 0.0 {
        let of = |_: &CellOutcome, test: &TestRates| match (test.type_s, test.type_m) {
            (Some(s), Some(m)) => format!("{} · {m:.2}", share(&s, 3)),
            _ => dash(),
        };
        let _ = write!(text, "\n\n{}", made("type S · M", &of));
    }
    text
}
