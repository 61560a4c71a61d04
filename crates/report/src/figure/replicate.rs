//! Several data sets as figures.

use restrap::number::{percent, signed};
use restrap::outcome::MetricInfo;
use restrap::{CellOutcome, MeanOutcome, ReplicateOutcome};

use super::compare::{both, in_brackets, measure};
use super::forest::{Above, Estimate, Forest};
use crate::cells::ends;

/// Rows beyond which the means stand alone.
const MOST_ROWS: usize = 120;

/// The difference of each system from the baseline on each data set and in the mean over them, under the primary metric.
pub fn data_sets(outcome: &ReplicateOutcome) -> Forest {
    let metric = &outcome.metrics[0];
    let of_metric = |cell: &&CellOutcome| cell.metric == metric.name;
    let means_alone = outcome.cells.iter().filter(of_metric).count() + outcome.means.len() > MOST_ROWS;
    let decimals = outcome.decimals(metric);
    let mut rows = Vec::new();
    for system in &outcome.systems {
        let from = rows.len();
        if !means_alone {
            let own = outcome.cells.iter().filter(of_metric).filter(|cell| cell.system == *system);
            rows.extend(own.map(|cell| of_cell(cell, decimals)));
        }
        let means = outcome.means.iter().filter(|mean| mean.metric == metric.name && mean.system == *system);
        rows.extend(means.map(|mean| of_mean(mean, means_alone, decimals)));
        if let Some(first) = rows.get_mut(from)
            && outcome.systems.len() > 1
            && !means_alone
        {
            first.above = Above::Heading(system.clone());
        }
    }
    let each = match &outcome.systems[..] {
        [one] => one,
        _ => "Each system",
    };
    let joint = if outcome.family.is_some() { "joint " } else { "" };
    let of = if means_alone { ", mean over data sets" } else { "" };
    Forest {
        title: format!("{each} less {}{of}, {joint}{} CI", outcome.baseline, percent(outcome.confidence)),
        x: told(metric, means_alone),
        lines: vec![(0.0, false)],
        rows,
    }
}

fn told(metric: &MetricInfo, means_alone: bool) -> String {
    let diamond = if means_alone { "" } else { "; diamond: mean over data sets" };
    format!("difference in {}{diamond}; full point: a difference was shown", measure(metric))
}

fn of_cell(cell: &CellOutcome, decimals: usize) -> Estimate {
    let interval = cell.interval.as_ref();
    Estimate {
        above: Above::Nothing,
        name: cell.dataset.clone(),
        value: signed(cell.difference, decimals) + &in_brackets(ends(interval, decimals)),
        group: String::new(),
        point: cell.difference,
        interval: interval.map(both),
        shown: cell.shown,
        is_sum: false,
    }
}

fn of_mean(mean: &MeanOutcome, alone: bool, decimals: usize) -> Estimate {
    let interval = mean.interval.as_ref();
    Estimate {
        above: Above::Nothing,
        name: if alone { mean.system.clone() } else { format!("mean of {}", mean.n) },
        value: signed(mean.difference, decimals) + &in_brackets(ends(interval, decimals)),
        group: String::new(),
        point: mean.difference,
        interval: interval.map(both),
        shown: mean.shown,
        is_sum: !alone,
    }
}
