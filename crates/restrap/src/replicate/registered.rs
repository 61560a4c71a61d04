//! Registrations in words: the stamp of a run, and a sentence for each departure.

use super::outcome::{DepartureOutcome, RegisteredOutcome};
use crate::number::format::count;

/// A digest as it is printed: 16 digits, of which nobody finds a second one by chance.
pub fn short(digest: &str) -> &str {
    digest.get(..16).unwrap_or(digest)
}

impl RegisteredOutcome {
    /// `As registered (digest ...)`, or `Exploratory: 2 departures from the registration (digest ...)`, and which inputs were there.
    pub fn stamp(&self) -> String {
        let digest = short(&self.digest);
        let inputs = count(self.inputs, "input");
        let known = match self.later {
            0 => format!("all of its {inputs} were there at the registration"),
            later if later == self.inputs => {
                format!("all of its {inputs} came after the registration")
            }
            later => format!("{later} of its {inputs} came after the registration"),
        };
        match self.departures.len() as u64 {
            0 => format!("As registered (digest {digest}); {known}."),
            many => {
                let departures = count(many, "departure");
                format!(
                    "Exploratory: {departures} from the registration (digest {digest}); {known}."
                )
            }
        }
    }

    /// The stamp, and what departs.
    pub fn sentences(&self) -> Vec<String> {
        let departures = self.departures.iter().map(DepartureOutcome::words);
        std::iter::once(self.stamp()).chain(departures).collect()
    }
}

impl DepartureOutcome {
    /// `Departure in alpha: 0.05 registered, 0.01 run.`
    pub fn words(&self) -> String {
        let Self {
            what,
            registered,
            run,
        } = self;
        match (registered, run) {
            (Some(registered), Some(run)) => {
                format!("Departure in {what}: {registered} registered, {run} run.")
            }
            (None, Some(run)) => format!("Departure in {what}: {run} run, nothing registered."),
            (Some(registered), None) => {
                format!("Departure in {what}: {registered} registered, nothing run.")
            }
            (None, None) => format!("Departure in {what}."),
        }
    }
}
