//! How often a ranking tells any systems apart where none differ, correction by correction, and how often its simultaneous intervals and
//! ranks all hold where some do: rows of `docs/calibration.md`.
//!
//! `cargo run --release -p restrap-studies --bin families -- 5000`: families per cell of 8 and 20 systems (a fifth of them of 60), a standard
//! error of .003 at .05, in some hours. A tenth of them are enough for a look. `default` is what a user gets who names no correction:
//! the choice and the correction together. Scores on 0 to 1 have their range declared. A second word runs one part alone: a number of
//! systems, `twins` or `intervals`.

use rand::{RngExt, SeedableRng};
use rand_distr::{Beta, StandardNormal};
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;
use restrap_facade::{
    Clustering, Control, Correction, Data, Error, IntervalMethod, RankOutcome, RankRequest,
    Request, ScoreRange, Scores, Units, rank,
};

const RESAMPLES: u64 = 999;

/// The law of a score.
#[derive(Clone, Copy, Default, PartialEq)]
enum Law {
    #[default]
    Normal,
    Lognormal,
    /// Between 0 and 1, mean one fifth: Beta(.2, .8), or Beta(1, 4) of every other system where they are unequal.
    Beta,
}

/// What the scores of a family are like.
#[derive(Clone, Copy, Default)]
struct Shape {
    law: Law,
    /// Every other system is three times as noisy.
    unequal: bool,
    /// Items of a cluster, which share half of their variance.
    cluster: usize,
    /// Systems are in pairs whose means are this much apart, pair from pair.
    gap: f64,
    /// The first four systems differ on two items.
    twins: bool,
}

/// Systems on items, and their true means.
fn family(
    random: &mut Pcg64Mcg,
    systems: usize,
    items: usize,
    shape: Shape,
) -> (Vec<Scores<'static>>, Vec<f64>) {
    if shape.law == Law::Beta {
        let one = |system: usize| {
            let (a, b) = if shape.unequal && system.is_multiple_of(2) {
                (1.0, 4.0)
            } else {
                (0.2, 0.8)
            };
            let law = Beta::new(a, b).expect("both are above 0");
            let values: Vec<f64> = (0..items).map(|_| random.sample(law)).collect();
            (Scores::new(format!("{system}"), values), 0.2)
        };
        return (0..systems).map(one).unzip();
    }
    let value = |random: &mut Pcg64Mcg| {
        let normal: f64 = random.sample(StandardNormal);
        if shape.law == Law::Lognormal {
            libm::exp(normal) - libm::exp(0.5)
        } else {
            normal
        }
    };
    let mut one = |system: usize| {
        let scale = if shape.unequal && system.is_multiple_of(2) {
            3.0
        } else {
            1.0
        };
        let mean = shape.gap * (system / 2) as f64;
        let (mut shared, mut values) = (0.0, Vec::with_capacity(items));
        for item in 0..items {
            if shape.cluster > 1 && item.is_multiple_of(shape.cluster) {
                shared = value(random);
            }
            let own = value(random);
            let noise = if shape.cluster > 1 {
                (shared + own) * std::f64::consts::FRAC_1_SQRT_2
            } else {
                own
            };
            values.push(scale * noise + mean);
        }
        (Scores::new(format!("{system}"), values), mean)
    };
    let (mut scores, means): (Vec<Scores>, Vec<f64>) = (0..systems).map(&mut one).unzip();
    if shape.twins {
        for twin in 1..4 {
            let mut values = scores[0].rows().to_vec();
            values[twin] += 1.0;
            values[twin + 3] += 1.0;
            scores[twin] = Scores::new(format!("{twin}"), values);
        }
    }
    (scores, means)
}

fn ranked(systems: &[Scores], shape: Shape, asked: &RankRequest) -> Result<RankOutcome, Error> {
    if shape.cluster < 2 {
        return rank(systems, asked, &Control::default());
    }
    let codes: Vec<u32> = (0..systems[0].rows().len())
        .map(|item| (item / shape.cluster) as u32 + 1)
        .collect();
    let clusters = Clustering {
        column: "cluster".to_owned(),
        codes: codes.into(),
    };
    rank(
        Data::scores(systems).sampling(&Units::Clusters(clusters.clone()).into()),
        asked,
        &Control::default(),
    )
}

/// The mean of a number of each family.
fn mean(
    families: u64,
    (systems, items, shape): (usize, usize, Shape),
    correction: Option<Correction>,
    intervals: bool,
    of: impl Fn(&RankOutcome, &[f64]) -> f64 + Sync,
) -> Result<f64, Error> {
    let one = |number: u64| {
        let mut random = Pcg64Mcg::seed_from_u64(7_919 * number + items as u64);
        let (scores, means) = family(&mut random, systems, items, shape);
        let method = if intervals {
            IntervalMethod::Auto
        } else {
            IntervalMethod::None
        };
        let mut request = Request::default()
            .resamples(RESAMPLES)
            .interval(method)
            .seed(number);
        if shape.law == Law::Beta {
            request = request.range("0,1".parse::<ScoreRange>().expect("a range"));
        }
        let outcome = ranked(
            &scores,
            shape,
            &RankRequest::new(request).correction(correction),
        )?;
        Ok(of(&outcome, &means))
    };
    let found = (0..families)
        .into_par_iter()
        .map(one)
        .collect::<Result<Vec<f64>, Error>>()?;
    Ok(found.iter().sum::<f64>() / families as f64)
}

