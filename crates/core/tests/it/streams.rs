//! The streams beneath the draws: addresses, bounded draws, signs, seeds. Batteries of others read
//! `examples/stream.rs`; `docs/streams.md` has their results.

use rand::Rng;
use restrap_core::workbench::{TILE_BYTES, bounded, counter_and_key, tile};
use restrap_core::{
    Address, Domain, IndexedBootstrap, Level, Resampler, StreamedBootstrap, StreamedFlips,
};
use restrap_core::{Design, ScalarStream, below};

use crate::judge::{Verdict, effort, judge_lags, of_cells, of_z};
use crate::routes::column;

fn address(seed: u64, resample: u64) -> Address {
    Address {
        seed,
        domain: Domain::Bootstrap,
        comparison: 0,
        resample,
        tile: 0,
        attempt: 0,
    }
}

fn scalar(resample: u64) -> ScalarStream {
    address(77, resample).scalar()
}

fn words(address: Address) -> Vec<u64> {
    let mut bytes = [0; TILE_BYTES];
    tile(Level::detected(), address, &mut bytes);
    bytes
        .as_chunks::<8>()
        .0
        .iter()
        .map(|word| u64::from_le_bytes(*word))
        .collect()
}

#[test]
fn an_address_can_be_read_back_from_its_counter_and_key() {
    // What can be read back never coincides.
    let mut stream = scalar(0);
    for _ in 0..effort(200_000, 10_000_000) {
        let mut draw = |bits: u32| stream.next_u64() >> (64 - bits);
        let address = Address {
            seed: draw(64),
            domain: if draw(1) == 1 {
                Domain::Bootstrap
            } else {
                Domain::Permutation
            },
            comparison: draw(16) as u16,
            resample: draw(48),
            tile: draw(32) as u32,
            attempt: draw(16) as u16,
        };
        let block = draw(8) as u8;
        let ([a, b, c, d], [low, high]) = counter_and_key(address, block);
        let read = Address {
            seed: u64::from(low) | u64::from(high) << 32,
            domain: if d & 0xff == 1 {
                Domain::Bootstrap
            } else {
                Domain::Permutation
            },
            comparison: (d >> 8) as u16,
            resample: u64::from(a) | u64::from(b & 0xffff) << 32,
            tile: c,
            attempt: (b >> 16) as u16,
        };
        assert_eq!((read, (d >> 24) as u8), (address, block));
    }
}

#[test]
fn bounded_draws_are_uniform_and_a_modulo_is_not() {
    let draws = effort(200_000, 10_000_000);
    // Cells of neighbours, as many as can be filled.
    let judge = |n: u64, draw: &mut dyn FnMut() -> u64| {
        let cells = n.min(500);
        let mut seen = vec![0; cells as usize];
        for _ in 0..draws {
            seen[(u128::from(draw()) * u128::from(cells) / u128::from(n)) as usize] += 1;
        }
        let first = |cell: u64| (cell * n).div_ceil(cells);
        let expected: Vec<f64> = (0..cells)
            .map(|c| (first(c + 1) - first(c)) as f64 / n as f64 * draws as f64)
            .collect();
        of_cells(&seen, &expected, 1.0)
    };
    let mut verdict = Verdict::default();
    for n in [2, 3, 7, 10, 97, 1_000, 65_537, 1_000_000, (1 << 32) - 1] {
        let mut stream = scalar(n);
        verdict.add(
            format!("below {n}"),
            judge(n, &mut || below(&mut stream, n)),
        );
        let mut stream = scalar(2 * n);
        let mut by_words = || loop {
            if let Some(value) = bounded(stream.next_u32(), n as u32) {
                return u64::from(value);
            }
        };
        verdict.add(format!("32 bits below {n}"), judge(n, &mut by_words));
    }
    verdict.hold("bounded draws");
    for (n, bits) in [(7, 6), (97, 10), (1_000, 12)] {
        let mut stream = scalar(3 * n);
        let mut control = Verdict::default();
        control.add(
            "cells",
            judge(n, &mut || (stream.next_u64() >> (64 - bits)) % n),
        );
        control.reject(&format!("{bits} bits modulo {n}"));
    }
}

