//! What comes back: the JSON contract `restrap/compare/1`, and what every rendering reads.
//!
//! An outcome that is written and read back is equal to itself. Readers ignore fields that they do not know.

mod interval;
mod margin;
mod mix;
pub(crate) mod rank;
mod recipe;
pub(crate) mod replicate;
mod run;
mod units;

use std::cmp::Ordering;

use restrap_metrics::{Mean, Metric};
use restrap_stats::{Adjustment, Alternative};
use restrap_words::{Note, vocabulary};
use serde::{Deserialize, Serialize};

use crate::number::digits::Spread;
pub use crate::request::RouteUsed;
use crate::request::{AdjustedMetrics, Request, Test};

pub use interval::{IntervalKind, IntervalOutcome};
pub use margin::{Flips, Item, MarginMethod, MarginOutcome, OppositeOutcome, State};
pub use mix::{MixOutcome, MixedGroup};
pub use recipe::{Recipe, TestedDesign};
pub use run::{Host, InputInfo, Provenance, Reading, Reduction, Role, Run};
pub use units::{
    AgreementOutcome, AnswersOutcome, ClusterOutcome, CrossedOutcome, HumanOutcome, More,
    MoreOutcome, NextOutcome, PlanningOutcome, PositionOutcome, RunsOutcome, VarianceOutcome,
    VotesOutcome,
};
pub use units::{GateOutcome, GatedSystem, Unit};

/// Name of the JSON schema.
pub const SCHEMA: &str = "restrap/compare/1";

/// A whole comparison.
///
/// Every system against the baseline: differences with intervals, tests with p-values, effects, margins, warnings, and the recipe
/// that repeats it. The unit of inference is in `unit`. Written as `restrap/compare/1`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Outcome {
    /// Version, inputs, warnings, signature, report: what every answer has.
    #[serde(flatten)]
    pub run: Run,
    /// Name of the random stream.
    pub stream: String,
    /// Seed of all draws.
    pub seed: u64,
    /// The metric.
    pub metric: MetricInfo,
    /// Unit of resampling.
    pub unit: Unit,
    /// Clusters, where units are clusters.
    pub clusters: Option<u64>,
    /// Number of paired items.
    pub items: u64,
    /// Resamples asked for.
    pub resamples: u64,
    /// Side of the tests.
    pub alternative: Alternative,
    /// Level of the tests.
    pub alpha: f64,
    /// Level of the intervals.
    pub confidence: f64,
    /// Decimals that the errors of the scores support, and every table prints.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decimals: Option<u64>,
    /// Systems, baseline first.
    pub systems: Vec<SystemOutcome>,
    /// One for each system after the baseline.
    pub comparisons: Vec<ComparisonOutcome>,
    /// Sub-populations, when asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<ByOutcome>,
    /// The column of strata within which every bootstrap resample was drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strata: Option<String>,
    /// The population that scores are of, where groups of items weigh as was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mix: Option<MixOutcome>,
    /// Secondary metrics of the same outputs: tested, p-values not adjusted, no part of the decision.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<AlsoOutcome>,
    /// The same systems by other metrics about which something is claimed; the gate is of all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub further: Vec<Outcome>,
    /// Tests adjusted together.
    pub family: Option<Family>,
    /// How it was computed.
    pub plan: Plan,
    /// What can be done about differences that are not significant, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// How the gate went, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gate: Option<GateOutcome>,
    /// Set when the run was stopped: resamples that count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interrupted_after: Option<u64>,
    /// What was asked for.
    pub request: Request,
}

/// The metric of the scores.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MetricInfo {
    /// `mean` for scores.
    pub name: String,
    /// Direction.
    pub higher_is_better: bool,
    /// All scores are 0 or 1.
    pub binary: bool,
    /// Everything that a reader needs to compute the same number, where scores were computed here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
    /// The name with its options, `f1(average=macro)`, where scores were computed here: the metric as it is asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub full_name: Option<String>,
    /// The column of languages, where the value on all items is the mean of those of each language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean_over: Option<String>,
}

impl MetricInfo {
    /// A mean of scores of items.
    pub fn of_mean(mean: &Mean) -> Self {
        Self {
            name: mean.name.clone(),
            higher_is_better: mean.higher_is_better,
            binary: false,
            signature: Some(mean.signature.clone()),
            full_name: None,
            mean_over: None,
        }
    }

    /// A metric that sums determine.
    pub fn of_sums(metric: &dyn Metric) -> Self {
        Self {
            name: metric.name(),
            higher_is_better: metric.higher_is_better(),
            binary: false,
            signature: Some(metric.signature()),
            full_name: None,
            mean_over: None,
        }
    }
}

