//! How often tests of clusters reject where nothing is there, and the test of single items beside them: rows of
//! `docs/calibration.md`.
//!
//! `cargo run --release -p restrap-studies --bin clusters -- 20000`: data sets per cell, a standard error of .0015 at .05.

use rand::{RngExt, SeedableRng};
use rand_distr::StandardNormal;
use rand_pcg::Pcg64Mcg;
use restrap_stats::cluster::{Clusters, Sandwich};
use restrap_stats::{Alternative, Moments, StatsError, StudentT};

/// Steps of the grid in a standard deviation.
const PER_ONE: f64 = 64.0;
const ALPHA: f64 = 0.05;
const TESTS: [&str; 5] = [
    "swaps of clusters",
    "t, CR2",
    "t, CR1",
    "dual interval without 0",
    "items alone (t)",
];

/// What the items of a cluster are.
#[derive(Clone, Copy)]
enum Kind {
    /// Differences of scores, ten in each cluster.
    Ten,
    /// The same, 1 to 19 in each.
    Unequal,
    /// Votes between two outputs for a prompt, 3 to 7 of each prompt: won, tied or lost, where the output that is shown first gains.
    Votes,
}

/// Differences of the items of each cluster, of which two correlate by `icc`.
fn sample(random: &mut Pcg64Mcg, clusters: u64, kind: Kind, icc: f64) -> Vec<Vec<i64>> {
    /// Latent units between a tie and a win, and what the first place gains.
    const TIE: f64 = 0.4;
    const FIRST: f64 = 0.5;
    let one = |random: &mut Pcg64Mcg| {
        let size = match kind {
            Kind::Ten => 10,
            Kind::Unequal => random.random_range(1..20),
            Kind::Votes => random.random_range(3..8),
        };
        let shared: f64 = random.sample(StandardNormal);
        let item = |random: &mut Pcg64Mcg| {
            let own: f64 = random.sample(StandardNormal);
            let latent = libm::sqrt(icc) * shared + libm::sqrt(1.0 - icc) * own;
            if !matches!(kind, Kind::Votes) {
                return (PER_ONE * latent).round() as i64;
            }
            // A vote is a half above or below the tie.
            let seen = latent + if random.random() { FIRST } else { -FIRST };
            let half = (PER_ONE / 2.0) as i64;
            if seen > TIE {
                half
            } else {
                -half * i64::from(seen < -TIE)
            }
        };
        (0..size).map(|_| item(random)).collect()
    };
    (0..clusters).map(|_| one(random)).collect()
}

/// Which tests reject.
fn rejected(sample: &[Vec<i64>]) -> Result<[bool; 5], StatsError> {
    let scores: Vec<f64> = sample
        .iter()
        .flatten()
        .map(|&d| d as f64 / PER_ONE)
        .collect();
    let moments = Moments::of(&scores)?;
    let totals = sample
        .iter()
        .map(|cluster| (cluster.iter().sum(), cluster.len() as u64));
    let clusters = Clusters::new(totals, PER_ONE, moments.squares())?;
    let t = |sandwich| {
        Ok(clusters
            .estimate(sandwich)?
            .p(Alternative::TwoSided)
            .value()
            <= ALPHA)
    };
    let swaps = clusters.p(&clusters.law(), Alternative::TwoSided).value() <= ALPHA;
    let interval = clusters.interval(1.0 - ALPHA)?;
    let items = StudentT::of_moments(moments)?
        .estimate()
        .p(Alternative::TwoSided)
        .value()
        <= ALPHA;
    Ok([
        swaps,
        t(Sandwich::Cr2)?,
        t(Sandwich::Cr1)?,
        interval.low > 0.0 || interval.high < 0.0,
        items,
    ])
}

fn main() -> Result<(), StatsError> {
    let sets: u64 = std::env::args()
        .nth(1)
        .and_then(|text| text.parse().ok())
        .unwrap_or(2_000);
    println!("| sizes | ICC | test | C = 5 | 10 | 20 | 40 |\n|---|---|---|---|---|---|---|");
    let kinds = [
        (Kind::Ten, "10 each"),
        (Kind::Unequal, "1 to 19"),
        (Kind::Votes, "3 to 7 votes"),
    ];
    for (kind, sizes) in kinds {
        for icc in [0.0, 0.1, 0.3, 0.5] {
            let mut rates = Vec::new();
            for number in [5, 10, 20, 40] {
                let mut counts = [0_u64; 5];
                for set in 0..sets {
                    let mut random = Pcg64Mcg::seed_from_u64(1_000 * set + number);
                    let found = rejected(&sample(&mut random, number, kind, icc))?;
                    counts
                        .iter_mut()
                        .zip(found)
                        .for_each(|(count, found)| *count += u64::from(found));
                }
                rates.push(counts.map(|count| count as f64 / sets as f64));
            }
            for (at, test) in TESTS.iter().enumerate() {
                let cells: Vec<String> = rates
                    .iter()
                    .map(|rate| format!("{:.3}", rate[at]))
                    .collect();
                println!("| {sizes} | {icc} | {test} | {} |", cells.join(" | "));
            }
        }
    }
    Ok(())
}
