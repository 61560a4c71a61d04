//! How often intervals hold what they are of, with the candidates for the default side by side: `docs/calibration/coverage.csv`,
//! `corpus_intervals.csv` and `unpaired.csv`.
//!
//! `cargo run --release -p restrap-studies --bin coverage -- systems 10000`: data sets per cell, a standard error of .0022 at .95; the other
//! words are `corpus` and `unpaired`. A data set without an interval does not hold its mean. Widths are medians, beside that of t.

use rand::{RngExt, SeedableRng};
use rand_distr::StandardNormal;
use rand_pcg::Pcg64Mcg;
use restrap_lib::metrics::Metric;
use restrap_lib::metrics::counts::Formula;
use restrap_lib::outcome::IntervalOutcome;
use restrap_lib::{
    Control, Counted, Data, DescribeRequest, Error, IntervalMethod, Request, ScoreRange, Scores, Test,
    compare, describe,
};
use restrap_studies::in_threads;

/// Resamples of what is drawn.
const RESAMPLES: u64 = 999;

/// A score, its mean and its range.
struct Shape {
    name: &'static str,
    score: fn(&mut Pcg64Mcg) -> f64,
    mean: f64,
    range: Option<ScoreRange>,
}

fn normal(random: &mut Pcg64Mcg) -> f64 {
    random.sample(StandardNormal)
}

/// One of some values, by their probabilities.
fn one_of(random: &mut Pcg64Mcg, values: &[(f64, f64)]) -> f64 {
    let mut left = random.random::<f64>();
    for &(value, p) in values {
        left -= p;
        if left < 0.0 {
            return value;
        }
    }
    values[values.len() - 1].0
}

const FIVES: [(f64, f64); 5] = [(1.0, 0.01), (2.0, 0.02), (3.0, 0.04), (4.0, 0.08), (5.0, 0.85)];
const LIKERT: [(f64, f64); 5] = [(1.0, 0.1), (2.0, 0.2), (3.0, 0.4), (4.0, 0.2), (5.0, 0.1)];
const RIGHT: [(f64, f64); 4] = [(0.0, 0.9), (1.0 / 3.0, 0.03), (2.0 / 3.0, 0.02), (1.0, 0.05)];
const RANKS: [(f64, f64); 6] =
    [(1.0, 0.6), (0.5, 0.15), (1.0 / 3.0, 0.08), (0.25, 0.05), (0.2, 0.02), (0.0, 0.1)];

fn mean_of(values: &[(f64, f64)]) -> f64 {
    values.iter().map(|(value, p)| value * p).sum()
}

fn shapes() -> Vec<Shape> {
    let within = |low, high| Some(ScoreRange { low, high });
    let unit = within(0.0, 1.0);
    vec![
        Shape { name: "normal", score: normal, mean: 0.0, range: None },
        Shape {
            name: "lognormal",
            score: |random| libm::exp(normal(random)),
            mean: libm::exp(0.5),
            range: None,
        },
        Shape { name: "uniform", score: |random| random.random(), mean: 0.5, range: unit },
        Shape {
            name: "square of uniform",
            score: |random| random.random::<f64>().powi(2),
            mean: 1.0 / 3.0,
            range: unit,
        },
        Shape {
            name: "Likert",
            score: |random| one_of(random, &LIKERT),
            mean: mean_of(&LIKERT),
            range: within(1.0, 5.0),
        },
        Shape {
            name: "85 % fives",
            score: |random| one_of(random, &FIVES),
            mean: mean_of(&FIVES),
            range: within(1.0, 5.0),
        },
        Shape {
            name: "60 % first",
            score: |random| one_of(random, &RANKS),
            mean: mean_of(&RANKS),
            range: unit,
        },
        Shape {
            name: "5 % right thirds",
            score: |random| one_of(random, &RIGHT),
            mean: mean_of(&RIGHT),
            range: unit,
        },
    ]
}

/// An interval, if there is one.
type Ends = Option<(f64, f64)>;

