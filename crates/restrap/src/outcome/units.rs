//! What the items of a comparison are made of, or hang together in.

use serde::{Deserialize, Serialize};

/// Training runs of both systems, each of which answers every item.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RunsOutcome {
    /// Runs of the baseline.
    pub baseline: u64,
    /// Runs of the system.
    pub system: u64,
    /// Standard error of the difference of these checkpoints: items are drawn, runs are what they are.
    pub checkpoints_error: f64,
    /// Share of the variance of the difference that comes from drawing runs.
    pub share_of_runs: f64,
}

/// Sampled answers to each item, of which the scores are the means.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct AnswersOutcome {
    /// Share of the variance of item means that comes from drawing answers.
    pub share_of_answers: f64,
    /// Standard error of the difference with twice the items.
    pub error_with_twice_the_items: f64,
    /// Standard error of the difference with twice the answers per item.
    pub error_with_twice_the_answers: f64,
}

/// Clusters of items, where they are the units.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ClusterOutcome {
    /// The column whose values they are.
    pub column: String,
    /// How many there are.
    pub number: u64,
    /// Items in all of them.
    pub items: u64,
    /// Share of the items in the largest.
    pub largest_share: f64,
    /// How many times the variance of the difference is what as many independent items would have; of means.
    pub design_effect: Option<f64>,
    /// Correlation of the differences of two items of one cluster (one-way analysis of variance); may be negative; of means.
    pub icc: Option<f64>,
}
