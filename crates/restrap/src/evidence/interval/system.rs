//! The interval of one system on its own: by law, in closed form, or from draws of its items.

use std::sync::Arc;

use restrap_engine::Control;
use restrap_stats::interval::{Replicates, clopper_pearson, skewed_mean, wilson};
use restrap_stats::{Moments, StatsError, StudentT};

use crate::data::pair::Alone;
use crate::design::Sampled;
use crate::design::scheme::Scheme;
use crate::error::Error;
use crate::evidence::driver::{Asker, Driver, Purpose};
use crate::evidence::interval::mean::{acceleration, bootstrap, outcome};
use crate::evidence::interval::studentized;
use crate::evidence::pending::{Pending, Spec};
use crate::evidence::resample::deviations::Deviations;
use crate::evidence::resample::draw::{DrawKind, Resamples};
use crate::evidence::resample::mean::route_of_column;
use crate::outcome::{IntervalKind, IntervalOutcome};
use crate::request::{Exact, IntervalMethod, Request};

/// Returns `true` if intervals of systems may need draws.
pub(crate) fn draws(request: &Request) -> bool {
    let method = request.question.interval;
    method == IntervalMethod::Studentized
        || request.compute.exact == Exact::Never && !matches!(method, IntervalMethod::Auto)
}

/// Returns the interval of a system by law or in closed form, or what has to be drawn for it.
///
/// `binary`: all scores that are compared are 0 or 1, so that the mean of this system is a share.
///
/// # Errors
/// For a confidence outside (0, 1).
pub(crate) fn of_items<'c>(
    alone: Alone,
    binary: bool,
    design: &Arc<Scheme>,
    request: &'c Request,
) -> Result<Pending<'c, Option<IntervalOutcome>>, Error> {
    let level = request.question.confidence;
    let scores = &alone.scores;
    let (items, right) = (scores.units(), alone.right());
    let mut method = match request.question.interval {
        IntervalMethod::Auto if !design.is_plain() => IntervalMethod::Percentile,
        IntervalMethod::Auto if binary => IntervalMethod::Wilson,
        IntervalMethod::Auto => return in_closed_form(&alone, request).map(Pending::Known),
        IntervalMethod::T if items < 2 => return Ok(Pending::Known(None)),
        IntervalMethod::T => {
            let rows = alone.rows();
            let moments = Moments::of(alone.sample(&rows))?;
            let interval = StudentT::of_moments(moments)?.interval(level)?;
            let outcome = |interval| IntervalOutcome::new(interval, IntervalKind::T, level);
            return Ok(Pending::Known(interval.map(outcome)));
        }
        method => of_one(method),
    };
    match method {
        IntervalMethod::None => return Ok(Pending::Known(None)),
        IntervalMethod::Newcombe | IntervalMethod::Wilson => {
            let interval = wilson(right, items, level)?;
            return Ok(Pending::Known(Some(outcome(
                interval,
                IntervalMethod::Wilson,
                level,
            ))));
        }
        IntervalMethod::ClopperPearson => {
            let interval = clopper_pearson(right, items, level)?;
            return Ok(Pending::Known(Some(outcome(interval, method, level))));
        }
        // Resamples of equal scores are all alike: their spread is no evidence.
        _ if scores.rows().windows(2).all(|pair| pair[0] == pair[1]) => {
            return Ok(Pending::Known(None));
        }
        IntervalMethod::Studentized => return Ok(studentized_draws(alone, request)),
        _ if !design.has_law() => return Ok(bootstrap_draws(alone, method, design, request)),
        _ => {}
    }
    let acceleration = if method == IntervalMethod::Bca {
        acceleration(scores, design)?
    } else {
        0.0
    };
    let law = alone.interval_law(design);
    let ideal = design.ideal(&law, alone.total, alone.divisor);
    match bootstrap(
        &ideal,
        &mut method,
        level,
        || Ok(acceleration),
        &mut Vec::new(),
    ) {
        Ok(interval) => Ok(Pending::Known(Some(outcome(interval, method, level)))),
        Err(Error::Stats(StatsError::Unresolved)) => Ok(bootstrap_draws(
            alone,
            of_one(request.question.interval),
            design,
            request,
        )),
        Err(error) => Err(error),
    }
}

/// The studentized interval, from deviations and their squares.
fn studentized_draws(alone: Alone, request: &Request) -> Pending<'_, Option<IntervalOutcome>> {
    let alone = Arc::new(alone);
    let level = request.question.confidence;
    let asked = request.compute.route;
    let route = asked.unwrap_or_else(|| Deviations::of(&alone.scores).route());
    let spec = Spec::columns(Resamples::SystemDeviations(Arc::clone(&alone)), route, 2);
    Pending::draws(spec, move |share| {
        let scores = &alone.scores;
        let per_one = alone.divisor / scores.units() as f64;
        let sums = [share.sums(0), share.sums(1)];
        let done = studentized::interval(scores, per_one, sums, level)?;
        Ok(done.map(|(interval, _)| outcome(interval, IntervalMethod::Studentized, level)))
    })
}

