//! A margin test: how it was made, what it showed, and the items that a margin of 0/1 scores is about.

use crate::outcome::Recipe;
use std::fmt;

use restrap_words::{Note, vocabulary};
use serde::{Deserialize, Serialize};

use super::interval::IntervalOutcome;
use crate::request::Claim;

vocabulary! {
    /// How a margin was tested.
    pub enum MarginMethod: "a margin test" {
        /// Tango's score test of paired 0/1 scores (1998).
        Tango = "tango",
        /// The unconditional exact score test of paired 0/1 scores (Berger & Boos 1994).
        Unconditional = "unconditional",
        /// Student's paired t test (1908).
        T = "t",
        /// Student's t with the standard error of clusters (CR2; Bell & McCaffrey 2002).
        ClusterT = "cluster-t",
        /// Bootstrap t: each resample by its own standard error.
        Studentized = "studentized",
        /// Student's t with the standard error of items and training runs (Satterthwaite 1946).
        RecipeT = "recipe-t",
        /// Student's t with the standard error of crossed clusters (Cameron, Gelbach & Miller 2011).
        CrossedT = "crossed-t",
        /// Student's t with the correction of Nadeau and Bengio (2003) for folds.
        CorrectedT = "corrected-t",
        /// Student's t of prediction-powered means (Angelopoulos, Duchi & Zrnic 2023).
        PredictionT = "prediction-t",
        /// Bets against the margin, of scores in a range that was declared (Waudby-Smith & Ramdas 2024).
        Betting = "betting",
        /// Null-tilted resampling (Efron 1981; DiCiccio & Romano 1990), by law: of units of which few lose.
        Tilted = "tilted",
        /// Null-tilted resampling, by draws: of a metric of the whole corpus.
        TiltedBootstrap = "tilted-bootstrap",
        /// Bootstrap centred on the observed difference.
        Bootstrap = "bootstrap",
        /// What may change where no item of so many differs (Hanley & Lippman-Hand 1983).
        Identical = "identical",
        /// Welch's t test of two samples (1947).
        Welch = "welch",
        /// The exact score test of two independent shares, whatever the shares (Chan and Zhang 1999).
        ChanZhang = "chan-zhang",
        /// Miettinen and Nurminen's score test of two independent shares (1985).
        MiettinenNurminen = "miettinen-nurminen",
        /// The exact binomial test of 0/1 scores against a number.
        Binomial = "binomial",
        /// The test of a mean against a number.
        OneSample = "one-sample",
    }
}

/// A test against a margin that was fixed beforehand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MarginOutcome {
    /// `noninferior` or `equivalent`.
    pub claim: Claim,
    /// The margin as typed.
    pub asked: String,
    /// The margin in units of the score.
    pub size: f64,
    /// How it was tested; null where no test is defined.
    pub method: Option<MarginMethod>,
    /// Fully specified recipe.
    pub recipe: Recipe,
    /// p-value of the claim; null where no test is defined.
    pub pvalue: Option<f64>,
    /// After adjustment over the comparisons.
    pub p_adjusted: Option<f64>,
    /// p-value of the null "worse by the margin or more".
    pub p_noninferior: Option<f64>,
    /// p-value of the null "as far apart as the margin or farther".
    pub p_equivalent: Option<f64>,
    /// Interval of the difference at 1 − 2 alpha: the claim holds at alpha exactly when it lies within the margin.
    pub interval: Option<IntervalOutcome>,
    /// The interval is of what the difference has beyond the margin, a share of the baseline whose own error counts: the claim holds
    /// exactly when it lies on the better side of 0.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub beyond: bool,
    /// The claim was shown at alpha (after adjustment).
    pub shown: bool,
    /// The contrary of the claim, if the difference lies on its side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opposite: Option<OppositeOutcome>,
    /// The lowest and the highest score seen, if they stand for a scale that is not declared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale_seen: Option<[f64; 2]>,
    /// Joined with null-tilted resampling, which knows what a unit can lose though none did.
    #[serde(skip)]
    pub(crate) is_tilted: bool,
    /// Items whose 0/1 score changes.
    pub flips: Option<Flips>,
    /// What a reader must know of this test.
    #[serde(flatten, with = "restrap_words::note::notes")]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "restrap_words::note::notes::Notes")
    )]
    pub notes: Vec<Note>,
}

/// The test of the contrary of a margin claim: a loss beyond the margin, a difference beyond it, or a gain below it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct OppositeOutcome {
    /// The system is worse: by more than the margin, or less than the margin better.
    pub is_worse: bool,
    /// One-sided p-value by the same test.
    pub pvalue: Option<f64>,
    /// After adjustment over the comparisons.
    pub p_adjusted: Option<f64>,
}

impl OppositeOutcome {
    /// The p-value, after adjustment if there is a family.
    pub fn p(&self) -> Option<f64> {
        self.p_adjusted.or(self.pvalue)
    }
}

impl MarginOutcome {
    /// The ends of its interval as improvements, on the scale of its size.
    pub(crate) fn improvements(&self, higher_is_better: bool) -> Option<(f64, f64)> {
        let (low, high) = self.interval.as_ref()?.oriented(higher_is_better);
        let shift = if self.beyond { self.size } else { 0.0 };
        Some((low + shift, high + shift))
    }
}

/// Items whose 0/1 score changes; the first 1,000 of each kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Flips {
    /// Items that only the baseline gets right.
    pub harmful: Vec<Item>,
    /// Items that only the system gets right.
    pub beneficial: Vec<Item>,
}

/// An item of the files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Item {
    /// Its place among the items, from 1.
    Number(u64),
    /// Its id.
    Id(String),
}

impl Item {
    /// Names it by its id, where it has only its place. `id` takes that place from 0.
    pub(super) fn name(&mut self, id: impl Fn(usize) -> Option<String>) {
        if let Self::Number(number) = self
            && let Some(id) = id(*number as usize - 1)
        {
            *self = Self::Id(id);
        }
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Id(id) => id.fmt(f),
        }
    }
}

/// The state of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The claim is significant at its level.
    Shown,
    /// Neither the claim nor its opposite is significant.
    NotShown,
    /// The opposite is significant.
    Opposite,
    /// There is no p-value, or the test and the difference of the means point to different sides.
    Undecided,
}
