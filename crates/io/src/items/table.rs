//! A table as the rules of items see it: columns of cells, of which those of numbers are numbers, too.

use std::collections::HashSet;

use crate::format::number;
use crate::ids::Ids;

/// A column of a table.
#[derive(Debug, Clone)]
pub(crate) struct TableColumn {
    pub name: String,
    pub cells: Ids,
    /// The cells as numbers, NaN where one is empty; `None` if some cell is none, or all are empty.
    pub numbers: Option<Vec<f64>>,
}

impl TableColumn {
    /// A column of these cells; `is_text`: a text that looks like a number is none, as JSON has it.
    pub(crate) fn new(name: impl Into<String>, cells: Ids, is_text: bool) -> Self {
        let numbers = if is_text { None } else { numbers(&cells) };
        Self {
            name: name.into(),
            cells,
            numbers,
        }
    }

    /// The cell of a row, without blanks around it.
    pub(crate) fn cell(&self, row: usize) -> &[u8] {
        number::trim(self.cells.get(row))
    }

    /// Returns `true` if no two cells are equal and none is empty, of two or more.
    pub(crate) fn is_distinct(&self) -> bool {
        let mut seen = HashSet::with_capacity(self.cells.len());
        self.cells.len() > 1
            && (0..self.cells.len()).all(|row| {
                let cell = self.cell(row);
                !number::is_missing(cell) && seen.insert(cell)
            })
    }

    /// Returns `true` if it is a column of text with some text in it.
    pub(crate) fn is_text(&self) -> bool {
        self.numbers.is_none()
            && (0..self.cells.len()).any(|row| !number::is_missing(self.cell(row)))
    }
}

/// The cells as numbers.
fn numbers(cells: &Ids) -> Option<Vec<f64>> {
    let mut any = false;
    let value = |cell: &[u8]| {
        let cell = number::trim(cell);
        if number::is_missing(cell) {
            return Some(f64::NAN);
        }
        let parsed = || {
            fast_float2::parse(cell)
                .ok()
                .filter(|value: &f64| value.is_finite())
        };
        any = true;
        number::truth(cell).or_else(parsed)
    };
    let all = cells.iter().map(value).collect::<Option<Vec<f64>>>();
    all.filter(|_| any)
}

/// A table.
#[derive(Debug, Clone, Default)]
pub(crate) struct Table {
    pub columns: Vec<TableColumn>,
}

impl Table {
    /// Number of rows.
    pub(crate) fn rows(&self) -> usize {
        self.columns.first().map_or(0, |column| column.cells.len())
    }

    /// The columns of text.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &TableColumn> {
        self.columns.iter().filter(|column| column.is_text())
    }

    /// The columns of numbers, with the numbers.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = (&TableColumn, &[f64])> {
        self.columns
            .iter()
            .filter_map(|column| Some((column, column.numbers.as_deref()?)))
    }

    /// The table of these rows alone.
    pub(crate) fn of_rows(&self, rows: &[usize]) -> Self {
        let column = |column: &TableColumn| {
            let mut cells = Ids::default();
            for row in rows {
                // A part of cells that fit into memory fits as well.
                let _ = cells.push(std::iter::once(column.cells.get(*row)));
            }
            let numbers = column
                .numbers
                .as_ref()
                .map(|numbers| rows.iter().map(|row| numbers[*row]).collect());
            TableColumn {
                name: column.name.clone(),
                cells,
                numbers,
            }
        };
        Self {
            columns: self.columns.iter().map(column).collect(),
        }
    }
}

/// Significant digits and decimals of a printed number.
pub(crate) fn digits(text: &[u8]) -> (usize, i32) {
    let text = String::from_utf8_lossy(text).to_lowercase();
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let digits = digits.trim_start_matches(['+', '-']);
    let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
    let all = format!("{whole}{decimals}");
    let exponent: i32 = exponent.parse().unwrap_or(0);
    (
        all.trim_start_matches('0').len(),
        decimals.len() as i32 - exponent,
    )
}