/// All simultaneous intervals hold the true differences, and all rank intervals the true ranks.
fn holds(outcome: &RankOutcome, means: &[f64]) -> f64 {
    let mean = |name: &str| means[name.parse::<usize>().unwrap_or(0)];
    let pairs = outcome.pairs.iter().all(|pair| {
        let truth = mean(&pair.b) - mean(&pair.a);
        pair.interval
            .as_ref()
            .is_some_and(|interval| interval.low <= truth && truth <= interval.high)
    });
    let ranks = outcome.systems.iter().all(|system| {
        let own = mean(&system.name);
        let ahead = means.iter().filter(|&&other| other > own).count() as u64;
        let behind = means.iter().filter(|&&other| other < own).count() as u64;
        // Systems that tie have every rank of their group.
        system.rank.low <= 1 + ahead && system.rank.high >= means.len() as u64 - behind
    });
    f64::from(u8::from(pairs && ranks))
}

/// Told apart where none differ.
fn wrong(outcome: &RankOutcome, _: &[f64]) -> f64 {
    f64::from(u8::from(outcome.told_apart() > 0))
}

/// Share of the pairs of the last four systems that are told apart.
fn found(outcome: &RankOutcome, means: &[f64]) -> f64 {
    let is_late = |name: &String| name.parse::<usize>().is_ok_and(|at| at + 4 >= means.len());
    let late: Vec<bool> = outcome
        .pairs
        .iter()
        .filter(|pair| is_late(&pair.a) && is_late(&pair.b))
        .map(|pair| pair.shown)
        .collect();
    late.iter().filter(|shown| **shown).count() as f64 / late.len() as f64
}

fn main() -> Result<(), Error> {
    let families: u64 = std::env::args()
        .nth(1)
        .and_then(|text| text.parse().ok())
        .unwrap_or(100);
    let name = |correction: Option<Correction>| {
        correction.map_or("default".to_owned(), |one| one.to_string())
    };
    let plain = Shape {
        cluster: 1,
        ..Shape::default()
    };
    let unequal = Shape {
        unequal: true,
        ..plain
    };
    let skewed = Shape {
        law: Law::Lognormal,
        ..plain
    };
    let shapes = [
        (plain, "normal"),
        (unequal, "normal, half × 3"),
        (skewed, "lognormal"),
        (
            Shape {
                unequal: true,
                ..skewed
            },
            "lognormal, half × 3",
        ),
        (
            Shape {
                law: Law::Beta,
                ..unequal
            },
            "0 to 1, skewed, unequal",
        ),
        (
            Shape {
                cluster: 5,
                ..unequal
            },
            "normal, half × 3, clusters of 5",
        ),
        (
            Shape {
                cluster: 5,
                law: Law::Lognormal,
                ..unequal
            },
            "lognormal, half × 3, clusters of 5",
        ),
    ];
    let part = std::env::args().nth(2);
    let is_asked = |name: &str| part.as_ref().is_none_or(|part| part == name);
    println!("systems,n,scores,correction,error");
    for systems in [8, 20, 60] {
        if !is_asked(&systems.to_string()) {
            continue;
        }
        let families = if systems > 20 {
            families.div_ceil(5)
        } else {
            families
        };
        for (shape, scores) in shapes {
            for items in [20, 50, 200] {
                for correction in [
                    None,
                    Some(Correction::MaxT),
                    Some(Correction::BootstrapMaxT),
                ] {
                    let rate = mean(families, (systems, items, shape), correction, false, wrong)?;
                    println!(
                        "{systems},{items},\"{scores}\",{},{rate:.4}",
                        name(correction)
                    );
                }
            }
        }
    }
    println!("\ntwins,n,correction,pairs found");
    for items in [20, 50].into_iter().filter(|_| is_asked("twins")) {
        for twins in [false, true] {
            // Without the twins the family is that of the last four systems.
            let (systems, gap) = if twins { (8, 0.5) } else { (4, 0.5) };
            let shape = Shape {
                gap,
                twins,
                ..plain
            };
            for correction in [Correction::MaxT, Correction::BootstrapMaxT] {
                let share = mean(
                    families,
                    (systems, items, shape),
                    Some(correction),
                    false,
                    found,
                )?;
                println!("{twins},{items},{correction},{share:.3}");
            }
        }
    }
    println!("\nscores,correction,n,all intervals and ranks hold");
    let laws = [(Law::Normal, "normal"), (Law::Lognormal, "lognormal")];
    for (law, scores) in laws.into_iter().filter(|_| is_asked("intervals")) {
        for correction in [
            None,
            Some(Correction::MaxT),
            Some(Correction::BootstrapMaxT),
        ] {
            for items in [20, 50, 200] {
                let shape = Shape {
                    law,
                    gap: 0.5,
                    ..plain
                };
                let rate = mean(
                    families.div_ceil(5),
                    (10, items, shape),
                    correction,
                    true,
                    holds,
                )?;
                println!("{scores},{},{items},{rate:.3}", name(correction));
            }
        }
    }
    Ok(())
}
