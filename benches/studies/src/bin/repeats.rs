//! How often tests of several sampled answers per item reject where the systems are alike: rows of `docs/calibration.md`.
//!
//! `cargo run --release -p restrap-studies --bin repeats -- 4000`: data sets per cell, a standard error of .0034 at .05.

use rand::{RngExt, SeedableRng};
use rand_distr::StandardNormal;
use rand_pcg::Pcg64Mcg;
use restrap_facade::{Control, Error, IntervalMethod, Request, Scores, compare};

/// Right and wrong answers of one system: items are hard or easy for everybody, and more so for this system alone.
fn answers(random: &mut Pcg64Mcg, items: &[f64], repeats: usize, own: f64) -> Vec<Vec<f64>> {
    let one = |random: &mut Pcg64Mcg, item: &f64| {
        let normal: f64 = random.sample(StandardNormal);
        let right = 1.0 / (1.0 + libm::exp(-(item + own * normal)));
        (0..repeats)
            .map(|_| f64::from(u8::from(random.random::<f64>() < right)))
            .collect()
    };
    items.iter().map(|item| one(random, item)).collect()
}

fn rejects(systems: [Vec<f64>; 2]) -> Result<bool, Error> {
    let [base, new] = systems;
    let request = Request::default().interval(IntervalMethod::None);
    let outcome = compare(
        &[Scores::new("base", base), Scores::new("new", new)],
        &request,
        &Control::default(),
    )?;
    Ok(outcome.comparisons[0].tests[0]
        .pvalue
        .is_some_and(|p| p <= 0.05))
}

fn main() -> Result<(), Error> {
    let sets: u64 = std::env::args()
        .nth(1)
        .and_then(|text| text.parse().ok())
        .unwrap_or(1_000);
    println!(
        "| items | answers | own difficulty | item means | every answer an item |\n|---|---|---|---|---|"
    );
    for (items, repeats) in [(30, 4), (164, 10), (500, 4)] {
        for own in [0.0, 0.5, 1.5] {
            let (mut reduced, mut pooled) = (0_u64, 0_u64);
            for set in 0..sets {
                let mut random = Pcg64Mcg::seed_from_u64(set);
                let hard: Vec<f64> = (0..items)
                    .map(|_| 1.5 * random.sample::<f64, _>(StandardNormal))
                    .collect();
                let systems = [(); 2].map(|()| answers(&mut random, &hard, repeats, own));
                let means = |system: &Vec<Vec<f64>>| {
                    system
                        .iter()
                        .map(|own| own.iter().sum::<f64>() / repeats as f64)
                        .collect::<Vec<f64>>()
                };
                reduced += u64::from(rejects([means(&systems[0]), means(&systems[1])])?);
                pooled += u64::from(rejects(systems.map(|system| system.concat()))?);
            }
            let rate = |count: u64| count as f64 / sets as f64;
            println!(
                "| {items} | {repeats} | {own} | {:.3} | {:.3} |",
                rate(reduced),
                rate(pooled)
            );
        }
    }
    Ok(())
}
