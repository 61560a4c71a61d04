//! A request over paired scores to an outcome.
//!
//! For every system: encode the pair, decide what goes by law and what is drawn, draw each kind of resample once, and
//! assemble tests, interval, effect and words. What is decided depends on the data and the request alone.

mod assemble;
pub(crate) mod by;
mod comparison;
pub(crate) mod corpus;
mod unpaired;

use rayon::prelude::*;
use restrap_core::Level;
use restrap_engine::Control;
use restrap_stats::Probability;

use crate::data::design::BootstrapDesign;
use crate::data::pair::{Alone, Pair, Surveyed};
use crate::data::scores::Scores;
use crate::error::Error;
use crate::number::digits::rounded;
use crate::outcome::{ComparisonOutcome, Family, MetricInfo, Outcome, Plan, SystemOutcome};
use crate::request::Request;
use crate::resample::bounds::Resampling;
use crate::resample::draw::Wanted;
use crate::{
    interval::mean as intervals, resample::draw as drawing, say::warning, test::margin, test::tested,
};
use assemble::Parts;
use comparison::{Comparison, Finished};

/// Compares every system after the first with the first.
///
/// # Errors
/// [`Error`] for scores or options that allow no outcome. A run stopped through `control` after at least one finished
/// shard returns what is finished, with [`Outcome::interrupted_after`] set.
pub fn compare(systems: &[Scores], request: &Request, control: &Control) -> Result<Outcome, Error> {
    check(systems, request)?;
    let design = BootstrapDesign::new(request, systems[0].values.len() as u64)?;
    let surveyed: Vec<Surveyed> = systems.par_iter().map(Surveyed::new).collect();
    let (family, described) = rayon::join(
        || {
            if request.sample.unpaired {
                Compared::unpaired(&surveyed, request, control)
            } else {
                Compared::new(&surveyed, &design, request, control)
            }
        },
        || {
            let described = surveyed.par_iter().enumerate();
            described
                .map(|(place, &system)| describe(system, &design, place as u16, request, control))
                .collect::<Result<Vec<_>, _>>()
        },
    );
    let Compared { mut comparisons, primary, margin, binary, plan, warnings, interrupted_after } = family?;
    let systems = described?;
    let family = adjust(&mut comparisons, &primary, systems.len() - 1, request);
    margin::adjust(&mut comparisons, &margin, systems.len() - 1, request);
    let parts = Parts {
        metric: MetricInfo {
            name: "mean".to_owned(),
            higher_is_better: request.question.higher_is_better,
            binary,
            signature: None,
        },
        items: if request.sample.unpaired {
            surveyed.iter().map(|system| system.scores.values.len() as u64).sum()
        } else {
            surveyed[0].scores.values.len() as u64
        },
        systems,
        comparisons,
        family,
        plan: plan.ok_or(Error::TooFewSystems { found: 1 })?,
        warnings,
        interrupted_after,
    };
    Ok(assemble::outcome(parts, request))
}

/// All comparisons with the baseline.
struct Compared {
    comparisons: Vec<ComparisonOutcome>,
    primary: Vec<Probability>,
    /// Of the margin tests.
    margin: Vec<Probability>,
    binary: bool,
    plan: Option<Plan>,
    warnings: Vec<String>,
    interrupted_after: Option<u64>,
}

impl Compared {
    fn new(
        systems: &[Surveyed],
        design: &BootstrapDesign,
        request: &Request,
        control: &Control,
    ) -> Result<Self, Error> {
        let (&baseline, rest) = systems.split_first().ok_or(Error::TooFewSystems { found: 0 })?;
        let mut compared = Self {
            comparisons: Vec::new(),
            primary: Vec::new(),
            margin: Vec::new(),
            binary: true,
            plan: None,
            warnings: Vec::new(),
            interrupted_after: None,
        };
        let pairs: Vec<Pair> = rest
            .par_iter()
            .map(|&system| Pair::new(baseline, system, request.sample.grid, design))
            .collect::<Result<_, _>>()?;
        let mut comparisons =
            pairs.par_iter().map(|pair| Comparison::new(pair, request)).collect::<Result<Vec<_>, _>>()?;
        compared.interrupted_after = draw_all(&mut comparisons, request, control)?;
        for (index, comparison) in comparisons.iter_mut().enumerate() {
            let stopped = comparison.draw_studentized(index as u16, request, control)?;
            compared.interrupted_after = compared.interrupted_after.or(stopped);
        }
        for (comparison, pair) in comparisons.into_iter().zip(&pairs) {
            // What was finished before a run was stopped stays.
            if !comparison.has_primary() {
                break;
            }
            let (route, because) = (comparison.route(), comparison.because(request));
            let Finished { comparison: done, primary, margin } = comparison.finish(request)?;
            compared.margin.push(margin);
            compared.warnings.extend(warning::of_pair(pair, &done, request));
            compared.binary &= pair.binary;
            compared.plan.get_or_insert_with(|| Plan {
                route,
                because,
                distinct_rows: pair.distinct(),
                grid: pair.encoded.grid.to_string(),
                level: Some(request.compute.level.unwrap_or_else(Level::detected).name().to_owned()),
            });
            compared.primary.push(primary);
            compared.comparisons.push(done);
        }
        Ok(compared)
    }
}

