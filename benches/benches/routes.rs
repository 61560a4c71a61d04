//! One resample by each route. Before anything is timed, the sums of 64 resamples have the expected digest.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use restrap::{Precision, Scores};
use restrap_benches::{binary, check, continuous, digest, graded};
use restrap_core::{
    CoinFlips, CompressedBootstrap, CompressedFlips, Design, DistinctRows, IndexedBootstrap, Level,
    Resampler, StreamedBootstrap, StreamedFlips, encode,
};

fn main() {
    divan::main();
}

const SIZES: [u64; 3] = [1_000, 100_000, 1_000_000];

fn column(pair: &[Scores; 2]) -> Vec<i64> {
    encode(&pair[0].values, &pair[1].values, Precision::Double).difference
}

/// The sums of resamples 0 to 63 have the digest that belongs to the size.
fn checked(items: u64, expected: [u64; 3], resampler: &dyn Resampler) {
    let mut sums = vec![0; 64];
    resampler.sums(0, 0, 0, &mut sums);
    let place = SIZES.iter().position(|&size| size == items).expect("a size");
    check(&format!("{items} items"), digest(sums.into_iter().map(i64::cast_unsigned)), expected[place]);
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
    one(bencher, items, [0; 3], &CompressedBootstrap::new(rows, items, Level::detected()));
}

#[divan::bench(args = SIZES)]
fn bootstrap_compressed_graded(bencher: Bencher, items: u64) {
    let rows = DistinctRows::of_column(&column(&graded(items)));
    one(bencher, items, [0; 3], &CompressedBootstrap::new(rows, items, Level::detected()));
}

#[divan::bench(args = SIZES)]
fn bootstrap_indexed_continuous(bencher: Bencher, items: u64) {
    one(bencher, items, [0; 3], &IndexedBootstrap::new(&[&column(&continuous(items))], &Design::full(items)));
}

fn sixteen(bencher: Bencher, items: u64, expected: [u64; 3], resampler: &dyn Resampler) {
    checked(items, expected, resampler);
    let mut first = 0;
    let mut sums = [0; 16];
    bencher.counter(ItemsCount::new(16 * items)).bench_local(|| {
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
        [0; 3],
        &StreamedBootstrap::new(&[&column(&continuous(items))], &Design::full(items), Level::detected()),
    );
}

#[divan::bench(args = SIZES)]
fn permutation_streamed_continuous_16(bencher: Bencher, items: u64) {
    sixteen(bencher, items, [0; 3], &StreamedFlips::new(&[&column(&continuous(items))], Level::detected()));
}

#[divan::bench(args = SIZES)]
fn permutation_compressed_graded(bencher: Bencher, items: u64) {
    let sizes: Vec<i64> = column(&graded(items)).into_iter().map(i64::abs).collect();
    one(bencher, items, [0; 3], &CompressedFlips::new(DistinctRows::of_column(&sizes), Level::detected()));
}

#[divan::bench(args = SIZES)]
fn permutation_coins_continuous(bencher: Bencher, items: u64) {
    one(bencher, items, [0; 3], &CoinFlips::new(&[&column(&continuous(items))]));
}
