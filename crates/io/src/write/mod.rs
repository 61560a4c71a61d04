//! Columns to files.

pub(crate) mod statistics;
pub(crate) mod whole;
