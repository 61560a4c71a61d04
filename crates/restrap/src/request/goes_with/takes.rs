//! Tests and intervals that something has of its own.

#![allow(clippy::enum_glob_use, reason = "the rows are of its variants")]

use super::facts::Given::{self, *};
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
    const fn intervals(self, intervals: &'static [IntervalMethod]) -> Self {
        Self { intervals, ..self }
    }
}

/// Returns the row of something that has tests of its own, and all intervals.
const fn takes(
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

/// What has tests or intervals of its own.
pub const TAKES: &[Takes] = &[
    takes(
        Overlapping,
        "t",
        &[Test::T, Test::FiveByTwo],
        "takes values as independent, and these share training items",
    )
    .intervals(&[IntervalMethod::T]),
    takes(
        Crossed,
        "t",
        &[Test::T],
        "takes one kind of clusters, or items",
    )
    .intervals(&[IntervalMethod::T]),
    takes(
        Human,
        "t",
        &[Test::T],
        "takes the judge's scores as they are",
    )
    .intervals(&[IntervalMethod::T]),
    // Tests take training runs as they are, but for t.
    takes(
        Runs,
        "t over items and training runs",
        &[],
        "takes these training runs as fixed",
    )
    .intervals(&[IntervalMethod::T]),
    takes(
        Apart,
        "t of two samples",
        &[Test::Welch],
        "takes items as independent",
    )
    .intervals(&[IntervalMethod::Auto]),
    takes(
        ClusteredScores,
        "a test of clusters",
        &[Test::Permutation, Test::T],
        "treats items as independent",
    ),
    takes(
        AreasApart,
        "DeLong's variances",
        &[Test::DeLong],
        "is for items that all systems scored",
    )
    .intervals(&[IntervalMethod::Auto]),
    takes(
        Swaps,
        "a test of swaps",
        &[Test::Permutation],
        "resamples the items of one system",
    )
    .intervals(&[IntervalMethod::Auto]),
    takes(
        Mix,
        "resamples of means",
        &[
            Test::Permutation,
            Test::Bootstrap,
            Test::BootstrapPercentile,
        ],
        "does not weight groups",
    ),
    takes(AloneOver, "t", &[], "is computed over items").intervals(&[IntervalMethod::Auto]),
    takes(
        AloneClusters,
        "t, with their standard error",
        &[],
        "treats items as independent",
    )
    .intervals(&[IntervalMethod::T]),
    takes(
        AloneStrata,
        "resamples within its groups",
        &[],
        "resamples from one population",
    )
    .intervals(&[
        IntervalMethod::Percentile,
        IntervalMethod::Basic,
        IntervalMethod::Bca,
        IntervalMethod::Normal,
    ]),
    takes(
        Alone,
        "a method of one system",
        &[],
        "is for the difference of two systems (restrap compare)",
    )
    .intervals(&[
        IntervalMethod::Percentile,
        IntervalMethod::Basic,
        IntervalMethod::Bca,
        IntervalMethod::Normal,
        IntervalMethod::Studentized,
        IntervalMethod::T,
        IntervalMethod::Wilson,
        IntervalMethod::ClopperPearson,
    ]),
];
