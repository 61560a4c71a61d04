//! What comes back of several data sets: the JSON contract `restrap/replicate/1`.

use crate::outcome::Recipe;
use std::cmp::Ordering;

use restrap_stats::{Adjustment, Alternative};
use serde::{Deserialize, Serialize};

use crate::number::digits::{Spread, of_differences};
use crate::outcome::{
    Direction, GateOutcome, IntervalOutcome, MarginOutcome, Method, MetricInfo, Run, Unit,
};
use crate::request::Test;
use crate::request::replicate::ReplicateRequest;

/// Name of the JSON schema.
pub const REPLICATE_SCHEMA: &str = "restrap/replicate/1";

/// Every system against the baseline on several data sets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ReplicateOutcome {
    /// Version, inputs, warnings, signature, report: what every answer has.
    #[serde(flatten)]
    pub run: Run,
    /// Name of the random stream.
    pub stream: String,
    /// Seed of all draws.
    pub seed: u64,
    /// Resamples asked for.
    pub resamples: u64,
    /// Side of the tests.
    pub alternative: Alternative,
    /// Level of the tests.
    pub alpha: f64,
    /// Level of the intervals, which those of a family hold together.
    pub confidence: f64,
    /// The system that all others are compared with.
    pub baseline: String,
    /// The others, in the order in which they were first met.
    pub systems: Vec<String>,
    /// The metrics, the primary one first.
    pub metrics: Vec<MetricInfo>,
    /// The data sets.
    pub datasets: Vec<DatasetOutcome>,
    /// One for each metric, data set and system that has scores.
    pub cells: Vec<CellOutcome>,
    /// What has no scores.
    pub absent: Vec<AbsentOutcome>,
    /// Means over data sets, one for each metric and system.
    #[serde(rename = "macro")]
    pub means: Vec<MeanOutcome>,
    /// On how many data sets a system is ahead, one for each metric and system.
    pub counts: Vec<CountOutcome>,
    /// How much the differences of the data sets differ, one for each metric and system.
    pub heterogeneity: Vec<HeterogeneityOutcome>,
    /// Tests of cells adjusted together.
    pub family: Option<ReplicateFamily>,
    /// In words, one sentence or two for each system under the primary metric.
    pub verdict: Vec<String>,
    /// How the gate went, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gate: Option<GateOutcome>,
    /// What was asked for.
    pub request: ReplicateRequest,
}

/// A data set.
///
/// Its name, the numbers of items and clusters, and what its comparison is of. A data set is a sample of its own: items of
/// different data sets are never drawn together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DatasetOutcome {
    /// Its name.
    pub name: String,
    /// Its items under the first metric that has it.
    pub items: u64,
    /// Unit of resampling.
    pub unit: Unit,
    /// Clusters, where units are clusters.
    pub clusters: Option<u64>,
    /// Training runs of each system, where there are several.
    pub runs: Option<u64>,
    /// The name of each metric on this data set, in the order of the metrics; null if the data set does not have it.
    pub metrics: Vec<Option<String>>,
}

/// A system against the baseline on one data set under one metric.
///
/// One system against the baseline on one data set under one metric: scores, difference with its interval, p-value and adjusted
/// p-value. The unit is that of the data set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CellOutcome {
    /// The data set.
    pub dataset: String,
    /// The metric, by its name among the metrics.
    pub metric: String,
    /// The system.
    pub system: String,
    /// The baseline.
    pub baseline: String,
    /// Score of the system.
    pub score: f64,
    /// Score of the baseline.
    pub baseline_score: f64,
    /// System − baseline.
    pub difference: f64,
    /// The difference, positive where the system is better.
    pub improvement: f64,
    /// Standard error of the difference.
    pub standard_error: Option<f64>,
    /// Simultaneous interval of the difference.
    pub interval: Option<IntervalOutcome>,
    /// p-value of this cell alone; null where the test is undefined.
    pub pvalue: Option<f64>,
    /// Adjusted over the family.
    pub p_adjusted: Option<f64>,
    /// Whether the adjusted p-value is at most alpha.
    pub shown: bool,
    /// How the p-value was computed.
    pub method: Method,
    /// The side that the statistic favours, for tests that are not about the mean.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub direction: Option<Direction>,
    /// The margin test of this data set, where a margin was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<MarginOutcome>,
    /// Tests beside the first one, where several were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub further: Vec<CellTestOutcome>,
    /// p-value when the training runs are taken as fixed; null where there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkpoints: Option<CheckpointsOutcome>,
}

