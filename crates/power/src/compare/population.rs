//! Two files to simulate on, whether they contain scores or outputs.

use restrap_engine::Control;

use super::observed::Observed;
use super::outcome::PowerOutcome;
use super::outputs::ObservedOutputs;
use super::plan::{compare_files, compare_outputs};
use super::request::{Null, PowerModel, PowerRequest};
use restrap_lib::Error;

/// Two files to simulate on.
///
/// The paired scores, or the outputs, of a baseline and a system. Simulated data sets draw their items with replacement; a null is
/// made by swaps or by centring.
#[derive(Clone, Debug)]
pub enum Population {
    /// Scores of items.
    Scores(Observed),
    /// Outputs under a metric of the whole corpus.
    Outputs(ObservedOutputs),
}

impl Population {
    /// The model of a request that is about it.
    pub const fn model(&self) -> PowerModel {
        match self {
            Self::Scores(_) => PowerModel::Files,
            Self::Outputs(_) => PowerModel::Outputs,
        }
    }

    /// Differences are −1, 0 and 1 alone under this null.
    pub fn is_binary(&self, null: Null) -> bool {
        matches!(self, Self::Scores(observed) if observed.is_binary(null))
    }

    /// Simulates all cells of a design on it.
    ///
    /// # Errors
    /// As [`compare`](super::compare).
    pub fn compare(
        &self,
        request: &PowerRequest,
        control: &Control,
    ) -> Result<PowerOutcome, Error> {
        match self {
            Self::Scores(observed) => compare_files(request, observed, control),
            Self::Outputs(observed) => compare_outputs(request, observed, control),
        }
    }
}
