//! A ranking for readers.

mod board;
pub(crate) mod joint;
mod pairs;
mod paper;
mod words;

pub use pairs::pairs_of;
pub(crate) use pairs::sheet as pairs;
pub(crate) use paper::table;
pub(crate) use words::{
    apart, difference, has_letters, heading, metric, notes, ranks, simultaneous,
};

use restrap::RankOutcome;
use restrap::outcome::Run;

use serde_json::Value;

use crate::output::json_of;
use crate::output::{Output, Report, methods};
use crate::sheet::{Sheet, Titles};

/// A ranking to be printed.
#[derive(Clone, Copy, Debug)]
pub struct Ranked<'a> {
    /// What came out.
    pub outcome: &'a RankOutcome,
    /// Caption and label of a LaTeX table, and the systems that stand out in it.
    pub titles: Titles<'a>,
}

impl Ranked<'_> {
    /// A table for each metric.
    fn each(&self, table: impl Fn(&RankOutcome) -> String) -> String {
        let all = std::iter::once(self.outcome).chain(&self.outcome.further);
        all.map(table).collect::<Vec<_>>().join("\n")
    }
}

impl Report for Ranked<'_> {
    fn page(&self) -> String {
        // Several metrics are one table; one metric has room for its intervals.
        let joint = if self.outcome.further.is_empty() {
            None
        } else {
            joint::page(self.outcome)
        };
        joint.unwrap_or_else(|| board::page(self.outcome))
    }

    fn paper(&self) -> Sheet {
        paper::sheet(self.outcome)
    }

    fn json(&self) -> Value {
        json_of(self.outcome)
    }

    fn run(&self) -> Option<&Run> {
        Some(&self.outcome.run)
    }

    fn methods(&self, output: Output) -> String {
        methods(&restrap::methods_of_ranking(self.outcome), output)
    }

    fn markdown(&self) -> String {
        let joint = joint::sheet(self.outcome).map(|sheet| sheet.markdown());
        joint.unwrap_or_else(|| self.each(|outcome| paper::sheet(outcome).markdown()))
    }

    fn line(&self) -> String {
        let of_each = |outcome: &RankOutcome| {
            let line = paper::sheet(outcome).line();
            if self.outcome.further.is_empty() {
                line
            } else {
                format!("{}: {line}", metric(outcome))
            }
        };
        let all = std::iter::once(self.outcome).chain(&self.outcome.further);
        all.map(of_each).collect()
    }

    fn latex(&self) -> String {
        joint::latex(self.outcome, self.titles)
            .unwrap_or_else(|| self.each(|outcome| paper::latex(outcome, self.titles)))
    }
}
