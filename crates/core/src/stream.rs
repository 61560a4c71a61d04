//! Addressed random streams: the draws of a resample are a pure function of its address.
//!
//! An [`Address`] (seed, domain, comparison, resample, tile, attempt) is the counter and key of Philox4x32-10 (Salmon,
//! Moraes, Dror and Shaw 2011). Its output seeds a PCG64-DXSM generator (`rand_pcg`) for scalar draws. Any thread can
//! draw any resample in any order; R = 1,000 is a prefix of R = 10,000. Distinct addresses have distinct counters or
//! keys by construction: every field has its own bits, so two addresses never share a stream.
//!
//! The layout is part of the stream's definition and has known answers below.

use rand::{Rng, rand_core::TryRng};
use rand_pcg::Pcg64Dxsm;

/// Name of the stream in every output.
pub const STREAM_NAME: &str = "restrap-1";

/// What the draws are for: streams of different domains share nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Domain {
    /// Bootstrap resamples.
    Bootstrap = 1,
    /// Random swaps of a permutation test.
    Permutation = 2,
    /// Bootstrap resamples of simulated experiments, several per tile.
    ExperimentBootstrap = 3,
    /// Random swaps of simulated experiments, several per tile.
    ExperimentSwaps = 4,
    /// Data of simulated experiments.
    ExperimentData = 5,
    /// Shuffles of the systems' scores within items.
    Shuffle = 6,
    /// Bootstrap resamples under laws that weigh groups unequally.
    Weighted = 7,
}

/// The place of a draw in the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    /// The user's seed; 0 is a seed.
    pub seed: u64,
    /// What the draws are for.
    pub domain: Domain,
    /// Index of the comparison in the run.
    pub comparison: u16,
    /// Resample number, below 2^48.
    pub resample: u64,
    /// Tile within the resample.
    pub tile: u32,
    /// Redraw number within the tile.
    pub attempt: u16,
}

impl Address {
    /// Counter words of the given block (0 to 255) and key words.
    ///
    /// Counter: resample bits 0–31; resample bits 32–47 and attempt; tile; domain, comparison and block. Key: seed.
    pub(crate) fn words(self, block: u8) -> ([u32; 4], [u32; 2]) {
        debug_assert!(self.resample < 1 << 48, "resample numbers have 48 bits");
        let counter = [
            self.resample as u32,
            (self.resample >> 32) as u32 & 0xffff | u32::from(self.attempt) << 16,
            self.tile,
            self.domain as u32 | u32::from(self.comparison) << 8 | u32::from(block) << 24,
        ];
        (counter, [self.seed as u32, (self.seed >> 32) as u32])
    }

    /// The scalar stream of this address.
    pub fn scalar(self) -> ScalarStream {
        let wide = |block| {
            let (counter, key) = self.words(block);
            philox4x32(counter, key, 10)
                .iter()
                .rev()
                .fold(0, |wide, &word| wide << 32 | u128::from(word))
        };
        ScalarStream(Pcg64Dxsm::new(wide(0), wide(1)))
    }
}

/// First block that seeds the lanes of a tile's random bytes; blocks 0 and 1 seed the scalar stream.
pub(crate) const FIRST_LANE_BLOCK: u8 = 2;

/// Philox4x32 with the given number of rounds: Random123's bijection of counters under a key.
pub fn philox4x32(mut counter: [u32; 4], mut key: [u32; 2], rounds: u32) -> [u32; 4] {
    const MULTIPLIERS: [u32; 2] = [0xD251_1F53, 0xCD9E_8D57];
    const WEYL: [u32; 2] = [0x9E37_79B9, 0xBB67_AE85];
    for round in 0..rounds {
        if round > 0 {
            key = [key[0].wrapping_add(WEYL[0]), key[1].wrapping_add(WEYL[1])];
        }
        let low = u64::from(counter[0]) * u64::from(MULTIPLIERS[0]);
        let high = u64::from(counter[2]) * u64::from(MULTIPLIERS[1]);
        counter = [
            (high >> 32) as u32 ^ counter[1] ^ key[0],
            high as u32,
            (low >> 32) as u32 ^ counter[3] ^ key[1],
            low as u32,
        ];
    }
    counter
}

/// Scalar draws of one address.
#[derive(Clone, Debug)]
pub struct ScalarStream(Pcg64Dxsm);

impl TryRng for ScalarStream {
    type Error = core::convert::Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        self.0.try_next_u32()
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        self.0.try_next_u64()
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        self.0.try_fill_bytes(bytes)
    }
}

impl ScalarStream {
    /// A double in the open interval (0, 1): 52 random bits and a half.
    pub fn open_unit(&mut self) -> f64 {
        ((self.next_u64() >> 12) as f64 + 0.5) * (1.0 / 4_503_599_627_370_496.0)
    }
}

