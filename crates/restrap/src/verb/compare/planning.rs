//! The number of units that an undecided claim needs, or the gain that those at hand find, from the spread of the differences alone.

use std::cmp::Ordering;

use restrap_stats::Alternative;
use restrap_stats::power::{PilotSpread, gain_of_shares, gain_of_units};

use crate::data::contrast::{Contrast, Samples};
use crate::data::pair::Pair;
use crate::design::Pilot;
use crate::error::Error;
use crate::number::digits::rounded;
use crate::outcome::{ComparisonOutcome, NextOutcome, PlanningOutcome, Unit};
use crate::request::{Claim, Gate, Request, Summarised};
use crate::say::guard;

/// Power of a single claim.
const POWER: f64 = 0.8;

/// What is left of it where differences are skewed.
const POWER_OF_SKEWED: f64 = 0.7;

/// Items up to which it is looked whether their differences are skewed.
const MOST_JUDGED: u64 = 100_000;

/// Units, or items that differ, below which a pilot says too little of the spread.
const FEW: u64 = 10;

/// The spread of the units of a comparison.
struct Spread {
    of: PilotSpread,
    unit: Unit,
    units: u64,
    /// Units that differ.
    differing: u64,
}

/// Returns the plan of a comparison for which a margin was asked, or a gate; `None` of units whose number cannot be raised alone, such as
/// training runs, and of differences without spread.
///
/// # Errors
/// For levels outside (0, 1).
pub(crate) fn outcome(
    contrast: &Contrast,
    comparison: &ComparisonOutcome,
    request: &Request,
) -> Result<Option<PlanningOutcome>, Error> {
    let margin = comparison.margin.as_ref();
    let is_superior = request.question.gate == Some(Gate::Superior)
        || margin.is_some_and(|margin| margin.claim == Claim::Superior);
    if margin.is_none() && !is_superior {
        return Ok(None);
    }
    let is_margin = margin.is_some_and(|margin| margin.claim != Claim::Superior);
    let spread = spread(contrast, comparison, is_margin)?;
    let Some(spread) = spread.filter(|spread| spread.differing >= FEW) else {
        return Ok(None);
    };
    // Each of several claims may fail.
    let claims = request.question.claims.len().max(1) as u64;
    let power = 1.0 - (1.0 - POWER) / claims as f64;
    let mut planning = PlanningOutcome {
        unit: spread.unit,
        units: spread.units,
        power: rounded(power),
        claims,
        variance: rounded(spread.of.variance),
        units_needed: None,
        units_range: None,
        gain: None,
        is_contradicted: false,
    };
    match margin {
        Some(margin) if margin.claim != Claim::Superior => {
            let Some(interval) = &margin.interval else {
                return Ok(None);
            };
            let own = comparison.interval.as_ref();
            if own.is_some_and(|own| !own.contains_0()) {
                planning.is_contradicted = true;
                return Ok(Some(planning));
            }
            let alpha = 0.5 * (1.0 - interval.confidence);
            let size = match margin.claim {
                Claim::Equivalent => spread.of.equivalent(margin.size, alpha, power)?,
                _ => spread.of.noninferior(margin.size, alpha, power)?,
            };
            planning.units_needed = size.map(|size| size.units);
            planning.units_range = size.map(|size| [size.low, size.high]);
        }
        margin => {
            let level = margin.map_or(comparison.interval.as_ref(), |margin| {
                margin.interval.as_ref()
            });
            let Some(level) = level else {
                return Ok(None);
            };
            let error = 1.0 - level.confidence;
            let (alpha, side) = match margin {
                Some(_) => (0.5 * error, Alternative::Greater),
                None => (error, request.question.alternative),
            };
            let beyond = margin.map_or(0.0, |margin| margin.size);
            let gain = beyond + spread.of.gain(spread.units, alpha, side, power)?;
            planning.gain = Some(rounded(gain));
        }
    }
    Ok(Some(planning))
}

/// Returns what the units of a comparison can tell about the difference itself, in closed form; `None` where a margin was asked for, and
/// of tests without a p-value.
///
/// # Errors
/// For levels outside (0, 1).
pub(crate) fn next(
    contrast: &Contrast,
    comparison: &ComparisonOutcome,
    request: &Request,
) -> Result<Option<NextOutcome>, Error> {
    let is_tested = comparison.tests[0].pvalue.is_some();
    let is_open = request.sample.summary == Some(Summarised::ShareOfWins);
    if request.question.margin.is_some() || !is_tested || is_open {
        return Ok(None);
    }
    let (spread, is_skewed) = match contrast {
        Contrast::Paired(pair) if pair.of.is_of_items() && pair.raised.is_none() => {
            let is_skewed = !pair.binary
                && pair.items() <= MOST_JUDGED
                && guard::telling_skewness(pair).is_some();
            (Some(of_items(pair)), is_skewed)
        }
        // One cluster has no spread to speak of.
        _ => (spread(contrast, comparison, false).ok().flatten(), false),
    };
    let unit = spread.as_ref().map_or(Unit::Item, |spread| spread.unit);
    let unit = match unit {
        Unit::Item => Unit::from(request.sample.over).or_cluster(comparison.clusters.is_some()),
        other => other,
    };
    let alpha = comparison
        .interval
        .as_ref()
        .filter(|interval| interval.confidence > 0.5)
        .map_or(request.question.alpha, |one| 1.0 - one.confidence);
    let is_of_shares = matches!(contrast, Contrast::Paired(pair) if pair.binary && pair.against.is_none() && pair.of.is_of_items());
    let gain = |spread: &Spread, times: u64| {
        let gain = if is_of_shares {
            gain_of_shares
        } else {
            gain_of_units
        };
        let (units, side) = (times * spread.units, request.question.alternative);
        gain(spread.of.variance, units, alpha, side, POWER).map(rounded)
    };
    let telling = spread
        .filter(|spread| spread.differing >= FEW && spread.units > 1 && spread.of.variance > 0.0);
    let [one, four] = match telling {
        Some(spread) => [1, 4].map(|times| gain(&spread, times).map(Some)),
        None => [Ok(None), Ok(None)],
    };
    Ok(Some(NextOutcome {
        unit,
        gain: one?,
        gain_of_four_times: four?,
        power: if is_skewed { POWER_OF_SKEWED } else { POWER },
    }))
}

