//! Power by simulation: new items are drawn, the whole test is run on them, rejections are counted.
//!
//! Simulation k draws from the address (seed, simulation k), so results are the same at any number of threads. Binomials
//! come from `rand_distr`: outside the frozen stream, values may change between versions.

use rand::RngExt;
use rand_distr::{Binomial, Distribution};
use rayon::prelude::*;
use restrap_core::{Address, Domain, ScalarStream};
use restrap_engine::Control;
use restrap_stats::interval::clopper_pearson;
use restrap_stats::power::Agreement;
use restrap_stats::{Alternative, McNemar, McNemarVariant};
use serde::{Deserialize, Serialize};

use restrap_lib::Error;
use restrap_lib::Scores;
use restrap_lib::compare;
use restrap_lib::{Exact, IntervalMethod, Request, Test};

/// Rejections counted on simulated data.
///
/// How often the test rejected in the right and in the wrong direction, the power with its Monte Carlo interval, and type S and
/// type M errors. The unit of simulation is the data set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Simulated {
    /// Simulated data sets.
    pub simulations: u64,
    /// Rejections in the direction of the true effect.
    pub right: u64,
    /// Rejections in the other direction.
    pub wrong: u64,
    /// right / simulations.
    pub power: f64,
    /// Clopper–Pearson bounds of the power.
    pub power_interval: [f64; 2],
    /// wrong / (right + wrong).
    pub type_s: Option<f64>,
    /// Mean size of the significant estimates over the true effect.
    pub type_m: Option<f64>,
    /// Seed.
    pub seed: u64,
}

/// How often, and from which seed.
///
/// The number of simulated data sets, and the seed of their draws. The same seed gives the same data sets on every machine and at
/// any number of threads.
#[derive(Clone, Copy, Debug)]
pub struct Simulations {
    /// Simulated data sets.
    pub count: u64,
    /// Seed; 0 is a seed.
    pub seed: u64,
    /// Level of the bounds.
    pub confidence: f64,
}

/// One data set: the sign of what was rejected (0: nothing) and the size of the estimate.
type Found = (i8, f64);

/// McNemar's test of `items` items of a table.
///
/// # Errors
/// When there are no simulations, or a cell is not a probability.
pub fn simulate_table(
    table: &Agreement,
    items: u64,
    variant: McNemarVariant,
    alternative: Alternative,
    alpha: f64,
    simulations: Simulations,
) -> Result<Simulated, Error> {
    let disagreement = table.disagreement();
    let any = binomial(items, disagreement)?;
    let share = if disagreement > 0.0 {
        table.only_system / disagreement
    } else {
        0.0
    };
    let found = collect(simulations, Order::Parallel, |stream, _| {
        let discordant = any.sample(stream);
        let b = binomial(discordant, share)?.sample(stream);
        let test = McNemar {
            b,
            c: discordant - b,
        };
        let rejected = test.p(items, variant, alternative)?.value() <= alpha;
        let sign = (test.b > test.c).cmp(&(test.b < test.c)) as i8;
        Ok((
            if rejected { sign } else { 0 },
            test.b.abs_diff(test.c) as f64 / items as f64,
        ))
    })?;
    told(&found, table.only_system - table.only_baseline, simulations)
}

