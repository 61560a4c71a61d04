//! Tests and intervals that something has of its own.

use super::facts::Given;
use crate::request::{IntervalMethod, Test};

/// The tests and intervals that there are for something; all where none is listed.
#[derive(Debug)]
pub struct Takes {
    /// What is asked or known.
    pub option: Given,
    /// What such a test is.
    pub needs: &'static str,
    /// Tests that hold their level.
    pub tests: &'static [Test],
    /// Intervals beside them.
    pub intervals: &'static [IntervalMethod],
    /// What another test or interval does instead.
    pub others: &'static str,
}

impl Takes {
    pub(crate) const fn intervals(self, intervals: &'static [IntervalMethod]) -> Self {
        Self { intervals, ..self }
    }
}

/// Returns the row of something that has tests of its own, and all intervals.
pub(crate) const fn takes(
    option: Given,
    needs: &'static str,
    tests: &'static [Test],
    others: &'static str,
) -> Takes {
    Takes {
        option,
        needs,
        tests,
        intervals: &[],
        others,
    }
}
