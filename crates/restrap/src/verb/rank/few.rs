//! Pairs whose differences are nearly constant, apart from the maximum of the bootstrap.
//!
//! Two systems may differ on few units, or by the same amount on all but a few. A resample that misses those few has no spread, and its
//! statistic no bound: one such pair would decide for all the others. These pairs have the exact p of their swaps at a Bonferroni share
//! of the level, and the others what is left of it.

use std::collections::HashMap;

use rayon::prelude::*;
use restrap_stats::{Interval, Law, TEstimate};

use super::columns::Field;
use super::verdicts::Couple;
use crate::error::Error;

/// Share of the level that resamples without spread may take.
const UNNOTICED: f64 = 0.1;
/// The pairs of a family that stand apart.
pub(super) struct Few {
    /// Of each pair its exact p, where it stands apart.
    pub exact: Vec<Option<f64>>,
    /// What is left of the level for the others.
    pub share: f64,
}

impl Few {
    /// At a level `alpha` of the family; none where all would stand apart. Where swaps of a pair that stands apart can never be as rare as its share, it takes nothing.
    pub fn of(field: &Field, couples: &[Couple], alpha: f64) -> Self {
        let (all, units) = (couples.len() as f64, field.units() as f64);
        let own = |couple: &Couple| {
            let differences = || field.differences(couple.first, couple.second);
            let missed = libm::pow(
                1.0 - departing(differences(), field.sizes.as_deref()) as f64 / units,
                units,
            );
            // A pair whose differences are all alike is the same in every resample.
            let is_few = all > 1.0 && missed < 1.0 && all * missed > UNNOTICED * alpha;
            is_few.then(|| {
                (
                    exact(differences()),
                    differences().filter(|&difference| difference != 0).count(),
                )
            })
        };
        let found: Vec<Option<(f64, usize)>> = couples.par_iter().map(own).collect();
        if found.iter().all(Option::is_some) {
            return Self {
                exact: vec![None; couples.len()],
                share: 1.0,
            };
        }
        let reach =
            |(_, differing): &&(f64, usize)| all * libm::ldexp(2.0, -(*differing as i32)) <= alpha;
        let taking = found.iter().flatten().filter(reach).count() as f64;
        Self {
            exact: found
                .into_iter()
                .map(|found| found.map(|(p, _)| p))
                .collect(),
            share: (1.0 - taking / all).max(0.0),
        }
    }

    /// The adjusted p of a pair: `p` where it does not stand apart.
    pub fn adjusted(&self, at: usize, p: f64) -> f64 {
        match self.exact[at] {
            Some(exact) => (exact * self.exact.len() as f64).min(1.0),
            None if self.share > 0.0 => (p / self.share).min(1.0),
            None => 1.0,
        }
    }

    /// The interval of a pair that stands apart: Student's at its share.
    ///
    /// # Errors
    /// For a level outside 0 to 1.
    pub fn interval(
        &self,
        (mean, error): (f64, f64),
        units: usize,
        alpha: f64,
    ) -> Result<Option<Interval>, Error> {
        let level = 1.0 - alpha / self.exact.len() as f64;
        Ok(TEstimate::new(mean, error, units as f64 - 1.0)?.interval(level)?)
    }
}

/// Units that do not differ by the most common amount, an item.
fn departing(differences: impl Iterator<Item = i64>, sizes: Option<&[f64]>) -> usize {
    let mut amounts: HashMap<u64, usize> = HashMap::new();
    let mut units = 0;
    for (at, difference) in differences.enumerate() {
        // 0 has one sign.
        let amount = difference as f64 / sizes.map_or(1.0, |sizes| sizes[at]) + 0.0;
        *amounts.entry(amount.to_bits()).or_default() += 1;
        units += 1;
    }
    units - amounts.into_values().max().unwrap_or(0)
}

/// How often random signs bring a sum as large, over all of them.
fn exact(differences: impl Iterator<Item = i64> + Clone) -> f64 {
    let observed = differences.clone().map(i128::from).sum::<i128>().abs();
    if observed == 0 {
        return 1.0;
    }
    let law = Law::permutation(differences.map(|difference| (difference, 1)));
    (2.0 * law.at_least(observed).probability.value()).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::{departing, exact};

    #[test]
    fn every_swap_is_counted() {
        for (differences, p) in [
            (&[1, 1][..], 0.5),
            (&[3, 2, 1], 0.25),
            (&[5, -5], 1.0),
            (&[1; 10], 2.0 / 1024.0),
        ] {
            let found = exact(differences.iter().copied());
            assert!((found - p).abs() < 1e-12, "{differences:?}: {found}");
        }
        assert!((exact([4; 100].into_iter()) / libm::exp2(-99.0) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn units_depart_from_the_most_common_difference_of_an_item() {
        assert_eq!(departing([0, 0, 1, 0, -1].into_iter(), None), 2);
        assert_eq!(departing([400, 400, 401, 400].into_iter(), None), 1);
        assert_eq!(departing([4, 8, 13].into_iter(), Some(&[1.0, 2.0, 3.0])), 1);
        assert_eq!(departing([4, 8, 12].into_iter(), Some(&[1.0, 2.0, 3.0])), 0);
    }
}
