//! How many items a gain needs, and which gain a number of items can show.

use restrap::number::{count, grouped, number, percent, plain};
use restrap::outcome::Run;
use restrap::power::{
    PilotSet, PlanOutcome, PowerApproach, PowerEstimate, Scenario, Simulated, enough, power_beside,
};

use serde_json::Value;

use crate::cells::dash;
use crate::output::Report;
use crate::output::json_of;
use crate::sheet::{Sheet, left, right};
use crate::terminal::{self, bold, signature, wrapped};

impl Report for PlanOutcome {
    /// The answer, then what each method says.
    fn page(&self) -> String {
        if let Some(set) = &self.dataset {
            return of_study(self, set);
        }
        let mut blocks = vec![wrapped(&self.answer, "")];
        match self.scenarios.as_slice() {
            [only] => {
                // Of a margin alone the answer says everything.
                if !headers(self).is_empty() {
                    blocks.push(methods(only, self).text());
                }
                blocks.extend(only.simulated.as_ref().map(|simulated| {
                    let text = format!("simulated: {}", simulated_words(simulated));
                    format!("  {}", terminal::filled(&text, terminal::width() - 2, "  "))
                }));
            }
            several => {
                if !headers(self).is_empty() {
                    blocks.push(scenarios(several, self).text());
                }
                let drawn = several
                    .iter()
                    .find_map(|scenario| Some((scenario, scenario.simulated.as_ref()?)));
                blocks.extend(drawn.map(|(scenario, simulated)| {
                    let words = simulated_words(simulated);
                    wrapped(&format!("simulated at {}: {words}", scenario.name), "")
                }));
            }
        }
        blocks.push(signature(&self.run));
        terminal::page(blocks)
    }

    /// One row per assumption and method.
    fn paper(&self) -> Sheet {
        if self.dataset.is_some() {
            let mut sheet = sets(self);
            sheet.note(&self.run.report);
            return sheet;
        }
        let columns = [left("agreement"), left("method")];
        let mut sheet = Sheet::new(
            columns
                .into_iter()
                .chain(headers(self).into_iter().map(right)),
        );
        for scenario in &self.scenarios {
            for method in &scenario.methods {
                let name = scenario
                    .agreement
                    .map_or_else(|| scenario.name.clone(), of_items);
                sheet.row(
                    name,
                    [method_name(method)].into_iter().chain(cells(method, self)),
                );
            }
        }
        sheet.note(&self.answer);
        sheet.note(&self.run.report);
        sheet
    }

    /// One row per assumption and method, then its simulation.
    fn json(&self) -> Value {
        json_of(self)
    }

    fn run(&self) -> Option<&Run> {
        Some(&self.run)
    }
}

/// The plans of all data sets: one table, and what each says.
fn of_study(outcome: &PlanOutcome, set: &PilotSet) -> String {
    let metric = set
        .metric
        .as_ref()
        .map_or_else(String::new, |metric| format!(", {metric}"));
    let head = format!("{} against {}{metric}", set.system, set.baseline);
    let mut blocks = vec![format!(
        "{}\n{}",
        bold(&wrapped(&head, "  ")),
        sets(outcome).text()
    )];
    for one in std::iter::once(outcome).chain(&outcome.further) {
        let name = one.dataset.as_ref().map_or("", |set| &set.name);
        blocks.push(wrapped(&format!("{name}: {}", one.answer), ""));
    }
    blocks.push(signature(&outcome.run));
    terminal::page(blocks)
}

/// A row for each data set, by the variance or agreement of its own scores.
fn sets(outcome: &PlanOutcome) -> Sheet {
    let headers = headers(outcome)
        .into_iter()
        .map(|header| match header.split_once(" at ") {
            Some((power, _)) => power.to_owned(),
            None => header,
        });
    let columns = [left("data set"), right("items")];
    let mut sheet = Sheet::new(columns.into_iter().chain(headers.map(right)));
    for one in std::iter::once(outcome).chain(&outcome.further) {
        let items = one.items.map_or_else(dash, grouped);
        let name = one.dataset.as_ref().map_or("", |set| &set.name);
        sheet.row(
            name,
            std::iter::once(items).chain(cells(one.middle().quoted(), one)),
        );
    }
    sheet
}

