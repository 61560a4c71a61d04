//! A system against the scores of its baseline, raised by a share of themselves: what a gain in per cent is tested on.
//!
//! "40 % cheaper" is about the difference system − 0.6 · baseline, whose error is of both systems. A margin of 40 % of the baseline's
//! observed mean would take that mean for known.

use restrap_stats::TEstimate;

use crate::request::{Claim, MarginSize, Request};

/// What is drawn with its squares, for standard errors of resamples.
#[derive(Clone, Copy)]
pub(crate) struct Deviating<'p> {
    /// Differences of the units, in grid units.
    pub column: &'p [i64],
    /// Grid units in one unit of the score.
    pub per_one: f64,
    /// They are not all alike.
    pub has_spread: bool,
}

/// System − raised baseline.
pub(crate) struct Raised {
    /// Differences of the units, in grid units.
    pub column: Vec<i64>,
    /// Grid units in one unit of the score.
    pub per_one: f64,
    /// They are not all alike.
    pub has_spread: bool,
    /// Its mean with the standard error of the units.
    pub estimate: TEstimate,
}

impl Raised {
    pub fn deviating(&self) -> Deviating<'_> {
        Deviating {
            column: &self.column,
            per_one: self.per_one,
            has_spread: self.has_spread,
        }
    }
}

/// The share of the baseline that a system is claimed to be better by.
pub(crate) fn share(request: &Request) -> Option<f64> {
    let margin = request
        .question
        .margin
        .filter(|margin| margin.claim == Claim::Superior)?;
    if let MarginSize::Percent(size) = margin.size {
        Some(size / 100.0)
    } else {
        None
    }
}
