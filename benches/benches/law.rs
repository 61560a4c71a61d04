//! Laws: set-up and one tail, by kind of score and number of items.

use divan::{Bencher, black_box};
use restrap::Scores;
use restrap_benches::{binary, continuous, differences, graded};
use restrap_stats::Law;
use restrap_stats::interval::invert;

fn main() {
    divan::main();
}

const SIZES: [u64; 3] = [100, 10_000, 1_000_000];

fn total(values: &[(i64, u64)]) -> i128 {
    values
        .iter()
        .map(|&(d, m)| i128::from(d) * i128::from(m))
        .sum()
}

fn permutation(bencher: Bencher, pair: &[Scores; 2]) {
    let values = differences(pair);
    let total = total(&values);
    bencher.bench(|| Law::permutation(black_box(&values)).at_least(total));
}

fn bootstrap(bencher: Bencher, pair: &[Scores; 2]) {
    let values = differences(pair);
    bencher.bench(|| Law::bootstrap(black_box(&values)).at_most(0));
}

#[divan::bench(args = SIZES)]
fn permutation_binary(bencher: Bencher, items: u64) {
    permutation(bencher, &binary(items));
}

#[divan::bench(args = SIZES)]
fn permutation_graded(bencher: Bencher, items: u64) {
    permutation(bencher, &graded(items));
}

#[divan::bench(args = SIZES)]
fn permutation_continuous(bencher: Bencher, items: u64) {
    permutation(bencher, &continuous(items));
}

#[divan::bench(args = SIZES)]
fn bootstrap_binary(bencher: Bencher, items: u64) {
    bootstrap(bencher, &binary(items));
}

#[divan::bench(args = SIZES)]
fn bootstrap_graded(bencher: Bencher, items: u64) {
    bootstrap(bencher, &graded(items));
}

#[divan::bench(args = SIZES)]
fn bootstrap_continuous(bencher: Bencher, items: u64) {
    bootstrap(bencher, &continuous(items));
}

#[divan::bench(args = SIZES)]
fn dual_interval_graded(bencher: Bencher, items: u64) {
    let values = differences(&graded(items));
    bencher.bench(|| invert(black_box(&values), 1.0, 0.95));
}
