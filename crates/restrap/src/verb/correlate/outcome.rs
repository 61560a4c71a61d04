//! Agreement of metrics with a gold score: the JSON contract `restrap/correlate/1`.

use restrap_stats::correlation::Level;
use serde::{Deserialize, Serialize};

use super::request::CorrelateRequest;
use crate::outcome::{IntervalKind, Run};

/// Name of the JSON schema.
pub const CORRELATE_SCHEMA: &str = "restrap/correlate/1";

/// How metrics agree with a gold score, and which agree more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CorrelateOutcome {
    /// Version, inputs, warnings, signature, report: what every answer has.
    #[serde(flatten)]
    pub run: Run,
    /// What was asked.
    pub request: CorrelateRequest,
    /// The level that was taken.
    pub level: Level,
    /// How the intervals are made.
    #[serde(default = "percentile")]
    pub interval: IntervalKind,
    /// Name of the gold score.
    pub gold: String,
    /// Outputs that have all scores.
    pub outputs: u64,
    /// Systems that they are of; null for single items.
    pub systems: Option<u64>,
    /// Segments that they are of; null for single items.
    pub segments: Option<u64>,
    /// Segments left out, as a system has no output there.
    pub dropped_segments: u64,
    /// One for each metric, in the order in which they were named.
    pub metrics: Vec<CorrelatedMetric>,
    /// One for each pair of metrics that was compared.
    pub pairs: Vec<CorrelatedPair>,
    /// One sentence for each pair.
    pub verdicts: Vec<String>,
}

/// Earlier documents had no other interval.
fn percentile() -> IntervalKind {
    IntervalKind::Percentile
}

/// One metric beside the gold score.
///
/// Its correlation or accuracy with the interval, where it stands among the metrics, and on how many outputs it rests. The unit is
/// what the request draws anew.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CorrelatedMetric {
    /// Name.
    pub name: String,
    /// A lower score is better, so its sign was turned.
    pub lower_is_better: bool,
    /// The agreement, averaged over groups; null where nothing varies.
    pub value: Option<f64>,
    /// Ends of its interval.
    pub low: Option<f64>,
    /// Upper end of the interval.
    pub high: Option<f64>,
    /// The threshold of ties, of pairwise accuracy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threshold: Option<f64>,
    /// Groups with a value.
    pub groups: u64,
    /// Groups without, left out of the mean: nothing varies there.
    pub groups_without: u64,
    /// Resamples without a value, left out of the interval.
    pub resamples_without: u64,
}

/// Two metrics.
///
/// Two metrics, which of them agrees more with the gold score, by how much, with the p-value of a swap of both metrics and its
/// interval. Positive differences favour the second metric.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CorrelatedPair {
    /// Names.
    pub metrics: [String; 2],
    /// What the second agrees more than the first.
    pub difference: Option<f64>,
    /// Ends of its interval.
    pub low: Option<f64>,
    /// Upper end of the interval.
    pub high: Option<f64>,
    /// p of swaps of the two metrics' standardised scores.
    pub pvalue: Option<f64>,
    /// p-value adjusted for all pairs.
    pub adjusted_pvalue: Option<f64>,
    /// Swaps at least as far out.
    pub reached: Option<u64>,
    /// Swaps drawn, or all there are.
    pub swaps: Option<u64>,
    /// All swaps were looked at.
    pub exact: bool,
    /// Williams' test, of Pearson's r over all outputs or over systems.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub williams: Option<WilliamsOutcome>,
}

/// Williams' test of two correlations that share the gold score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WilliamsOutcome {
    /// Pearson's r of the two metrics.
    pub between: f64,
    /// The statistic; above 0 where the second metric agrees more.
    pub t: f64,
    /// Degrees of freedom: outputs, or systems, less 3.
    pub degrees_of_freedom: f64,
    /// The p-value.
    pub pvalue: f64,
}
