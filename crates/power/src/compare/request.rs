//! What is simulated.

use restrap_core::Level;
use restrap_stats::Alternative;
use restrap_words::vocabulary;
use serde::{Deserialize, Serialize};

use super::method::PowerMethod;
use crate::setters::setters;
use restrap_lib::{Exact, Test, Variants};

vocabulary! {
    /// Where the differences of simulated items come from.
    ///
    /// 0/1 scores, graded or normal scores, or the scores or outputs of two files.
    pub enum PowerModel: "a data model" {
        /// +1, −1 or 0: items of 0/1 scores helped, hurt, tied; ties are the agreement of Card et al. (2020)
        Accuracy = "accuracy",
        /// Reciprocal ranks to 10, in steps of 1/2520; an effect moves the system up one rank as often as it takes
        Graded = "graded",
        /// Scores of standard deviation 1, in steps of 1/1000: effect + √(2(1 − ρ)) E, E normal, or lognormal where it is skewed
        Continuous = "continuous",
        /// The differences of two files, made a null by swaps or by their mean
        Files = "files",
        /// The outputs of two files under a metric of the whole corpus, made a null by swaps; no tests of item scores
        Outputs = "outputs",
    }
    default Accuracy
    gone {
        "beta" => "name two columns of scores with this distribution in place of a model",
        "laplace" => "name two columns of scores with this distribution in place of a model",
        "f1" => "name two files of labels and the metric f1 in place of a model",
    }
}

impl PowerModel {
    /// The models that need no files.
    pub const WITHOUT_FILES: [Self; 3] = [Self::Accuracy, Self::Graded, Self::Continuous];

    /// Own share of ties, correlation and skewness: `None` where the model has no such parameter.
    pub const fn parameters(self) -> [Option<f64>; 3] {
        match self {
            Self::Accuracy => [Some(0.9), None, None],
            Self::Graded => [Some(0.6), None, None],
            Self::Continuous => [Some(0.0), Some(0.5), Some(0.0)],
            Self::Files | Self::Outputs => [None; 3],
        }
    }

    /// An effect that 100 to 400 items may see; none for files, whose effect is up to the user.
    pub const fn effect(self) -> Option<f64> {
        match self {
            Self::Accuracy => Some(0.05),
            Self::Graded => Some(0.03),
            Self::Continuous => Some(0.2),
            Self::Files | Self::Outputs => None,
        }
    }

    /// Its metric is not a mean of scores of items.
    pub const fn is_of_corpus(self) -> bool {
        matches!(self, Self::Outputs)
    }

    /// A test can judge its data, which are 0/1 scores or not.
    pub fn allows(self, method: PowerMethod, binary: bool) -> bool {
        match method.test() {
            Test::McNemar => binary,
            Test::T | Test::Sign | Test::Wilcoxon => !self.is_of_corpus(),
            test => Test::PAIRED.contains(&test),
        }
    }
}

vocabulary! {
    /// How files are made a null.
    ///
    /// Swapping the two systems of an item by a fair coin makes them exchangeable; centring makes means equal and keeps skewness.
    /// Tests may hold their level under one alone.
    pub enum Null: "a null of files" {
        /// The labels of every item are swapped by a fair coin: exchangeable item by item. An effect tilts the coin, so that
        /// the values stay those of the files.
        Swaps = "swaps",
        /// Items are drawn with replacement from differences less their mean: equal means, whatever the skewness. An effect is
        /// added to all.
        Centred = "centred",
    }
    default Swaps
}