#[test]
fn words_are_rejected_as_often_as_they_would_be_biased() {
    let words = effort(2_000_000, 1_000_000_000);
    let mut verdict = Verdict::default();
    for n in [3, 1_000, 3 << 30, (1 << 31) + 1, u32::MAX] {
        let mut stream = scalar(n.into());
        let rejected = (0..words)
            .filter(|_| bounded(stream.next_u32(), n).is_none())
            .count() as f64;
        let p = ((1_u64 << 32) % u64::from(n)) as f64 / 2_f64.powi(32);
        let (mean, all) = (p * words as f64, words as f64);
        let z = (rejected - mean) / (mean * (1.0 - p)).sqrt();
        // Where so few are expected that no normal law holds, all that matters is that they stay few.
        verdict.add(
            format!("words rejected below {n}"),
            if mean > 100.0 { of_z(z) } else { 1.0 },
        );
        assert!(
            mean > 100.0 || rejected <= mean + 20.0,
            "{rejected} of {all} rejected below {n}"
        );
    }
    verdict.hold("rejected words");
}

/// Bits of a tile at every place of a word, pairs of neighbouring bits, and pairs of the same place in words one step of
/// the lanes apart.
fn judge_bits(name: &str, tiles: u64, words_of: impl Fn(u64) -> Vec<u64>) -> Verdict {
    let (mut ones, mut neighbours, mut steps) = ([0_u64; 64], [[0_u64; 4]; 63], [[0_u64; 4]; 64]);
    for t in 0..tiles {
        let words = words_of(t);
        for (w, &word) in words.iter().enumerate() {
            for place in 0..64 {
                let bit = (word >> place & 1) as usize;
                ones[place] += bit as u64;
                if place < 63 {
                    neighbours[place][bit * 2 + (word >> (place + 1) & 1) as usize] += 1;
                }
                // Pairs that do not overlap: even steps with the odd ones that follow.
                if w / 8 % 2 == 0 && w + 8 < words.len() {
                    steps[place][bit * 2 + (words[w + 8] >> place & 1) as usize] += 1;
                }
            }
        }
    }
    let all = (tiles * TILE_BYTES as u64 / 8) as f64;
    let mut verdict = Verdict::default();
    for place in 0..64 {
        verdict.add(
            format!("{name}: bit {place}"),
            of_z((ones[place] as f64 - all / 2.0) / (all / 4.0).sqrt()),
        );
        verdict.add(
            format!("{name}: bit {place} a step apart"),
            of_cells(&steps[place], &[all / 8.0; 4], 1.0),
        );
        if place < 63 {
            let p = of_cells(&neighbours[place], &[all / 4.0; 4], 1.0);
            verdict.add(format!("{name}: bits {place} and {}", place + 1), p);
        }
    }
    verdict
}

#[test]
fn every_bit_of_a_tile_is_fair_and_free_of_its_neighbours() {
    let tiles = effort(400, 30_000);
    for domain in [Domain::Bootstrap, Domain::Permutation] {
        let of = |resample| {
            words(Address {
                domain,
                ..address(1, resample)
            })
        };
        judge_bits("resamples", tiles, of).hold(&format!("bits of {tiles} tiles of {domain:?}"));
        // Word w of resample 2 r beside word w of the next: what neighbours share would show a step apart.
        let interleaved = |pair: u64| {
            let (one, two) = (of(2 * pair), of(2 * pair + 1));
            let steps = one.chunks(8).zip(two.chunks(8)).take(32);
            steps.flat_map(|(one, two)| [one, two].concat()).collect()
        };
        judge_bits("pairs", tiles, interleaved)
            .hold(&format!("bits of {tiles} pairs of tiles of {domain:?}"));
    }
    // Negative controls: a stuck bit in one word of 64, and a counter.
    let stuck = |resample| {
        let mut words = words(address(1, resample));
        words
            .iter_mut()
            .step_by(64)
            .for_each(|word| *word |= 1 << 17);
        words
    };
    judge_bits("stuck", tiles, stuck).reject("a bit that is stuck in one word of 64");
    let repeated = |resample| {
        let mut words = words(address(1, resample));
        (0..words.len())
            .filter(|w| w % 64 == 8)
            .for_each(|w| words[w] = words[w - 8]);
        words
    };
    judge_bits("repeated", tiles, repeated).reject("words that repeat what stood a step before");
}

