//! Draws of a corpus metric: the route of each comparison, and one run for all that share their draws.

use std::mem;

use restrap_core::{
    CoinFlips, CompressedBootstrap, CompressedFlips, Design, IndexedBootstrap, JointRows, Level, Resampler,
    StreamedBootstrap, StreamedFlips,
};
use restrap_engine::{Control, Route, Run, Threshold, default_shard_size, joint_route, run};
use restrap_metrics::Metric;

use super::Counted;
use super::contest::{Contest, Event};
use super::layout::Layout;
use super::statistic::{Resampled, Swapped};
use crate::error::Error;
use crate::request::Request;
use crate::request::rule::rescaled;
use crate::resample::bounds::{Resampling, Value, of_extreme};

/// What a comparison wants of a run.
pub(crate) struct Wanted<'a> {
    pub contest: &'a Contest<'a>,
    pub events: Vec<Event>,
    /// Keep every value.
    pub keep: bool,
}

impl Wanted<'_> {
    /// The differences are needed.
    fn keeps_differences(&self) -> bool {
        self.keep || self.events.iter().any(Event::needs_values)
    }
}

/// What a comparison got from a run.
pub(crate) struct Drawn {
    pub route: Route,
    /// Resamples that count.
    pub completed: u64,
    /// Differences in order of resample number, scaled, if kept.
    pub differences: Vec<f64>,
    /// M(baseline) and M(system) of bootstrap resamples, scaled, if kept.
    pub values: [Vec<f64>; 2],
    /// Resamples without a class that the data have.
    pub lost: u64,
    /// The p-value of each event that was asked for, in order.
    pub tested: Vec<Value>,
}

/// A way to draw some comparisons together.
struct Shared<'w, 'a> {
    wanted: Vec<(usize, &'w Wanted<'a>)>,
    route: Route,
    resampler: Box<dyn Resampler + 'w>,
}

/// Draws what is wanted; `None` for comparisons that a stopped run did not reach.
///
/// # Errors
/// When the engine cannot start.
pub(crate) fn draw(
    metric: &dyn Metric,
    wanted: &[Wanted],
    resampling: Resampling,
    request: &Request,
    control: &Control,
) -> Result<Vec<Option<Drawn>>, Error> {
    let mut all: Vec<Option<Drawn>> = wanted.iter().map(|_| None).collect();
    for shared in runs(wanted, resampling, request) {
        let drawn = match resampling {
            Resampling::Items => of_items(metric, &shared, request, control),
            Resampling::Swaps => of_swaps(metric, &shared, request, control),
        };
        match drawn {
            Err(Error::Interrupted) => {}
            drawn => {
                for ((place, _), drawn) in shared.wanted.iter().zip(drawn?) {
                    all[*place] = Some(drawn);
                }
            }
        }
    }
    Ok(all)
}

/// Comparisons that share a run: the streamed ones together, every other one alone.
fn runs<'w, 'a>(wanted: &'w [Wanted<'a>], resampling: Resampling, request: &Request) -> Vec<Shared<'w, 'a>> {
    let level = request.compute.level.unwrap_or_else(Level::detected);
    let mut runs = Vec::new();
    let mut streamed: Vec<(usize, &Wanted)> = Vec::new();
    for (place, one) in wanted.iter().enumerate() {
        let contest = one.contest;
        let resampler: (Route, Box<dyn Resampler>) = match resampling {
            Resampling::Items => {
                let draws = request.variants.rule.draws(contest.items());
                let layout = Layout::new(&[contest.baseline, contest.system], draws);
                let (route, rows) = if request.variants.rule.replaces() {
                    route(&layout.columns, contest.items(), resampling, request.compute.route)
                } else {
                    // Groups are counted with replacement alone.
                    (
                        request.compute.route.unwrap_or_else(|| joint_route::beyond(false, contest.items())),
                        None,
                    )
                };
                match (route, rows) {
                    (Route::Compressed, Some(rows)) => {
                        (route, Box::new(CompressedBootstrap::new(rows, draws, level)))
                    }
                    (Route::Indexed, _) => {
                        let design = design(request, contest.items());
                        (route, Box::new(IndexedBootstrap::new(&layout.columns, &design)))
                    }
                    _ => {
                        streamed.push((place, one));
                        continue;
                    }
                }
            }
            Resampling::Swaps => {
                let columns: Vec<&[i64]> = contest.differences.columns.iter().map(Vec::as_slice).collect();
                let (route, rows) = route(&columns, contest.changed, resampling, request.compute.route);
                match (route, rows) {
                    (Route::Compressed, Some(rows)) => (route, Box::new(CompressedFlips::new(rows, level))),
                    (Route::Indexed, _) => (route, Box::new(CoinFlips::new(&columns))),
                    _ => {
                        streamed.push((place, one));
                        continue;
                    }
                }
            }
        };
        runs.push(Shared { wanted: vec![(place, one)], route: resampler.0, resampler: resampler.1 });
    }
    if let Some((_, first)) = streamed.first() {
        let resampler: Box<dyn Resampler> = match resampling {
            Resampling::Items => {
                let draws = request.variants.rule.draws(first.contest.items());
                let layout = Layout::new(&systems(&streamed), draws);
                let design = design(request, first.contest.items());
                Box::new(StreamedBootstrap::new(&layout.columns, &design, level))
            }
            Resampling::Swaps => {
                let columns = streamed.iter().flat_map(|(_, one)| &one.contest.differences.columns);
                Box::new(StreamedFlips::new(&columns.map(Vec::as_slice).collect::<Vec<_>>(), level))
            }
        };
        runs.push(Shared { wanted: streamed, route: Route::Streamed, resampler });
    }
    runs
}

