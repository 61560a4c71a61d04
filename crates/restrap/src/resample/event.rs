//! What counts as at least as extreme as what was observed, for each shape of contrast.

use restrap_engine::Threshold;

use crate::error::Error;
use crate::resample::bounds::{Bounds, Resampling, Value, of_extreme};
use crate::resample::draw::{DrawKind, Kept, Tail};
use crate::resample::extreme::Extreme;
use crate::resample::values::ExtremeValues;

/// The extreme outcomes of one resampling test.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Event {
    /// Exact sums of a mean.
    Sums(Extreme),
    /// Exact sums of the system's items, whose label is drawn.
    Labels(Bounds<i64>),
    /// Values of a metric.
    Values(ExtremeValues),
}

impl Event {
    /// What is drawn anew.
    pub fn kind(&self) -> DrawKind {
        let resampling = match self {
            Self::Labels(_) => return DrawKind::Labels,
            Self::Values(extreme) if extreme.of_labels => return DrawKind::Labels,
            Self::Sums(extreme) => extreme.resampling,
            Self::Values(extreme) => extreme.resampling,
        };
        match resampling {
            Resampling::Swaps => DrawKind::Swaps,
            Resampling::Items => DrawKind::Items,
        }
    }

    /// Counts need every replicate, not only tails.
    pub fn needs_replicates(&self) -> bool {
        match self {
            Self::Sums(extreme) => extreme.needs_sums(),
            Self::Labels(_) => false,
            Self::Values(extreme) => extreme.needs_values(),
        }
    }

    /// The tails to count of one value of a resample, upper first.
    pub fn tails(&self, value: usize) -> Vec<Tail> {
        let sums = |thresholds: Vec<Threshold<i64>>| {
            thresholds.into_iter().map(|threshold| Tail::Sum(value, threshold)).collect()
        };
        match self {
            Self::Sums(extreme) => sums(extreme.thresholds()),
            Self::Labels(bounds) => sums(bounds.thresholds()),
            Self::Values(extreme) => {
                let thresholds = extreme.bounds.thresholds();
                thresholds.into_iter().map(|threshold| Tail::Value(value, threshold)).collect()
            }
        }
    }

    /// Extreme resamples from those in each tail, and what their share is multiplied with.
    pub fn combined(&self, tails: &[u64], resamples: u64) -> (u64, f64) {
        match self {
            Self::Sums(extreme) => extreme.combined(tails, resamples),
            Self::Labels(bounds) => bounds.combined(tails, resamples),
            Self::Values(extreme) => extreme.bounds.combined(tails, resamples),
        }
    }

    /// The p-value from how many of the resamples lie in each tail, or from the replicates where the centre is theirs.
    ///
    /// # Errors
    /// For no resamples.
    pub fn value(&self, tails: &[u64], replicates: &Kept, resamples: u64, raw: bool) -> Result<Value, Error> {
        match (self, replicates) {
            (Self::Sums(extreme), Kept::Sums(sums)) if extreme.needs_sums() => extreme.of_sums(sums, raw),
            (Self::Sums(extreme), _) => extreme.of_counts(tails, resamples, raw),
            (Self::Labels(bounds), _) => bounds.of_counts(tails, resamples, raw),
            (Self::Values(extreme), Kept::Values(values)) if extreme.needs_values() => {
                of_extreme((extreme.counted(values), 1.0), resamples, raw)
            }
            (Self::Values(extreme), _) => extreme.bounds.of_counts(tails, resamples, raw),
        }
    }
}
