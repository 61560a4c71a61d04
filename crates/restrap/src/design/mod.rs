//! What the items of a data set are a sample of, said once: items, clusters, crossed clusters, training runs, folds, items that people
//! scored, or two samples of different items.
//!
//! A [`PartDesign`] is of a data set; bound to one system or to a pair it is [`Sampled`], which gives the standard error and the degrees of
//! freedom of every mean, and whatever else depends on the design. Each design is one file with its estimate, its components of
//! variance and one row of names.

pub(crate) mod apart;
pub(crate) mod clusters;
pub(crate) mod crossed;
pub(crate) mod folds;
pub(crate) mod human;
mod items;
mod method;
pub(crate) mod repeated;
pub(crate) mod sampling;
pub(crate) mod scheme;
pub(crate) mod seeds;
pub(crate) mod units;
pub(crate) mod variance;

use crate::outcome::TestedDesign;
use std::sync::Arc;

use restrap_stats::cluster::{Clusters, Crossed};
use restrap_stats::data_sets::{macro_estimate, macro_recipe};
use restrap_stats::interval::{Interval, Scale};
use restrap_stats::repeats::Repeats;
use restrap_stats::seeds::Runs;
use restrap_stats::{StatsError, TEstimate};

use crate::error::Error;
use crate::outcome::{IntervalKind, IntervalOutcome, MarginMethod, Unit, VarianceOutcome};
use crate::request::{Over, Request};
use clusters::ClusterMap;
use human::{Human, Labelled};
pub(crate) use method::{Method, Pilot, UnitColumn};
pub use sampling::Sampling;
use variance::Plans;

/// What the items of a data set are a sample of.
#[derive(Clone, Debug, Default)]
pub enum PartDesign<'a> {
    /// Items of one population.
    #[default]
    Items,
    /// Clusters of items, of one kind or of two that cross.
    Clusters(Arc<ClusterMap>),
    /// Items or clusters, and training runs of each system, whose means the scores are.
    Seeds(Box<Self>, &'a [Runs]),
    /// Folds or splits that test on this share of the data.
    Folds(f64),
    /// Items that a judge scored, and people some of them.
    Human(&'a Human),
    /// Items of each system, in clusters of its own.
    Apart(Vec<Arc<ClusterMap>>),
}

/// A design bound to the scores of one system, or to the differences of two.
pub(crate) enum Sampled<'a> {
    Items,
    Clusters(Arc<ClusterMap>),
    Crossed(Arc<ClusterMap>, Crossed),
    /// Items or clusters, and training runs of the system, then of the baseline.
    Seeds(Box<Self>, Vec<&'a Runs>),
    Folds(f64),
    Human(Box<Labelled>),
}

/// The rows of all designs.
static METHODS: [&Method; 7] = [
    &items::METHOD,
    &clusters::METHOD,
    &crossed::METHOD,
    &seeds::METHOD,
    &folds::METHOD,
    &human::METHOD,
    &apart::METHOD,
];

impl Method {
    /// Returns the row of an interval.
    pub fn of_interval(interval: IntervalKind) -> Option<&'static Self> {
        METHODS.into_iter().find(|row| row.interval == interval)
    }

    /// Returns the row of a margin test.
    pub fn of_margin(margin: MarginMethod) -> Option<&'static Self> {
        METHODS.into_iter().find(|row| row.margin == margin)
    }

    /// Returns the row of the design of a t test.
    pub fn of_test(design: TestedDesign) -> Option<&'static Self> {
        METHODS.into_iter().find(|row| row.design == design)
    }
}

impl<'a> PartDesign<'a> {
    /// Returns the design of items, or of these clusters.
    pub fn of_units(clusters: Option<&Arc<ClusterMap>>) -> Self {
        clusters.map_or(Self::Items, |map| Self::Clusters(Arc::clone(map)))
    }

