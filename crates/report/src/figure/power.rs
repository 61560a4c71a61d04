//! Answers as figures.

use restrap::Alternative;
use restrap::number::{count, plain};
use restrap::power::{
    AuditOutcome, Curve, CurveOutcome, PlanOutcome, PowerCurve, PowerOutcome, Proportion,
    gain_words,
};

use super::Figure;
use super::compare::in_brackets;
use super::shapes::rounded_up;
use super::shapes::{Above, Estimate, Forest};
use super::shapes::{Chart, Line, Panel, Shape};
use crate::power::{self, Block, Row, gain};

/// A panel whose y axis is of p-values.
pub(super) fn of_p(alpha: f64) -> Panel {
    let level = Some((alpha, format!("alpha {}", plain(alpha))));
    Panel {
        y: "p".to_owned(),
        of_p: true,
        level,
        ..Panel::default()
    }
}

/// p against the share of hurt items, one panel a number of items.
pub fn curves(outcome: &CurveOutcome) -> Chart {
    let panels = outcome.panels.iter().flat_map(|panel| {
        let line = |(k, curve): (usize, &Curve)| {
            let points = curve
                .points
                .iter()
                .map(|point| (point.hurt_percent, point.pvalue));
            Line::plain(k, points.collect())
        };
        let lines: Vec<Line> = panel.curves.iter().enumerate().map(line).collect();
        let of_lines = |lines: &[Line]| Panel {
            title: count(panel.items, "item"),
            x: "items hurt by the system (%)".to_owned(),
            lines: lines.to_vec(),
            ..of_p(outcome.alpha)
        };
        lines.chunks(MOST_LINES).map(of_lines).collect::<Vec<_>>()
    });
    let test = outcome
        .test
        .profile
        .map_or(outcome.test.name.name(), |profile| profile.name());
    let side = if outcome.test.alternative == Alternative::TwoSided {
        "two-sided"
    } else {
        "one-sided"
    };
    let effects = outcome
        .panels
        .first()
        .map_or(&[][..], |panel| &panel.curves);
    Chart {
        title: format!("p of a fixed gain against the share of items hurt ({test}, {side})"),
        legend: effects
            .iter()
            .map(|curve| gain(curve.effect_percent))
            .collect(),
        panels: panels.collect(),
    }
}

/// Power against the number of items, one line a method or an assumption.
pub fn plan(outcome: &PlanOutcome, curves: &[PowerCurve]) -> Chart {
    let gain = gain_words(outcome.gain.unwrap_or(0.0), outcome.binary);
    Chart {
        title: format!(
            "Power to see {gain} ({}, alpha {})",
            outcome.alternative,
            plain(outcome.alpha)
        ),
        legend: curves.iter().map(|curve| curve.name.clone()).collect(),
        panels: vec![Panel {
            x: "items".to_owned(),
            y: "power".to_owned(),
            top: Some(1.0),
            level: Some((outcome.power, format!("power {}", plain(outcome.power)))),
            lines: curves
                .iter()
                .enumerate()
                .map(|(k, curve)| Line::plain(k, curve.points.clone()))
                .collect(),
            ..Panel::default()
        }],
    }
}

/// p against the items that the system ahead got wrong and the other right.
pub fn audit(outcome: &AuditOutcome) -> Chart {
    let points = outcome
        .points
        .iter()
        .map(|point| (point.lost as f64, point.pvalue))
        .collect();
    let gap = (outcome.difference.abs() * outcome.items as f64).round() as u64;
    Chart {
        title: format!(
            "p that {} and {} of {} allow",
            outcome.baseline.published,
            outcome.system.published,
            count(outcome.items, "item")
        ),
        legend: vec![format!(
            "exact McNemar, {}, {} ahead",
            outcome.alternative,
            count(gap, "item")
        )],
        panels: vec![Panel {
            x: "items lost by the better system, won by the other".to_owned(),
            lines: vec![Line::plain(0, points)],
            ..of_p(outcome.alpha)
        }],
    }
}

/// Lines of a panel beyond which it is split.
const MOST_LINES: usize = 6;

