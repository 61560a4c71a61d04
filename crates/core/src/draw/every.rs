//! Every way to swap few items, once: what random swaps of them would be samples of.
//!
//! Swapping all items turns the sign of every sum and no absolute statistic, so the last item that differs stays as it is:
//! 2^(n - 1) resamples stand for all 2^n. Sums of the swaps of each half of the items are kept; a resample adds two of them.

use super::indexed::differing;
use super::resampler::Resampler;

/// Every swap of a few items in several columns.
#[derive(Clone, Debug)]
pub struct EverySwap {
    items: usize,
    columns: usize,
    /// Items of the lower half.
    low: usize,
    /// Sums of the swaps of the lower half, swap after swap.
    low_sums: Vec<i64>,
    /// Sums of the upper half of the items, whose last one is never swapped.
    high_sums: Vec<i64>,
}

impl EverySwap {
    /// Most items that differ: 2^19 resamples.
    pub const MOST_ITEMS: usize = 20;

    /// Takes the differences of every column, in item order; items where no column differs are left out. `None` for more than
    /// [`Self::MOST_ITEMS`] others.
    ///
    /// # Panics
    /// If lengths differ.
    pub fn new(columns: &[&[i64]]) -> Option<Self> {
        let kept = differing(columns);
        let items = kept.first().map_or(0, Vec::len);
        if items > Self::MOST_ITEMS {
            return None;
        }
        let low = items / 2;
        let swaps_of = |first: usize, last: usize, free: usize| {
            let mut sums = Vec::with_capacity((1 << free) * kept.len());
            for swap in 0..1_usize << free {
                let sign = |item: usize| {
                    1 - 2 * i64::from(item - first < free && swap >> (item - first) & 1 == 1)
                };
                sums.extend(
                    kept.iter()
                        .map(|column| (first..last).map(|i| sign(i) * column[i]).sum::<i64>()),
                );
            }
            sums
        };
        let low_sums = swaps_of(0, low, low);
        let high_sums = swaps_of(low, items, (items - low).saturating_sub(1));
        Some(Self {
            items,
            columns: kept.len(),
            low,
            low_sums,
            high_sums,
        })
    }

    /// Number of resamples: each once.
    pub fn number(&self) -> u64 {
        1 << self.items.saturating_sub(1)
    }
}

impl Resampler for EverySwap {
    fn columns(&self) -> usize {
        self.columns
    }

    fn sums(&self, _: u64, _: u16, first: u64, sums: &mut [i64]) {
        // Who looks at more resamples than there are, as the digest of a draw does, meets the first again.
        let last = self.number() as usize - 1;
        for (resample, sums) in (first as usize..).zip(sums.chunks_mut(self.columns)) {
            let resample = resample & last;
            let low = &self.low_sums[(resample & ((1 << self.low) - 1)) * self.columns..];
            let high = &self.high_sums[(resample >> self.low) * self.columns..];
            for ((sum, low), high) in sums.iter_mut().zip(low).zip(high) {
                *sum = low + high;
            }
        }
    }

    fn counts(&self, _: u64, _: u16, resample: u64) -> Vec<u64> {
        (0..self.items).map(|item| resample >> item & 1).collect()
    }

    fn cost(&self) -> u64 {
        self.columns as u64 / 4 + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_swap_comes_once_up_to_the_swap_of_all() {
        let (one, two) = ([3, 0, -1, 5, 2, 0, 7], [0, 0, 4, -5, 1, 0, 1]);
        let every = EverySwap::new(&[&one, &two]).expect("few items");
        assert_eq!(every.number(), 16, "five items differ");
        let mut sums = vec![0; 32];
        every.sums(9, 9, 0, &mut sums);
        let mut both: Vec<[i64; 2]> = sums
            .chunks(2)
            .flat_map(|s| [[s[0], s[1]], [-s[0], -s[1]]])
            .collect();
        let kept: Vec<usize> = (0..7).filter(|&i| one[i] != 0 || two[i] != 0).collect();
        let sign = |swap: usize, at: usize| 1 - 2 * (swap >> at & 1) as i64;
        let signed = |column: &[i64; 7], swap| {
            kept.iter()
                .enumerate()
                .map(|(at, &i)| sign(swap, at) * column[i])
                .sum::<i64>()
        };
        let mut all: Vec<[i64; 2]> = (0..32)
            .map(|swap| [signed(&one, swap), signed(&two, swap)])
            .collect();
        both.sort_unstable();
        all.sort_unstable();
        assert_eq!(both, all);
        let mut some = vec![0; 6];
        every.sums(0, 0, 5, &mut some);
        assert_eq!(some, sums[10..16], "any start");
        let rebuilt: i64 = every
            .counts(0, 0, 11)
            .iter()
            .zip(&kept)
            .map(|(&s, &i)| (1 - 2 * s as i64) * one[i])
            .sum();
        assert_eq!(rebuilt, sums[22]);
    }

    #[test]
    fn no_item_that_differs_has_one_resample() {
        let every = EverySwap::new(&[&[0, 0]]).expect("few items");
        assert_eq!((every.number(), every.sum(0, 0, 0)), (1, 0));
        assert!(EverySwap::new(&[&[1; 21]]).is_none());
    }
}