/// A design: a grid of cells, what is simulated in each, and the tests that judge it.
///
/// Lists that are empty are filled by what fits the model.
///
/// ```
/// # use restrap_facade as restrap;
/// use restrap::power::{PowerModel, PowerRequest, compare};
/// use restrap::{Control, Test};
///
/// let request = PowerRequest::default().items([40]).effects([0.0]).methods([Test::Sign.into()]).experiments(200);
/// let outcome = compare(&request, &Control::default())?;
/// assert!(outcome.cells[0].tests[0].rate.low < 0.05);
/// # Ok::<(), restrap::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct PowerRequest {
    /// Where the data come from.
    pub model: PowerModel,
    /// How files are made a null.
    pub null: Null,
    /// Numbers of items, 1 to 1,000,000; empty takes 25, 100 and 400, or the files' own.
    pub items: Vec<u64>,
    /// True differences, in score units, 0 being the null; empty takes 0 and one that fits the model, or 0 with files.
    pub effects: Vec<f64>,
    /// Shares of tied items; empty takes the model's own.
    pub ties: Vec<f64>,
    /// Correlations of the two scores of an item; empty takes the model's own.
    pub correlations: Vec<f64>,
    /// Skewnesses of the differences; empty takes the model's own.
    pub skews: Vec<f64>,
    /// Items per cluster; 1 means no clusters.
    pub cluster_sizes: Vec<u64>,
    /// Correlation of two items of a cluster.
    pub icc: f64,
    /// The tests and published recipes; empty takes all that the data allow.
    pub methods: Vec<PowerMethod>,
    /// Side of the tests; profiles have their own.
    pub alternative: Alternative,
    /// Variants of the tests.
    pub variants: Variants,
    /// Level of all tests.
    pub alpha: f64,
    /// Experiments of each cell, 1 to 2^40.
    pub experiments: u64,
    /// Resamples of each sampled test of each experiment, 1 to 1,000,000.
    pub resamples: u64,
    /// Whether p-values of tests that resample come by law: where the scores are 0/1, always (an error elsewhere), never.
    pub exact: Exact,
    /// Seed; 0 is a seed.
    pub seed: u64,
    /// Level of the Monte Carlo intervals.
    pub confidence: f64,
    /// Draw all resamples, also where no decision depends on them any more. Never changes a result, and is not saved.
    #[serde(skip)]
    pub in_full: bool,
    /// Vector level; `None` takes the widest. Belongs to a machine: it never changes a result, and is not saved.
    #[serde(skip)]
    pub level: Option<Level>,
}

impl Default for PowerRequest {
    fn default() -> Self {
        Self {
            model: PowerModel::Accuracy,
            null: Null::Swaps,
            items: Vec::new(),
            effects: Vec::new(),
            ties: Vec::new(),
            correlations: Vec::new(),
            skews: Vec::new(),
            cluster_sizes: vec![1],
            icc: 0.3,
            methods: Vec::new(),
            alternative: Alternative::TwoSided,
            variants: Variants::default(),
            alpha: 0.05,
            experiments: 2_000,
            resamples: 999,
            exact: Exact::Auto,
            seed: 0,
            confidence: 0.95,
            in_full: false,
            level: None,
        }
    }
}

setters!(PowerRequest {
    /// Where the data come from.
    model: PowerModel => model,
    /// How files are made a null.
    null: Null => null,
    /// Numbers of items.
    items: impl Into<Vec<u64>> => items.into(),
    /// True differences.
    effects: impl Into<Vec<f64>> => effects.into(),
    /// Shares of tied items.
    ties: impl Into<Vec<f64>> => ties.into(),
    /// Correlations of the two scores of an item.
    correlations: impl Into<Vec<f64>> => correlations.into(),
    /// Skewnesses of the differences.
    skews: impl Into<Vec<f64>> => skews.into(),
    /// Items per cluster.
    cluster_sizes: impl Into<Vec<u64>> => cluster_sizes.into(),
    /// Correlation of two items of a cluster.
    icc: f64 => icc,
    /// The tests and published recipes.
    methods: impl Into<Vec<PowerMethod>> => methods.into(),
    /// Side of the tests.
    alternative: Alternative => alternative,
    /// Variants of the tests.
    variants: Variants => variants,
    /// Level of all tests.
    alpha: f64 => alpha,
    /// Experiments of each cell.
    experiments: u64 => experiments,
    /// Resamples of each sampled test of each experiment.
    resamples: u64 => resamples,
    /// Whether p-values of tests that resample come by law.
    exact: Exact => exact,
    /// Seed of all draws.
    seed: u64 => seed,
    /// Level of the Monte Carlo intervals.
    confidence: f64 => confidence,
    /// Draw all resamples.
    in_full: bool => in_full,
    /// Vector level.
    level: impl Into<Option<Level>> => level.into(),
});

/// What a cell of a design sets.
///
/// Items, effect, and the parameters of the model in one cell: ties, correlation, skewness, or the size of clusters. A cell repeats
/// its experiments with these.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Setting {
    /// Items of an experiment.
    pub items: u64,
    /// True difference of the means, in score units.
    pub effect: f64,
    /// Share of tied items; none where the model has none.
    pub ties: Option<f64>,
    /// Correlation of the two scores of an item.
    pub correlation: Option<f64>,
    /// Skewness of the differences.
    pub skew: Option<f64>,
    /// Items of a cluster; 1 means no clusters.
    pub cluster_size: u64,
}
