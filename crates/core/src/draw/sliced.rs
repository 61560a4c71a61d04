//! Random swaps of many sparse columns: the bits of 512 resamples side by side, counted by adders of single bits.
//!
//! The bits are those of [`StreamedFlips`](super::StreamedFlips), and so are the sums. A bit of every resample is one row of 512 bits
//! for each item; a column adds the rows of the items that differ in it, with one counter for each resample whose binary digits lie
//! side by side too. An item that differs by more than 1 is added once for each binary digit of its difference.
//!
//! Cost: a row for each item, and some five instructions of 512 bits for each digit that is not 0. Columns of labels are 0 almost
//! everywhere, so that a hundred columns cost what a few would cost whole.

use super::resampler::Resampler;
use super::signs::SignBits;
use crate::arch::{Level, SIDE, SIGNS_OF_BLOCK, STEP, Side, TILE};
use crate::rows::Entries;

/// Bytes from one tile to the next: a power of two would put all in the same lines of a cache.
const ROW: usize = TILE + STEP;
/// Digits of a counter.
const DIGITS: usize = 32;

/// Random swaps, column by column.
#[derive(Clone, Debug)]
pub struct SlicedFlips {
    bits: SignBits,
    columns: usize,
    /// Binary digits of columns that some item has.
    digits: Vec<Digit>,
    blocks: Vec<Block>,
    /// Binary digits of a counter that can be used, at least four.
    used: usize,
}

/// One binary digit of the differences of a column.
#[derive(Clone, Copy, Debug)]
struct Digit {
    column: u32,
    shift: u32,
    /// Items that have it.
    items: i64,
}

/// The items of one block that have each digit.
#[derive(Clone, Debug, Default)]
struct Block {
    /// Digit after digit: the items whose difference is positive, then those where it is negative.
    items: Vec<u16>,
    /// The ends of both.
    ends: Vec<[u32; 2]>,
}

/// The items that differ in a column, and what they contribute.
struct Differing<'c, C: ?Sized> {
    columns: &'c [&'c C],
    /// The number of each item among those that differ.
    numbers: Vec<u32>,
    items: usize,
}

impl<'c, C: Entries + ?Sized> Differing<'c, C> {
    fn new(columns: &'c [&'c C]) -> Self {
        let all = columns.first().map_or(0, |column| column.items());
        assert!(
            columns.iter().all(|column| column.items() == all),
            "columns have one length"
        );
        let mut numbers = vec![0; all];
        for column in columns {
            column.each(|item, _| numbers[item] = 1);
        }
        let mut items = 0;
        for number in &mut numbers {
            (*number, items) = (items, items + *number);
        }
        Self {
            columns,
            numbers,
            items: items as usize,
        }
    }

    /// Calls `take` with the number of the item, the binary digit and whether the difference is negative.
    fn each(&self, column: usize, mut take: impl FnMut(u32, u32, bool)) {
        self.columns[column].each(|item, value| {
            let mut rest = value.unsigned_abs();
            while rest > 0 {
                take(self.numbers[item], rest.trailing_zeros(), value < 0);
                rest &= rest - 1;
            }
        });
    }
}

/// Returns `true` if adding bits is cheaper than multiplying digits of 8 bits of every item, for columns of differences.
pub fn is_sliced<C: Entries + ?Sized>(columns: &[&C]) -> bool {
    let items = columns.first().map_or(0, |column| column.items());
    let (mut bits, mut planes) = (0, 0);
    for column in columns {
        let mut most = 0;
        column.each(|_, value| {
            bits += u64::from(value.unsigned_abs().count_ones());
            most = most.max(value.unsigned_abs());
        });
        // Digits of 8 bits with a sign.
        planes += u64::from((64 - most.leading_zeros()) / 8 + 1);
    }
    planes * items as u64 > PLANES_OF_BIT * bits
}

/// Items of a plane that cost as much as one bit.
const PLANES_OF_BIT: u64 = 4;

impl SlicedFlips {
    /// Takes the differences of every column, in item order, by the kernels of a level. Items where no column differs are
    /// left out: swapping them changes nothing.
    ///
    /// # Panics
    /// If lengths differ, or there are 2^32 items.
    pub fn new<C: Entries + ?Sized>(columns: &[&C], level: Level) -> Self {
        let differing = Differing::new(columns);
        assert!(differing.items < 1 << 32, "at most 2^32 items");
        let mut digits = Vec::new();
        for column in 0..columns.len() {
            let mut items = [0; 64];
            differing.each(column, |_, digit, _| items[digit as usize] += 1);
            let present = (0_u32..).zip(items).filter(|(_, items)| *items > 0);
            digits.extend(present.map(|(shift, items)| Digit {
                column: column as u32,
                shift,
                items,
            }));
        }
        let most = digits.iter().map(|digit| digit.items).max().unwrap_or(0);
        Self {
            bits: SignBits::new(differing.items, level),
            columns: columns.len(),
            blocks: blocks(&differing, &digits),
            used: (64 - most.leading_zeros()).max(4) as usize,
            digits,
        }
    }

