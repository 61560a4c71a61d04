//! How often almost stochastic order is claimed where it does not hold: rows of `docs/calibration.md`.
//!
//! `cargo run --release -p restrap-studies --bin stochastic_order -- 20000`: data sets per cell, a standard error of .0015 at .05.
//!
//! One side, alpha 0.05, threshold 0.5. In the first three rows both systems have one law; in the next the violation ratio of the laws is
//! exactly one half, found by shifting one of them; in the last the claim is true. `aso` goes through [`restrap_facade::compare`]; its
//! bootstrap alone, and the normal bound as published and as programs have it, are negative controls.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use restrap_facade::{Alternative, Control, Error, IntervalMethod, Request, Scores, Test, compare};
use restrap_stats::special::normal_quantile;
use restrap_stats::{Moments, ViolationRatio};
use restrap_studies::in_threads;

/// Resamples: 0.05 of 200 are whole.
const RESAMPLES: usize = 199;
/// Level.
const ALPHA: f64 = 0.05;
/// Runs of system and baseline.
const SIZES: [[usize; 2]; 7] = [
    [3, 3],
    [5, 5],
    [10, 10],
    [20, 20],
    [50, 50],
    [10, 3],
    [5, 20],
];
/// Systems of a family beside the baseline.
const FAMILY: usize = 5;

/// A law by its quantile function.
#[derive(Clone, Copy)]
enum Law {
    Normal(f64),
    Exponential,
    Right,
}

impl Law {
    fn quantile(self, u: f64) -> f64 {
        match self {
            Self::Normal(sd) => sd * normal_quantile(u),
            Self::Exponential => -libm::log1p(-u),
            Self::Right => f64::from(u8::from(u > 0.5)),
        }
    }

    fn draw(self, random: &mut Pcg64Mcg, runs: usize, shift: f64) -> Vec<f64> {
        // The middle of one of 2³² parts, so that no quantile is infinite.
        let uniform =
            |random: &mut Pcg64Mcg| (f64::from(random.random::<u32>()) + 0.5) / 4_294_967_296.0;
        // Six decimals, as scores have.
        (0..runs)
            .map(|_| ((self.quantile(uniform(random)) + shift) * 1e6).round() / 1e6)
            .collect()
    }
}

/// What the system has to be shifted by for a violation ratio of one half.
fn neither([system, baseline]: [Law; 2]) -> Result<f64, Error> {
    let quantiles = |law: Law, shift: f64| {
        (0..20_000)
            .map(|i| law.quantile((f64::from(i) + 0.5) / 2e4) + shift)
            .collect::<Vec<_>>()
    };
    let (mut low, mut high) = (-10.0, 10.0);
    for _ in 0..60 {
        let shift = 0.5 * (low + high);
        let ratio = ViolationRatio::of(&quantiles(system, shift), &quantiles(baseline, 0.0))?;
        if ratio.value() > 0.5 {
            low = shift;
        } else {
            high = shift;
        }
    }
    Ok(low)
}

/// The upper bound of the ratio as published, from a bootstrap of its own.
fn published(
    random: &mut Pcg64Mcg,
    system: &[f64],
    baseline: &[f64],
    alpha: f64,
) -> Result<bool, Error> {
    let ratio = ViolationRatio::of(system, baseline)?;
    let mut resample = |values: &[f64]| -> Vec<f64> {
        (0..values.len())
            .map(|_| values[random.random_range(0..values.len())])
            .collect()
    };
    let ratios: Result<Vec<f64>, Error> = (0..RESAMPLES)
        .map(|_| Ok(ViolationRatio::of(&resample(system), &resample(baseline))?.value()))
        .collect();
    let sd = Moments::of(&ratios?)?.sd().unwrap_or(0.0);
    Ok(ratio.value() - normal_quantile(alpha) * sd < 0.5)
}

fn request() -> Request {
    let request = Request::default()
        .tests([Test::Aso])
        .alternative(Alternative::Greater)
        .unpaired(true);
    request
        .interval(IntervalMethod::None)
        .resamples(RESAMPLES as u64)
}