/// The permutation test of `items` differences drawn with replacement from a pilot's, which are shifted to a mean of `gain` and
/// spread by √(n/(n − 1)): what is drawn has the variance that the pilot estimates, not the smaller one of its n values. Its
/// p-values come from 1,999 swaps each, so that the test keeps its level at alpha = 0.05 and 0.01.
///
/// # Errors
/// As [`compare`], or when there are no simulations.
pub fn simulate_pilot(
    differences: &[f64],
    gain: f64,
    items: u64,
    alternative: Alternative,
    alpha: f64,
    simulations: Simulations,
) -> Result<Simulated, Error> {
    /// Swaps of a test.
    const SWAPS: u64 = 1_999;
    let mean = differences.iter().sum::<f64>() / differences.len() as f64;
    let n = differences.len() as f64;
    let spread = if n > 1.0 {
        libm::sqrt(n / (n - 1.0))
    } else {
        1.0
    };
    let shifted: Vec<f64> = differences
        .iter()
        .map(|difference| (difference - mean) * spread + gain)
        .collect();
    let request = Request::default()
        .tests(vec![Test::Permutation])
        .exact(Exact::Never)
        .resamples(SWAPS)
        .alternative(alternative)
        .alpha(alpha)
        .interval(IntervalMethod::None)
        .seed(simulations.seed);
    let scores = |name: &str, values: Vec<f64>| Scores::new(name, values);
    let found = collect(simulations, Order::Serial, |stream, k| {
        let drawn: Vec<f64> = (0..items)
            .map(|_| shifted[stream.random_range(0..shifted.len())])
            .collect();
        let systems = [
            scores("baseline", vec![0.0; drawn.len()]),
            scores("system", drawn),
        ];
        // Another seed for each data set: swaps that all share would move all p-values alike.
        let request = request.clone().seed(simulations.seed.wrapping_add(k));
        let outcome = compare(&systems, &request, &Control::default())?;
        let Some(first) = outcome.comparisons.first() else {
            return Ok((0, 0.0));
        };
        let sign = (first.difference > 0.0).cmp(&(first.difference < 0.0)) as i8;
        Ok((
            if first.tests[0].pvalue.is_some_and(|p| p <= alpha) {
                sign
            } else {
                0
            },
            first.difference.abs(),
        ))
    })?;
    told(&found, gain, simulations)
}

/// Bin(n, p), for a p that rounding may have left a hair above 1.
fn binomial(n: u64, p: f64) -> Result<Binomial, Error> {
    Binomial::new(n, p.min(1.0)).map_err(|error| Error::BadParameter {
        expected: "probabilities from 0 to 1",
        found: format!("{p} ({error})"),
    })
}

/// Whether data sets are simulated side by side.
#[derive(Clone, Copy)]
enum Order {
    /// Each is plain arithmetic.
    Parallel,
    /// Each is parallel inside: nested tasks would pile up on one stack.
    Serial,
}

fn collect(
    simulations: Simulations,
    order: Order,
    one: impl Fn(&mut ScalarStream, u64) -> Result<Found, Error> + Sync,
) -> Result<Vec<Found>, Error> {
    if simulations.count == 0 {
        return Err(Error::BadParameter {
            expected: "at least 1 simulation",
            found: "0".to_owned(),
        });
    }
    let address = |resample| Address {
        seed: simulations.seed,
        domain: Domain::Bootstrap,
        comparison: u16::MAX,
        resample,
        tile: 0,
        attempt: 0,
    };
    let one = |k| one(&mut address(k).scalar(), k);
    match order {
        Order::Parallel => (0..simulations.count).into_par_iter().map(one).collect(),
        Order::Serial => (0..simulations.count).map(one).collect(),
    }
}

/// Counts and, in the order of the simulations, the mean size of what was significant.
fn told(found: &[Found], effect: f64, simulations: Simulations) -> Result<Simulated, Error> {
    let toward = if effect < 0.0 { -1 } else { 1 };
    let right = found.iter().filter(|one| one.0 == toward).count() as u64;
    let wrong = found.iter().filter(|one| one.0 == -toward).count() as u64;
    let size: f64 = found.iter().filter(|one| one.0 != 0).map(|one| one.1).sum();
    let interval = clopper_pearson(right, simulations.count, simulations.confidence)?;
    let rejected = (right + wrong) as f64;
    let given = |value: f64| (rejected > 0.0).then(|| value / rejected);
    Ok(Simulated {
        simulations: simulations.count,
        right,
        wrong,
        power: right as f64 / simulations.count as f64,
        power_interval: [interval.low, interval.high],
        type_s: given(wrong as f64),
        type_m: given(size)
            .filter(|_| effect != 0.0)
            .map(|size| size / effect.abs()),
        seed: simulations.seed,
    })
}
