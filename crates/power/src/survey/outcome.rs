//! What a survey is asked and what it answers: schema `restrap/power/1`, kind `survey`.

use restrap_stats::{Alternative, McNemar};
use restrap_words::vocabulary;
use serde::{Deserialize, Serialize};

use super::claim::Claim;
use crate::audit::End;
use crate::plan::{level, wanted_power};
use crate::setters::setters;
use restrap_lib::number::digits::rounded;
use restrap_lib::outcome::Run;

/// What a survey is asked.
///
/// The level at which claims are judged, and the power below which a comparison counts as too small to show the gain that it
/// claims.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct SurveyRequest {
    /// Level of the tests.
    pub alpha: f64,
    /// Wanted power.
    pub power: f64,
}

impl Default for SurveyRequest {
    fn default() -> Self {
        Self {
            alpha: level(),
            power: wanted_power(),
        }
    }
}

setters!(SurveyRequest {
    /// Level of the tests.
    alpha: f64 => alpha,
    /// Wanted power.
    power: f64 => power,
});

vocabulary! {
    /// What is wrong with a published claim.
    ///
    /// A claim may contradict its own numbers, be out of reach of its test set, name a wrong test, or leave out what is needed to
    /// check it.
    pub enum Fault: "a fault of a claim" {
        /// It says nothing of significance.
        NoSignificance = "no significance",
        /// It reports significance and does not name the test.
        NoTest = "no test named",
        /// It does not say how many items there are.
        NoItems = "no items",
        /// The test does not go with the measure, or with the same items.
        WrongTest = "wrong test",
        /// No number of right items prints as this score.
        ImpossibleScore = "impossible score",
        /// The gap is not the difference of the scores.
        WrongGap = "wrong gap",
        /// The p-value is none.
        ImpossibleP = "impossible p",
        /// No items that such systems may have right give this p-value.
        POutOfReach = "p out of reach",
        /// It is called significant, and its own p-value or its own numbers say otherwise.
        NotSignificant = "not significant",
        /// Whatever items the systems have right, a gap of this size is not significant on so few.
        TooFewItems = "too few items",
    }
}

impl Fault {
    /// Whether the claim contradicts its own numbers.
    pub fn cannot_hold(self) -> bool {
        matches!(
            self,
            Self::ImpossibleScore
                | Self::WrongGap
                | Self::ImpossibleP
                | Self::POutOfReach
                | Self::NotSignificant
        )
    }
}

/// One fault in words.
///
/// What is wrong, or cannot be checked, with the numbers that show it. Findings of one claim stand in order of weight, the gravest
/// first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Finding {
    /// Which.
    pub fault: Fault,
    /// What was found.
    pub words: String,
}

/// What the items and the gap of a claim allow.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Allowed {
    /// Items of the test set.
    pub items: u64,
    /// System − baseline, as a share of the items.
    pub difference: f64,
    /// The table with the smallest exact p.
    pub least: End,
    /// The table with the largest exact p.
    pub largest: End,
    /// The least and the largest p of the test that is named, over its variants and sides; of all known tests where none is.
    pub pvalues: [f64; 2],
    /// Power of an exact two-sided test for a true gap as large, at the least and at the most agreement, where scores are given.
    pub power: Option<[f64; 2]>,
    /// Significance at alpha does not depend on the agreement.
    pub decided: bool,
}

impl Allowed {
    /// Where only the gap is known: nothing lost, or all other items split evenly.
    pub(super) fn of_gap(items: u64, gap: f64, request: &SurveyRequest) -> Self {
        let won = (gap.abs() * items as f64).round() as u64;
        let end = |lost: u64| {
            let (b, c) = if gap < 0.0 {
                (lost, won + lost)
            } else {
                (won + lost, lost)
            };
            End {
                won: b,
                lost: c,
                pvalue: rounded(McNemar { b, c }.exact(Alternative::TwoSided).value()),
            }
        };
        let (least, largest) = (end(0), end(items.saturating_sub(won) / 2));
        let pvalues = [least.pvalue, largest.pvalue];
        let decided = least.pvalue > request.alpha || largest.pvalue <= request.alpha;
        Self {
            items,
            difference: rounded(gap),
            least,
            largest,
            pvalues,
            power: None,
            decided,
        }
    }
}

/// One claim, and what was found.
///
/// The claim as it was read, what its own numbers allow (which p-values, which gaps), and the findings: what is wrong, and what
/// cannot be checked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct AuditedClaim {
    /// As it stands in the table.
    pub claim: Claim,
    /// What its numbers allow; null where they say too little, or its measure is not a share of right items.
    pub allowed: Option<Allowed>,
    /// What is wrong with it.
    pub findings: Vec<Finding>,
}

/// Counts over all papers: of claims, where no column names papers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Counted {
    /// Papers.
    pub papers: u64,
    /// Claims.
    pub claims: u64,
    /// Different tasks.
    pub tasks: u64,
    /// Different measures.
    pub measures: u64,
    /// Papers and measures that they use, each once.
    pub measures_of_papers: u64,
    /// Papers that report no significance.
    pub without_significance: u64,
    /// Papers that report it.
    pub with_significance: u64,
    /// Papers among these with an unsuitable test.
    pub with_wrong_test: u64,
    /// Papers among these that do not name a test.
    pub without_test: u64,
    /// Papers with a claim that cannot hold.
    pub cannot_hold: u64,
    /// Claims without a number of items.
    pub claims_without_items: u64,
    /// Claims whose gap is not significant whatever the systems have right.
    pub claims_of_too_few_items: u64,
    /// Claims that cannot hold.
    pub claims_that_cannot_hold: u64,
}

/// The answer: schema `restrap/power/1`, kind `survey`.
///
/// Claims with their findings, and counts over papers of how many claims hold, cannot hold, or rest on too few items. Written as
/// kind `survey`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SurveyOutcome {
    /// Version, inputs, warnings, signature, report: what every answer has.
    #[serde(flatten)]
    pub run: Run,
    /// `survey`.
    pub kind: String,
    /// The claims, in their order.
    pub claims: Vec<AuditedClaim>,
    /// Counts over all of them.
    pub counted: Counted,
    /// In words.
    pub answer: String,
    /// What was asked.
    pub request: SurveyRequest,
}
