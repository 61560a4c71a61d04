//! How often tests of training runs reject where the recipes are alike: rows of `docs/calibration.md`.
//!
//! `cargo run --release -p restrap-studies --bin runs -- 20000`: data sets per cell, a standard error of .0015 at .05.

use rand::{RngExt, SeedableRng};
use rand_distr::StandardNormal;
use rand_pcg::Pcg64Mcg;
use restrap_stats::seeds::{Recipes, Runs};
use restrap_stats::{Alternative, StatsError};

const ITEMS: usize = 100;
const ALPHA: f64 = 0.05;
const TESTS: [&str; 3] = [
    "this recipe (items and runs)",
    "runs on these items (Welch)",
    "these checkpoints (items)",
];

/// Scores of one system's runs: items are shared, a run shifts all of its items by `seed`, and answers them in its own way.
fn runs(
    random: &mut Pcg64Mcg,
    items: &[f64],
    number: usize,
    seed: f64,
    interaction: f64,
) -> Result<Runs, StatsError> {
    let normal = |random: &mut Pcg64Mcg| -> f64 { random.sample(StandardNormal) };
    // What a recipe does to an item, whatever the seed.
    let own: Vec<f64> = items
        .iter()
        .map(|item| item + interaction * normal(random))
        .collect();
    let rows: Vec<Vec<f64>> = (0..number)
        .map(|_| {
            let shift = seed * normal(random);
            own.iter()
                .map(|item| item + shift + 0.5 * normal(random))
                .collect()
        })
        .collect();
    Runs::new(&rows)
}

fn rejected(
    random: &mut Pcg64Mcg,
    sides: [usize; 2],
    seed: f64,
    interaction: f64,
) -> Result<[bool; 3], StatsError> {
    let items: Vec<f64> = (0..ITEMS).map(|_| random.sample(StandardNormal)).collect();
    let [a, b] = [
        runs(random, &items, sides[0], seed, interaction)?,
        runs(random, &items, sides[1], seed, interaction)?,
    ];
    let recipes = Recipes::new(&a, &b)?;
    let rejects =
        |estimate: restrap_stats::TEstimate| estimate.p(Alternative::TwoSided).value() <= ALPHA;
    Ok([
        rejects(recipes.recipe(true)?),
        rejects(recipes.on_these_items()?),
        rejects(recipes.checkpoints()?),
    ])
}

fn main() -> Result<(), StatsError> {
    let sets: u64 = std::env::args()
        .nth(1)
        .and_then(|text| text.parse().ok())
        .unwrap_or(2_000);
    println!(
        "| recipe × item | sd of runs | test | 2 + 2 runs | 3 + 3 | 5 + 5 | 10 + 10 | 2 + 10 |\n|---|---|---|---|---|---|---|---|"
    );
    for interaction in [0.0, 0.3] {
        for seed in [0.0, 0.05, 0.1, 0.2] {
            let mut rates = Vec::new();
            for (cell, sides) in [[2, 2], [3, 3], [5, 5], [10, 10], [2, 10]]
                .into_iter()
                .enumerate()
            {
                let mut counts = [0_u64; 3];
                for set in 0..sets {
                    let mut random = Pcg64Mcg::seed_from_u64(1_000 * set + cell as u64);
                    let found = rejected(&mut random, sides, seed, interaction)?;
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
                println!(
                    "| {interaction} | {seed} | {test} | {} |",
                    cells.join(" | ")
                );
            }
        }
    }
    Ok(())
}