/// What a resample draws of the items.
fn design(request: &Request, items: u64) -> Design {
    Design {
        replacement: request.variants.rule.replaces(),
        ..Design::draws(items, request.variants.rule.draws(items))
    }
}

/// The baseline and the systems of some comparisons.
fn systems<'a>(wanted: &[(usize, &Wanted<'a>)]) -> Vec<&'a Counted> {
    let baseline = wanted.iter().take(1).map(|(_, one)| one.contest.baseline);
    baseline.chain(wanted.iter().map(|(_, one)| one.contest.system)).collect()
}

/// The route of one comparison, a frozen function of its data, with the groups that it needs.
fn route(
    columns: &[&[i64]],
    items: u64,
    resampling: Resampling,
    asked: Option<Route>,
) -> (Route, Option<JointRows>) {
    let most = match asked {
        Some(Route::Compressed) => usize::MAX,
        Some(route) => return (route, None),
        None => {
            joint_route::most_groups(resampling == Resampling::Swaps, items, columns.len() as u64) as usize
        }
    };
    // Nothing varies: one group of all items.
    let rows = match resampling {
        Resampling::Items => JointRows::of_columns(columns, most),
        Resampling::Swaps => JointRows::of_differences(columns, most),
    };
    match rows {
        Some(rows) => (Route::Compressed, Some(rows)),
        None => (joint_route::beyond(resampling == Resampling::Swaps, items), None),
    }
}

fn of_items(
    metric: &dyn Metric,
    shared: &Shared,
    request: &Request,
    control: &Control,
) -> Result<Vec<Drawn>, Error> {
    let contest = shared.wanted[0].1.contest;
    let draws = request.variants.rule.draws(contest.items());
    let systems = systems(&shared.wanted);
    let layout = Layout::new(&systems, draws);
    let classes = metric.classes(&sums(contest.baseline));
    let statistic = Resampled { metric, layout, classes };
    let mut thresholds = vec![(0, Threshold::AtLeast(0.5))];
    for (at, (_, one)) in shared.wanted.iter().enumerate() {
        let each = one.events.iter().flat_map(|event| event.bounds.thresholds());
        thresholds.extend(each.map(|threshold| (Resampled::of_difference(at + 1), threshold)));
    }
    let mut keep = Vec::new();
    if shared.wanted.iter().any(|(_, one)| one.keep) {
        keep.push(Resampled::of_system(0));
    }
    for (at, (_, one)) in shared.wanted.iter().enumerate() {
        keep.extend(one.keep.then_some(Resampled::of_system(at + 1)));
        keep.extend(one.keeps_differences().then_some(Resampled::of_difference(at + 1)));
    }
    let plan = plan(shared, thresholds, keep, request);
    let tally = run(&plan, shared.resampler.as_ref(), &statistic, control)?;
    let (completed, totals) = (tally.completed(), tally.totals());
    if completed == 0 {
        return Err(Error::Interrupted);
    }
    let scaling = request.variants.rule.scaling(contest.items());
    let mut kept = tally.values;
    let mut value = |which: usize| match plan.keep.iter().position(|&kept| kept == which) {
        None => Vec::new(),
        // All comparisons share the baseline.
        Some(place) if which == Resampled::of_system(0) => kept[place].clone(),
        Some(place) => mem::take(&mut kept[place]),
    };
    let mut counts = &totals[1..];
    let mut drawn = Vec::new();
    for (at, (_, one)) in shared.wanted.iter().enumerate() {
        let mut differences = value(Resampled::of_difference(at + 1));
        let tested = tested(&one.events, &mut counts, &differences, completed, request)?;
        // Tests count what was drawn; intervals and standard errors are of the scaled replicates.
        let scaled = |observed: f64, drawn: &mut Vec<f64>| {
            for value in drawn.iter_mut() {
                *value = rescaled(observed, *value, scaling);
            }
        };
        scaled(one.contest.difference(), &mut differences);
        let mut values = [0, at + 1].map(|system| value(Resampled::of_system(system)));
        values.iter_mut().zip(one.contest.values).for_each(|(values, observed)| scaled(observed, values));
        let (route, lost) = (shared.route, totals[0]);
        drawn.push(Drawn { route, completed, differences, values, lost, tested });
    }
    Ok(drawn)
}