#[test]
fn ten_thousand_seeds_give_as_many_tiles_and_a_bit_of_a_seed_changes_half_of_one() {
    let mut first: Vec<[u64; 2]> = (0..10_000)
        .map(|seed| {
            let words = words(address(seed, 0));
            [words[0], words[1]]
        })
        .collect();
    first.sort_unstable();
    first.dedup();
    assert_eq!(first.len(), 10_000);
    let mut verdict = Verdict::default();
    let trials = 200_u64;
    for bit in 0..64 {
        let flipped: u32 = (0..trials)
            .map(|trial| {
                // Far apart, so that no pair of seeds is met twice.
                let seed = trial.wrapping_mul(0x9E37_79B9_7F4A_7C15);
                let (one, two) = (words(address(seed, 5)), words(address(seed ^ 1 << bit, 5)));
                one.iter()
                    .zip(two)
                    .map(|(one, two)| (one ^ two).count_ones())
                    .sum::<u32>()
            })
            .sum();
        let bits = (trials * TILE_BYTES as u64 * 8) as f64;
        verdict.add(
            format!("bit {bit} of the seed"),
            of_z((f64::from(flipped) - bits / 2.0) / (bits / 4.0).sqrt()),
        );
    }
    verdict.hold("bits of a seed");
}

#[test]
fn means_of_resamples_are_free_of_one_another() {
    let column = column(300, 0);
    let resamples = effort(30_000, 1_000_000);
    let streamed = StreamedBootstrap::new(&[&column], &Design::full(300), Level::detected());
    let indexed = IndexedBootstrap::new(&[&column], &Design::full(300));
    let swaps = StreamedFlips::new(&[&column], Level::detected());
    for (name, resampler) in [
        ("streamed", &streamed as &dyn Resampler),
        ("indexed", &indexed),
        ("swaps", &swaps),
    ] {
        // Numbers one after the other, and numbers that are powers of two apart.
        let mut sums = vec![0; resamples as usize];
        resampler.sums(3, 0, 0, &mut sums);
        let mut verdict = Verdict::default();
        judge_lags(&mut verdict, &sums);
        verdict.hold(&format!("{name}: correlation of {resamples} resamples"));
        let far: Vec<i64> = (0..resamples / 20)
            .map(|r| resampler.sum(3, 0, r << 24))
            .collect();
        let mut verdict = Verdict::default();
        judge_lags(&mut verdict, &far);
        verdict.hold(&format!("{name}: correlation of resamples 2^24 apart"));
    }
}

#[test]
fn any_resample_can_be_drawn_alone() {
    let column = column(5_000, 0);
    let design = Design::full(5_000);
    let streamed = StreamedBootstrap::new(&[&column], &design, Level::detected());
    let swaps = StreamedFlips::new(&[&column[..900]], Level::detected());
    for resampler in [&streamed as &dyn Resampler, &swaps] {
        let mut sums = vec![0; 2_000];
        resampler.sums(9, 1, 0, &mut sums);
        let mut stream = scalar(1);
        for _ in 0..effort(2_000, 1_000_000) {
            let r = below(&mut stream, 2_000);
            assert_eq!(resampler.sum(9, 1, r), sums[r as usize], "resample {r}");
        }
    }
}

