//! What is asked of a difference: tests, side, levels, interval, margin, gate, adjustment.

use std::fmt;
use std::str::FromStr;

use restrap_stats::{Adjustment, Alternative};
use restrap_words::vocabulary;
use serde::{Deserialize, Serialize};

use super::Profile;

vocabulary! {
    /// A test of the difference between two systems.
    pub enum Test: "a test" {
        /// Random swaps of the paired scores.
        Permutation = "permutation",
        /// Bootstrap centred on the observed difference.
        Bootstrap = "bootstrap",
        /// Share of bootstrap differences on the wrong side of 0.
        BootstrapPercentile = "bootstrap-percentile",
        /// Paired t.
        T = "t",
        /// Sign test.
        Sign = "sign",
        /// McNemar's test of 0/1 scores.
        McNemar = "mcnemar",
        /// Wilcoxon's signed ranks.
        Wilcoxon = "wilcoxon",
        /// Welch's t of two samples of different items.
        Welch = "welch",
        /// Student's t of two samples, equal variances.
        Student = "student",
        /// Mann-Whitney's rank sums of two samples.
        MannWhitney = "mann-whitney",
    }
}

impl Test {
    /// Tests of two samples of different items, in the order of the documentation.
    pub const UNPAIRED: [Self; 4] = [Self::Permutation, Self::Welch, Self::Student, Self::MannWhitney];

    /// Tests of paired scores, in the order of the documentation.
    pub const PAIRED: [Self; 7] = [
        Self::Permutation,
        Self::Bootstrap,
        Self::BootstrapPercentile,
        Self::T,
        Self::Sign,
        Self::McNemar,
        Self::Wilcoxon,
    ];
}

vocabulary! {
    /// An interval for the difference.
    pub enum IntervalMethod: "an interval" {
        /// Tango's score interval for 0/1 scores, the dual of the permutation test otherwise.
        Auto = "auto",
        /// The differences that a two-sided permutation test does not reject.
        Invert = "invert",
        /// Tango's (1998) score interval for paired 0/1 scores.
        Tango = "tango",
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
        matches!(self, Self::Tango | Self::Newcombe | Self::Wilson | Self::ClopperPearson)
    }
}

vocabulary! {
    /// What a margin test is to show.
    pub enum Claim: "a claim about a margin" {
        /// The system is worse by less than the margin.
        Noninferior = "noninferior",
        /// The systems differ by less than the margin, either way.
        Equivalent = "equivalent",
    }
}

/// How large a difference still does not matter: `1pt`, `0.5%` or `abs:0.01`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MarginSize {
    /// Percentage points, of scores between 0 and 1.
    Points(f64),
    /// Per cent of the baseline's score.
    Percent(f64),
    /// In the unit of the scores.
    Absolute(f64),
}

impl fmt::Display for MarginSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Points(size) => write!(f, "{size}pt"),
            Self::Percent(size) => write!(f, "{size}%"),
            Self::Absolute(size) => write!(f, "abs:{size}"),
        }
    }
}

/// A word that is no margin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a size above 0 as 1pt (points), 0.5% (of the baseline) or abs:0.01, found '{0}'")]
pub struct BadMargin(String);

impl FromStr for MarginSize {
    type Err = BadMargin;

    fn from_str(word: &str) -> Result<Self, BadMargin> {
        let size = |text: &str| text.parse::<f64>().ok().filter(|size| *size > 0.0 && size.is_finite());
        let found = match (word.strip_suffix("pt"), word.strip_suffix('%'), word.strip_prefix("abs:")) {
            (Some(points), _, _) => size(points).map(Self::Points),
            (_, Some(percent), _) => size(percent).map(Self::Percent),
            (_, _, Some(absolute)) => size(absolute).map(Self::Absolute),
            _ => None,
        };
        found.ok_or_else(|| BadMargin(word.to_owned()))
    }
}

restrap_words::as_text!(MarginSize);

/// A margin, fixed beforehand.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AskedMargin {
    /// What the margin test is to show.
    pub claim: Claim,
    /// The largest difference that would not matter.
    pub size: MarginSize,
}

vocabulary! {
    /// What `--require` asks of every comparison.
    pub enum Gate: "a gate" {
        /// The primary test rejects at alpha (after adjustment) and the system is ahead.
        Superior = "superior",
        /// The non-inferiority test rejects at alpha (after adjustment).
        Noninferior = "noninferior",
        /// The equivalence test rejects at alpha (after adjustment).
        Equivalent = "equivalent",
    }
}

/// What is asked of every difference.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct Question {
    /// Tests; the first is primary.
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
    /// What must be shown for a script to go on.
    pub gate: Option<Gate>,
    /// Adjustment over the comparisons; `None` leaves p-values alone.
    pub adjust: Option<Adjustment>,
    /// Higher scores are better.
    pub higher_is_better: bool,
    /// The published recipe that the rest comes from, if one was asked for.
    pub profile: Option<Profile>,
}

impl Default for Question {
    fn default() -> Self {
        Self {
            tests: vec![Test::Permutation],
            alternative: Alternative::TwoSided,
            alpha: 0.05,
            interval: IntervalMethod::Auto,
            confidence: 0.95,
            margin: None,
            gate: None,
            adjust: Some(Adjustment::Holm),
            higher_is_better: true,
            profile: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_read_as_they_print() {
        for word in ["1pt", "0.5%", "abs:0.01"] {
            assert_eq!(word.parse::<MarginSize>().map(|size| size.to_string()).as_deref(), Ok(word));
        }
        for word in ["1", "0pt", "-1pt", "abs:", "abs:nan", "abs:inf", "pt", "1 point", "%"] {
            assert!(word.parse::<MarginSize>().is_err(), "{word}");
        }
    }
}
