//! A draw: one run of resamples, as a job lists it, and what it found.

use restrap_core::memory::fallible;
use std::ops::Range;
use std::sync::Arc;

use restrap_engine::{EngineError, Route, Threshold};
use restrap_words::vocabulary;
use serde::{Deserialize, Serialize};

use crate::data::pair::Alone;
use crate::design::repeated::Repeated;
use crate::design::scheme::Scheme;
use crate::evidence::resample::tilted::NullDraws;

vocabulary! {
    /// What a draw resamples, and what it sums.
    pub enum DrawKind: "a kind of draw" {
        /// Swaps of the two systems, item by item.
        Swaps = "swaps",
        /// Items of contrasts, with or without replacement.
        Items = "items",
        /// Labels of two samples of different items.
        Labels = "labels",
        /// Items of two samples, each with replacement: violation ratios.
        Samples = "samples",
        /// Items of one contrast: deviations of the differences and their squares.
        Deviations = "deviations",
        /// Items of one contrast under laws of which its difference has the value of a null.
        Tilted = "tilted",
        /// Items of one system.
        System = "system",
        /// Items of one system: deviations of the scores and their squares.
        SystemDeviations = "system-deviations",
    }
}

/// The kind of resample, with the column if a draw is of one column alone.
///
/// Draws of contrasts take their columns from the contrasts. A column that belongs to one answer travels with the request for it,
/// so that the deviations of the difference and those of a raised baseline cannot be mixed.
#[derive(Clone)]
pub(crate) enum Resamples<'c> {
    /// Swaps of the two systems, item by item.
    Swaps,
    /// Items of contrasts, with or without replacement.
    Items,
    /// Labels of two samples of different items.
    Labels,
    /// Items of two samples, each with replacement.
    Samples,
    /// Items, summed as deviations of this column, in grid units, and their squares.
    Deviations(&'c Repeated),
    /// Items of a corpus metric, with the value and its standard error.
    MetricDeviations,
    /// Items of a corpus metric under the laws of some null differences.
    Tilted(Arc<NullDraws<'c>>),
    /// Items of one system, by this design.
    System(Arc<Alone>, Arc<Scheme>),
    /// Items of one system, summed as deviations and their squares.
    SystemDeviations(Arc<Alone>),
}

impl Resamples<'_> {
    /// Returns the kind under which the draw is listed.
    pub fn kind(&self) -> DrawKind {
        match self {
            Self::Swaps => DrawKind::Swaps,
            Self::Items => DrawKind::Items,
            Self::Labels => DrawKind::Labels,
            Self::Samples => DrawKind::Samples,
            Self::Deviations(_) | Self::MetricDeviations => DrawKind::Deviations,
            Self::Tilted(_) => DrawKind::Tilted,
            Self::System(..) => DrawKind::System,
            Self::SystemDeviations(_) => DrawKind::SystemDeviations,
        }
    }

    /// `true` if both take the same column, or both take those of the contrasts.
    pub fn has_column_of(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Deviations(one), Self::Deviations(other)) => std::ptr::eq(*one, *other),
            (Self::Tilted(one), Self::Tilted(other)) => Arc::ptr_eq(one, other),
            _ => self.kind() == other.kind(),
        }
    }
}

/// A tail that is counted: which value of a resample, and from where on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tail {
    /// Counts exact sums.
    Sum(usize, Threshold<i64>),
    /// Counts values of a metric.
    Value(usize, Threshold<f64>),
}

/// One run of resamples.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Draw {
    /// The sub-population whose items are drawn, from 1; 0 is all items.
    pub population: u32,
    /// The kind of resample.
    pub kind: DrawKind,
    /// The algorithm that draws them.
    pub route: Route,
    /// The comparison in the addresses of the stream.
    pub address: u16,
    /// The contrasts or systems that share the run, by their places.
    pub of: Vec<u16>,
    /// Tails that are counted.
    pub tails: Vec<Tail>,
    /// Values of a resample that are kept, 8 bytes each.
    pub keep: Vec<usize>,
}

/// Refuses draws whose kept values find no room, before anything is drawn: another draw may take hours.
///
/// # Errors
/// [`EngineError::Memory`] with the bytes.
pub(crate) fn room_for<'d>(
    draws: impl Iterator<Item = &'d Draw>,
    resamples: u64,
) -> Result<(), EngineError> {
    for draw in draws {
        let values = resamples.saturating_mul(draw.keep.len() as u64);
        let memory = EngineError::Memory {
            resamples,
            bytes: values.saturating_mul(8),
        };
        let mut room: Vec<i64> = Vec::new();
        let room = usize::try_from(values)
            .ok()
            .and_then(|values| fallible(|| room.try_reserve_exact(values)).ok());
        room.ok_or(memory)?;
    }
    Ok(())
}

/// Values that were kept of one column, in order of resample number.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kept {
    /// Nothing was kept.
    Nothing,
    /// Exact sums.
    Sums(Vec<i64>),
    /// Values of a metric.
    Values(Vec<f64>),
}

impl Kept {
    /// Returns the exact sums, none of a metric.
    pub fn sums(&self) -> &[i64] {
        if let Self::Sums(sums) = self {
            sums
        } else {
            &[]
        }
    }

    /// Returns the values of a metric, none of exact sums.
    pub fn values(&self) -> &[f64] {
        if let Self::Values(values) = self {
            values
        } else {
            &[]
        }
    }
}

/// The counts and kept values of a range of resamples.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Drawn {
    /// Resamples that count.
    pub range: Range<u64>,
    /// For each tail, how many lie in it in each chunk that the range touches.
    pub counts: Vec<Vec<u16>>,
    /// One column for each value that was to be kept.
    pub kept: Vec<Kept>,
}

impl Drawn {
    /// Number of resamples that count.
    pub fn completed(&self) -> u64 {
        self.range.end - self.range.start
    }

    /// Returns the number of resamples in each tail.
    pub fn totals(&self) -> Vec<u64> {
        self.counts
            .iter()
            .map(|chunks| chunks.iter().map(|&count| u64::from(count)).sum())
            .collect()
    }
}
