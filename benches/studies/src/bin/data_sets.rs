//! How often tests of the mean over data sets reject where nothing is there: rows of `docs/calibration.md`.
//!
//! `cargo run --release -p restrap-studies --bin data_sets -- 20000`: studies per cell, a standard error of .0015 at .05.

use rand::{RngExt, SeedableRng};
use rand_distr::StandardNormal;
use rand_pcg::Pcg64Mcg;
use restrap_stats::data_sets::{MeanOfSets, SwappedSet, Weights, macro_estimate};
use restrap_stats::{Alternative, Moments, StatsError, StudentT, TEstimate};

/// Steps of the grid in a standard deviation.
const PER_ONE: f64 = 64.0;
const ALPHA: f64 = 0.05;
const TESTS: [&str; 4] = [
    "swaps within data sets",
    "t, Welch and Satterthwaite",
    "dual interval without 0",
    "as if all items weighed alike",
];

/// Laws of a difference, of mean 0 and variance 1.
const LAWS: [&str; 3] = ["normal", "lognormal", "0/1 pairs"];

fn difference(random: &mut Pcg64Mcg, law: &str) -> f64 {
    let z: f64 = random.sample(StandardNormal);
    match law {
        "normal" => z,
        // exp(z) has mean e^½ and variance e² − e.
        "lognormal" => {
            (libm::exp(z) - libm::exp(0.5)) / libm::sqrt(libm::exp(2.0) - libm::exp(1.0))
        }
        // A fifth of the items differ.
        _ if random.random_bool(0.2) => libm::sqrt(5.0).copysign(z),
        _ => 0.0,
    }
}

/// Data sets of these sizes; the spread of each is twice that of the one before.
fn sample(random: &mut Pcg64Mcg, sizes: &[u64], unequal: bool, law: &str) -> Vec<SwappedSet> {
    let one = |(at, &size): (usize, &u64)| {
        let spread = if unequal { libm::exp2(at as f64) } else { 1.0 };
        let unit = |_| {
            (
                (PER_ONE * spread * difference(random, law)).round() as i64,
                1,
            )
        };
        SwappedSet {
            units: (0..size).map(unit).collect(),
            per_one: PER_ONE,
            is_exact: true,
        }
    };
    sizes.iter().enumerate().map(one).collect()
}

fn estimate(differences: &[f64]) -> Result<TEstimate, StatsError> {
    Ok(StudentT::of_moments(Moments::of(differences)?)?.estimate())
}

/// Which tests reject.
fn rejected(sets: &[SwappedSet]) -> Result<[bool; 4], StatsError> {
    let scores: Vec<Vec<f64>> = sets
        .iter()
        .map(|set| {
            set.units
                .iter()
                .map(|unit| unit.0 as f64 / PER_ONE)
                .collect()
        })
        .collect();
    let mean = MeanOfSets::new(sets, Weights::Alike)?;
    let swaps = mean.p(Alternative::TwoSided).probability.value() <= ALPHA;
    let excludes = mean
        .interval(1.0 - ALPHA)?
        .is_some_and(|interval| !interval.contains(0.0));
    let estimates = scores
        .iter()
        .map(|scores| estimate(scores))
        .collect::<Result<Vec<_>, _>>()?;
    let t = macro_estimate(&estimates, &vec![1.0 / sets.len() as f64; sets.len()])?;
    // The error of the mean of all items, taken for that of the mean over data sets.
    let pooled = estimate(&scores.concat())?;
    let wrong = TEstimate::new(t.estimate(), pooled.standard_error(), pooled.df())?;
    let [t, wrong] = [t, wrong].map(|one| one.p(Alternative::TwoSided).value() <= ALPHA);
    Ok([swaps, t, excludes, wrong])
}

fn main() -> Result<(), StatsError> {
    let studies: u64 = std::env::args()
        .nth(1)
        .and_then(|text| text.parse().ok())
        .unwrap_or(2_000);
    let sizes: [(&str, &[u64]); 3] = [
        ("20, 20", &[20, 20]),
        ("10, 40, 160", &[10, 40, 160]),
        ("8 × 30", &[30; 8]),
    ];
    let header: Vec<&str> = sizes.iter().map(|(name, _)| *name).collect();
    println!(
        "| differences | spreads | test | {} |\n|---|---|---|---|---|---|",
        header.join(" | ")
    );
    for law in LAWS {
        for (unequal, spreads) in [(false, "alike"), (true, "each twice the last")] {
            let mut rates = Vec::new();
            for (at, (_, sizes)) in sizes.into_iter().enumerate() {
                let mut counts = [0_u64; 4];
                for study in 0..studies {
                    let mut random = Pcg64Mcg::seed_from_u64(1_000 * study + at as u64);
                    let found = rejected(&sample(&mut random, sizes, unequal, law))?;
                    counts
                        .iter_mut()
                        .zip(found)
                        .for_each(|(count, found)| *count += u64::from(found));
                }
                rates.push(counts.map(|count| count as f64 / studies as f64));
            }
            for (at, test) in TESTS.iter().enumerate() {
                let cells: Vec<String> = rates
                    .iter()
                    .map(|rate| format!("{:.3}", rate[at]))
                    .collect();
                println!("| {law} | {spreads} | {test} | {} |", cells.join(" | "));
            }
        }
    }
    Ok(())
}
