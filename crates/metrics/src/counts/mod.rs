//! Columns of counts: ratios and formulas of their sums.

mod formula;
mod ratio;

pub use formula::Formula;
pub use ratio::Ratio;

use crate::describe::Description;

/// Metrics of counts.
pub(crate) static METRICS: &[&Description] = &[&ratio::RATIO, &formula::FORMULA];
