//! The permutation laws of the same differences less a shift: what they share is sorted and summed once, and each law then costs one pass
//! over the distinct differences.
//!
//! The power sums of `d − c` about a centre c become those of `d − c − δ` by the binomial theorem. That loses no digits while δ is small
//! against the values of an octave, so values up to four times the largest shift share the lowest one.

use std::sync::Arc;

use super::flips::{self, Atoms, Flips};
use super::series::{OctaveSums, Powers, Weighted};
use super::transform::{Cumulants, frequent_first};
use super::{Law, common_divisor};

/// Differences on a lattice, of which a shift is to be taken.
#[derive(Debug)]
pub(crate) struct ShiftedFlips {
    /// Distinct differences from the least one on, with their numbers of items, in the order of their power sums.
    atoms: Arc<[(u64, u64)]>,
    /// The most frequent of them, in `frequent_first` order.
    frequent: Vec<(u64, u64)>,
    /// Half a step beside a lattice point, so that no value is 0.
    centre: u64,
    sums: OctaveSums,
    /// Largest distance of a shift from the centre.
    reach: f64,
    items: u64,
    total: i128,
    most: u64,
}

impl ShiftedFlips {
    /// From distinct differences, the least of which is 0, with their numbers of items; for shifts within `reach` of `centre`.
    ///
    /// `None` for so few that a law of their own is as cheap.
    pub fn new(mut atoms: Vec<(u64, u64)>, centre: u64, reach: f64) -> Option<Self> {
        let items = atoms.iter().map(|a| a.1).sum();
        if atoms.len() < flips::MANY || items <= super::lattice::MOST_ITEMS {
            return None;
        }
        let frequent = frequent_first(&atoms);
        let total = atoms
            .iter()
            .map(|&(d, m)| i128::from(d) * i128::from(m))
            .sum();
        let most = atoms.iter().map(|a| a.0).max().unwrap_or(0);
        let half = |&(d, m): &(u64, u64)| Weighted {
            value: half_distance(d, centre, 0.0),
            weight: m as f64,
        };
        let one = Weighted {
            value: 1.0,
            weight: 1.0,
        };
        let sums = OctaveSums::new(&mut atoms, half, one, Powers::All).for_shifts(0.5 * reach);
        Some(Self {
            atoms: atoms.into(),
            frequent,
            centre,
            sums,
            reach,
            items,
            total,
            most,
        })
    }

    /// Returns `true` for a shift near enough to the centre.
    pub fn reaches(&self, shift: f64) -> bool {
        (shift - self.centre as f64).abs() < self.reach
    }

    /// The sum of the differences less a shift.
    pub fn total(&self, shift: u64) -> i128 {
        self.total - i128::from(self.items) * i128::from(shift)
    }

    /// The law of `sum of ±(d − shift)`, as [`Law::permutation_within`].
    pub fn law(&self, shift: u64, tolerance: f64) -> Law {
        let sizes = || self.atoms.iter().map(|&(d, m)| (d.abs_diff(shift), m));
        let step = common_divisor(sizes().map(|size| size.0));
        let width: u128 = sizes().map(|(w, m)| u128::from(w) * u128::from(m)).sum();
        let frequent = self.frequent.iter().filter(|one| one.0 != shift);
        let flips = Flips {
            atoms: Atoms {
                values: Arc::clone(&self.atoms),
                shift,
                step,
            },
            frequent: frequent
                .map(|&(d, m)| (d.abs_diff(shift) / step, m))
                .collect(),
            items: self.items as f64,
            width: (width / u128::from(step)).cast_signed(),
            halves: Some(self.sums_at(shift as f64).scaled(1.0 / step as f64)),
        };
        Law::of_flips(flips, step, tolerance)
    }

    /// Power sums of half the differences less a shift.
    fn sums_at(&self, shift: f64) -> OctaveSums {
        self.sums.shifted(0.5 * (shift - self.centre as f64 - 0.5))
    }

    /// The cumulants of the sum of a random subset of the differences less a shift, at a tilt.
    pub fn subsets(&self, shift: f64) -> impl Fn(f64) -> Cumulants {
        let sums = self.sums_at(shift);
        let mean = 0.5 * (self.total as f64 - self.items as f64 * shift);
        move |theta: f64| {
            let (small, large) = sums.split(theta.abs(), flips::SERIES_LIMIT);
            let halves = self.atoms[large..].iter().map(|&(d, m)| Weighted {
                value: half_distance(d, self.centre, shift - self.centre as f64 - 0.5),
                weight: m as f64,
            });
            let flips = flips::cumulants(small, halves, theta);
            Cumulants {
                k: flips.k + theta * mean,
                mean: flips.mean + mean,
                variance: flips.variance,
            }
        }
    }

