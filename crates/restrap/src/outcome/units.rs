//! What the items of a comparison are made of, or belong to.

use restrap_words::vocabulary;
use serde::{Deserialize, Serialize};

use crate::outcome::interval::IntervalOutcome;
use crate::request::{Claim, ClusterWeight, Forbid, Gate, MetricClaim, Over};

vocabulary! {
    /// What is resampled together.
    pub enum Unit: "a unit" {
        /// Items one by one.
        Item = "item",
        /// Clusters of items.
        Cluster = "cluster",
        /// Replications, each with data or seeds of its own.
        Replication = "replication",
        /// Training runs on the same items.
        Seed = "seed",
        /// Repetitions with other sampled answers.
        Repeat = "repeat",
        /// Folds of one data set.
        Fold = "fold",
        /// Random splits of one data set.
        Split = "split",
        /// Votes between two systems.
        Vote = "vote",
    }
    default Item
}

impl Unit {
    /// Returns clusters of this unit, if it belongs to some.
    #[must_use]
    pub fn or_cluster(self, is_clustered: bool) -> Self {
        if is_clustered { Self::Cluster } else { self }
    }
}

impl From<Over> for Unit {
    fn from(over: Over) -> Self {
        match over {
            Over::Items => Self::Item,
            Over::Replications => Self::Replication,
            Over::Seeds => Self::Seed,
            Over::Repeats => Self::Repeat,
            Over::Folds => Self::Fold,
            Over::Splits => Self::Split,
            Over::Votes => Self::Vote,
        }
    }
}

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

/// What people's scores of some items did to a judge's of all.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct HumanOutcome {
    /// Items with a human score; of both systems, where it is about a difference.
    pub labelled: u64,
    /// The others.
    pub unlabelled: u64,
    /// Weight of the judge, from 0 to 1.
    pub weight: f64,
    /// The value by the judge alone, over all items.
    pub judge: f64,
    /// The value by people alone, over theirs.
    pub humans: f64,
    /// Its interval.
    pub humans_interval: Option<IntervalOutcome>,
    /// How many human scores without the judge would be as sure.
    pub effective_labels: Option<f64>,
    /// How the judge's single scores agree with people's, where all are 0 or 1.
    pub agreement: Option<AgreementOutcome>,
}

/// How a judge's 0/1 scores agree with people's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct AgreementOutcome {
    /// Cohen's kappa.
    pub kappa: Option<f64>,
    /// Share of the items that people find right which the judge finds right.
    pub sensitivity: Option<f64>,
    /// Share of the items that people find wrong which the judge finds wrong.
    pub specificity: Option<f64>,
}

/// Where the variance of a difference comes from. Parts are of one score and unclamped: estimates of small variances may be negative.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct VarianceOutcome {
    /// Between items; of clusters between the items of one.
    pub items: Option<f64>,
    /// Between clusters.
    pub clusters: Option<f64>,
    /// Between clusters of a second kind, which cross the first: raters, where they are drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crossed: Option<f64>,
    /// Between the answers to one item, of both systems together.
    pub repeats: Option<f64>,
    /// Between training runs, of both systems together.
    pub seeds: Option<f64>,
    /// The least difference that the primary test sees with a power of 80 %; null where it cannot reach alpha, or nothing varies.
    pub detectable: Option<f64>,
    /// What twice as many of each would do.
    pub more: Vec<MoreOutcome>,
}

/// What twice as many of something would do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MoreOutcome {
    /// What there would be more of.
    pub of: More,
    /// Standard error of the difference then.
    pub standard_error: f64,
    /// The least difference that would be seen; null as above.
    pub detectable: Option<f64>,
}

vocabulary! {
    /// What there may be more of.
    pub enum More: "what there may be more of" {
        /// Items.
        Items = "items",
        /// Clusters.
        Clusters = "clusters",
        /// Clusters of a second kind.
        Crossed = "crossed clusters",
        /// Items of each cluster.
        ItemsPerCluster = "items per cluster",
        /// Answers to each item.
        Answers = "answers per item",
        /// Training runs of both systems.
        Runs = "training runs",
    }
}

