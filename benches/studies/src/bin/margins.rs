//! How often a margin test passes a system that is worse by exactly the margin: rows of `docs/calibration.md`.
//!
//! `cargo run --release -p restrap-studies --bin margins -- 10000`: data sets per cell, a standard error of .002 at .05.

use rand::{RngExt, SeedableRng};
use rand_distr::StandardNormal;
use rand_pcg::Pcg64Mcg;
use restrap_facade::{Claim, Control, Exact, MarginSize, Request, Scores, Test, compare};
use restrap_studies::in_threads;

const RESAMPLES: u64 = 999;
const MARGIN: f64 = 0.5;

/// A difference whose mean is −MARGIN.
type Shape = (&'static str, fn(&mut Pcg64Mcg) -> f64);

fn normal(random: &mut Pcg64Mcg) -> f64 {
    random.sample(StandardNormal)
}

fn lognormal(random: &mut Pcg64Mcg) -> f64 {
    libm::exp(normal(random)) - libm::exp(0.5)
}

const SHAPES: [Shape; 5] = [
    ("normal", |random| normal(random) - MARGIN),
    ("left lognormal", |random| -lognormal(random) - MARGIN),
    ("right lognormal", |random| lognormal(random) - MARGIN),
    ("3 % collapse", |random| {
        // A share of .03 loses so much that the mean loss is the margin.
        let collapse = if random.random::<f64>() < 0.03 {
            -MARGIN / 0.03
        } else {
            0.0
        };
        collapse + 0.5 * normal(random)
    }),
    ("10 % collapse", |random| {
        let collapse = if random.random::<f64>() < 0.1 {
            -MARGIN / 0.1
        } else {
            0.0
        };
        collapse + 0.5 * normal(random)
    }),
];

fn main() -> Result<(), restrap_facade::Error> {
    let sets: u64 = std::env::args()
        .nth(1)
        .and_then(|text| text.parse().ok())
        .unwrap_or(1_000);
    println!("| shape | test | n = 10 | 30 | 100 | 300 |\n|---|---|---|---|---|---|");
    for (name, shape) in SHAPES {
        for (test, label) in [
            (Test::Permutation, "studentized"),
            (Test::T, "t"),
            (Test::Bootstrap, "basic"),
        ] {
            let mut cells = Vec::new();
            for items in [10_usize, 30, 100, 300] {
                // The p-value beside the margin is not looked at: its law would cost forty times the margin test.
                let request = Request::default()
                    .tests([test])
                    .exact(Exact::Never)
                    .resamples(RESAMPLES)
                    .interval(restrap_facade::IntervalMethod::None)
                    .margin(Claim::Noninferior, MarginSize::Absolute(MARGIN));
                let passes = |set: u64| {
                    let mut random = Pcg64Mcg::seed_from_u64(set * 1_000 + items as u64);
                    let system: Vec<f64> = (0..items).map(|_| shape(&mut random)).collect();
                    let systems = [
                        Scores::new("base", vec![0.0; items]),
                        Scores::new("new", system),
                    ];
                    let outcome =
                        compare(&systems, &request.clone().seed(set), &Control::default())?;
                    let comparison = &outcome.comparisons[0];
                    let warned = outcome
                        .run
                        .warnings
                        .iter()
                        .any(|warning| warning.text.contains("a margin test of"));
                    let shown = comparison
                        .margin
                        .as_ref()
                        .is_some_and(|margin| margin.shown);
                    Ok([u64::from(shown), u64::from(warned)])
                };
                let all = in_threads(sets, &passes)?;
                let share =
                    |at: usize| all.iter().map(|one| one[at]).sum::<u64>() as f64 / sets as f64;
                cells.push(format!("{:.3} ({:.2})", share(0), share(1)));
            }
            println!("| {name} | {label} | {} |", cells.join(" | "));
        }
    }
    println!("\nIn brackets: the share of the data sets in which the program warns.");
    Ok(())
}
