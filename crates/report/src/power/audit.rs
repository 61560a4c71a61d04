//! What two published accuracies allow.

use restrap::number::{decimals, end, grouped, number, percent, plain, probability, signed};
use restrap::outcome::Run;
use restrap::power::{AuditOutcome, End, MeansOutcome};

use serde_json::Value;

use crate::cells::dash;
use crate::output::Report;
use crate::output::json_of;
use crate::sheet::{Sheet, left, right};
use crate::terminal;
use crate::terminal::{signature, wrapped};

impl Report for AuditOutcome {
    /// The verdict, then both ends.
    fn page(&self) -> String {
        terminal::page([
            wrapped(&self.answer, ""),
            published(self).text(),
            ends(self).text(),
            signature(&self.run),
        ])
    }

    /// Both ends of what is possible.
    fn paper(&self) -> Sheet {
        let mut sheet = ends(self);
        sheet.note(&self.answer);
        sheet.note(&self.run.report);
        sheet
    }

    /// One row per number of lost items.
    fn json(&self) -> Value {
        json_of(self)
    }

    fn run(&self) -> Option<&Run> {
        Some(&self.run)
    }
}

/// The accuracies, and which numbers of right items print so.
pub(crate) fn published(outcome: &AuditOutcome) -> Sheet {
    let mut sheet = Sheet::new([left("published"), right("score"), right("right items")]);
    for (name, accuracy) in [("baseline", &outcome.baseline), ("system", &outcome.system)] {
        let [first, last] = accuracy.right;
        let right = if first == last {
            grouped(first)
        } else {
            format!("{} to {}", grouped(first), grouped(last))
        };
        sheet.row(name, [accuracy.published.to_string(), right]);
    }
    sheet
}

/// The smallest and the largest p, and what they take.
pub(crate) fn ends(outcome: &AuditOutcome) -> Sheet {
    let mut sheet = Sheet::new([
        left("p"),
        right("won"),
        right("lost"),
        right("agreement"),
        right("p"),
    ]);
    for (name, end) in [("smallest", outcome.least), ("largest", outcome.largest)] {
        let agreement = agreement(end, outcome.items);
        sheet.row(
            name,
            [
                grouped(end.won),
                grouped(end.lost),
                agreement,
                probability(end.pvalue),
            ],
        );
    }
    sheet
}

/// Share of items on which both systems agree.
fn agreement(end: End, items: u64) -> String {
    let share = 1.0 - (end.won + end.lost) as f64 / items as f64;
    percent((share * 1e4).round() / 1e4)
}

impl Report for MeansOutcome {
    /// The answer, then its figures.
    fn page(&self) -> String {
        terminal::page([
            wrapped(&self.answer, ""),
            figures(self).text(),
            signature(&self.run),
        ])
    }

    fn paper(&self) -> Sheet {
        let mut sheet = figures(self);
        sheet.note(&self.answer);
        sheet.report(&self.run.report);
        sheet
    }

    fn json(&self) -> Value {
        json_of(self)
    }

    fn run(&self) -> Option<&Run> {
        Some(&self.run)
    }
}

/// One row: difference, error, t, p, interval.
pub(crate) fn figures(outcome: &MeansOutcome) -> Sheet {
    let [n, m] = outcome.items;
    let interval = format!("{} CI", percent(1.0 - outcome.request.alpha));
    let names = ["n", "difference", "se", "t", "df", "p", &interval, "d"];
    let mut sheet = Sheet::new(names.map(right));
    let places = decimals(n.min(m), outcome.standard_error, false);
    let items = if n == m {
        grouped(n)
    } else {
        format!("{} and {}", grouped(n), grouped(m))
    };
    let ends = outcome.interval.map_or_else(dash, |[low, high]| {
        format!("{} to {}", end(low, places), end(high, places))
    });
    sheet.row(
        items,
        [
            signed(outcome.difference, places),
            number(outcome.standard_error, places + 1),
            outcome.statistic.map_or_else(dash, |t| number(t, 3)),
            plain((outcome.df * 100.0).round() / 100.0),
            outcome.pvalue.map_or_else(dash, probability),
            ends,
            outcome.cohen_d.map_or_else(dash, |d| number(d, 2)),
        ],
    );
    sheet
}
