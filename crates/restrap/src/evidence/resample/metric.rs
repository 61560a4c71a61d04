//! Routes and resamplers of a corpus metric: sums of statistics, and of what swaps move.

use restrap_core::{
    CoinFlips, CompressedBootstrap, CompressedFlips, Design, IndexedBootstrap, IntegerColumn,
    JointRows, Level, Resampler, SlicedFlips, StreamedBootstrap, StreamedFlips, is_sliced,
};
use restrap_engine::{Route, joint_route};

use crate::data::contest::{Contest, Summed};
use crate::data::layout::Layout;
use crate::data::scores::Counted;
use crate::design::scheme::Scheme;
use crate::request::Request;
use crate::request::rule::Rule;

/// The route of one comparison, a frozen function of its data.
pub(crate) fn route(contest: &Contest, swaps: bool, request: &Request) -> Route {
    let items = if swaps {
        contest.changed
    } else {
        contest.items()
    };
    // Rows with counts are never drawn item by item.
    if !contest.times().are_once() {
        return Route::Compressed;
    }
    request.compute.route.unwrap_or_else(|| {
        // Groups are counted with replacement alone.
        let grouped = contest.summed().is_some_and(|summed| {
            if swaps {
                summed.swapped_rows().is_some()
            } else {
                let is_compressible = contest
                    .strata
                    .as_ref()
                    .is_none_or(|design| design.is_compressible());
                is_compressible && request.variants.rule.replaces() && summed.item_rows().is_some()
            }
        });
        if grouped {
            Route::Compressed
        } else {
            joint_route::beyond(swaps, items)
        }
    })
}

/// Distinct rows of both systems' statistics, where they are few enough to be counted; else the items.
pub(crate) fn distinct(contest: &Contest) -> u64 {
    let rows = contest.summed().and_then(Summed::item_rows);
    rows.map_or(contest.items(), |rows| rows.len() as u64)
}

/// Draws the statistics of the baseline and of the systems of some contests.
pub(crate) fn items(
    contests: &[&Summed],
    strata: Option<&Scheme>,
    rule: Rule,
    route: Route,
    level: Level,
) -> Box<dyn Resampler> {
    let (items, draws) = (contests[0].items(), rule.draws(contests[0].items()));
    let layout = Layout::new(&systems(contests), draws);
    if let Some(strata) = strata.filter(|strata| !strata.is_compressible()) {
        let columns = strata.moved(&layout.columns);
        let columns: Vec<&IntegerColumn> = columns.iter().map(AsRef::as_ref).collect();
        return bootstrap(&columns, strata.drawn(), route, level);
    }
    let design = Design {
        replacement: rule.replaces(),
        ..Design::draws(items, draws)
    };
    let rows = match (route, contests[0].item_rows()) {
        (Route::Compressed, Some(rows)) => Some(rows.clone()),
        // Asked for, where it is not the route of the data.
        (Route::Compressed, None) => {
            JointRows::of_times(&layout.columns, contests[0].times(), usize::MAX)
        }
        _ => None,
    };
    if let Some(rows) = rows {
        return Box::new(CompressedBootstrap::new(rows, draws, level));
    }
    bootstrap(&layout.columns, &design, route, level)
}

/// Draws items one by one, or all of them at once.
pub(crate) fn bootstrap(
    columns: &[&IntegerColumn],
    design: &Design,
    route: Route,
    level: Level,
) -> Box<dyn Resampler> {
    if route == Route::Indexed {
        let whole: Vec<_> = columns.iter().map(|column| column.whole()).collect();
        let columns: Vec<&[i64]> = whole.iter().map(AsRef::as_ref).collect();
        return Box::new(IndexedBootstrap::new(&columns, design));
    }
    Box::new(StreamedBootstrap::of_columns(columns, design, level))
}

/// Draws what random swaps move in some contests.
pub(crate) fn swaps(contests: &[&Summed], route: Route, level: Level) -> Box<dyn Resampler> {
    let columns: Vec<&IntegerColumn> = contests
        .iter()
        .flat_map(|contest| &contest.differences.columns)
        .collect();
    let rows = match (route, contests[0].swapped_rows()) {
        (Route::Compressed, Some(rows)) => Some(rows.clone()),
        (Route::Compressed, None) => {
            JointRows::of_counted_differences(&columns, contests[0].times(), usize::MAX)
        }
        _ => None,
    };
    if let Some(rows) = rows {
        return Box::new(CompressedFlips::new(rows, level));
    }
    if route == Route::Streamed && is_sliced(&columns) {
        return Box::new(SlicedFlips::new(&columns, level));
    }
    let whole: Vec<_> = columns.iter().map(|column| column.whole()).collect();
    let columns: Vec<&[i64]> = whole.iter().map(AsRef::as_ref).collect();
    match route {
        Route::Indexed => Box::new(CoinFlips::new(&columns)),
        _ => Box::new(StreamedFlips::new(&columns, level)),
    }
}

/// The baseline and the systems of some contests.
pub(crate) fn systems<'a>(contests: &[&Summed<'a>]) -> Vec<&'a Counted> {
    let baseline = contests.iter().take(1).map(|contest| contest.baseline);
    baseline
        .chain(contests.iter().map(|contest| contest.system))
        .collect()
}
