//! Answers on a terminal of 80 columns.

use std::io::{self, Write};

use anstyle::Style;
use restrap::power::{CurveOutcome, Panel};
use restrap::words::{count, plain, probability};

use crate::table::{Name, Table, filled, width};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

/// One table a number of items, then where significance ends.
pub fn curves(out: &mut dyn Write, outcome: &CurveOutcome) -> io::Result<()> {
    for panel in &outcome.panels {
        writeln!(out, "{BOLD}{}{BOLD:#}: p by gain and share of hurt items\n", count(panel.items, "item"))?;
        writeln!(out, "{}\n", panel_table(panel))?;
    }
    writeln!(out, "{BOLD}last share of hurt items with p < {}{BOLD:#}\n", outcome.alpha)?;
    writeln!(out, "{}\n", last(outcome))?;
    let report = filled(&format!("report: {}", outcome.report), width(), "");
    writeln!(out, "{DIM}{report}{DIM:#}")
}

fn panel_table(panel: &Panel) -> String {
    let effects: Vec<String> =
        panel.curves.iter().map(|curve| format!("+{} %", plain(curve.effect_percent))).collect();
    let header: Vec<&str> = ["hurt"].into_iter().chain(effects.iter().map(String::as_str)).collect();
    let mut shares: Vec<f64> = Vec::new();
    for point in panel.curves.iter().flat_map(|curve| &curve.points) {
        if !shares.contains(&point.hurt_percent) {
            shares.push(point.hurt_percent);
        }
    }
    let names: Vec<String> = shares.iter().map(|share| format!("{} %", plain(*share))).collect();
    let mut table = Table::new(&header).right(0..header.len());
    for (share, name) in shares.iter().zip(&names) {
        let cell = |curve: &restrap::power::Curve| {
            let point = curve.points.iter().find(|point| point.hurt_percent == *share);
            point.map_or_else(|| "−".to_owned(), |point| probability(point.pvalue))
        };
        table.row(Name::Of(name), panel.curves.iter().map(cell));
    }
    table.to_string()
}

fn last(outcome: &CurveOutcome) -> String {
    let effects: Vec<String> = outcome.panels.first().map_or_else(Vec::new, |panel| {
        panel.curves.iter().map(|curve| format!("+{} %", plain(curve.effect_percent))).collect()
    });
    let header: Vec<&str> = ["items"].into_iter().chain(effects.iter().map(String::as_str)).collect();
    let names: Vec<String> =
        outcome.panels.iter().map(|panel| restrap::words::grouped(panel.items)).collect();
    let mut table = Table::new(&header).right(0..header.len());
    for (panel, name) in outcome.panels.iter().zip(&names) {
        let cell = |curve: &restrap::power::Curve| {
            curve.last_below_alpha.map_or_else(|| "none".to_owned(), |share| format!("{} %", plain(share)))
        };
        table.row(Name::Of(name), panel.curves.iter().map(cell));
    }
    table.to_string()
}
