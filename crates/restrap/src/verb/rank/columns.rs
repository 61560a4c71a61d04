//! Systems on one scale: the scores of all of them as integers of one grid, item by item or cluster by cluster.
//!
//! Every column is the difference from the first system, so that an offset which all share costs no digits and the difference of any two
//! systems is that of their columns. Grids of the single pairs with the first are brought to one that holds them all; where there is none,
//! differences are rounded to 38 bits of the largest.

use std::sync::Arc;

use restrap_core::Grid;
use restrap_stats::decimal_difference;

use super::data_sets::DataSets;
use crate::data::pair::{Surveyed, on_grid};
use crate::design::clusters::ClusterMap;
use crate::design::repeated::one_by_one;
use crate::error::Error;
use crate::request::GridChoice;

/// Bits of the largest difference where no grid holds all scores: five balanced base-256 digits.
const FIXED_BITS: i32 = 38;
/// Largest denominator of a grid.
const LARGEST_DENOMINATOR: u64 = 5_040;
/// Sums of differences, doubled, stay below this.
const LARGEST_SUM: f64 = 4_611_686_018_427_387_904.0;

/// All systems on one scale.
pub(crate) struct Field {
    /// For each system its differences from the first, in grid units, one a unit of resampling.
    pub columns: Vec<Vec<i64>>,
    /// Items of each unit, where units are clusters; what they weigh, where data sets count alike.
    pub sizes: Option<Vec<f64>>,
    /// What the items belong to, where data sets count alike and units are items.
    pub sets: Option<DataSets>,
    /// Items in all units.
    pub items: u64,
    /// Grid units in one unit of the score.
    pub per_one: f64,
    /// Units by which rounding may have moved a sum of differences; 0 on a grid.
    pub slack: f64,
}

impl Field {
    /// Puts systems that scored the same items on one grid.
    ///
    /// # Errors
    /// For scores that do not lie on the grid that was asked for.
    pub fn new(
        systems: &[Surveyed],
        clusters: Option<&Arc<ClusterMap>>,
        sets: Option<&DataSets>,
        grid: GridChoice,
    ) -> Result<Self, Error> {
        if let Some(sets) = sets {
            return Ok(Self::of_sets(systems, clusters, sets));
        }
        let items = systems[0].scores.items();
        let encoded: Vec<_> = systems
            .iter()
            .map(|&system| on_grid(systems[0], system, grid))
            .collect::<Result<_, _>>()?;
        let common = encoded
            .iter()
            .try_fold(Some(1.0), |common, one| match (common, one.grid) {
                // Systems that never differ have any grid.
                _ if one.difference.iter().all(|&d| d == 0) => Some(common),
                (Some(per_one), grid) => Some(Some(joined(per_one, grid)?)),
                (None, _) => None,
            });
        let fits = |per_one: f64| {
            encoded.iter().all(|one| {
                let factor = per_one / one.grid.per_one();
                let largest = one
                    .difference
                    .iter()
                    .map(|d| d.unsigned_abs())
                    .max()
                    .unwrap_or(0);
                largest == 0 || largest as f64 * factor * 4.0 * (items as f64) < LARGEST_SUM
            })
        };
        // Decimals that one pair reads as decimals and another as the fractions that they print have no scale in common.
        let is_snapped = |one: &restrap_core::Encoded, system: &Surveyed| {
            let both = system
                .scores
                .rows()
                .iter()
                .zip(systems[0].scores.rows())
                .zip(&one.difference);
            let off = |((s, f), &d): ((&f64, &f64), &i64)| (s - f) - d as f64 / one.grid.per_one();
            let largest = both
                .clone()
                .map(|((s, f), _)| s.abs().max(f.abs()))
                .fold(0.0, f64::max);
            both.map(off).any(|off| off.abs() > 1e-9 * largest)
        };
        let alike = encoded
            .iter()
            .skip(1)
            .all(|one| one.grid == encoded[encoded.len() - 1].grid);
        let agree = grid != GridChoice::Auto
            || alike
            || !encoded
                .iter()
                .zip(systems)
                .any(|(one, system)| is_snapped(one, system));
        let common = common.flatten().filter(|&per_one| agree && fits(per_one));
        let (per_one, mut columns) = match common {
            Some(per_one) => {
                let scaled = |one: restrap_core::Encoded| {
                    let factor = (per_one / one.grid.per_one()).round() as i64;
                    one.difference
                        .into_iter()
                        .map(|d| if d == 0 { 0 } else { d * factor })
                        .collect()
                };
                (per_one, encoded.into_iter().map(scaled).collect())
            }
            None => fixed(systems, &vec![1.0; systems[0].scores.rows().len()]),
        };
        let slack = if common.is_some() { 0.0 } else { items as f64 };
        let times = systems[0].scores.times();
        let units = |column: Vec<i64>| -> Result<Vec<i64>, Error> {
            Ok(match clusters {
                Some(clusters) => clusters.totals(&column),
                None if times.are_once() => column,
                None => one_by_one(&column, times)?.into_owned(),
            })
        };
        columns = columns
            .into_iter()
            .map(units)
            .collect::<Result<_, Error>>()?;
        let sizes =
            clusters.map(|clusters| clusters.sizes.iter().map(|&size| size as f64).collect());
        Ok(Self {
            columns,
            sizes,
            sets: None,
            items,
            per_one,
            slack,
        })
    }

