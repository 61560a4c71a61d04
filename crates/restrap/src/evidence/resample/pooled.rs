//! Labels of statistics of different items: which items are the system's, how they are drawn, and all of them where they are few.

use std::sync::Arc;

use restrap_core::{Design, IntegerColumn, Level, Resampler, Statistic};
use restrap_engine::Route;
use restrap_metrics::Metric;
use restrap_stats::Probability;

use crate::data::pooled::Apart;
use crate::evidence::resample::bounds::{Combine, Value};
use crate::evidence::resample::event::ExtremeValues;
use crate::evidence::resample::metric::bootstrap;
use crate::evidence::resample::swaps::ByLaw;

/// Items of both systems from which the streamed route draws labels.
const STREAMED_FROM: u64 = 256;
/// Labels that are gone through one by one, at most.
const FEW_LABELS: f64 = 200_000.0;

/// What was asked for, or what costs least.
pub(crate) fn route(apart: &Apart, asked_for: Option<Route>) -> Route {
    let by_items = if apart.items() < STREAMED_FROM {
        Route::Indexed
    } else {
        Route::Streamed
    };
    asked_for.unwrap_or(by_items)
}

/// Draws the sums of the items that are the system's.
pub(crate) fn resampler(apart: &Apart, route: Route, level: Level) -> Box<dyn Resampler> {
    let columns: Vec<&IntegerColumn> = apart.pooled.iter().collect();
    let design = Design {
        strata: vec![(apart.items(), apart.sizes[1])],
        replacement: false,
    };
    // Labels have no distinct rows to count.
    let route = if route == Route::Streamed {
        route
    } else {
        Route::Indexed
    };
    bootstrap(&columns, &design, route, level)
}

/// The difference under drawn labels.
pub(crate) struct Labelled<'a> {
    pub metric: &'a dyn Metric,
    pub apart: Arc<Apart>,
}

impl Statistic for Labelled<'_> {
    type Value = f64;

    fn columns(&self) -> usize {
        self.apart.total.len()
    }

    fn values(&self) -> usize {
        1
    }

    fn finish(&self, sums: &[i64], values: &mut Vec<f64>) {
        self.apart.values(self.metric, sums, values);
    }

    fn finish_all<'v>(&self, sums: &'v [i64], values: &'v mut Vec<f64>) -> &'v [f64] {
        values.clear();
        self.finish(sums, values);
        values
    }
}

/// The p-value over all labels, with the difference under each where an interval needs them (`keeps`); `None` where they are too many.
pub(crate) fn law(
    metric: &dyn Metric,
    apart: &Apart,
    event: &ExtremeValues,
    keeps: bool,
) -> Option<ByLaw> {
    let value = |p: f64| Value {
        p: Probability::new(p),
        relative_error: 0.0,
        exact: true,
        sampled: None,
    };
    if event.bounds.is_certain() && !keeps {
        return Some((value(1.0), Vec::new()));
    }
    let mut kept = Vec::new();
    let (items, own) = (apart.items() as usize, apart.sizes[1] as usize);
    let labels: f64 = (1..=own.min(items - own))
        .map(|i| (items + 1 - i) as f64 / i as f64)
        .product();
    if labels > FEW_LABELS {
        return None;
    }
    let mut counts = [0_u64; 3];
    let mut sums = vec![0; apart.total.len()];
    each(apart, 0, own, &mut sums, &mut |sums| {
        let difference = apart.value(metric, sums);
        if keeps {
            kept.push((difference, 1.0 / labels.round()));
        }
        let above = event.bounds.upper.is_some_and(|bound| difference >= bound);
        let below = event.bounds.lower.is_some_and(|bound| difference <= bound);
        for (count, is_in) in counts.iter_mut().zip([above, below, above || below]) {
            *count += u64::from(is_in);
        }
    });
    let [above, below, either] = counts;
    let extreme = match event.bounds.combine {
        Combine::Sum => either,
        Combine::DoubleSmaller => 2 * above.min(below),
    };
    let p = if event.bounds.is_certain() {
        1.0
    } else {
        (extreme as f64 / labels.round()).min(1.0)
    };
    Some((value(p), kept))
}

/// Calls `seen` with the sums of every choice of `left` items from `from` on, added to `sums`.
fn each(
    apart: &Apart,
    from: usize,
    left: usize,
    sums: &mut Vec<i64>,
    seen: &mut impl FnMut(&[i64]),
) {
    if left == 0 {
        return seen(sums);
    }
    for item in from..=apart.items() as usize - left {
        let add = |sums: &mut Vec<i64>, sign: i64| {
            sums.iter_mut()
                .zip(&apart.pooled)
                .for_each(|(sum, column)| *sum += sign * column.get(item));
        };
        add(sums, 1);
        each(apart, item + 1, left - 1, sums, seen);
        add(sums, -1);
    }
}
