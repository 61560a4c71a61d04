//! Routes and resamplers of means: sums of differences, and of the scores of one system.

use restrap_core::{
    CoinFlips, CompressedBootstrap, CompressedFlips, IndexedBootstrap, Level, Resampler,
    StreamedBootstrap, StreamedFlips,
};
use restrap_engine::{Route, bootstrap_route, permutation_route};

use crate::data::pair::Pair;
use crate::design::scheme::Scheme;

/// The route of one comparison: a frozen function of its data.
pub(crate) fn route(pair: &Pair, swaps: bool) -> Route {
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
pub(crate) fn resampler(
    pairs: &[&Pair],
    swaps: bool,
    route: Route,
    level: Level,
) -> Box<dyn Resampler> {
    let columns: Vec<&[i64]> = pairs
        .iter()
        .map(|pair| &pair.encoded.difference[..])
        .collect();
    let design = &pairs[0].design;
    match (swaps, route) {
        (false, Route::Compressed) => Box::new(CompressedBootstrap::new(
            pairs[0].rows(),
            design.draws(),
            level,
        )),
        (false, _) => of_columns(&columns, design, route, level),
        (true, Route::Compressed) => Box::new(CompressedFlips::new(pairs[0].rows().sizes(), level)),
        (true, Route::Streamed) => Box::new(StreamedFlips::new(&columns, level)),
        (true, Route::Indexed) => Box::new(CoinFlips::new(&columns)),
    }
}

/// The route of a system on its own.
pub(crate) fn route_of_column(items: u64, asked: Option<Route>) -> Route {
    match asked {
        Some(Route::Indexed) => Route::Indexed,
        _ => bootstrap_route(items, u64::MAX),
    }
}

/// Draws the sum of one column.
pub(crate) fn of_column(
    column: &[i64],
    design: &Scheme,
    route: Route,
    level: Level,
) -> Box<dyn Resampler> {
    of_columns(&[column], design, route, level)
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
