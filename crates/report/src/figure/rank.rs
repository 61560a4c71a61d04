//! A ranking as a figure.

use restrap::number::count;
use restrap::{RankOutcome, RankedPair, RankedSystem};

use super::compare::{both, in_brackets, measure, on_one_axis};
use super::power::of_p;
use super::shapes::Critical;
use super::shapes::{Above, Estimate, Forest};
use super::shapes::{Chart, Line, Panel, Shape};
use crate::cells::ends;
use crate::family::called;
use crate::rank::{apart, difference, has_letters, ranks, simultaneous};

/// The difference of each system from the best, or from the baseline, with rules between tiers; of several metrics one below the other,
/// where one axis shows them all.
pub fn to_the_best(outcome: &RankOutcome) -> Forest {
    let all: Vec<&RankOutcome> = std::iter::once(outcome).chain(&outcome.further).collect();
    let first = by_metric(outcome);
    if !is_drawn_whole(outcome) || all.len() < 2 {
        return first;
    }
    let rows = all.iter().flat_map(|one| {
        let mut rows = by_metric(one).rows;
        rows[0].above = Above::Heading(measure(&one.metrics[0]));
        rows
    });
    let groups = first.x.split_once("; ").map_or("", |(_, rest)| rest);
    let units = count(
        outcome.clusters.unwrap_or(outcome.items),
        outcome.unit.name(),
    );
    Forest {
        rows: rows.collect(),
        x: format!("difference, {units}; {groups}"),
        ..first
    }
}

/// Whether one axis shows the differences of every metric: none of them spans less than a twentieth of what another spans.
pub fn is_drawn_whole(outcome: &RankOutcome) -> bool {
    let span = |one: &RankOutcome| {
        one.pairs
            .iter()
            .map(|pair| pair.difference.abs())
            .fold(0.0, f64::max)
    };
    on_one_axis(std::iter::once(outcome).chain(&outcome.further).map(span))
}

/// By one metric.
pub(crate) fn by_metric(outcome: &RankOutcome) -> Forest {
    let decimals = outcome.decimals_of_differences();
    let (letters, against) = (has_letters(outcome), outcome.baseline.as_ref());
    let row = |(place, system): (usize, &RankedSystem)| {
        let apart = apart(outcome, system);
        let interval = apart.as_ref().and_then(|apart| apart.interval);
        let reference = if against.is_some() {
            "baseline"
        } else {
            "best"
        };
        let value = apart.as_ref().map_or_else(
            || reference.to_owned(),
            |apart| difference(outcome, apart, decimals),
        );
        let parted = place > 0 && outcome.systems[place - 1].tier != system.tier;
        Estimate {
            above: if parted && against.is_none() {
                Above::Rule
            } else {
                Above::Nothing
            },
            name: system.name.clone(),
            value,
            range: in_brackets(&ends(interval, decimals)),
            group: match &system.letters {
                _ if against.is_some() => String::new(),
                Some(own) if letters => own.clone(),
                _ => ranks(system),
            },
            point: apart.as_ref().map_or(0.0, |apart| apart.difference),
            interval: interval.map(both),
            shown: apart.is_some_and(|apart| apart.shown),
            is_sum: false,
        }
    };
    let groups = match against {
        Some(_) => "",
        None if letters => {
            "; systems without a common letter differ significantly; rule: all above are better than all below"
        }
        None => {
            "; at the right: ranks that a system may have; rule: all above are better than all below"
        }
    };
    Forest {
        title: format!(
            "Each system − {}, {}",
            against.map_or("the best", String::as_str),
            simultaneous(outcome)
        ),
        x: format!(
            "difference in {}, {}; full point: a significant difference{groups}",
            measure(&outcome.metrics[0]),
            count(
                outcome.clusters.unwrap_or(outcome.items),
                outcome.unit.name()
            ),
        ),
        lines: vec![(0.0, false)],
        rows: outcome.systems.iter().enumerate().map(row).collect(),
    }
}

