//! One battery for all levels: the scalar definition against plain loops, every level against the scalar one.

use super::*;
use crate::stream::philox4x32;
use crate::tables::{CountLaw, ESCAPE, ONE};

const COUNTER: [u32; 4] = [7, 11, 13, 0x0200_0003];
const KEY: [u32; 2] = [1, 2];

fn bytes(level: Level, count: usize) -> Vec<u8> {
    let mut bytes = vec![0; count];
    (level.kernels().fill)(&mut (level.kernels().seed)(COUNTER, KEY), &mut bytes);
    bytes
}

fn planes(items: usize, count: usize) -> Vec<Vec<i8>> {
    (0..count)
        .map(|p| {
            (0..items)
                .map(|i| ((i * 31 + p * 17 + i * i) % 256) as u8 as i8)
                .collect()
        })
        .collect()
}

fn slices(planes: &[Vec<i8>], items: usize) -> Vec<&[i8]> {
    planes.iter().map(|plane| &plane[..items]).collect()
}

#[test]
fn levels_of_this_machine_are_told() {
    let names: Vec<&str> = Level::available().into_iter().map(Level::name).collect();
    println!(
        "levels: {} of 4 run on this machine ({})",
        names.len(),
        names.join(", ")
    );
    assert_eq!(names[0], "scalar");
    let arm = cfg!(all(target_arch = "aarch64", target_endian = "little"));
    assert_eq!(
        names.contains(&"neon"),
        arm,
        "NEON is where it is part of the target"
    );
}

#[test]
fn bytes_are_eight_interleaved_xoshiro_streams_seeded_by_philox() {
    let bytes = bytes(Level::Scalar, TILE);
    for lane in 0..8_u32 {
        let block = |b: u32| philox4x32([7, 11, 13, 0x0200_0003 + (b << 24)], KEY, 10);
        let (one, two) = (block(2 * lane), block(2 * lane + 1));
        let wide = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        let mut s = [
            wide(one[0], one[1]),
            wide(one[2], one[3]),
            wide(two[0], two[1]),
            wide(two[2], two[3]),
        ];
        for step in 0..64 {
            let expected = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
            let t = s[1] << 17;
            s[2] ^= s[0];
            s[3] ^= s[1];
            s[1] ^= s[2];
            s[0] ^= s[3];
            s[2] ^= t;
            s[3] = s[3].rotate_left(45);
            let at = 64 * step + 8 * lane as usize;
            assert_eq!(
                u64::from_le_bytes(bytes[at..at + 8].try_into().expect("8 bytes")),
                expected
            );
        }
    }
}

#[test]
fn every_level_fills_the_same_bytes_and_goes_on_where_it_stopped() {
    let expected = bytes(Level::Scalar, TILE);
    for level in Level::available() {
        let kernels = level.kernels();
        let mut lanes = (kernels.seed)(COUNTER, KEY);
        let mut got = vec![0; TILE];
        let mut rest = &mut got[..];
        for steps in [1, 2, 3, 10, 48] {
            let (now, later) = rest.split_at_mut(64 * steps);
            (kernels.fill)(&mut lanes, now);
            rest = later;
        }
        assert_eq!(got, expected, "{}", level.name());
    }
}

/// Counts by their definition, one item after the other, and how many bytes they took.
fn defined(law: &CountLaw, items: usize) -> (Vec<u8>, usize) {
    let stream = bytes(Level::Scalar, 4 * TILE);
    let mut counts: Vec<u8> = stream[..items]
        .iter()
        .map(|&byte| law.first[usize::from(byte)])
        .collect();
    let escaped: Vec<usize> = (0..items).filter(|&i| counts[i] == ESCAPE).collect();
    let mut used = items;
    // In chunks of 64 second bytes; at most 64 second escapes wait for their words.
    for (i, byte) in escaped.iter().zip(&stream[used..]) {
        counts[*i] = law.second[usize::from(*byte)];
    }
    used += escaped.len().next_multiple_of(64);
    let again: Vec<usize> = escaped
        .into_iter()
        .filter(|&i| counts[i] == ESCAPE)
        .collect();
    assert!(again.len() <= 64, "the plain definition stops here");
    for (i, word) in again.iter().zip(stream[used..].as_chunks::<8>().0) {
        counts[*i] = law.by_word(u64::from_le_bytes(*word));
    }
    (counts, used + 8 * again.len().next_multiple_of(8))
}

