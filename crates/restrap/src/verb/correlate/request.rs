//! What is asked of metrics beside a gold score.

use restrap_stats::correlation::{Agreement, Criterion, Level};
use restrap_stats::{Adjustment, Alternative};
use restrap_words::vocabulary;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::request::goes_with::{self, Given};

vocabulary! {
    /// What another study would draw anew, and what a swap of two metrics takes together.
    pub enum Redrawn: "what is drawn" {
        /// Systems and segments: intervals resample both (BOOT-BOTH), tests swap every output on its own (PERM-BOTH).
        Both = "both",
        /// Segments, the systems as they are (BOOT-INPUTS, PERM-INPUTS).
        Segments = "segments" | "inputs",
        /// Systems, the segments as they are (BOOT-SYSTEMS, PERM-SYSTEMS).
        Systems = "systems",
    }
    default Both
}

impl Redrawn {
    /// Whether systems are drawn.
    pub(super) fn systems(self) -> bool {
        self != Self::Segments
    }

    /// Whether segments are drawn.
    pub(super) fn segments(self) -> bool {
        self != Self::Systems
    }
}

/// What is asked of metrics beside a gold score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct CorrelateRequest {
    /// How a metric agrees with the gold score.
    pub agreement: Agreement,
    /// Over what it runs; null: segments for pairwise accuracy of systems, else all outputs at once.
    pub level: Option<Level>,
    /// What another study would draw anew.
    pub redrawn: Redrawn,
    /// For pairwise accuracy: scores of a metric that differ by at most this count as tied; null chooses the threshold that serves each
    /// metric best, anew in every draw.
    pub threshold: Option<f64>,
    /// Metrics of which a lower score is better.
    pub lower_is_better: Vec<String>,
    /// The metric that every other is compared with; null: every two.
    pub baseline: Option<String>,
    /// Side of the claim that the second metric of a pair agrees more.
    pub alternative: Alternative,
    /// How the p-values of the pairs are adjusted.
    pub correction: Adjustment,
    /// Level of the tests.
    pub alpha: f64,
    /// Level of the intervals.
    pub confidence: f64,
    /// Resamples, and random swaps.
    pub resamples: u64,
    /// Seed of the draws.
    pub seed: u64,
}

impl Default for CorrelateRequest {
    fn default() -> Self {
        Self {
            agreement: Agreement::default(),
            level: None,
            redrawn: Redrawn::default(),
            threshold: None,
            lower_is_better: Vec::new(),
            baseline: None,
            alternative: Alternative::TwoSided,
            correction: Adjustment::Holm,
            alpha: 0.05,
            confidence: 0.95,
            resamples: 10_000,
            seed: 0,
        }
    }
}

impl CorrelateRequest {
    /// Refuses what cannot be computed.
    pub(super) fn check(&self) -> Result<(), Error> {
        let bad = |expected, found: f64| {
            Err(Error::BadParameter {
                expected,
                found: found.to_string(),
            })
        };
        if self.resamples == 0 || self.resamples >= 1 << 32 {
            return bad("1 to 4,294,967,295 resamples", self.resamples as f64);
        }
        for share in [self.alpha, self.confidence] {
            if !(share > 0.0 && share < 1.0) {
                return bad("0 < alpha < 1 and 0 < confidence < 1", share);
            }
        }
        let Some(threshold) = self.threshold else {
            return Ok(());
        };
        goes_with::check(&goes_with::of(&[
            (Given::TieThreshold, true),
            (
                Given::PairwiseAccuracy,
                self.agreement == Agreement::PairwiseAccuracy,
            ),
        ]))?;
        if threshold >= 0.0 && threshold.is_finite() {
            Ok(())
        } else {
            bad("a threshold of at least 0", threshold)
        }
    }

    /// The measure at its level, for outputs that have systems or not.
    pub(super) fn criterion(&self, has_systems: bool) -> Result<Criterion, Error> {
        goes_with::check(&goes_with::of(&[
            (
                Given::Level,
                self.level.is_some_and(|level| level != Level::Global),
            ),
            (Given::Redrawn, self.redrawn != Redrawn::default()),
            (Given::SystemsAndSegments, has_systems),
        ]))?;
        let level = match self.level {
            Some(level) => level,
            None if has_systems && self.agreement == Agreement::PairwiseAccuracy => Level::Segment,
            None => Level::Global,
        };
        Ok(Criterion {
            agreement: self.agreement,
            level,
            threshold: self.threshold,
        })
    }
}
