//! Clusters of items: what belongs together is resampled together.
//!
//! A unit is then a row of sums: the total of a cluster replaces the score of an item, and comes with the number of its items.

use crate::outcome::TestedDesign;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use restrap_core::Times;
use restrap_stats::cluster::{Clusters, Crossed, Sandwich};
use restrap_stats::power::PilotSpread;
use restrap_stats::{StatsError, TEstimate};

use super::method::{Allows, Method, Pilot, UnitColumn};
use super::variance::{Planned, Planning, Plans, error, is_of_swaps};
use crate::error::Error;
use crate::number::digits::rounded;
use crate::number::format::count;
use crate::outcome::{IntervalKind, MarginMethod, More, Unit, VarianceOutcome};
use crate::request::Request;
use crate::works;

pub(crate) static METHOD: Method = Method {
    design: TestedDesign::Clusters,
    test: "cluster-robust t test (CR2; Bell & McCaffrey 2002)",
    interval: IntervalKind::ClusterT,
    margin: MarginMethod::ClusterT,
    in_methods: [
        "t intervals with the standard error of clusters",
        "t test with the standard error of clusters",
    ],
    report: |_, of| {
        format!("interval by t over clusters ({of}), standard error CR2 (Bell & McCaffrey 2002)")
    },
    work: &works::BELL_MCCAFFREY,
    is_exact: false,
    units: Some("clusters"),
    has_estimated_df: true,
    allows: Allows {
        t_alone: false,
        gains_in_per_cent: true,
    },
};

/// The cluster of each item.
///
/// Items of one cluster (a passage, document, template, repository) are swapped and drawn together, and the standard error of t is
/// that of clusters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clustering {
    /// The column, for messages.
    pub column: String,
    /// For each item the number of its cluster, from 1; 0, an item of none, is refused.
    pub codes: Arc<[u32]>,
}

/// Clusters of the items of one comparison, numbered without gaps.
#[derive(Clone, Debug)]
pub struct ClusterMap {
    pub column: String,
    /// For each item the place of its cluster.
    places: Vec<u32>,
    /// How many items each row stands for.
    times: Times,
    /// Items of each cluster.
    pub sizes: Vec<u64>,
    /// Clusters of a second kind, of the same items.
    pub crossed: Option<Arc<ClusterMap>>,
    /// Items of each cluster before every one of them became a single value.
    pub weighed: Option<Vec<u64>>,
}

impl Clustering {
    /// Returns the number of clusters.
    pub fn number(&self) -> usize {
        self.codes.iter().collect::<HashSet<_>>().len()
    }

    /// Returns `true` if each lies in one of the others.
    pub fn is_within(&self, others: &Self) -> bool {
        let mut of: HashMap<u32, u32> = HashMap::new();
        let mut pairs = self.codes.iter().zip(others.codes.iter());
        pairs.all(|(&code, &other)| *of.entry(code).or_insert(other) == other)
    }

    /// Returns the clusters of the items that `is_in` keeps.
    ///
    /// # Errors
    /// For items of no cluster, other numbers of items, and a single cluster.
    pub fn map(&self, items: usize, is_in: impl Fn(usize) -> bool) -> Result<ClusterMap, Error> {
        let bad = |found| {
            Err(Error::BadParameter {
                expected: "a cluster for every item",
                found,
            })
        };
        if self.codes.len() != items {
            return bad(count(self.codes.len() as u64, "code"));
        }
        if let Some(item) = self.codes.iter().position(|&code| code == 0) {
            return bad(format!("none in {} for item {}", self.column, item + 1));
        }
        let most = self.codes.iter().max().map_or(0, |&most| most as usize);
        let mut place_of = vec![u32::MAX; most + 1];
        let (mut places, mut sizes) = (Vec::with_capacity(items), Vec::new());
        for (_, &code) in self
            .codes
            .iter()
            .enumerate()
            .filter(|(item, _)| is_in(*item))
        {
            let place = &mut place_of[code as usize];
            if *place == u32::MAX {
                *place = sizes.len() as u32;
                sizes.push(0);
            }
            sizes[*place as usize] += 1;
            places.push(*place);
        }
        Ok(ClusterMap {
            column: self.column.clone(),
            places,
            times: Times::Once,
            sizes,
            crossed: None,
            weighed: None,
        })
    }
}

impl ClusterMap {
    /// Says how many items each row of these stands for.
    #[must_use]
    pub fn counted(self, times: Times) -> Self {
        if times.are_once() {
            return self;
        }
        let mut sizes = vec![0; self.sizes.len()];
        for (row, &place) in self.places.iter().enumerate() {
            sizes[place as usize] += times.of(row);
        }
        Self {
            times,
            sizes,
            ..self
        }
    }

    /// Returns the place of the cluster of each item.
    pub fn places(&self) -> &[u32] {
        &self.places
    }

    /// Returns the number of clusters.
    pub fn number(&self) -> u64 {
        self.sizes.len() as u64
    }

    /// Returns the number of items in all clusters.
    pub fn items(&self) -> u64 {
        self.of_items().iter().sum()
    }

    /// Returns the number of items of each cluster, also where each cluster became a single value.
    pub fn of_items(&self) -> &[u64] {
        self.weighed.as_ref().unwrap_or(&self.sizes)
    }

    /// Returns the share of the items in the largest cluster.
    pub fn largest_share(&self) -> f64 {
        self.of_items()
            .iter()
            .max()
            .map_or(0.0, |&most| most as f64 / self.items() as f64)
    }

