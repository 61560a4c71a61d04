//! Resamples of column sums, each drawn from its address.
//!
//! A [`Resampler`] is the unit that the engine runs: a resample number in, integer sums out.

use std::ops::Range;

/// Draws the column sums of resample number `resample`.
pub trait Resampler: Sync {
    /// Number of sums that one resample has.
    fn columns(&self) -> usize {
        1
    }

    /// The sums of consecutive resamples from `first` on, in grid units: `columns()` of each, resample after resample.
    fn sums(&self, seed: u64, comparison: u16, first: u64, sums: &mut [i64]);

    /// The first sum of one resample.
    fn sum(&self, seed: u64, comparison: u16, resample: u64) -> i64 {
        let mut sums = vec![0; self.columns()];
        self.sums(seed, comparison, resample, &mut sums);
        sums[0]
    }

    /// Resamples that `sums` takes best at once.
    fn batch(&self) -> u64 {
        1
    }

    /// How often each group (compressed) or item was taken; for swaps, how often it was swapped.
    fn counts(&self, seed: u64, comparison: u16, resample: u64) -> Vec<u64>;

    /// Draws in one resample, for progress and cost.
    fn cost(&self) -> u64;
}

/// How many items a bootstrap draws, from which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Design {
    /// Items and draws of each stratum, in item order; one stratum where there are none. A stratum has items, fewer than
    /// 2^32, at least one draw, at most four draws per item, and no more draws than items without replacement.
    pub strata: Vec<(u64, u64)>,
    /// An item may be drawn again.
    pub replacement: bool,
}

impl Design {
    /// n draws with replacement from n items.
    pub fn full(items: u64) -> Self {
        Self::draws(items, items)
    }

    /// m draws with replacement from n items.
    pub fn draws(items: u64, draws: u64) -> Self {
        Self {
            strata: vec![(items, draws)],
            replacement: true,
        }
    }

    /// Draws a resample.
    pub fn total(&self) -> u64 {
        self.strata.iter().map(|stratum| stratum.1).sum()
    }

    /// The items of each stratum and its draws.
    pub(crate) fn ranges(&self, items: usize) -> Vec<(Range<usize>, u64)> {
        let mut first = 0;
        let ranges = self.strata.iter().map(|&(items, draws)| {
            assert!(
                items > 0 && items < 1 << 32,
                "a stratum has 1 to 2^32 - 1 items"
            );
            assert!(
                draws > 0 && draws <= 4 * items,
                "a stratum draws 1 to 4 items per item"
            );
            assert!(
                self.replacement || draws <= items,
                "no more draws than items without replacement"
            );
            first += items as usize;
            (first - items as usize..first, draws)
        });
        let ranges = ranges.collect();
        assert_eq!(first, items, "the strata hold all items");
        ranges
    }
}
