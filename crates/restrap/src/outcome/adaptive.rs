//! Where the draws of a test stopped, and what was settled.

use restrap_words::vocabulary;
use serde::{Deserialize, Serialize};

use crate::request::Adaptive;

vocabulary! {
    /// What is settled of a test whose draws stop for it.
    pub enum Decision: "a decision" {
        /// The p-value is at most the threshold.
        Significant = "significant",
        /// The p-value is above the threshold.
        NotSignificant = "not-significant",
        /// There were no more resamples before either was settled.
        Undecided = "undecided",
    }
}

/// Where the draws of a test stopped.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct AdaptiveOutcome {
    /// What stops them.
    pub rule: Adaptive,
    /// Resamples at most; how many were drawn is told with the p-value.
    pub resamples_at_most: u64,
    /// Of draws that stop for a decision: what is settled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<Decision>,
    /// Of these: what the p-value is held against, alpha or the share of it that Bonferroni leaves to one comparison.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threshold: Option<f64>,
    /// Of these: the largest probability of another decision than that of unlimited resamples, whatever the p-values; over all
    /// comparisons that are adjusted together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub risk: Option<f64>,
}
