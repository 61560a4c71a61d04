//! Each system's value of a metric that sums over its items determine.

use std::borrow::Cow;

use restrap_engine::Control;
use restrap_metrics::Metric;
use restrap_stats::Sample;
use restrap_stats::interval::Scale;

use super::{DescribeOutcome, DescribeRequest, DescribedSystem, SCHEMA, report, signature_of};
use crate::data::scores::Counted;
use crate::design::Sampling;
use crate::error::Error;
use crate::evidence::interval::all_right::all_right;
use crate::evidence::interval::calibration;
use crate::evidence::interval::metric::{by_jackknife, leave_one_out, rough_error};
use crate::number::digits::{Spread, of_scores, quoted_decimals, rounded};
use crate::number::format::number;
use crate::outcome::{CalibrationOutcome, ClusterOutcome, IntervalOutcome, MetricInfo, Run};
use crate::request::goes_with::{self, Given};
use crate::request::{IntervalMethod, Request, Test};
use crate::verb::compare::{Data, compare};

/// Value and interval of a metric for every system, from statistics of its items. `info`: what the metric is.
///
/// # Errors
/// As [`describe`](super::describe); replications and folds have scores, not statistics.
pub fn describe_counted(
    metric: &dyn Metric,
    systems: &[Counted],
    info: MetricInfo,
    asked: &DescribeRequest,
    control: &Control,
) -> Result<DescribeOutcome, Error> {
    let mut given = asked.facts();
    given.push(Given::Metric);
    goes_with::check(&given)?;
    let of = |place: usize| (asked.sampling(place), asked.population(place));
    let one = |(place, counted): (usize, &Counted)| {
        Row::new(metric, counted, of(place), &asked.request, control)
    };
    let rows = systems
        .iter()
        .enumerate()
        .map(one)
        .collect::<Result<Vec<Row>, Error>>()?;
    let items = systems.first().map_or(0, Counted::items);
    let given = asked
        .plus_minus
        .map(|given| quoted_decimals(items, given, false) as u64);
    let digits = asked.request.question.digits.map(u64::from);
    let rough = || {
        let error = |counted| Spread {
            items,
            error: rough_error(metric, counted),
            binary: false,
        };
        of_scores(None, systems.iter().map(error)) as u64
    };
    let decimals = digits.or(given).unwrap_or_else(rough);
    let described = systems
        .iter()
        .zip(rows)
        .map(|(counted, row)| DescribedSystem {
            name: counted.name.clone(),
            population: row.population,
            count: counted.items(),
            score: row.score,
            quoted: number(row.score, decimals as usize),
            variance: None,
            standard_error: None,
            interval: row.interval,
            test_fraction: None,
            binary: false,
            clusters: row.clusters,
            human: None,
            calibration: row.calibration,
        });
    let described: Vec<_> = described.collect();
    let report = report(&described, asked, &metric.signature(), None);
    let mut outcome = DescribeOutcome {
        interrupted_of: None,
        run: Run {
            report,
            ..Run::new(SCHEMA)
        },
        over: asked.over,
        confidence: asked.request.question.confidence,
        metric: Some(info),
        by: asked.by.clone(),
        mix: None,
        budget: None,
        decimals,
        systems: described,
        further: Vec::new(),
    };
    outcome.run.signature = signature_of(&outcome);
    Ok(outcome)
}

/// What is known of one system, or of one of its sub-populations.
struct Row {
    population: Option<String>,
    score: f64,
    interval: Option<IntervalOutcome>,
    clusters: Option<ClusterOutcome>,
    calibration: Option<CalibrationOutcome>,
}

impl Row {
    fn new(
        metric: &dyn Metric,
        counted: &Counted,
        (of, population): (&Sampling, Option<String>),
        request: &Request,
        control: &Control,
    ) -> Result<Self, Error> {
        let sums = counted.sums();
        if let (false, Some(population)) = (metric.is_defined(&sums), &population) {
            let system = format!("{} where the group is {population}", counted.name);
            return Err(Error::Undefined {
                metric: metric.name(),
                system,
            });
        }
        let map = of.units.map(counted.rows(), &|_| true)?;
        let map = map.map(|map| map.counted(counted.times.clone()));
        let is_plain = of.groups.strata().is_none();
        let calibration = calibration::test(metric, counted, request.compute.seed);
        let is_auto = request.question.interval == IntervalMethod::Auto;
        let (score, interval) = if let Some(test) = calibration.as_ref().filter(|_| is_auto) {
            let interval =
                super::calibration::interval(metric, counted, of, test, request, control)?;
            (rounded(metric.finish(&sums)), interval)
        } else if request.question.interval == IntervalMethod::Auto && is_plain {
            let units = map.as_ref().map_or(Cow::Borrowed(counted), |map| {
                Cow::Owned(counted.by_cluster(map))
            });
            let (value, without) = (metric.finish(&sums), leave_one_out(metric, &units));
            let [low, high] = metric.range();
            let scale = Scale::new(low, high).unwrap_or(Scale::UNKNOWN);
            let confidence = request.question.confidence;
            let interval =
                if let Some(interval) = all_right(metric, counted, map.as_ref(), confidence)? {
                    Some(interval)
                } else {
                    let without = Sample::new(&without, units.times.counts());
                    by_jackknife(value, without, scale, confidence)?
                };
            (rounded(value), interval)
        } else {
            // A bootstrap of the units: that of a comparison, of the system with itself.
            let drawn = of.units_and_groups();
            let twice = [counted.clone(), counted.clone()];
            let data = Data::counted(metric, &twice).sampling(&drawn);
            let request = request.clone().tests(vec![Test::Bootstrap]);
            let own = compare(data, &request, control)?.systems.swap_remove(0);
            (own.score, own.interval)
        };
        let clusters = map.map(|map| ClusterOutcome::new(&map, None));
        Ok(Self {
            population,
            score,
            interval,
            clusters,
            calibration,
        })
    }
}