/// The spread of single items: of 0/1 scores the share that differs, which no shift moves.
fn of_items(pair: &Pair) -> Spread {
    let variance = if pair.binary && pair.against.is_none() {
        pair.changed() as f64 / pair.items() as f64
    } else {
        pair.moments.variance().unwrap_or(0.0)
    };
    let differing = if pair.against.is_some() {
        unlike_the_median(pair.difference.each().collect(), i64::cmp)
    } else {
        pair.changed()
    };
    Spread {
        of: PilotSpread {
            variance,
            low: variance,
            high: variance,
        },
        unit: Unit::Item,
        units: pair.items(),
        differing,
    }
}

/// The spread of the differences. `under_equality`: of systems that are equally good.
fn spread(
    contrast: &Contrast,
    comparison: &ComparisonOutcome,
    under_equality: bool,
) -> Result<Option<Spread>, Error> {
    match contrast {
        Contrast::Paired(pair) => of_pair(pair, under_equality),
        Contrast::Unpaired(samples) => Ok(of_samples(samples)),
        Contrast::Metric(contest) => {
            // DeLong's variance does not tell how a perfect area varies.
            let areas = contest.areas.as_ref();
            if areas.is_some_and(|areas| areas.without_variance(contest.names).is_some()) {
                return Ok(None);
            }
            let clusters = contest.clusters.is_some();
            let units = contest.items();
            let error = comparison.standard_error.unwrap_or(0.0);
            let of = PilotSpread::from_error(error, units, units as f64 - 1.0);
            Ok(of.map(|of| Spread {
                of,
                unit: Unit::Item.or_cluster(clusters),
                units,
                differing: contest.changed,
            }))
        }
    }
}

fn of_pair(pair: &Pair, under_equality: bool) -> Result<Option<Spread>, Error> {
    if pair.raised.is_some() {
        return Ok(None);
    }
    let of_items = |of: Option<PilotSpread>| {
        of.map(|of| Spread {
            of,
            unit: Unit::Item,
            units: pair.items(),
            differing: if pair.against.is_some() {
                unlike_the_median(pair.difference.each().collect(), i64::cmp)
            } else {
                pair.changed()
            },
        })
    };
    if pair.of.is_of_items() && under_equality && pair.binary && pair.against.is_none() {
        let of = PilotSpread::from_shares(pair.changed(), pair.items())?;
        return Ok(of_items(Some(of).filter(|of| of.variance > 0.0)));
    }
    let Some(pilot) = pair.of.pilot(&pair.column())? else {
        return Ok(None);
    };
    if pair.of.is_of_items() {
        return Ok(of_items(Some(pilot.of)));
    }
    let Pilot { of, unit, units } = pilot;
    Ok(Some(Spread {
        of,
        unit,
        units,
        // Of clusters and people's scores no more is known than that items differ in them.
        differing: units.min(pair.changed()),
    }))
}

/// Different items, in the shares of both systems that there are.
fn of_samples(samples: &Samples) -> Option<Spread> {
    if samples.clusters.is_some() {
        return None;
    }
    let estimate = samples.t.welch().ok()?;
    let units = samples.items();
    let of = PilotSpread::from_error(estimate.standard_error(), units, estimate.df())?;
    let all = samples.baseline.each().chain(samples.system.each());
    Some(Spread {
        of,
        unit: Unit::Item,
        units,
        differing: unlike_the_median(all.collect(), f64::total_cmp),
    })
}

/// How many values are unlike the one in the middle, each given with the number of items that have it: of 0/1 scores, how many the rarer
/// has.
fn unlike_the_median<T: Copy + PartialEq>(
    mut values: Vec<(T, u64)>,
    compare: impl Fn(&T, &T) -> Ordering,
) -> u64 {
    let items: u64 = values.iter().map(|(_, times)| times).sum();
    let of = |values: &[(T, u64)], median: &T| -> u64 {
        let unlike = values.iter().filter(|(value, _)| value != median);
        unlike.map(|(_, times)| times).sum()
    };
    if items == values.len() as u64 {
        let middle = values.len() / 2;
        let by_value = |one: &(T, u64), other: &(T, u64)| compare(&one.0, &other.0);
        let (_, &mut (median, _), _) = values.select_nth_unstable_by(middle, by_value);
        return of(&values, &median);
    }
    values.sort_unstable_by(|one, other| compare(&one.0, &other.0));
    let mut below = 0;
    let median = values.iter().find(|(_, times)| {
        below += times;
        below > items / 2
    });
    median.map_or(0, |(median, _)| of(&values, median))
}
