//! How numbers are printed: digits, grouping.

pub mod digits;
pub mod format;

pub use digits::{Spread, confidence_of, decimals, of_differences, of_scores, quoted_decimals};
pub use format::{chance, count, end, grouped, number, p_is, percent, plain, probability, signed};
