//! How a p-value was computed.

use restrap_words::vocabulary;
use serde::{Deserialize, Serialize};

vocabulary! {
    /// How a p-value was computed.
    pub enum Method: "a way to a p-value" {
        /// From resamples.
        Sampled = "sampled",
        /// In closed form, up to rounding.
        Exact = "exact",
        /// By numerical inversion, with an error estimate.
        Inversion = "inversion",
        /// From a limiting distribution.
        Asymptotic = "asymptotic",
    }
}

/// Almost stochastic order of two samples (del Barrio, Cuesta-Albertos and Matrán 2018).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct OrderOutcome {
    /// The system that the claim is about: the one whose scores may be almost stochastically better.
    pub better: String,
    /// Violation ratio of the claim: the part of the squared distance of the quantiles where the other one is better. 0 where none is, 1
    /// where all are; one half by convention where the quantiles are the same.
    pub ratio: f64,
    /// Upper bound of the ratio, after adjustment: the claim holds where it is below the threshold.
    pub epsilon_min: f64,
    /// One-sided level of that bound.
    pub confidence: f64,
    /// Violation ratio below which the claim holds.
    pub threshold: f64,
    /// Share of bootstrap resamples whose ratio is at or above the threshold, as a p-value.
    pub p_bootstrap: f64,
    /// P-value of the permutation of labels, whose null is that both have one distribution.
    pub p_labels: f64,
}

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
    /// Probabilities of a difference that matters, where a region of practical equivalence was asked for.
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