/// Rates of rejection: against the number of items where some cells differ in it, else one row a test.
pub fn of_power(outcome: &PowerOutcome) -> Figure {
    let has_items = power::blocks(outcome)
        .iter()
        .any(|block| block.cells.len() > 1);
    if has_items {
        rates(outcome).into()
    } else {
        tests(outcome).into()
    }
}

/// One row a test, the tests of one setting under each other.
fn tests(outcome: &PowerOutcome) -> Forest {
    let rows = power::rows(outcome);
    let of_block = |block: Block| {
        let cell = block.cells[0];
        let found = rows
            .iter()
            .filter_map(|row| Some((row.name, power::shown(power::test(cell, row.name)?))));
        let heading = format!("{}, {}", block.title, count(cell.setting.items, "item"));
        let headings =
            std::iter::once(Above::Heading(heading)).chain(std::iter::repeat(Above::Nothing));
        let row = |(above, (name, rate)): (Above, (&str, Proportion))| {
            let digits = power::decimals(&rate);
            Estimate {
                above,
                name: name.to_owned(),
                value: power::share(&rate, digits),
                range: in_brackets(&power::interval(&rate, digits)),
                group: String::new(),
                point: rate.value,
                interval: Some((rate.low, rate.high)),
                shown: true,
                is_sum: false,
            }
        };
        headings.zip(found).map(row).collect::<Vec<_>>()
    };
    Forest {
        title: title(outcome),
        x: format!(
            "share of {} with p at most {}",
            count(outcome.experiments, "experiment"),
            plain(outcome.alpha)
        ),
        lines: vec![(outcome.alpha, true)],
        rows: power::blocks(outcome)
            .into_iter()
            .flat_map(of_block)
            .collect(),
    }
}

fn title(outcome: &PowerOutcome) -> String {
    format!(
        "Rejections at alpha {} by simulation, with {} intervals",
        plain(outcome.alpha),
        restrap::number::percent(outcome.confidence)
    )
}

/// Rates against the number of items with their Monte Carlo intervals, one panel a block, or several of at most six tests
/// on the same axes.
fn rates(outcome: &PowerOutcome) -> Chart {
    let rows = power::rows(outcome);
    let parts = rows.len().div_ceil(MOST_LINES).max(1);
    let of_block = |block: Block| {
        let effect = block.cells[0].setting.effect != 0.0;
        let mut cells = block.cells;
        cells.sort_by_key(|cell| cell.setting.items);
        let line = |(name, row): (usize, &Row)| {
            let with = cells.iter().filter_map(|cell| {
                Some((
                    cell.setting.items as f64,
                    power::shown(power::test(cell, row.name)?),
                ))
            });
            let (points, intervals) = with
                .map(|(items, rate)| ((items, rate.value), (rate.low, rate.high)))
                .unzip();
            Line {
                name,
                points,
                intervals,
                shape: Shape::Joined,
            }
        };
        let lines: Vec<Line> = rows.iter().enumerate().map(line).collect();
        let highest = lines
            .iter()
            .flat_map(|line| &line.intervals)
            .map(|interval| interval.1);
        let highest = highest.fold(outcome.alpha, f64::max);
        let each = lines.len().div_ceil(parts);
        let panel = |(part, lines): (usize, &[Line])| Panel {
            x: "items".to_owned(),
            y: if effect { "power" } else { "type-I error" }.to_owned(),
            top: Some(if effect { 1.0 } else { rounded_up(highest) }),
            level: (!effect).then(|| (outcome.alpha, format!("alpha {}", plain(outcome.alpha)))),
            at: cells.iter().map(|cell| cell.setting.items as f64).collect(),
            lines: lines.to_vec(),
            title: match parts {
                1 => block.title.clone(),
                _ => format!("{} (tests {} of {parts})", block.title, part + 1),
            },
            ..Panel::default()
        };
        lines
            .chunks(each.max(1))
            .enumerate()
            .map(panel)
            .collect::<Vec<_>>()
    };
    Chart {
        title: title(outcome),
        legend: rows.iter().map(|row| row.name.to_owned()).collect(),
        panels: power::blocks(outcome)
            .into_iter()
            .flat_map(of_block)
            .collect(),
    }
}
