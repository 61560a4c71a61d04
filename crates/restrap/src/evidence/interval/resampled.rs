//! The interval that a resampling test decides with, from the resamples that gave its p.
//!
//! With R resamples and an error α, k = ⌊α(R + 1)⌋:
//!
//! | test | two-sided | one-sided (better) |
//! |---|---|---|
//! | permutation | δ ± the k-th largest \|δ*\| of the swaps | from δ − the k-th largest δ* |
//! | bootstrap | δ ± the k-th largest \|δ* − δ\| | from δ − the k-th largest δ* − δ |
//! | bootstrap-percentile | the k-th smallest to the k-th largest δ*, k of α/2 | from the k-th smallest δ* |
//!
//! By an exact distribution the k-th largest is the largest value that is reached with more than α. Then 0 lies outside exactly where
//! p ≤ α. The interval of swaps inverts no test of another difference: swaps calibrate its width at δ = 0, and `docs/calibration` has its
//! coverage beside BCa's.

use std::cmp::Ordering;
use std::rc::Rc;

use rayon::prelude::*;
use restrap_stats::interval::Scale;
use restrap_stats::{Alternative, LabelPermutation, Law, LawSearch, Probability, StatsError, Tail};
use restrap_words::{Code, Note, asked_as};

use crate::design::scheme::Scheme;
use crate::error::Error;
use crate::evidence::level::{IntervalLevel, decided};
use crate::outcome::{IntervalKind, IntervalOutcome};
use crate::request::Test;

/// The largest relative error of a tail whose quantile is reported.
const TRUSTED: f64 = 1e-3;

/// Why differences that are all equal have no interval.
pub(crate) const NO_SPREAD: &str = "all differences are equal";