    /// Columns of items that weigh so much that data sets count alike.
    fn of_sets(systems: &[Surveyed], clusters: Option<&Arc<ClusterMap>>, sets: &DataSets) -> Self {
        let mut weights = sets.weights();
        let items = weights.len();
        let (per_one, mut columns) = fixed(systems, &weights);
        if let Some(clusters) = clusters {
            columns = columns
                .iter()
                .map(|column| clusters.totals(column))
                .collect();
            let mut of_clusters = vec![0.0; columns[0].len()];
            for (weight, &place) in weights.iter().zip(clusters.places()) {
                of_clusters[place as usize] += weight;
            }
            weights = of_clusters;
        }
        let own = clusters.is_none().then(|| sets.clone());
        Self {
            columns,
            sizes: Some(weights),
            sets: own,
            items: items as u64,
            per_one,
            slack: items as f64,
        }
    }

    /// Units of resampling.
    pub fn units(&self) -> usize {
        self.columns[0].len()
    }

    /// The columns.
    pub fn slices(&self) -> Vec<&[i64]> {
        self.columns.iter().map(Vec::as_slice).collect()
    }

    /// Second − first, unit by unit.
    pub fn differences(
        &self,
        first: usize,
        second: usize,
    ) -> impl Iterator<Item = i64> + Clone + '_ {
        self.columns[second]
            .iter()
            .zip(&self.columns[first])
            .map(|(s, f)| s - f)
    }

    /// Units on which any systems differ.
    pub fn differing(&self) -> usize {
        (0..self.units())
            .filter(|&unit| self.columns.iter().any(|column| column[unit] != 0))
            .count()
    }
}

/// Steps in 1 of the coarsest grid that holds both, where there is one of integers, decimals and fractions.
fn joined(per_one: f64, grid: Grid) -> Option<f64> {
    if !grid.is_recovered() {
        return None;
    }
    let other = grid.per_one();
    if per_one == 1.0 || per_one == other {
        return Some(other);
    }
    if other.fract() != 0.0 || per_one.fract() != 0.0 {
        return None;
    }
    let (a, b) = (per_one as u64, other as u64);
    if a.is_multiple_of(b) || b.is_multiple_of(a) {
        return Some(a.max(b) as f64);
    }
    let divisor = {
        let (mut x, mut y) = (a, b);
        while y > 0 {
            (x, y) = (y, x % y);
        }
        x
    };
    let joint = (a / divisor).checked_mul(b)?;
    (joint <= LARGEST_DENOMINATOR * 1_000).then_some(joint as f64)
}

/// Differences, times what items weigh, rounded to fixed point.
fn fixed(systems: &[Surveyed], weights: &[f64]) -> (f64, Vec<Vec<i64>>) {
    let first = systems[0].scores.rows();
    let difference = |system: &Surveyed, item: usize| {
        weights[item] * decimal_difference(system.scores.rows()[item], first[item])
    };
    let largest = systems
        .iter()
        .flat_map(|system| (0..first.len()).map(move |item| difference(system, item).abs()))
        .fold(0.0_f64, f64::max);
    let shift = if largest > 0.0 {
        FIXED_BITS - libm::frexp(largest).1
    } else {
        FIXED_BITS
    };
    let per_one = libm::ldexp(1.0, shift);
    let columns = systems.iter().map(|system| {
        (0..first.len())
            .map(|item| (difference(system, item) * per_one).round() as i64)
            .collect()
    });
    (per_one, columns.collect())
}
