//! p of a fixed gain against the share of items hurt.

use restrap::number::{count, grouped, plain, probability};
use restrap::outcome::Run;
use restrap::power::{Curve, CurveOutcome, Panel};

use serde_json::Value;

use crate::cells::dash;
use crate::output::Report;
use crate::output::json_of;
use crate::sheet::{Sheet, right};
use crate::terminal::{self, bold, signature};

impl Report for CurveOutcome {
    /// One sheet per number of items, then where significance ends.
    fn page(&self) -> String {
        let mut blocks = Vec::new();
        for panel in &self.panels {
            let items = bold(&count(panel.items, "item"));
            blocks.push(format!("{items}: p by gain and share of hurt items"));
            blocks.push(of_panel(panel).text());
        }
        blocks.push(bold(&format!(
            "last share of hurt items with p < {}",
            self.alpha
        )));
        blocks.extend([last(self).text(), signature(&self.run)]);
        terminal::page(blocks)
    }

    /// One row per number of items and share of hurt items, one column per gain.
    fn paper(&self) -> Sheet {
        let mut sheet = Sheet::new(
            [right("items"), right("hurt")]
                .into_iter()
                .chain(gains(first(self))),
        );
        for panel in &self.panels {
            for share in shares(panel) {
                let cells = of_gains(self, panel)
                    .map(|curve| curve.map_or_else(dash, |curve| p_at(curve, share)));
                sheet.row(grouped(panel.items), [hurt(share)].into_iter().chain(cells));
            }
        }
        sheet.note(&self.run.report);
        sheet
    }

    /// One row per point.
    fn json(&self) -> Value {
        json_of(self)
    }

    fn run(&self) -> Option<&Run> {
        Some(&self.run)
    }
}

/// The curves of a panel in the order of the first one's gains; an interrupted run has not all of them.
fn of_gains<'o>(
    outcome: &'o CurveOutcome,
    panel: &'o Panel,
) -> impl Iterator<Item = Option<&'o Curve>> {
    let of = |gain: f64| {
        panel
            .curves
            .iter()
            .find(|curve| curve.effect_percent == gain)
    };
    first(outcome)
        .iter()
        .map(move |curve| of(curve.effect_percent))
}

/// The curves of the first panel, which has all gains.
fn first(outcome: &CurveOutcome) -> &[Curve] {
    outcome
        .panels
        .first()
        .map_or(&[][..], |panel| &panel.curves)
}

fn gains(curves: &[Curve]) -> impl Iterator<Item = crate::sheet::Column> {
    curves.iter().map(|curve| right(gain(curve.effect_percent)))
}

/// `+0.5 %`.
pub(crate) fn gain(percent: f64) -> String {
    format!("+{} %", plain(percent))
}

fn hurt(percent: f64) -> String {
    format!("{} %", plain(percent))
}

pub(crate) fn of_panel(panel: &Panel) -> Sheet {
    let mut sheet = Sheet::new([right("hurt")].into_iter().chain(gains(&panel.curves)));
    for share in shares(panel) {
        sheet.row(
            hurt(share),
            panel.curves.iter().map(|curve| p_at(curve, share)),
        );
    }
    sheet
}

/// Every share of hurt items at which some curve has a point.
fn shares(panel: &Panel) -> Vec<f64> {
    let mut shares: Vec<f64> = Vec::new();
    for point in panel.curves.iter().flat_map(|curve| &curve.points) {
        if !shares.contains(&point.hurt_percent) {
            shares.push(point.hurt_percent);
        }
    }
    shares
}

/// p of a curve at a share, where it has a point.
fn p_at(curve: &Curve, share: f64) -> String {
    let point = curve
        .points
        .iter()
        .find(|point| point.hurt_percent == share);
    point.map_or_else(dash, |point| probability(point.pvalue))
}

/// The last share of hurt items at which a gain is significant, one row per number of items.
pub(crate) fn last(outcome: &CurveOutcome) -> Sheet {
    let mut sheet = Sheet::new([right("items")].into_iter().chain(gains(first(outcome))));
    for panel in &outcome.panels {
        let cell = |curve: &Curve| {
            curve
                .last_below_alpha
                .map_or_else(|| "none".to_owned(), hurt)
        };
        sheet.row(
            grouped(panel.items),
            of_gains(outcome, panel).map(|curve| curve.map_or_else(dash, cell)),
        );
    }
    sheet
}