impl CellOutcome {
    /// Returns the side of the system's change that the test is about: `Greater` if it is better.
    pub fn side(&self) -> Ordering {
        Direction::side(self.direction, self.improvement)
    }

    /// `true` if the test and the difference of the means point to different sides.
    pub fn is_contradicted(&self) -> bool {
        Direction::contradicts(self.direction, self.improvement)
    }
}

/// A test of a cell beside the first one.
///
/// Each test has a family of its own, over the same cells and by the same correction as the first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CellTestOutcome {
    /// The test.
    pub name: Test,
    /// p-value of this cell alone; null where the test is undefined.
    pub pvalue: Option<f64>,
    /// Adjusted over the cells of this test.
    pub p_adjusted: Option<f64>,
    /// Whether the adjusted p-value is at most alpha.
    pub shown: bool,
    /// How the p-value was computed.
    pub method: Method,
    /// The side that the statistic favours, for tests that are not about the mean.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub direction: Option<Direction>,
}

impl CellTestOutcome {
    /// Returns the side of the system's change that the test is about; `improvement` is that of the cell.
    pub fn side(&self, improvement: f64) -> Ordering {
        Direction::side(self.direction, improvement)
    }
}

/// A test that takes training runs as they are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CheckpointsOutcome {
    /// p-value of this cell alone; null where the test is undefined.
    pub pvalue: Option<f64>,
    /// Adjusted over all such tests.
    pub p_adjusted: Option<f64>,
    /// Whether the adjusted p-value is at most alpha.
    pub shown: bool,
}

/// A system that a data set has no scores of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct AbsentOutcome {
    /// The data set.
    pub dataset: String,
    /// The metric.
    pub metric: String,
    /// The system.
    pub system: String,
    /// Why.
    pub reason: String,
}

/// A mean over data sets.
///
/// One system's mean difference over data sets, each data set counting alike (macro) or each item (micro), with standard error,
/// interval and p-value. Data sets are taken as they are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MeanOutcome {
    /// The metric.
    pub metric: String,
    /// The system.
    pub system: String,
    /// The baseline.
    pub baseline: String,
    /// Data sets that have the system.
    pub n: u64,
    /// Whether each item counts alike; else each data set.
    pub micro: bool,
    /// Mean score of the system.
    pub score: f64,
    /// Mean score of the baseline on the same data sets.
    pub baseline_score: f64,
    /// System − baseline.
    pub difference: f64,
    /// The difference, positive where the system is better.
    pub improvement: f64,
    /// Interval of the difference, which those of all means hold together.
    pub interval: Option<IntervalOutcome>,
    /// p-value of this mean alone; null where the test is undefined.
    pub pvalue: Option<f64>,
    /// Adjusted over the means, a family of their own.
    pub p_adjusted: Option<f64>,
    /// Whether the adjusted p-value is at most alpha.
    pub shown: bool,
    /// How the p-value was computed.
    pub method: Method,
    /// What was done.
    pub recipe: Recipe,
}

impl MeanOutcome {
    /// `true` if a later step of the adjustment rejects what the interval, which holds together with the others, does not exclude.
    pub fn is_of_later_step(&self) -> bool {
        let interval = self.interval.as_ref().filter(|_| self.shown);
        self.p_adjusted.is_some() && interval.is_some_and(|one| one.is_of_later_step(self.pvalue))
    }
}

