//! What the scores are a sample of, and the lattice that they lie on.

use std::fmt;
use std::str::FromStr;

use restrap_stats::interval::Scale;
use restrap_words::vocabulary;
use serde::{Deserialize, Serialize};

use crate::request::margin::ScoreRange;

/// The lattice of the scores.
///
/// Scores as printed lie on a lattice, such as multiples of 0.01 or of 1/20. Laws need it: it is found in the scores by default,
/// and may be stated where rounding hid it.
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

impl fmt::Display for GridChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::AsPrinted => f.write_str("as-printed"),
            Self::Denominator(q) => write!(f, "1/{q}"),
        }
    }
}

/// A word that is not a lattice.
///
/// A lattice is `auto`, `printed`, or `1/N` with a whole number N: scores are then multiples of 1/N. The error repeats the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected auto, as-printed, or 1/N such as 1/2520")]
pub struct BadGrid;

impl FromStr for GridChoice {
    type Err = BadGrid;

    fn from_str(word: &str) -> Result<Self, BadGrid> {
        let denominator = |q: &str| q.parse().ok().filter(|&q| q > 0).map(Self::Denominator);
        match word {
            "auto" => Ok(Self::Auto),
            "as-printed" => Ok(Self::AsPrinted),
            _ => word.strip_prefix("1/").and_then(denominator).ok_or(BadGrid),
        }
    }
}

restrap_words::as_text!(GridChoice);

/// What the scores are a sample of.
///
/// Whether systems scored the same items, what one value is, how clusters weigh, the range of the scores and their lattice: what
/// decides how resamples are drawn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct Sample {
    /// The systems scored different items: columns may differ in length, and only [`crate::Test::UNPAIRED`] are defined.
    pub unpaired: bool,
    /// Lattice of the scores.
    pub grid: GridChoice,
    /// The least and the largest score that there can be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<ScoreRange>,
    /// Range of the metric that the files name.
    #[serde(skip)]
    #[doc(hidden)]
    pub of_metric: Option<[f64; 2]>,
    /// What one value is.
    #[serde(skip_serializing_if = "is_default")]
    pub over: Over,
    /// Share of the data that each fold or split tests on; `None` is 1/K of K folds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test_fraction: Option<f64>,
    /// How clusters of different sizes weigh.
    #[serde(skip_serializing_if = "is_default")]
    pub cluster_weight: ClusterWeight,
    /// What stands for the scores of items, where these are not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<Summarised>,
}

vocabulary! {
    /// Numbers that stand for the scores of items. They say nothing of single items, and only what they imply of pairs.
    pub enum Summarised: "a summary" {
        /// K of N items are right, for each system: two independent samples.
        Shares = "shares",
        /// Items that each of two systems wins, and that tie: no scores of the systems.
        Wins = "wins",
        /// Items that each of two systems wins; how many tie is not known, so that only the share of wins has a size.
        ShareOfWins = "share-of-wins",
        /// Items that both, one and neither of two systems have right.
        Table = "table",
    }
}

impl Sample {
    /// What is known of the range of scores.
    pub(crate) fn scale(&self) -> Scale {
        match (self.range, self.of_metric) {
            (Some(range), _) => range.into(),
            (None, Some([low, high])) => Scale::new(low, high).unwrap_or(Scale::UNKNOWN),
            (None, None) => Scale::UNKNOWN,
        }
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

vocabulary! {
    /// What the values of a column are.
    ///
    /// Items by default. Values of training runs or replications are two samples; values of folds and splits pair by line, and
    /// share training items, which the test corrects for.
    pub enum Over: "what scores are of" {
        /// Scores of items.
        Items = "items",
        /// One score a replication, each with data or seeds of its own.
        Replications = "replications",
        /// One score a training run, on the same items.
        Seeds = "seeds",
        /// One score a repetition with other sampled answers, on the same items.
        Repeats = "repeats",
        /// One score a fold of one data set.
        Folds = "folds",
        /// One score a random split of one data set.
        Splits = "splits",
        /// One vote between two systems: of a table of votes alone.
        Votes = "votes",
    }
    default Items
}

impl Over {
    /// One of them.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Items => "item",
            Self::Replications => "replication",
            Self::Seeds => "training run",
            Self::Repeats => "repetition",
            Self::Folds => "fold",
            Self::Splits => "split",
            Self::Votes => "vote",
        }
    }

    /// Several of them.
    pub fn noun_of_several(self) -> String {
        format!("{}s", self.noun())
    }

    /// Each value came about by itself: values of two systems are not pairs.
    pub fn is_independent(self) -> bool {
        matches!(self, Self::Replications | Self::Seeds | Self::Repeats)
    }

    /// Values share training items.
    pub(crate) fn overlaps(self) -> bool {
        matches!(self, Self::Folds | Self::Splits)
    }
}

vocabulary! {
    /// How clusters of different sizes weigh in a mean.
    pub enum ClusterWeight: "a weight of clusters" {
        /// Items weigh alike, and clusters by their size.
        Items = "items",
        /// Clusters weigh alike, whatever their size.
        Equal = "equal",
    }
    default Items
}
