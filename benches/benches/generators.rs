//! The stream's design measured both ways: counter-based generators throughout, against Philox addresses that seed eight
//! xoshiro256++ lanes. Each fills a tile of 4,096 bytes, its keys and seeds included, written on arrays of eight and
//! compiled for the level; known answers are checked before anything is timed. `docs/streams.md` has the figures.
#![allow(unsafe_code)]
#![expect(
    clippy::inline_always,
    reason = "target features reach only what is inlined into their function"
)]

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use restrap_benches::check;
use restrap_core::workbench::{TILE_BYTES, tile};
use restrap_core::{Address, Domain, Level, philox4x32};

fn main() {
    divan::main();
}

type Tile = [[u64; 8]; TILE_BYTES / 64];

fn levels() -> Vec<&'static str> {
    Level::available().into_iter().map(Level::name).collect()
}

/// Philox4x32 (Salmon and others 2011) in fields of 64 bits: two words of output a block, eight blocks side by side.
#[inline(always)]
fn philox<const ROUNDS: usize>(resample: u64, out: &mut Tile) {
    const LOW: u64 = 0xffff_ffff;
    for (pair, rows) in out.chunks_exact_mut(2).enumerate() {
        let mut c = [[resample & LOW; 8], [resample >> 32; 8], [3; 8], [0; 8]];
        for (l, word) in c[3].iter_mut().enumerate() {
            *word = (8 * pair + l) as u64;
        }
        let mut key = [1_u32, 2];
        for round in 0..ROUNDS {
            if round > 0 {
                key = [
                    key[0].wrapping_add(0x9E37_79B9),
                    key[1].wrapping_add(0xBB67_AE85),
                ];
            }
            let mut next = [[0; 8]; 4];
            for l in 0..8 {
                let low = (c[0][l] & LOW) * 0xD251_1F53;
                let high = (c[2][l] & LOW) * 0xCD9E_8D57;
                next[0][l] = high >> 32 ^ c[1][l] ^ u64::from(key[0]);
                next[1][l] = high;
                next[2][l] = low >> 32 ^ c[3][l] ^ u64::from(key[1]);
                next[3][l] = low;
            }
            c = next;
        }
        for l in 0..8 {
            rows[0][l] = c[0][l] & LOW | c[1][l] << 32;
            rows[1][l] = c[2][l] & LOW | c[3][l] << 32;
        }
    }
}

/// Threefry4x64 (Salmon and others 2011) on eight counters side by side.
#[inline(always)]
fn threefry<const ROUNDS: usize>(resample: u64, out: &mut Tile) {
    const TURNS: [[u32; 2]; 8] = [
        [14, 16],
        [52, 57],
        [23, 40],
        [5, 37],
        [25, 33],
        [46, 12],
        [58, 22],
        [32, 32],
    ];
    let key = [1_u64, 2, resample, 0];
    let keys = [
        key[0],
        key[1],
        key[2],
        key[3],
        0x1BD1_1BDA_A9FC_1A22 ^ key[0] ^ key[1] ^ key[2] ^ key[3],
    ];
    for (four, rows) in out.chunks_exact_mut(4).enumerate() {
        let mut x = [[keys[0]; 8], [keys[1]; 8], [keys[2]; 8], [keys[3]; 8]];
        for (l, word) in x[0].iter_mut().enumerate() {
            *word = word.wrapping_add((8 * four + l) as u64);
        }
        for round in 0..ROUNDS {
            let turns = TURNS[round % 8];
            let (one, three) = if round % 2 == 0 { (1, 3) } else { (3, 1) };
            #[expect(
                clippy::needless_range_loop,
                reason = "four rows side by side, two of them by a variable"
            )]
            for l in 0..8 {
                x[0][l] = x[0][l].wrapping_add(x[one][l]);
                x[one][l] = x[one][l].rotate_left(turns[0]) ^ x[0][l];
                x[2][l] = x[2][l].wrapping_add(x[three][l]);
                x[three][l] = x[three][l].rotate_left(turns[1]) ^ x[2][l];
            }
            if round % 4 == 3 {
                let step = round / 4 + 1;
                for (word, lanes) in x.iter_mut().enumerate() {
                    let more = keys[(step + word) % 5].wrapping_add(if word == 3 {
                        step as u64
                    } else {
                        0
                    });
                    for lane in lanes {
                        *lane = lane.wrapping_add(more);
                    }
                }
            }
        }
        rows.copy_from_slice(&x);
    }
}

