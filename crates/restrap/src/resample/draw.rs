//! What is drawn: the route of each comparison, and one run for all that share their draws.
//!
//! Streamed comparisons are drawn together: one set of counts or signs an item, dotted with every system's differences.
//! Compressed and indexed ones have groups of their own, and their own number in the addresses of the stream.

use restrap_core::{
    CoinFlips, CompressedBootstrap, CompressedFlips, IndexedBootstrap, Level, Resampler, StreamedBootstrap,
    StreamedFlips, Sums,
};
use restrap_engine::{Control, Route, Run, bootstrap_route, default_shard_size, permutation_route, run};

use crate::data::design::BootstrapDesign;
use crate::data::pair::Pair;
use crate::error::Error;
use crate::request::Request;
use crate::resample::bounds::{Resampling, Value};
use crate::resample::extreme::Extreme;

/// What one comparison wants of a run.
pub(crate) struct Wanted<'a> {
    pub pair: &'a Pair<'a>,
    /// Number of the comparison.
    pub index: u16,
    pub events: Vec<Extreme>,
    /// Keep every sum, for an interval.
    pub keep: bool,
}

impl Wanted<'_> {
    /// Every sum is needed.
    fn keeps(&self) -> bool {
        self.keep || self.events.iter().any(Extreme::needs_sums)
    }
}

/// What one comparison got from a run.
pub(crate) struct Drawn {
    pub resampling: Resampling,
    pub route: Route,
    /// Resamples that count.
    pub completed: u64,
    /// Sums in order of resample number, if kept.
    pub sums: Vec<i64>,
    events: Vec<Extreme>,
    /// Of the thresholds of all events.
    counts: Vec<u64>,
}

impl Drawn {
    /// The p-value of each event that was asked for, in order.
    pub fn values(&self, raw: bool) -> Result<Vec<Value>, Error> {
        let mut counts = &self.counts[..];
        let value = |event: &Extreme| {
            let (mine, rest) = counts.split_at(event.thresholds().len());
            counts = rest;
            if event.needs_sums() {
                return event.of_sums(&self.sums, raw);
            }
            event.of_counts(mine, self.completed, raw)
        };
        self.events.iter().map(value).collect()
    }
}

/// Comparisons that share a run, by their place in `wanted`: the streamed ones together, every other one alone.
pub(crate) fn runs(wanted: &[Wanted], resampling: Resampling, request: &Request) -> Vec<(Route, Vec<usize>)> {
    let mut runs: Vec<(Route, Vec<usize>)> = Vec::new();
    for (place, wanted) in wanted.iter().enumerate() {
        let route = request.compute.route.unwrap_or_else(|| route(wanted.pair, resampling));
        let shared = runs.iter_mut().find(|run| route == Route::Streamed && run.0 == route);
        match shared {
            Some((_, places)) => places.push(place),
            None => runs.push((route, vec![place])),
        }
    }
    runs
}

/// Draws for comparisons that share a run.
///
/// # Errors
/// [`Error::Interrupted`] if no shard was finished.
pub(crate) fn draw(
    wanted: &[&Wanted],
    resampling: Resampling,
    route: Route,
    request: &Request,
    control: &Control,
) -> Result<Vec<Drawn>, Error> {
    let pairs: Vec<&Pair> = wanted.iter().map(|wanted| wanted.pair).collect();
    let level = request.compute.level.unwrap_or_else(Level::detected);
    let resampler = resampler(&pairs, resampling, route, level);
    let thresholds = |(column, wanted): (usize, &&Wanted)| {
        let thresholds: Vec<_> = wanted.events.iter().flat_map(Extreme::thresholds).collect();
        thresholds.into_iter().map(move |threshold| (column, threshold))
    };
    let plan = Run {
        seed: request.compute.seed,
        // Draws that are shared belong to no comparison.
        comparison: if route == Route::Streamed { 0 } else { wanted[0].index },
        range: 0..request.compute.resamples,
        shard_size: request
            .compute
            .shard_size
            .unwrap_or_else(|| default_shard_size(resampler.cost(), resampler.batch())),
        thresholds: wanted.iter().enumerate().flat_map(thresholds).collect(),
        keep: (0..wanted.len()).filter(|&column| wanted[column].keeps()).collect(),
    };
    let tally = run(&plan, resampler.as_ref(), &Sums(wanted.len()), control)?;
    let completed = tally.completed();
    if completed == 0 {
        return Err(Error::Interrupted);
    }
    let totals = tally.totals();
    let mut counts = &totals[..];
    let mut kept = tally.values.into_iter();
    let drawn = wanted.iter().map(|wanted| {
        let own = wanted.events.iter().map(|event| event.thresholds().len()).sum();
        let (mine, rest) = counts.split_at(own);
        counts = rest;
        Drawn {
            resampling,
            route,
            completed,
            sums: if wanted.keeps() { kept.next().unwrap_or_default() } else { Vec::new() },
            events: wanted.events.clone(),
            counts: mine.to_vec(),
        }
    });
    Ok(drawn.collect())
}

