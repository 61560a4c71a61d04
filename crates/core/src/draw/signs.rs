//! Random swaps of scores that are all different: one fair bit a pair, dotted with digit planes.
//!
//! The signed sum is twice the dot product of bits and differences, less their total; bit 1 keeps a difference, bit 0 swaps
//! the pair. Where a resample needs less than a tile of bits, neighbours share one.

use std::ops::Range;

use super::indexed::differing;
use super::resampler::Resampler;
use crate::arch::{Level, STEP, TILE};
use crate::planes::Planes;
use crate::stream::{Address, Domain, FIRST_LANE_BLOCK};

/// Resamples that share what is loaded of the planes.
const BATCH: usize = 16;
/// Signs of a tile.
const SIGNS: usize = 8 * TILE;

/// The bits of resamples: where they are drawn, and where those of one resample lie.
#[derive(Clone, Debug)]
pub(super) struct SignBits {
    /// Items that differ.
    pub items: usize,
    /// Bytes of one resample in a shared tile, a multiple of 8; whole tiles where one is not enough.
    pub stride: usize,
    pub level: Level,
}

impl SignBits {
    pub fn new(items: usize, level: Level) -> Self {
        let stride = if items > SIGNS {
            TILE
        } else {
            items.div_ceil(64).max(1) * 8
        };
        Self {
            items,
            stride,
            level,
        }
    }

    /// Resamples that share a tile.
    pub fn sharing(&self) -> usize {
        TILE / self.stride
    }

    /// Items of each tile.
    pub fn tiles(&self) -> impl Iterator<Item = Range<usize>> {
        let items = self.items;
        (0..items)
            .step_by(SIGNS)
            .map(move |first| first..items.min(first + SIGNS))
    }

    /// The bytes of one tile, of a resample or of a block of resamples that share it.
    pub fn fill(&self, seed: u64, comparison: u16, block: u64, tile: usize, bytes: &mut [u8]) {
        let domain = Domain::Permutation;
        let address = Address {
            seed,
            domain,
            comparison,
            resample: block,
            tile: tile as u32,
            attempt: 0,
        };
        let (counter, key) = address.words(FIRST_LANE_BLOCK);
        let kernels = self.level.kernels();
        (kernels.fill)(&mut (kernels.seed)(counter, key), bytes);
    }

    /// 1 for each item that is swapped in one resample, 0 for each other.
    pub fn counts(&self, seed: u64, comparison: u16, resample: u64) -> Vec<u64> {
        let mut counts = vec![0; self.items.next_multiple_of(64)];
        let mut bytes = [0; TILE];
        let sharing = self.sharing() as u64;
        let first = (resample % sharing) as usize * self.stride;
        for (tile, counts) in counts.chunks_mut(SIGNS).enumerate() {
            // Later resamples of a shared tile are not looked at.
            let end = first + counts.len() / 8;
            let used = end.next_multiple_of(STEP).min(TILE);
            let block = resample / sharing;
            self.fill(seed, comparison, block, tile, &mut bytes[..used]);
            let (words, _) = bytes[first..end].as_chunks::<8>();
            let (groups, _) = counts.as_chunks_mut::<64>();
            for (group, word) in groups.iter_mut().zip(words) {
                // Item i is bit i / 8 % 8 of byte i % 8 of its word.
                let swapped = !u64::from_le_bytes(*word);
                for (bit, counts) in group.as_chunks_mut::<8>().0.iter_mut().enumerate() {
                    *counts = (swapped >> bit & 0x0101_0101_0101_0101)
                        .to_le_bytes()
                        .map(u64::from);
                }
            }
        }
        counts.truncate(self.items);
        counts
    }
}

/// Random swaps by streamed bits.
#[derive(Clone, Debug)]
pub struct StreamedFlips {
    planes: Planes,
    /// One a column.
    totals: Vec<i64>,
    bits: SignBits,
}

impl StreamedFlips {
    /// Takes the differences of every column, in item order, by the kernels of a level. Items where no column differs are
    /// left out: swapping them changes nothing.
    ///
    /// # Panics
    /// If lengths differ.
    pub fn new(columns: &[&[i64]], level: Level) -> Self {
        let kept = differing(columns);
        let kept: Vec<&[i64]> = kept.iter().map(Vec::as_slice).collect();
        let planes = Planes::of_columns(&kept);
        Self {
            totals: kept.iter().map(|column| column.iter().sum()).collect(),
            bits: SignBits::new(planes.items(), level),
            planes,
        }
    }

    /// Dots the bits of neighbouring resamples with the items of a tile.
    fn dot(&self, bits: &[u8], tile: usize, dots: &mut [i64]) {
        let first = tile * SIGNS;
        let items = (self.planes.items() - first)
            .min(SIGNS)
            .next_multiple_of(STEP);
        let planes: Vec<&[i8]> = self
            .planes
            .digits()
            .map(|plane| &plane[first..first + items])
            .collect();
        (self.bits.level.kernels().dot_bits)(bits, self.bits.stride, &planes, dots);
    }

