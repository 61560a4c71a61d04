//! Metrics of rows that a caller holds: the cells of a system say which of its rows each item is.

use std::fmt::Debug;

use restrap_lib::{Counted, ItemMetric, Scores};
use restrap_metrics::Metric;

use super::data::Owned;
use super::error::SourceError;

/// A metric that a caller computes from rows of its own.
pub trait RowMetric: Debug + Send + Sync {
    /// Returns the metric of systems, each with its name and, for every item, the place of its row.
    ///
    /// # Errors
    /// For rows that it does not take.
    fn measured(&self, systems: &[(String, Vec<usize>)]) -> Result<Measured, SourceError>;
}

/// A metric with what it is computed from.
#[derive(Debug)]
pub enum Measured {
    /// A function of samples of items.
    Items(Box<dyn ItemMetric>),
    /// A function of sums over items, with the counts of every system.
    Sums(Box<dyn Metric>, Vec<Counted>),
}

/// Returns what a metric of rows makes of systems whose scores are places of rows.
///
/// # Errors
/// The errors of [`RowMetric::measured`].
pub(super) fn measured(
    metric: &dyn RowMetric,
    systems: &[Scores<'static>],
) -> Result<Owned, SourceError> {
    let places = |system: &Scores| {
        let rows = system.rows().iter().map(|row| *row as usize);
        (system.name.clone(), rows.collect())
    };
    let systems: Vec<(String, Vec<usize>)> = systems.iter().map(places).collect();
    Ok(match metric.measured(&systems)? {
        Measured::Items(metric) => Owned::Items(metric),
        Measured::Sums(metric, systems) => Owned::Counted { metric, systems },
    })
}
