//! Metrics and a gold score.

use restrap::number::{count, number, percent, plain, probability, signed};
use restrap::outcome::Run;
use restrap::{CorrelateOutcome, CorrelatedMetric, CorrelatedPair};

use serde_json::Value;

use crate::output::Report;
use crate::output::json_of;
use crate::sheet::{Sheet, left, right};
use crate::terminal::{self, wrapped};

/// Decimals of an agreement.
const DECIMALS: usize = 3;
/// Pairs of which each has its sentence.
const EACH_PAIR: usize = 3;

impl Report for CorrelateOutcome {
    /// What was measured, the metrics from the best, the pairs, a sentence for each pair.
    fn page(&self) -> String {
        let mut blocks = vec![wrapped(
            &format!("{} with {}", self.measure(), self.gold),
            "",
        )];
        blocks.push(metrics(self).text());
        if !self.pairs.is_empty() {
            blocks.push(pairs(self).text());
            blocks.push(
                said(self)
                    .iter()
                    .map(|words| wrapped(words, "  "))
                    .collect::<Vec<_>>()
                    .join("\n"),
            );
        }
        blocks.push(wrapped(&self.run.report, ""));
        terminal::page(blocks)
    }

    /// One row per metric; what is said of pairs below.
    fn paper(&self) -> Sheet {
        let mut paper = metrics(self);
        for verdict in said(self) {
            paper.note(verdict);
        }
        paper.note(self.run.report.clone());
        paper
    }

    /// One row per metric and per pair.
    fn json(&self) -> Value {
        json_of(self)
    }

    fn run(&self) -> Option<&Run> {
        Some(&self.run)
    }
}

/// A sentence on every pair of few; of many, on those that differ significantly, and the number of the others.
fn said(outcome: &CorrelateOutcome) -> Vec<String> {
    if outcome.pairs.len() <= EACH_PAIR {
        return outcome.verdicts.clone();
    }
    let is_apart = |pair: &CorrelatedPair| {
        pair.adjusted_pvalue
            .is_some_and(|p| p <= outcome.request.alpha)
    };
    let told = outcome.pairs.iter().zip(&outcome.verdicts);
    let mut said: Vec<String> = told
        .filter(|(pair, _)| is_apart(pair))
        .map(|(_, verdict)| verdict.clone())
        .collect();
    let others = outcome.pairs.len() - said.len();
    if others > 0 {
        said.push(format!(
            "No evidence over {} that the metrics of the other {} differ in how they agree with {}.",
            outcome.unit(),
            count(others as u64, "pair"),
            outcome.gold
        ));
    }
    said
}

/// Ends of an interval in brackets.
fn brackets(ends: Option<(f64, f64)>, text: impl Fn(f64) -> String) -> String {
    ends.map_or_else(String::new, |(low, high)| {
        format!("[{}, {}]", text(low), text(high))
    })
}

/// One row per metric, the one that agrees most first.
pub(crate) fn metrics(outcome: &CorrelateOutcome) -> Sheet {
    let mut sorted: Vec<&CorrelatedMetric> = outcome.metrics.iter().collect();
    let value = |metric: &CorrelatedMetric| metric.value.unwrap_or(f64::NEG_INFINITY);
    sorted.sort_by(|a, b| value(b).total_cmp(&value(a)));
    let has_ties = sorted.iter().any(|metric| metric.threshold.is_some());
    let interval = format!("{} interval", percent(outcome.request.confidence));
    let ties = has_ties.then(|| right("ties up to"));
    let columns = [
        left("metric"),
        right(outcome.request.agreement.name()),
        right(&interval),
    ];
    let mut sheet = Sheet::new(columns.into_iter().chain(ties));
    let text = |value: f64| number(value, DECIMALS);
    for metric in sorted {
        let turned = if metric.lower_is_better {
            " (lower is better)"
        } else {
            ""
        };
        let name = format!("{}{turned}", metric.name);
        let ties = has_ties.then(|| metric.threshold.map_or_else(String::new, plain));
        let value = metric.value.map_or_else(|| "none".to_owned(), text);
        sheet.row(
            name,
            [value, brackets(metric.low.zip(metric.high), text)]
                .into_iter()
                .chain(ties),
        );
    }
    sheet
}

/// One row per pair.
pub(crate) fn pairs(outcome: &CorrelateOutcome) -> Sheet {
    let adjusted = outcome.pairs.len() > 1;
    let has_williams = outcome.pairs.iter().any(|pair| pair.williams.is_some());
    let interval = format!("{} interval", percent(outcome.request.confidence));
    let columns = [
        left("metric"),
        left("minus"),
        right("difference"),
        right(&interval),
        right("p"),
    ];
    let more = [
        adjusted.then(|| right("adjusted p")),
        has_williams.then(|| right("Williams p")),
    ];
    let mut sheet = Sheet::new(columns.into_iter().chain(more.into_iter().flatten()));
    let text = |value: f64| signed(value, DECIMALS);
    let p = |value: Option<f64>| value.map_or_else(|| "none".to_owned(), probability);
    for pair in &outcome.pairs {
        let [base, metric] = &pair.metrics;
        let cells = [
            base.clone(),
            pair.difference.map_or_else(|| "none".to_owned(), text),
            brackets(pair.low.zip(pair.high), text),
            p(pair.pvalue),
        ];
        let more = [
            adjusted.then(|| p(pair.adjusted_pvalue)),
            has_williams.then(|| p(pair.williams.as_ref().map(|williams| williams.pvalue))),
        ];
        sheet.row(metric, cells.into_iter().chain(more.into_iter().flatten()));
    }
    sheet
}
