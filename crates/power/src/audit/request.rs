//! The question of an audit.

use restrap_stats::Alternative;
use serde::{Deserialize, Serialize};

use super::published::Published;
use crate::plan::{level, wanted_power};
use crate::setters::setters;

/// Published numbers and the test to audit.
///
/// Two accuracies as they were printed, the number of items, the level and side of the test, and the power with which a true gain
/// should be seen.
///
/// ```
/// # use restrap_facade as restrap;
/// use restrap::power::{AuditRequest, AuditVerdict, audit};
///
/// let outcome = audit(&AuditRequest::new(500, "80.0%".parse()?, "82.4%".parse()?))?;
/// assert_eq!(outcome.verdict, AuditVerdict::Undecided);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct AuditRequest {
    /// Items of the test set.
    pub items: u64,
    /// Accuracy of the baseline.
    pub baseline: Published,
    /// Accuracy of the system.
    pub system: Published,
    /// Side of the test.
    #[serde(default)]
    pub alternative: Alternative,
    /// Level of the test.
    #[serde(default = "level")]
    pub alpha: f64,
    /// Wanted power.
    #[serde(default = "wanted_power")]
    pub power: f64,
}

impl AuditRequest {
    /// An audit of two accuracies on so many items.
    pub fn new(items: u64, baseline: Published, system: Published) -> Self {
        let alternative = Alternative::TwoSided;
        Self {
            items,
            baseline,
            system,
            alternative,
            alpha: level(),
            power: wanted_power(),
        }
    }
}

setters!(AuditRequest {
    /// Side of the test.
    alternative: Alternative => alternative,
    /// Level of the test.
    alpha: f64 => alpha,
    /// Wanted power.
    power: f64 => power,
});
