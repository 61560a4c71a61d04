//! Level, resampling risk and resamples of draws that stop early, beside whoever peeks.
//!
//! `cargo run --release -p restrap-studies --bin adaptive -- 100000`, three minutes of processor time
//!
//! First what happens at a given p: exactly, by recursion over the looks, and in simulated runs. Then whole comparisons: data sets of
//! 16 items, whose p over all swaps is known, through [`restrap_facade::compare`]. The negative control looks as often, and stops as
//! soon as (c + 1)/(R + 1) is at most alpha.

use rand::{RngExt, SeedableRng};
use rand_distr::{Binomial, Distribution, StandardNormal};
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;
use restrap_facade::outcome::{Decision, TestOutcome};
use restrap_facade::{Adaptive, Control, Error, Exact, IntervalMethod, Request, Scores, compare};
use restrap_stats::StatsError;
use restrap_stats::sequential::{Gandy, Look, RISK, Side, crossing, looks};
use restrap_studies::in_threads;

const ALPHA: f64 = 0.05;
/// Resamples at most, and those between the first looks.
const MOST: u64 = 100_000;
const CHUNK: u64 = 1_024;
/// Items of a data set.
const ITEMS: usize = 16;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let runs: u64 = std::env::args()
        .nth(1)
        .and_then(|text| text.parse().ok())
        .unwrap_or(2_000);
    let boundaries: Vec<Look> = Gandy::new(ALPHA, RISK)?.at(looks(CHUNK, MOST)).collect();
    let peeks: Vec<Look> = looks(CHUNK, MOST).map(peek).collect();
    at_a_given_p(runs, &boundaries, &peeks)?;
    println!();
    of_data_sets(runs, &peeks)?;
    Ok(())
}

/// Stops where the p-value is at most alpha, and nowhere else.
fn peek(draws: u64) -> Look {
    let most = (ALPHA * (draws as f64 + 1.0)).floor() as u64;
    Look {
        draws,
        upper: draws + 1,
        lower: most.checked_sub(1),
    }
}

/// The side on which draws with this p stop, and after how many.
fn run(p: f64, boundaries: &[Look], random: &mut Pcg64Mcg) -> (Option<Side>, u64) {
    let (mut count, mut before) = (0, 0);
    for look in boundaries {
        // A p from 0 to 1 is a share.
        count += Binomial::new(look.draws - before, p).map_or(0, |law| law.sample(random));
        before = look.draws;
        if let Some(side) = look.side(count) {
            return (Some(side), before);
        }
    }
    (None, before)
}

fn at_a_given_p(runs: u64, boundaries: &[Look], peeks: &[Look]) -> Result<(), StatsError> {
    println!(
        "| p | other side, exact | simulated | undecided | mean resamples | peeking: p ≤ 0.05 | mean resamples |"
    );
    println!("|---|---|---|---|---|---|---|");
    for p in [
        0.001, 0.01, 0.03, 0.04, 0.045, 0.049, 0.05, 0.051, 0.055, 0.06, 0.07, 0.1, 0.5,
    ] {
        let other = if p <= ALPHA { Side::Above } else { Side::Below };
        let simulated = (0..runs)
            .into_par_iter()
            .filter(|&seed| run(p, boundaries, &mut Pcg64Mcg::seed_from_u64(seed)).0 == Some(other))
            .count();
        let (told, peeked) = (crossing(p, boundaries)?, crossing(p, peeks)?);
        let wrong = if p <= ALPHA { told.above } else { told.below };
        println!(
            "| {p} | {wrong:.6} | {:.5} | {:.4} | {:.0} | {:.4} | {:.0} |",
            simulated as f64 / runs as f64,
            told.open.max(0.0),
            told.draws,
            peeked.below,
            peeked.draws
        );
    }
    Ok(())
}

/// What one data set came to.
struct One {
    /// By law.
    exact: bool,
    decision: Option<Decision>,
    resamples: u64,
    /// By the p-value that stops.
    by_p: bool,
    resamples_by_p: u64,
    /// By whoever peeks.
    peeked: bool,
}

fn of_data_sets(runs: u64, peeks: &[Look]) -> Result<(), Error> {
    println!(
        "| shift | exact p ≤ 0.05 | settled so | undecided | decided otherwise than exact p | mean resamples | valid p ≤ 0.05 | mean resamples | peeking: p ≤ 0.05 |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for shift in [0.0, 0.25, 0.5, 1.0] {
        let all = in_threads(runs, &|seed| one(seed, shift, peeks))?;
        let share = |is: &dyn Fn(&One) -> bool| {
            all.iter().filter(|one| is(one)).count() as f64 / runs as f64
        };
        let mean = |of: &dyn Fn(&One) -> u64| all.iter().map(of).sum::<u64>() as f64 / runs as f64;
        let significant = |one: &One| one.decision == Some(Decision::Significant);
        println!(
            "| {shift} | {:.4} | {:.4} | {:.4} | {:.5} | {:.0} | {:.4} | {:.0} | {:.4} |",
            share(&|one| one.exact),
            share(&significant),
            share(&|one| one.decision == Some(Decision::Undecided)),
            share(&|one| one.decision != Some(Decision::Undecided) && significant(one) != one.exact),
            mean(&|one| one.resamples),
            share(&|one| one.by_p),
            mean(&|one| one.resamples_by_p),
            share(&|one| one.peeked)
        );
    }
    Ok(())
}

fn one(seed: u64, shift: f64, peeks: &[Look]) -> Result<One, Error> {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let score = |random: &mut Pcg64Mcg| {
        let normal: f64 = random.sample(StandardNormal);
        ((normal + shift) * 1e3).round() / 1e3
    };
    let system: Vec<f64> = (0..ITEMS).map(|_| score(&mut random)).collect();
    let systems = [
        Scores::new("base", vec![0.0; ITEMS]),
        Scores::new("new", system),
    ];
    let request = Request::default()
        .interval(IntervalMethod::None)
        .alpha(ALPHA)
        .resamples(MOST)
        .seed(seed);
    let test = |request: &Request| -> Result<TestOutcome, Error> {
        let mut outcome = compare(&systems, request, &Control::default())?;
        Ok(outcome.comparisons.remove(0).tests.remove(0))
    };
    let exact = test(&request.clone().exact(Exact::Always))?;
    let drawn = request.exact(Exact::Never);
    let settled = test(&drawn.clone().adaptive(Adaptive::Decision))?;
    let by_p = test(&drawn.adaptive(Adaptive::P))?;
    let p = exact.pvalue.unwrap_or(1.0);
    Ok(One {
        exact: p <= ALPHA,
        decision: settled.adaptive.and_then(|adaptive| adaptive.decision),
        resamples: settled.resamples.unwrap_or(0),
        by_p: by_p.pvalue.is_some_and(|p| p <= ALPHA),
        resamples_by_p: by_p.resamples.unwrap_or(0),
        peeked: run(p, peeks, &mut random).0 == Some(Side::Below),
    })
}
