//! What one file holds, in any format: columns, ids, texts, groups.

pub(crate) mod contents;
pub(crate) mod grid;
pub(crate) mod parsed;
pub(crate) mod pivot;
pub(crate) mod tally;
pub(crate) mod text_lines;
pub(crate) mod texts;
