//! How often p and interval of one comparison disagree, with default options, on random data sets: a line of `docs/calibration.md`.
//!
//! `cargo run --release -p restrap-studies --bin one_decision -- 100000`: data sets per kind; `-- 100000 continuous`: of this kind alone

use rand::{RngExt, SeedableRng};
use rand_distr::StandardNormal;
use rand_pcg::Pcg64Mcg;
use restrap_facade::outcome::ComparisonOutcome;
use restrap_facade::{Alternative, Control, Error, Request, Scores, compare};
use restrap_studies::in_threads;

/// A score of a system that is ahead by `shift` standard deviations.
type Kind = (&'static str, fn(&mut Pcg64Mcg, f64) -> f64);

const KINDS: [Kind; 4] = [
    ("0/1", |random, shift| {
        f64::from(u8::from(
            random.random::<f64>() < (0.6 + 0.3 * shift).clamp(0.0, 1.0),
        ))
    }),
    ("Likert", |random, shift| {
        let x: f64 = random.sample(StandardNormal);
        (3.0 + x + shift).round().clamp(1.0, 5.0)
    }),
    ("reciprocal ranks", |random, shift| {
        let rank = (1.0 / random.random::<f64>().max(1e-3) / (1.0 + shift).max(0.1)).ceil();
        if rank > 10.0 {
            0.0
        } else {
            1.0 / rank.max(1.0)
        }
    }),
    ("continuous", |random, shift| {
        let x: f64 = random.sample(StandardNormal);
        x + shift
    }),
];

fn main() -> Result<(), Error> {
    let mut words = std::env::args().skip(1);
    let sets: u64 = words
        .next()
        .and_then(|text| text.parse().ok())
        .unwrap_or(2_000);
    let only = words.next();
    println!("| scores | data sets | shown | disagreements |\n|---|---|---|---|");
    for (name, score) in KINDS
        .into_iter()
        .filter(|kind| only.as_deref().is_none_or(|only| only == kind.0))
    {
        let all = in_threads(sets, &|set| one(set, score))?;
        let count =
            |is: fn(&(bool, Option<bool>)) -> bool| all.iter().filter(|one| is(one)).count();
        let (shown, apart) = (
            count(|one| one.0),
            count(|one| one.1.is_some_and(|excludes| excludes != one.0)),
        );
        println!("| {name} | {sets} | {shown} | {apart} |");
    }
    Ok(())
}

/// Decisions of one data set.
fn one(set: u64, score: fn(&mut Pcg64Mcg, f64) -> f64) -> Result<(bool, Option<bool>), Error> {
    let mut random = Pcg64Mcg::seed_from_u64(set);
    let items = (5.0 * libm::pow(100.0, random.random::<f64>())) as usize;
    let shift = 3.0 * random.random::<f64>() / (items as f64).sqrt();
    let side = [
        Alternative::TwoSided,
        Alternative::Greater,
        Alternative::Less,
    ][random.random_range(0..3)];
    let column = |random: &mut Pcg64Mcg, shift| {
        (0..items)
            .map(|_| score(random, shift))
            .collect::<Vec<f64>>()
    };
    let systems = [
        Scores::new("base", column(&mut random, 0.0)),
        Scores::new("new", column(&mut random, shift)),
    ];
    // The intervals of the systems are drawn, and not looked at here.
    let request = Request::default().alternative(side).resamples(99);
    let outcome = compare(&systems, &request, &Control::default())?;
    Ok(decisions(&outcome.comparisons[0]))
}

/// What the test shows, and whether the interval leaves 0 out.
fn decisions(comparison: &ComparisonOutcome) -> (bool, Option<bool>) {
    let shown = comparison.tests[0].pvalue.is_some_and(|p| p <= 0.05);
    (
        shown,
        comparison
            .interval
            .as_ref()
            .map(|interval| interval.low > 0.0 || interval.high < 0.0),
    )
}
