//! A request over paired scores to an outcome.
//!
//! For every system: encode the pair, decide what goes by law and what is drawn, draw each kind of resample once, and
//! assemble tests, interval, effect and words. What is decided depends on the data and the request alone.

use rayon::prelude::*;
use restrap_core::{Level, STREAM_NAME};
use restrap_engine::{Control, EngineError, Route};
use restrap_stats::{Probability, effect};

use crate::digits::rounded;
use crate::error::Error;
use crate::intervals;
use crate::outcome::{
    ComparisonOutcome, Effect, Family, MetricInfo, Outcome, Plan, SCHEMA, SystemOutcome, TestOutcome,
};
use crate::pair::{Alone, Pair, Surveyed};
use crate::request::{Exact, Request, Scores};
use crate::resampling::{Drawn, Extreme, Resampling, Value, is_trusted};
use crate::{report, tested, verdict, warning};

/// Compares every system after the first with the first.
///
/// # Errors
/// [`Error`] for scores or options that allow no outcome. A run stopped through `control` after at least one finished
/// shard returns what is finished, with [`Outcome::interrupted_after`] set.
pub fn compare(systems: &[Scores], request: &Request, control: &Control) -> Result<Outcome, Error> {
    check(systems, request)?;
    let surveyed: Vec<Surveyed> = systems.par_iter().map(Surveyed::new).collect();
    let (family, described) = rayon::join(
        || Compared::new(&surveyed, request, control),
        || surveyed.par_iter().map(|&system| describe(system, request)).collect::<Result<Vec<_>, _>>(),
    );
    let Compared { mut comparisons, primary, binary, plan, mut warnings, interrupted_after } = family?;
    let systems = described?;
    let family = adjust(&mut comparisons, &primary, systems.len() - 1, request);
    for comparison in &mut comparisons {
        (comparison.verdict, comparison.shown) = verdict::of(comparison, request);
        warnings.extend(warning::of_p_values(comparison, request));
    }
    let mut outcome = Outcome {
        schema: SCHEMA,
        version: env!("CARGO_PKG_VERSION"),
        stream: STREAM_NAME,
        seed: request.seed,
        metric: MetricInfo { name: "mean", higher_is_better: request.higher_is_better, binary },
        unit: "item",
        clusters: None,
        items: surveyed[0].scores.values.len() as u64,
        resamples: request.resamples,
        alternative: request.alternative.name(),
        alpha: request.alpha,
        confidence: request.confidence,
        inputs: Vec::new(),
        systems,
        comparisons,
        family,
        plan: plan.ok_or(Error::TooFewSystems { found: 1 })?,
        warnings,
        report: String::new(),
        host: None,
        interrupted_after,
    };
    outcome.report = report::line(&outcome, request);
    Ok(outcome)
}

/// All comparisons with the baseline, one after the other: draws use every thread.
struct Compared {
    comparisons: Vec<ComparisonOutcome>,
    primary: Vec<Probability>,
    binary: bool,
    plan: Option<Plan>,
    warnings: Vec<String>,
    interrupted_after: Option<u64>,
}

impl Compared {
    fn new(systems: &[Surveyed], request: &Request, control: &Control) -> Result<Self, Error> {
        let (&baseline, rest) = systems.split_first().ok_or(Error::TooFewSystems { found: 0 })?;
        let mut compared = Self {
            comparisons: Vec::new(),
            primary: Vec::new(),
            binary: true,
            plan: None,
            warnings: Vec::new(),
            interrupted_after: None,
        };
        for (index, &system) in rest.iter().enumerate() {
            let pair = Pair::new(baseline, system, request.grid)?;
            let done = match one(&pair, index as u16, request, control) {
                // What was finished before stays.
                Err(Error::Interrupted) if !compared.comparisons.is_empty() => {
                    compared.interrupted_after = Some(0);
                    break;
                }
                done => done?,
            };
            compared.warnings.extend(warning::of_pair(&pair, &done.comparison, request));
            compared.binary &= pair.binary;
            compared.plan.get_or_insert_with(|| Plan {
                route: done.route,
                distinct_rows: pair.distinct(),
                grid: pair.encoded.grid.to_string(),
                level: Some(Level::detected().name()),
            });
            compared.primary.push(done.primary);
            compared.comparisons.push(done.comparison);
            if let Some(completed) = done.stopped_after {
                compared.interrupted_after = Some(completed);
                break;
            }
        }
        Ok(compared)
    }
}

