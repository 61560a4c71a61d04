//! A ranking for readers.

mod board;
mod digits;
mod page;
mod paper;
mod words;

pub(crate) use paper::table;
pub(crate) use words::{apart, called, difference, has_letters, heading, metric, notes, ranks, simultaneous};

use restrap::RankOutcome;

use crate::output::Report;
use crate::sheet::Sheet;

/// A ranking to be printed.
#[derive(Clone, Copy, Debug)]
pub struct Ranked<'a> {
    /// What came out.
    pub outcome: &'a RankOutcome,
}

impl Report for Ranked<'_> {
    fn page(&self) -> String {
        page::page(self.outcome)
    }

    fn paper(&self) -> Sheet {
        paper::sheet(self.outcome)
    }

    fn digits(&self) -> Sheet {
        digits::sheet(self.outcome)
    }
}