/// Claims of one data set: `aso`, its bootstrap alone, the published bound.
fn claims(set: u64, laws: [Law; 2], runs: [usize; 2], shift: f64) -> Result<[u64; 3], Error> {
    let mut random = Pcg64Mcg::seed_from_u64(set);
    let system = laws[0].draw(&mut random, runs[0], shift);
    let baseline = laws[1].draw(&mut random, runs[1], 0.0);
    let of_bound = published(&mut random, &system, &baseline, ALPHA)?;
    let scores = [
        Scores::new("baseline", baseline),
        Scores::new("system", system),
    ];
    let outcome = compare(&scores, &request().seed(set), &Control::default())?;
    let comparison = &outcome.comparisons[0];
    let alone = comparison
        .order
        .as_ref()
        .is_some_and(|order| order.p_bootstrap <= ALPHA);
    Ok([comparison.shown, alone, of_bound].map(u64::from))
}

/// Any claim about systems that are all alike: Holm, no adjustment, the published bound at levels of Bonferroni and of deep-significance.
fn family(set: u64) -> Result<[u64; 4], Error> {
    let mut random = Pcg64Mcg::seed_from_u64(set);
    let all: Vec<Vec<f64>> = (0..=FAMILY)
        .map(|_| Law::Normal(1.0).draw(&mut random, 10, 0.0))
        .collect();
    let mut any = [false; 4];
    let number = FAMILY as f64;
    for (place, alpha) in [(2, ALPHA / number), (3, ALPHA * (1.0 - 1.0 / number))] {
        for system in &all[1..] {
            any[place] |= published(&mut random, system, &all[0], alpha)?;
        }
    }
    let scores: Vec<Scores> = (0..)
        .zip(all)
        .map(|(at, own): (u32, _)| Scores::new(format!("s{at}"), own))
        .collect();
    let outcome = compare(
        &scores[..],
        &request().resamples(999).seed(set),
        &Control::default(),
    )?;
    for comparison in &outcome.comparisons {
        any[0] |= comparison.shown;
        any[1] |= comparison.tests[0].pvalue.is_some_and(|p| p <= ALPHA);
    }
    Ok(any.map(u64::from))
}

/// Shares of data sets, each with a seed of its own.
fn rates<const N: usize>(
    sets: u64,
    of: impl Fn(u64) -> Result<[u64; N], Error> + Sync,
) -> Result<[f64; N], Error> {
    let all = in_threads(sets, &of)?;
    Ok(std::array::from_fn(|place| {
        all.iter().map(|any| any[place]).sum::<u64>() as f64 / sets as f64
    }))
}

fn main() -> Result<(), Error> {
    let sets: u64 = std::env::args()
        .nth(1)
        .and_then(|text| text.parse().ok())
        .unwrap_or(1_000);
    let (normal, wide) = (Law::Normal(1.0), Law::Normal(2.0));
    let rows = [
        ("one normal law", [normal, normal], Some(0.0)),
        ("one exponential law", [Law::Exponential; 2], Some(0.0)),
        ("one law of 0 and 1", [Law::Right; 2], Some(0.0)),
        ("normal, sd 1 and 2", [normal, wide], None),
        ("normal, sd 2 and 1", [wide, normal], None),
        ("exponential and normal", [Law::Exponential, normal], None),
        ("normal and exponential", [normal, Law::Exponential], None),
        ("normal, ahead by 1 sd", [normal, normal], Some(1.0)),
        ("normal, ahead by 2 sd", [normal, normal], Some(2.0)),
    ];
    let sizes = SIZES
        .map(|[system, baseline]| format!("{system} + {baseline}"))
        .join(" | ");
    println!(
        "| laws of system and baseline | claim | {sizes} |\n|---|---|{}",
        "---|".repeat(SIZES.len())
    );
    for (name, laws, shift) in rows {
        let shift = shift.map_or_else(|| neither(laws), Ok)?;
        let mut cells = vec![Vec::new(); 3];
        for runs in SIZES {
            let rates = rates(sets, |set| claims(set, laws, runs, shift))?;
            cells
                .iter_mut()
                .zip(rates)
                .for_each(|(cells, rate)| cells.push(format!("{rate:.3}")));
        }
        for (claim, cells) in ["`aso`", "its bootstrap alone", "the published bound"]
            .iter()
            .zip(cells)
        {
            println!("| {name} | {claim} | {} |", cells.join(" | "));
        }
    }
    println!("\n| {FAMILY} systems like the baseline, 10 runs each | any claim |\n|---|---|");
    let names = [
        "`aso`, Holm",
        "`aso`, not adjusted",
        "the published bound at 1 − 0.05/5",
        "the same at 0.95 + 0.05/5",
    ];
    for (name, rate) in names.iter().zip(rates(sets, family)?) {
        println!("| {name} | {rate:.3} |");
    }
    Ok(())
}
