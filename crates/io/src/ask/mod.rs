//! What a caller asks of the files: which of them, which rows and columns, under which names.

pub(crate) mod argument;
pub(crate) mod columns;
pub(crate) mod decisions;
pub(crate) mod filter;
pub(crate) mod locate;
pub(crate) mod long;
pub(crate) mod name;
pub(crate) mod options;
pub(crate) mod pattern;
pub(crate) mod unseen;
