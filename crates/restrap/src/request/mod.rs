//! What a user asks: systems, tests, and the options every test shares.

pub(crate) mod profile;
pub(crate) mod rule;

use restrap_core::{Level, Precision};
use restrap_engine::Route;
use restrap_stats::{Adjustment, Alternative, McNemarVariant, SignTies, Zeros};

use crate::data::design::Strata;
use crate::request::profile::Profile;
use crate::request::rule::Rule;
use crate::say::gate::Gate;
use crate::test::margin::{Claim, MarginSize};

/// Scores of one system, one an item, in item order.
#[derive(Clone, Debug)]
pub struct Scores {
    /// Name in every output.
    pub name: String,
    /// One finite score an item.
    pub values: Vec<f64>,
    /// Precision in which the file holds them.
    pub precision: Precision,
}

/// A test of the difference between two systems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Test {
    /// Random swaps of the paired scores.
    Permutation,
    /// Bootstrap centred on the observed difference.
    Bootstrap,
    /// Share of bootstrap differences on the wrong side of 0.
    BootstrapPercentile,
    /// Paired t.
    T,
    /// Sign test.
    Sign,
    /// McNemar's test of 0/1 scores.
    McNemar,
    /// Wilcoxon's signed ranks.
    Wilcoxon,
    /// Welch's t of two samples of different items.
    Welch,
    /// Student's t of two samples, equal variances.
    Student,
    /// Mann-Whitney's rank sums of two samples.
    MannWhitney,
}

impl Test {
    /// Tests of two samples of different items, in the order of the documentation.
    pub const UNPAIRED: [Self; 4] = [Self::Permutation, Self::Welch, Self::Student, Self::MannWhitney];

    /// All tests of paired scores, in the order of the documentation.
    pub const ALL: [Self; 7] = [
        Self::Permutation,
        Self::Bootstrap,
        Self::BootstrapPercentile,
        Self::T,
        Self::Sign,
        Self::McNemar,
        Self::Wilcoxon,
    ];

    /// How it is asked for on the command line.
    pub(crate) fn flag(self) -> &'static str {
        match self {
            Self::Permutation => "--test permutation",
            Self::Bootstrap => "--test bootstrap",
            Self::BootstrapPercentile => "--test bootstrap-percentile",
            Self::T => "--test t",
            Self::Sign => "--test sign",
            Self::McNemar => "--test mcnemar",
            Self::Wilcoxon => "--test wilcoxon",
            Self::Welch => "--test welch",
            Self::Student => "--test student",
            Self::MannWhitney => "--test mann-whitney",
        }
    }

    /// The name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        self.flag().trim_start_matches("--test ")
    }
}

/// When to compute a law instead of drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Exact {
    /// Wherever the error of the law is known to be small: a function of the data alone.
    #[default]
    Auto,
    /// Always; an error where no law can be trusted.
    Always,
    /// Never: draw.
    Never,
}

/// An interval for the difference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IntervalMethod {
    /// Tango's score interval for 0/1 scores, the dual of the permutation test otherwise.
    #[default]
    Auto,
    /// The differences that a two-sided permutation test does not reject.
    Invert,
    /// Tango's (1998) score interval for paired 0/1 scores.
    Tango,
    /// Bootstrap percentiles.
    Percentile,
    /// Reflected bootstrap percentiles.
    Basic,
    /// Bias-corrected and accelerated bootstrap.
    Bca,
    /// Bootstrap standard deviation and normal quantiles.
    Normal,
    /// Bootstrap t: each resample by its own standard error.
    Studentized,
    /// Newcombe's (1998) interval of the difference of 0/1 scores, made of Wilson's (1927), which each system gets.
    Newcombe,
    /// Wilson's (1927) interval of each system's share; Newcombe's, which is made of it, for the difference.
    Wilson,
    /// Clopper and Pearson's (1934) exact interval of each system's share; Tango's for the difference.
    ClopperPearson,
    /// No interval.
    None,
}

impl IntervalMethod {
    /// All methods, in the order of the documentation.
    pub const ALL: [Self; 12] = [
        Self::Auto,
        Self::Invert,
        Self::Tango,
        Self::Percentile,
        Self::Basic,
        Self::Bca,
        Self::Normal,
        Self::Studentized,
        Self::Newcombe,
        Self::Wilson,
        Self::ClopperPearson,
        Self::None,
    ];