/// An interval of the bootstrap, from its replicates; none from fewer than two resamples.
fn bootstrap_draws<'c>(
    alone: Alone,
    mut method: IntervalMethod,
    design: &Arc<Scheme>,
    request: &'c Request,
) -> Pending<'c, Option<IntervalOutcome>> {
    let (alone, design) = (Arc::new(alone), Arc::clone(design));
    let level = request.question.confidence;
    let route = route_of_column(&alone.scores, request.compute.route);
    let resamples = Resamples::System(Arc::clone(&alone), Arc::clone(&design));
    Pending::draws(Spec::columns(resamples, route, 1), move |share| {
        let (sums, scores) = (share.sums(0), &alone.scores);
        if sums.len() < 2 {
            return Ok(None);
        }
        let (total, divisor) = (alone.total, alone.divisor);
        let observed = total as f64 / divisor;
        let replicates = Replicates::new(observed, design.replicates(sums, total, divisor))?;
        let acceleration = if method == IntervalMethod::Bca {
            acceleration(scores, &design)?
        } else {
            0.0
        };
        let interval = bootstrap(
            &replicates,
            &mut method,
            level,
            || Ok(acceleration),
            &mut Vec::new(),
        )?;
        Ok(Some(outcome(interval, method, level)))
    })
}

/// The default: Wilson's with dispersion where the range of the scores is known, else what t and Hall's correction for skewness
/// cover, as far as an extreme that the scores reach more than once lets them. `docs/calibration` has their coverage.
fn in_closed_form(alone: &Alone, request: &Request) -> Result<Option<IntervalOutcome>, Error> {
    let (level, scale) = (request.question.confidence, request.sample.scale());
    let rows = alone.rows();
    let values = alone.sample(&rows);
    if request.sample.over.is_independent() {
        // Runs are few, and each is a mean of its own.
        let estimate = StudentT::of_moments(Moments::of(values)?).map(|t| t.estimate());
        let interval = estimate
            .ok()
            .map(|estimate| scale.interval_of_estimate(&estimate, level));
        return Ok(interval
            .transpose()?
            .flatten()
            .map(|found| IntervalOutcome::new(found, IntervalKind::T, level)));
    }
    if scale.is_bounded() && scale.holds(rows.iter().copied()) {
        let interval = scale.interval_of_mean(values, level)?;
        return Ok(
            interval.map(|found| IntervalOutcome::new(found, IntervalKind::WilsonDispersed, level))
        );
    }
    let interval = skewed_mean(values, level)?.map(|found| found.within(scale, alone.mean));
    let reached = alone.reached_twice();
    Ok(interval.map(|found| {
        IntervalOutcome::new(
            found.within(reached, alone.mean),
            IntervalKind::HallT,
            level,
        )
    }))
}

/// Returns Student's t interval of a system whose units are more than single items, with the standard error of these units.
///
/// # Errors
/// For fewer than two units, and a confidence outside (0, 1).
pub(crate) fn by_t(
    alone: &Alone,
    of: &Sampled,
    request: &Request,
) -> Result<Option<IntervalOutcome>, Error> {
    // A sub-population may lie in one cluster, which says nothing about others.
    let lone = of.clusters().is_some_and(|clusters| clusters.number() < 2);
    if request.question.interval == IntervalMethod::None || lone {
        return Ok(None);
    }
    let (scale, level) = (request.sample.scale(), request.question.confidence);
    of.interval(&alone.estimate(of)?.0, scale, level)
}

/// The dual of a paired test and Tango's interval are about differences.
fn of_one(method: IntervalMethod) -> IntervalMethod {
    match method {
        IntervalMethod::Auto
        | IntervalMethod::Invert
        | IntervalMethod::Tango
        | IntervalMethod::Unconditional => IntervalMethod::Percentile,
        other => other,
    }
}

/// Returns the interval of a system at once, with its draws. `place` numbers the system in the addresses of the stream.
///
/// # Errors
/// [`Error::Interrupted`] for a run that was stopped.
pub(crate) fn interval(
    alone: Alone,
    binary: bool,
    design: &Arc<Scheme>,
    place: u16,
    request: &Request,
    control: &Control,
) -> Result<Option<IntervalOutcome>, Error> {
    let mut pending = of_items(alone, binary, design, request)?;
    let driver = Driver {
        contrasts: &[],
        population: 0,
        from: 0,
        purpose: Purpose::Evidence,
        request,
        control,
    };
    let mut askers = [Asker {
        place,
        asks: &mut pending,
    }];
    if driver.run(&mut askers, DrawKind::System)?.is_stopped {
        return Err(Error::Interrupted);
    }
    Ok(pending.into_known().flatten())
}
