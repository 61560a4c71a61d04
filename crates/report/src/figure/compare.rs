//! Comparisons and error bars as figures.

use restrap::number::{count, percent, signed};
use restrap::outcome::{ComparisonOutcome, IntervalOutcome, MarginOutcome, MetricInfo};
use restrap::{Claim, DescribeOutcome, DescribedSystem, Outcome};

use super::shapes::{Above, Estimate, Forest};
use crate::cells::{ci, ends};
use crate::compare::{Part, decimals};

/// The difference of each system from the baseline, of all items and of each sub-population.
pub fn differences(outcome: &Outcome) -> Forest {
    let decimals = decimals(
        Part::all(outcome).flat_map(|part| part.comparisons),
        outcome,
    );
    let several = outcome.comparisons.len() > 1;
    let rows = Part::all(outcome).flat_map(|part| {
        part.comparisons.iter().map(move |comparison| {
            let name = match (part.value, several) {
                (Some(value), true) => format!("{value}: {}", comparison.system),
                (Some(value), false) => value.to_owned(),
                (None, false) if outcome.by.is_some() => "all".to_owned(),
                (None, _) => comparison.system.clone(),
            };
            row(name, comparison, decimals)
        })
    });
    let baseline = outcome.systems.first().map_or("", |system| &system.name);
    let margin = outcome
        .comparisons
        .first()
        .and_then(|comparison| comparison.margin.as_ref());
    let limits = margin
        .map(|margin| limits(margin, outcome.metric.higher_is_better))
        .unwrap_or_default();
    let set = margin.map_or_else(String::new, |margin| {
        format!("; dashed: margin {}", margin.asked)
    });
    Forest {
        title: format!(
            "{} − {baseline}, {}",
            if several {
                "Each system"
            } else {
                &outcome.comparisons[0].system
            },
            ci(
                Part::all(outcome).flat_map(|part| part.comparisons),
                outcome
            )
        ),
        x: format!(
            "difference in {}, {}{set}; full point: significant",
            measure(&outcome.metric),
            count(
                outcome.clusters.unwrap_or(outcome.items),
                outcome.unit.name()
            )
        ),
        lines: [(0.0, false)]
            .into_iter()
            .chain(limits.into_iter().map(|limit| (limit, true)))
            .collect(),
        rows: rows.collect(),
    }
}

fn row(name: String, comparison: &ComparisonOutcome, decimals: usize) -> Estimate {
    let interval = comparison.interval.as_ref();
    Estimate {
        above: Above::Nothing,
        name,
        value: signed(comparison.difference, decimals),
        range: in_brackets(&ends(interval, decimals)),
        group: String::new(),
        point: comparison.difference,
        interval: interval.map(both),
        shown: comparison.shown,
        is_sum: false,
    }
}

/// Both ends of an interval.
pub(super) fn both(interval: &IntervalOutcome) -> (f64, f64) {
    (interval.low, interval.high)
}

pub(super) fn in_brackets(ends: &str) -> String {
    if ends.is_empty() {
        String::new()
    } else {
        format!(" ({ends})")
    }
}

/// What differences are of.
pub(super) fn measure(metric: &MetricInfo) -> String {
    let name = match &metric.name[..] {
        "mean" => "mean score".to_owned(),
        _ => metric.printed(),
    };
    format!(
        "{name} ({} is better)",
        if metric.higher_is_better {
            "higher"
        } else {
            "lower"
        }
    )
}

/// Where a margin ends on the axis of differences.
fn limits(margin: &MarginOutcome, higher_is_better: bool) -> Vec<f64> {
    let worse = if higher_is_better {
        -margin.size
    } else {
        margin.size
    };
    match margin.claim {
        Claim::Noninferior => vec![worse],
        Claim::Equivalent => vec![worse, -worse],
        Claim::Superior => vec![-worse],
    }
}

/// The score of each system, or what the best of n trials of each search scores.
pub fn described(outcome: &DescribeOutcome) -> super::Figure {
    match &outcome.budget {
        Some(budget) => super::budget::budget(budget).into(),
        None => scores(outcome).into(),
    }
}

/// The score of each system.
pub fn scores(outcome: &DescribeOutcome) -> Forest {
    let all: Vec<&DescribeOutcome> = std::iter::once(outcome).chain(&outcome.further).collect();
    let size = |one: &&DescribeOutcome| {
        one.systems
            .iter()
            .map(|own| own.score.abs())
            .fold(0.0, f64::max)
    };
    let is_whole = on_one_axis(all.iter().map(size));
    let metrics = all.len();
    let all = if is_whole { &all[..] } else { &all[..1] };
    let part = if is_whole {
        String::new()
    } else {
        format!(", by the first of {metrics} metrics")
    };
    let of = |one: &DescribeOutcome| {
        one.metric
            .as_ref()
            .map_or_else(|| "mean score".to_owned(), measure)
    };
    let rows = all.iter().flat_map(|one| {
        let mut rows = rows(one);
        if let (Some(first), true) = (rows.first_mut(), all.len() > 1) {
            first.above = Above::Heading(of(one));
        }
        rows
    });
    Forest {
        title: format!(
            "{} CI of each system alone, over {}{part}",
            percent(outcome.confidence),
            outcome.over
        ),
        x: if all.len() > 1 {
            "score".to_owned()
        } else {
            of(outcome)
        },
        lines: Vec::new(),
        rows: rows.collect(),
    }
}

/// Whether one axis shows all: none of them spans less than a twentieth of what another spans.
pub(super) fn on_one_axis(spans: impl Iterator<Item = f64>) -> bool {
    const NARROW: f64 = 0.05;
    let (least, most) = spans.fold((f64::INFINITY, 0.0_f64), |(least, most), span| {
        (least.min(span), most.max(span))
    });
    least >= NARROW * most
}

/// By one metric.
fn rows(outcome: &DescribeOutcome) -> Vec<Estimate> {
    let decimals = outcome.decimals as usize;
    let row = |system: &DescribedSystem| {
        let interval = system.interval.as_ref();
        Estimate {
            above: Above::Nothing,
            name: match &system.population {
                Some(population) => format!("{}, {population}", system.name),
                None => system.name.clone(),
            },
            value: system.quoted.clone(),
            range: in_brackets(&ends(interval, decimals)),
            group: String::new(),
            point: system.score,
            interval: interval.map(both),
            shown: true,
            is_sum: false,
        }
    };
    outcome.systems.iter().map(row).collect()
}