    /// Makes each cluster one value, so that clusters weigh alike.
    pub fn weighing_alike(self) -> Self {
        Self {
            places: (0..self.sizes.len() as u32).collect(),
            times: Times::Once,
            sizes: vec![1; self.sizes.len()],
            weighed: Some(self.sizes),
            ..self
        }
    }

    /// Returns the mean of each cluster.
    pub fn means(&self, column: &[f64]) -> Vec<f64> {
        let mut sums = vec![0.0; self.sizes.len()];
        for (&place, (value, times)) in self.places.iter().zip(self.times.each(column)) {
            sums[place as usize] += value * times as f64;
        }
        sums.iter()
            .zip(&self.sizes)
            .map(|(sum, &size)| sum / size as f64)
            .collect()
    }

    /// Returns the mean of differences in clusters of both kinds.
    ///
    /// # Errors
    /// For fewer than two clusters of a kind.
    pub fn two_way(&self, differences: &[f64]) -> Result<Option<Crossed>, StatsError> {
        let Some(crossed) = &self.crossed else {
            return Ok(None);
        };
        Crossed::new(differences, &self.places, &crossed.places).map(Some)
    }

    /// Returns the cluster of an item, by its place.
    pub fn of_item(&self, item: usize) -> usize {
        self.places[item] as usize
    }

    /// Returns the sums of a column of items, cluster by cluster.
    pub fn totals(&self, column: &[i64]) -> Vec<i64> {
        let mut totals = vec![0; self.sizes.len()];
        match &self.times {
            Times::Once => {
                for (&place, value) in self.places.iter().zip(column) {
                    totals[place as usize] += value;
                }
            }
            times @ Times::Counted(_) => {
                for (&place, (value, times)) in self.places.iter().zip(times.each(column)) {
                    totals[place as usize] += value * times.cast_signed();
                }
            }
        }
        totals
    }
}

/// Returns the totals and sizes of the clusters of a column.
///
/// # Errors
/// Never for clusters of these items.
pub(super) fn sums(map: &ClusterMap, column: &UnitColumn) -> Result<Clusters, StatsError> {
    let totals = column.units.rows().iter().copied();
    let totals = totals.zip(map.sizes.iter().copied());
    Clusters::new(totals, column.per_one, column.items.squares())
}

pub(super) fn estimate(map: &ClusterMap, column: &UnitColumn) -> Result<TEstimate, StatsError> {
    sums(map, column)?.estimate(Sandwich::Cr2)
}

/// Returns what more clusters or larger ones would make of the standard error: twice the clusters halve the variance, twice the items of
/// each leave what they share.
pub(super) fn variance(
    map: &ClusterMap,
    column: &UnitColumn,
    request: &Request,
    variance: &mut VarianceOutcome,
) -> Result<Option<Plans>, Error> {
    let sums = sums(map, column)?;
    let Some(within) = sums.components().within else {
        return Ok(None);
    };
    variance.clusters = Some(rounded(within.variance_between));
    variance.items = Some(rounded(within.square));
    let estimate = sums.estimate(Sandwich::Cr2)?;
    let all = estimate.standard_error().powi(2);
    // What single items add to the variance of a mean of clusters.
    let of_items = (within.square / sums.items() as f64).min(all);
    let between = within.variance_between.max(0.0);
    let planned = |copies: usize, items: f64, of_all: f64| {
        let sizes = map.sizes.iter().map(|&size| size as f64 * items);
        let sizes: Vec<f64> = std::iter::repeat_n(sizes, copies).flatten().collect();
        let law = if is_of_swaps(request) {
            let spreads = sizes
                .iter()
                .map(|size| error(size * size * between + size * within.square));
            Planning::Flips(spreads.collect(), sizes)
        } else {
            Planning::T(estimate.df() * copies as f64 + copies as f64 - 1.0)
        };
        Planned::new(of_all, law)
    };
    Ok(Some(Plans {
        own: planned(1, 1.0, all),
        more: vec![
            (More::Clusters, planned(2, 1.0, 0.5 * all)),
            (More::ItemsPerCluster, planned(1, 2.0, all - 0.5 * of_items)),
        ],
    }))
}

/// Returns the spread of clusters.
pub(super) fn pilot(map: &ClusterMap, column: &UnitColumn) -> Result<Option<Pilot>, Error> {
    let (estimate, units) = (estimate(map, column)?, map.number());
    let of = PilotSpread::from_error(estimate.standard_error(), units, estimate.df());
    Ok(of.map(|of| Pilot {
        of,
        unit: Unit::Cluster,
        units,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clusters(codes: &[u32]) -> Clustering {
        Clustering {
            column: "passage".to_owned(),
            codes: codes.into(),
        }
    }

    #[test]
    fn totals_follow_the_items_in_any_order() {
        let map = clusters(&[7, 2, 7, 2, 3]).map(5, |_| true).unwrap();
        assert_eq!(
            (map.number(), map.items(), &map.sizes[..]),
            (3, 5, &[2, 2, 1][..])
        );
        assert_eq!(map.totals(&[1, 10, 2, 20, 100]), [3, 30, 100]);
        assert!((map.largest_share() - 0.4).abs() < 1e-15);
        let some = clusters(&[7, 2, 7, 2, 3]).map(5, |item| item != 1).unwrap();
        assert_eq!(
            (some.totals(&[1, 2, 20, 100]), &some.sizes[..]),
            (vec![3, 20, 100], &[2, 1, 1][..])
        );
    }

    #[test]
    fn items_without_a_cluster_are_refused() {
        for codes in [&[1, 0, 2][..], &[1, 2]] {
            assert!(clusters(codes).map(3, |_| true).is_err(), "{codes:?}");
        }
    }
}
