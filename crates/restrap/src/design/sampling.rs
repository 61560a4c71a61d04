//! What columns beside the scores say of the items.

use std::sync::Arc;

use restrap_stats::seeds::Runs;
use restrap_words::asked;

pub use super::clusters::Clustering;
use super::clusters::{self, ClusterMap};
pub use super::human::Human;
use super::method::Method;
pub use super::scheme::Strata;
use super::{PartDesign, crossed, folds, human, items, seeds};
pub use crate::design::units::{Answered, Groups, Populations, Units, Voted};
use crate::error::Error;
use crate::number::format::count;
use crate::request::Over;
use crate::request::goes_with::{self, Given};

/// What the items of a data set are a sample of, and what else is known of them beside their scores.
///
/// Columns of clusters, seeds, answers, human scores and groups become one of these, from files, from Python and in the library alike.
/// `Default` is of independent items.
#[derive(Clone, Debug, Default)]
pub struct Sampling {
    /// What is drawn and swapped together.
    pub units: Units,
    /// What items are sorted into.
    pub groups: Groups,
    /// Sampled answers or training runs, of which the scores are one value each.
    pub answered: Option<Answered>,
    /// Human scores of some items, which correct those of a judge or metric (PPI++; Angelopoulos, Duchi and Zrnic 2023). These items
    /// are taken for a random sample.
    pub human: Option<Human>,
    /// Votes of which the scores are the shares: 1, ½ or 0 to the one of two systems, and the rest to the other.
    pub voted: Option<Voted>,
    /// The number that the first system holds for every item. Scores of 0 and 1 are then tested by the exact binomial test.
    pub against: Option<f64>,
}

impl Sampling {
    /// Items that are drawn one by one.
    pub(crate) const ITEMS: Self = Self {
        units: Units::Items,
        groups: Groups::None,
        answered: None,
        human: None,
        voted: None,
        against: None,
    };

    /// Returns the design of a part of the items: all (0), or a sub-population. `clusters` are those of its items, `sizes` the items of
    /// each system, and `folds` the share of the data that a fold tests on, where values are of folds.
    ///
    /// # Errors
    /// For clusters of other items, and fewer than two of a system's own.
    pub(crate) fn part(
        &self,
        population: u32,
        clusters: Option<&Arc<ClusterMap>>,
        sizes: &[usize],
        folds: Option<f64>,
    ) -> Result<PartDesign<'_>, Error> {
        if let Some(human) = &self.human {
            return Ok(PartDesign::Human(human));
        }
        if let Some(fraction) = folds {
            return Ok(PartDesign::Folds(fraction));
        }
        if let Units::Apart(clusters) = &self.units {
            let own = clusters.iter().zip(sizes);
            let maps = own.map(|(own, &items)| map_apart(own, items).map(Arc::new));
            return Ok(PartDesign::Apart(maps.collect::<Result<_, Error>>()?));
        }
        let units = PartDesign::of_units(clusters);
        Ok(match self.runs_of(population) {
            Some(runs) => PartDesign::Seeds(Box::new(units), runs),
            None => units,
        })
    }

    /// Returns the row of names, where `over` says what a score is of.
    pub(crate) fn method(&self, over: Over) -> &'static Method {
        match &self.units {
            _ if self.human.is_some() => &human::METHOD,
            _ if over.overlaps() => &folds::METHOD,
            Units::Crossed(..) => &crossed::METHOD,
            _ if self.runs().is_some() => &seeds::METHOD,
            Units::Clusters(_) | Units::Apart(_) => &clusters::METHOD,
            Units::Items => &items::METHOD,
        }
    }

    /// Returns the facts that decide which options go with it.
    pub(crate) fn facts(&self) -> Vec<Given> {
        let is_clustered = self.units.clusters().is_some();
        let is_apart = matches!(self.units, Units::Apart(_));
        goes_with::of(&[
            (Given::Cluster, is_clustered || is_apart),
            (Given::PairedClusters, is_clustered),
            (Given::Apart, is_apart),
            (Given::Crossed, matches!(self.units, Units::Crossed(..))),
            (Given::By, self.groups.populations().is_some()),
            (Given::Stratum, self.groups.strata().is_some()),
            (Given::Answers, self.answered.is_some()),
            (Given::Runs, self.runs().is_some()),
            (Given::Human, self.human.is_some()),
            (Given::Voted, self.voted.is_some()),
        ])
    }

    /// Returns `true` if nothing but the scores of single items is known.
    pub(crate) fn is_of_single_items(&self) -> bool {
        self.units.clusters().is_none() && self.runs().is_none() && self.human.is_none()
    }

    /// Returns the training runs of each system.
    pub fn runs(&self) -> Option<&[Runs]> {
        self.runs_of(0)
    }

    /// Returns what is known of the rows of one system, by its place, for the items of a sub-population, by its number.
    pub fn answered_by(&self, place: usize, population: u32) -> Option<Answered> {
        Some(self.answered.as_ref()?.part(population).only(place))
    }

    /// Returns those of the items of a sub-population, by its number.
    fn runs_of(&self, population: u32) -> Option<&[Runs]> {
        let answered = self.answered.as_ref()?.part(population);
        Some(&answered.runs.as_ref()?.1[..])
    }

    /// Returns the units and the groups, without what only scores have.
    pub(crate) fn units_and_groups(&self) -> Self {
        Self {
            groups: self.groups.clone(),
            ..Self::from(self.units.clone())
        }
    }

    /// Returns what is known of one system, by its place.
    ///
    /// # Panics
    /// For a place that there is not.
    #[must_use]
    pub fn only(&self, place: usize) -> Self {
        Self {
            units: match &self.units {
                Units::Apart(clusters) => Units::Clusters(clusters[place].clone()),
                other => other.clone(),
            },
            groups: self.groups.clone(),
            answered: self.answered.as_ref().map(|answered| answered.only(place)),
            human: self.human.as_ref().map(|human| human.only(place)),
            voted: None,
            against: None,
        }
    }
}

impl From<Units> for Sampling {
    fn from(units: Units) -> Self {
        Self {
            units,
            ..Self::ITEMS
        }
    }
}

impl From<Groups> for Sampling {
    fn from(groups: Groups) -> Self {
        Self {
            groups,
            ..Self::ITEMS
        }
    }
}

/// The clusters of a system's own items.
///
/// # Errors
/// For fewer than two of them.
fn map_apart(clusters: &Clustering, items: usize) -> Result<ClusterMap, Error> {
    let map = clusters.map(items, |_| true)?;
    if map.number() < 2 {
        let found = format!("all {} of a system are in one", count(map.items(), "item"));
        let hint = format!(
            "check the column of {}; one value cannot be generalised to others",
            clusters.column
        );
        return Err(Error::not_applicable(
            asked("cluster"),
            "at least 2 clusters",
            found,
            hint,
        ));
    }
    Ok(map)
}