/// The route of one comparison: a frozen function of its data.
pub(crate) fn route(pair: &Pair, resampling: Resampling) -> Route {
    match resampling {
        // Only whole groups of all items are counted.
        Resampling::Items if !pair.design.is_compressible() => bootstrap_route(pair.items(), u64::MAX),
        Resampling::Items => bootstrap_route(pair.items(), pair.distinct()),
        Resampling::Swaps => {
            // A size has two signs at most, and more sizes never lead to the compressed route.
            let groups = pair.distinct();
            if permutation_route(pair.changed(), groups / 2) == Route::Compressed {
                permutation_route(pair.changed(), pair.rows().sizes().len() as u64)
            } else {
                permutation_route(pair.changed(), groups)
            }
        }
    }
}

/// Why the data lead to a route, in words.
pub(crate) fn because(pair: &Pair, resampling: Resampling, route: Route) -> String {
    let (groups, items) = match resampling {
        Resampling::Items => (format!("{} distinct differences", pair.distinct()), pair.items()),
        Resampling::Swaps if route == Route::Compressed => {
            (format!("{} distinct sizes", pair.rows().sizes().len()), pair.changed())
        }
        Resampling::Swaps => (format!("{} distinct differences", pair.distinct()), pair.changed()),
    };
    let why = match (resampling, route) {
        (_, Route::Compressed) => "one look-up or few a group cost least",
        (Resampling::Items, Route::Streamed) => "a random byte an item costs least",
        (Resampling::Swaps, Route::Streamed) => "a random bit an item costs least",
        (_, Route::Indexed) => "so few items are drawn one by one",
    };
    format!("{groups} of {items} items: {why}")
}

/// The sums of one column of items, in order of resample number: for the interval of a system on its own. Fewer where the
/// run was stopped.
///
/// # Errors
/// When the engine cannot start.
pub(crate) fn draw_alone(
    column: &[i64],
    design: &BootstrapDesign,
    place: u16,
    request: &Request,
    control: &Control,
) -> Result<Vec<i64>, Error> {
    let level = request.compute.level.unwrap_or_else(Level::detected);
    let route = match request.compute.route {
        Some(Route::Indexed) => Route::Indexed,
        _ => bootstrap_route(column.len() as u64, u64::MAX),
    };
    let columns = design.columns(&[column]);
    let columns: Vec<&[i64]> = columns.iter().map(|column| &column[..]).collect();
    let resampler: Box<dyn Resampler> = match route {
        Route::Indexed => Box::new(IndexedBootstrap::new(&columns, design.drawn())),
        _ => Box::new(StreamedBootstrap::new(&columns, design.drawn(), level)),
    };
    let plan = Run {
        seed: request.compute.seed,
        comparison: place,
        range: 0..request.compute.resamples,
        shard_size: request
            .compute
            .shard_size
            .unwrap_or_else(|| default_shard_size(resampler.cost(), resampler.batch())),
        thresholds: Vec::new(),
        keep: vec![0],
    };
    Ok(run(&plan, resampler.as_ref(), &Sums(1), control)?.values.remove(0))
}

/// Draws one column of sums a pair.
pub(crate) fn resampler(
    pairs: &[&Pair],
    resampling: Resampling,
    route: Route,
    level: Level,
) -> Box<dyn Resampler> {
    let columns: Vec<&[i64]> = pairs.iter().map(|pair| &pair.encoded.difference[..]).collect();
    let design = pairs[0].design;
    let sorted = || design.columns(&columns);
    match (resampling, route) {
        (Resampling::Items, Route::Compressed) => {
            Box::new(CompressedBootstrap::new(pairs[0].rows(), design.draws(), level))
        }
        (Resampling::Items, Route::Streamed) => {
            let sorted = sorted();
            let columns: Vec<&[i64]> = sorted.iter().map(|column| &column[..]).collect();
            Box::new(StreamedBootstrap::new(&columns, design.drawn(), level))
        }
        (Resampling::Items, Route::Indexed) => {
            let sorted = sorted();
            let columns: Vec<&[i64]> = sorted.iter().map(|column| &column[..]).collect();
            Box::new(IndexedBootstrap::new(&columns, design.drawn()))
        }
        (Resampling::Swaps, Route::Compressed) => {
            Box::new(CompressedFlips::new(pairs[0].rows().sizes(), level))
        }
        (Resampling::Swaps, Route::Streamed) => Box::new(StreamedFlips::new(&columns, level)),
        (Resampling::Swaps, Route::Indexed) => Box::new(CoinFlips::new(&columns)),
    }
}
