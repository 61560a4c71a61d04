//! How often intervals hold what they are of, with the candidates for the default side by side: `docs/calibration/coverage.csv`,
//! `corpus_intervals.csv` and `unpaired.csv`.
//!
//! `cargo run --release -p restrap-studies --bin coverage -- systems 10000`: data sets per cell, a standard error of .0022 at .95; the other
//! words are `corpus` and `unpaired`. A data set without an interval does not hold its mean. Widths are medians, beside that of t.

use rand::{RngExt, SeedableRng};
use rand_distr::StandardNormal;
use rand_pcg::Pcg64Mcg;
use restrap_facade::metrics::Metric;
use restrap_facade::metrics::counts::Formula;
use restrap_facade::metrics::text::{Bleu, BleuOptions, Chrf, ChrfOptions};
use restrap_facade::outcome::IntervalOutcome;
use restrap_facade::{
    Control, Counted, Data, DescribeRequest, Error, IntervalMethod, Outcome, Request, ScoreRange,
    Scores, Test, compare, describe,
};
use restrap_studies::in_threads;

/// Resamples of what is drawn.
const RESAMPLES: u64 = 999;

/// Items of a corpus.
const SIZES: [usize; 4] = [10, 30, 100, 300];

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

const FIVES: [(f64, f64); 5] = [
    (1.0, 0.01),
    (2.0, 0.02),
    (3.0, 0.04),
    (4.0, 0.08),
    (5.0, 0.85),
];
const LIKERT: [(f64, f64); 5] = [(1.0, 0.1), (2.0, 0.2), (3.0, 0.4), (4.0, 0.2), (5.0, 0.1)];
const RIGHT: [(f64, f64); 4] = [
    (0.0, 0.9),
    (1.0 / 3.0, 0.03),
    (2.0 / 3.0, 0.02),
    (1.0, 0.05),
];
const RANKS: [(f64, f64); 6] = [
    (1.0, 0.6),
    (0.5, 0.15),
    (1.0 / 3.0, 0.08),
    (0.25, 0.05),
    (0.2, 0.02),
    (0.0, 0.1),
];

fn mean_of(values: &[(f64, f64)]) -> f64 {
    values.iter().map(|(value, p)| value * p).sum()
}

