//! Answers on a terminal of 80 columns.

use std::io::{self, Write};

use anstyle::Style;
use restrap::number::{count, grouped, number, percent, plain, probability};
use restrap::power::{
    AuditOutcome, Curve, CurveOutcome, End, Panel, PlanOutcome, PowerApproach, PowerEstimate, Scenario,
    Simulated, enough, power_beside,
};

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
    let effects: Vec<String> = panel.curves.iter().map(|curve| gain(curve.effect_percent)).collect();
    let header: Vec<&str> = ["hurt"].into_iter().chain(effects.iter().map(String::as_str)).collect();
    let shares = shares(panel);
    let names: Vec<String> = shares.iter().map(|share| format!("{} %", plain(*share))).collect();
    let mut table = Table::new(&header).right(0..header.len());
    for (share, name) in shares.iter().zip(&names) {
        table.row(Name::Of(name), panel.curves.iter().map(|curve| p_at(curve, *share)));
    }
    table.to_string()
}

/// `+0.5 %`.
pub fn gain(percent: f64) -> String {
    format!("+{} %", plain(percent))
}

/// Every share of hurt items at which some curve has a point.
pub fn shares(panel: &Panel) -> Vec<f64> {
    let mut shares: Vec<f64> = Vec::new();
    for point in panel.curves.iter().flat_map(|curve| &curve.points) {
        if !shares.contains(&point.hurt_percent) {
            shares.push(point.hurt_percent);
        }
    }
    shares
}

/// p of a curve at a share, where it has a point.
pub fn p_at(curve: &Curve, share: f64) -> String {
    let point = curve.points.iter().find(|point| point.hurt_percent == share);
    point.map_or_else(|| "−".to_owned(), |point| probability(point.pvalue))
}

fn last(outcome: &CurveOutcome) -> String {
    let first = outcome.panels.first().map_or(&[][..], |panel| &panel.curves);
    let effects: Vec<String> = first.iter().map(|curve| gain(curve.effect_percent)).collect();
    let header: Vec<&str> = ["items"].into_iter().chain(effects.iter().map(String::as_str)).collect();
    let names: Vec<String> = outcome.panels.iter().map(|panel| grouped(panel.items)).collect();
    let mut table = Table::new(&header).right(0..header.len());
    for (panel, name) in outcome.panels.iter().zip(&names) {
        let cell = |curve: &Curve| {
            curve.last_below_alpha.map_or_else(|| "none".to_owned(), |share| format!("{} %", plain(share)))
        };
        table.row(Name::Of(name), panel.curves.iter().map(cell));
    }
    table.to_string()
}

/// The answer, then what each method says.
pub fn plan(out: &mut dyn Write, outcome: &PlanOutcome) -> io::Result<()> {
    writeln!(out, "{}\n", filled(&outcome.answer, width(), ""))?;
    match outcome.scenarios.as_slice() {
        [only] => writeln!(out, "{}\n", methods(only, outcome))?,
        several => {
            writeln!(out, "{}\n", scenarios(several, outcome))?;
            let drawn = several.iter().find_map(|scenario| Some((scenario, scenario.simulated.as_ref()?)));
            if let Some((scenario, simulated)) = drawn {
                let text = format!("simulated at {}: {}", scenario.name, simulated_words(simulated));
                writeln!(out, "{}\n", filled(&text, width(), ""))?;
            }
        }
    }
    let report = filled(&format!("report: {}", outcome.report), width(), "");
    writeln!(out, "{DIM}{report}{DIM:#}")
}

/// One row a method.
fn methods(scenario: &Scenario, outcome: &PlanOutcome) -> String {
    let header = headers(outcome);
    let header: Vec<&str> = ["method"].into_iter().chain(header.iter().map(String::as_str)).collect();
    let names: Vec<String> = scenario.methods.iter().map(method_name).collect();
    let mut table = Table::new(&header).right(1..header.len());
    for (method, name) in scenario.methods.iter().zip(&names) {
        table.row(Name::Of(name), cells(method, outcome));
    }
    match &scenario.simulated {
        Some(simulated) => {
            let line = filled(&format!("simulated: {}", simulated_words(simulated)), width() - 2, "  ");
            format!("{table}\n\n  {line}")
        }
        None => table.to_string(),
    }
}

/// The method of a row.
pub fn method_name(method: &PowerEstimate) -> String {
    match method.how {
        PowerApproach::Enumeration => method.test.clone(),
        PowerApproach::NoncentralT => "t (noncentral t)".to_owned(),
        PowerApproach::ClosedForm => "closed form (normal)".to_owned(),
    }
}

