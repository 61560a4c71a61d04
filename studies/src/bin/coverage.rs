//! How often the interval of one system holds its true mean, with default options: rows of `docs/calibration.md`.
//!
//! `cargo run --release -p restrap-studies --bin coverage -- 4000`: data sets per cell, a standard error of .0034 at .95. Shares
//! have no cell of data sets: Wilson's coverage is a sum over the binomial law.

use rand::{RngExt, SeedableRng};
use rand_distr::StandardNormal;
use rand_pcg::Pcg64Mcg;
use restrap_lib::{Control, DescribeRequest, Request, Scores, describe};
use restrap_stats::interval::wilson;

const ITEMS: [usize; 3] = [10, 30, 100];
/// Resamples of an interval: its ends are the 50th from either side.
const RESAMPLES: u64 = 1_999;
/// Systems described at a time.
const TOGETHER: u64 = 100;
/// Steps of the grid of shares.
const SHARES: u32 = 9_600;

/// A score, and its mean.
type Shape = (&'static str, fn(&mut Pcg64Mcg) -> f64, f64);

fn normal(random: &mut Pcg64Mcg) -> f64 {
    random.sample(StandardNormal)
}

/// Found on rank r up to 10 with probability 2/((r + 1)(r + 2)).
fn reciprocal_rank(random: &mut Pcg64Mcg) -> f64 {
    let rank = (2.0 / random.random::<f64>().max(1e-9)).floor() - 1.0;
    if rank > 10.0 { 0.0 } else { 1.0 / rank }
}

fn shapes() -> [Shape; 5] {
    let ranks = (1..=10).map(f64::from).map(|rank| 2.0 / (rank * (rank + 1.0) * (rank + 2.0))).sum();
    [
        ("normal", normal, 0.0),
        ("uniform", |random| random.random(), 0.5),
        ("Likert, 1 to 5", |random| (3.0 + normal(random)).round().clamp(1.0, 5.0), 3.0),
        ("reciprocal ranks", reciprocal_rank, ranks),
        ("lognormal", |random| libm::exp(normal(random)), libm::exp(0.5)),
    ]
}

/// Share of `sets` data sets whose interval holds `mean`. A constant has no interval, and does not hold it.
fn coverage(
    items: usize,
    score: fn(&mut Pcg64Mcg) -> f64,
    mean: f64,
    sets: u64,
) -> Result<f64, restrap_lib::Error> {
    let mut random = Pcg64Mcg::seed_from_u64(items as u64);
    let mut held = 0;
    for first in (0..sets).step_by(TOGETHER as usize) {
        let systems: Vec<Scores> = (0..TOGETHER.min(sets - first))
            .map(|_| Scores::new("system", (0..items).map(|_| score(&mut random)).collect::<Vec<f64>>()))
            .collect();
        let asked = DescribeRequest {
            request: Request::default().resamples(RESAMPLES).seed(first),
            ..DescribeRequest::default()
        };
        let described = describe(&systems, &asked, &Control::default())?;
        let intervals = described.systems.iter().filter_map(|system| system.interval.as_ref());
        held += intervals.filter(|interval| interval.low <= mean && mean <= interval.high).count();
    }
    Ok(held as f64 / sets as f64)
}

/// Mean and least coverage of Wilson's interval over shares in (.02, .98).
fn of_shares(items: u64) -> Result<(f64, f64), restrap_lib::Error> {
    let intervals = (0..=items).map(|right| wilson(right, items, 0.95)).collect::<Result<Vec<_>, _>>()?;
    let (mut sum, mut least) = (0.0, 1.0_f64);
    for step in 0..SHARES {
        let share = 0.02 + 0.96 * (f64::from(step) + 0.5) / f64::from(SHARES);
        // The log of the binomial probability of `right`.
        let mut log = items as f64 * libm::log1p(-share);
        let mut held = 0.0;
        for (right, interval) in intervals.iter().enumerate() {
            if right > 0 {
                log += libm::log((items as f64 - right as f64 + 1.0) / right as f64 * share / (1.0 - share));
            }
            if interval.low <= share && share <= interval.high {
                held += libm::exp(log);
            }
        }
        sum += held;
        least = least.min(held);
    }
    Ok((sum / f64::from(SHARES), least))
}

fn main() -> Result<(), restrap_lib::Error> {
    let sets: u64 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1_000);
    println!("| scores | n = 10 | 30 | 100 |\n|---|---|---|---|");
    for (name, score, mean) in shapes() {
        let cells: Result<Vec<f64>, _> =
            ITEMS.into_iter().map(|items| coverage(items, score, mean, sets)).collect();
        let cells: Vec<String> = cells?.into_iter().map(|cell| format!("{cell:.3}")).collect();
        println!("| {name} | {} |", cells.join(" | "));
    }
    let shares = ITEMS.into_iter().map(|items| of_shares(items as u64)).collect::<Result<Vec<_>, _>>()?;
    let row = |value: fn(&(f64, f64)) -> f64| {
        shares.iter().map(|cell| format!("{:.3}", value(cell))).collect::<Vec<_>>().join(" | ")
    };
    println!("| 0/1, mean over shares | {} |\n| 0/1, least | {} |", row(|cell| cell.0), row(|cell| cell.1));
    Ok(())
}