    /// How it is asked for on the command line.
    pub(crate) fn flag(self) -> &'static str {
        match self {
            Self::Auto => "--interval auto",
            Self::Invert => "--interval invert",
            Self::Tango => "--interval tango",
            Self::Percentile => "--interval percentile",
            Self::Basic => "--interval basic",
            Self::Bca => "--interval bca",
            Self::Normal => "--interval normal",
            Self::Studentized => "--interval studentized",
            Self::Newcombe => "--interval newcombe",
            Self::Wilson => "--interval wilson",
            Self::ClopperPearson => "--interval clopper-pearson",
            Self::None => "--interval none",
        }
    }

    /// The name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        self.flag().trim_start_matches("--interval ")
    }

    /// It is about shares of 0/1 scores.
    pub(crate) fn is_of_shares(self) -> bool {
        matches!(self, Self::Tango | Self::Newcombe | Self::Wilson | Self::ClopperPearson)
    }
}

/// The lattice of the scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GridChoice {
    /// Recovered from the scores; never snaps.
    #[default]
    Auto,
    /// The decimals as printed; an error where scores are not short decimals.
    AsPrinted,
    /// Multiples of 1/q, each score going to the nearest within half a printed digit.
    Denominator(u32),
}

/// How a p-value comes from the sign test or from signed ranks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SignP {
    /// The law of fair signs: binomial for the sign test, with ties for signed ranks.
    #[default]
    Exact,
    /// Normal approximation with the ½ correction.
    Normal,
    /// Normal approximation without correction.
    NormalUncorrected,
}

impl SignP {
    /// All variants, in the order of the documentation.
    pub const ALL: [Self; 3] = [Self::Exact, Self::Normal, Self::NormalUncorrected];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Normal => "normal",
            Self::NormalUncorrected => "normal-uncorrected",
        }
    }
}

/// A comparison of systems with a baseline.
#[derive(Clone, Debug)]
pub struct Request {
    /// Tests; the first is primary.
    pub tests: Vec<Test>,
    /// The systems scored different items: columns may differ in length, and only [`Test::UNPAIRED`] are defined.
    pub unpaired: bool,
    /// Side of every test: "better" means that the system is better, whatever the metric's direction.
    pub alternative: Alternative,
    /// Resamples of everything that is sampled.
    pub resamples: u64,
    /// When to compute a law instead of drawing.
    pub exact: Exact,
    /// Interval of the difference and of each system.
    pub interval: IntervalMethod,
    /// Level of the tests.
    pub alpha: f64,
    /// Level of the intervals.
    pub confidence: f64,
    /// Seed of all draws; 0 is a seed.
    pub seed: u64,
    /// Lattice of the scores.
    pub grid: GridChoice,
    /// Published recipe, if one was asked for.
    pub profile: Option<Profile>,
    /// Sampled p-values as c/R instead of (c + 1)/(R + 1).
    pub raw_p: bool,
    /// Departures of a published recipe from the default.
    pub rule: Rule,
    /// Strata of the items, whose sizes every bootstrap resample keeps.
    pub strata: Option<Strata>,
    /// Higher scores are better.
    pub higher_is_better: bool,
    /// What the sign test does with ties.
    pub sign_ties: SignTies,
    /// How the sign test's p-value is computed.
    pub sign_p: SignP,
    /// What Wilcoxon's test does with differences of 0.
    pub zeros: Zeros,
    /// How its p-value is computed.
    pub wilcoxon_p: SignP,
    /// Variant of McNemar's test.
    pub mcnemar: McNemarVariant,
    /// What a margin test is to show, and the margin, fixed beforehand.
    pub margin: Option<(Claim, MarginSize)>,
    /// What must be shown for a script to go on.
    pub gate: Option<Gate>,
    /// Adjustment over the comparisons with the baseline; `None` leaves p-values alone.
    pub adjust: Option<Adjustment>,
    /// How everything that is sampled is drawn; `None` leaves it to the data. Draws differ between routes.
    pub route: Option<Route>,
    /// Vector level; `None` takes the widest. Never changes a result.
    pub level: Option<Level>,
    /// Resamples a shard; never changes a result.
    pub shard_size: Option<u64>,
}

impl Default for Request {
    fn default() -> Self {
        Self {
            tests: vec![Test::Permutation],
            unpaired: false,
            alternative: Alternative::TwoSided,
            resamples: 100_000,
            exact: Exact::Auto,
            interval: IntervalMethod::Auto,
            alpha: 0.05,
            confidence: 0.95,
            seed: 0,
            grid: GridChoice::Auto,
            profile: None,
            raw_p: false,
            rule: Rule::PLAIN,
            strata: None,
            higher_is_better: true,
            sign_ties: SignTies::Drop,
            sign_p: SignP::Exact,
            zeros: Zeros::Wilcox,
            wilcoxon_p: SignP::Exact,
            mcnemar: McNemarVariant::Exact,
            margin: None,
            gate: None,
            adjust: Some(Adjustment::Holm),
            route: None,
            level: None,
            shard_size: None,
        }
    }
}
