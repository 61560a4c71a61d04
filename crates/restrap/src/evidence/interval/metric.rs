//! Intervals of a corpus metric from bootstrap replicates: BCa with leave-one-out sums, percentile, basic, normal.

use std::sync::Arc;

use restrap_core::Times;
use restrap_metrics::Metric;
use restrap_stats::interval::{BootstrapDistribution, Replicates, Scale, jackknife_acceleration};
use restrap_stats::{Moments, Sample, TEstimate};
use restrap_words::{Code, Note, asked, asked_as};

use crate::data::areas::Areas;
use crate::data::contest::{Contest, Of};
use crate::data::rows::Rows;
use crate::data::sampled::{ItemMetric, ItemPair, Members};
use crate::data::scores::Counted;
use crate::error::Error;
use crate::evidence::interval::mean::{note_fallback, outcome};
use crate::outcome::{IntervalKind, IntervalOutcome};
use crate::request::rule::Draws;
use crate::request::{Exact, IntervalMethod, Request};

/// An error that is a smaller share of the value is rounding.
const SMALLEST: f64 = 1e-12;

/// Returns the interval of the difference that was asked for by name, if this metric allows it; `auto`, the dual of the primary test, is
/// part of its answer.
///
/// # Errors
/// For an interval that this metric does not allow.
pub(crate) fn resolve(contest: &Contest, request: &Request) -> Result<IntervalMethod, Error> {
    use IntervalMethod::{Auto, Basic, Bca, None, Normal, Percentile, Studentized};
    match request.question.interval {
        Auto => Ok(Auto),
        Percentile | Basic | Bca | Studentized if !is_faithful(contest) => {
            Err(Error::not_applicable(
                asked_as("interval", request.question.interval),
                "a metric that chance does not bias",
                "bootstrap resamples are worse calibrated than the items, so their quantiles are too high",
                format!("use {}", asked_as("interval", Normal)),
            ))
        }
        None => Ok(None),
        Percentile | Basic | Bca | Normal | Studentized
            if request.compute.exact == Exact::Always =>
        {
            Err(Error::not_applicable(
                asked("interval"),
                "resamples",
                format!("{} forbids them", asked_as("exact", "always")),
                format!(
                    "use {}, or {}",
                    asked_as("interval", "none"),
                    asked_as("exact", "auto")
                ),
            ))
        }
        Percentile | Basic | Bca | Normal | Studentized
            if request.variants.rule.draws == Draws::Half =>
        {
            Err(Error::not_applicable(
                asked_as("interval", request.question.interval),
                "resamples of all items",
                "this profile draws half of them, whose distribution is too wide",
                format!(
                    "use {}, or drop {}",
                    asked_as("interval", "none"),
                    asked("profile")
                ),
            ))
        }
        Percentile | Basic | Bca | Normal => Ok(request.question.interval),
        Studentized if contest.summed().is_none() => Err(Error::not_applicable(
            asked_as("interval", Studentized),
            "a metric of sums of statistics",
            "this metric is a function of the items themselves",
            format!("use {}, basic or normal", asked_as("interval", Percentile)),
        )),
        Studentized if request.variants.rule.draws != Draws::All => Err(Error::not_applicable(
            asked_as("interval", Studentized),
            "resamples of all items",
            format!("{} draws others", asked("subsample")),
            format!(
                "use {}, basic, bca or normal",
                asked_as("interval", Percentile)
            ),
        )),
        Studentized => Ok(Studentized),
        _ => Err(Error::not_applicable(
            asked_as("interval", request.question.interval),
            "one score per item",
            "this metric is a function of the whole corpus",
            format!(
                "use {}, percentile, basic, normal or studentized",
                asked_as("interval", "bca")
            ),
        )),
    }
}

/// Returns the interval of each system beside the dual of the primary test: `auto` is the jackknife's.
pub(crate) fn resolve_systems(contest: &Contest, request: &Request) -> IntervalMethod {
    let is_plain = contest.strata.is_none() || contest.apart.is_some();
    let draws = contest.takes_samples() && request.compute.exact != Exact::Always;
    match () {
        () if is_faithful(contest)
            && contest.is_smooth()
            && is_plain
            && contest.takes_samples() =>
        {
            IntervalMethod::Auto
        }
        () if !draws => IntervalMethod::None,
        // A system alone has its interval and its test of calibration in `describe`.
        () if !is_faithful(contest) => IntervalMethod::None,
        () if !contest.is_smooth() => IntervalMethod::Percentile,
        () => IntervalMethod::Bca,
    }
}

/// Returns `true` if chance adds nothing to the metric, so that its resamples lie around it.
fn is_faithful(contest: &Contest) -> bool {
    contest
        .summed()
        .is_none_or(|summed| summed.metric.has_faithful_resamples())
}

/// A system's own interval by the jackknife (Tukey 1958), inside the range of the metric; `None` where leaving out one item at a time
/// changes nothing, or too few have a value.
///
/// # Errors
/// For a level outside 0 to 1.
pub(crate) fn by_jackknife(
    value: f64,
    without: Sample,
    scale: Scale,
    confidence: f64,
) -> Result<Option<IntervalOutcome>, Error> {
    let finite = without.count(f64::is_finite);
    let error = jackknife(without);
    if finite < 2 || error <= SMALLEST * value.abs() {
        return Ok(None);
    }
    let found = scale.interval_of_estimate(
        &TEstimate::new(value, error, finite as f64 - 1.0)?,
        confidence,
    )?;
    let kind = IntervalKind::JackknifeT;
    Ok(found.map(|found| IntervalOutcome::new(found.within(scale, value), kind, confidence)))
}