    /// The largest distance of a difference from a shift.
    pub fn largest(&self, shift: f64) -> f64 {
        shift.max(self.most as f64 - shift)
    }

    pub fn items(&self) -> u64 {
        self.items
    }
}

/// Half of `d − (centre + ½) − shift`.
fn half_distance(d: u64, centre: u64, shift: f64) -> f64 {
    // Differences of a lattice fit 62 bits.
    0.5 * ((d.cast_signed() - centre.cast_signed()) as f64 - 0.5 - shift)
}

#[cfg(test)]
mod tests {
    use super::*;
    use restrap_testing::Numbers;

    /// Differences with a heavy tail, many of them equal, from 0 on.
    fn differences(items: usize) -> Vec<(u64, u64)> {
        let mut numbers = Numbers(29);
        let mut values: Vec<u64> = (0..items)
            .map(|_| (3e6 / (numbers.share() + 0.02)) as u64 / 50 * 50)
            .collect();
        let least = values.iter().copied().min().unwrap_or(0);
        for value in &mut values {
            *value -= least;
        }
        values.extend(vec![7_000; items / 4]);
        super::super::merge(values.into_iter().map(|value| (value, 1)))
    }

    /// Differences with their mean and its standard error, and the laws of their shifts within four of them.
    fn furnished(items: usize) -> (Vec<(u64, u64)>, f64, f64, ShiftedFlips) {
        let atoms = differences(items);
        let items: f64 = atoms.iter().map(|a| a.1 as f64).sum();
        let mean = atoms.iter().map(|a| a.0 as f64 * a.1 as f64).sum::<f64>() / items;
        let squares = atoms
            .iter()
            .map(|a| (a.0 as f64 - mean).powi(2) * a.1 as f64);
        let error = squares.sum::<f64>().sqrt() / items;
        let shared = ShiftedFlips::new(atoms.clone(), mean as u64, 4.0 * error);
        (atoms, mean, error, shared.expect("many items"))
    }

    #[test]
    fn a_law_of_shifted_differences_is_that_of_the_differences_one_by_one() {
        let (atoms, mean, error, shared) = furnished(4_000);
        for errors in [-3.5, -2.0, -0.3, 0.0, 1.0, 3.9] {
            let shift = (mean + errors * error) as u64;
            assert!(shared.reaches(shift as f64));
            let apart: Vec<(i64, u64)> = atoms
                .iter()
                .map(|&(d, m)| (d.cast_signed() - shift.cast_signed(), m))
                .collect();
            let total: i128 = apart
                .iter()
                .map(|&(d, m)| i128::from(d) * i128::from(m))
                .sum();
            assert_eq!(shared.total(shift), total);
            for tolerance in [0.0, 1e-3] {
                let found = shared
                    .law(shift, tolerance)
                    .at_least(total)
                    .probability
                    .value();
                let law = Law::permutation_within(&apart, tolerance);
                let expected = law.at_least(total).probability.value();
                assert!(
                    (found - expected).abs() <= 1e-11 * expected,
                    "{errors} {tolerance}: {found} {expected}"
                );
            }
        }
        assert!(!shared.reaches(mean + 4.5 * error));
    }

    #[test]
    fn cumulants_of_subsets_are_those_of_the_values_one_by_one() {
        let (atoms, mean, error, shared) = furnished(2_000);
        for shift in [mean - 3.0 * error, mean + 0.25, mean + 2.0 * error] {
            let cumulants = shared.subsets(shift);
            for tilt in [-4.0, -0.5, 1e-3, 3.0] {
                let theta = tilt / (error * 2_500.0);
                let (mut k, mut slope) = (0.0, 0.0);
                for &(d, m) in &atoms {
                    let (x, m) = (d as f64 - shift, m as f64);
                    k += m * (0.5 * theta * x + libm::log(libm::cosh(0.5 * theta * x)));
                    slope += m * 0.5 * x * (1.0 + libm::tanh(0.5 * theta * x));
                }
                let found = cumulants(theta);
                assert!(
                    (found.k - k).abs() < 1e-9 * k.abs().max(1.0),
                    "{shift} {tilt}: {found:?} {k}"
                );
                let largest = slope.abs().max(error * 2_500.0);
                assert!(
                    (found.mean - slope).abs() < 1e-9 * largest,
                    "{shift} {tilt}: {found:?} {slope}"
                );
            }
        }
    }
}
