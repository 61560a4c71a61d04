//! How often tests of clusters reject where nothing is there, and the test of single items beside them: rows of
//! `docs/calibration.md`.
//!
//! `cargo run --release --package restrap-lib --example clusters -- 20000`: data sets per cell, a standard error of .0015 at .05.

use rand::{RngExt, SeedableRng};
use rand_distr::StandardNormal;
use rand_pcg::Pcg64Mcg;
use restrap_stats::cluster::{Clusters, Sandwich};
use restrap_stats::{Alternative, Moments, StatsError, StudentT};

/// Steps of the grid in a standard deviation.
const PER_ONE: f64 = 64.0;
const ALPHA: f64 = 0.05;
const TESTS: [&str; 5] =
    ["swaps of clusters", "t, CR2", "t, CR1", "dual interval without 0", "items alone (t)"];

/// Differences of the items of each cluster, of which two correlate by `icc`.
fn sample(random: &mut Pcg64Mcg, clusters: u64, equal: bool, icc: f64) -> Vec<Vec<i64>> {
    let one = |random: &mut Pcg64Mcg| {
        let size = if equal { 10 } else { random.random_range(1..20) };
        let shared: f64 = random.sample(StandardNormal);
        let item = |random: &mut Pcg64Mcg| {
            let own: f64 = random.sample(StandardNormal);
            (PER_ONE * (libm::sqrt(icc) * shared + libm::sqrt(1.0 - icc) * own)).round() as i64
        };
        (0..size).map(|_| item(random)).collect()
    };
    (0..clusters).map(|_| one(random)).collect()
}

/// Which tests reject.
fn rejected(sample: &[Vec<i64>]) -> Result<[bool; 5], StatsError> {
    let scores: Vec<f64> = sample.iter().flatten().map(|&d| d as f64 / PER_ONE).collect();
    let moments = Moments::of(&scores)?;
    let totals = sample.iter().map(|cluster| (cluster.iter().sum(), cluster.len() as u64));
    let clusters = Clusters::new(totals, PER_ONE, moments.squares())?;
    let t = |sandwich| Ok(clusters.estimate(sandwich)?.p(Alternative::TwoSided).value() <= ALPHA);
    let swaps = clusters.p(&clusters.law(), Alternative::TwoSided).value() <= ALPHA;
    let interval = clusters.interval(1.0 - ALPHA)?;
    let items = StudentT::of_moments(moments)?.estimate().p(Alternative::TwoSided).value() <= ALPHA;
    Ok([swaps, t(Sandwich::Cr2)?, t(Sandwich::Cr1)?, interval.low > 0.0 || interval.high < 0.0, items])
}

fn main() -> Result<(), StatsError> {
    let sets: u64 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(2_000);
    println!("| sizes | ICC | test | C = 5 | 10 | 20 | 40 |\n|---|---|---|---|---|---|---|");
    for (equal, sizes) in [(true, "10 each"), (false, "1 to 19")] {
        for icc in [0.0, 0.1, 0.3, 0.5] {
            let mut rates = Vec::new();
            for number in [5, 10, 20, 40] {
                let mut counts = [0_u64; 5];
                for set in 0..sets {
                    let mut random = Pcg64Mcg::seed_from_u64(1_000 * set + number);
                    let found = rejected(&sample(&mut random, number, equal, icc))?;
                    counts.iter_mut().zip(found).for_each(|(count, found)| *count += u64::from(found));
                }
                rates.push(counts.map(|count| count as f64 / sets as f64));
            }
            for (at, test) in TESTS.iter().enumerate() {
                let cells: Vec<String> = rates.iter().map(|rate| format!("{:.3}", rate[at])).collect();
                println!("| {sizes} | {icc} | {test} | {} |", cells.join(" | "));
            }
        }
    }
    Ok(())
}
