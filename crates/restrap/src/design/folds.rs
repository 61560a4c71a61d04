//! Folds of a cross-validation or random splits, whose training items overlap.

use crate::outcome::TestedDesign;
use restrap_stats::{Folds, StatsError, TEstimate};

use super::method::{Allows, Method, UnitColumn};
use crate::outcome::{IntervalKind, MarginMethod};
use crate::works;

pub(super) static METHOD: Method = Method {
    design: TestedDesign::Folds,
    test: "corrected resampled t test (Nadeau & Bengio 2003)",
    interval: IntervalKind::CorrectedT,
    margin: MarginMethod::CorrectedT,
    in_methods: [
        "t intervals corrected for shared training items",
        "corrected resampled t test",
    ],
    report: |over, share| {
        format!(
            "Student's t over {over} of one data set with the correction of Nadeau & Bengio (2003), standard error \
             s·√(1/K + n_test/n_train), test fraction {share}, K − 1 degrees of freedom"
        )
    },
    work: &works::NADEAU_BENGIO,
    allows: Allows {
        t_alone: true,
        gains_in_per_cent: false,
    },
    ..Method::PLAIN
};

/// Returns the estimate of folds that test on `fraction` of the data.
pub(super) fn estimate(fraction: f64, column: &UnitColumn) -> Result<TEstimate, StatsError> {
    Folds::of_moments(column.items)?.corrected(fraction)
}