fn of_swaps(
    metric: &dyn Metric,
    shared: &Shared,
    request: &Request,
    control: &Control,
) -> Result<Vec<Drawn>, Error> {
    let comparisons = shared.wanted.iter().map(|(_, one)| &one.contest.differences).collect();
    let statistic = Swapped { metric, comparisons };
    let each = |(at, (_, one)): (usize, &(usize, &Wanted))| {
        let thresholds: Vec<_> = one.events.iter().flat_map(|event| event.bounds.thresholds()).collect();
        thresholds.into_iter().map(move |threshold| (at, threshold))
    };
    let thresholds = shared.wanted.iter().enumerate().flat_map(each).collect();
    let keep = (0..shared.wanted.len()).filter(|&at| shared.wanted[at].1.keeps_differences()).collect();
    let plan = plan(shared, thresholds, keep, request);
    let tally = run(&plan, shared.resampler.as_ref(), &statistic, control)?;
    let (completed, totals) = (tally.completed(), tally.totals());
    if completed == 0 {
        return Err(Error::Interrupted);
    }
    let mut counts = &totals[..];
    let mut kept = tally.values.into_iter();
    let mut drawn = Vec::new();
    for (_, one) in &shared.wanted {
        let differences = if one.keeps_differences() { kept.next().unwrap_or_default() } else { Vec::new() };
        drawn.push(Drawn {
            route: shared.route,
            completed,
            tested: tested(&one.events, &mut counts, &differences, completed, request)?,
            differences,
            values: [Vec::new(), Vec::new()],
            lost: 0,
        });
    }
    Ok(drawn)
}

fn plan(
    shared: &Shared,
    thresholds: Vec<(usize, Threshold<f64>)>,
    keep: Vec<usize>,
    request: &Request,
) -> Run<f64> {
    let resampler = &shared.resampler;
    Run {
        seed: request.compute.seed,
        // Draws that are shared belong to no comparison.
        comparison: if shared.route == Route::Streamed { 0 } else { shared.wanted[0].1.contest.place },
        range: 0..request.compute.resamples,
        shard_size: request
            .compute
            .shard_size
            .unwrap_or_else(|| default_shard_size(resampler.cost(), resampler.batch())),
        thresholds,
        keep,
    }
}

/// The p-value of each event from the counts of its thresholds, which are taken off the front of `counts`.
fn tested(
    events: &[Event],
    counts: &mut &[u64],
    differences: &[f64],
    completed: u64,
    request: &Request,
) -> Result<Vec<Value>, Error> {
    let value = |event: &Event| {
        let (mine, rest) = counts.split_at(event.bounds.thresholds().len());
        *counts = rest;
        if event.needs_values() {
            return of_extreme((event.counted(differences), 1.0), completed, request.variants.raw_p);
        }
        event.bounds.of_counts(mine, completed, request.variants.raw_p)
    };
    events.iter().map(value).collect()
}

/// The sums of all items.
pub(crate) fn sums(counted: &Counted) -> Vec<i64> {
    counted.columns.iter().map(|column| column.iter().sum()).collect()
}

/// Distinct rows of both systems' statistics, where they are few enough to be counted; else the items.
pub(crate) fn distinct(contest: &Contest) -> u64 {
    let items = contest.items();
    let layout = Layout::new(&[contest.baseline, contest.system], items);
    let most = joint_route::most_groups(false, items, layout.columns.len() as u64) as usize;
    JointRows::of_columns(&layout.columns, most).map_or(items, |rows| rows.len() as u64)
}
