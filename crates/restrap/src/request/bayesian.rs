//! What is asked of the posterior of a difference.

use serde::{Deserialize, Serialize};

use super::MarginSize;

/// The posterior of the mean difference by the Bayesian bootstrap (Rubin 1981).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct Bayesian {
    /// Region of practical equivalence: the largest difference, either way, that does not matter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rope: Option<MarginSize>,
}

impl Bayesian {
    /// With a region of practical equivalence, or none.
    pub fn within(rope: Option<MarginSize>) -> Self {
        Self { rope }
    }
}
