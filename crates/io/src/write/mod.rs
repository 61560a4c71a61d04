//! Columns to files.

pub(crate) mod columns;
pub(crate) mod inputs;
pub(crate) mod npy;
pub(crate) mod statistics;
pub(crate) mod whole;