    /// Dots to signed sums.
    fn signed(&self, dots: &[i64], sums: &mut [i64]) {
        let digits = self.planes.digits().len();
        for (dots, sums) in dots.chunks(digits).zip(sums.chunks_mut(self.totals.len())) {
            sums.fill(0);
            self.planes.combine(dots, sums);
            for (sum, total) in sums.iter_mut().zip(&self.totals) {
                *sum = 2 * *sum - total;
            }
        }
    }
}

impl Resampler for StreamedFlips {
    fn columns(&self) -> usize {
        self.totals.len()
    }

    fn sums(&self, seed: u64, comparison: u16, first: u64, sums: &mut [i64]) {
        let columns = self.totals.len();
        let digits = self.planes.digits().len();
        let sharing = self.bits.sharing();
        if self.planes.items() == 0 {
            return sums.fill(0);
        }
        let mut bytes = vec![0; if sharing > 1 { TILE } else { TILE * BATCH }];
        let mut dots = vec![0; digits * BATCH.max(sharing)];
        let mut done = 0;
        while done * columns < sums.len() {
            let (resample, left) = (first + done as u64, sums.len() / columns - done);
            let taken = if sharing > 1 {
                let (block, slot) = (
                    resample / sharing as u64,
                    (resample % sharing as u64) as usize,
                );
                let taken = left.min(sharing - slot);
                let used = (sharing * self.bits.stride)
                    .next_multiple_of(STEP)
                    .min(TILE);
                self.bits
                    .fill(seed, comparison, block, 0, &mut bytes[..used]);
                let dots = &mut dots[..taken * digits];
                dots.fill(0);
                self.dot(&bytes[slot * self.bits.stride..], 0, dots);
                taken
            } else {
                let taken = left.min(BATCH);
                let dots = &mut dots[..taken * digits];
                dots.fill(0);
                for (tile, items) in self.bits.tiles().enumerate() {
                    let used = (items.len().div_ceil(64) * 8).next_multiple_of(STEP);
                    for (place, bytes) in bytes.chunks_mut(self.bits.stride).take(taken).enumerate()
                    {
                        self.bits.fill(
                            seed,
                            comparison,
                            resample + place as u64,
                            tile,
                            &mut bytes[..used.min(self.bits.stride)],
                        );
                    }
                    self.dot(&bytes, tile, dots);
                }
                taken
            };
            self.signed(
                &dots[..taken * digits],
                &mut sums[done * columns..][..taken * columns],
            );
            done += taken;
        }
    }

    fn batch(&self) -> u64 {
        self.bits.sharing().max(BATCH) as u64
    }

    fn counts(&self, seed: u64, comparison: u16, resample: u64) -> Vec<u64> {
        self.bits.counts(seed, comparison, resample)
    }

    fn cost(&self) -> u64 {
        self.planes.items() as u64 / 256 * self.totals.len() as u64 + 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(items: usize) -> Vec<i64> {
        (0..items as i64)
            .map(|i| (i * 7_919 + i * i * 31) % 2_000_003 - 1_000_000)
            .collect()
    }

    #[test]
    fn every_level_start_and_batch_gives_the_same_sums() {
        for items in [1, 64, 257, 4_096, 5_000, 33_000, 70_000] {
            let column = column(items);
            let scalar = StreamedFlips::new(&[&column], Level::Scalar);
            let expected: Vec<i64> = (0..200).map(|r| scalar.sum(5, 2, r)).collect();
            for level in Level::available() {
                let flips = StreamedFlips::new(&[&column], level);
                for (start, length) in [(0, 200), (3, 37), (63, 130)] {
                    let mut sums = vec![0; length];
                    flips.sums(5, 2, start as u64, &mut sums);
                    assert_eq!(
                        sums,
                        expected[start..start + length],
                        "{items} items, {}",
                        level.name()
                    );
                }
            }
        }
    }

    #[test]
    fn counts_rebuild_the_sums_of_every_column() {
        let (one, two) = (column(5_000), column(5_001)[1..].to_vec());
        let flips = StreamedFlips::new(&[&one, &two], Level::detected());
        for r in 0..50 {
            let swapped = flips.counts(1, 0, r);
            let mut sums = [0; 2];
            flips.sums(1, 0, r, &mut sums);
            for (column, sum) in [&one, &two].into_iter().zip(sums) {
                let signed = column
                    .iter()
                    .zip(&swapped)
                    .map(|(d, &s)| d * (1 - 2 * s.cast_signed()));
                assert_eq!(signed.sum::<i64>(), sum);
            }
        }
    }

    #[test]
    fn sums_have_known_values() {
        let known = |items| {
            let flips = StreamedFlips::new(&[&column(items)], Level::detected());
            [0, 1, 1 << 40].map(|r| flips.sum(7, 1, r))
        };
        assert_eq!(
            known(500),
            [4_699_010, -13_641_974, -7_707_322],
            "shared tiles"
        );
        assert_eq!(
            known(40_000),
            [18_156_900, 104_917_594, -45_503_780],
            "several tiles"
        );
    }
}