    /// Counts of 512 resamples, or of fewer: every digit's binary digits, lowest first.
    fn count(&self, seed: u64, comparison: u16, first: u64, taken: usize, room: &mut Room) {
        let kernels = self.bits.level.kernels();
        let sharing = self.bits.sharing() as u64;
        room.counters.fill([0; 8]);
        let mut blocks = self.blocks.iter();
        let start = |resample: u64| {
            let tile = (resample / sharing - first / sharing) as usize;
            tile * ROW + (resample % sharing) as usize * self.bits.stride
        };
        let tiles = first / sharing..=(first + taken as u64 - 1) / sharing;
        room.bytes.resize(ROW * tiles.clone().count(), 0);
        for (tile, items) in self.bits.tiles().enumerate() {
            let groups = items.len().div_ceil(64);
            let used = (self.bits.sharing() * 8 * groups)
                .next_multiple_of(STEP)
                .min(TILE);
            for (block, bytes) in tiles.clone().zip(room.bytes.chunks_mut(ROW)) {
                self.bits
                    .fill(seed, comparison, block, tile, &mut bytes[..used]);
            }
            for (number, block) in (0..groups)
                .step_by(SIGNS_OF_BLOCK / 64)
                .zip(blocks.by_ref())
            {
                let groups = number..groups.min(number + SIGNS_OF_BLOCK / 64);
                let (of_groups, _) = room.signs.as_chunks_mut::<64>();
                for (group, signs) in groups.zip(of_groups) {
                    let rows = &mut room.rows;
                    for place in 0..taken {
                        let bytes = &room.bytes[start(first + place as u64) + 8 * group..];
                        let word = bytes
                            .first_chunk()
                            .map_or(0, |word| u64::from_le_bytes(*word));
                        rows[place % 64][place / 64] = word;
                    }
                    (kernels.transpose)(rows);
                    // Item i is bit i / 8 % 8 of byte i % 8 of its word.
                    for (item, signs) in signs.iter_mut().enumerate() {
                        *signs = rows[item % 8 * 8 + item / 8];
                    }
                }
                let mut start = 0;
                let counters = room.counters.chunks_mut(self.used);
                for (&[positive, negative], counters) in block.ends.iter().zip(counters) {
                    for (end, inverted) in [(positive, false), (negative, true)] {
                        let items = &block.items[start..end as usize];
                        (kernels.count_bits)(&room.signs, items, inverted, counters);
                        start = end as usize;
                    }
                }
            }
        }
    }
}

/// Items block by block, digit by digit.
fn blocks<C: Entries + ?Sized>(differing: &Differing<'_, C>, digits: &[Digit]) -> Vec<Block> {
    let mut blocks = vec![Block::default(); differing.items.div_ceil(SIGNS_OF_BLOCK)];
    let mut found: Vec<[Vec<u32>; 2]> = Vec::new();
    for of_column in digits.chunk_by(|one, other| one.column == other.column) {
        found.clear();
        found.resize(of_column.len(), Default::default());
        let column = of_column[0].column as usize;
        differing.each(column, |item, shift, is_negative| {
            if let Ok(digit) = of_column.binary_search_by(|digit| digit.shift.cmp(&shift)) {
                found[digit][usize::from(is_negative)].push(item);
            }
        });
        for of_digit in &found {
            let mut rest = [&of_digit[0][..], &of_digit[1][..]];
            for (number, block) in blocks.iter_mut().enumerate() {
                let end = ((number + 1) * SIGNS_OF_BLOCK) as u64;
                let ends = rest.each_mut().map(|items| {
                    let (these, others) =
                        items.split_at(items.partition_point(|item| u64::from(*item) < end));
                    let place = |item: &u32| (*item as usize % SIGNS_OF_BLOCK) as u16;
                    block.items.extend(these.iter().map(place));
                    *items = others;
                    block.items.len() as u32
                });
                block.ends.push(ends);
            }
        }
    }
    blocks
}

/// Room to count 512 resamples.
struct Room {
    bytes: Vec<u8>,
    rows: [Side; 64],
    signs: Vec<Side>,
    counters: Vec<Side>,
}

