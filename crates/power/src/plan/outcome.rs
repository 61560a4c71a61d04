//! What a plan answers: schema `restrap/power/1`, kind `plan`.

use restrap_stats::Alternative;
use restrap_words::vocabulary;
use serde::{Deserialize, Serialize};

use super::margin::MarginPlan;
use super::request::PlanRequest;
use crate::scenario::Scenario;
use crate::schema::PowerQuestion;
use restrap_lib::outcome::Run;

/// Name of the scenario that the answer quotes.
pub(crate) const PILOT: &str = "the pilot's agreement";

/// The name of the scenario that takes the variance of a pilot's differences as it is.
pub(crate) const PILOT_VARIANCE: &str = "the pilot's variance";

vocabulary! {
    /// What a plan rests on.
    ///
    /// Accuracies with their agreement, accuracies whose agreement is open, the paired scores of a pilot, or a stated variance of
    /// differences. The answer quotes which.
    pub enum PlanBasis: "what a plan rests on" {
        /// The accuracy of the baseline and an agreement of the systems.
        Agreement = "agreement",
        /// The accuracy of the baseline; the agreement is left open.
        AnyAgreement = "any agreement",
        /// Scores of a pilot.
        Pilot = "pilot",
        /// Variances of a metric.
        Variance = "variance",
    }
}

/// The answer.
///
/// For each assumption about the disagreement of the systems, the items that the wanted power needs, or the gain that the given
/// items see. The unit is the item. Written as `restrap/power/1`, kind `plan`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PlanOutcome {
    /// Version, inputs, warnings, signature, report: what every answer has.
    #[serde(flatten)]
    pub run: Run,
    /// `plan`.
    pub kind: PowerQuestion,
    /// What it rests on.
    pub known: PlanBasis,
    /// Scores are all 0 or 1.
    pub binary: bool,
    /// Accuracy of the baseline.
    pub baseline: Option<f64>,
    /// The gain that matters.
    pub gain: Option<f64>,
    /// Items that there are.
    pub items: Option<u64>,
    /// How the margin that was asked for fares.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub noninferior: Option<MarginPlan>,
    /// How many items stand for one independent one, where they belong together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub design_effect: Option<f64>,
    /// Wanted power.
    pub power: f64,
    /// Level of the test.
    pub alpha: f64,
    /// Side of the test.
    pub alternative: Alternative,
    /// The assumptions; where there are several, from the fewest items to the most.
    pub scenarios: Vec<Scenario>,
    /// How many items are still needed, in words.
    pub answer: String,
    /// What was asked.
    pub request: PlanRequest,
}