/// Coverage and median width of many intervals.
fn told(intervals: &[Ends], truth: f64) -> (f64, f64) {
    let slack = 1e-9;
    let holds = |(low, high): &(f64, f64)| low - slack <= truth && truth <= high + slack;
    let held = intervals.iter().flatten().filter(|ends| holds(ends)).count();
    let mut widths: Vec<f64> = intervals.iter().flatten().map(|(low, high)| high - low).collect();
    widths.sort_unstable_by(f64::total_cmp);
    let width = widths.get(widths.len() / 2).copied().unwrap_or(f64::NAN);
    (held as f64 / intervals.len() as f64, width)
}

fn ends(interval: Option<&IntervalOutcome>) -> Ends {
    interval.map(|interval| (interval.low, interval.high))
}

fn systems(sets: u64) -> Result<(), Error> {
    println!(
        "| scores | n | auto | auto, width | auto, range unsaid | its width | t | studentized | percentile |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for shape in shapes() {
        for items in [5, 10, 30, 100] {
            let of = |method: IntervalMethod, range: Option<ScoreRange>| {
                in_threads(sets, &|set| {
                    let mut random = Pcg64Mcg::seed_from_u64(set ^ (items as u64) << 32);
                    let values: Vec<f64> = (0..items).map(|_| (shape.score)(&mut random)).collect();
                    let request =
                        Request::default().interval(method).range(range).resamples(RESAMPLES).seed(set);
                    let asked = DescribeRequest { request, ..DescribeRequest::default() };
                    let found = describe(&[Scores::new("x", values)], &asked, &Control::default())?;
                    Ok(ends(found.systems[0].interval.as_ref()))
                })
                .map(|found| told(&found, shape.mean))
            };
            let (auto, unsaid) = (of(IntervalMethod::Auto, shape.range)?, of(IntervalMethod::Auto, None)?);
            let t = of(IntervalMethod::T, None)?;
            let [studentized, percentile] =
                [IntervalMethod::Studentized, IntervalMethod::Percentile].map(|method| of(method, None));
            println!(
                "| {} | {items} | {:.3} | {:.2} | {:.3} | {:.2} | {:.3} | {:.3} | {:.3} |",
                shape.name,
                auto.0,
                auto.1 / t.1,
                unsaid.0,
                unsaid.1 / t.1,
                t.0,
                studentized?.0,
                percentile?.0
            );
        }
    }
    Ok(())
}

/// Statistics of an item of a corpus metric, better by `shift`.
type Row = fn(&mut Pcg64Mcg, f64) -> [i64; 3];

/// A metric of three counts, and an item of it.
const CORPORA: [(&str, &str, Row); 2] = [
    ("F1", "2*a/(2*a+b+c)", |random, shift| {
        let gold = random.random_range(0..4);
        let right = (0..gold).filter(|_| random.random::<f64>() < 0.6 + shift).count() as i64;
        [right, i64::from(random.random::<f64>() < 0.3), gold - right]
    }),
    ("error rate", "(a+b)/c", |random, shift| {
        let words = random.random_range(4..25);
        let wrong = (0..words).filter(|_| random.random::<f64>() < 0.2 - 0.5 * shift).count() as i64;
        [wrong, i64::from(random.random::<f64>() < 0.3), words]
    }),
];

