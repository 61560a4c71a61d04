//! What comes back: the JSON contract `restrap/rank/1`.

use crate::outcome::{Recipe, TestedDesign};
use restrap_stats::votes::Estimated;
use serde::{Deserialize, Serialize};

use crate::number::digits::{Spread, of_differences, rounded};
use crate::outcome::{GateOutcome, IntervalOutcome, Method, MetricInfo, Run, Unit};
use crate::request::Test;
use crate::request::rank::{Correction, RankRequest};

/// Name of the JSON schema.
pub(crate) const SCHEMA: &str = "restrap/rank/1";

/// A whole ranking.
///
/// Systems with their scores, ranks and tiers, the pairs that were decided together, intervals to the best, and how the family was
/// adjusted. The unit is the item or the cluster. Written as `restrap/rank/1`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RankOutcome {
    /// Version, inputs, warnings, signature, report: what every answer has.
    #[serde(flatten)]
    pub run: Run,
    /// Name of the random stream.
    pub stream: String,
    /// Seed of all draws.
    pub seed: u64,
    /// The metric.
    pub metrics: Vec<MetricInfo>,
    /// Unit of resampling.
    pub unit: Unit,
    /// Clusters, where units are clusters.
    pub clusters: Option<u64>,
    /// The column of clusters, where units are clusters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cluster: Option<String>,
    /// The column of training runs, where the answer is about recipes: items and runs are drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recipes: Option<String>,
    /// Data sets that count alike, whichever their items; scores are means over them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub datasets: Option<RankedSets>,
    /// Items that every system scored.
    pub items: u64,
    /// Resamples asked for.
    pub resamples: u64,
    /// Level of the tests.
    pub alpha: f64,
    /// Level of the intervals.
    pub confidence: f64,
    /// Decimals that the errors of the scores support.
    pub decimals: u64,
    /// The pairs that are decided together.
    pub family: RankFamily,
    /// The system that every pair is with, where not all pairs were asked for.
    pub baseline: Option<String>,
    /// Systems, the best score first.
    pub systems: Vec<RankedSystem>,
    /// Pairs: of the baseline and each system, or each system and those that scored lower, in the order of the systems.
    pub pairs: Vec<RankedPair>,
    /// Tests of whether any systems differ at all; they decide nothing.
    pub omnibus: Vec<OmnibusOutcome>,
    /// What max-T says, where the data call for a test of equal means.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exchange: Option<Exchanged>,
    /// Pairs that are not members of the family, with the reason.
    pub excluded: Vec<ExcludedPair>,
    /// The votes, where systems are ranked by them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub votes: Option<RankVotes>,
    /// Rankings of these systems by other metrics, whose pairs are in the same family.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub further: Vec<RankOutcome>,
    /// In words.
    pub verdict: String,
    /// How the gate went, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gate: Option<GateOutcome>,
    /// Set when the run was stopped: resamples that count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interrupted_after: Option<u64>,
    /// What was asked for.
    pub request: RankRequest,
}

/// What a test of exchange says of pairs whose means were tested.
///
/// Two systems with skewed differences may have equal means and yet not be exchangeable: one is a little worse on most items, and much
/// better on few.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Exchanged {
    /// Pairs that differ significantly by max-T.
    pub differ: u64,
    /// Both tests decide every pair alike.
    pub agree: bool,
}

/// The pairs that are decided together.
///
/// How many pairs there are, which correction keeps their error, at which level, and how many draws it rests on. Pairs without
/// spread are left out, and named.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RankFamily {
    /// How many.
    pub size: u64,
    /// What they are of: `15 pairs`.
    pub over: Vec<String>,
    /// What keeps their error.
    pub adjust: Correction,
    /// The test of each pair, where pairs were compared one by one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub each: Option<PairTest>,
    /// How adjusted p-values came to be.
    pub method: Method,
    /// Resamples that were counted, where any were drawn.
    pub resamples: Option<u64>,
    /// The smallest adjusted p-value that these data and draws allow.
    pub p_floor: Option<f64>,
}

/// The test of a pair that is compared as two systems alone are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PairTest {
    /// Its name.
    pub name: Test,
    /// Fully specified recipe.
    pub recipe: Recipe,
    /// The design whose t test it is; none of other tests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub design: Option<TestedDesign>,
}

/// One system and its place.
///
/// Its score with its interval, the ranks that the decided pairs leave open, its tier and letter, and its distance to the best
/// system with a simultaneous interval.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RankedSystem {
    /// Name.
    pub name: String,
    /// Its score.
    pub score: f64,
    /// The interval of this system alone.
    pub interval: Option<IntervalOutcome>,
    /// The ranks that it may have, all systems together.
    pub rank: RankRange,
    /// From 1: every system of a tier is shown ahead of every one of the next.
    pub tier: u64,
    /// Systems without a common letter differ significantly; null where there would be too many letters, and against a baseline.
    pub letters: Option<String>,
    /// Places in this list, from 1, of the systems from which it does not differ significantly; empty against a baseline.
    pub level_with: Vec<u64>,
    /// The pair with the first of this list; null for that one, and where the baseline is another.
    pub to_best: Option<ToBest>,
    /// Share of bootstrap resamples in which no system scores higher; it describes, and decides nothing.
    pub best_share: Option<f64>,
    /// Its score on each data set, where there are several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub on_datasets: Vec<f64>,
    /// Its votes, where systems are ranked by them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub votes: Option<SystemVotes>,
}

