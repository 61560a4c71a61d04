//! What a file looks like: its format, its first row, its numbers.

pub(crate) mod content;
pub(crate) mod number;