fn check(systems: &[Scores], request: &Request) -> Result<(), Error> {
    if systems.len() < 2 {
        return Err(Error::TooFewSystems { found: systems.len() });
    }
    let bad = |expected, found: String| Err(Error::BadParameter { expected, found });
    if request.resamples == 0 {
        return bad("at least 1 resample", "0".to_owned());
    }
    if !(request.alpha > 0.0 && request.alpha < 1.0) {
        return bad("0 < alpha < 1", request.alpha.to_string());
    }
    if !(request.confidence > 0.0 && request.confidence < 1.0) {
        return bad("0 < confidence < 1", request.confidence.to_string());
    }
    if request.tests.is_empty() {
        return bad("at least 1 test", "none".to_owned());
    }
    let baseline = &systems[0];
    for system in systems {
        if system.values.is_empty() {
            return Err(Error::Empty);
        }
        if system.values.len() != baseline.values.len() {
            return Err(Error::LengthMismatch {
                baseline: baseline.name.clone(),
                baseline_items: baseline.values.len(),
                system: system.name.clone(),
                system_items: system.values.len(),
            });
        }
        if let Some(index) = system.values.iter().position(|v| !v.is_finite()) {
            let (system, value) = (system.name.clone(), system.values[index]);
            return Err(Error::NonFinite { system, item: index + 1, value });
        }
    }
    Ok(())
}

struct One {
    comparison: ComparisonOutcome,
    route: &'static str,
    primary: Probability,
    stopped_after: Option<u64>,
}

fn one(pair: &Pair, index: u16, request: &Request, control: &Control) -> Result<One, Error> {
    // "better" is about the metric; from here on the side is about the difference itself.
    let side = if request.higher_is_better { request.alternative } else { request.alternative.swapped() };
    let events: Vec<Option<Extreme>> =
        request.tests.iter().map(|&test| Extreme::new(test, side, pair)).collect();
    let method = intervals::resolve(pair, request)?;
    let keep = request.exact == Exact::Never && intervals::from_replicates(method);
    let mut notes = Vec::new();
    // Neither needs the other's law; a percentile interval needs no draws unless laws are forbidden.
    let (values, interval) = rayon::join(
        || events.iter().map(|event| by_law(event.as_ref(), pair, request)).collect::<Result<Vec<_>, _>>(),
        || {
            if keep { Ok(None) } else { intervals::of_difference(pair, method, None, request, &mut notes) }
        },
    );
    let mut values = values?;
    let mut interval = interval?;
    if keep {
        room_for(request.resamples)?;
    }
    let mut drawn: Vec<Drawn> = Vec::new();
    let mut stopped_after = None;
    // The primary test is drawn first: without it an interrupted run has nothing to tell.
    let mut kinds = [Resampling::Swaps, Resampling::Items];
    if events[0].is_some_and(|event| event.resampling == Resampling::Items) {
        kinds.reverse();
    }
    for resampling in kinds {
        let missing: Vec<usize> = (0..events.len())
            .filter(|&i| values[i].is_none() && events[i].is_some_and(|e| e.resampling == resampling))
            .collect();
        let keep = keep && resampling == Resampling::Items;
        if missing.is_empty() && !keep {
            continue;
        }
        let wanted: Vec<Extreme> = missing.iter().filter_map(|&i| events[i]).collect();
        let run = match Drawn::new(pair, resampling, &wanted, keep, index, request, control) {
            Err(Error::Interrupted) if values[0].is_some() || events[0].is_none() => {
                stopped_after = stopped_after.or(Some(0));
                continue;
            }
            run => run?,
        };
        if run.completed() < request.resamples {
            stopped_after = stopped_after.or(Some(run.completed()));
        }
        for (place, &i) in missing.iter().enumerate() {
            values[i] = Some(run.value(place, &wanted[place], request.raw_p)?);
        }
        drawn.push(run);
    }
    if let Some(replicates) = drawn.iter().find(|run| run.resampling == Resampling::Items && keep) {
        interval = intervals::of_difference(pair, method, Some(replicates), request, &mut notes)?;
    }
    let mut tests = Vec::new();
    let mut primary = Probability::ONE;
    for (i, (&test, value)) in request.tests.iter().zip(&values).enumerate() {
        let (p, outcome) = match value {
            Some(value) => (value.p, tested::resampled(test, value, pair, request)),
            None if events[i].is_some() => continue,
            None => tested::classical(test, side, pair, request)?,
        };
        if i == 0 {
            primary = p;
        }
        tests.push(TestOutcome { primary: i == 0, ..outcome });
    }
    tests[0].notes.append(&mut notes);
    let sampled = |value: &Value| value.sampled.is_some();
    let run = events[0].and_then(|event| drawn.iter().find(|run| run.resampling == event.resampling));
    let route = match run.filter(|_| values[0].as_ref().is_some_and(sampled)).map(|run| run.route) {
        None => "law",
        Some(Route::Compressed) => "compressed",
        Some(Route::Streamed) => "streamed",
        Some(Route::Indexed) => "indexed",
    };
    let difference = rounded(pair.difference());
    let counts = pair.counts;
    let oriented = if request.higher_is_better { counts } else { counts.swapped() };
    let comparison = ComparisonOutcome {
        baseline: pair.baseline.name.clone(),
        system: pair.system.name.clone(),
        difference,
        improvement: if request.higher_is_better { difference } else { rounded(-difference) },
        standard_error: pair.moments.sd().map(|sd| rounded(sd / (pair.items() as f64).sqrt())),
        interval,
        effect: Effect {
            cohen_dz: pair.moments.sd().filter(|&sd| sd > 0.0).map(|sd| rounded(pair.moments.mean() / sd)),
            superiority: rounded(effect::superiority(oriented)),
            better: oriented.better,
            worse: oriented.worse,
            tied: oriented.tied,
        },
        tests,
        margin: None,
        verdict: String::new(),
        binary: pair.binary,
        shown: false,
    };
    Ok(One { comparison, route, primary, stopped_after })
}

