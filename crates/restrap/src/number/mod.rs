//! How numbers are printed: digits, grouping.

pub(crate) mod digits;
pub(crate) mod format;

pub use digits::{Spread, decimals, of_differences, of_scores, quoted_decimals};
pub use format::{chance, count, end, grouped, number, p_is, percent, plain, probability, signed};