impl Compared {
    /// Comparisons of different items.
    fn unpaired(systems: &[Surveyed], request: &Request, control: &Control) -> Result<Self, Error> {
        let (&baseline, rest) = systems.split_first().ok_or(Error::TooFewSystems { found: 0 })?;
        let mut compared = Self {
            comparisons: Vec::new(),
            primary: Vec::new(),
            margin: Vec::new(),
            binary: systems.iter().all(Surveyed::is_binary),
            plan: None,
            warnings: Vec::new(),
            interrupted_after: None,
        };
        for (place, &system) in rest.iter().enumerate() {
            match unpaired::compare(baseline, system, place as u16, request, control) {
                Err(Error::Interrupted) if place > 0 => {
                    compared.interrupted_after = compared.interrupted_after.or(Some(0));
                    break;
                }
                done => {
                    let done = done?;
                    compared.warnings.extend(done.warnings);
                    compared.interrupted_after = compared.interrupted_after.or(done.interrupted_after);
                    compared.primary.push(done.primary);
                    compared.margin.push(done.margin);
                    compared.plan.get_or_insert(done.plan);
                    compared.comparisons.push(done.comparison);
                }
            }
        }
        Ok(compared)
    }
}

/// Options that no data make possible.
pub(crate) fn check_options(systems: usize, request: &Request) -> Result<(), Error> {
    if systems < 2 {
        return Err(Error::TooFewSystems { found: systems });
    }
    let bad = |expected, found: String| Err(Error::BadParameter { expected, found });
    if request.compute.resamples == 0 {
        return bad("at least 1 resample", "0".to_owned());
    }
    if !(request.question.alpha > 0.0 && request.question.alpha < 1.0) {
        return bad("0 < alpha < 1", request.question.alpha.to_string());
    }
    if !(request.question.confidence > 0.0 && request.question.confidence < 1.0) {
        return bad("0 < confidence < 1", request.question.confidence.to_string());
    }
    if request.question.tests.is_empty() {
        return bad("at least 1 test", "none".to_owned());
    }
    Ok(())
}

fn check(systems: &[Scores], request: &Request) -> Result<(), Error> {
    check_options(systems.len(), request)?;
    let baseline = &systems[0];
    for system in systems {
        if system.values.is_empty() {
            return Err(Error::Empty);
        }
        if system.values.len() != baseline.values.len() && !request.sample.unpaired {
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

/// Draws what no law gives, one kind of resample after the other; how far a run got that was stopped.
fn draw_all(
    comparisons: &mut [Comparison],
    request: &Request,
    control: &Control,
) -> Result<Option<u64>, Error> {
    let mut stopped_after = None;
    // The primary test is drawn first: without it an interrupted run has nothing to tell.
    let mut kinds = [Resampling::Swaps, Resampling::Items];
    if comparisons[0].primary_kind() == Some(Resampling::Items) {
        kinds.reverse();
    }
    for resampling in kinds {
        let (places, wanted): (Vec<usize>, Vec<Wanted>) = comparisons
            .iter()
            .enumerate()
            .filter_map(|(place, comparison)| Some((place, comparison.wanted(resampling, place as u16)?)))
            .unzip();
        let mut got = Vec::new();
        for (route, shared) in drawing::runs(&wanted, resampling, request) {
            let together: Vec<&Wanted> = shared.iter().map(|&place| &wanted[place]).collect();
            match drawing::draw(&together, resampling, route, request, control) {
                Err(Error::Interrupted) => stopped_after = stopped_after.or(Some(0)),
                drawn => got.extend(shared.into_iter().zip(drawn?)),
            }
        }
        for (place, drawn) in got {
            if drawn.completed < request.compute.resamples {
                stopped_after = stopped_after.or(Some(drawn.completed));
            }
            comparisons[places[place]].take(&drawn, request)?;
        }
    }
    if comparisons[0].has_primary() { Ok(stopped_after) } else { Err(Error::Interrupted) }
}

/// Adjusts the primary tests of all comparisons together.
pub(crate) fn adjust(
    comparisons: &mut [ComparisonOutcome],
    primary: &[Probability],
    asked: usize,
    request: &Request,
) -> Option<Family> {
    let adjustment = request.question.adjust.filter(|_| asked > 1)?;
    // Comparisons that an interrupted run did not reach count with p = 1: the family is the one that was asked for.
    let mut family = primary.to_vec();
    family.resize(asked, Probability::ONE);
    for (comparison, p) in comparisons.iter_mut().zip(adjustment.adjust(&family)) {
        comparison.tests[0].p_adjusted = Some(tested::printed(p));
    }
    Some(Family { size: asked as u64, adjust: adjustment, excluded: Vec::new() })
}

/// Mean and interval of one system on its own.
fn describe(
    system: Surveyed,
    design: &BootstrapDesign,
    place: u16,
    request: &Request,
    control: &Control,
) -> Result<SystemOutcome, Error> {
    let alone = Alone::new(system, request.sample.grid)?;
    let score = rounded(alone.mean);
    Ok(SystemOutcome {
        name: system.scores.name.clone(),
        score,
        interval: if request.sample.unpaired {
            let own = BootstrapDesign::plain(system.scores.values.len() as u64);
            intervals::of_system(alone, &own, place, request, control)?
        } else {
            intervals::of_system(alone, design, place, request, control)?
        },
        beside: Vec::new(),
    })
}
