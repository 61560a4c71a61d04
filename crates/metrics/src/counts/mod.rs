//! Columns of counts: ratios and formulas of their sums.

mod formula;
mod ratio;
mod read;

pub use formula::Formula;
pub use ratio::Ratio;
pub(crate) use ratio::ratio;
pub use read::read_counts;
