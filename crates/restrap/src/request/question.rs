//! What is asked of a difference: tests, side, levels, interval, margin, gate, adjustment.

use restrap_stats::{Adjustment, Alternative};
use restrap_words::vocabulary;
use serde::{Deserialize, Serialize};

use crate::request::MarginSize;
use crate::request::margin::{AskedMargin, Claim, MetricClaim, ScoreRange};
use crate::request::profile::Profile;
use crate::request::test::Test;

vocabulary! {
    /// What a gate requires of every comparison.
    ///
    /// Superior asks for a difference that is shown, noninferior and equivalent for a margin that is held. Scripts see exit code 0,
    /// 10 (the opposite is shown) or 11 (neither).
    pub enum Gate: "a gate" {
        /// The primary test rejects at alpha (after adjustment) and the system is ahead.
        Superior = "superior",
        /// The non-inferiority test rejects at alpha (after adjustment).
        Noninferior = "noninferior",
        /// The equivalence test rejects at alpha (after adjustment).
        Equivalent = "equivalent",
    }
}

impl From<Claim> for Gate {
    fn from(claim: Claim) -> Self {
        match claim {
            Claim::Noninferior => Self::Noninferior,
            Claim::Equivalent => Self::Equivalent,
            Claim::Superior => Self::Superior,
        }
    }
}

vocabulary! {
    /// What a gate forbids to be shown of any comparison.
    pub enum Forbid: "what a gate forbids" {
        /// The system is worse: at alpha (after adjustment), or by more than the margin where there is one.
        Inferior = "inferior",
    }
}

/// What is asked of every difference.
///
/// Tests, side, margin, gate, levels, interval and adjustment: everything that decides which claim is made, and nothing about the
/// data or the machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct Question {
    /// Tests; the first is primary. None are those that the data call for.
    pub tests: Vec<Test>,
    /// Side of every test: "better" means that the system is better, whatever the metric's direction.
    pub alternative: Alternative,
    /// Level of the tests.
    pub alpha: f64,
    /// Interval of the difference and of each system.
    pub interval: IntervalMethod,
    /// Level of the intervals.
    pub confidence: f64,
    /// What a margin test is to show, and the margin.
    pub margin: Option<AskedMargin>,
    /// Claims about several metrics, which are one decision: all of them have to be shown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<MetricClaim>,
    /// The range of the scores, for a margin test whose level no shape of them can break.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounded: Option<ScoreRange>,
    /// The posterior of the mean difference, beside the tests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bayesian: Option<Bayesian>,
    /// What must be shown for a script to go on.
    pub gate: Option<Gate>,
    /// What must not be shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forbid: Option<Forbid>,
    /// Adjustment over the comparisons; `None` leaves p-values alone.
    pub adjust: Option<Adjustment>,
    /// Metrics whose comparisons are adjusted together, where several are named.
    #[serde(skip_serializing_if = "AdjustedMetrics::is_primary")]
    pub family: AdjustedMetrics,
    /// Higher scores are better.
    pub higher_is_better: bool,
    /// The published recipe that the rest comes from, if one was asked for.
    pub profile: Option<Profile>,
    /// Decimals of scores and differences in tables and words; `None` has those that their errors support.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digits: Option<u8>,
}

impl Default for Question {
    fn default() -> Self {
        Self {
            tests: Vec::new(),
            alternative: Alternative::TwoSided,
            alpha: 0.05,
            interval: IntervalMethod::Auto,
            confidence: 0.95,
            margin: None,
            claims: Vec::new(),
            bounded: None,
            bayesian: None,
            gate: None,
            forbid: None,
            adjust: Some(Adjustment::Holm),
            family: AdjustedMetrics::Primary,
            higher_is_better: true,
            profile: None,
            digits: None,
        }
    }
}

/// The posterior of the mean difference by the Bayesian bootstrap (Rubin 1981).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct Bayesian {
    /// Region of practical equivalence: the largest difference, either way, that does not matter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rope: Option<MarginSize>,
}

impl Bayesian {
    /// With a region of practical equivalence, or none.
    pub fn within(rope: Option<MarginSize>) -> Self {
        Self { rope }
    }
}

vocabulary! {
    /// The metrics whose comparisons are adjusted together, of several that are named.
    pub enum AdjustedMetrics: "a family" {
        /// The first; p-values of the others are not adjusted.
        Primary = "primary",
        /// All of them: one family, whose size is the number of comparisons times that of metrics.
        All = "all",
    }
    default Primary
}

impl AdjustedMetrics {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
    fn is_primary(&self) -> bool {
        *self == Self::Primary
    }
}

vocabulary! {
    /// An interval for the difference.
    ///
    /// `auto` takes the one that agrees with the test: the inversion of the test where it has a law, t for t, Wilson and others for
    /// shares. The names are those of the command line.
    pub enum IntervalMethod: "an interval" {
        /// One decision with the primary test: what it does not reject; of a corpus metric, as wide as its swaps reach.
        Auto = "auto",
        /// The differences that a two-sided permutation test does not reject.
        Invert = "invert",
        /// Tango's (1998) score interval for paired 0/1 scores.
        Tango = "tango",
        /// The differences of paired 0/1 scores that an exact test does not reject, whatever share of items differs; 0 is decided by
        /// exact McNemar unless the unconditional test was asked.
        Unconditional = "unconditional",
        /// Bootstrap percentiles.
        Percentile = "percentile",
        /// Reflected bootstrap percentiles.
        Basic = "basic",
        /// Bias-corrected and accelerated bootstrap.
        Bca = "bca",
        /// Bootstrap standard deviation and normal quantiles.
        Normal = "normal",
        /// Bootstrap t: each resample by its own standard error.
        Studentized = "studentized",
        /// Student's t (1908).
        T = "t",
        /// The pseudo-medians that Wilcoxon's test does not reject (Hodges and Lehmann 1963).
        HodgesLehmann = "hodges-lehmann",
        /// Newcombe's (1998) interval of the difference of 0/1 scores, made of Wilson's (1927), which each system gets.
        Newcombe = "newcombe",
        /// Wilson's (1927) interval of each system's share; Newcombe's, which is made of it, for the difference.
        Wilson = "wilson",
        /// Clopper and Pearson's (1934) exact interval of each system's share; Tango's for the difference.
        ClopperPearson = "clopper-pearson",
        /// No interval.
        None = "none",
    }
    default Auto
}

impl IntervalMethod {
    /// It is about shares of 0/1 scores.
    pub(crate) fn is_of_shares(self) -> bool {
        matches!(
            self,
            Self::Tango
                | Self::Unconditional
                | Self::Newcombe
                | Self::Wilson
                | Self::ClopperPearson
        )
    }
}
