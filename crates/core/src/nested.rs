//! Resamples inside simulated experiments: thousands of small resamples of data that live for a moment.
//!
//! A single comparison wants every resample to have an address of its own. A simulation does not: it draws R resamples of
//! an experiment, counts, and goes on to the next. So an [`Experiment`] is addressed (seed, cell of the design, number), and
//! its resamples come from one tile of random bytes after the other, several rows of counts or of signs a tile: seeds,
//! escapes and look-ups of tables are paid once a tile. The draws have domains of their own beside those of `restrap-1`:
//! `docs/streams.md`, "Experiments".
//!
//! *Bootstrap.* A tile of Poisson(λ) counts (`counts.rs`) holds `4096 / stride` rows of one count an item, `stride` the items
//! rounded up to 64. A row whose counts exceed the draws is no resample and is passed over; the others, in order, are
//! resamples 0, 1, 2, ... of the experiment once what they miss was added item by item. Rows are independent and alike, so
//! those that pass are too: exact in distribution, as in `streamed.rs`.
//!
//! *Swaps.* A tile of bits holds `4096 / stride` rows of one sign an item, `stride` the bytes of whole words; all count.

use crate::arch::{Escaped, Lanes, Level, STEP, TILE};
use crate::counts::CountLaw;
use crate::planes::Planes;
use crate::stream::{Address, Domain, FIRST_LANE_BLOCK, ScalarStream};
use crate::streamed::mean;

/// Where a simulated experiment stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Experiment {
    /// The user's seed; 0 is a seed.
    pub seed: u64,
    /// Cell of the design.
    pub cell: u16,
    /// Number within the cell, below 2^48.
    pub number: u64,
}

impl Experiment {
    fn address(self, domain: Domain, tile: u32) -> Address {
        Address { seed: self.seed, domain, comparison: self.cell, resample: self.number, tile, attempt: 0 }
    }

    /// Draws that make its data.
    pub fn data(self) -> ScalarStream {
        self.address(Domain::ExperimentData, 0).scalar()
    }

    /// A seed of its own, for whatever resamples it by the stream of single comparisons.
    pub fn own_seed(self) -> u64 {
        let (counter, key) = self.address(Domain::ExperimentData, 1).words(0);
        let block = crate::stream::philox4x32(counter, key, 10);
        u64::from(block[0]) | u64::from(block[1]) << 32
    }

    fn lanes(self, level: Level, domain: Domain, tile: u32) -> Lanes {
        let (counter, key) = self.address(domain, tile).words(FIRST_LANE_BLOCK);
        (level.kernels().seed)(counter, key)
    }
}

/// One column of differences as the kernels want it.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Plane 0 counts items; then the digits of the values.
    planes: Planes,
    values: Vec<i32>,
    total: i64,
}

impl Sample {
    /// Of differences in item order; `None` where some do not fit 32 bits, or there are none or too many for a tile.
    pub fn new(column: &[i64]) -> Option<Self> {
        if column.is_empty() || column.len() > TILE {
            return None;
        }
        let values: Vec<i32> =
            column.iter().map(|&value| i32::try_from(value).ok()).collect::<Option<_>>()?;
        let planes = Planes::of_columns(&[&vec![1; column.len()], column]);
        Some(Self { planes, values, total: column.iter().sum() })
    }

    /// Number of items.
    pub fn items(&self) -> usize {
        self.values.len()
    }

    /// Sum of all values.
    pub fn total(&self) -> i64 {
        self.total
    }

    /// Planes of all items, rounded up to whole steps.
    fn slices(&self) -> Vec<&[i8]> {
        let steps = self.items().next_multiple_of(STEP);
        self.planes.digits().map(|plane| &plane[..steps]).collect()
    }

    /// One dot a digit to the value.
    fn combined(dots: &[i64]) -> i64 {
        dots.iter().rev().fold(0, |total, dot| total * 256 + dot)
    }
}

