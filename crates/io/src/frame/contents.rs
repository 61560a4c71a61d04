//! The columns of one file as text, as an X-ray shows them.

use crate::Kind;
use crate::error::quote;
use crate::ids::Ids;

/// Columns that are looked at.
pub(crate) const MOST_COLUMNS: usize = 200;
/// Cells that are read; of larger files the columns are named with their first value.
pub(crate) const MOST_CELLS: usize = 20_000_000;

/// The columns of a file as text.
#[derive(Default)]
pub(crate) struct Contents {
    pub rows: usize,
    pub names: Vec<String>,
    pub kinds: Vec<(Kind, String)>,
    /// The cells of the columns that were read.
    pub cells: Vec<Option<Ids>>,
}

impl Contents {
    /// Returns `true` if a column of so many rows is read, of a table of so many columns.
    pub(crate) fn reads(rows: usize, width: usize) -> bool {
        rows.saturating_mul(width.min(MOST_COLUMNS)) <= MOST_CELLS
    }

    /// The columns that are read, of so many.
    pub(crate) fn read_columns(width: usize) -> std::ops::Range<usize> {
        0..width.min(MOST_COLUMNS)
    }

    /// One column without a name.
    pub(crate) fn single(cells: Ids, kind: Kind) -> Self {
        let example = cells.iter().next().map(quote::plain).unwrap_or_default();
        Self {
            rows: cells.len(),
            names: vec!["1".to_owned()],
            kinds: vec![(kind, example)],
            cells: vec![Some(cells)],
        }
    }
}
