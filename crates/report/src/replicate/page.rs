//! Several data sets on a terminal of 80 columns: one table per metric, with data sets as columns where they fit, and as
//! rows where systems fit.

use std::cmp::Ordering;

use restrap::number::{count, percent, plain, probability, signed};
use restrap::outcome::MetricInfo;
use restrap::{MeanOutcome, ReplicateOutcome};
use textwrap::core::display_width;

use super::cell::{Cell, Count, Row, Table};
use crate::cells::{dash, ends};
use crate::family::{LATER, called, of_later_steps, of_selected};
use crate::mark::Mark;
use crate::sheet::{Sheet, left, right, shortened};
use crate::terminal::{bold, signature, width, wrapped};

/// A name of a column is shortened to the first of these that leaves all names different.
const HEADERS: [usize; 3] = [14, 18, 24];
/// A name of a row keeps this much.
const NAME: usize = 16;
/// Gap between columns, and margins.
const GAP: usize = 2;
/// Systems up to which each has its sentences.
const TOLD: usize = 2;

pub(super) fn page(outcome: &ReplicateOutcome) -> String {
    let mut blocks = vec![heading(outcome)];
    for metric in &outcome.metrics {
        let direction = if metric.higher_is_better {
            ""
        } else {
            " (lower is better)"
        };
        let table = Table::new(outcome, metric);
        let name = bold(&wrapped(&format!("{}{direction}", metric.title()), "  "));
        blocks.push(format!("{name}\n{}", laid_out(&table)));
    }
    blocks.extend(by_test(outcome).map(|sheet| sheet.text()));
    blocks.extend(margins(outcome).map(|sheet| sheet.text()));
    blocks.push(wrapped(
        &format!("{} {}", outcome.marks(), outcome.counted()),
        "",
    ));
    if outcome.verdict.len() <= TOLD {
        blocks.extend(outcome.verdict.iter().map(|text| wrapped(text, "")));
    } else {
        blocks.push(means(outcome).text());
        blocks.extend(of_means(outcome).map(|note| wrapped(&note, "")));
    }
    blocks.push(signature(&outcome.run));
    crate::terminal::page(blocks)
}

fn heading(outcome: &ReplicateOutcome) -> String {
    let runs = outcome.datasets.iter().filter_map(|set| set.runs).max();
    let first = format!(
        "{} against {} on {}{}{}",
        count(outcome.systems.len() as u64, "system"),
        outcome.baseline,
        count(outcome.datasets.len() as u64, "data set"),
        if outcome.metrics.len() > 1 {
            format!("; {} primary", outcome.metrics[0].title())
        } else {
            String::new()
        },
        runs.map_or_else(String::new, |runs| format!(
            "; {} each",
            count(runs, "seed")
        ))
    );
    let family = match &outcome.family {
        Some(family) => format!(
            "{}, {}, alpha {}",
            family.words(),
            family.adjust,
            plain(outcome.alpha)
        ),
        None => format!("no correction, alpha {}", plain(outcome.alpha)),
    };
    format!(
        "{}\n{}",
        bold(&wrapped(&first, "  ")),
        wrapped(&family, "  ")
    )
}

/// The mean of each system under each metric, its interval, and whether the data sets differ.
pub(crate) fn means(outcome: &ReplicateOutcome) -> Sheet {
    let adjusted = outcome.means.iter().any(|mean| mean.p_adjusted.is_some());
    let adjust = outcome.request.request.question.adjust.filter(|_| adjusted);
    let joint = match adjust {
        Some(adjust) if adjust.is_of_discoveries() => "FCR ",
        Some(_) => "joint ",
        None => "",
    };
    let header = format!("{joint}{} CI", percent(outcome.confidence));
    let p = if adjusted { "p (adjusted)" } else { "p" };
    let columns = [
        left("mean over data sets"),
        right("difference"),
        left(header),
        right(p),
    ];
    let mut sheet = Sheet::new(columns.into_iter().chain([right("p of Q"), right("I²")]));
    for (mean, spread) in outcome.means.iter().zip(&outcome.heterogeneity) {
        let Some(metric) = outcome
            .metrics
            .iter()
            .find(|metric| metric.name == mean.metric)
        else {
            continue;
        };
        let decimals = outcome.decimals(metric);
        let name = match outcome.metrics.len() {
            1 => mean.system.clone(),
            _ => format!("{}, {}", mean.system, metric.title()),
        };
        let p = |p: Option<f64>| p.map_or_else(dash, probability);
        let cells = [
            signed(mean.difference, decimals),
            ends(mean.interval.as_ref(), decimals) + mark(mean),
            mean.p_text(outcome.resamples).unwrap_or_else(dash),
            p(spread.pvalue),
            spread
                .i2
                .map_or_else(dash, |share| percent((100.0 * share).round() / 100.0)),
        ];
        sheet.row(name, cells);
    }
    if let Some(note) = of_means(outcome) {
        sheet.note(note);
    }
    sheet
}