/// Votes on a system and the baseline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct VotesOutcome {
    /// Votes for the system.
    pub won: u64,
    /// Votes for the baseline.
    pub lost: u64,
    /// Votes for neither.
    pub tied: u64,
    /// Rows without a winner, between whatever systems.
    pub missing: u64,
    /// How many voted; 0 where nothing says it.
    pub judges: u64,
    /// Share of the votes that the system got, ties being half.
    pub win_rate: f64,
    /// What the order of the outputs did, where both orders were shown.
    pub position: Option<PositionOutcome>,
}

/// What the order of two outputs did to their votes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PositionOutcome {
    /// Votes in which the system was shown first.
    pub shown_first: u64,
    /// Votes in which it was shown second.
    pub shown_second: u64,
    /// Share of the votes that the first place got, whatever the systems are.
    pub first_share: f64,
    /// Its interval.
    pub interval: Option<IntervalOutcome>,
    /// Share of the votes that the system gets with both orders alike.
    pub balanced: f64,
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
    /// How they weigh.
    #[serde(default, skip_serializing_if = "is_default")]
    pub weight: ClusterWeight,
    /// The difference if they weighed the other way; of means.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other_weight: Option<f64>,
    /// Clusters of a second kind, which cross these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crossed: Option<CrossedOutcome>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the signature that serde calls"
)]
fn is_default(weight: &ClusterWeight) -> bool {
    *weight == ClusterWeight::default()
}

/// Clusters of a second kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CrossedOutcome {
    /// The column whose values they are.
    pub column: String,
    /// How many there are.
    pub number: u64,
}

/// How a gate went.
///
/// Whether every system showed what was required, and none showed what was forbidden: true, false, or null where the data leave it
/// open. Scripts see exit codes 0, 10 and 11.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct GateOutcome {
    /// What had to be shown.
    pub require: Option<Gate>,
    /// What must not be shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forbid: Option<Forbid>,
    /// What had to be shown of several metrics.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<MetricClaim>,
    /// True where every system passed, false where the opposite was shown of any, null where neither.
    pub passed: Option<bool>,
    /// Systems for which the opposite was shown; undecided ones are in `systems`.
    pub failed: Vec<String>,
    /// The largest unadjusted p-value of what was required of every sub-population: all of them pass if it is at most alpha.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub largest_p: Option<f64>,
    /// How each system went, in the order of the systems.
    #[serde(default)]
    pub systems: Vec<GatedSystem>,
}

/// The number of units that a claim needs, from the spread of the differences and never from the observed difference.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PlanningOutcome {
    /// The unit that is counted.
    pub unit: Unit,
    /// The number of units at hand.
    pub units: u64,
    /// The power of this claim.
    pub power: f64,
    /// The number of claims that are all to be shown with power 0.8.
    pub claims: u64,
    /// The variance of a unit's difference; if the systems are equally good, for non-inferiority and equivalence.
    pub variance: f64,
    /// The number of units in all with which systems that are equally good are shown to be so within the margin; null for a gain.
    pub units_needed: Option<u64>,
    /// The number of units at both ends of the 90 % interval of the variance.
    pub units_range: Option<[u64; 2]>,
    /// The true gain that the units at hand find with this power; null for non-inferiority and equivalence.
    pub gain: Option<f64>,
    /// `true` if 0 is outside the interval of the difference, so that nothing is planned for systems that are equally good.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_contradicted: bool,
}

/// What the units of a comparison that is not significant can tell: from the spread of the differences and never from the observed
/// difference.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct NextOutcome {
    /// The unit that is counted.
    pub unit: Unit,
    /// The true gain that the units at hand find with this power, about; null where too few differ to say.
    pub gain: Option<f64>,
    /// The same of four times as many.
    pub gain_of_four_times: Option<f64>,
    /// The power: 0.8, or about 0.7 where the differences are skewed.
    pub power: f64,
}

/// How one system went at a gate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct GatedSystem {
    /// The system, and what it was asked where there is more than one question.
    pub name: String,
    /// The claim, where metrics have their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<Claim>,
    /// As of the gate.
    pub passed: Option<bool>,
    /// The two-sided p-value, after adjustment, beside a one-sided test: a gate finds losses by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub two_sided_p: Option<f64>,
    /// The number of units with which systems that are equally good pass with power 0.8; null for a gain, for a system that passed or
    /// failed, and where the data contradict equal quality.
    pub items_needed: Option<u64>,
    /// What a larger test set would need, in words; null for a system that passed or failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settles: Option<String>,
}
