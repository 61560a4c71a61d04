//! Files to paired columns to integers.

use divan::{Bencher, black_box};
use restrap::Precision;
use restrap::io::{Options, appear, load, prepare_column};
use restrap_benches::{continuous, graded};

fn main() {
    divan::main();
}

fn load_pair(bencher: Bencher, extension: &str) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let pair = graded(1_000_000);
    let paths = pair.each_ref().map(|scores| {
        let path = folder
            .path()
            .join(format!("{}.{extension}", scores.name))
            .display()
            .to_string();
        let file = prepare_column(&path, scores.rows());
        file.and_then(|file| appear([file]))
            .expect("a temporary file");
        path
    });
    bencher.bench(|| load(black_box(&paths), &Options::default()).map(|loaded| loaded.items()));
}

#[divan::bench]
fn text_of_a_million(bencher: Bencher) {
    load_pair(bencher, "txt");
}

#[divan::bench]
fn npy_of_a_million(bencher: Bencher) {
    load_pair(bencher, "npy");
}

#[divan::bench]
fn encode_a_million_graded(bencher: Bencher) {
    let [baseline, system] = graded(1_000_000);
    bencher.bench(|| {
        restrap_core::encode(black_box(baseline.rows()), system.rows(), Precision::Double)
    });
}

#[divan::bench]
fn encode_a_million_continuous(bencher: Bencher) {
    let [baseline, system] = continuous(1_000_000);
    bencher.bench(|| {
        restrap_core::encode(black_box(baseline.rows()), system.rows(), Precision::Double)
    });
}