/// One row an assumption, by the method that is quoted.
fn scenarios(several: &[Scenario], outcome: &PlanOutcome) -> String {
    let columns = headers(outcome);
    let header: Vec<&str> = ["agreement"].into_iter().chain(columns.iter().map(String::as_str)).collect();
    let mut table = Table::new(&header).right(1..header.len());
    let names: Vec<String> = several.iter().map(scenario_name).collect();
    for (scenario, name) in several.iter().zip(&names) {
        table.row(Name::Of(name), cells(scenario.quoted(), outcome));
    }
    table.to_string()
}

/// `98.65 % (pilot)`; `t` where enumeration is out of reach.
fn scenario_name(scenario: &Scenario) -> String {
    let word = match scenario.name.as_str() {
        "upper 95 % limit of the agreement" => "upper limit",
        "the pilot's agreement" => "pilot",
        "lower 95 % limit of the agreement" => "lower limit",
        name if name.contains("most agreement") => "most",
        name if name.contains("least agreement") => "least",
        _ => "",
    };
    let method = if scenario.methods[0].out_of_reach { "t" } else { "" };
    let notes: Vec<&str> = [word, method].into_iter().filter(|note| !note.is_empty()).collect();
    match (scenario.agreement, notes.as_slice()) {
        (None, []) => "between".to_owned(),
        (None, notes) => notes.join(", "),
        (Some(share), []) => percent((share * 1e4).round() / 1e4),
        (Some(share), notes) => format!("{} ({})", percent((share * 1e4).round() / 1e4), notes.join(", ")),
    }
}

/// What is told of each method.
pub fn headers(outcome: &PlanOutcome) -> Vec<String> {
    let mut header = Vec::new();
    if outcome.gain.is_some() {
        header.push(format!("n for {}", plain(outcome.power)));
    }
    if let Some(items) = outcome.items {
        if outcome.gain.is_some() {
            header.push(format!("power at {}", grouped(items)));
            header.extend(["type M", "type S"].map(str::to_owned));
        }
        header.push("least gain".to_owned());
    }
    header
}

/// The same, for a method.
pub fn cells(method: &PowerEstimate, outcome: &PlanOutcome) -> Vec<String> {
    let dash = || "−".to_owned();
    let mut row = Vec::new();
    if outcome.gain.is_some() {
        row.push(method.items_needed.map_or_else(dash, grouped));
    }
    if outcome.items.is_some() {
        if outcome.gain.is_some() {
            row.push(method.power.map_or_else(dash, |power| power_beside(power, outcome.power)));
            row.push(method.type_m.map_or_else(dash, |ratio| number(ratio, 2)));
            row.push(method.type_s.map_or_else(dash, |share| {
                if share < 5e-5 { "< 0.0001".to_owned() } else { number(share, 4) }
            }));
        }
        row.push(method.least_gain.map_or_else(dash, |gain| number(enough(gain), least_decimals(gain))));
    }
    row
}

/// Three digits of a gain.
fn least_decimals(gain: f64) -> usize {
    if gain > 0.0 { (2.0 - gain.log10().floor()).clamp(0.0, 9.0) as usize } else { 2 }
}

fn simulated_words(simulated: &Simulated) -> String {
    let [low, high] = simulated.power_interval.map(|bound| number(bound, 3));
    format!(
        "power {} (95 % bounds {low} to {high}) of {}, seed {}",
        number(simulated.power, 3),
        count(simulated.simulations, "data set"),
        simulated.seed
    )
}

/// Share of items on which both systems agree.
pub fn agreement(end: End, items: u64) -> String {
    let share = 1.0 - (end.won + end.lost) as f64 / items as f64;
    percent((share * 1e4).round() / 1e4)
}

/// The verdict, then both ends.
pub fn audit(out: &mut dyn Write, outcome: &AuditOutcome) -> io::Result<()> {
    writeln!(out, "{}\n", filled(&outcome.answer, width(), ""))?;
    let mut table = Table::new(&["published", "score", "right items"]).right(1..3);
    for (name, accuracy) in [("baseline", &outcome.baseline), ("system", &outcome.system)] {
        let [first, last] = accuracy.right;
        let right =
            if first == last { grouped(first) } else { format!("{} to {}", grouped(first), grouped(last)) };
        table.row(Name::Of(name), [accuracy.published.to_string(), right]);
    }
    writeln!(out, "{table}\n")?;
    let mut table = Table::new(&["p", "won", "lost", "agreement", "p"]).right(1..5);
    for (name, end) in [("smallest", outcome.least), ("largest", outcome.largest)] {
        let agreement = agreement(end, outcome.items);
        table.row(Name::Of(name), [grouped(end.won), grouped(end.lost), agreement, probability(end.pvalue)]);
    }
    writeln!(out, "{table}\n")?;
    let report = filled(&format!("report: {}", outcome.report), width(), "");
    writeln!(out, "{DIM}{report}{DIM:#}")
}