/// Room of one thread, used again by every experiment.
pub struct Room {
    counts: Tile,
    dots: Vec<i64>,
}

/// The bytes of one tile, aligned for whole-line loads, and room for drawing counts.
#[repr(C, align(64))]
struct Tile([u8; TILE], Escaped);

impl Default for Room {
    fn default() -> Self {
        Self { counts: Tile([0; TILE], [0; TILE + 16]), dots: Vec::new() }
    }
}

/// Sums of bootstrap resamples of experiments of one size.
#[derive(Clone, Debug)]
pub struct NestedBootstrap {
    items: usize,
    draws: u64,
    law: CountLaw,
    level: Level,
}

impl NestedBootstrap {
    /// Most items of an experiment.
    pub const MOST: u64 = TILE as u64;

    /// `draws` with replacement from `items`.
    ///
    /// # Panics
    /// Unless `0 < draws <= 4 items` and `items <= Self::MOST`.
    pub fn new(items: u64, draws: u64, level: Level) -> Self {
        assert!(items > 0 && items <= Self::MOST, "an experiment has 1 to {} items", Self::MOST);
        assert!(draws > 0 && draws <= 4 * items, "1 to 4 draws an item");
        Self { items: items as usize, draws, law: CountLaw::poisson(mean(draws, items)), level }
    }

    /// Appends the sums of the resamples of one tile to `sums`.
    ///
    /// # Panics
    /// If the sample has other items.
    pub fn tile(
        &self,
        experiment: Experiment,
        tile: u32,
        sample: &Sample,
        room: &mut Room,
        sums: &mut Vec<i64>,
    ) {
        assert_eq!(sample.items(), self.items, "the sample has the items of the design");
        let kernels = self.level.kernels();
        let stride = self.items.next_multiple_of(STEP);
        let rows = TILE / stride;
        let mut lanes = experiment.lanes(self.level, Domain::ExperimentBootstrap, tile);
        let Tile(counts, escaped) = &mut room.counts;
        let counts = &mut counts[..rows * stride];
        (kernels.counts)(&mut lanes, &self.law, counts, escaped);
        let planes = sample.slices();
        room.dots.clear();
        room.dots.resize(rows * planes.len(), 0);
        (kernels.dot_rows)(counts, &planes, &mut room.dots);
        for dots in room.dots.chunks_exact(planes.len()) {
            let Some(missing) = self.draws.checked_sub(dots[0] as u64) else { continue };
            let added = (kernels.pick)(&mut lanes, missing, &sample.values);
            sums.push(Sample::combined(&dots[1..]) + added);
        }
    }
}

/// Sums of random swaps of experiments.
#[derive(Clone, Copy, Debug)]
pub struct NestedSwaps {
    level: Level,
}

impl NestedSwaps {
    /// By the kernels of a level.
    pub fn new(level: Level) -> Self {
        Self { level }
    }

    /// Appends the signed sums of the resamples of one tile to `sums`: bit 1 keeps a difference, bit 0 turns its sign.
    pub fn tile(
        &self,
        experiment: Experiment,
        tile: u32,
        sample: &Sample,
        room: &mut Room,
        sums: &mut Vec<i64>,
    ) {
        let kernels = self.level.kernels();
        let stride = sample.items().div_ceil(64) * 8;
        let rows = TILE / stride;
        let mut lanes = experiment.lanes(self.level, Domain::ExperimentSwaps, tile);
        let bits = &mut room.counts.0[..(rows * stride).next_multiple_of(STEP).min(TILE)];
        (kernels.fill)(&mut lanes, bits);
        let planes = sample.slices();
        let digits = &planes[1..];
        room.dots.clear();
        room.dots.resize(rows * digits.len(), 0);
        (kernels.dot_bits)(bits, stride, digits, &mut room.dots);
        let sum = |dots: &[i64]| 2 * Sample::combined(dots) - sample.total;
        sums.extend(room.dots.chunks_exact(digits.len()).map(sum));
    }
}

#[cfg(test)]
mod tests;
