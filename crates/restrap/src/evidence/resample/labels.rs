//! Labels of two samples of different items: which sums are extreme, and how they are drawn.

use restrap_core::{Design, IndexedBootstrap, Level, Resampler, StreamedBootstrap};
use restrap_engine::Route;
use restrap_stats::Alternative;
use restrap_words::{asked, asked_as};

use crate::data::contrast::Samples;
use crate::error::Error;
use crate::evidence::resample::bounds::{Bounds, Combine};

/// Items of both samples from which the streamed route draws labels.
const STREAMED_FROM: u64 = 256;

/// What was asked for, or what costs least.
///
/// # Errors
/// For the compressed route: each item is drawn once.
pub(crate) fn route(samples: &Samples, asked_for: Option<Route>) -> Result<Route, Error> {
    if asked_for == Some(Route::Compressed) {
        return Err(Error::not_applicable(
            asked_as("route", Route::Compressed),
            "paired items or draws with replacement",
            format!("{} draws labels, each item once", asked("unpaired")),
            format!(
                "use {} or indexed, or drop it",
                asked_as("route", Route::Streamed)
            ),
        ));
    }
    let by_items = if samples.items() < STREAMED_FROM {
        Route::Indexed
    } else {
        Route::Streamed
    };
    Ok(asked_for.unwrap_or(by_items))
}

/// Draws the sum of the system's items.
///
/// # Errors
/// For more than 10,000,000 items in rows with counts.
pub(crate) fn resampler(
    samples: &Samples,
    route: Route,
    level: Level,
) -> Result<Box<dyn Resampler>, Error> {
    let pooled = &samples.pooled()?[..];
    let sizes = (pooled.len() as u64, samples.system.items());
    let design = Design {
        strata: vec![sizes],
        replacement: false,
    };
    Ok(match route {
        Route::Streamed => Box::new(StreamedBootstrap::new(&[pooled], &design, level)),
        _ => Box::new(IndexedBootstrap::new(&[pooled], &design)),
    })
}

/// The sums of the system's items that are as extreme as the observed one.
pub(crate) fn bounds(samples: &Samples, side: Alternative) -> Bounds<i64> {
    let [system, baseline] = samples.sums();
    let observed = system;
    let (upper, lower) = match side {
        Alternative::Greater => (Some(observed as i64), None),
        Alternative::Less => (None, Some(observed as i64)),
        Alternative::TwoSided => {
            // |N S - n total| >= |N s - n total|: the difference of the means times n m, without a division. Without a gap all sums
            // are extreme, and both bounds meet.
            let all = i128::from(samples.items());
            let centre = i128::from(samples.system.items()) * (observed + baseline);
            let gap = (all * observed - centre).abs();
            let (low, high) = (
                (centre - gap).div_euclid(all),
                -(-centre - gap).div_euclid(all),
            );
            (Some(high as i64), Some(low as i64))
        }
    };
    Bounds {
        upper,
        lower,
        combine: Combine::Sum,
    }
}

/// The smallest p-value that any labels of these scores have: the share of labels that are as far out as can be.
///
/// # Errors
/// For more than 10,000,000 items in rows with counts.
pub(crate) fn floor(samples: &Samples, side: Alternative) -> Result<f64, Error> {
    let mut pooled = samples.pooled()?.into_owned();
    let system = samples.system.items() as usize;
    let baseline = pooled.len() - system;
    pooled.sort_unstable();
    // The system has all of the lowest or of the highest scores; those that tie with the last one may take its place.
    let end = |pooled: &[i64]| {
        let own = &pooled[..system];
        let last = own[system - 1];
        let ties = |items: &[i64]| items.iter().filter(|item| **item == last).count();
        (
            own.iter().map(|&item| i128::from(item)).sum::<i128>(),
            choose(ties(pooled), ties(own)),
        )
    };
    let (low, fewest_low) = end(&pooled);
    pooled.reverse();
    let (high, fewest_high) = end(&pooled);
    let total: i128 = pooled.iter().map(|&item| i128::from(item)).sum();
    let gap = |sum: i128| ((system + baseline) as i128 * sum - system as i128 * total).abs();
    let labels = match side {
        Alternative::Less => fewest_low,
        Alternative::Greater => fewest_high,
        _ if gap(low) == gap(high) => fewest_low + fewest_high,
        _ if gap(low) > gap(high) => fewest_low,
        Alternative::TwoSided => fewest_high,
    };
    Ok((labels / choose(system + baseline, system)).min(1.0))
}

/// Ways to choose `k` of `n`; beyond the doubles it is infinite, and a floor 0.
fn choose(n: usize, k: usize) -> f64 {
    (1..=k.min(n - k))
        .map(|i| (n + 1 - i) as f64 / i as f64)
        .product()
}
