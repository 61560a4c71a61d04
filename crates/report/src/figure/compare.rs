//! Comparisons and error bars as figures.

use restrap::number::{count, percent, signed};
use restrap::outcome::{ComparisonOutcome, IntervalOutcome, MarginOutcome, MetricInfo};
use restrap::{Claim, DescribeOutcome, DescribedSystem, Outcome};

use super::shapes::{Above, Estimate, Forest};
use crate::cells::{ci, ends};
use crate::compare::{Part, decimals};

/// Differences by one metric.
struct Measured<'a> {
    metric: &'a MetricInfo,
    decimals: usize,
    /// Each comparison with the sub-population that it is of.
    comparisons: Vec<(Option<&'a str>, &'a ComparisonOutcome)>,
}

impl<'a> Measured<'a> {
    /// The metric that the comparison is about, then those beside it and those of further claims.
    fn all(outcome: &'a Outcome) -> Vec<Self> {
        let mut all = Vec::new();
        for one in std::iter::once(outcome).chain(&outcome.further) {
            let parts = Part::all(one).flat_map(|part| {
                let comparisons = part.comparisons.iter();
                comparisons.map(move |comparison| (part.value, comparison))
            });
            all.push(Self {
                metric: &one.metric,
                decimals: decimals(Part::all(one).flat_map(|part| part.comparisons), one),
                comparisons: parts.collect(),
            });
            all.extend(one.also.iter().map(|also| Self {
                metric: &also.metric,
                decimals: also.decimals_of_differences(),
                comparisons: also.comparisons.iter().map(|one| (None, one)).collect(),
            }));
        }
        all.retain(|one| !one.comparisons.is_empty());
        all
    }

    /// How far its points and intervals reach.
    fn reach(&self) -> f64 {
        let ends = self.comparisons.iter().flat_map(|(_, one)| {
            let interval = one.interval.as_ref().map(both);
            let (low, high) = interval.unwrap_or((one.difference, one.difference));
            [low, high, one.difference]
        });
        ends.filter(|end| end.is_finite())
            .map(f64::abs)
            .fold(0.0, f64::max)
    }

    fn rows(&self, outcome: &Outcome) -> Vec<Estimate> {
        let several = outcome.comparisons.len() > 1;
        let named = |&(value, comparison): &(Option<&str>, &ComparisonOutcome)| {
            let name = match (value, several) {
                (Some(value), true) => format!("{value}: {}", comparison.system),
                (Some(value), false) => value.to_owned(),
                (None, false) if outcome.by.is_some() => "all".to_owned(),
                (None, _) => comparison.system.clone(),
            };
            row(name, comparison, self.decimals)
        };
        self.comparisons.iter().map(named).collect()
    }
}

/// The difference of each system from the baseline, of all items and of each sub-population, by every metric that one axis shows.
pub fn differences(outcome: &Outcome) -> Forest {
    let all = Measured::all(outcome);
    let is_whole = on_one_axis(all.iter().map(Measured::reach));
    let (shown, part) = if is_whole || all.len() < 2 {
        (&all[..], String::new())
    } else {
        (
            &all[..1],
            format!(", by the first of {} metrics", all.len()),
        )
    };
    let several = outcome.comparisons.len() > 1;
    let is_alone = shown.len() < 2;
    let rows = shown.iter().flat_map(|one| {
        let mut rows = one.rows(outcome);
        if let (Some(first), false) = (rows.first_mut(), is_alone) {
            let intervals = ci(one.comparisons.iter().map(|(_, one)| *one), outcome);
            first.above = Above::Heading(format!("{}, {intervals}", measure(one.metric)));
        }
        rows
    });
    let baseline = outcome.systems.first().map_or("", |system| &system.name);
    // A margin is of one metric.
    let margin = outcome
        .comparisons
        .first()
        .and_then(|comparison| comparison.margin.as_ref())
        .filter(|_| is_alone);
    let limits = margin
        .map(|margin| limits(margin, outcome.metric.higher_is_better))
        .unwrap_or_default();
    let set = margin.map_or_else(String::new, |margin| {
        format!("; dashed: margin {}", margin.asked)
    });
    let of = if is_alone {
        format!("difference in {}", measure(&outcome.metric))
    } else {
        "difference".to_owned()
    };
    let intervals = if is_alone {
        let of_first = Part::all(outcome).flat_map(|part| part.comparisons);
        format!(", {}", ci(of_first, outcome))
    } else {
        String::new()
    };
    Forest {
        title: format!(
            "{} − {baseline}{intervals}{part}",
            if several {
                "Each system"
            } else {
                &outcome.comparisons[0].system
            },
        ),
        x: format!(
            "{of}, {}{set}; full point: significant",
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
