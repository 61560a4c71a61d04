//! Resamples inside simulated experiments: thousands of small resamples of data that live for a moment.
//!
//! A single comparison wants every resample to have an address of its own. A simulation does not: it draws R resamples of
//! an experiment, counts, and goes on to the next. So an [`Experiment`] is addressed (seed, cell of the design, number), and
//! its resamples come from one tile of random bytes after the other, several rows of counts or of signs a tile: seeds,
//! escapes and look-ups of tables are paid once a tile. The draws have domains of their own beside those of `restrap-1`:
//! `docs/streams.md`, "Experiments".
//!
//! *Bootstrap.* A tile of Poisson(λ) counts (`tables::counts`) holds `4096 / stride` rows of one count per item, `stride` the
//! items rounded up to 64. A row whose counts exceed the draws is not a resample and is passed over; the others, in order, are
//! resamples 0, 1, 2, ... of the experiment once what they miss was added item by item. Rows are independent and alike, so
//! those that pass are too: exact in distribution, as in `streamed`.
//!
//! *Swaps.* A tile of bits holds `4096 / stride` rows of one sign per item, `stride` the bytes of whole words; all count.

use super::streamed::mean;
use crate::arch::{Escaped, Lanes, Level, STEP, TILE};
use crate::planes::Planes;
use crate::stream::{Address, Domain, FIRST_LANE_BLOCK, ScalarStream};
use crate::tables::CountLaw;

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
        Address {
            seed: self.seed,
            domain,
            comparison: self.cell,
            resample: self.number,
            tile,
            attempt: 0,
        }
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
    /// Takes differences in item order; `None` where some do not fit 32 bits, or there are none or too many for a tile.
    pub fn new(column: &[i64]) -> Option<Self> {
        if column.is_empty() || column.len() > TILE {
            return None;
        }
        let values: Vec<i32> = column
            .iter()
            .map(|&value| i32::try_from(value).ok())
            .collect::<Option<_>>()?;
        let planes = Planes::of_columns(&[&vec![1; column.len()], column]);
        Some(Self {
            planes,
            values,
            total: column.iter().sum(),
        })
    }

    /// Number of items.
    pub fn items(&self) -> usize {
        self.values.len()
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
        Self {
            counts: Tile([0; TILE], [0; TILE + 16]),
            dots: Vec::new(),
        }
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
        assert!(
            items > 0 && items <= Self::MOST,
            "an experiment has 1 to {} items",
            Self::MOST
        );
        assert!(draws > 0 && draws <= 4 * items, "1 to 4 draws per item");
        Self {
            items: items as usize,
            draws,
            law: CountLaw::poisson(mean(draws, items)),
            level,
        }
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
        assert_eq!(
            sample.items(),
            self.items,
            "the sample has the items of the design"
        );
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
            let Some(missing) = self.draws.checked_sub(dots[0] as u64) else {
                continue;
            };
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

/// Nested draws against their definition, their laws, and each other at every level.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::bounded;

    fn column(items: usize) -> Vec<i64> {
        (0..items as i64)
            .map(|i| (i * 7_919 + i * i * 31) % 2_003 - 1_000)
            .collect()
    }

    const PLACE: Experiment = Experiment {
        seed: 5,
        cell: 2,
        number: 9,
    };

    /// The first sums of an experiment.
    fn bootstrap(column: &[i64], draws: u64, level: Level, tiles: u32) -> Vec<i64> {
        let sample = Sample::new(column).expect("32 bits");
        let design = NestedBootstrap::new(column.len() as u64, draws, level);
        let (mut room, mut sums) = (Room::default(), Vec::new());
        (0..tiles).for_each(|tile| design.tile(PLACE, tile, &sample, &mut room, &mut sums));
        sums
    }

    fn swaps(column: &[i64], level: Level, tiles: u32) -> Vec<i64> {
        let sample = Sample::new(column).expect("32 bits");
        let (mut room, mut sums) = (Room::default(), Vec::new());
        (0..tiles).for_each(|tile| {
            NestedSwaps::new(level).tile(PLACE, tile, &sample, &mut room, &mut sums);
        });
        sums
    }

    #[test]
    fn every_level_gives_the_same_sums() {
        for items in [
            1, 2, 7, 25, 63, 64, 65, 100, 500, 1_000, 1_025, 2_048, 2_049, 4_096,
        ] {
            for column in [
                column(items),
                column(items).into_iter().map(|v| v * 900_001).collect(),
            ] {
                let counts = bootstrap(&column, items as u64, Level::Scalar, 3);
                let signs = swaps(&column, Level::Scalar, 3);
                for level in Level::available() {
                    assert_eq!(
                        bootstrap(&column, items as u64, level, 3),
                        counts,
                        "{items}, {}",
                        level.name()
                    );
                    assert_eq!(swaps(&column, level, 3), signs, "{items}, {}", level.name());
                }
            }
        }
    }

    /// The definition on paper, item by item from the bytes of a tile.
    #[test]
    fn rows_of_a_tile_follow_their_definition() {
        let column = column(500);
        let design = NestedBootstrap::new(500, 500, Level::Scalar);
        let kernels = Level::Scalar.kernels();
        let mut expected = Vec::new();
        for tile in 0..3 {
            let mut lanes = PLACE.lanes(Level::Scalar, Domain::ExperimentBootstrap, tile);
            let mut counts = vec![0; 8 * 512];
            (kernels.counts)(&mut lanes, &design.law, &mut counts, &mut [0; TILE + 16]);
            for row in counts.chunks(512) {
                let row = &row[..500];
                let drawn: u64 = row.iter().map(|&count| u64::from(count)).sum();
                let mut sum: i64 = row
                    .iter()
                    .zip(&column)
                    .map(|(&count, value)| i64::from(count) * value)
                    .sum();
                let Some(mut missing) = 500_u64.checked_sub(drawn) else {
                    continue;
                };
                while missing > 0 {
                    let mut bytes = [0; 64];
                    (kernels.fill)(&mut lanes, &mut bytes);
                    for word in bytes.as_chunks::<2>().0 {
                        // 16 bits at the top of a word of 32 name the same item; 65,536 mod 500 = 36.
                        let word = u32::from(u16::from_le_bytes(*word));
                        if missing > 0 && word * 500 % 65_536 >= 36 {
                            sum += column[bounded(word << 16, 500).expect("kept") as usize];
                            missing -= 1;
                        }
                    }
                }
                expected.push(sum);
            }
        }
        assert!(expected.len() > 15, "few rows are passed over");
        assert_eq!(bootstrap(&column, 500, Level::detected(), 3), expected);
    }

    #[test]
    fn signs_of_a_tile_follow_their_definition() {
        let column = column(100);
        let mut bytes = vec![0; TILE];
        (Level::Scalar.kernels().fill)(
            &mut PLACE.lanes(Level::Scalar, Domain::ExperimentSwaps, 0),
            &mut bytes,
        );
        let expected: Vec<i64> = bytes
            .chunks(16)
            .map(|bits| {
                let signed = column.iter().enumerate().map(|(i, d)| {
                    let (byte, bit) = crate::arch::bit_place(i);
                    if bits[byte] >> bit & 1 == 1 { *d } else { -d }
                });
                signed.sum()
            })
            .collect();
        assert_eq!(swaps(&column, Level::detected(), 1), expected);
    }

    /// Mean and variance of sums by z; both have known laws. Returns the two z-values.
    fn judged(sums: &[i64], mean: f64, variance: f64, fourth: f64) -> [f64; 2] {
        let n = sums.len() as f64;
        let centred = sums.iter().map(|&sum| sum as f64 - mean);
        let (first, second) = centred.fold((0.0, 0.0), |(f, s), d| (f + d, s + d * d));
        [
            first / (n * variance).sqrt(),
            (second / n - variance) / ((fourth - variance * variance) / n).sqrt(),
        ]
    }

    #[test]
    fn sums_have_the_mean_and_variance_of_a_bootstrap_and_of_swaps() {
        for items in [2_usize, 25, 64, 500] {
            let column = column(items);
            let n = items as f64;
            let squares: f64 = column.iter().map(|&d| (d * d) as f64).sum();
            let total = column.iter().sum::<i64>() as f64;
            let variance = squares - total * total / n;
            let tiles = 4_000;
            let drawn = bootstrap(&column, items as u64, Level::detected(), tiles);
            // A sum of many draws is close to normal: its fourth moment is 3 variance^2; of two, below.
            let got = judged(&drawn, total, variance, 3.0 * variance * variance);
            assert!(
                got.iter().all(|z| z.abs() < 5.0),
                "bootstrap of {items}: {got:?}"
            );
            let signed = swaps(&column, Level::detected(), 400);
            let got = judged(&signed, 0.0, squares, 3.0 * squares * squares);
            assert!(
                got.iter().all(|z| z.abs() < 5.0),
                "swaps of {items}: {got:?}"
            );
            // Negative control: counts without what is added have too few draws and are seen.
            let short: Vec<i64> = drawn
                .iter()
                .map(|sum| (*sum as f64 * 0.97) as i64 + 9)
                .collect();
            assert!(
                judged(&short, total, variance, 3.0 * variance * variance)
                    .iter()
                    .any(|z| z.abs() > 5.0)
            );
        }
    }

    /// All 27 outcomes of three draws from three items have the probabilities of a multinomial.
    #[test]
    fn three_draws_have_their_ten_outcomes() {
        // Values that tell the outcomes apart.
        let column = [1, 10, 100];
        let sums = bootstrap(&column, 3, Level::detected(), 2_000);
        let mut chi2 = 0.0;
        for a in 0..=3 {
            for b in 0..=3 - a {
                let c = 3 - a - b;
                let ways = [1.0, 1.0, 2.0, 6.0];
                let p = 6.0 / (ways[a] * ways[b] * ways[c]) / 27.0;
                let seen = sums
                    .iter()
                    .filter(|&&sum| sum == (a + 10 * b + 100 * c) as i64)
                    .count() as f64;
                let expected = p * sums.len() as f64;
                chi2 += (seen - expected) * (seen - expected) / expected;
            }
        }
        // Chi-square with 9 degrees of freedom: its 1e-6 quantile is 44.8.
        assert!(chi2 < 44.8, "chi-square {chi2} of {} sums", sums.len());
    }

    #[test]
    fn experiments_cells_and_seeds_have_draws_of_their_own() {
        let places = [
            PLACE,
            Experiment { seed: 6, ..PLACE },
            Experiment { cell: 3, ..PLACE },
            Experiment {
                number: 10,
                ..PLACE
            },
        ];
        let mut seeds = places.map(Experiment::own_seed).to_vec();
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 4);
        let lanes = places.map(|place| place.lanes(Level::Scalar, Domain::ExperimentSwaps, 0).0);
        assert!((1..4).all(|i| lanes[i] != lanes[0]));
    }

    #[test]
    fn sums_have_known_values() {
        let column = column(500);
        let known = (
            bootstrap(&column, 500, Level::detected(), 1)[..4].to_vec(),
            bootstrap(&column, 250, Level::detected(), 1)[..4].to_vec(),
            swaps(&column, Level::detected(), 1)[..4].to_vec(),
        );
        let expected = (
            [3_818, -5_978, -1_319, 6_655],
            [1_427, 2_374, -8_326, 2_082],
            [8_208, -7_702, 8_344, -17_742],
        );
        assert_eq!(
            known,
            (
                expected.0.to_vec(),
                expected.1.to_vec(),
                expected.2.to_vec()
            )
        );
    }

    #[test]
    fn values_beyond_32_bits_and_too_many_items_are_refused() {
        assert!(Sample::new(&[1 << 31]).is_none());
        assert!(Sample::new(&[]).is_none());
        assert!(Sample::new(&vec![1; TILE + 1]).is_none());
    }
}
