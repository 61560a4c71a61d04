//! The posterior of a mean difference.

use serde::{Deserialize, Serialize};

use super::method::Method;

/// The posterior of a mean difference by the Bayesian bootstrap (Rubin 1981): probabilities of the difference given the items. None of
/// them is a p-value, and none is adjusted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PosteriorOutcome {
    /// Probability that the system is better.
    pub better: f64,
    /// Probability that it is worse.
    pub worse: f64,
    /// The same by more than what matters, where a region of practical equivalence was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rope: Option<RopeOutcome>,
    /// Lower end of the equal-tailed interval of the difference.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Probability between both ends.
    pub probability: f64,
    /// Posterior mean of the difference; null for clusters of different sizes, which have none in closed form.
    pub mean: Option<f64>,
    /// Posterior standard deviation; null where the mean is.
    pub sd: Option<f64>,
    /// How its probabilities were computed.
    pub method: Method,
    /// Fully specified recipe.
    pub recipe: String,
}

/// A region of practical equivalence, and what lies within it and beyond.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RopeOutcome {
    /// The region as typed: this far either way.
    pub asked: String,
    /// In units of the score.
    pub size: f64,
    /// Probability that the system is better by more.
    pub better: f64,
    /// Probability that the systems are practically equal.
    pub equal: f64,
    /// Probability that the system is worse by more.
    pub worse: f64,
}