/// Squares, 64 bits (Widynski 2020), under a key that belongs to the resample.
#[inline(always)]
fn squares(resample: u64, out: &mut Tile) {
    let key = 0x548c_9dec_bce6_5297_u64.wrapping_add(resample << 1);
    for (row, words) in out.iter_mut().enumerate() {
        for (l, word) in words.iter_mut().enumerate() {
            let y = ((8 * row + l) as u64).wrapping_mul(key);
            let z = y.wrapping_add(key);
            let square = |x: u64, add: u64| x.wrapping_mul(x).wrapping_add(add);
            let x = square(y, y).rotate_left(32);
            let x = square(x, z).rotate_left(32);
            let x = square(x, y).rotate_left(32);
            let t = square(x, z);
            *word = t ^ square(t.rotate_left(32), y) >> 32;
        }
    }
}

/// A tile by the named level's instructions.
macro_rules! compiled {
    ($name:ident, $fill:expr) => {
        fn $name(level: &str, resample: u64, out: &mut Tile) {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2")]
                fn avx2(resample: u64, out: &mut Tile) {
                    $fill(resample, out);
                }
                #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
                fn avx512(resample: u64, out: &mut Tile) {
                    $fill(resample, out);
                }
                assert!(levels().contains(&level), "a level of this machine");
                match level {
                    // SAFETY: the machine has the level, which comprises these features.
                    "avx2" => return unsafe { avx2(resample, out) },
                    // SAFETY: as above.
                    "avx512" => return unsafe { avx512(resample, out) },
                    _ => {}
                }
            }
            $fill(resample, out);
        }
    };
}

compiled!(philox_10, philox::<10>);
compiled!(philox_7, philox::<7>);
compiled!(threefry_12, threefry::<12>);
compiled!(squares_64, squares);

fn time(bencher: Bencher, level: &str, fill: fn(&str, u64, &mut Tile)) {
    let mut out = [[0; 8]; TILE_BYTES / 64];
    let mut resample = 0;
    bencher
        .counter(BytesCount::new(TILE_BYTES))
        .bench_local(|| {
            resample += 1;
            fill(level, resample, &mut out);
            black_box(out[0][0])
        });
}

/// What restrap does.
#[divan::bench(args = levels())]
fn xoshiro_lanes_seeded_by_philox(bencher: Bencher, name: &str) {
    let level = Level::available()
        .into_iter()
        .find(|level| level.name() == name)
        .expect("a level");
    let mut bytes = [0; TILE_BYTES];
    let mut resample = 0;
    bencher
        .counter(BytesCount::new(TILE_BYTES))
        .bench_local(|| {
            resample += 1;
            let domain = Domain::Bootstrap;
            let address = Address {
                seed: 1,
                domain,
                comparison: 0,
                resample,
                tile: 3,
                attempt: 0,
            };
            tile(level, address, &mut bytes);
            black_box(bytes[0])
        });
}

/// Both rounds of Philox against the definition.
fn check_philox(rounds: u32, level: &str, fill: fn(&str, u64, &mut Tile)) {
    let mut out = [[0; 8]; TILE_BYTES / 64];
    fill(level, 7 << 32 | 5, &mut out);
    for block in [0, 9, 255] {
        let expected = philox4x32([5, 7, 3, block as u32], [1, 2], rounds);
        for half in 0..2 {
            let got = out[block / 8 * 2 + half][block % 8];
            check(
                "Philox",
                got,
                u64::from(expected[2 * half]) | u64::from(expected[2 * half + 1]) << 32,
            );
        }
    }
}

#[divan::bench(args = levels())]
fn philox4x32_10(bencher: Bencher, level: &str) {
    check_philox(10, level, philox_10);
    time(bencher, level, philox_10);
}

#[divan::bench(args = levels())]
fn philox4x32_7(bencher: Bencher, level: &str) {
    check_philox(7, level, philox_7);
    time(bencher, level, philox_7);
}

#[divan::bench(args = levels())]
fn threefry4x64_12(bencher: Bencher, level: &str) {
    time(bencher, level, threefry_12);
}

#[divan::bench(args = levels())]
fn squares64(bencher: Bencher, level: &str) {
    time(bencher, level, squares_64);
}
