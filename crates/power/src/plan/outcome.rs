//! What a plan answers: schema `restrap/power/1`, kind `plan`.

use restrap_stats::Alternative;
use restrap_words::{Note, vocabulary};
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
    /// The data set of a study that it is of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dataset: Option<PilotSet>,
    /// The other data sets of the study.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub further: Vec<PlanOutcome>,
    /// What was asked.
    pub request: PlanRequest,
}

/// A data set of a study, whose scores are the pilot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PilotSet {
    /// Its name.
    pub name: String,
    /// The metric, where the study names one.
    pub metric: Option<String>,
    /// The baseline.
    pub baseline: String,
    /// The system.
    pub system: String,
}

impl PlanOutcome {
    /// Says of which data set it is.
    #[must_use]
    pub fn of_data_set(
        self,
        name: &str,
        metric: Option<&str>,
        [baseline, system]: [&str; 2],
    ) -> Self {
        let set = PilotSet {
            name: name.to_owned(),
            metric: metric.map(str::to_owned),
            baseline: baseline.to_owned(),
            system: system.to_owned(),
        };
        Self {
            dataset: Some(set),
            ..self
        }
    }

    /// Puts the plans of other data sets beside it.
    #[must_use]
    pub fn beside(mut self, others: Vec<Self>) -> Self {
        for other in &others {
            self.run.inputs.extend(other.run.inputs.iter().cloned());
            let own = other
                .run
                .warnings
                .iter()
                .filter(|warning| !self.run.warnings.contains(warning));
            let named = own.map(|warning| match &other.dataset {
                Some(set) => warning.naming(&set.name),
                None => warning.clone(),
            });
            let named: Vec<Note> = named.collect();
            self.run.warnings.extend(named);
        }
        self.further = others;
        self
    }

    /// The assumption that the answer quotes.
    pub fn middle(&self) -> &Scenario {
        let of_pilot = |scenario: &&Scenario| [PILOT, PILOT_VARIANCE].contains(&&scenario.name[..]);
        self.scenarios
            .iter()
            .find(of_pilot)
            .unwrap_or(&self.scenarios[0])
    }
}
