//! Options that commands share, and how their values are read.

pub mod input;
pub mod metric;
mod metric_flags;
pub mod number;
pub mod plot;
pub mod print;
pub mod shared;
pub mod word;
