//! What the best of n trials scores, against n.

use restrap::number::percent;
use restrap::{BestOf, BudgetOutcome, BudgetPoint, SearchOutcome};

use super::shapes::{Chart, Line, Panel, Shape};

/// Searches of a panel beyond which it is split.
const MOST_LINES: usize = 6;
/// From one drawn budget to the next, at least.
const RATIO: f64 = 1.25;
/// Budgets with ticks.
const TICKS: [u64; 13] = [
    1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000,
];

/// One line a search, with its band; budgets on a logarithmic axis.
pub fn budget(outcome: &BudgetOutcome) -> Chart {
    let panel = |searches: &[(usize, &SearchOutcome)]| {
        let most = searches
            .iter()
            .map(|(_, search)| search.trials)
            .max()
            .unwrap_or(0);
        let ticks = TICKS
            .into_iter()
            .filter(|tick| *tick <= most)
            .map(|tick| tick as f64);
        Panel {
            x: "trials of the search".to_owned(),
            y: "expected score of the best trial".to_owned(),
            close: true,
            at: ticks.collect(),
            lines: searches
                .iter()
                .map(|(place, search)| line(*place, search))
                .collect(),
            ..Panel::default()
        }
    };
    let numbered: Vec<(usize, &SearchOutcome)> = outcome.searches.iter().enumerate().collect();
    let by = match outcome.estimator {
        BestOf::V => "V-statistic",
        BestOf::U => "U-statistic",
    };
    Chart {
        title: format!(
            "Best of n trials ({by}), {} band over trials",
            percent(outcome.confidence)
        ),
        legend: outcome
            .searches
            .iter()
            .map(|search| search.name.clone())
            .collect(),
        panels: numbered.chunks(MOST_LINES).map(panel).collect(),
    }
}

/// Budgets in steps of a quarter, and the last, each with its band.
fn line(place: usize, search: &SearchOutcome) -> Line {
    let mut shown: Vec<&BudgetPoint> = Vec::new();
    for point in &search.points {
        let far = shown
            .last()
            .is_none_or(|last| point.trials as f64 >= RATIO * last.trials as f64);
        if far || point.trials == search.trials {
            shown.push(point);
        }
    }
    Line {
        name: place,
        points: shown
            .iter()
            .map(|point| (point.trials as f64, point.best))
            .collect(),
        intervals: shown.iter().map(|point| (point.low, point.high)).collect(),
        shape: Shape::Joined,
    }
}
