//! Columns of numbers: ratios and formulas of their sums, perplexity.

mod formula;
mod perplexity;
mod ratio;

pub use formula::Formula;
pub use perplexity::LOG_LIKELIHOOD;
pub use ratio::Ratio;

use crate::describe::Description;

/// Metrics of columns.
pub(crate) static METRICS: &[&Description] =
    &[&ratio::RATIO, &formula::FORMULA, &perplexity::PERPLEXITY];