    /// Binds the design to some systems, of which `places` are the numbers and `scores` the scores: to one, or to a system and its
    /// baseline. `items` are the scores or the differences.
    ///
    /// # Errors
    /// For fewer than two clusters of a kind, and fewer than two human scores.
    pub(crate) fn bind(
        &self,
        places: &[usize],
        scores: &[&[f64]],
        items: &dyn Fn() -> Vec<f64>,
    ) -> Result<Sampled<'a>, Error> {
        Ok(match self {
            Self::Items => Sampled::Items,
            Self::Clusters(map) => bound(map, items)?,
            Self::Apart(maps) => bound(&maps[places[0]], items)?,
            Self::Seeds(units, runs) => Sampled::Seeds(
                Box::new(units.bind(places, scores, items)?),
                places.iter().map(|&place| &runs[place]).collect(),
            ),
            Self::Folds(fraction) => Sampled::Folds(*fraction),
            Self::Human(human) => Sampled::Human(Box::new(match (places, scores) {
                (&[system, _], &[own, baseline]) => human.of_pair(system, [baseline, own])?,
                _ => human.of_system(places[0], scores[0])?,
            })),
        })
    }

    /// Returns `true` if units are single items, of which nothing else is known.
    pub fn is_of_items(&self) -> bool {
        matches!(self, Self::Items)
    }

    /// Returns the clusters of items that all systems scored.
    pub fn clusters(&self) -> Option<&Arc<ClusterMap>> {
        match self {
            Self::Clusters(map) => Some(map),
            Self::Seeds(units, _) => units.clusters(),
            _ => None,
        }
    }

    /// Returns the number of clusters, of all systems together where each has its own.
    pub(crate) fn number_of_clusters(&self) -> Option<u64> {
        match self {
            Self::Apart(maps) => Some(maps.iter().map(|map| map.number()).sum()),
            other => other.clusters().map(|map| map.number()),
        }
    }

    /// Returns the unit of an answer about this design; `over` says what a value is where nothing belongs together.
    pub(crate) fn unit(&self, over: Over) -> Unit {
        Unit::from(over).or_cluster(self.number_of_clusters().is_some())
    }
}

impl<'a> Sampled<'a> {
    /// Returns the mean of a column with the standard error and the degrees of freedom of this design.
    ///
    /// # Errors
    /// For fewer than two units.
    pub fn estimate(&self, column: &UnitColumn) -> Result<TEstimate, StatsError> {
        match self {
            Self::Items => items::estimate(column),
            Self::Clusters(map) => clusters::estimate(map, column),
            Self::Crossed(_, crossed) => crossed.estimate(),
            Self::Seeds(units, runs) => seeds::estimate(&units.estimate(column)?, runs),
            Self::Folds(fraction) => folds::estimate(*fraction, column),
            Self::Human(labelled) => Ok(labelled.estimate),
        }
    }

