//! Routes and resamplers of means: sums of differences, and of the scores of one system.

use std::borrow::Cow;

use restrap_core::{
    CoinFlips, CompressedBootstrap, CompressedFlips, DistinctRows, IndexedBootstrap, Level,
    Resampler, StreamedBootstrap, StreamedFlips,
};
use restrap_engine::{Route, bootstrap_route, permutation_route};

use crate::data::pair::Pair;
use crate::design::repeated::Repeated;
use crate::design::scheme::Scheme;
use crate::error::Error;

/// The route of one comparison: a frozen function of its data.
pub(crate) fn route(pair: &Pair, swaps: bool) -> Route {
    // Rows with counts are never drawn item by item.
    if pair.difference.single().is_none() {
        return Route::Compressed;
    }
    match swaps {
        // A size has two signs at most, and more sizes never lead to the compressed route.
        true if permutation_route(pair.changed(), pair.distinct() / 2) == Route::Compressed => {
            permutation_route(pair.changed(), pair.rows().sizes().len() as u64)
        }
        true => permutation_route(pair.changed(), pair.distinct()),
        // Only whole groups of all items are counted.
        false if !pair.design.is_compressible() => bootstrap_route(pair.units(), u64::MAX),
        false => bootstrap_route(pair.units(), pair.distinct()),
    }
}

/// Why the data lead to a route, in words.
pub(crate) fn because(pair: &Pair, swaps: bool, route: Route) -> String {
    let items = if swaps { pair.changed() } else { pair.items() };
    let groups = if swaps && route == Route::Compressed {
        format!("{} distinct sizes", pair.rows().sizes().len())
    } else {
        format!("{} distinct differences", pair.distinct())
    };
    let why = match route {
        Route::Compressed => "one look-up per group is cheapest",
        Route::Streamed if swaps => "one random bit per item is cheapest",
        Route::Streamed => "one random byte per item is cheapest",
        Route::Indexed => "so few items are cheapest drawn one by one",
    };
    format!("{groups} of {items} items: {why}")
}

/// Draws one column of sums per pair.
///
/// # Errors
/// For another route of more than 10,000,000 items in rows with counts.
pub(crate) fn resampler(
    pairs: &[&Pair],
    swaps: bool,
    route: Route,
    level: Level,
) -> Result<Box<dyn Resampler>, Error> {
    let design = &pairs[0].design;
    let items: Vec<Cow<[i64]>> = if route == Route::Compressed {
        Vec::new()
    } else {
        let items = pairs.iter().map(|pair| pair.difference.one_by_one());
        items.collect::<Result<_, Error>>()?
    };
    let columns: Vec<&[i64]> = items.iter().map(|items| &items[..]).collect();
    Ok(match (swaps, route) {
        (false, Route::Compressed) => Box::new(CompressedBootstrap::new(
            pairs[0].rows(),
            design.draws(),
            level,
        )),
        (false, _) => of_columns(&columns, design, route, level),
        (true, Route::Compressed) => Box::new(CompressedFlips::new(pairs[0].rows().sizes(), level)),
        (true, Route::Streamed) => Box::new(StreamedFlips::new(&columns, level)),
        (true, Route::Indexed) => Box::new(CoinFlips::new(&columns)),
    })
}

/// The route of a system on its own.
pub(crate) fn route_of_column(column: &Repeated, asked: Option<Route>) -> Route {
    match (asked, column.single()) {
        (_, None) => Route::Compressed,
        (Some(Route::Indexed), _) => Route::Indexed,
        (_, Some(items)) => bootstrap_route(items.len() as u64, u64::MAX),
    }
}

/// Draws the sum of one column.
pub(crate) fn of_column(
    column: &Repeated,
    design: &Scheme,
    route: Route,
    level: Level,
) -> Box<dyn Resampler> {
    let Some(items) = column.single() else {
        let rows = column
            .distinct(usize::MAX)
            .unwrap_or_else(|_| DistinctRows::of_column(column.rows()));
        return Box::new(CompressedBootstrap::new(rows, design.draws(), level));
    };
    of_columns(&[items], design, route, level)
}

fn of_columns(
    columns: &[&[i64]],
    design: &Scheme,
    route: Route,
    level: Level,
) -> Box<dyn Resampler> {
    let sorted = design.columns(columns);
    let columns: Vec<&[i64]> = sorted.iter().map(|column| &column[..]).collect();
    match route {
        Route::Indexed => Box::new(IndexedBootstrap::new(&columns, design.drawn())),
        _ => Box::new(StreamedBootstrap::new(&columns, design.drawn(), level)),
    }
}