#[test]
fn counts_follow_their_definition_at_every_level_and_length() {
    for law in [
        CountLaw::poisson(ONE - ONE / 400),
        CountLaw::poisson(3 * ONE),
        CountLaw::bernoulli(ONE / 5),
    ] {
        for items in [64, 128, 192, 1_024, 4_032, 4_096] {
            let (expected, used) = defined(&law, items);
            for level in Level::available() {
                let kernels = level.kernels();
                let mut lanes = (kernels.seed)(COUNTER, KEY);
                let mut counts = vec![0; items];
                (kernels.counts)(&mut lanes, &law, &mut counts, &mut [0; TILE + 16]);
                assert_eq!(counts, expected, "{} {items}", level.name());
                let mut next = vec![0; 64];
                (kernels.fill)(&mut lanes, &mut next);
                assert_eq!(
                    next,
                    bytes(level, 4 * TILE)[used..used + 64],
                    "{} {items}: what comes next",
                    level.name()
                );
            }
        }
    }
}

/// A law of which every byte escapes, and most of them again.
#[test]
fn tiles_full_of_escapes_agree() {
    let mut law = CountLaw::poisson(ONE);
    law.first.fill(ESCAPE);
    law.second[20..].fill(ESCAPE);
    law.thresholds = vec![0];
    let drawn = |level: Level| {
        let mut counts = vec![0; TILE];
        (level.kernels().counts)(
            &mut (level.kernels().seed)(COUNTER, KEY),
            &law,
            &mut counts,
            &mut [0; TILE + 16],
        );
        counts
    };
    let expected = drawn(Level::Scalar);
    assert!(
        expected.iter().all(|&count| count < 97),
        "every item has a count"
    );
    for level in Level::available() {
        assert_eq!(drawn(level), expected, "{}", level.name());
    }
}

#[test]
fn count_dots_are_plain_sums_at_every_level_length_and_plane_count() {
    let counts: Vec<u8> = bytes(Level::Scalar, TILE)
        .iter()
        .map(|byte| byte % 128)
        .collect();
    for count in [1, 2, 3, 4, 5, 8, 40] {
        let columns = planes(TILE, count);
        for items in [0, 64, 128, 192, 960, 4_096] {
            let planes = slices(&columns, items);
            let drawn: u64 = counts[..items].iter().map(|&k| u64::from(k)).sum();
            let dot = |p: &&[i8]| {
                p.iter()
                    .zip(&counts)
                    .map(|(&d, &k)| i64::from(d) * i64::from(k))
                    .sum()
            };
            let sums: Vec<i64> = planes.iter().map(dot).collect();
            for level in Level::available() {
                let mut got = vec![0; count];
                let total = (level.kernels().dot_counts)(&counts[..items], &planes, &mut got);
                assert_eq!(
                    (total, got),
                    (drawn, sums.clone()),
                    "{} {items} {count}",
                    level.name()
                );
            }
        }
    }
}

#[test]
fn bit_dots_are_plain_sums_at_every_level_length_plane_count_and_number_of_resamples() {
    let bits = bytes(Level::Scalar, 8 * TILE);
    for (count, resamples) in [(1, 3), (2, 9), (3, 4), (4, 1), (4, 7), (5, 5), (8, 2)] {
        let columns = planes(8 * TILE, count);
        for (items, stride) in [
            (64, 8),
            (128, 24),
            (320, 40),
            (8_192, 1_024),
            (16_384, 2_048),
        ] {
            let planes = slices(&columns, items);
            let mut sums = Vec::new();
            for r in 0..resamples {
                let bits = &bits[r * stride..];
                sums.extend(planes.iter().map(|p| {
                    let taken = (0..items).filter(|&i| {
                        let (byte, bit) = bit_place(i);
                        bits[byte] >> bit & 1 == 1
                    });
                    taken.map(|i| i64::from(p[i])).sum::<i64>()
                }));
            }
            for level in Level::available() {
                let mut got = vec![0; count * resamples];
                (level.kernels().dot_bits)(&bits, stride, &planes, &mut got);
                assert_eq!(got, sums, "{} {items} {count} {resamples}", level.name());
            }
        }
    }
}

#[test]
fn extreme_counts_bits_and_digits_do_not_saturate() {
    for digit in [-128, 127] {
        let plane = vec![digit; 8 * TILE];
        for level in Level::available() {
            let mut sums = [0; 1];
            let drawn = (level.kernels().dot_counts)(&[127; TILE], &[&plane[..TILE]], &mut sums);
            assert_eq!(drawn, 127 * TILE as u64, "{}", level.name());
            assert_eq!(
                sums[0],
                127 * i64::from(digit) * TILE as i64,
                "{}",
                level.name()
            );
            let mut sums = [0; 1];
            (level.kernels().dot_bits)(&[255; TILE], TILE, &[&plane], &mut sums);
            assert_eq!(
                sums[0],
                i64::from(digit) * 8 * TILE as i64,
                "{}",
                level.name()
            );
        }
    }
}