/// One row per method.
fn methods(scenario: &Scenario, outcome: &PlanOutcome) -> Sheet {
    let columns = headers(outcome).into_iter().map(right);
    let mut sheet = Sheet::new([left("method")].into_iter().chain(columns));
    for method in &scenario.methods {
        sheet.row(method_name(method), cells(method, outcome));
    }
    sheet
}

/// The method of a row.
fn method_name(method: &PowerEstimate) -> String {
    match method.how {
        PowerApproach::Enumeration | PowerApproach::Score => method.test.clone(),
        PowerApproach::NoncentralT => "t (noncentral t)".to_owned(),
        PowerApproach::ClosedForm => "closed form (normal)".to_owned(),
    }
}

/// One row per assumption, by the method that is quoted.
fn scenarios(several: &[Scenario], outcome: &PlanOutcome) -> Sheet {
    let columns = headers(outcome).into_iter().map(right);
    let of = if outcome.binary {
        "agreement"
    } else {
        "variance"
    };
    let mut sheet = Sheet::new([left(of)].into_iter().chain(columns));
    for scenario in several {
        sheet.row(scenario_name(scenario), cells(scenario.quoted(), outcome));
    }
    sheet
}

/// A share of items, to a hundredth of a per cent.
fn of_items(share: f64) -> String {
    percent((share * 1e4).round() / 1e4)
}

/// `98.65 % (pilot)`; `t` where enumeration is out of reach.
fn scenario_name(scenario: &Scenario) -> String {
    let word = match scenario.name.as_str() {
        name if name.starts_with("upper 95 % limit") => "upper limit",
        name if name.starts_with("the pilot's") => "pilot",
        name if name.starts_with("lower 95 % limit") => "lower limit",
        name if name.contains("most agreement") => "most",
        name if name.contains("least agreement") => "least",
        _ => "",
    };
    let method = if scenario.methods[0].out_of_reach {
        "t"
    } else {
        ""
    };
    let notes: Vec<&str> = [word, method]
        .into_iter()
        .filter(|note| !note.is_empty())
        .collect();
    match (scenario.agreement, notes.as_slice()) {
        (None, []) => dash(),
        (None, notes) => notes.join(", "),
        (Some(share), []) => of_items(share),
        (Some(share), notes) => format!("{} ({})", of_items(share), notes.join(", ")),
    }
}

/// What is told of each method.
fn headers(outcome: &PlanOutcome) -> Vec<String> {
    let mut header = Vec::new();
    if outcome.gain.is_some() {
        header.push(format!("n for {}", plain(outcome.power)));
    }
    if let Some(items) = outcome.items {
        if outcome.gain.is_some() {
            header.push(format!("power at {}", grouped(items)));
            header.extend(["type M", "type S"].map(str::to_owned));
        }
        header.push("smallest gain".to_owned());
    }
    header
}

/// Cells of one method.
fn cells(method: &PowerEstimate, outcome: &PlanOutcome) -> Vec<String> {
    let mut row = Vec::new();
    if outcome.gain.is_some() {
        row.push(method.items_needed.map_or_else(dash, grouped));
    }
    if outcome.items.is_some() {
        if outcome.gain.is_some() {
            row.push(
                method
                    .power
                    .map_or_else(dash, |power| power_beside(power, outcome.power)),
            );
            row.push(method.type_m.map_or_else(dash, |ratio| number(ratio, 2)));
            row.push(method.type_s.map_or_else(dash, |share| {
                if share < 5e-5 {
                    "< 0.0001".to_owned()
                } else {
                    number(share, 4)
                }
            }));
        }
        // Of shares as it is typed: 2.01pt.
        let gain = |gain: f64| {
            let (gain, unit) = if outcome.binary {
                (100.0 * gain, "pt")
            } else {
                (gain, "")
            };
            format!("{}{unit}", number(enough(gain), least_decimals(gain)))
        };
        row.push(method.least_gain.map_or_else(dash, gain));
    }
    row
}

/// Three digits of a gain.
fn least_decimals(gain: f64) -> usize {
    if gain > 0.0 {
        (2.0 - libm::log10(gain).floor()).clamp(0.0, 9.0) as usize
    } else {
        2
    }
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
