//! Coverage of calibration errors and areas under the curve: `docs/calibration/calibration_errors.csv` and `areas.csv`.
//!
//! `cargo run --release -p restrap-studies --bin chance -- areas 2000`: data sets per cell, a standard error of .005 at .95; the other word is
//! `errors`. The difference of two systems that both separate the classes has no interval: coverage is the share among the other data
//! sets, and their share is the next column.

use rand::{RngExt, SeedableRng};
use rand_distr::{Beta, Distribution, StandardNormal};
use rand_pcg::Pcg64Mcg;
use restrap_facade::inner::RankedItems;
use restrap_facade::metrics::numbers::Calibration;
use restrap_facade::metrics::ranked::Ranked;
use restrap_facade::metrics::{OnGrid, RealMetric};
use restrap_facade::outcome::{IntervalOutcome, MetricInfo};
use restrap_facade::{
    Control, Counted, Data, DescribeRequest, Error, Request, Scores, compare, describe_counted,
    describe_items,
};
use restrap_studies::in_threads;

/// Resamples of what is drawn.
const RESAMPLES: u64 = 999;
const BINS: usize = 15;
/// Steps of a probability.
const STEPS: f64 = 1000.0;

fn main() -> Result<(), Error> {
    let mut words = std::env::args().skip(1);
    let which = words.next().unwrap_or_default();
    let sets = words.next().and_then(|text| text.parse().ok());
    match which.as_str() {
        "errors" => errors(sets.unwrap_or(1_000)),
        "areas" => areas(sets.unwrap_or(2_000)),
        _ => {
            eprintln!("expected errors or areas, and how many data sets");
            Ok(())
        }
    }
}

fn holds(interval: Option<&IntervalOutcome>, truth: f64) -> bool {
    interval.is_some_and(|one| one.low - 1e-9 <= truth && truth <= one.high + 1e-9)
}

fn share(all: &[bool]) -> f64 {
    all.iter().filter(|holds| **holds).count() as f64 / all.len() as f64
}

/// Returns whether the interval holds the error, the score, and the mean score and p-value of calibrated models.
type Found = (bool, f64, (f64, f64));

