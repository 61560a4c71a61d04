//! The level of the interval of a difference, chosen so that interval and test decide alike.

use restrap_stats::interval::Scale;
use restrap_stats::{Alternative, Interval};

use crate::number::digits::rounded;
use crate::outcome::IntervalOutcome;
use crate::request::{IntervalMethod, Request};

/// At which level an interval is made, and at which it is told.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IntervalLevel {
    /// Level of one interval among those of its family.
    pub confidence: f64,
    /// A one-sided test has a bound on the side of its null, with all of the error in that tail. About the difference itself.
    pub side: Alternative,
}

/// The family of a difference, as the level of its interval depends on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FamilyOf {
    /// Differences whose p-values are adjusted together.
    pub size: usize,
    /// Those that are rejected; counts where a false discovery rate is controlled.
    pub rejected: usize,
}

impl FamilyOf {
    /// Returns a family of this size in which nothing is known to be rejected.
    pub fn of_size(size: usize) -> Self {
        Self { size, rejected: 0 }
    }
}

impl IntervalLevel {
    /// Returns the level of one difference of a family; `side` is that of the test, about the difference itself.
    ///
    /// Intervals hold as p-values are adjusted ([`restrap_stats::Adjustment::interval_error`]), so that one which excludes 0 implies an
    /// adjusted p at or below alpha; the reverse holds except for later steps of a procedure.
    pub fn new(family: FamilyOf, side: Alternative, request: &Request) -> Self {
        let question = &request.question;
        let error = 1.0 - question.confidence;
        let error = match question.adjust.filter(|_| question.profile.is_none()) {
            Some(adjust) if family.size > 1 => {
                adjust.interval_error(error, family.size, family.rejected)
            }
            _ => error,
        };
        let is_dual = question.interval == IntervalMethod::Auto && question.profile.is_none();
        let has_bound = is_dual && error < 0.5;
        Self {
            confidence: rounded(1.0 - error),
            side: if has_bound {
                side
            } else {
                Alternative::TwoSided
            },
        }
    }

    /// Level of a two-sided interval with these ends.
    pub fn of_both_ends(self) -> f64 {
        if self.side == Alternative::TwoSided {
            self.confidence
        } else {
            2.0 * self.confidence - 1.0
        }
    }

    /// The interval as it is told.
    pub fn told(self, interval: &IntervalOutcome) -> IntervalOutcome {
        let (low, high) = match self.side {
            Alternative::Greater => (interval.low, f64::INFINITY),
            Alternative::Less => (f64::NEG_INFINITY, interval.high),
            Alternative::TwoSided => (interval.low, interval.high),
        };
        IntervalOutcome {
            low,
            high,
            confidence: self.confidence,
            ..interval.clone()
        }
    }
}

/// An end so near to 0, beside the difference, is 0 that was rounded.
const ROUNDED: f64 = 1e-9;

/// Ends that rounding never takes across 0, inside the range of differences; none of differences without spread.
pub(crate) fn decided(
    (low, high): (f64, f64),
    excludes: bool,
    difference: f64,
    scale: Scale,
) -> Option<Interval> {
    let near = ROUNDED * difference.abs();
    let least = 1e-12 * difference.abs();
    let (low, high) = match excludes {
        true if difference > 0.0 => (low.max(least), high),
        true => (low, high.min(-least)),
        false => (
            if low.abs() <= near { 0.0 } else { low.min(0.0) },
            if high.abs() <= near {
                0.0
            } else {
                high.max(0.0)
            },
        ),
    };
    let interval = Interval::new(low, high)
        .ok()
        .filter(|interval| interval.low < interval.high)?;
    Some(interval.within(scale, difference))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_on_the_side_that_was_decided() {
        let of = |ends, excludes, difference| {
            decided(ends, excludes, difference, Scale::UNKNOWN).map(|found| (found.low, found.high))
        };
        assert_eq!(
            of((-88.2, 2e-10), false, -44.1),
            Some((-88.2, 0.0)),
            "an end that is 0 is 0"
        );
        assert_eq!(of((-1e-17, 2.0), true, 1.0).unwrap().1, 2.0);
        assert!(of((-1e-17, 2.0), true, 1.0).unwrap().0 > 0.0);
        assert_eq!(of((0.1, 2.0), false, 1.0), Some((0.0, 2.0)));
        assert_eq!(
            of((-1.0, -1.0), true, -1.0),
            None,
            "no width is no evidence"
        );
        let unit = Scale::new(0.0, 1.0).unwrap().of_difference();
        assert_eq!(decided((-0.2, 1.4), false, 0.6, unit).unwrap().high, 1.0);
    }
}