/// Differences under the resamples of a test.
pub(crate) enum Differences<'s> {
    /// Those that were drawn.
    Drawn(&'s [f64]),
    /// Sums of swaps that were drawn, and what they are divided by.
    Swaps(&'s [i64], f64),
    /// All that there can be, with their probabilities.
    Points(Vec<(f64, f64)>),
    /// The exact distribution of a sum.
    Law(LawOfSum<'s>),
}

/// The exact distribution of a sum under resamples, and the difference that a sum stands for.
pub(crate) struct LawOfSum<'l> {
    pub at_least: Box<dyn Fn(i128) -> Tail + 'l>,
    pub at_most: Box<dyn Fn(i128) -> Tail + 'l>,
    /// A sum about where this share of the resamples lies below; only the time of a search depends on it.
    pub near: Box<dyn Fn(f64) -> i128 + 'l>,
    /// The sum around which the distance is measured, as a fraction.
    pub centre: (i128, i128),
    pub difference: Box<dyn Fn(i128) -> f64 + 'l>,
}

impl<'l> LawOfSum<'l> {
    /// The law of a bootstrap, around the observed sum.
    pub fn bootstrap(law: &'l Law, design: &'l Scheme, total: i64, divisor: f64) -> Self {
        Self::searched(law, design.expected(total), move |sum| {
            design.replicates(&[sum as i64], total, divisor)[0]
        })
    }

    /// The law of swaps, around 0.
    pub fn swaps(law: &'l Law, divisor: f64) -> Self {
        Self::searched(law, (0, 1), move |sum| sum as f64 / divisor)
    }

    fn searched(law: &'l Law, centre: (i128, i128), difference: impl Fn(i128) -> f64 + 'l) -> Self {
        let search = Rc::new(LawSearch::new(law));
        let (above, below) = (Rc::clone(&search), Rc::clone(&search));
        Self {
            at_least: Box::new(move |sum| above.at_least(sum)),
            at_most: Box::new(move |sum| below.at_most(sum)),
            near: Box::new(move |share| search.quantile(share)),
            centre,
            difference: Box::new(difference),
        }
    }

    /// The law of the labels of two samples with these numbers of items, around a difference of 0.
    pub fn labels(test: &'l LabelPermutation, per_one: f64) -> Self {
        let law = test.law();
        let tail = |probability| Tail {
            probability,
            relative_error: 0.0,
            complete: true,
        };
        let centre = test.centre();
        Self {
            at_least: Box::new(move |sum| tail(law.at_least(sum))),
            at_most: Box::new(move |sum| tail(law.at_most(sum))),
            near: Box::new(move |_| centre.0.div_euclid(centre.1)),
            centre,
            difference: Box::new(move |sum| test.difference(sum) / per_one),
        }
    }

    fn critical(&self, size: Size, error: f64) -> Result<f64, Error> {
        // The sum where the tails are about as large as the error.
        let near = |share: f64| (self.near)(share);
        let (tail, sum): (Tail, i128) = match size {
            Size::Up => last(near(1.0 - error), 1, error, &self.at_least),
            Size::Down => last(near(error), -1, error, &self.at_most),
            Size::From(_) => {
                let (centre, parts) = self.centre;
                let both = |sum: i128, step: i128| {
                    if (sum * parts - centre) * step <= 0 {
                        return Tail {
                            probability: Probability::ONE,
                            relative_error: 0.0,
                            complete: true,
                        };
                    }
                    // As far on the other side.
                    let other = 2 * centre - sum * parts;
                    let (upper, lower) = if step > 0 {
                        (sum, other.div_euclid(parts))
                    } else {
                        (-(-other).div_euclid(parts), sum)
                    };
                    let (upper, lower) = ((self.at_least)(upper), (self.at_most)(lower));
                    Tail {
                        probability: upper.probability.plus(lower.probability),
                        relative_error: upper.relative_error.max(lower.relative_error),
                        complete: upper.complete && lower.complete,
                    }
                };
                let above = last(near(1.0 - 0.5 * error), 1, error, |sum| both(sum, 1));
                let below = last(near(0.5 * error), -1, error, |sum| both(sum, -1));
                if above.1 * parts - centre >= centre - below.1 * parts {
                    above
                } else {
                    below
                }
            }
        };
        if tail.relative_error > TRUSTED {
            return Err(StatsError::Unresolved.into());
        }
        Ok(size.of((self.difference)(sum)))
    }
}

/// The size by which resamples are ordered.
#[derive(Clone, Copy)]
enum Size {
    /// The distance from a centre.
    From(f64),
    Up,
    Down,
}

impl Size {
    fn of(self, value: f64) -> f64 {
        match self {
            Self::From(centre) => (value - centre).abs(),
            Self::Up => value,
            Self::Down => -value,
        }
    }
}

impl Differences<'_> {
    /// Returns the largest size that resamples reach with more than `error`, p counting itself among draws; infinite if there is none.
    ///
    /// # Errors
    /// [`StatsError::Unresolved`] for a distribution that is not known well enough there.
    fn critical(&self, size: Size, error: f64) -> Result<f64, Error> {
        // A level such as 1 − 0.95 lies a rounding below its error.
        let error = error * (1.0 + 1e-12);
        Ok(match self {
            Self::Drawn(values) => match rank(values.len(), error) {
                Some(rank) => kth_largest(values, |value| size.of(value), rank, f64::total_cmp),
                None => f64::INFINITY,
            },
            Self::Swaps(sums, divisor) => match rank(sums.len(), error) {
                Some(rank) => {
                    let size = |sum: i64| match size {
                        Size::From(_) => sum.abs(),
                        Size::Up => sum,
                        Size::Down => -sum,
                    };
                    kth_largest(sums, size, rank, i64::cmp) as f64 / divisor
                }
                None => f64::INFINITY,
            },
            Self::Points(values) => {
                let mut sizes: Vec<(f64, f64)> = values
                    .iter()
                    .map(|&(value, p)| (size.of(value), p))
                    .collect();
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
            Self::Law(law) => law.critical(size, error)?,
        })
    }
}

/// Returns the place from the largest, 0 first, of the resample whose size bounds the interval: ⌊error · (R + 1)⌋ resamples are as large.
///
/// `None` if the error is smaller than a share of one resample.
fn rank(resamples: usize, error: f64) -> Option<usize> {
    let rank = (error * (resamples as f64 + 1.0)).floor() as usize;
    Some(rank.checked_sub(1)?.min(resamples - 1))
}

/// How many values say about where one of a given rank lies.
const SAMPLED: usize = 4096;

/// Returns the size with `rank` sizes before it in descending order.
///
/// Sizes below a bound are not kept: the bound lies below the rank in a sample of the values, and where it turns out above it, all are.
fn kth_largest<T: Copy + Send + Sync>(
    values: &[T],
    size: impl Fn(T) -> T + Sync,
    rank: usize,
    compare: impl Fn(&T, &T) -> Ordering + Sync,
) -> T {
    let descending = |one: &T, other: &T| compare(other, one);
    let step = (values.len() / SAMPLED).max(1);
    let mut sample: Vec<T> = values
        .iter()
        .step_by(step)
        .map(|&value| size(value))
        .collect();
    let expected = rank / step;
    let at = expected + 4 * (expected.isqrt() + 1);
    let mut kept: Vec<T> = Vec::new();
    if step > 1 && at < sample.len() {
        let bound = *sample.select_nth_unstable_by(at, descending).1;
        let sizes = values.par_iter().map(|&value| size(value));
        kept = sizes.filter(|size| compare(size, &bound).is_ge()).collect();
    }
    if kept.len() <= rank {
        kept = values.iter().map(|&value| size(value)).collect();
    }
    *kept.select_nth_unstable_by(rank, descending).1
}

/// Returns the last whole number in the direction of `step` whose tail exceeds `error`, with its tail, by galloping from `near`.
///
/// The tail is 1 far enough in the other direction, and 0 far enough in this one.
fn last(near: i128, step: i128, error: f64, tail: impl Fn(i128) -> Tail) -> (Tail, i128) {
    let exceeds = |tail: &Tail| tail.probability.value() > error;
    let (mut by, mut outside) = (1, near);
    let mut inside = loop {
        let found = tail(outside);
        if exceeds(&found) {
            break (found, outside);
        }
        outside -= step * by;
        by *= 2;
    };
    by = 1;
    outside = inside.1 + step;
    loop {
        let found = tail(outside);
        if !exceeds(&found) {
            break;
        }
        inside = (found, outside);
        outside += step * by;
        by *= 2;
    }
    while (outside - inside.1).abs() > 1 {
        let middle = inside.1 + (outside - inside.1) / 2;
        let found = tail(middle);
        if exceeds(&found) {
            inside = (found, middle);
        } else {
            outside = middle;
        }
    }
    inside
}

/// The resampling test that an interval is the dual of.
pub(crate) struct OfTest {
    pub test: Test,
    /// The observed difference.
    pub difference: f64,
    pub p: Option<Probability>,
    /// The range of differences.
    pub scale: Scale,
}

impl OfTest {
    /// Returns the interval of the difference, or the reason why there is none: no resample moves it, or none is rare enough and the
    /// differences have no range.
    ///
    /// # Errors
    /// [`StatsError::Unresolved`] for an exact distribution that is not known well enough.
    pub fn pair(
        &self,
        resamples: &Differences,
        at: IntervalLevel,
    ) -> Result<Result<IntervalOutcome, Note>, Error> {
        let (difference, error) = (self.difference, 1.0 - at.confidence);
        let (ends, kind) = match self.test {
            Test::BootstrapPercentile => {
                let error = if at.side == Alternative::TwoSided {
                    0.5 * error
                } else {
                    error
                };
                let low = match at.side {
                    Alternative::Less => f64::NEG_INFINITY,
                    _ => -resamples.critical(Size::Down, error)?,
                };
                let high = match at.side {
                    Alternative::Greater => f64::INFINITY,
                    _ => resamples.critical(Size::Up, error)?,
                };
                ((low, high), IntervalKind::Percentile)
            }
            test => {
                let is_of_swaps = test == Test::Permutation;
                let centre = if is_of_swaps { 0.0 } else { difference };
                let half = match at.side {
                    Alternative::TwoSided => resamples.critical(Size::From(centre), error)?,
                    Alternative::Greater => resamples.critical(Size::Up, error)? - centre,
                    Alternative::Less => resamples.critical(Size::Down, error)? + centre,
                };
                let kind = if is_of_swaps {
                    IntervalKind::SwapCalibrated
                } else {
                    IntervalKind::BootstrapCentred
                };
                ((difference - half, difference + half), kind)
            }
        };
        let is_unbounded = match at.side {
            Alternative::TwoSided => ends.0.is_infinite() || ends.1.is_infinite(),
            Alternative::Greater => ends.0.is_infinite(),
            Alternative::Less => ends.1.is_infinite(),
        };
        if is_unbounded && !self.scale.is_bounded() {
            return Ok(Err(self.bounds_nothing(resamples, at)));
        }
        let excludes = self.p.is_some_and(|p| p.value() <= error * (1.0 + 1e-12));
        let found = decided(ends, excludes, difference, self.scale);
        Ok(found
            .map(|found| IntervalOutcome::new(found, kind, at.confidence))
            .ok_or_else(|| Code::NoSpread.says(NO_SPREAD)))
    }

    /// Returns the reason why no resample is rare enough.
    fn bounds_nothing(&self, resamples: &Differences, at: IntervalLevel) -> Note {
        let sides = match (self.test, at.side) {
            (Test::BootstrapPercentile, Alternative::TwoSided) => 2.0,
            _ => 1.0,
        };
        let needed = (sides / (1.0 - at.confidence) - 1e-9).ceil() - 1.0;
        let drawn = match resamples {
            Differences::Drawn(values) => values.len(),
            Differences::Swaps(sums, _) => sums.len(),
            Differences::Points(_) | Differences::Law(_) => {
                return Code::FewForInterval
                    .says("too few items differ to reject any difference at this level");
            }
        };
        let more = asked_as("resamples", needed);
        Code::FewForInterval.says(format!(
            "{drawn} resamples are too few to reject any difference at this level: use {more}"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kth_largest_is_that_of_a_sort() {
        // Ties, a run in ascending order that misleads the sample, and fewer values than a sample.
        let sets: [Vec<i64>; 4] = [
            (0..50_000).map(|at| at * 7919 % 1013).collect(),
            (0..50_000).collect(),
            (0..50_000)
                .map(|at| if at % 12 == 0 { 9 } else { at })
                .collect(),
            vec![3, 1, 2],
        ];
        for values in sets {
            let mut sorted = values.clone();
            sorted.sort_unstable_by(|one, other| other.cmp(one));
            for rank in [0, 1, 2, 2_499, 25_000, 49_999] {
                if rank < values.len() {
                    let found = kth_largest(&values, |value| value, rank, i64::cmp);
                    assert_eq!(found, sorted[rank], "{rank} of {}", values.len());
                }
            }
        }
    }
}
