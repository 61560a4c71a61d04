//! The answer of an audit: schema `restrap/power/1`, kind `audit`.

use restrap_stats::Alternative;
use restrap_words::vocabulary;
use serde::{Deserialize, Serialize};

use super::published::AuditRequest;
use super::published::Published;
use crate::scenario::Scenario;
use crate::schema::PowerQuestion;
use restrap_lib::outcome::Run;

/// One accuracy.
///
/// The share of right items as the paper printed it, and the numbers of right items that round to what was printed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Accuracy {
    /// As printed.
    pub published: Published,
    /// Counts of right items that print so, first and last.
    pub right: [u64; 2],
}

/// One end of what is possible.
///
/// The numbers of items won and lost there, and the p-value that they give: the least or the largest that the printed numbers
/// allow.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct End {
    /// Items that only the system has right.
    pub won: u64,
    /// Items that only the baseline has right.
    pub lost: u64,
    /// Exact McNemar p-value, the permutation test of 0/1 scores.
    pub pvalue: f64,
}

/// p at so many lost items, for the counts nearest to what was printed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct AuditPoint {
    /// Items that the one behind has right and the one ahead has not.
    pub lost: u64,
    /// Share of items on which both agree.
    pub agreement: f64,
    /// The p-value.
    pub pvalue: f64,
}

vocabulary! {
    /// What two accuracies alone say of their gap.
    ///
    /// Two accuracies alone leave the agreement of the systems open: the gap may be significant however they agree, however they do
    /// not, or only for some.
    pub enum AuditVerdict: "a verdict of an audit" {
        /// Significant whatever the agreement.
        Significant = "significant",
        /// Not significant whatever the agreement.
        NotSignificant = "not significant",
        /// It depends on the agreement.
        Undecided = "undecided",
    }
}

/// The answer.
///
/// Which p-values two published accuracies allow, over all ways in which the systems may agree item by item, with the verdict in
/// one sentence. Written as `restrap/power/1`, kind `audit`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct AuditOutcome {
    /// Version, inputs, warnings, signature, report: what every answer has.
    #[serde(flatten)]
    pub run: Run,
    /// `audit`.
    pub kind: PowerQuestion,
    /// Items of the test set.
    pub items: u64,
    /// The baseline.
    pub baseline: Accuracy,
    /// The system.
    pub system: Accuracy,
    /// system − baseline of the nearest counts.
    pub difference: f64,
    /// Side of the test.
    pub alternative: Alternative,
    /// Level of the test.
    pub alpha: f64,
    /// Wanted power of the scenarios.
    pub power: f64,
    /// The table with the smallest p.
    pub least: End,
    /// The table with the largest p.
    pub largest: End,
    /// Most items lost by the one ahead while p <= alpha, at the nearest counts; null where none may be.
    pub significant_up_to: Option<u64>,
    /// p over all agreements, at the nearest counts.
    pub points: Vec<AuditPoint>,
    /// Power for a true gap as large, at the most and the least agreement; empty without a gap, or where a
    /// one-sided test looks the other way.
    pub scenarios: Vec<Scenario>,
    /// Whether the gap is significant.
    pub verdict: AuditVerdict,
    /// In words.
    pub answer: String,
    /// What was asked.
    pub request: AuditRequest,
}
