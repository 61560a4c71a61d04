//! What almost stochastic order rests on.

use serde::{Deserialize, Serialize};

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
