//! One resample by each route. Before anything is timed, the sums of 64 resamples have the expected digest.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use restrap::{Precision, Scores};
use restrap_benches::{binary, check, continuous, digest, graded};
use restrap_core::{
    CoinFlips, CompressedBootstrap, CompressedFlips, Design, DistinctRows, Experiment,
    IndexedBootstrap, Level, NestedBootstrap, NestedSwaps, Resampler, Room, Sample,
    StreamedBootstrap, StreamedFlips, encode,
};

fn main() {
    divan::main();
}

const SIZES: [u64; 3] = [1_000, 100_000, 1_000_000];

fn column(pair: &[Scores; 2]) -> Vec<i64> {
    encode(pair[0].rows(), pair[1].rows(), Precision::Double).difference
}

/// The sums of resamples 0 to 63 have the digest that belongs to the size.
fn checked(items: u64, expected: [u64; 3], resampler: &dyn Resampler) {
    let mut sums = vec![0; 64];
    resampler.sums(0, 0, 0, &mut sums);
    let place = SIZES
        .iter()
        .position(|&size| size == items)
        .expect("a size");
    check(
        &format!("{items} items"),
        digest(sums.into_iter().map(i64::cast_unsigned)),
        expected[place],
    );
}

fn one(bencher: Bencher, items: u64, expected: [u64; 3], resampler: &dyn Resampler) {
    checked(items, expected, resampler);
    let mut resample = 0;
    bencher.counter(ItemsCount::new(items)).bench_local(|| {
        resample += 1;
        black_box(resampler.sum(0, 0, resample))
    });
}

#[divan::bench(args = SIZES)]
fn bootstrap_compressed_binary(bencher: Bencher, items: u64) {
    let rows = DistinctRows::of_column(&column(&binary(items)));
    one(
        bencher,
        items,
        [
            0xcf9c_868d_82eb_0451,
            0x1d53_bdf5_fbd8_3b47,
            0xbcd8_e495_7625_0607,
        ],
        &CompressedBootstrap::new(rows, items, Level::detected()),
    );
}

#[divan::bench(args = SIZES)]
fn bootstrap_compressed_graded(bencher: Bencher, items: u64) {
    let rows = DistinctRows::of_column(&column(&graded(items)));
    one(
        bencher,
        items,
        [
            0x6a0e_8fad_2211_6b72,
            0x0ab2_e4fe_47b4_92df,
            0xd571_99ad_216e_7639,
        ],
        &CompressedBootstrap::new(rows, items, Level::detected()),
    );
}

#[divan::bench(args = SIZES)]
fn bootstrap_indexed_continuous(bencher: Bencher, items: u64) {
    one(
        bencher,
        items,
        [
            0xe34c_05a7_f6d1_ebca,
            0x5c31_a04b_2ea9_6276,
            0x55d7_a431_3994_5f91,
        ],
        &IndexedBootstrap::new(&[&column(&continuous(items))], &Design::full(items)),
    );
}

fn sixteen(bencher: Bencher, items: u64, expected: [u64; 3], resampler: &dyn Resampler) {
    checked(items, expected, resampler);
    let mut first = 0;
    let mut sums = [0; 16];
    bencher
        .counter(ItemsCount::new(16 * items))
        .bench_local(|| {
            first += 16;
            resampler.sums(0, 0, first, &mut sums);
            black_box(sums[15])
        });
}

#[divan::bench(args = SIZES)]
fn bootstrap_streamed_continuous_16(bencher: Bencher, items: u64) {
    sixteen(
        bencher,
        items,
        [
            0x88e4_150f_f8ba_6050,
            0x3bee_61e8_12b0_4634,
            0xe07d_583a_9919_cb54,
        ],
        &StreamedBootstrap::new(
            &[&column(&continuous(items))],
            &Design::full(items),
            Level::detected(),
        ),
    );
}

#[divan::bench(args = SIZES)]
fn permutation_streamed_continuous_16(bencher: Bencher, items: u64) {
    sixteen(
        bencher,
        items,
        [
            0xdfa7_1c76_4d0e_d1dd,
            0xb49a_51c6_9ceb_443d,
            0x6d10_e894_697f_c3af,
        ],
        &StreamedFlips::new(&[&column(&continuous(items))], Level::detected()),
    );
}

#[divan::bench(args = SIZES)]
fn permutation_compressed_graded(bencher: Bencher, items: u64) {
    let sizes: Vec<i64> = column(&graded(items)).into_iter().map(i64::abs).collect();
    one(
        bencher,
        items,
        [
            0x7120_6f87_9bbe_c1e0,
            0x9cc4_6b3d_7023_0789,
            0xcca5_12db_b06f_88fe,
        ],
        &CompressedFlips::new(DistinctRows::of_column(&sizes), Level::detected()),
    );
}

#[divan::bench(args = SIZES)]
fn permutation_coins_continuous(bencher: Bencher, items: u64) {
    one(
        bencher,
        items,
        [
            0x9660_e065_120a_b718,
            0x255a_72d6_9ad8_40b0,
            0xce72_4a14_63c1_4455,
        ],
        &CoinFlips::new(&[&column(&continuous(items))]),
    );
}

/// 1,000 resamples of one simulated experiment.
fn nested(
    bencher: Bencher,
    items: u64,
    mut tile: impl FnMut(Experiment, u32, &Sample, &mut Room, &mut Vec<i64>),
) {
    let column: Vec<i64> = column(&continuous(items)).iter().map(|d| d >> 17).collect();
    let sample = Sample::new(&column).expect("differences of 16 bits");
    let (mut room, mut sums, mut number) = (Room::default(), Vec::new(), 0);
    bencher.counter(ItemsCount::new(1_000_u64)).bench_local(|| {
        number += 1;
        sums.clear();
        for next in 0.. {
            if sums.len() >= 1_000 {
                break;
            }
            tile(
                Experiment {
                    seed: 0,
                    cell: 0,
                    number,
                },
                next,
                &sample,
                &mut room,
                &mut sums,
            );
        }
        black_box(sums[999])
    });
}

#[divan::bench(args = [100, 500, 2_000])]
fn bootstrap_of_an_experiment(bencher: Bencher, items: u64) {
    let design = NestedBootstrap::new(items, items, Level::detected());
    nested(bencher, items, |place, tile, sample, room, sums| {
        design.tile(place, tile, sample, room, sums);
    });
}

#[divan::bench(args = [100, 500, 2_000])]
fn swaps_of_an_experiment(bencher: Bencher, items: u64) {
    let design = NestedSwaps::new(Level::detected());
    nested(bencher, items, |place, tile, sample, room, sums| {
        design.tile(place, tile, sample, room, sums);
    });
}
