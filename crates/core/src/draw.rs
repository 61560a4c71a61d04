//! Resamples of a sum, each drawn from its address.
//!
//! A [`Resampler`] is the unit that the engine runs: a resample number in, an integer sum out. Here stand the two that draw
//! item by item: the oracles of `compressed` and `streamed`, and the routes of few items.

use rand::Rng;

use crate::planes::Planes;
use crate::stream::{Address, Domain, ScalarStream, below};

/// Draws the sum of resample number `resample`.
pub trait Resampler: Sync {
    /// The sum, in grid units.
    fn sum(&self, seed: u64, comparison: u16, resample: u64) -> i64;
    /// The sums of consecutive resamples from `first` on: what `sum` gives, faster where resamples share their data.
    fn sums(&self, seed: u64, comparison: u16, first: u64, sums: &mut [i64]) {
        for (place, sum) in sums.iter_mut().enumerate() {
            *sum = self.sum(seed, comparison, first + place as u64);
        }
    }
    /// Resamples that `sums` takes best at once.
    fn batch(&self) -> u64 {
        1
    }
    /// How often each group (compressed) or item was taken; for sign flips, how often it was swapped.
    fn counts(&self, seed: u64, comparison: u16, resample: u64) -> Vec<u64>;
    /// Draws in one resample, for progress and cost.
    fn cost(&self) -> u64;
}

pub(crate) fn stream(domain: Domain, seed: u64, comparison: u16, resample: u64) -> ScalarStream {
    Address { seed, domain, comparison, resample, tile: 0, attempt: 0 }.scalar()
}

/// Bootstrap by n uniform indices: the oracle, and the route where few items are alike.
#[derive(Clone, Debug)]
pub struct IndexedBootstrap {
    column: Vec<i64>,
}

impl IndexedBootstrap {
    /// Of one column, in item order.
    pub fn new(column: Vec<i64>) -> Self {
        Self { column }
    }
}

impl Resampler for IndexedBootstrap {
    fn sum(&self, seed: u64, comparison: u16, resample: u64) -> i64 {
        let mut stream = stream(Domain::Bootstrap, seed, comparison, resample);
        let n = self.column.len() as u64;
        (0..n).map(|_| self.column[below(&mut stream, n) as usize]).sum()
    }

    fn counts(&self, seed: u64, comparison: u16, resample: u64) -> Vec<u64> {
        let mut stream = stream(Domain::Bootstrap, seed, comparison, resample);
        let mut counts = vec![0; self.column.len()];
        for _ in 0..self.column.len() {
            counts[below(&mut stream, self.column.len() as u64) as usize] += 1;
        }
        counts
    }

    fn cost(&self) -> u64 {
        self.column.len() as u64
    }
}

/// Random swaps item by item: one fair bit an item, dotted with the planes of the differences.
#[derive(Clone, Debug)]
pub struct CoinFlips {
    planes: Planes,
    total: i64,
}

impl CoinFlips {
    /// Of the differences in item order; zeros are left out, swapping them changes nothing.
    pub fn new(differences: &[i64]) -> Self {
        let kept: Vec<i64> = differences.iter().copied().filter(|&d| d != 0).collect();
        Self { planes: Planes::new(&kept), total: kept.iter().sum() }
    }

    fn bits(&self, seed: u64, comparison: u16, resample: u64) -> Vec<u64> {
        let mut stream = stream(Domain::Permutation, seed, comparison, resample);
        (0..self.planes.items().div_ceil(64)).map(|_| stream.next_u64()).collect()
    }
}

impl Resampler for CoinFlips {
    fn sum(&self, seed: u64, comparison: u16, resample: u64) -> i64 {
        2 * self.planes.dot_bits(&self.bits(seed, comparison, resample)) - self.total
    }

    fn counts(&self, seed: u64, comparison: u16, resample: u64) -> Vec<u64> {
        let words = self.bits(seed, comparison, resample);
        // Bit 1 keeps the difference, bit 0 swaps the pair.
        (0..self.planes.items()).map(|i| 1 - (words[i / 64] >> (i % 64) & 1)).collect()
    }

    fn cost(&self) -> u64 {
        self.planes.items().div_ceil(16) as u64
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
        (mean, sums.iter().map(|s| (s - mean).powi(2)).sum::<f64>() / R as f64)
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
            &CompressedBootstrap::new(DistinctRows::of_column(&COLUMN), Level::detected()) as &dyn Resampler,
            &IndexedBootstrap::new(COLUMN.to_vec()),
        ] {
            let (mean, got) = moments(resampler);
            // 4.5 standard errors of the mean; a variance's relative error is about sqrt(2/R).
            assert!((mean - total as f64).abs() < 4.5 * (variance / 2e5).sqrt(), "{resampler:p} {mean}");
            assert!((got / variance - 1.0).abs() < 4.5 * (2.0_f64 / 2e5).sqrt(), "{got} {variance}");
        }
    }

    #[test]
    fn swap_routes_have_the_moments_of_the_law() {
        let square: i64 = COLUMN.iter().map(|d| d * d).sum();
        for resampler in
            [&CompressedFlips::new(&sizes(), Level::detected()) as &dyn Resampler, &CoinFlips::new(&COLUMN)]
        {
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
        let compressed = CompressedBootstrap::new(rows.clone(), Level::detected());
        let indexed = IndexedBootstrap::new(COLUMN.to_vec());
        let coins = CoinFlips::new(&COLUMN);
        let kept: Vec<i64> = COLUMN.into_iter().filter(|&d| d != 0).collect();
        for r in 0..100 {
            let counts = compressed.counts(1, 2, r);
            assert_eq!(counts.iter().sum::<u64>(), 12);
            let sum: i64 = counts.iter().zip(&rows.values).map(|(&k, v)| k as i64 * v).sum();
            assert_eq!(sum, compressed.sum(1, 2, r));
            let sum: i64 = indexed.counts(1, 2, r).iter().zip(&COLUMN).map(|(&k, v)| k as i64 * v).sum();
            assert_eq!(sum, indexed.sum(1, 2, r));
            let swaps = coins.counts(1, 2, r);
            let sum: i64 = swaps.iter().zip(&kept).map(|(&k, v)| v * (1 - 2 * k as i64)).sum();
            assert_eq!(sum, coins.sum(1, 2, r));
        }
    }

    #[test]
    fn sums_have_known_values_on_every_route() {
        let first = |resampler: &dyn Resampler| [0, 1, 1 << 40].map(|r| resampler.sum(7, 1, r));
        assert_eq!(
            first(&CompressedBootstrap::new(DistinctRows::of_column(&COLUMN), Level::detected())),
            [8, 18, 1],
            "compressed"
        );
        assert_eq!(first(&IndexedBootstrap::new(COLUMN.to_vec())), [28, 15, 5], "indexed");
        assert_eq!(first(&CompressedFlips::new(&sizes(), Level::detected())), [3, 7, 3], "compressed flips");
        assert_eq!(first(&CoinFlips::new(&COLUMN)), [7, -1, 1], "coin flips");
    }
}