/// Scores on an axis, with a bar over each group of systems that do not differ significantly; none where letters do not say the groups.
pub fn critical(outcome: &RankOutcome) -> Option<Critical> {
    if !has_letters(outcome) || outcome.baseline.is_some() {
        return None;
    }
    let mut systems: Vec<&RankedSystem> = outcome.systems.iter().collect();
    systems.sort_by(|a, b| a.score.total_cmp(&b.score));
    let own = |system: &RankedSystem| system.letters.clone().unwrap_or_default();
    let mut letters: Vec<char> = systems
        .iter()
        .flat_map(|system| own(system).chars().collect::<Vec<_>>())
        .collect();
    letters.sort_unstable();
    letters.dedup();
    let group = |letter: char| -> Vec<usize> {
        systems
            .iter()
            .enumerate()
            .filter(|(_, system)| own(system).contains(letter))
            .map(|(place, _)| place)
            .collect()
    };
    Some(Critical {
        title: format!(
            "{} by {}, {}, alpha {}",
            count(systems.len() as u64, "system"),
            measure(&outcome.metrics[0]),
            called(outcome.family.adjust),
            outcome.alpha
        ),
        x: format!(
            "{}; systems with points on one bar do not differ significantly",
            count(
                outcome.clusters.unwrap_or(outcome.items),
                outcome.unit.name()
            )
        ),
        systems: systems
            .iter()
            .map(|system| (system.name.clone(), system.score))
            .collect(),
        groups: letters
            .into_iter()
            .map(group)
            .filter(|group| group.len() > 1)
            .collect(),
    })
}

/// The ranks that each system may have, all at once.
pub fn possible_ranks(outcome: &RankOutcome) -> Forest {
    let row = |(place, system): (usize, &RankedSystem)| {
        let parted = place > 0 && outcome.systems[place - 1].tier != system.tier;
        Estimate {
            above: if parted && outcome.baseline.is_none() {
                Above::Rule
            } else {
                Above::Nothing
            },
            name: system.name.clone(),
            value: ranks(system),
            range: String::new(),
            group: String::new(),
            point: place as f64 + 1.0,
            interval: Some((system.rank.low as f64, system.rank.high as f64)),
            shown: system.rank.low == system.rank.high,
            is_sum: false,
        }
    };
    Forest {
        title: format!(
            "Ranks that {} may have",
            count(outcome.systems.len() as u64, "system")
        ),
        x: format!(
            "rank by {}, {}; {}, alpha {}; full point: one rank alone",
            measure(&outcome.metrics[0]),
            count(
                outcome.clusters.unwrap_or(outcome.items),
                outcome.unit.name()
            ),
            called(outcome.family.adjust),
            outcome.alpha
        ),
        lines: Vec::new(),
        rows: outcome.systems.iter().enumerate().map(row).collect(),
    }
}

/// The gain of every pair against its own p, before any correction: that no gain is a threshold of significance (Berg-Kirkpatrick,
/// Burkett and Klein 2012).
pub fn gains(outcome: &RankOutcome) -> Chart {
    let of_metric = |pair: &RankedPair| pair.metric == outcome.metrics[0].name;
    let points = |shown: bool| {
        let pairs = outcome
            .pairs
            .iter()
            .filter(move |pair| of_metric(pair) && pair.shown == shown);
        let point = |pair: &RankedPair| Some((pair.difference.abs(), pair.pvalue?));
        pairs.filter_map(point).collect::<Vec<_>>()
    };
    let clusters = count(
        outcome.clusters.unwrap_or(outcome.items),
        outcome.unit.name(),
    );
    let panel = Panel {
        x: format!("gain in {}", measure(&outcome.metrics[0])),
        y: "p of the pair alone".to_owned(),
        lines: vec![
            Line::plain(1, points(false)).drawn(Shape::Points),
            Line::plain(0, points(true)).drawn(Shape::Points),
        ],
        ..of_p(outcome.alpha)
    };
    Chart {
        title: format!(
            "Gain and p of {} of systems, {clusters}",
            count(
                outcome.pairs.iter().filter(|pair| of_metric(pair)).count() as u64,
                "pair"
            )
        ),
        legend: [
            format!("significant ({})", called(outcome.family.adjust)),
            "not significant".to_owned(),
        ]
        .to_vec(),
        panels: vec![panel],
    }
}