/// Whether replicates can be kept, before anything is drawn.
fn room_for(resamples: u64) -> Result<(), Error> {
    let memory = EngineError::Memory { resamples, bytes: resamples.saturating_mul(8) };
    let mut replicates: Vec<i64> = Vec::new();
    let count = usize::try_from(resamples).ok();
    Ok(count.and_then(|n| replicates.try_reserve_exact(n).ok()).ok_or(memory)?)
}

/// The p-value of a resampling test by law, where one may be computed and trusted.
fn by_law(event: Option<&Extreme>, pair: &Pair, request: &Request) -> Result<Option<Value>, Error> {
    let Some(event) = event.filter(|_| request.exact != Exact::Never) else { return Ok(None) };
    let value = event.by_law(pair);
    if is_trusted(&value) {
        return Ok(Some(value));
    }
    match request.exact {
        Exact::Always => Err(Error::NoLaw { items: pair.items(), error: value.relative_error }),
        Exact::Auto | Exact::Never => Ok(None),
    }
}

/// Adjusts the primary tests of all comparisons together.
fn adjust(
    comparisons: &mut [ComparisonOutcome],
    primary: &[Probability],
    asked: usize,
    request: &Request,
) -> Option<Family> {
    let adjustment = request.adjust.filter(|_| asked > 1)?;
    // Comparisons that an interrupted run did not reach count with p = 1: the family is the one that was asked for.
    let mut family = primary.to_vec();
    family.resize(asked, Probability::ONE);
    for (comparison, p) in comparisons.iter_mut().zip(adjustment.adjust(&family)) {
        comparison.tests[0].p_adjusted = Some(tested::printed(p));
    }
    Some(Family { size: asked as u64, adjust: adjustment.name(), excluded: Vec::new() })
}

/// Mean and interval of one system on its own.
fn describe(system: Surveyed, request: &Request) -> Result<SystemOutcome, Error> {
    let alone = Alone::new(system, request.grid)?;
    let score = rounded(alone.mean);
    Ok(SystemOutcome {
        name: system.scores.name.clone(),
        score,
        interval: intervals::of_system(alone, request)?,
    })
}
