//! What two published accuracies allow.

use restrap::number::{grouped, percent, probability};
use restrap::outcome::Run;
use restrap::power::{AuditOutcome, AuditPoint, End};

use crate::output::Report;
use crate::sheet::{Sheet, left, right};
use crate::terminal::{self, signature, wrapped};

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
    fn digits(&self) -> Sheet {
        Sheet::of(
            &[
                ("lost", |point: &&AuditPoint| point.lost.to_string()),
                ("agreement", |point| point.agreement.to_string()),
                ("pvalue", |point| point.pvalue.to_string()),
            ],
            &self.points,
        )
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
        let right =
            if first == last { grouped(first) } else { format!("{} to {}", grouped(first), grouped(last)) };
        sheet.row(name, [accuracy.published.to_string(), right]);
    }
    sheet
}

/// The smallest and the largest p, and what they take.
pub(crate) fn ends(outcome: &AuditOutcome) -> Sheet {
    let mut sheet = Sheet::new([left("p"), right("won"), right("lost"), right("agreement"), right("p")]);
    for (name, end) in [("smallest", outcome.least), ("largest", outcome.largest)] {
        let agreement = agreement(end, outcome.items);
        sheet.row(name, [grouped(end.won), grouped(end.lost), agreement, probability(end.pvalue)]);
    }
    sheet
}

/// Share of items on which both systems agree.
fn agreement(end: End, items: u64) -> String {
    let share = 1.0 - (end.won + end.lost) as f64 / items as f64;
    percent((share * 1e4).round() / 1e4)
}
