//! Folds of a cross-validation or random splits, whose training items overlap.

use restrap_stats::{Folds, StatsError, TEstimate};

use super::method::{Method, UnitColumn};
use crate::outcome::{IntervalKind, MarginMethod};

pub(super) static METHOD: Method = Method {
    test: "corrected resampled t test (Nadeau & Bengio 2003)",
    interval: IntervalKind::CorrectedT,
    margin: MarginMethod::CorrectedT,
    units: None,
    has_estimated_df: false,
    has_t_alone: true,
    is_raised: false,
};

/// Returns the estimate of folds that test on `fraction` of the data.
pub(super) fn estimate(fraction: f64, column: &UnitColumn) -> Result<TEstimate, StatsError> {
    Folds::of_moments(column.items)?.corrected(fraction)
}