fn corpus(sets: u64) -> Result<(), Error> {
    println!("| metric | n | swaps | BCa | width, swaps to BCa | system, jackknife |");
    println!("|---|---|---|---|---|---|");
    for (name, formula, row) in CORPORA {
        let metric = Formula::new(&["a", "b", "c"], formula).expect("a formula");
        let made = |set: u64, items: usize| {
            let mut random = Pcg64Mcg::seed_from_u64(set);
            let mut system = |name: &str, shift: f64| {
                let mut columns = vec![Vec::new(); 3];
                for _ in 0..items {
                    let row = row(&mut random, shift);
                    columns.iter_mut().zip(row).for_each(|(column, value)| column.push(value));
                }
                Counted { name: name.to_owned(), columns }
            };
            [system("base", 0.0), system("new", 0.05)]
        };
        let value = |system: &Counted| {
            let sums: Vec<i64> = system.columns.iter().map(|column| column.iter().sum()).collect();
            metric.finish(&sums)
        };
        let [base, new] = made(u64::MAX, 4_000_000);
        let truth = [value(&base), value(&new)];
        for items in [10, 30, 100, 300] {
            let of = |method: IntervalMethod| {
                in_threads(sets, &|set| {
                    let request = Request::default().interval(method).resamples(RESAMPLES).seed(set);
                    let found =
                        compare(Data::counted(&metric, &made(set, items)), &request, &Control::default())?;
                    let own = ends(found.systems[0].interval.as_ref());
                    Ok((ends(found.comparisons[0].interval.as_ref()), own))
                })
            };
            let (swaps, bca) = (of(IntervalMethod::Auto)?, of(IntervalMethod::Bca)?);
            let difference = |all: &[(Ends, Ends)]| {
                told(&all.iter().map(|one| one.0).collect::<Vec<_>>(), truth[1] - truth[0])
            };
            let own = told(&swaps.iter().map(|one| one.1).collect::<Vec<_>>(), truth[0]);
            let (swaps, bca) = (difference(&swaps), difference(&bca));
            println!(
                "| {name} | {items} | {:.3} | {:.3} | {:.2} | {:.3} |",
                swaps.0,
                bca.0,
                swaps.1 / bca.1,
                own.0
            );
        }
    }
    Ok(())
}

fn unpaired(sets: u64) -> Result<(), Error> {
    println!("| scores | sizes | deviations | Welch | 0/1: score |\n|---|---|---|---|---|");
    for (name, score, mean) in [
        ("normal", normal as fn(&mut Pcg64Mcg) -> f64, 0.0),
        ("lognormal", |random| libm::exp(normal(random)), libm::exp(0.5)),
    ] {
        for (sizes, factor) in
            [([5, 15], 2.0), ([10, 30], 2.0), ([30, 10], 2.0), ([30, 30], 1.0), ([100, 40], 1.0)]
        {
            let found = in_threads(sets, &|set| {
                let mut random = Pcg64Mcg::seed_from_u64(set);
                let mut column = |items: usize, factor: f64| {
                    (0..items).map(|_| factor * score(&mut random)).collect::<Vec<f64>>()
                };
                let systems = [
                    Scores::new("base", column(sizes[0], factor)),
                    Scores::new("new", column(sizes[1], 1.0)),
                ];
                let outcome = compare(&systems, &Request::default().unpaired(true), &Control::default())?;
                Ok(ends(outcome.comparisons[0].interval.as_ref()))
            })?;
            let shares = in_threads(sets, &|set| {
                let mut random = Pcg64Mcg::seed_from_u64(set);
                let mut column = |items: usize, p: f64| {
                    (0..items).map(|_| f64::from(u8::from(random.random::<f64>() < p))).collect::<Vec<f64>>()
                };
                let systems =
                    [Scores::new("base", column(sizes[0], 0.9)), Scores::new("new", column(sizes[1], 0.6))];
                let request = Request::default().unpaired(true).tests([Test::Score]);
                let outcome = compare(&systems, &request, &Control::default())?;
                Ok(ends(outcome.comparisons[0].interval.as_ref()))
            })?;
            println!(
                "| {name} | {} against {} | {factor} to 1 | {:.3} | {:.3} |",
                sizes[0],
                sizes[1],
                told(&found, mean - factor * mean).0,
                told(&shares, -0.3).0
            );
        }
    }
    Ok(())
}

fn main() -> Result<(), Error> {
    let mut words = std::env::args().skip(1);
    let what = words.next().unwrap_or_default();
    let sets: u64 = words.next().and_then(|text| text.parse().ok()).unwrap_or(1_000);
    match &what[..] {
        "corpus" => corpus(sets),
        "unpaired" => unpaired(sets),
        _ => systems(sets),
    }
}
