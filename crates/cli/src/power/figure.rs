//! Answers as figures.

use restrap::power::{AuditOutcome, CurveOutcome, PlanOutcome, PowerCurve, gain_words};
use restrap::words::{count, plain};

use super::show;
use crate::plot::{Figure, Panel};

/// p against the share of hurt items, one panel a number of items.
pub fn curves(outcome: &CurveOutcome) -> Figure {
    let panels = outcome.panels.iter().map(|panel| Panel {
        title: count(panel.items, "item"),
        x: "items hurt by the system (%)".to_owned(),
        y: "p".to_owned(),
        top: None,
        level: Some((outcome.alpha, format!("p = {}", plain(outcome.alpha)))),
        lines: panel
            .curves
            .iter()
            .enumerate()
            .map(|(k, curve)| {
                (k, curve.points.iter().map(|point| (point.hurt_percent, point.pvalue)).collect())
            })
            .collect(),
    });
    let test = outcome.test.profile.unwrap_or(outcome.test.name);
    let side = if outcome.test.alternative == "two-sided" { "two-sided" } else { "one-sided" };
    let effects = outcome.panels.first().map_or(&[][..], |panel| &panel.curves);
    Figure {
        title: format!("p of a fixed gain against the share of items hurt ({test}, {side})"),
        legend: effects.iter().map(|curve| show::gain(curve.effect_percent)).collect(),
        panels: panels.collect(),
    }
}

/// Power against the number of items, one line a method or an assumption.
pub fn plan(outcome: &PlanOutcome, curves: &[PowerCurve]) -> Figure {
    let gain = gain_words(outcome.gain.unwrap_or(0.0), outcome.binary);
    Figure {
        title: format!("Power to see {gain} ({}, alpha {})", outcome.alternative, plain(outcome.alpha)),
        legend: curves.iter().map(|curve| curve.name.clone()).collect(),
        panels: vec![Panel {
            title: String::new(),
            x: "items".to_owned(),
            y: "power".to_owned(),
            top: Some(1.0),
            level: Some((outcome.power, format!("power {}", plain(outcome.power)))),
            lines: curves.iter().enumerate().map(|(k, curve)| (k, curve.points.clone())).collect(),
        }],
    }
}

/// p against the items that the system ahead got wrong and the other right.
pub fn audit(outcome: &AuditOutcome) -> Figure {
    let points = outcome.points.iter().map(|point| (point.lost as f64, point.pvalue)).collect();
    let gap = (outcome.difference.abs() * outcome.items as f64).round() as u64;
    Figure {
        title: format!(
            "p that {} and {} of {} allow",
            outcome.baseline.published,
            outcome.system.published,
            count(outcome.items, "item")
        ),
        legend: vec![format!("exact McNemar, {}, {} ahead", outcome.alternative, count(gap, "item"))],
        panels: vec![Panel {
            title: String::new(),
            x: "items lost by the one ahead, won by the other".to_owned(),
            y: "p".to_owned(),
            top: None,
            level: Some((outcome.alpha, format!("p = {}", plain(outcome.alpha)))),
            lines: vec![(0, points)],
        }],
    }
}