/// The mark of a mean that a later step of the adjustment rejects.
fn mark(mean: &MeanOutcome) -> &'static str {
    if mean.is_of_later_step() { LATER } else { "" }
}

/// Returns the note about the intervals of means.
pub(super) fn of_means(outcome: &ReplicateOutcome) -> Option<String> {
    outcome
        .means
        .iter()
        .find(|mean| mean.p_adjusted.is_some())?;
    let adjust = outcome.request.request.question.adjust?;
    if adjust.is_of_discoveries() {
        return Some(of_selected(outcome.confidence));
    }
    let is_later = outcome.means.iter().any(MeanOutcome::is_of_later_step);
    is_later.then(|| of_later_steps(&called(adjust.into())))
}

/// The p-value of each cell by every test, where several were asked for.
pub(crate) fn by_test(outcome: &ReplicateOutcome) -> Option<Sheet> {
    let tests = &outcome.request.request.question.tests;
    let primary = tests.first().filter(|_| tests.len() > 1)?;
    let further = &outcome
        .cells
        .iter()
        .find(|cell| !cell.further.is_empty())?
        .further;
    let adjusted = outcome.cells.iter().any(|cell| cell.p_adjusted.is_some());
    let head = if adjusted { "p (adjusted)" } else { "p" };
    let mut columns = vec![left("system"), left("data set")];
    if outcome.metrics.len() > 1 {
        columns.push(left("metric"));
    }
    let names = std::iter::once(primary).chain(further.iter().map(|test| &test.name));
    columns.extend(names.map(|name| left(format!("{head} {name}"))));
    let mut sheet = Sheet::new(columns);
    for cell in &outcome.cells {
        let mut cells = vec![cell.dataset.clone()];
        if let [_, _, ..] = outcome.metrics[..] {
            let metric = outcome.metrics.iter().find(|one| one.name == cell.metric);
            cells.push(metric.map_or_else(|| cell.metric.clone(), MetricInfo::title));
        }
        let marked = |p: String, shown: bool, side: Ordering| {
            let mark = Mark::new(shown, Some(side)).sign();
            format!("{p} {mark}").trim_end().to_owned()
        };
        cells.push(marked(
            cell.p_text(outcome.resamples),
            cell.shown,
            cell.side(),
        ));
        cells.extend(cell.further.iter().map(|test| {
            let side = test.side(cell.improvement);
            marked(test.p_text(outcome.resamples), test.shown, side)
        }));
        sheet.row(&cell.system, cells);
    }
    Some(sheet)
}

/// The margin test of each data set, where one was asked for.
pub(crate) fn margins(outcome: &ReplicateOutcome) -> Option<Sheet> {
    let tested = || {
        outcome
            .cells
            .iter()
            .filter_map(|cell| Some((cell, cell.margin.as_ref()?)))
    };
    let (_, first) = tested().next()?;
    let adjusted = tested().any(|(_, margin)| margin.p_adjusted.is_some());
    let level = tested().find_map(|(_, margin)| margin.interval.as_ref());
    let of = if first.beyond { " beyond it" } else { "" };
    let level = level.map_or_else(String::new, |interval| {
        format!("{} CI{of}", percent(interval.confidence))
    });
    let p = if adjusted { "p (adjusted)" } else { "p" };
    let head = format!("{} by {}", first.claim, first.asked);
    let mut sheet = Sheet::new([
        left(head),
        right("difference"),
        left(level),
        right(p),
        left(""),
    ]);
    for (cell, margin) in tested() {
        let Some(metric) = outcome
            .metrics
            .iter()
            .find(|metric| metric.name == cell.metric)
        else {
            continue;
        };
        let decimals = outcome.decimals(metric);
        let name = match outcome.metrics.len() {
            1 => format!("{} on {}", cell.system, cell.dataset),
            _ => format!("{} on {}, {}", cell.system, cell.dataset, metric.title()),
        };
        let cells = [
            signed(cell.difference, decimals),
            ends(margin.interval.as_ref(), decimals),
            margin.p_text(outcome.resamples).unwrap_or_else(dash),
            if margin.shown { "shown" } else { "not shown" }.to_owned(),
        ];
        sheet.row(name, cells);
    }
    Some(sheet)
}

