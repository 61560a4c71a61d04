//! Each system's value of a metric that sums over its items determine.

use restrap_engine::Control;
use restrap_metrics::Metric;
use restrap_stats::interval::Scale;

use super::{DescribeOutcome, DescribeRequest, DescribedSystem, SCHEMA, report, signature_of};
use crate::compare::{Data, compare};
use crate::data::scores::Counted;
use crate::error::Error;
use crate::interval::metric::{by_jackknife, leave_one_out};
use crate::number::digits::{quoted_decimals, rounded};
use crate::number::format::number;
use crate::outcome::{AlsoOutcome, IntervalOutcome, Run};
use crate::request::goes_with::{self, Given};
use crate::request::{IntervalMethod, Request, Test};

/// Value and interval of a metric for every system, from statistics of its items. `known`: what the metric is, and its digits.
///
/// # Errors
/// As [`describe`](super::describe); replications and folds have scores, not statistics.
pub fn describe_counted(
    metric: &dyn Metric,
    systems: &[Counted],
    known: AlsoOutcome,
    asked: &DescribeRequest,
    control: &Control,
) -> Result<DescribeOutcome, Error> {
    let mut given = asked.given();
    given.push(Given::Metric);
    goes_with::check(&given)?;
    let (values, intervals) = if asked.request.question.interval == IntervalMethod::Auto {
        let level = asked.request.question.confidence;
        let one = |counted: &Counted| {
            let (value, without) = (metric.finish(&counted.sums()), leave_one_out(metric, counted));
            let [low, high] = metric.range();
            let scale = Scale::new(low, high).unwrap_or(Scale::UNKNOWN);
            Ok((rounded(value), by_jackknife(value, &without, scale, level)?))
        };
        systems.iter().map(one).collect::<Result<Vec<_>, Error>>()?.into_iter().unzip()
    } else {
        of_draws(metric, systems, &asked.request, control)?
    };
    let items = systems.first().map_or(0, Counted::items) as u64;
    let given = asked.plus_minus.map(|given| quoted_decimals(items, given, false) as u64);
    let digits = asked.request.question.digits.map(u64::from);
    let decimals = digits.or(given).or(known.decimals).unwrap_or_default();
    let described = systems.iter().zip(values).zip(intervals).map(
        |((counted, score), interval): (_, Option<IntervalOutcome>)| DescribedSystem {
            name: counted.name.clone(),
            count: counted.items() as u64,
            score,
            quoted: number(score, decimals as usize),
            variance: None,
            standard_error: None,
            interval,
            test_fraction: None,
            binary: false,
            clusters: None,
            human: None,
            reproduction: None,
        },
    );
    let described: Vec<_> = described.collect();
    let report = report(&described, asked).replacen("mean", &metric.signature(), 1);
    let mut outcome = DescribeOutcome {
        interrupted_of: None,
        run: Run { report, ..Run::new(SCHEMA) },
        over: asked.over,
        confidence: asked.request.question.confidence,
        metric: Some(known.metric),
        mix: None,
        budget: None,
        decimals,
        systems: described,
    };
    outcome.run.signature = signature_of(&outcome);
    Ok(outcome)
}

/// Values and intervals of a bootstrap of the items: those of a comparison, of one system with itself.
fn of_draws(
    metric: &dyn Metric,
    systems: &[Counted],
    request: &Request,
    control: &Control,
) -> Result<(Vec<f64>, Vec<Option<IntervalOutcome>>), Error> {
    let mut beside = systems.to_vec();
    beside.extend((systems.len() == 1).then(|| systems[0].clone()));
    let request = request.clone().tests(vec![Test::Bootstrap]);
    let compared = compare(Data::counted(metric, &beside), &request, control)?;
    let told = compared.systems.into_iter().take(systems.len());
    Ok(told.map(|system| (system.score, system.interval)).unzip())
}
