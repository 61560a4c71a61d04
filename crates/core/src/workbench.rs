//! The kernels one by one, for benchmarks and for tests of the stream; not part of the interface, and free to
//! change.

use crate::arch::{Escaped, Kernels, Lanes, TILE};
use crate::stream::{Address, FIRST_LANE_BLOCK};
use crate::tables::CountLaw;
use crate::{Level, Planes};

/// Random bytes of a tile.
pub const TILE_BYTES: usize = TILE;

/// The kernels of one level, and lanes, counts and sums to run them on.
pub struct Workbench {
    kernels: &'static Kernels,
    lanes: Lanes,
    law: CountLaw,
    escaped: Box<Escaped>,
    planes: Planes,
}

impl Workbench {
    /// Kernels of a level for some columns of at most one tile of items, with the table of Poisson counts of
    /// mean `mean · 2^-32`.
    pub fn new(level: Level, mean: u64, columns: &[&[i64]]) -> Self {
        Self {
            kernels: level.kernels(),
            lanes: Lanes::default(),
            law: CountLaw::poisson(mean),
            escaped: Box::new([0; TILE + 16]),
            planes: Planes::of_columns(columns),
        }
    }

    /// Puts the lanes at the first byte of an address.
    pub fn seed(&mut self, address: Address) {
        let (counter, key) = address.words(FIRST_LANE_BLOCK);
        self.lanes = (self.kernels.seed)(counter, key);
    }

    /// The next bytes: a multiple of 64 of them.
    pub fn fill(&mut self, bytes: &mut [u8]) {
        (self.kernels.fill)(&mut self.lanes, bytes);
    }

    /// The next counts: a multiple of 64, at most [`TILE_BYTES`].
    pub fn counts(&mut self, counts: &mut [u8]) {
        (self.kernels.counts)(&mut self.lanes, &self.law, counts, &mut self.escaped);
    }

    /// Digit planes of all columns.
    pub fn planes(&self) -> usize {
        self.planes.digits().len()
    }

    /// Adds the dot products of counts, each at most 127, with every plane to `sums`; the total of the counts.
    pub fn dot_counts(&self, counts: &[u8], sums: &mut [i64]) -> u64 {
        let planes: Vec<&[i8]> = self
            .planes
            .digits()
            .map(|plane| &plane[..counts.len()])
            .collect();
        (self.kernels.dot_counts)(counts, &planes, sums)
    }

    /// Adds the dot products of the bits of several resamples, `stride` bytes apart, with every plane to `sums`.
    pub fn dot_bits(&self, bits: &[u8], stride: usize, sums: &mut [i64]) {
        let planes: Vec<&[i8]> = self
            .planes
            .digits()
            .map(|plane| &plane[..8 * stride])
            .collect();
        (self.kernels.dot_bits)(bits, stride, &planes, sums);
    }
}

/// The bytes of the tile at an address: [`TILE_BYTES`], or more if its lanes are asked for more.
pub fn tile(level: Level, address: Address, bytes: &mut [u8]) {
    let (counter, key) = address.words(FIRST_LANE_BLOCK);
    let kernels = level.kernels();
    (kernels.fill)(&mut (kernels.seed)(counter, key), bytes);
}

/// Counter and key of a block of an address.
pub fn counter_and_key(address: Address, block: u8) -> ([u32; 4], [u32; 2]) {
    address.words(block)
}

/// The word as an integer below n, or `None` where that would be biased.
pub fn bounded(word: u32, n: u32) -> Option<u32> {
    crate::stream::bounded(word, n)
}