/// Data sets across where they fit; else across or down, in as few lines as either takes.
fn laid_out(table: &Table) -> String {
    let across = Grid::across(table);
    if across.fits() {
        return across.text(0..across.columns.len());
    }
    let [down, across] = [Grid::down(table), across].map(|grid| grid.pieces().join("\n\n"));
    if down.lines().count() <= across.lines().count() {
        down
    } else {
        across
    }
}

/// Names, headers and cells, all as they are printed.
struct Grid {
    names: Vec<String>,
    columns: Vec<Column>,
}

struct Column {
    header: String,
    cells: Vec<String>,
    is_right: bool,
}

impl Column {
    fn width(&self) -> usize {
        let cells = self.cells.iter().map(|cell| display_width(cell));
        GAP + cells.fold(display_width(&self.header), usize::max)
    }
}

impl Grid {
    /// One row a system.
    fn across(table: &Table) -> Self {
        let headers = headers(&table.columns);
        let of = |(at, header): (usize, String)| Column {
            header: format!("{header}  "),
            cells: table
                .rows
                .iter()
                .map(|row| row.cells[at].framed())
                .collect(),
            is_right: true,
        };
        let mut columns: Vec<Column> = headers.into_iter().enumerate().map(of).collect();
        let cells = table
            .rows
            .iter()
            .map(|row| row.count.map_or_else(String::new, Count::words))
            .collect();
        columns.push(Column {
            header: "better on".to_owned(),
            cells,
            is_right: false,
        });
        Self {
            names: table.rows.iter().map(|row| row.system.clone()).collect(),
            columns,
        }
    }

    /// One row a data set, then the mean and the counts.
    fn down(table: &Table) -> Self {
        let systems: Vec<String> = table.rows.iter().map(|row| row.system.clone()).collect();
        let any_behind = table
            .rows
            .iter()
            .any(|row| row.count.is_some_and(|count| count.behind > 0));
        let of = |(row, header): (&Row, String)| {
            let told = |of: fn(Count) -> String| {
                row.count.map_or_else(String::new, |count| of(count) + "  ")
            };
            let cells = row
                .cells
                .iter()
                .map(Cell::framed)
                .chain([told(Count::ahead)]);
            let behind = any_behind.then(|| told(Count::worse));
            Column {
                header: format!("{header}  "),
                cells: cells.chain(behind).collect(),
                is_right: true,
            }
        };
        let columns = table.rows.iter().zip(headers(&systems)).map(of).collect();
        let counts = ["better on", "worse on"]
            .into_iter()
            .take(1 + usize::from(any_behind))
            .map(str::to_owned);
        Self {
            names: table.columns.iter().cloned().chain(counts).collect(),
            columns,
        }
    }

    /// Columns that the names leave.
    fn room(&self) -> usize {
        let longest = self
            .names
            .iter()
            .map(|name| display_width(name))
            .max()
            .unwrap_or(0);
        // Sheets shorten names before anything else gives way.
        width().saturating_sub(GAP + longest.min(NAME.max(width() / 3)))
    }

    fn fits(&self) -> bool {
        self.columns.iter().map(Column::width).sum::<usize>() <= self.room()
    }

    fn text(&self, columns: std::ops::Range<usize>) -> String {
        let columns = &self.columns[columns];
        let header = |column: &Column| {
            if column.is_right {
                right(&column.header)
            } else {
                left(&column.header)
            }
        };
        let mut sheet = Sheet::new(std::iter::once(left("")).chain(columns.iter().map(header)));
        for (at, name) in self.names.iter().enumerate() {
            sheet.row(name, columns.iter().map(|column| column.cells[at].clone()));
        }
        sheet.text()
    }

    /// Tables of as many columns as fit.
    fn pieces(&self) -> Vec<String> {
        let (mut pieces, mut from, mut taken) = (Vec::new(), 0, 0);
        for (at, column) in self.columns.iter().enumerate() {
            if at > from && taken + column.width() > self.room() {
                pieces.push(self.text(from..at));
                (from, taken) = (at, 0);
            }
            taken += column.width();
        }
        pieces.push(self.text(from..self.columns.len()));
        pieces
    }
}

/// Names of columns, short where they stay different.
fn headers(names: &[String]) -> Vec<String> {
    let at = |most: usize| {
        names
            .iter()
            .map(|name| shortened(name, most))
            .collect::<Vec<String>>()
    };
    let differ =
        |short: &Vec<String>| (0..short.len()).all(|i| (0..i).all(|j| short[i] != short[j]));
    HEADERS
        .into_iter()
        .map(at)
        .find(differ)
        .unwrap_or_else(|| names.to_vec())
}