/// A secondary metric, beside the one that the comparison is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AlsoOutcome {
    /// Its name, direction and signature.
    pub metric: MetricInfo,
    /// Its value for each system, in the order of the systems.
    pub scores: Vec<f64>,
    /// Decimals that their errors support.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decimals: Option<u64>,
    /// One for each system after the baseline: its difference, interval and test, whose p-value is not adjusted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comparisons: Vec<ComparisonOutcome>,
    /// The recipe of these comparisons in one line.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub signature: String,
}

/// One system.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SystemOutcome {
    /// Name.
    pub name: String,
    /// Mean score.
    pub score: f64,
    /// Its interval.
    pub interval: Option<IntervalOutcome>,
    /// What users of the metric expect beside it: precision and recall, the brevity penalty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<Beside>,
}

/// The calibration test: whether a calibrated model would score as much on the same items.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CalibrationOutcome {
    /// The mean value of a calibrated model.
    pub expected: f64,
    /// The share of calibrated models that score as much, this one included.
    pub pvalue: f64,
    /// Models that were drawn.
    pub resamples: u64,
}

/// A number beside the metric.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Beside {
    /// What it is.
    pub name: String,
    /// Its value on all items.
    pub value: f64,
}

/// One comparison with the baseline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ComparisonOutcome {
    /// Name of the baseline.
    pub baseline: String,
    /// Name of the system.
    pub system: String,
    /// System − baseline.
    pub difference: f64,
    /// The difference, positive where the system is better.
    pub improvement: f64,
    /// Standard error of the difference, sd(d)/√n.
    pub standard_error: Option<f64>,
    /// Interval of the difference.
    pub interval: Option<IntervalOutcome>,
    /// Items of baseline and system, where they are different items.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub samples: Option<[u64; 2]>,
    /// What belongs together, where the units are clusters of items.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clusters: Option<ClusterOutcome>,
    /// The training runs whose means the scores are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runs: Option<RunsOutcome>,
    /// The sampled answers whose means the scores are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<AnswersOutcome>,
    /// Where its variance comes from, where units are more than single items with one score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variance: Option<VarianceOutcome>,
    /// What people's scores of some items did to a judge's of all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub human: Option<HumanOutcome>,
    /// Votes of which the scores are shares.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub votes: Option<VotesOutcome>,
    /// Almost stochastic order, where it was tested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<OrderOutcome>,
    /// Effect sizes.
    pub effect: Effect,
    /// All tests; the primary one first.
    pub tests: Vec<TestOutcome>,
    /// The two-sided form of the primary test, if that is one-sided and a gate asks for losses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub two_sided: Option<Box<TestOutcome>>,
    /// The margin test, if one was asked for.
    pub margin: Option<MarginOutcome>,
    /// The posterior of the difference, if it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub posterior: Option<PosteriorOutcome>,
    /// The reason why the difference has no interval, if one was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_interval: Option<String>,
    /// The number of units that an undecided claim needs, or the gain that those at hand find, if there is a gate or a margin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub planning: Option<PlanningOutcome>,
    /// What these units can tell, if the difference is not significant and no margin was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<NextOutcome>,
    /// In words.
    pub verdict: String,
    /// All scores are 0 or 1.
    pub binary: bool,
    /// Sentences give differences in percentage points: all answers score 0 or 1, whatever the units are.
    #[serde(skip)]
    pub(crate) in_points: bool,
    /// The primary test is at or below alpha (after adjustment).
    pub shown: bool,
}

impl ComparisonOutcome {
    /// Items were counted as better, worse or tied: not so under a metric of which too many differ to swap each alone.
    pub fn counts_items(&self) -> bool {
        self.effect.better > 0 || self.effect.worse > 0 || self.difference == 0.0
    }

    /// Returns the side of the system's change that the primary test is about: `Greater` if it is better.
    ///
    /// The sign, Wilcoxon and Mann-Whitney tests take it from their statistic, all others from the difference.
    pub fn direction(&self) -> Ordering {
        let tested = self.tests.first().and_then(|test| test.direction);
        Direction::side(tested, self.improvement)
    }

    /// `true` if a later step of the adjustment rejects what the interval, which holds together with the others, does not exclude.
    pub fn is_of_later_step(&self) -> bool {
        let test = self.tests.first();
        let interval = self.interval.as_ref().filter(|_| self.shown);
        test.zip(interval).is_some_and(|(test, interval)| {
            test.p_adjusted.is_some() && interval.is_of_later_step(test.pvalue)
        })
    }

    /// `true` if the primary test and the difference of the means point to different sides.
    pub fn is_contradicted(&self) -> bool {
        let tested = self.tests.first().and_then(|test| test.direction);
        Direction::contradicts(tested, self.improvement)
    }
}

