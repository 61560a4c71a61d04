//! What a correction says of each pair.

use restrap_stats::Interval;

use crate::outcome::{IntervalKind, Method};

/// Two systems by their numbers; a difference is second − first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Couple {
    pub first: usize,
    pub second: usize,
}

impl Couple {
    /// All pairs of so many systems, or those with the first.
    pub fn all(systems: usize, against_first: bool) -> Vec<Self> {
        let firsts = if against_first { systems.min(1) } else { systems };
        (0..firsts).flat_map(|first| (first + 1..systems).map(move |second| Self { first, second })).collect()
    }
}

/// Of one pair.
#[derive(Clone, Debug)]
pub(super) struct Judged {
    /// Of this pair alone, and how it came to be.
    pub pvalue: Option<f64>,
    pub method: Method,
    /// Adjusted over the family.
    pub adjusted: Option<f64>,
    /// Simultaneous interval of second − first.
    pub interval: Option<Interval>,
    pub standard_error: Option<f64>,
    /// Differences of the units are skewed beyond chance, by more than error rates bear.
    pub skewed: bool,
}

/// Of the whole family.
pub(super) struct Verdicts {
    pub pairs: Vec<Judged>,
    pub kind: IntervalKind,
    /// Level of a single interval, where it is not that of all.
    pub level: f64,
    pub method: Method,
    /// Resamples that were counted.
    pub resamples: Option<u64>,
    pub floor: Option<f64>,
    pub interrupted_after: Option<u64>,
}

impl Verdicts {
    /// The same in a family with as many pairs of other metrics: `confidence` is that of all intervals together, and these were made at
    /// `1 − (1 − confidence) / metrics`.
    pub fn over_metrics(mut self, metrics: u64, confidence: f64) -> Self {
        if metrics < 2 {
            return self;
        }
        let larger = |p: f64| (p * metrics as f64).min(1.0);
        for pair in &mut self.pairs {
            pair.adjusted = pair.adjusted.map(larger);
        }
        self.floor = self.floor.map(larger);
        if matches!(self.kind, IntervalKind::MaxT | IntervalKind::RomanoWolf | IntervalKind::Hsd) {
            self.level = confidence;
        }
        self
    }
}
