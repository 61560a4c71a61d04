//! Each system's value of a metric that the items themselves determine.

use std::sync::Arc;

use restrap_engine::Control;
use restrap_stats::interval::Scale;

use super::{DescribeOutcome, DescribeRequest, DescribedSystem, SCHEMA, report, signature_of};
use crate::data::areas::Areas;
use crate::data::sampled::{ItemMetric, ItemPair, Members};
use crate::error::Error;
use crate::evidence::interval::metric::{by_jackknife, jackknife};
use crate::number::digits::{Spread, of_scores, rounded};
use crate::number::format::number;
use crate::outcome::{ClusterOutcome, MetricInfo, Run};
use crate::request::IntervalMethod;
use crate::request::goes_with::{self, Given};
use restrap_words::{Code, asked_as};

/// Value and interval of a metric for systems, each by its place in a metric of items. `info`: what the metric is.
///
/// # Errors
/// As [`describe`](super::describe); replications and folds have scores, not items.
pub fn describe_items(
    systems: &[(&dyn ItemMetric, usize)],
    info: MetricInfo,
    asked: &DescribeRequest,
    control: &Control,
) -> Result<DescribeOutcome, Error> {
    let mut given = asked.facts();
    given.push(Given::ItemMetric);
    goes_with::check(&given)?;
    let method = asked.request.question.interval;
    if !matches!(method, IntervalMethod::Auto | IntervalMethod::None) {
        return Err(Error::not_applicable(
            asked_as("interval", method),
            "scores or sums",
            format!("{} is a function of the items themselves", info.name),
            format!(
                "use {}; restrap compare has intervals of two systems",
                asked_as("interval", "auto")
            ),
        ));
    }
    let steps = control.steps(systems.len() as u64);
    let mut rows = Vec::new();
    for (at, &(metric, place)) in systems.iter().enumerate() {
        if steps.is_stopped() {
            return Err(Error::Interrupted);
        }
        rows.push(one(metric, place, at, asked)?);
        steps.finish_one();
    }
    let items = rows.first().map_or(0, |(system, _)| system.count);
    let spread = |(_, error): &(DescribedSystem, f64)| Spread {
        items,
        error: *error,
        binary: false,
    };
    let decimals = of_scores(asked.request.question.digits, rows.iter().map(spread));
    let mut described: Vec<DescribedSystem> = rows.into_iter().map(|(system, _)| system).collect();
    for system in &mut described {
        system.quoted = number(system.score, decimals);
    }
    let what = info.signature.as_deref().unwrap_or(&info.name);
    let report = report(&described, asked, what, None);
    let without: Vec<&str> = described
        .iter()
        .filter(|system| system.interval.is_none())
        .map(|system| &system.name[..])
        .collect();
    let mut run = Run {
        report,
        ..Run::new(SCHEMA)
    };
    if method == IntervalMethod::Auto && !without.is_empty() {
        run.warnings.push(Code::NoSpread.says(format!(
            "no interval for {}: leaving one item out changes nothing, or a class has fewer than 2 items",
            without.join(", ")
        )));
    }
    let mut outcome = DescribeOutcome {
        interrupted_of: None,
        run,
        over: asked.over,
        confidence: asked.request.question.confidence,
        metric: Some(info),
        by: asked.by.clone(),
        mix: None,
        budget: None,
        decimals: decimals as u64,
        systems: described,
        further: Vec::new(),
    };
    outcome.run.signature = signature_of(&outcome);
    Ok(outcome)
}

/// A system and its standard error.
fn one(
    metric: &dyn ItemMetric,
    place: usize,
    at: usize,
    asked: &DescribeRequest,
) -> Result<(DescribedSystem, f64), Error> {
    let (of, population) = (asked.sampling(at), asked.population(at));
    let map = of.units.map(metric.items(), &|_| true)?;
    let units = Arc::new(Members::new(metric.items(), None, map.as_ref()));
    let pair = ItemPair {
        metric,
        units,
        places: [place; 2],
    };
    let name = metric.systems()[place].clone();
    let value = pair.observed()[0];
    if !value.is_finite() {
        let system = match &population {
            Some(population) => format!("{name} where the group is {population}"),
            None => name,
        };
        return Err(Error::Undefined {
            metric: metric.name(),
            system,
        });
    }
    let level = asked.request.question.confidence;
    let area = Areas::of(&pair, map.as_ref()).and_then(|areas| areas.system(0));
    let (error, interval) = if let Some(area) = area {
        (area.error, area.interval(level)?)
    } else {
        let [without, _] = pair.leave_out();
        let scale = metric
            .range()
            .and_then(|[low, high]| Scale::new(low, high).ok());
        let interval = by_jackknife(
            value,
            (&without).into(),
            scale.unwrap_or(Scale::UNKNOWN),
            level,
        )?;
        (jackknife((&without).into()), interval)
    };
    let is_wanted = asked.request.question.interval != IntervalMethod::None;
    let described = DescribedSystem {
        name,
        population,
        count: metric.items() as u64,
        score: rounded(value),
        quoted: String::new(),
        variance: None,
        standard_error: Some(rounded(error)),
        interval: interval.filter(|_| is_wanted),
        test_fraction: None,
        binary: false,
        clusters: map.map(|map| ClusterOutcome::new(&map, None)),
        human: None,
        calibration: None,
    };
    Ok((described, error))
}
