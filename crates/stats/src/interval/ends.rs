//! The ends of an interval, in order by construction, and the range that it is in.

use crate::StatsError;

/// Both ends of an interval; an end may be infinite where the method says so, never NaN, and the lower one is never above the upper one.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// The only way to an interval.
    ///
    /// # Errors
    /// [`StatsError::Unresolved`] where the ends are not in order: what they come from is not known well enough.
    pub fn new(low: f64, high: f64) -> Result<Self, StatsError> {
        if low <= high {
            Ok(Self { low, high })
        } else {
            Err(StatsError::Unresolved)
        }
    }

    /// The interval that reaches as far to either side of `centre`.
    ///
    /// # Errors
    /// As [`Self::new`], of a distance below 0 or NaN.
    pub fn around(centre: f64, reach: f64) -> Result<Self, StatsError> {
        Self::new(centre - reach, centre + reach)
    }

    /// Whether a value lies inside, ends included.
    pub fn contains(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// The interval of the negated quantity.
    #[must_use]
    pub fn mirrored(self) -> Self {
        Self {
            low: -self.high,
            high: -self.low,
        }
    }

    /// What both together cover.
    #[must_use]
    pub fn hull(self, other: Self) -> Self {
        Self {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }

    /// The part of it inside a range that holds the estimate; all of it where the estimate lies outside.
    #[must_use]
    pub fn within(self, scale: Scale, estimate: f64) -> Self {
        if scale.low() <= estimate && estimate <= scale.high() {
            return Self {
                low: self.low.max(scale.low()).min(estimate.max(self.low)),
                high: self.high.min(scale.high()).max(estimate.min(self.high)),
            };
        }
        self
    }
}

/// The range of a score; an end that is not known is infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    /// Nothing is known.
    pub const UNKNOWN: Self = Self {
        low: f64::NEG_INFINITY,
        high: f64::INFINITY,
    };

    /// Differences of two shares.
    pub const UNIT_DIFFERENCE: Self = Self {
        low: -1.0,
        high: 1.0,
    };

    /// # Errors
    /// When `low` is not below `high`, or either is NaN.
    pub fn new(low: f64, high: f64) -> Result<Self, StatsError> {
        if low < high {
            return Ok(Self { low, high });
        }
        Err(StatsError::OutOfOrder {
            low_name: "low end",
            low,
            high_name: "high end",
            high,
        })
    }

    /// The least score.
    pub fn low(self) -> f64 {
        self.low
    }

    /// The largest score.
    pub fn high(self) -> f64 {
        self.high
    }

    /// Both ends are known.
    pub fn is_bounded(self) -> bool {
        self.low.is_finite() && self.high.is_finite()
    }

    /// The range of a difference of two such scores.
    #[must_use]
    pub fn of_difference(self) -> Self {
        let width = self.high - self.low;
        Self {
            low: -width,
            high: width,
        }
    }

    /// Every score lies in it.
    pub fn holds(self, mut scores: impl Iterator<Item = f64>) -> bool {
        scores.all(|score| self.low <= score && score <= self.high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_out_of_order_are_no_interval() {
        assert!(
            Interval::new(0.0, 0.0).is_ok()
                && Interval::new(f64::NEG_INFINITY, f64::INFINITY).is_ok()
        );
        for (low, high) in [(1.0, 0.0), (f64::NAN, 0.0), (0.0, f64::NAN)] {
            assert_eq!(
                Interval::new(low, high),
                Err(StatsError::Unresolved),
                "{low} {high}"
            );
        }
        assert!(Interval::around(0.0, -1.0).is_err());
    }

    #[test]
    fn a_range_cuts_what_lies_outside_it_and_never_the_estimate() {
        let scale = Scale::new(0.0, 1.0).unwrap();
        let of = |low, high| Interval::new(low, high).unwrap();
        assert_eq!(of(-0.5, 0.4).within(scale, 0.0), of(0.0, 0.4));
        assert_eq!(of(0.8, 1.2).within(scale, 1.0), of(0.8, 1.0));
        assert_eq!(
            of(1.5, 2.0).within(scale, 1.7),
            of(1.5, 2.0),
            "a range that does not hold the estimate is no range of it"
        );
    }
}
