//! What the output says about a judge whose scores people corrected.

use crate::data::human::Labelled;
use crate::error::Error;
use crate::number::digits::rounded;
use crate::outcome::{AgreementOutcome, HumanOutcome, IntervalOutcome};

impl HumanOutcome {
    /// Of a mean or difference; `confidence` of the interval of people alone.
    ///
    /// # Errors
    /// For a confidence outside (0, 1).
    pub(crate) fn new(labelled: &Labelled, confidence: f64) -> Result<Self, Error> {
        Ok(Self {
            labelled: labelled.items[0],
            unlabelled: labelled.items[1],
            weight: rounded(labelled.weight),
            judge: rounded(labelled.judge),
            humans: rounded(labelled.humans.estimate()),
            humans_interval: labelled
                .humans_interval(confidence)?
                .map(|(interval, kind)| IntervalOutcome::new(interval, kind, confidence)),
            effective_labels: labelled.effective_labels().map(rounded),
            agreement: labelled.agreement.map(|agreement| AgreementOutcome {
                kappa: agreement.kappa.map(rounded),
                sensitivity: agreement.sensitivity.map(rounded),
                specificity: agreement.specificity.map(rounded),
            }),
        })
    }
}