/// Values of the metric on all items but one, for an item of each row in turn.
pub(crate) fn leave_one_out(metric: &dyn Metric, counted: &Counted) -> Vec<f64> {
    Rows::new(&counted.columns).leave_one_out(metric, &counted.sums())
}

/// What each item adds to the metric by the jackknife (Tukey 1958): values around the metric, which is their mean.
pub fn influences(metric: &dyn Metric, counted: &Counted) -> Vec<f64> {
    let value = metric.finish(&counted.sums());
    let mut without = leave_one_out(metric, counted);
    // Where a metric is undefined without an item, the item adds nothing.
    without
        .iter_mut()
        .filter(|value| !value.is_finite())
        .for_each(|without| *without = value);
    let sums = counted.times.each(&without);
    let sum = sums
        .map(|(without, times)| without * times as f64)
        .sum::<f64>();
    let items = counted.items();
    let (mean, others) = (sum / items.max(1) as f64, items.saturating_sub(1) as f64);
    without
        .iter()
        .map(|without| value + others * (mean - without))
        .collect()
}

/// Rough standard errors of both systems at once: see [`rough_error`].
pub(crate) fn rough_errors(contest: &Contest) -> [f64; 2] {
    match &contest.of {
        Of::Sums(summed) => [0, 1].map(|which| rough_error(summed.metric, summed.system(which))),
        Of::Items(pair) if pair.metric.is_costly() => [0.0; 2],
        Of::Items(_) if contest.areas.is_some() => [0, 1].map(|which| {
            contest
                .areas
                .as_ref()
                .and_then(|areas| areas.system(which))
                .map_or(0.0, |of| of.error)
        }),
        Of::Items(pair) if pair.metric.takes_samples() => {
            pair.leave_out().map(|without| jackknife((&without).into()))
        }
        Of::Items(_) => [0.0; 2],
    }
}

/// The standard error of a corpus metric, roughly: one of at most a thousand runs of items is left out at a time (Tukey 1958). It
/// settles digits and nothing else.
pub fn rough_error(metric: &dyn Metric, counted: &Counted) -> f64 {
    const RUNS: usize = 1_000;
    if let Some(times) = counted.times.counts() {
        return jackknife(Sample::new(&leave_one_out(metric, counted), Some(times)));
    }
    let items = counted.rows();
    let length = items.div_ceil(RUNS).max(1);
    let all = counted.sums();
    let without = |start: usize| {
        let run = start..(start + length).min(items);
        let sums = all.iter().zip(&counted.columns);
        metric.finish(
            &sums
                .map(|(sum, column)| sum - column.sum_of(run.clone()))
                .collect::<Vec<_>>(),
        )
    };
    let without: Vec<f64> = (0..items).step_by(length).map(without).collect();
    jackknife((&without).into())
}

/// The standard errors of a metric of items, roughly, of each system.
pub fn rough_errors_of_items(metric: &dyn ItemMetric) -> Vec<f64> {
    let units = Arc::new(Members::new(metric.items(), None, None));
    let of = |place| {
        let pair = ItemPair {
            metric,
            units: Arc::clone(&units),
            places: [place; 2],
        };
        match Areas::of(&pair, None).and_then(|areas| areas.system(0)) {
            Some(area) => area.error,
            None => jackknife((&pair.leave_out()[0]).into()),
        }
    };
    (0..metric.systems().len()).map(of).collect()
}

/// The standard error from values without each of some runs of items.
pub(crate) fn jackknife(without: Sample) -> f64 {
    let values = without.each().filter(|(value, _)| value.is_finite());
    let (values, times): (Vec<f64>, Vec<u64>) = values.unzip();
    // Values of single items are summed as such.
    let are_single = times.len() as u64 == times.iter().sum::<u64>();
    let finite = Sample::new(&values, Some(&times[..]).filter(|_| !are_single));
    let runs = finite.items() as f64;
    let variance = Moments::of(finite)
        .ok()
        .and_then(|moments| moments.variance())
        .unwrap_or(0.0);
    libm::sqrt(variance / runs.max(1.0)) * (runs - 1.0).max(0.0)
}

/// An interval from replicates around the observed value; `without`: the value without each item, for BCa.
pub(crate) fn of(
    observed: f64,
    replicates: Vec<f64>,
    method: IntervalMethod,
    (without, times): (impl FnOnce() -> Vec<f64>, &Times),
    scale: Scale,
    level: f64,
    notes: &mut Vec<Note>,
) -> Result<Option<(IntervalOutcome, Replicates)>, Error> {
    if replicates.len() < 2 {
        let found = replicates.len().to_string();
        return Err(Error::BadParameter {
            expected: "at least 2 resamples for an interval",
            found,
        });
    }
    if replicates
        .iter()
        .all(|value| (value - observed).abs() <= SMALLEST * observed.abs())
    {
        notes.push(Code::NoSpread.says("no item changes it, so there is no interval"));
        return Ok(None);
    }
    let replicates = Replicates::new(observed, replicates)?;
    let mut method = method;
    let interval = match method {
        IntervalMethod::Basic => replicates.basic(level)?,
        IntervalMethod::Normal => replicates.normal(level)?,
        IntervalMethod::Bca => {
            let without = without();
            let without = Sample::new(&without, times.counts());
            // A single item has no jackknife.
            let acceleration = if without.items() < 2 {
                0.0
            } else {
                jackknife_acceleration(without)?
            };
            let bca = replicates.bca(level, acceleration)?;
            note_fallback(bca.fallback, &mut method, notes);
            bca.interval
        }
        _ => replicates.percentile(level)?,
    };
    Ok(Some((
        outcome(interval.within(scale, observed), method, level),
        replicates,
    )))
}
