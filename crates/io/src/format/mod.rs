//! What a file looks like: its format, its first row, its numbers.

pub(crate) mod comet;
pub(crate) mod content;
pub(crate) mod first_row;
pub(crate) mod identifier;
pub(crate) mod magic;
pub(crate) mod nan;
pub(crate) mod number;
pub(crate) mod spreadsheet;
pub(crate) mod trec;