impl Resampler for SlicedFlips {
    fn columns(&self) -> usize {
        self.columns
    }

    fn sums(&self, seed: u64, comparison: u16, first: u64, sums: &mut [i64]) {
        sums.fill(0);
        if self.bits.items == 0 {
            return;
        }
        let transpose = self.bits.level.kernels().transpose;
        let mut room = Room {
            bytes: Vec::new(),
            rows: [[0; 8]; 64],
            signs: vec![[0; 8]; SIGNS_OF_BLOCK],
            counters: vec![[0; 8]; self.digits.len() * self.used],
        };
        for (part, sums) in sums.chunks_mut(SIDE * self.columns).enumerate() {
            let first = first + (part * SIDE) as u64;
            self.count(
                seed,
                comparison,
                first,
                sums.len() / self.columns,
                &mut room,
            );
            let counters = room.counters.chunks(2 * self.used);
            for (digits, counters) in self.digits.chunks(2).zip(counters) {
                // Two counters of 32 binary digits are 64 rows.
                let rows = &mut room.rows;
                rows.fill([0; 8]);
                let halves = rows.chunks_exact_mut(DIGITS);
                for (rows, counters) in halves.zip(counters.chunks(self.used)) {
                    rows[..self.used].copy_from_slice(counters);
                }
                transpose(rows);
                for (resample, sums) in sums.chunks_mut(self.columns).enumerate() {
                    let mut counts = rows[resample % 64][resample / 64];
                    for digit in digits {
                        let count = i64::from(counts as u32);
                        sums[digit.column as usize] += (2 * count - digit.items) << digit.shift;
                        counts >>= DIGITS;
                    }
                }
            }
        }
    }

    fn batch(&self) -> u64 {
        SIDE as u64
    }

    fn counts(&self, seed: u64, comparison: u16, resample: u64) -> Vec<u64> {
        self.bits.counts(seed, comparison, resample)
    }

    fn cost(&self) -> u64 {
        let bits: i64 = self.digits.iter().map(|digit| digit.items).sum();
        (self.bits.items as u64 + bits.cast_unsigned()) / 128 + 4
    }
}

#[cfg(test)]
mod tests {
    use super::super::StreamedFlips;
    use super::*;

    /// Sparse columns of small and of large differences.
    fn columns(items: usize) -> Vec<Vec<i64>> {
        let value = |item: usize, column: usize| match (item * 31 + column * 17) % 7 {
            0 => 1,
            1 => -1,
            2 if column == 2 => (item as i64 % 1_000 - 500) * 77_777,
            3 if column == 3 => i64::from(i32::MIN),
            _ => 0,
        };
        let column = |column| (0..items).map(|item| value(item, column)).collect();
        let mut columns: Vec<Vec<i64>> = (0..5).map(column).collect();
        columns.push(vec![0; items]);
        columns
    }

    #[test]
    fn sums_are_those_of_streamed_bits_at_every_level_start_and_batch() {
        for items in [1, 7, 64, 257, 4_096, 5_000, 33_000, 70_000] {
            let columns = columns(items);
            let columns: Vec<&[i64]> = columns.iter().map(Vec::as_slice).collect();
            let streamed = StreamedFlips::new(&columns, Level::detected());
            for level in Level::available() {
                let sliced = SlicedFlips::new(&columns, level);
                for (start, length) in [(0, 600), (3, 37), (511, 2), (1 << 40, 65)] {
                    let mut sums = vec![0; length * columns.len()];
                    let mut expected = sums.clone();
                    sliced.sums(5, 2, start, &mut sums);
                    streamed.sums(5, 2, start, &mut expected);
                    assert!(sums == expected, "{items} items, {}, {start}", level.name());
                }
                assert_eq!(sliced.counts(5, 2, 9), streamed.counts(5, 2, 9));
            }
        }
    }

    #[test]
    fn items_that_differ_nowhere_change_nothing() {
        let none = SlicedFlips::new(&[&[0_i64; 9][..]], Level::detected());
        assert_eq!((none.sum(1, 0, 3), none.counts(1, 0, 3)), (0, Vec::new()));
    }

    #[test]
    fn sparse_columns_are_sliced_and_full_ones_are_not() {
        let [sparse, full] = [100, 1].map(|every| -> Vec<i64> {
            (0..1_000)
                .map(|item| i64::from(item % every == 0))
                .collect()
        });
        assert!(is_sliced(&[&sparse[..]]));
        assert!(!is_sliced(&[&full[..]]));
    }
}