/// The word as an integer below n, or `None` where that would be biased: Lemire (2019) in 32 bits.
pub(crate) fn bounded(word: u32, n: u32) -> Option<u32> {
    let wide = u64::from(word) * u64::from(n);
    let low = wide as u32;
    if low < n && low < n.wrapping_neg() % n {
        return None;
    }
    Some((wide >> 32) as u32)
}

/// A uniform integer below `n > 0`, without bias: Lemire (2019), multiply and reject.
#[inline]
pub fn below(stream: &mut impl Rng, n: u64) -> u64 {
    let mut wide = u128::from(stream.next_u64()) * u128::from(n);
    if (wide as u64) < n {
        let threshold = n.wrapping_neg() % n;
        while (wide as u64) < threshold {
            wide = u128::from(stream.next_u64()) * u128::from(n);
        }
    }
    (wide >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn philox_gives_the_known_answers_of_random123() {
        let pi = (
            [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344],
            [0xa409_3822, 0x299f_31d0],
        );
        let cases = [
            (
                7,
                [0; 4],
                [0; 2],
                [0x5f6f_b709, 0x0d89_3f64, 0x4f12_1f81, 0x4f73_0a48],
            ),
            (
                7,
                [u32::MAX; 4],
                [u32::MAX; 2],
                [0x5207_ddc2, 0x4516_5e59, 0x4d8e_e751, 0x8c52_f662],
            ),
            (
                7,
                pi.0,
                pi.1,
                [0x4dfc_caba, 0x190a_87f0, 0xc473_62ba, 0xb6b5_242a],
            ),
            (
                10,
                [0; 4],
                [0; 2],
                [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8],
            ),
            (
                10,
                [u32::MAX; 4],
                [u32::MAX; 2],
                [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd],
            ),
            (
                10,
                pi.0,
                pi.1,
                [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1],
            ),
        ];
        for (rounds, counter, key, expected) in cases {
            assert_eq!(
                philox4x32(counter, key, rounds),
                expected,
                "{rounds} rounds"
            );
        }
    }

    fn address() -> Address {
        Address {
            seed: 42,
            domain: Domain::Bootstrap,
            comparison: 3,
            resample: (1 << 40) + 77,
            tile: 5,
            attempt: 1,
        }
    }

    #[test]
    fn every_field_of_an_address_has_bits_of_its_own() {
        let base = address();
        let variants = [
            Address { seed: 43, ..base },
            Address {
                seed: 0x8000_0000_0000_002a,
                ..base
            },
            Address {
                domain: Domain::Permutation,
                ..base
            },
            Address {
                comparison: 4,
                ..base
            },
            Address {
                resample: 77,
                ..base
            },
            Address {
                resample: base.resample + 1,
                ..base
            },
            Address { tile: 6, ..base },
            Address { attempt: 2, ..base },
        ];
        let mut seen: Vec<_> = variants
            .iter()
            .chain([&base])
            .flat_map(|a| [a.words(0), a.words(1)])
            .collect();
        let all = seen.len();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), all);
    }

    #[test]
    fn a_one_bit_change_of_the_seed_flips_half_of_the_output() {
        let mut flipped = 0;
        let trials = 64 * 1000;
        for seed in 0..1000_u64 {
            let first = Address { seed, ..address() }.scalar().next_u64();
            for bit in 0..64 {
                let other = Address {
                    seed: seed ^ 1 << bit,
                    ..address()
                }
                .scalar()
                .next_u64();
                flipped += (first ^ other).count_ones();
            }
        }
        let rate = f64::from(flipped) / (64.0 * f64::from(trials));
        // Standard error of the rate: 0.5 / sqrt(64 · 64,000) = 0.00025.
        assert!((rate - 0.5).abs() < 0.0012, "flip rate {rate}");
    }

    #[test]
    fn bounded_draws_are_uniform_and_a_modulus_is_not() {
        // Chi-square with 6 degrees of freedom; its 1e-6 quantile is 38.3.
        let chi2 = |counts: &[u64; 7]| {
            let expected = counts.iter().sum::<u64>() as f64 / 7.0;
            counts
                .iter()
                .map(|&c| (c as f64 - expected).powi(2) / expected)
                .sum::<f64>()
        };
        let mut stream = address().scalar();
        let (mut counts, mut biased) = ([0; 7], [0; 7]);
        for _ in 0..1_000_000 {
            counts[below(&mut stream, 7) as usize] += 1;
            // Negative control: 8 bits modulo 7 favours 0 to 3 by one part in 37.
            biased[(stream.next_u64() >> 56) as usize % 7] += 1;
        }
        assert!(chi2(&counts) < 38.3, "{counts:?}");
        assert!(chi2(&biased) > 38.3, "the judge must see a modulo bias");
    }
}
