//! Resamples drawn item by item: the oracles of `compressed`, `streamed` and `signs`, and the routes of few items.

use std::ops::Range;

use rand::Rng;

use super::resampler::{Design, Resampler};
use crate::stream::{Address, Domain, ScalarStream, below};

fn stream(domain: Domain, seed: u64, comparison: u16, resample: u64) -> ScalarStream {
    Address {
        seed,
        domain,
        comparison,
        resample,
        tile: 0,
        attempt: 0,
    }
    .scalar()
}

/// Bootstrap by uniform indices: the oracle, and the route where few items are alike.
#[derive(Clone, Debug)]
pub struct IndexedBootstrap {
    /// The columns of an item side by side, items after one another: one draw touches one line of the cache.
    rows: Vec<i64>,
    columns: usize,
    strata: Vec<(Range<usize>, u64)>,
    replacement: bool,
}

impl IndexedBootstrap {
    /// Takes columns of one length, in item order. Items of a stratum are neighbours.
    ///
    /// # Panics
    /// If the design does not fit the items: see [`Design`].
    pub fn new(columns: &[&[i64]], design: &Design) -> Self {
        let items = columns.first().map_or(0, |column| column.len());
        let rows = (0..items)
            .flat_map(|item| columns.iter().map(move |column| column[item]))
            .collect();
        let strata = design.ranges(items);
        Self {
            rows,
            columns: columns.len(),
            strata,
            replacement: design.replacement,
        }
    }

    fn each(&self, seed: u64, comparison: u16, resample: u64, mut take: impl FnMut(usize)) {
        let mut stream = stream(Domain::Bootstrap, seed, comparison, resample);
        for (items, draws) in &self.strata {
            if self.replacement {
                for _ in 0..*draws {
                    take(items.start + below(&mut stream, items.len() as u64) as usize);
                }
            } else {
                // The head of a shuffle (Durstenfeld 1964).
                let mut order: Vec<usize> = items.clone().collect();
                for place in 0..*draws as usize {
                    let other = place + below(&mut stream, (order.len() - place) as u64) as usize;
                    order.swap(place, other);
                    take(order[place]);
                }
            }
        }
    }
}

impl IndexedBootstrap {
    /// The sums of as many columns as the compiler knows of, kept in registers.
    fn sums_of<const COLUMNS: usize>(
        &self,
        seed: u64,
        comparison: u16,
        first: u64,
        sums: &mut [i64],
    ) {
        let rows = self.rows.as_chunks::<COLUMNS>().0;
        for (place, sums) in sums.as_chunks_mut::<COLUMNS>().0.iter_mut().enumerate() {
            let mut own = [0; COLUMNS];
            self.each(seed, comparison, first + place as u64, |item| {
                for (sum, value) in own.iter_mut().zip(&rows[item]) {
                    *sum += value;
                }
            });
            *sums = own;
        }
    }
}

impl Resampler for IndexedBootstrap {
    fn columns(&self) -> usize {
        self.columns
    }

    fn sums(&self, seed: u64, comparison: u16, first: u64, sums: &mut [i64]) {
        match self.columns {
            1 => return self.sums_of::<1>(seed, comparison, first, sums),
            2 => return self.sums_of::<2>(seed, comparison, first, sums),
            _ => {}
        }
        sums.fill(0);
        for (place, sums) in sums.chunks_mut(self.columns).enumerate() {
            self.each(seed, comparison, first + place as u64, |item| {
                for (sum, value) in sums.iter_mut().zip(&self.rows[item * self.columns..]) {
                    *sum += value;
                }
            });
        }
    }

    fn counts(&self, seed: u64, comparison: u16, resample: u64) -> Vec<u64> {
        let mut counts = vec![0; self.rows.len() / self.columns];
        self.each(seed, comparison, resample, |item| counts[item] += 1);
        counts
    }

    fn cost(&self) -> u64 {
        self.strata.iter().map(|stratum| stratum.1).sum()
    }
}

/// Random swaps pair by pair: one fair bit a pair that differs.
#[derive(Clone, Debug)]
pub struct CoinFlips {
    /// Differences of the kept pairs.
    columns: Vec<Vec<i64>>,
}

impl CoinFlips {
    /// Takes the differences of every column, in item order; items where no column differs are left out: swapping them
    /// changes nothing.
    ///
    /// # Panics
    /// If lengths differ.
    pub fn new(columns: &[&[i64]]) -> Self {
        Self {
            columns: differing(columns),
        }
    }

    /// Calls `take` with each pair and whether it is swapped: bit 1 keeps it.
    fn each(&self, seed: u64, comparison: u16, resample: u64, mut take: impl FnMut(usize, bool)) {
        let mut stream = stream(Domain::Permutation, seed, comparison, resample);
        let items = self.columns[0].len();
        for first in (0..items).step_by(64) {
            let word = stream.next_u64();
            for item in first..items.min(first + 64) {
                take(item, word >> (item - first) & 1 == 0);
            }
        }
    }
}

/// The items that differ in some column.
pub(super) fn differing(columns: &[&[i64]]) -> Vec<Vec<i64>> {
    let items = columns.first().map_or(0, |column| column.len());
    assert!(
        columns.iter().all(|column| column.len() == items),
        "columns have one length"
    );
    let keep: Vec<bool> = (0..items)
        .map(|i| columns.iter().any(|column| column[i] != 0))
        .collect();
    let kept = |column: &&[i64]| {
        column
            .iter()
            .zip(&keep)
            .filter(|(_, keep)| **keep)
            .map(|(&d, _)| d)
            .collect()
    };
    columns.iter().map(kept).collect()
}

