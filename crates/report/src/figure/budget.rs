//! What the best of n trials scores, against n.

use restrap::number::percent;
use restrap::{BestOf, BudgetOutcome, SearchOutcome};

use super::panel::{Chart, Line, Panel, Shape};

/// Searches of a panel beyond which it is split.
const MOST_LINES: usize = 6;
/// Points of a line that have an interval, beside the last.
const INTERVALS: usize = 12;

/// One line a search, with the ends of its band at a few budgets.
pub fn budget(outcome: &BudgetOutcome) -> Chart {
    let panel = |searches: &[(usize, &SearchOutcome)]| {
        let joined = searches.iter().map(|(place, search)| {
            let points = search.points.iter().map(|point| (point.trials as f64, point.best));
            Line::plain(*place, points.collect())
        });
        let bands = searches.iter().map(|(place, search)| band(*place, search));
        Panel {
            x: "trials of the search".to_owned(),
            y: "expected score of the best trial".to_owned(),
            lines: joined.chain(bands).collect(),
            ..Panel::default()
        }
    };
    let numbered: Vec<(usize, &SearchOutcome)> = outcome.searches.iter().enumerate().collect();
    let by = match outcome.estimator {
        BestOf::V => "V-statistic",
        BestOf::U => "U-statistic",
    };
    Chart {
        title: format!("Best of n trials ({by}), {} band over trials", percent(outcome.confidence)),
        legend: outcome.searches.iter().map(|search| search.name.clone()).collect(),
        panels: numbered.chunks(MOST_LINES).map(panel).collect(),
    }
}

/// Points with intervals, evenly over the budgets.
fn band(place: usize, search: &SearchOutcome) -> Line {
    let step = search.points.len().div_ceil(INTERVALS).max(1);
    let last = search.points.len().saturating_sub(1);
    let shown = (0..=last).filter(|at| at % step == 0 || *at == last);
    let shown: Vec<_> = shown.filter_map(|at| search.points.get(at)).collect();
    Line {
        name: place,
        points: shown.iter().map(|point| (point.trials as f64, point.best)).collect(),
        intervals: shown.iter().map(|point| (point.low, point.high)).collect(),
        shape: Shape::Points,
    }
}