/// Data sets that count alike.
///
/// Their names and numbers of items. Systems are ranked by the mean of the means of data sets, and items are drawn within their
/// data set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RankedSets {
    /// The column that names them.
    pub column: String,
    /// Names, in the order of the scores of each system.
    pub names: Vec<String>,
    /// Items of each.
    pub items: Vec<u64>,
}

/// Votes between the systems, and what they say beside strengths (Davidson 1970).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RankVotes {
    /// All votes, ties among them.
    pub votes: u64,
    /// Votes for neither.
    pub tied: u64,
    /// Rows without a winner.
    pub missing: u64,
    /// `ln ν`, how readily two equal systems tie; null without ties.
    pub ties: Option<EstimatedOutcome>,
    /// Logarithm of the likelihood, without the multinomial constant.
    pub log_likelihood: f64,
}

/// A number with its standard error.
///
/// The estimate is a maximum of the likelihood of the votes, and its error is that of prompts where votes on one prompt belong
/// together.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct EstimatedOutcome {
    /// The estimate.
    pub value: f64,
    /// Its standard error.
    pub standard_error: f64,
}

impl EstimatedOutcome {
    pub(crate) fn new(of: Estimated) -> Self {
        Self {
            value: rounded(of.value),
            standard_error: rounded(of.error),
        }
    }
}

/// The votes of one system.
///
/// How many votes it won, lost and tied against all others, and its win rate, in which a tie is half. Its strength is the score of
/// the system.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SystemVotes {
    /// Won.
    pub won: u64,
    /// Lost.
    pub lost: u64,
    /// Tied.
    pub tied: u64,
    /// Share won, ties half.
    pub win_rate: f64,
}

/// From which to which rank.
///
/// The best and the worst rank that a system may have, given every pair that differs significantly. They are equal where its place is
/// settled against all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RankRange {
    /// 1 + systems shown ahead of it.
    pub low: u64,
    /// All systems, but those shown behind it.
    pub high: u64,
}

/// A system and the one with the best score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ToBest {
    /// This system − the best.
    pub difference: f64,
    /// Its simultaneous interval.
    pub interval: Option<IntervalOutcome>,
    /// p-value of the pair, adjusted over the family.
    pub p_adjusted: Option<f64>,
    /// `true` if the pair differs significantly.
    pub shown: bool,
    /// `true` if a later step of the adjustment rejects, and the simultaneous interval contains 0.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub later_step: bool,
}

/// A pair of systems.
///
/// Their difference with its standard error, p-value and adjusted p-value, and whether they differ significantly at the level of the
/// family. Positive differences favour the second system.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RankedPair {
    /// The baseline, or the system that scored higher.
    pub a: String,
    /// The other.
    pub b: String,
    /// The metric.
    pub metric: String,
    /// The data set; null where there is one.
    pub dataset: Option<String>,
    /// b − a.
    pub difference: f64,
    /// Standard error of the difference.
    pub standard_error: Option<f64>,
    /// Simultaneous interval of the difference.
    pub interval: Option<IntervalOutcome>,
    /// p-value of this pair alone.
    pub pvalue: Option<f64>,
    /// Adjusted over the family.
    pub p_adjusted: Option<f64>,
    /// `true` if the pair differs significantly at alpha.
    pub shown: bool,
    /// `true` if a later step of the adjustment rejects, and the simultaneous interval contains 0.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub later_step: bool,
}

/// A test of all systems at once.
///
/// Whether any two systems differ, before pairs are looked at: Friedman's test, or another that fits the scores, over the units of
/// the ranking.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct OmnibusOutcome {
    /// `friedman`, `iman-davenport` or `cochran-q`.
    pub name: String,
    /// Its statistic; null where it is infinite.
    pub statistic: Option<f64>,
    /// Degrees of freedom.
    pub df: Vec<u64>,
    /// Asymptotic.
    pub pvalue: f64,
}

/// A pair that is no member of the family.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ExcludedPair {
    /// One system.
    pub a: String,
    /// The other.
    pub b: String,
    /// Why.
    pub reason: String,
}

impl RankOutcome {
    /// Adds rankings by other metrics.
    #[must_use]
    pub fn beside(mut self, others: Vec<Self>) -> Self {
        for other in others {
            let own = other
                .run
                .warnings
                .iter()
                .filter(|warning| !self.run.warnings.contains(warning));
            let named = own
                .map(|warning| warning.naming(&other.metrics[0].name))
                .collect::<Vec<_>>();
            self.run.warnings.extend(named);
            self.further.push(other);
        }
        self
    }

    /// What the systems were scored on, one of them.
    pub fn noun(&self) -> &'static str {
        if self.votes.is_some() {
            "vote"
        } else {
            self.request.request.sample.over.noun()
        }
    }

    /// Returns the number of pairs that differ significantly.
    pub fn told_apart(&self) -> usize {
        self.pairs.iter().filter(|pair| pair.shown).count()
    }

    /// Decimals of differences that their errors support.
    pub fn decimals_of_differences(&self) -> usize {
        let binary = self.metrics[0].binary;
        let spread = |pair: &RankedPair| Spread {
            items: self.items,
            error: pair.standard_error.unwrap_or(0.0),
            binary,
        };
        of_differences(
            self.request.request.question.digits,
            self.pairs.iter().map(spread),
        )
    }
}
