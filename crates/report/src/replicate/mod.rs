//! Several data sets for readers: one table per metric, marks, counts, means.

mod cell;
mod page;
mod paper;

pub(crate) use page::{by_test, means};
pub(crate) use paper::{notes, of_metric};

use restrap::ReplicateOutcome;
use restrap::outcome::Run;

use serde_json::Value;

use crate::output::json_of;
use crate::output::{Output, Report, methods};
use crate::sheet::Sheet;
use crate::sheet::latex::Titles;

/// An outcome of several data sets to be printed.
#[derive(Clone, Copy, Debug)]
pub struct Replicated<'a> {
    /// What came out.
    pub outcome: &'a ReplicateOutcome,
    /// The caption and the label of a LaTeX table, where they were given.
    pub titles: Titles<'a>,
}

impl Report for Replicated<'_> {
    fn page(&self) -> String {
        page::page(self.outcome)
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

    fn latex(&self) -> String {
        paper::table(self.outcome, self.titles)
    }

    fn methods(&self, output: Output) -> String {
        methods(&restrap::methods_of_replication(self.outcome), output)
    }

    fn line(&self) -> String {
        paper::line(self.outcome)
    }
}
