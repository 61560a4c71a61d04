//! What a level has: its kernels, and the sizes that they take.

use super::generic::Lanes;
use crate::tables::CountLaw;

/// Random bytes of one tile.
pub(crate) const TILE: usize = 4096;
/// Lengths of tiles and planes are multiples of this: the widest step of a kernel.
pub(crate) const STEP: usize = 64;

/// A bit of each of 512 resamples: bit r % 64 of word r / 64.
pub(crate) type Side = [u64; 8];
/// Resamples side by side.
pub(crate) const SIDE: usize = 512;
/// Items whose bits are worked on at once: 256 KiB.
pub(crate) const SIGNS_OF_BLOCK: usize = 4096;

/// Resamples that a bootstrap draws side by side.
pub(crate) const BATCH: usize = 16;

/// The times that each resample of a batch draws an item.
pub(crate) type DrawnItem = [u8; BATCH];
/// A sum of each resample of a batch.
pub(crate) type BatchSum = [i32; BATCH];

/// A value of an item in a column.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Entry {
    pub column: u32,
    /// Its place in its tile.
    pub item: u16,
    pub value: i32,
}

/// Items of a tile whose byte escaped; a few places more, so that some can be written before it is known how many count.
pub(crate) type Escaped = [u16; TILE + 16];

/// Where bit i stands: the byte, and the bit of that byte.
#[cfg(test)]
pub(crate) fn bit_place(i: usize) -> (usize, usize) {
    (i / 64 * 8 + i % 8, i / 8 % 8)
}

/// Digits of the same items, one slice a plane.
pub(crate) type Slices<'a> = &'a [&'a [i8]];

/// The kernels of one level. Lengths are multiples of [`STEP`], and planes are as long as what they are dotted with.
pub(crate) struct Kernels {
    /// Lanes from the 16 counter blocks that begin at `counter` and differ in the top byte of its last word.
    pub seed: fn(counter: [u32; 4], key: [u32; 2]) -> Lanes,
    /// The next bytes of the lanes.
    pub fill: fn(lanes: &mut Lanes, bytes: &mut [u8]),
    /// The next counts, at most [`TILE`]; what `escaped` holds before and after means nothing.
    pub counts: fn(lanes: &mut Lanes, law: &CountLaw, counts: &mut [u8], escaped: &mut Escaped),
    /// Adds the dot product with every plane to its sum; the total of the counts, which are at most 127 each and
    /// [`TILE`] in number.
    pub dot_counts: fn(counts: &[u8], planes: Slices, sums: &mut [i64]) -> u64,
    /// Rows of at most [`TILE`] counts, as long as a plane, of at most 127 each; the sums of row r at `r · planes`.
    pub dot_rows: fn(counts: &[u8], planes: Slices, sums: &mut [i64]),
    /// The sum of `missing` values drawn uniformly, at most [`TILE`] values.
    pub pick: fn(lanes: &mut Lanes, missing: u64, values: &[i32]) -> i64,
    /// The bits of resample r begin at byte `r · stride`; its sums at `r · planes`. At most `8 · TILE` bits.
    pub dot_bits: fn(bits: &[u8], stride: usize, planes: Slices, sums: &mut [i64]),
    /// Adds each value to the sums of its column, as often as each resample has drawn the item; no sum leaves 32 bits.
    pub add_entries: fn(counts: &[DrawnItem], entries: &[Entry], sums: &mut [BatchSum]),
    /// Exchanges rows and bits: bit r of word w of row p is bit p of word w of row r.
    pub transpose: fn(rows: &mut [Side; 64]),
    /// Adds the bits of named items of [`SIGNS_OF_BLOCK`], inverted or as they are, to counters: at least three digits, the lowest first.
    pub count_bits: fn(signs: &[Side], items: &[u16], inverted: bool, counters: &mut [Side]),
}
