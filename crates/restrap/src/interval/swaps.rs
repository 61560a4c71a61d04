//! The interval of a corpus metric that decides as its permutation test does, from the same swaps.
//!
//! `δ ± h`, h the ⌊α(R + 1)⌋-th largest |δ*| of the swaps, or by their law the first |δ*| that leaves more than α from it on. Then 0 lies
//! outside exactly where p ≤ α. It inverts no test of another difference: swaps calibrate its width at δ = 0, and `docs/calibration` has its
//! coverage beside BCa's. Where no h is large enough the interval is the whole range of the metric.

use restrap_stats::Alternative;

use crate::data::contest::Contest;
use crate::interval::level::IntervalLevel;
use crate::interval::level::decided;
use crate::outcome::{IntervalKind, IntervalOutcome};
use crate::request::Request;
use crate::resample::bounds::Value;

/// Differences under swaps.
pub(crate) enum Swapped<'s> {
    /// Differences under random swaps.
    Drawn(&'s [f64]),
    /// Differences under every swap, with their probabilities.
    Law(Vec<(f64, f64)>),
}

impl Swapped<'_> {
    /// The largest size that swaps reach with more than `error`, p counting itself among draws; infinite where that is none of them.
    fn critical(&self, size: impl Fn(f64) -> f64, error: f64) -> f64 {
        // A level such as 1 − 0.95 lies a rounding below its error.
        let error = error * (1.0 + 1e-12);
        match self {
            Self::Drawn(values) => {
                let rank = (error * (values.len() as f64 + 1.0)).floor() as usize;
                let Some(rank) = rank.checked_sub(1) else {
                    return f64::INFINITY;
                };
                let mut sizes: Vec<f64> = values.iter().map(|&value| size(value)).collect();
                if rank >= sizes.len() {
                    return 0.0;
                }
                *sizes
                    .select_nth_unstable_by(rank, |one, other| other.total_cmp(one))
                    .1
            }
            Self::Law(values) => {
                let mut sizes: Vec<(f64, f64)> =
                    values.iter().map(|&(value, p)| (size(value), p)).collect();
                sizes.sort_unstable_by(|one, other| other.0.total_cmp(&one.0));
                let mut beyond = 0.0;
                let found = sizes.iter().find(|(_, p)| {
                    beyond += p;
                    beyond > error
                });
                let largest = sizes.first().map_or(0.0, |first| first.1);
                // One outcome alone is more likely than the error.
                if largest > error {
                    f64::INFINITY
                } else {
                    found.map_or(0.0, |found| found.0)
                }
            }
        }
    }
}

/// The interval of the difference; `None` where no swap moves it, or none is rare enough and the metric has no range.
pub(crate) fn interval(
    contest: &Contest,
    swapped: &Swapped,
    p: &Value,
    at: IntervalLevel,
    request: &Request,
) -> Option<IntervalOutcome> {
    let (difference, error) = (contest.difference(), 1.0 - at.confidence);
    if contest.changed == 0 {
        return None;
    }
    let half = match at.side {
        Alternative::TwoSided => swapped.critical(f64::abs, error),
        Alternative::Greater => swapped.critical(|value| value, error),
        Alternative::Less => swapped.critical(|value| -value, error),
    };
    let scale = request.sample.scale().of_difference();
    if half.is_infinite() && !scale.is_bounded() {
        return None;
    }
    let ends = (difference - half, difference + half);
    let excludes = p.p.value() <= error * (1.0 + 1e-12);
    let found = decided(ends, excludes, difference, scale);
    found.map(|found| IntervalOutcome::new(found, IntervalKind::SwapCalibrated, at.confidence))
}