impl ComparisonOutcome {
    /// Items compared: pairs, or those of both samples together.
    pub fn items(&self) -> u64 {
        if let Some(clusters) = &self.clusters {
            return clusters.items;
        }
        let Effect {
            better,
            worse,
            tied,
            ..
        } = self.effect;
        self.samples
            .map_or(better + worse + tied, |samples| samples.iter().sum())
    }
}

/// The comparison repeated on each sub-population of the items.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ByOutcome {
    /// The column whose values they are.
    pub column: String,
    /// The correction of the comparisons on all items, which are a family of their own where there are several systems.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overall: Option<Family>,
    /// One entry per value of the column, in the order of the file.
    pub populations: Vec<PopulationOutcome>,
}

/// A comparison on some of the items.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PopulationOutcome {
    /// The value that these items share.
    pub value: String,
    /// Its number among the values of the column, from 1.
    pub code: u32,
    /// Number of paired items.
    pub items: u64,
    /// Systems, baseline first.
    pub systems: Vec<SystemOutcome>,
    /// One for each system after the baseline.
    pub comparisons: Vec<ComparisonOutcome>,
}

/// Effect sizes of paired scores.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Effect {
    /// mean(d) / sd(d) in the sign of the difference, null without spread.
    pub cohen_dz: Option<f64>,
    /// Difference of the means over the pooled standard deviation, of different items, in the sign of the difference.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cohen_ds: Option<f64>,
    /// P(better) + P(tied)/2; of different items, over all pairs of a system's and a baseline's item (Vargha & Delaney's
    /// A).
    pub superiority: f64,
    /// Items on which the system is better; of different items, such pairs.
    pub better: u64,
    /// Items on which the system is worse.
    pub worse: u64,
    /// Items on which both score alike.
    pub tied: u64,
}

impl Outcome {
    /// Returns every comparison: of all items, then of each sub-population.
    pub fn all_comparisons(&self) -> impl Iterator<Item = &ComparisonOutcome> + Clone {
        let parts = self.by.iter().flat_map(|by| &by.populations);
        let of_parts = parts.flat_map(|part| &part.comparisons);
        self.comparisons.iter().chain(of_parts)
    }

    /// Returns the comparisons whose p-values are adjusted together: those of sub-populations, where there are any.
    pub fn family_members(&self) -> impl Iterator<Item = &ComparisonOutcome> + Clone {
        let of_all = self.by.is_none().then_some(&self.comparisons[..]);
        let parts = self.by.iter().flat_map(|by| &by.populations);
        let of_parts = parts.flat_map(|part| &part.comparisons);
        of_all.into_iter().flatten().chain(of_parts)
    }

    /// Returns the family of the comparisons on all items. Those of sub-populations are another one.
    pub fn family_of_all(&self) -> Option<&Family> {
        match &self.by {
            Some(by) => by.overall.as_ref(),
            None => self.family.as_ref(),
        }
    }

    /// Returns `true` if the p-values of all metrics are adjusted together.
    pub fn adjusts_all(&self) -> bool {
        self.request.question.family == AdjustedMetrics::All
    }

    /// Leaves out the lists of items, of rows that stand for several and name none.
    pub fn forget_items(&mut self) {
        forget_all(&mut self.comparisons);
        for part in self.by.iter_mut().flat_map(|by| &mut by.populations) {
            forget_all(&mut part.comparisons);
        }
    }

    /// Lists items by id instead of place. `id`: of the items of all systems, by place from 0; `codes`: their
    /// sub-populations as in [`crate::Populations`], where there are any.
    pub fn name_items(&mut self, id: impl Fn(usize) -> Option<String>, codes: Option<&[u32]>) {
        name_all(&mut self.comparisons, &id);
        for part in self.by.iter_mut().flat_map(|by| &mut by.populations) {
            let code = part.code;
            let of = codes
                .into_iter()
                .flatten()
                .enumerate()
                .filter(|(_, of)| **of == code);
            let places: Vec<usize> = of.map(|(place, _)| place).collect();
            name_all(&mut part.comparisons, &|place: usize| {
                id(*places.get(place)?)
            });
        }
    }
}

fn forget_all(comparisons: &mut [ComparisonOutcome]) {
    for margin in comparisons.iter_mut().filter_map(|one| one.margin.as_mut()) {
        margin.flips = None;
    }
}

fn name_all(comparisons: &mut [ComparisonOutcome], id: &impl Fn(usize) -> Option<String>) {
    let flips = comparisons
        .iter_mut()
        .filter_map(|comparison| comparison.margin.as_mut()?.flips.as_mut());
    for item in flips.flat_map(|flips| flips.harmful.iter_mut().chain(&mut flips.beneficial)) {
        item.name(id);
    }
}