fn shapes() -> Vec<Shape> {
    let within = |low, high| Some(ScoreRange { low, high });
    let unit = within(0.0, 1.0);
    vec![
        Shape {
            name: "normal",
            score: normal,
            mean: 0.0,
            range: None,
        },
        Shape {
            name: "lognormal",
            score: |random| libm::exp(normal(random)),
            mean: libm::exp(0.5),
            range: None,
        },
        Shape {
            name: "uniform",
            score: |random| random.random(),
            mean: 0.5,
            range: unit,
        },
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
    let held = intervals
        .iter()
        .flatten()
        .filter(|ends| holds(ends))
        .count();
    let mut widths: Vec<f64> = intervals
        .iter()
        .flatten()
        .map(|(low, high)| high - low)
        .collect();
    widths.sort_unstable_by(f64::total_cmp);
    let width = widths.get(widths.len() / 2).copied().unwrap_or(f64::NAN);
    (held as f64 / intervals.len() as f64, width)
}

fn ends(interval: Option<&IntervalOutcome>) -> Ends {
    interval.map(|interval| (interval.low, interval.high))
}

fn systems(sets: u64) -> Result<(), Error> {
    println!(
        "scores,n,auto,\"auto, width\",\"auto, range unsaid\",its width,t,studentized,percentile"
    );
    for shape in shapes() {
        for items in [5, 10, 30, 100] {
            let of = |method: IntervalMethod, range: Option<ScoreRange>| {
                in_threads(sets, &|set| {
                    let mut random = Pcg64Mcg::seed_from_u64(set ^ (items as u64) << 32);
                    let values: Vec<f64> = (0..items).map(|_| (shape.score)(&mut random)).collect();
                    let request = Request::default()
                        .interval(method)
                        .range(range)
                        .resamples(RESAMPLES)
                        .seed(set);
                    let asked = DescribeRequest {
                        request,
                        ..DescribeRequest::default()
                    };
                    let found = describe(&[Scores::new("x", values)], &asked, &Control::default())?;
                    Ok(ends(found.systems[0].interval.as_ref()))
                })
                .map(|found| told(&found, shape.mean))
            };
            let (auto, unsaid) = (
                of(IntervalMethod::Auto, shape.range)?,
                of(IntervalMethod::Auto, None)?,
            );
            let t = of(IntervalMethod::T, None)?;
            let [studentized, percentile] =
                [IntervalMethod::Studentized, IntervalMethod::Percentile]
                    .map(|method| of(method, None));
            println!(
                "{},{items},{:.3},{:.2},{:.3},{:.2},{:.3},{:.3},{:.3}",
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
type Row = fn(&mut Pcg64Mcg, f64) -> Vec<i64>;

/// How many of `of` trials succeed.
fn binomial(random: &mut Pcg64Mcg, of: i64, p: f64) -> i64 {
    (0..of).filter(|_| random.random::<f64>() < p).count() as i64
}

/// Matches of one order after another, of which each has the next one with this probability.
fn chain(random: &mut Pcg64Mcg, length: i64, orders: usize, p: f64) -> Vec<i64> {
    let mut left = binomial(random, length, p);
    let mut all = vec![left];
    for _ in 1..orders {
        left = binomial(random, (left - 1).max(0), p);
        all.push(left);
    }
    all
}

/// Metrics, and an item of each.
fn corpora() -> Vec<(&'static str, Box<dyn Metric>, Row)> {
    let formula = |formula: &str| {
        Box::new(Formula::new(&["a", "b", "c"], formula).expect("a formula")) as Box<dyn Metric>
    };
    vec![
        ("F1", formula("2*a/(2*a+b+c)"), |random, shift| {
            let gold = random.random_range(0..4);
            let right = binomial(random, gold, 0.6 + shift);
            vec![right, i64::from(random.random::<f64>() < 0.3), gold - right]
        }),
        ("WER", formula("(a+b)/c"), |random, shift| {
            let words = random.random_range(4..25);
            let wrong = binomial(random, words, 0.2 - 0.5 * shift);
            vec![wrong, i64::from(random.random::<f64>() < 0.3), words]
        }),
        (
            "BLEU",
            Box::new(Bleu::new(BleuOptions::default(), 1).expect("BLEU")),
            |random, shift| {
                let length = random.random_range(8..30);
                let own = length + random.random_range(-1..2);
                let right = chain(random, own, 4, 0.65 + shift);
                let totals = (0..4).map(|order| (own - order).max(0));
                [own, length]
                    .into_iter()
                    .chain(right)
                    .chain(totals)
                    .collect()
            },
        ),
        (
            "chrF",
            Box::new(Chrf::new(ChrfOptions::default(), 1).expect("chrF")),
            |random, shift| {
                let length = random.random_range(40..150);
                let own = length + random.random_range(-5..6);
                let right = chain(random, own.min(length), 6, 0.8 + shift);
                let counts = (0..6)
                    .zip(right)
                    .flat_map(|(order, right)| [own - order, length - order, right]);
                counts.collect()
            },
        ),
    ]
}

/// A query's nDCG: of a few documents, mostly right at the top.
fn ndcg(random: &mut Pcg64Mcg, shift: f64) -> f64 {
    let gains: f64 = (1..=5)
        .filter(|_| random.random::<f64>() < 0.55 + shift)
        .map(|rank| 1.0 / libm::log2(f64::from(rank) + 1.0))
        .sum();
    gains
        / (1..=5)
            .map(|rank| 1.0 / libm::log2(f64::from(rank) + 1.0))
            .sum::<f64>()
}

/// Ends of the difference's interval and of the baseline's own.
type Both = (Ends, Ends);

fn both(outcome: &Outcome) -> Both {
    (
        ends(outcome.comparisons[0].interval.as_ref()),
        ends(outcome.systems[0].interval.as_ref()),
    )
}

fn corpus(sets: u64) -> Result<(), Error> {
    println!("metric,n,swaps,BCa,\"width, swaps to BCa\",\"system, jackknife\"");
    let line = |name: &str, items: usize, truth: [f64; 2], swaps: &[Both], bca: &[Both]| {
        let of = |all: &[Both]| {
            told(
                &all.iter().map(|one| one.0).collect::<Vec<_>>(),
                truth[1] - truth[0],
            )
        };
        let own = told(&swaps.iter().map(|one| one.1).collect::<Vec<_>>(), truth[0]);
        let (swaps, bca) = (of(swaps), of(bca));
        println!(
            "{name},{items},{:.3},{:.3},{:.2},{:.3}",
            swaps.0,
            bca.0,
            swaps.1 / bca.1,
            own.0
        );
    };
    for (name, metric, row) in corpora() {
        let made = |set: u64, items: usize| {
            let mut random = Pcg64Mcg::seed_from_u64(set);
            let mut system = |name: &str, shift: f64| {
                let mut columns = vec![Vec::new(); metric.columns().len()];
                for _ in 0..items {
                    let row = row(&mut random, shift);
                    columns
                        .iter_mut()
                        .zip(row)
                        .for_each(|(column, value)| column.push(value));
                }
                Counted::new(name, columns)
            };
            [system("base", 0.0), system("new", 0.05)]
        };
        let value = |system: &Counted| metric.finish(&system.sums());
        let [base, new] = made(u64::MAX, 1_000_000);
        let truth = [value(&base), value(&new)];
        for items in SIZES {
            let of = |method: IntervalMethod| {
                in_threads(sets, &|set| {
                    let request = Request::default()
                        .interval(method)
                        .resamples(RESAMPLES)
                        .seed(set);
                    let systems = made(set, items);
                    Ok(both(&compare(
                        Data::counted(metric.as_ref(), &systems),
                        &request,
                        &Control::default(),
                    )?))
                })
            };
            line(
                name,
                items,
                truth,
                &of(IntervalMethod::Auto)?,
                &of(IntervalMethod::Bca)?,
            );
        }
    }
    let mut random = Pcg64Mcg::seed_from_u64(u64::MAX);
    let truth = [0.0, 0.05].map(|shift| {
        (0..4_000_000)
            .map(|_| ndcg(&mut random, shift))
            .sum::<f64>()
            / 4e6
    });
    for items in SIZES {
        let of = |method: IntervalMethod| {
            in_threads(sets, &|set| {
                let mut random = Pcg64Mcg::seed_from_u64(set);
                let mut column = |shift: f64| {
                    (0..items)
                        .map(|_| ndcg(&mut random, shift))
                        .collect::<Vec<f64>>()
                };
                let systems = [
                    Scores::new("base", column(0.0)),
                    Scores::new("new", column(0.05)),
                ];
                let range = Some(ScoreRange {
                    low: 0.0,
                    high: 1.0,
                });
                let request = Request::default()
                    .interval(method)
                    .resamples(RESAMPLES)
                    .seed(set)
                    .range(range);
                Ok(both(&compare(&systems, &request, &Control::default())?))
            })
        };
        line(
            "nDCG",
            items,
            truth,
            &of(IntervalMethod::Auto)?,
            &of(IntervalMethod::Bca)?,
        );
    }
    Ok(())
}

fn unpaired(sets: u64) -> Result<(), Error> {
    println!("scores,sizes,deviations,Welch,0/1: score");
    for (name, score, mean) in [
        ("normal", normal as fn(&mut Pcg64Mcg) -> f64, 0.0),
        (
            "lognormal",
            |random| libm::exp(normal(random)),
            libm::exp(0.5),
        ),
    ] {
        for (sizes, factor) in [
            ([5, 15], 2.0),
            ([10, 30], 2.0),
            ([30, 10], 2.0),
            ([30, 30], 1.0),
            ([100, 40], 1.0),
        ] {
            let found = in_threads(sets, &|set| {
                let mut random = Pcg64Mcg::seed_from_u64(set);
                let mut column = |items: usize, factor: f64| {
                    (0..items)
                        .map(|_| factor * score(&mut random))
                        .collect::<Vec<f64>>()
                };
                let systems = [
                    Scores::new("base", column(sizes[0], factor)),
                    Scores::new("new", column(sizes[1], 1.0)),
                ];
                let outcome = compare(
                    &systems,
                    &Request::default().unpaired(true),
                    &Control::default(),
                )?;
                Ok(ends(outcome.comparisons[0].interval.as_ref()))
            })?;
            let shares = in_threads(sets, &|set| {
                let mut random = Pcg64Mcg::seed_from_u64(set);
                let mut column = |items: usize, p: f64| {
                    (0..items)
                        .map(|_| f64::from(u8::from(random.random::<f64>() < p)))
                        .collect::<Vec<f64>>()
                };
                let systems = [
                    Scores::new("base", column(sizes[0], 0.9)),
                    Scores::new("new", column(sizes[1], 0.6)),
                ];
                let request = Request::default().unpaired(true).tests([Test::Score]);
                let outcome = compare(&systems, &request, &Control::default())?;
                Ok(ends(outcome.comparisons[0].interval.as_ref()))
            })?;
            println!(
                "{name},{} against {},{factor} to 1,{:.3},{:.3}",
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
    let sets: u64 = words
        .next()
        .and_then(|text| text.parse().ok())
        .unwrap_or(1_000);
    match &what[..] {
        "corpus" => corpus(sets),
        "unpaired" => unpaired(sets),
        _ => systems(sets),
    }
}