/// 32 outputs of each kind of draw, folded into one word.
fn digest(outputs: impl IntoIterator<Item = u64>) -> u64 {
    folded(outputs.into_iter().take(32))
}

/// FNV-1a (Fowler, Noll and Vo) over the bytes of all words.
fn folded(words: impl IntoIterator<Item = u64>) -> u64 {
    let bytes = words.into_iter().flat_map(u64::to_le_bytes);
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[test]
fn every_kind_of_draw_has_known_values() {
    let drawn = |n: u64| {
        let mut stream = scalar(42);
        digest((0..32).map(|_| below(&mut stream, n)))
    };
    let by_words = |n: u32| {
        let mut stream = scalar(42);
        digest((0..32).map(|_| bounded(stream.next_u32(), n).map_or(u64::MAX, u64::from)))
    };
    let mut stream = scalar(42);
    let units = digest((0..32).map(|_| stream.open_unit().to_bits()));
    let of_tile = |domain| {
        digest(words(Address {
            domain,
            comparison: 2,
            tile: 3,
            ..address(42, 1 << 40)
        }))
    };
    let known = [
        ("below 7", drawn(7)),
        ("below 2^32 - 1", drawn(u64::from(u32::MAX))),
        (
            "below 2^63 + 1: every other word is rejected",
            drawn((1 << 63) + 1),
        ),
        ("32 bits below 7", by_words(7)),
        ("32 bits below 2^32 - 1", by_words(u32::MAX)),
        (
            "32 bits below 2^31 + 1: every other word is rejected",
            by_words((1 << 31) + 1),
        ),
        ("units", units),
        ("tile of items", of_tile(Domain::Bootstrap)),
        ("tile of swaps", of_tile(Domain::Permutation)),
    ];
    let expected = [
        0x8249_db71_14b0_4442,
        0xf02e_b88e_93b8_b379,
        0x04b1_cc6b_b91f_0602,
        0x332a_b173_ccaa_d8a5,
        0x37cd_1bf3_57ad_58e6,
        0x727f_2b46_2b5f_e1a7,
        0xc958_7416_f158_4b04,
        0xfb78_9800_5f6a_eaca,
        0x88f0_8f20_9456_b0dc,
    ];
    assert_eq!(known.map(|known| known.1), expected, "{known:x?}");
}

/// The same bytes on every machine: no C library computes a logarithm that decides a printed digit.
#[test]
fn transcendental_functions_have_known_values() {
    let of = |function: fn(f64) -> f64, low: f64, high: f64| {
        let mut stream = scalar(7);
        folded((0..1_000_000).map(|_| {
            let x = low + (high - low) * stream.open_unit();
            function(x).to_bits()
        }))
    };
    let known = [
        ("log", of(libm::log, 0.0, 1e3)),
        ("exp", of(libm::exp, -700.0, 700.0)),
        ("log10", of(libm::log10, 0.0, 1e3)),
        ("log1p", of(libm::log1p, -1.0, 1.0)),
        ("expm1", of(libm::expm1, -1.0, 1.0)),
        ("erfc", of(libm::erfc, -6.0, 27.0)),
        ("lgamma", of(libm::lgamma, 0.0, 1e3)),
        ("sqrt", of(f64::sqrt, 0.0, 1e3)),
    ];
    let expected = [
        ("log", 0xa2a4_55ab_3d98_acee),
        ("exp", 0x1956_4237_d1c1_4748),
        ("log10", 0xaa7e_4f61_7eff_0a4e),
        ("log1p", 0x8b02_c7eb_b43c_95ab),
        ("expm1", 0xa810_2096_f314_dd56),
        ("erfc", 0x9bf0_b081_fd69_d3cf),
        ("lgamma", 0x100c_542a_aeac_59b4),
        ("sqrt", 0x6e66_9772_3c1e_c18c),
    ];
    assert_eq!(known, expected);
}