/// On how many data sets a system is ahead, or behind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CountOutcome {
    /// The metric.
    pub metric: String,
    /// The system.
    pub system: String,
    /// The baseline.
    pub baseline: String,
    /// Data sets that have the system.
    pub n: u64,
    /// On at least so many it is ahead, whatever the dependence of the data sets (partial conjunction by Bonferroni, one-sided).
    pub k_bonferroni: u64,
    /// On at least so many it is ahead, if the data sets are independent (partial conjunction by Fisher, one-sided).
    pub k_fisher: u64,
    /// Data sets on which it is shown ahead (Holm over the data sets, one-sided): as many as by Bonferroni.
    pub named: Vec<String>,
    /// p-values of "fewer than u data sets have a gain" by Bonferroni, for u from 1 to n.
    pub p_bonferroni: Vec<f64>,
    /// p-values of "fewer than u data sets have a gain" by Fisher, for u from 1 to n.
    pub p_fisher: Vec<f64>,
    /// Data sets on which the system is behind.
    pub behind: BehindOutcome,
}

/// On how many data sets a system is behind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct BehindOutcome {
    /// On at least so many, by Bonferroni.
    pub k_bonferroni: u64,
    /// On at least so many, by Fisher.
    pub k_fisher: u64,
    /// Data sets on which it is shown behind.
    pub named: Vec<String>,
}

/// How much the differences of the data sets differ beyond their errors.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct HeterogeneityOutcome {
    /// The metric.
    pub metric: String,
    /// The system.
    pub system: String,
    /// The baseline.
    pub baseline: String,
    /// Cochran's Q; null where a data set has no spread, or there is one alone.
    pub q: Option<f64>,
    /// Data sets minus 1.
    pub df: u64,
    /// p-value of the null that all data sets have one difference, from chi-square.
    pub pvalue: Option<f64>,
    /// Share of Q beyond its degrees of freedom.
    pub i2: Option<f64>,
    /// Variance of the difference between data sets (DerSimonian and Laird 1986).
    pub tau2: Option<f64>,
}

/// Cells adjusted together.
///
/// How many tests of cells there are, over systems, data sets and metrics, and by which method their p-values were adjusted. Means
/// over data sets are a family of their own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ReplicateFamily {
    /// Number of p-values.
    pub size: u64,
    /// What they are: systems, data sets, metrics.
    pub over: Vec<OverOutcome>,
    /// Procedure.
    pub adjust: Adjustment,
    /// Cells whose test is undefined, and which are left out.
    pub excluded: Vec<String>,
}

/// A side of a family.
///
/// What cells are counted over (systems, data sets or metrics) and how many of these there are. Their product, less the cells that
/// are excluded, is the size of the family.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OverOutcome {
    /// `system`, `data set` or `metric`.
    pub name: String,
    /// How many.
    pub number: u64,
}

impl ReplicateOutcome {
    /// The cell of a metric, data set and system, where it has scores.
    pub fn cell(&self, metric: &str, dataset: &str, system: &str) -> Option<&CellOutcome> {
        let is_it = |cell: &&CellOutcome| {
            cell.metric == metric && cell.dataset == dataset && cell.system == system
        };
        self.cells.iter().find(is_it)
    }

    /// Decimals of scores and differences under a metric that their errors support.
    pub fn decimals(&self, metric: &MetricInfo) -> usize {
        let of = self.cells.iter().filter(|cell| cell.metric == metric.name);
        let spread = |cell: &CellOutcome| Spread {
            items: self
                .datasets
                .iter()
                .find(|set| set.name == cell.dataset)
                .map_or(1, |set| set.items),
            error: cell.standard_error.unwrap_or(0.0),
            binary: metric.binary,
        };
        of_differences(self.request.request.question.digits, of.map(spread))
    }
}
