//! One battery for all levels: the scalar definition against plain loops, every level against the scalar one.

use super::*;
use crate::stream::philox4x32;

fn counter() -> [u32; 4] {
    [7, 11, 13, 0x0200_0003]
}

fn tile(level: Level) -> Tile {
    let mut tile = Tile::default();
    (level.kernels().fill)(counter(), [1, 2], &mut tile.0);
    tile
}

fn table() -> CountTable {
    let thresholds = vec![94, 188, 235, 250, 253];
    let lookup = std::array::from_fn(|byte| {
        let count = thresholds.iter().filter(|&&t| byte >= usize::from(t)).count() as u8;
        if count == 5 { 128 } else { count }
    });
    CountTable { thresholds, lookup: Box::new(lookup) }
}

fn planes(items: usize, count: usize) -> Vec<Vec<i8>> {
    (0..count).map(|p| (0..items).map(|i| ((i * 31 + p * 17 + i * i) % 256) as u8 as i8).collect()).collect()
}

fn counted(level: Level, bytes: &[u8], planes: &[&[i8]]) -> (u64, Vec<i64>, Vec<u16>) {
    let mut sums = vec![0; planes.len()];
    let mut escapes = Escapes::default();
    let mut tile_sums = TileSums { drawn: 0, planes: &mut sums, escapes: &mut escapes };
    (level.kernels().count_dot)(bytes, &table(), planes, &mut tile_sums);
    (tile_sums.drawn, sums, escapes.as_slice().to_vec())
}

#[test]
fn levels_of_this_machine_are_told() {
    let names: Vec<&str> = Level::available().into_iter().map(Level::name).collect();
    println!("levels: {} of 3 run on this machine ({})", names.len(), names.join(", "));
    assert_eq!(names[0], "scalar");
}

#[test]
fn a_tile_is_eight_interleaved_xoshiro_streams_seeded_by_philox() {
    let bytes = tile(Level::Scalar).0;
    for lane in 0..8_u32 {
        let block = |b: u32| philox4x32([7, 11, 13, 0x0200_0003 + (b << 24)], [1, 2], 10);
        let (one, two) = (block(2 * lane), block(2 * lane + 1));
        let wide = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        let mut s = [wide(one[0], one[1]), wide(one[2], one[3]), wide(two[0], two[1]), wide(two[2], two[3])];
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
            assert_eq!(u64::from_le_bytes(bytes[at..at + 8].try_into().expect("8 bytes")), expected);
        }
    }
}

#[test]
fn every_level_fills_the_same_bytes() {
    for level in Level::available() {
        assert_eq!(tile(level).0, tile(Level::Scalar).0, "{}", level.name());
    }
}

#[test]
fn counts_and_dots_are_plain_sums_at_every_level_length_and_plane_count() {
    let bytes = tile(Level::Scalar);
    let table = table();
    for count in [1, 2, 3, 4, 5, 8] {
        let columns = planes(TILE, count);
        for items in (0..=130).chain([1000, 4033, 4095, 4096]) {
            let planes: Vec<&[i8]> = columns.iter().map(|plane| &plane[..items]).collect();
            let bytes = &bytes.0[..items];
            let taken: Vec<i64> = bytes
                .iter()
                .map(|&b| table.lookup[usize::from(b)])
                .map(|k| if k < 128 { i64::from(k) } else { 0 })
                .collect();
            let drawn = taken.iter().sum::<i64>() as u64;
            let sums: Vec<i64> =
                planes.iter().map(|p| p.iter().zip(&taken).map(|(&d, k)| i64::from(d) * k).sum()).collect();
            let escapes: Vec<u16> = (0..items).filter(|&i| bytes[i] >= 253).map(|i| i as u16).collect();
            for level in Level::available() {
                let got = counted(level, bytes, &planes);
                assert_eq!(got, (drawn, sums.clone(), escapes.clone()), "{} {items} {count}", level.name());
            }
        }
    }
}

#[test]
fn bit_dots_are_plain_sums_at_every_level_length_and_plane_count() {
    let bytes = tile(Level::Scalar).0;
    for count in [1, 2, 3, 4, 5, 8] {
        let columns = planes(8 * TILE, count);
        for items in (0..=200).chain([4096, 32_767, 32_768]) {
            let planes: Vec<&[i8]> = columns.iter().map(|plane| &plane[..items]).collect();
            let sums: Vec<i64> = planes
                .iter()
                .map(|p| {
                    (0..items).filter(|i| bytes[i / 8] >> (i % 8) & 1 == 1).map(|i| i64::from(p[i])).sum()
                })
                .collect();
            for level in Level::available() {
                let mut got = vec![0; count];
                (level.kernels().bits_dot)(&bytes, &planes, &mut got);
                assert_eq!(got, sums, "{} {items} {count}", level.name());
            }
        }
    }
}

#[test]
fn extreme_counts_and_digits_do_not_saturate() {
    let mut table = table();
    table.thresholds = (0..127).chain([255]).collect();
    *table.lookup =
        std::array::from_fn(|b| if b == 255 { 128 } else { (b as u8).saturating_add(1).min(127) });
    let bytes = vec![200; TILE];
    for digit in [-128, 127] {
        let plane = vec![digit; TILE];
        for level in Level::available() {
            let mut sums = [0; 1];
            let mut escapes = Escapes::default();
            let mut tile_sums = TileSums { drawn: 0, planes: &mut sums, escapes: &mut escapes };
            (level.kernels().count_dot)(&bytes, &table, &[&plane], &mut tile_sums);
            assert_eq!(tile_sums.drawn, 127 * TILE as u64, "{}", level.name());
            assert_eq!(sums[0], 127 * i64::from(digit) * TILE as i64, "{}", level.name());
        }
    }
}
