//! Several data sets as figures.

use restrap::number::{count, percent, signed};
use restrap::outcome::MetricInfo;
use restrap::{CellOutcome, CountOutcome, MeanOutcome, ReplicateOutcome};

use super::compare::{both, in_brackets, measure};
use super::power::of_p;
use super::shapes::{Above, Estimate, Forest};
use super::shapes::{Chart, Line, Panel};
use crate::cells::ends;

/// Rows beyond which the means stand alone.
const MOST_ROWS: usize = 120;

/// The difference of each system from the baseline on each data set and in the mean over them, under the primary metric.
pub fn data_sets(outcome: &ReplicateOutcome) -> Forest {
    let metric = &outcome.metrics[0];
    let of_metric = |cell: &&CellOutcome| cell.metric == metric.name;
    let means_alone =
        outcome.cells.iter().filter(of_metric).count() + outcome.means.len() > MOST_ROWS;
    let decimals = outcome.decimals(metric);
    let mut rows = Vec::new();
    for system in &outcome.systems {
        let from = rows.len();
        if !means_alone {
            let own = outcome
                .cells
                .iter()
                .filter(of_metric)
                .filter(|cell| cell.system == *system);
            rows.extend(own.map(|cell| of_cell(cell, decimals)));
        }
        let means = outcome
            .means
            .iter()
            .filter(|mean| mean.metric == metric.name && mean.system == *system);
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
    let joint = match &outcome.family {
        Some(family) if family.adjust.is_of_discoveries() => "FCR ",
        Some(_) => "joint ",
        None => "",
    };
    let of = if means_alone {
        ", mean over data sets"
    } else {
        ""
    };
    Forest {
        title: format!(
            "{each} − {}{of}, {joint}{} CI",
            outcome.baseline,
            percent(outcome.confidence)
        ),
        x: told(metric, means_alone),
        lines: vec![(0.0, false)],
        rows,
    }
}

/// Systems of a panel.
const MOST_LINES: usize = 6;

/// p of "fewer than so many data sets have a gain" against that number (partial conjunction by Bonferroni; Benjamini and Heller 2008):
/// up to the last number at or below alpha, that many data sets have one. Under the primary metric, six systems a panel.
pub fn counts(outcome: &ReplicateOutcome) -> Chart {
    let metric = &outcome.metrics[0];
    let counts: Vec<&CountOutcome> = outcome
        .counts
        .iter()
        .filter(|one| one.metric == metric.name)
        .collect();
    let line = |(name, of): (usize, &&CountOutcome)| {
        Line::plain(
            name,
            (1_u32..)
                .map(f64::from)
                .zip(of.p_bonferroni.iter().copied())
                .collect(),
        )
    };
    let lines: Vec<Line> = counts.iter().enumerate().map(line).collect();
    let most = lines
        .iter()
        .map(|line| line.points.len())
        .max()
        .unwrap_or(0);
    let panels = lines.chunks(MOST_LINES).map(|lines| Panel {
        x: "at least so many data sets".to_owned(),
        at: (1_u32..).map(f64::from).take(most).collect(),
        lines: lines.to_vec(),
        ..of_p(outcome.alpha)
    });
    Chart {
        title: format!(
            "Data sets of {} on which a system is significantly better than {}, {} (number behind its name)",
            count(outcome.datasets.len() as u64, "data set"),
            outcome.baseline,
            measure(metric)
        ),
        legend: counts
            .iter()
            .map(|one| format!("{}: {}", one.system, one.k_bonferroni))
            .collect(),
        panels: panels.collect(),
    }
}

fn told(metric: &MetricInfo, means_alone: bool) -> String {
    let diamond = if means_alone {
        ""
    } else {
        "; diamond: mean over data sets"
    };
    format!(
        "difference in {}{diamond}; full point: significant",
        measure(metric)
    )
}

fn of_cell(cell: &CellOutcome, decimals: usize) -> Estimate {
    let interval = cell.interval.as_ref();
    Estimate {
        above: Above::Nothing,
        name: cell.dataset.clone(),
        value: signed(cell.difference, decimals),
        range: in_brackets(&ends(interval, decimals)),
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
        name: if alone {
            mean.system.clone()
        } else {
            format!("mean of {}", mean.n)
        },
        value: signed(mean.difference, decimals),
        range: in_brackets(&ends(interval, decimals)),
        group: String::new(),
        point: mean.difference,
        interval: interval.map(both),
        shown: mean.shown,
        is_sum: !alone,
    }
}
