//! How often a ranking tells any systems apart where none differ, correction by correction, and how often its simultaneous intervals and
//! ranks all hold where some do: rows of `docs/calibration.md`.
//!
//! `cargo run --release -p restrap-studies --bin families -- 1000`: families per cell of 20 systems (a third of them of 60), a standard
//! error of .007 at .05. A tenth of them are enough for a look.

use rand::{RngExt, SeedableRng};
use rand_distr::StandardNormal;
use rand_pcg::Pcg64Mcg;
use restrap_facade::{
    Clustering, Control, Correction, Data, Error, IntervalMethod, RankOutcome, RankRequest, Request, Scores,
    Units, rank,
};

const RESAMPLES: u64 = 999;

/// What the scores of a family are like.
#[derive(Clone, Copy)]
struct Shape {
    skewed: bool,
    /// Every other system is three times as noisy.
    unequal: bool,
    /// Items of a cluster, which share half of their variance.
    cluster: usize,
    /// Systems are in pairs whose means are this much apart, pair from pair.
    gap: f64,
}

/// Systems on items, and their true means.
fn family(
    random: &mut Pcg64Mcg,
    systems: usize,
    items: usize,
    shape: Shape,
) -> (Vec<Scores<'static>>, Vec<f64>) {
    let value = |random: &mut Pcg64Mcg| {
        let normal: f64 = random.sample(StandardNormal);
        if shape.skewed { libm::exp(normal) - libm::exp(0.5) } else { normal }
    };
    let mut one = |system: usize| {
        let scale = if shape.unequal && system.is_multiple_of(2) { 3.0 } else { 1.0 };
        let mean = shape.gap * (system / 2) as f64;
        let (mut shared, mut values) = (0.0, Vec::with_capacity(items));
        for item in 0..items {
            if shape.cluster > 1 && item.is_multiple_of(shape.cluster) {
                shared = value(random);
            }
            let own = value(random);
            let noise =
                if shape.cluster > 1 { (shared + own) * std::f64::consts::FRAC_1_SQRT_2 } else { own };
            values.push(scale * noise + mean);
        }
        (Scores::new(format!("{system}"), values), mean)
    };
    (0..systems).map(&mut one).unzip()
}

fn ranked(systems: &[Scores], shape: Shape, asked: &RankRequest) -> Result<RankOutcome, Error> {
    if shape.cluster < 2 {
        return rank(systems, asked, &Control::default());
    }
    let codes: Vec<u32> =
        (0..systems[0].values.len()).map(|item| (item / shape.cluster) as u32 + 1).collect();
    let clusters = Clustering { column: "cluster".to_owned(), codes: codes.into() };
    rank(Data::scores(systems).units(&Units::Clusters(clusters.clone())), asked, &Control::default())
}

/// Share of families in which `is` holds.
fn share(
    families: u64,
    (systems, items, shape): (usize, usize, Shape),
    correction: Correction,
    intervals: bool,
    is: impl Fn(&RankOutcome, &[f64]) -> bool,
) -> Result<f64, Error> {
    let mut found = 0_u64;
    for number in 0..families {
        let mut random = Pcg64Mcg::seed_from_u64(7_919 * number + items as u64);
        let (scores, means) = family(&mut random, systems, items, shape);
        let method = if intervals { IntervalMethod::Auto } else { IntervalMethod::None };
        let request = Request::default().resamples(RESAMPLES).interval(method).seed(number);
        let outcome = ranked(&scores, shape, &RankRequest::new(request).correction(correction))?;
        found += u64::from(is(&outcome, &means));
    }
    Ok(found as f64 / families as f64)
}

/// All simultaneous intervals hold the true differences, and all rank intervals the true ranks.
fn holds(outcome: &RankOutcome, means: &[f64]) -> bool {
    let mean = |name: &str| means[name.parse::<usize>().unwrap_or(0)];
    let pairs = outcome.pairs.iter().all(|pair| {
        let truth = mean(&pair.b) - mean(&pair.a);
        pair.interval.as_ref().is_some_and(|interval| interval.low <= truth && truth <= interval.high)
    });
    let ranks = outcome.systems.iter().all(|system| {
        let own = mean(&system.name);
        let ahead = means.iter().filter(|&&other| other > own).count() as u64;
        let behind = means.iter().filter(|&&other| other < own).count() as u64;
        // Systems that tie have every rank of their group.
        system.rank.low <= 1 + ahead && system.rank.high >= means.len() as u64 - behind
    });
    pairs && ranks
}

fn main() -> Result<(), Error> {
    let families: u64 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(100);
    let shown = |outcome: &RankOutcome, _: &[f64]| outcome.told_apart() > 0;
    println!("| systems | scores | correction | n = 20 | 50 | 200 |\n|---|---|---|---|---|---|");
    for systems in [20, 60] {
        let families = if systems > 20 { families.div_ceil(3) } else { families };
        for (skewed, unequal, cluster, name) in [
            (false, false, 1, "normal"),
            (false, true, 1, "normal, half × 3"),
            (true, false, 1, "lognormal"),
            (true, true, 1, "lognormal, half × 3"),
            (false, true, 5, "normal, half × 3, clusters of 5"),
        ] {
            for correction in [Correction::MaxT, Correction::RomanoWolf, Correction::Holm, Correction::Hsd] {
                let heavy = systems > 20 && matches!(correction, Correction::Holm);
                if heavy || cluster > 1 && correction == Correction::RomanoWolf {
                    continue;
                }
                let mut row = Vec::new();
                for items in [20, 50, 200] {
                    let shape = Shape { skewed, unequal, cluster, gap: 0.0 };
                    let rate = share(families, (systems, items, shape), correction, false, shown)?;
                    row.push(format!("{rate:.3}"));
                }
                println!("| {systems} | {name} | {correction} | {} |", row.join(" | "));
            }
        }
    }
    println!("\n| scores | correction | n = 20 | 50 | 200 |\n|---|---|---|---|---|");
    for (skewed, name) in [(false, "normal"), (true, "lognormal")] {
        for correction in [Correction::MaxT, Correction::RomanoWolf] {
            let mut row = Vec::new();
            for items in [20, 50, 200] {
                let shape = Shape { skewed, unequal: false, cluster: 1, gap: 0.5 };
                let rate = share(families, (10, items, shape), correction, true, holds)?;
                row.push(format!("{rate:.3}"));
            }
            println!("| {name} | {correction} | {} |", row.join(" | "));
        }
    }
    Ok(())
}