    /// Returns the row of names.
    pub fn method(&self) -> &'static Method {
        match self {
            Self::Items => &items::METHOD,
            Self::Clusters(_) => &clusters::METHOD,
            Self::Crossed(..) => &crossed::METHOD,
            Self::Seeds(..) => &seeds::METHOD,
            Self::Folds(_) => &folds::METHOD,
            Self::Human(_) => &human::METHOD,
        }
    }

    /// Returns the interval of an estimate, inside the range of the scores; `None` without spread.
    ///
    /// # Errors
    /// For a confidence outside (0, 1).
    pub fn interval(
        &self,
        estimate: &TEstimate,
        scale: Scale,
        level: f64,
    ) -> Result<Option<IntervalOutcome>, Error> {
        let found: Option<(Interval, IntervalKind)> = match self {
            Self::Human(labelled) => labelled.interval(level)?,
            _ => scale
                .interval_of_estimate(estimate, level)?
                .map(|interval| (interval, self.method().interval)),
        };
        Ok(found.map(|(interval, kind)| {
            IntervalOutcome::new(interval.within(scale, estimate.estimate()), kind, level)
        }))
    }

    /// Returns the components of variance, put into `variance`, and what more of each source would make of the standard error. `None`
    /// where every unit is an item with one score, and where the design has no components.
    ///
    /// # Errors
    /// For fewer than two units.
    pub fn variance(
        &self,
        column: &UnitColumn,
        repeats: Option<[&Repeats; 2]>,
        request: &Request,
        variance: &mut VarianceOutcome,
    ) -> Result<Option<Plans>, Error> {
        match self {
            Self::Items => items::variance(column, repeats, request, variance),
            Self::Clusters(map) => clusters::variance(map, column, request, variance),
            Self::Crossed(_, crossed) => crossed::variance(crossed, variance),
            Self::Seeds(units, runs) => {
                let number = units.is_of_items().then_some(column.units.units());
                let estimates = [self.estimate(column)?, units.estimate(column)?];
                seeds::variance(runs, number, &estimates, variance)
            }
            Self::Folds(_) | Self::Human(_) => Ok(None),
        }
    }

    /// Returns the spread of the units, if their number can be raised alone.
    ///
    /// # Errors
    /// For fewer than two units.
    pub fn pilot(&self, column: &UnitColumn) -> Result<Option<Pilot>, Error> {
        match self {
            Self::Items => Ok(items::pilot(column)),
            Self::Clusters(map) => clusters::pilot(map, column),
            Self::Crossed(..) | Self::Seeds(..) | Self::Folds(_) | Self::Human(_) => Ok(None),
        }
    }

    /// Returns the design with training runs taken as they are.
    pub fn checkpoints(&self) -> &Self {
        if let Self::Seeds(units, _) = self {
            units
        } else {
            self
        }
    }

    /// Returns what is drawn, in the plural.
    pub fn units(&self, over: Over) -> String {
        let named = self.method().units.map(str::to_owned);
        named.unwrap_or_else(|| format!("{}s", over.noun()))
    }

    /// Returns `true` if units are single items, of which nothing else is known.
    pub fn is_of_items(&self) -> bool {
        matches!(self, Self::Items)
    }

    /// Returns the clusters, if units are clusters.
    pub fn clusters(&self) -> Option<&Arc<ClusterMap>> {
        match self {
            Self::Clusters(map) | Self::Crossed(map, _) => Some(map),
            Self::Seeds(units, _) => units.clusters(),
            Self::Items | Self::Folds(_) | Self::Human(_) => None,
        }
    }

    /// Returns the totals and sizes of the clusters of a column, if units are clusters.
    ///
    /// # Errors
    /// Never for clusters of these items.
    pub fn cluster_sums(&self, column: &UnitColumn) -> Result<Option<Clusters>, StatsError> {
        let map = self.clusters();
        map.map(|map| clusters::sums(map, column)).transpose()
    }

    /// Returns the training runs of the system and of the baseline.
    pub fn runs(&self) -> Option<[&'a Runs; 2]> {
        match self {
            Self::Seeds(_, runs) => <[&Runs; 2]>::try_from(&runs[..]).ok(),
            _ => None,
        }
    }

    /// Returns what human scores of some items make of the mean.
    pub fn labelled(&self) -> Option<&Labelled> {
        if let Self::Human(labelled) = self {
            Some(labelled)
        } else {
            None
        }
    }
}

/// Binds clusters of one kind, or of two, to the values of items.
fn bound<'a>(
    map: &Arc<ClusterMap>,
    items: &dyn Fn() -> Vec<f64>,
) -> Result<Sampled<'a>, StatsError> {
    let own = Arc::clone(map);
    if map.crossed.is_none() {
        return Ok(Sampled::Clusters(own));
    }
    Ok(match map.two_way(&items())? {
        Some(crossed) => Sampled::Crossed(own, crossed),
        None => Sampled::Clusters(own),
    })
}

/// Returns the mean over data sets, each of which weighs its share, with the standard error of their designs, and the row of names of
/// that design.
///
/// # Errors
/// For fewer than two units of a data set.
pub(crate) fn over_data_sets(
    sets: &[(&Sampled, UnitColumn)],
    shares: &[f64],
) -> Result<(TEstimate, &'static Method), StatsError> {
    let units: Vec<TEstimate> = sets
        .iter()
        .map(|(of, column)| of.checkpoints().estimate(column))
        .collect::<Result<_, _>>()?;
    let runs: Option<Vec<_>> = sets.iter().map(|(of, _)| of.runs()).collect();
    Ok(match &runs {
        Some(runs) => (macro_recipe(&units, runs, shares)?, &seeds::METHOD),
        None if sets.iter().any(|(of, _)| of.clusters().is_some()) => {
            (macro_estimate(&units, shares)?, &clusters::METHOD)
        }
        None => (macro_estimate(&units, shares)?, &items::METHOD),
    })
}
