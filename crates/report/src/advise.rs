//! What fits a design: test, interval, unit, why, and what to type.

use restrap::number::{count, number, percent};
use restrap::{AdviseOutcome, SelfCheck};
use restrap_words::Word as _;

use serde_json::Value;

use crate::output::Report;
use crate::output::json_of;
use crate::sheet::{Sheet, left, right};
use crate::terminal::{self, bold, wrapped};

impl Report for AdviseOutcome {
    /// What to type, then why, then what to avoid.
    fn page(&self) -> String {
        let mut blocks = vec![recommended(self)];
        if !self.seen.is_empty() {
            blocks.push(list("What the data show", &self.seen));
        }
        blocks.push(format!("{}\n{}", bold("Why"), wrapped(&self.why, "")));
        blocks.push(format!(
            "{}\n{}",
            bold("It assumes"),
            wrapped(&self.assumes, "")
        ));
        blocks.push(list("To avoid", &self.avoid));
        blocks.extend(self.self_check.as_ref().map(rates));
        // Never wrapped: these are copied.
        blocks.push(format!("{}\n  {}", bold("Type"), self.command));
        blocks.push(format!("{}\n  {}", bold("Python"), self.python));
        if !self.checks.is_empty() && self.self_check.is_none() {
            let lines: Vec<String> = self
                .checks
                .iter()
                .map(|check| format!("  {check}"))
                .collect();
            blocks.push(format!(
                "{}\n{}",
                bold("Check it on these data"),
                lines.join("\n")
            ));
        }
        terminal::page(blocks)
    }

    /// One row per statement.
    fn paper(&self) -> Sheet {
        let mut sheet = Sheet::new([left("advice"), left("words")]);
        for (name, words) in rows(self) {
            sheet.row(name, [words]);
        }
        sheet
    }

    fn json(&self) -> Value {
        json_of(self)
    }
}

fn rows(outcome: &AdviseOutcome) -> Vec<(&'static str, String)> {
    let mut rows = vec![
        ("leaf", outcome.leaf.help().to_owned()),
        ("question", outcome.verb.name().to_owned()),
        (
            "test",
            outcome.test.map_or("none", |test| test.name()).to_owned(),
        ),
        (
            "interval",
            outcome
                .interval
                .map_or("none", |interval| interval.name())
                .to_owned(),
        ),
        ("unit", outcome.unit.name().to_owned()),
        ("why", outcome.why.clone()),
        ("assumes", outcome.assumes.clone()),
    ];
    rows.extend(outcome.avoid.iter().map(|words| ("avoid", words.clone())));
    rows.extend(outcome.seen.iter().map(|words| ("seen", words.clone())));
    rows.extend([
        ("command", outcome.command.clone()),
        ("python", outcome.python.clone()),
    ]);
    rows
}

/// Leaf, test, interval, unit.
fn recommended(outcome: &AdviseOutcome) -> String {
    let test = outcome.test.map(|test| format!("{test}: {}", test.help()));
    let interval = outcome
        .interval
        .map(|interval| format!("{interval}: {}", interval.help()));
    let told = [
        ("design", Some(outcome.leaf.help().to_owned())),
        ("test", test),
        ("interval", interval),
        (
            "unit",
            Some(format!("{}: {}", outcome.unit, outcome.unit.help())),
        ),
    ];
    let line = |(name, words): (&str, Option<String>)| {
        Some(wrapped(&format!("{name:<10}{}", words?), "          "))
    };
    told.into_iter()
        .filter_map(line)
        .collect::<Vec<_>>()
        .join("\n")
}

fn list(title: &str, all: &[String]) -> String {
    let lines: Vec<String> = all
        .iter()
        .map(|words| wrapped(&format!("- {words}"), "  "))
        .collect();
    format!("{}\n{}", bold(title), lines.join("\n"))
}

/// How often each test rejects on these items where labels mean nothing.
fn rates(check: &SelfCheck) -> String {
    let mut sheet = Sheet::new([left("test"), right("rejects"), right("95 % interval")]);
    for test in &check.tests {
        let rate = test.rate;
        let interval = format!("{} to {}", number(rate.low, 3), number(rate.high, 3));
        sheet.row(test.name.to_string(), [number(rate.value, 3), interval]);
    }
    let told = format!(
        "Labels of the systems swapped item by item, {} of these items; each test should reject {}.",
        count(check.experiments, "experiment"),
        percent(check.alpha)
    );
    format!(
        "{}\n{}\n{}",
        bold("Type-I error on these items"),
        wrapped(&told, ""),
        sheet.text()
    )
}