impl Resampler for CoinFlips {
    fn columns(&self) -> usize {
        self.columns.len()
    }

    fn sums(&self, seed: u64, comparison: u16, first: u64, sums: &mut [i64]) {
        sums.fill(0);
        for (place, sums) in sums.chunks_mut(self.columns.len()).enumerate() {
            self.each(seed, comparison, first + place as u64, |item, swapped| {
                for (sum, column) in sums.iter_mut().zip(&self.columns) {
                    // Branch-free: a random bit would be mispredicted every other time.
                    let sign = 1 - 2 * i64::from(swapped);
                    *sum += sign * column[item];
                }
            });
        }
    }

    fn counts(&self, seed: u64, comparison: u16, resample: u64) -> Vec<u64> {
        let mut counts = vec![0; self.columns[0].len()];
        self.each(seed, comparison, resample, |item, swapped| {
            counts[item] = u64::from(swapped);
        });
        counts
    }

    fn cost(&self) -> u64 {
        self.columns[0].len().div_ceil(4) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CompressedBootstrap, CompressedFlips, DistinctRows, Level};

    const COLUMN: [i64; 12] = [3, -1, 0, 0, 3, 3, -1, 5, 0, 0, -2, 3];

    /// Mean and variance of the sum over many resamples.
    fn moments(resampler: &dyn Resampler) -> (f64, f64) {
        const R: u64 = 200_000;
        let sums: Vec<f64> = (0..R).map(|r| resampler.sum(9, 0, r) as f64).collect();
        let mean = sums.iter().sum::<f64>() / R as f64;
        (
            mean,
            sums.iter().map(|s| (s - mean).powi(2)).sum::<f64>() / R as f64,
        )
    }

    fn sizes() -> DistinctRows {
        DistinctRows::of_column(&COLUMN.map(i64::abs))
    }

    #[test]
    fn bootstrap_routes_have_the_moments_of_the_law() {
        let n = COLUMN.len() as f64;
        let total: i64 = COLUMN.iter().sum();
        let square: i64 = COLUMN.iter().map(|d| d * d).sum();
        let variance = square as f64 - (total * total) as f64 / n;
        for resampler in [
            &CompressedBootstrap::new(DistinctRows::of_column(&COLUMN), 12, Level::detected())
                as &dyn Resampler,
            &IndexedBootstrap::new(&[&COLUMN], &Design::full(12)),
        ] {
            let (mean, got) = moments(resampler);
            // 4.5 standard errors of the mean; a variance's relative error is about sqrt(2/R).
            assert!(
                (mean - total as f64).abs() < 4.5 * (variance / 2e5).sqrt(),
                "{resampler:p} {mean}"
            );
            assert!(
                (got / variance - 1.0).abs() < 4.5 * (2.0_f64 / 2e5).sqrt(),
                "{got} {variance}"
            );
        }
    }

    #[test]
    fn swap_routes_have_the_moments_of_the_law() {
        let square: i64 = COLUMN.iter().map(|d| d * d).sum();
        for resampler in [
            &CompressedFlips::new(sizes(), Level::detected()) as &dyn Resampler,
            &CoinFlips::new(&[&COLUMN]),
        ] {
            let (mean, variance) = moments(resampler);
            assert!(mean.abs() < 4.5 * (square as f64 / 2e5).sqrt(), "{mean}");
            assert!(
                (variance / square as f64 - 1.0).abs() < 4.5 * (2.0_f64 / 2e5).sqrt(),
                "{variance} {square}"
            );
        }
    }

    #[test]
    fn counts_rebuild_the_sum() {
        let rows = DistinctRows::of_column(&COLUMN);
        let compressed = CompressedBootstrap::new(rows.clone(), 12, Level::detected());
        let indexed = IndexedBootstrap::new(&[&COLUMN], &Design::full(12));
        let coins = CoinFlips::new(&[&COLUMN]);
        let kept: Vec<i64> = COLUMN.into_iter().filter(|&d| d != 0).collect();
        for r in 0..100 {
            let counts = compressed.counts(1, 2, r);
            assert_eq!(counts.iter().sum::<u64>(), 12);
            let sum: i64 = counts
                .iter()
                .zip(&rows.values)
                .map(|(&k, v)| k as i64 * v)
                .sum();
            assert_eq!(sum, compressed.sum(1, 2, r));
            let sum: i64 = indexed
                .counts(1, 2, r)
                .iter()
                .zip(&COLUMN)
                .map(|(&k, v)| k as i64 * v)
                .sum();
            assert_eq!(sum, indexed.sum(1, 2, r));
            let swaps = coins.counts(1, 2, r);
            let sum: i64 = swaps
                .iter()
                .zip(&kept)
                .map(|(&k, v)| v * (1 - 2 * k as i64))
                .sum();
            assert_eq!(sum, coins.sum(1, 2, r));
        }
    }

    #[test]
    fn sums_have_known_values_on_every_route() {
        let first = |resampler: &dyn Resampler| [0, 1, 1 << 40].map(|r| resampler.sum(7, 1, r));
        assert_eq!(
            first(&CompressedBootstrap::new(
                DistinctRows::of_column(&COLUMN),
                12,
                Level::detected()
            )),
            [8, 18, 1],
            "compressed"
        );
        assert_eq!(
            first(&IndexedBootstrap::new(&[&COLUMN], &Design::full(12))),
            [28, 15, 5],
            "indexed"
        );
        assert_eq!(
            first(&CompressedFlips::new(sizes(), Level::detected())),
            [3, 7, 3],
            "compressed flips"
        );
        assert_eq!(first(&CoinFlips::new(&[&COLUMN])), [7, -1, 1], "coin flips");
    }
}