/// One test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TestOutcome {
    /// Name.
    pub name: Test,
    /// The one that the verdict is about.
    pub primary: bool,
    /// Fully specified recipe.
    pub recipe: Recipe,
    /// The design whose t test it is; none of other tests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub design: Option<TestedDesign>,
    /// Side.
    pub alternative: Alternative,
    /// The side that the statistic favours, for the sign, Wilcoxon and Mann-Whitney tests: it may differ from that of the mean.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub direction: Option<Direction>,
    /// Test statistic: the difference for resampling tests, t, z, counts won, χ² or discordant pairs won for the others.
    pub statistic: Option<f64>,
    /// Degrees of freedom, of a t test.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub df: Option<f64>,
    /// The p-value; at least 1e-300, below which only its logarithm is told. Null where the test is undefined on these data (t
    /// without spread, a bootstrap in which no resample can be as extreme): it then claims nothing, and the last note says why.
    pub pvalue: Option<f64>,
    /// Its decimal logarithm; null where the p-value is null or 0.
    pub log10_pvalue: Option<f64>,
    /// After adjustment over the family.
    pub p_adjusted: Option<f64>,
    /// Smallest p-value that such data can give.
    pub p_floor: Option<f64>,
    /// How it was computed.
    pub method: Method,
    /// Exact up to rounding.
    pub exact: bool,
    /// Error estimate of an inversion.
    pub error: Option<f64>,
    /// Resamples drawn.
    pub resamples: Option<u64>,
    /// Resamples at least as extreme as what was observed.
    pub at_least_as_extreme: Option<u64>,
    /// 95 % bounds of a sampled p-value: Clopper and Pearson's, one-sided where no resample is as extreme.
    pub pvalue_interval: Option<[f64; 2]>,
    /// What a reader must know of this test.
    #[serde(flatten, with = "restrap_words::note::notes")]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "restrap_words::note::notes::Notes")
    )]
    pub notes: Vec<Note>,
}

vocabulary! {
    /// The side of a change.
    pub enum Direction: "a direction" {
        /// The system is better.
        Better = "better",
        /// The system is worse.
        Worse = "worse",
    }
}

impl Direction {
    /// Returns the side of an improvement, or `None` for none.
    pub(crate) fn new(improvement: f64) -> Option<Self> {
        match improvement.partial_cmp(&0.0)? {
            Ordering::Greater => Some(Self::Better),
            Ordering::Less => Some(Self::Worse),
            Ordering::Equal => None,
        }
    }

    /// `true` if a test has a side of its own, and it is not that of the improvement.
    pub(crate) fn contradicts(tested: Option<Self>, improvement: f64) -> bool {
        let both = tested.zip(Self::new(improvement));
        both.is_some_and(|(tested, mean)| tested != mean)
    }

    /// Returns the side of a change: that of the test if it has one of its own, else that of the improvement.
    pub(crate) fn side(tested: Option<Self>, improvement: f64) -> Ordering {
        match tested.or_else(|| Self::new(improvement)) {
            Some(Self::Better) => Ordering::Greater,
            Some(Self::Worse) => Ordering::Less,
            None => Ordering::Equal,
        }
    }
}

/// Tests adjusted together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Family {
    /// Number of p-values.
    pub size: u64,
    /// Procedure.
    pub adjust: Adjustment,
    /// Comparisons left out.
    pub excluded: Vec<String>,
}

/// How it was computed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Plan {
    /// How the primary test was computed.
    pub route: RouteUsed,
    /// Distinct differences of the first comparison.
    pub distinct_rows: u64,
    /// Lattice of the scores.
    pub grid: String,
    /// Why that route, in words.
    pub because: String,
    /// Vector level; left out by `--no-host`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
}

/// Decimals where an outcome does not say, as those of 0.1.0.
const UNKNOWN: u64 = 4;

impl Outcome {
    /// Decimals of every score in a table.
    pub fn decimals(&self) -> usize {
        self.decimals.unwrap_or(UNKNOWN) as usize
    }
}

impl AlsoOutcome {
    /// Decimals of its values in a table.
    pub fn decimals(&self) -> usize {
        self.decimals.unwrap_or(UNKNOWN) as usize
    }
}

impl ComparisonOutcome {
    /// What the digits of the difference depend on.
    pub fn spread(&self) -> Spread {
        Spread {
            items: self.items(),
            error: self.standard_error.unwrap_or(0.0),
            binary: self.binary,
        }
    }
}

vocabulary! {
    /// The computation of a p-value.
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
    /// The computation of its probabilities.
    pub method: Method,
    /// Fully specified recipe.
    pub recipe: Recipe,
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
