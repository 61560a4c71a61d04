//! Two samples of different items, each with the standard error of its own units.

use crate::outcome::TestedDesign;
use std::sync::Arc;

use restrap_stats::TEstimate;

use super::clusters::ClusterMap;
use super::method::Method;
use crate::outcome::{IntervalKind, MarginMethod};
use crate::works;

/// Items of two samples; clusters of them have the row of clusters.
pub(crate) static METHOD: Method = Method {
    design: TestedDesign::Apart,
    test: "Welch's t test (1947)",
    interval: IntervalKind::Welch,
    margin: MarginMethod::Welch,
    in_methods: ["Welch t intervals", "Welch t test"],
    work: &works::WELCH,
    has_estimated_df: true,
    ..Method::PLAIN
};

/// Clusters of two samples: of the baseline, then of the system.
pub(crate) struct Apart {
    pub maps: [Arc<ClusterMap>; 2],
    /// The difference of their means, with the standard error of both.
    pub estimate: TEstimate,
}