/// Stated probabilities.
type Law = (&'static str, fn(&mut Pcg64Mcg) -> f64);

const LAWS: [Law; 2] = [
    ("uniform", |random| random.random()),
    ("beta(8, 2)", |random| {
        Beta::new(8.0, 2.0).expect("a law").sample(random)
    }),
];

/// Items whose true probability lies `off` below the stated one: whether they happened, and what was stated.
fn stated(random: &mut Pcg64Mcg, law: Law, off: f64, items: usize) -> [Vec<f64>; 2] {
    let (mut happened, mut given) = (Vec::new(), Vec::new());
    for _ in 0..items {
        let p = ((law.1)(random) * STEPS).round() / STEPS;
        happened.push(f64::from(u8::from(
            random.random::<f64>() < (p - off).clamp(0.0, 1.0),
        )));
        given.push(p);
    }
    [happened, given]
}

fn columns(metric: &Calibration, [happened, given]: &[Vec<f64>; 2]) -> Vec<Vec<i64>> {
    let reals = metric.count(happened, given);
    let steps = |column: usize| if column < 2 * BINS { 1.0 } else { STEPS };
    let whole = |(column, values): (usize, Vec<f64>)| {
        values
            .into_iter()
            .map(|value| (value * steps(column)).round() as i64)
            .collect()
    };
    reals.into_iter().enumerate().map(whole).collect()
}

fn errors(sets: u64) -> Result<(), Error> {
    println!(
        "probabilities,off by,n,true error,coverage,mean score,mean of calibrated,rejected at .05"
    );
    let per_one: Vec<f64> = (0..3 * BINS)
        .map(|column| if column < 2 * BINS { 1.0 } else { STEPS })
        .collect();
    for law in LAWS {
        for off in [0.0, 0.05, 0.1, 0.2] {
            let metric = Calibration::new(BINS, false);
            let mut random = Pcg64Mcg::seed_from_u64(9);
            let many = stated(&mut random, law, off, 1_000_000);
            let sums: Vec<f64> = metric
                .count(&many[0], &many[1])
                .iter()
                .map(|column| column.iter().sum())
                .collect();
            let truth = if off == 0.0 {
                0.0
            } else {
                Calibration::new(BINS, true).value(&sums)
            };
            for items in [30, 100, 300] {
                let found = in_threads(sets, &|set| {
                    let mut random = Pcg64Mcg::seed_from_u64(set ^ (items as u64) << 32);
                    let made = stated(&mut random, law, off, items);
                    let counted = Counted::new("x", columns(&metric, &made));
                    let on_grid = OnGrid::new(Box::new(metric.clone()), per_one.clone());
                    let asked = DescribeRequest {
                        request: Request::default().resamples(RESAMPLES).seed(set),
                        ..DescribeRequest::default()
                    };
                    let info = MetricInfo::of_sums(&on_grid);
                    let found =
                        describe_counted(&on_grid, &[counted], info, &asked, &Control::default())?;
                    let system = &found.systems[0];
                    let test = system
                        .calibration
                        .as_ref()
                        .map_or((0.0, 1.0), |of| (of.expected, of.pvalue));
                    Ok((holds(system.interval.as_ref(), truth), system.score, test))
                })?;
                let mean =
                    |of: &dyn Fn(&Found) -> f64| found.iter().map(of).sum::<f64>() / sets as f64;
                println!(
                    "{},{off},{items},{truth:.3},{:.3},{:.3},{:.3},{:.3}",
                    if law.0.contains(',') {
                        format!("\"{}\"", law.0)
                    } else {
                        law.0.to_owned()
                    },
                    share(&found.iter().map(|one| one.0).collect::<Vec<_>>()),
                    mean(&|one| one.1),
                    mean(&|one| one.2.0),
                    mean(&|one| f64::from(u8::from(one.2.1 <= 0.05))),
                );
            }
        }
    }
    Ok(())
}

/// Areas under the curve, and how far apart the means of two normal laws of variance 1 lie that have them.
const AREAS: [(f64, f64); 3] = [(0.76, 0.998_869), (0.87, 1.592_974), (0.96, 2.475_847)];

fn areas(sets: u64) -> Result<(), Error> {
    println!("area,items of each class,difference,without an interval,system,rejected at .05");
    for (area, apart) in AREAS {
        for items in [5, 10, 20, 50] {
            let found = in_threads(sets, &|set| {
                let mut random = Pcg64Mcg::seed_from_u64(set ^ (items as u64) << 32);
                let is_positive: Vec<bool> = (0..2 * items).map(|item| item < items).collect();
                let (mut base, mut new) = (Vec::new(), Vec::new());
                for positive in &is_positive {
                    let mean = if *positive { apart } else { 0.0 };
                    let [shared, one, other]: [f64; 3] =
                        std::array::from_fn(|_| random.sample(StandardNormal));
                    let half = 0.5_f64.sqrt();
                    base.push(mean + half * (shared + one));
                    new.push(mean + half * (shared + other));
                }
                let systems = [Scores::new("base", base), Scores::new("new", new)];
                let ranked =
                    RankedItems::new(Ranked::RocAuc, "1".to_owned(), &systems, is_positive);
                let request = Request::default().resamples(RESAMPLES).seed(set);
                let compared = compare(Data::items(&ranked), &request, &Control::default())?;
                let one = &compared.comparisons[0];
                let asked = DescribeRequest {
                    request: request.clone(),
                    ..DescribeRequest::default()
                };
                let info = MetricInfo::of_items(&ranked);
                let alone = describe_items(&[(&ranked, 0)], info, &asked, &Control::default())?;
                Ok([
                    holds(one.interval.as_ref(), 0.0),
                    holds(alone.systems[0].interval.as_ref(), area),
                    one.tests[0].pvalue.is_some_and(|p| p <= 0.05),
                    one.interval.is_none(),
                ])
            })?;
            let of = |at: usize| share(&found.iter().map(|one| one[at]).collect::<Vec<_>>());
            let answered = 1.0 - of(3);
            println!(
                "{area},{items},{:.3},{:.3},{:.3},{:.3}",
                of(0) / answered,
                of(3),
                of(1),
                of(2)
            );
        }
    }
    Ok(())
}
