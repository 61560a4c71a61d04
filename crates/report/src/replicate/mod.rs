//! Several data sets for readers: one table per metric, marks, counts, means.

mod cell;
mod digits;
mod latex;
mod page;
mod paper;

pub(crate) use cell::title;
pub(crate) use page::means;
pub(crate) use paper::{notes, of_metric};

use restrap::ReplicateOutcome;

use crate::output::{Output, Report};
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

    fn digits(&self) -> Sheet {
        digits::sheet(self.outcome)
    }

    fn printed(&self, output: Output) -> String {
        match output {
            Output::Table => self.page(),
            Output::Markdown => self.paper().markdown(),
            Output::Latex => latex::table(self.outcome, self.titles),
            Output::Csv => self.digits().csv(),
            Output::Line => paper::line(self.outcome),
        }
    }
}
