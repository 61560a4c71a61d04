//! A probability that stays a number far below the smallest double.
//!
//! Also the side of a test.

use std::cmp::Ordering;

use restrap_words::vocabulary;

/// A probability in `[0, 1]` with its natural logarithm.
///
/// `value` underflows near 1e-308; `ln` does not, so 10^-5000 is still ordered and printed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Probability {
    value: f64,
    ln: f64,
}

impl Probability {
    /// Certainty.
    pub const ONE: Self = Self {
        value: 1.0,
        ln: 0.0,
    };
    /// Impossibility.
    pub const ZERO: Self = Self {
        value: 0.0,
        ln: f64::NEG_INFINITY,
    };

    /// From a plain value; rounding that leaves `[0, 1]` is clamped.
    pub fn new(value: f64) -> Self {
        debug_assert!(!value.is_nan(), "NaN never becomes a probability");
        let value = value.clamp(0.0, 1.0);
        Self {
            value,
            ln: libm::log(value),
        }
    }

    /// From a natural logarithm; anything above 0 is clamped to certainty.
    pub fn from_ln(ln: f64) -> Self {
        debug_assert!(!ln.is_nan(), "NaN never becomes a probability");
        let ln = ln.min(0.0);
        Self {
            value: libm::exp(ln),
            ln,
        }
    }

    /// From a value and its logarithm, each computed where it is accurate.
    pub(crate) fn from_parts(value: f64, ln: f64) -> Self {
        debug_assert!(
            (0.0..=1.0).contains(&value) && ln <= 0.0,
            "value {value} and ln {ln} describe one probability"
        );
        Self { value, ln }
    }

    /// The value, 0 where a double underflows.
    pub fn value(self) -> f64 {
        self.value
    }

    /// The natural logarithm, `-inf` only for impossibility.
    pub fn ln(self) -> f64 {
        self.ln
    }

    /// The decimal logarithm.
    pub fn log10(self) -> f64 {
        self.ln / std::f64::consts::LN_10
    }

    /// `1 - self`.
    #[must_use]
    pub fn complement(self) -> Self {
        Self {
            value: 1.0 - self.value,
            ln: libm::log1p(-self.value),
        }
    }

    /// `min(1, factor * self)`, without losing what underflows.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Self {
        let value = self.value * factor;
        if value > f64::MIN_POSITIVE {
            Self::new(value)
        } else {
            Self::from_ln(self.ln + libm::log(factor))
        }
    }

    /// `min(1, self * numerator / denominator)` in that order, without losing what underflows.
    #[must_use]
    pub(crate) fn times_ratio(self, numerator: f64, denominator: f64) -> Self {
        let value = self.value * numerator / denominator;
        if value > f64::MIN_POSITIVE {
            return Self::new(value);
        }
        Self::from_ln(self.ln + libm::log(numerator) - libm::log(denominator))
    }

    /// Order by value, and by logarithm where the values agree: in the middle the value is the finer of the two, below
    /// the smallest double and next to 1 the logarithm is.
    pub fn total_cmp(&self, other: &Self) -> Ordering {
        self.value
            .total_cmp(&other.value)
            .then(self.ln.total_cmp(&other.ln))
    }

    /// The smaller of the two.
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        if other.total_cmp(&self).is_lt() {
            other
        } else {
            self
        }
    }

    /// The larger of the two.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        if other.total_cmp(&self).is_gt() {
            other
        } else {
            self
        }
    }

    /// `min(1, self + other)`.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let value = self.value + other.value;
        if value > f64::MIN_POSITIVE {
            return Self::new(value);
        }
        let (high, low) = if self.ln >= other.ln {
            (self.ln, other.ln)
        } else {
            (other.ln, self.ln)
        };
        if high == f64::NEG_INFINITY {
            return Self::ZERO;
        }
        Self::from_ln(high + libm::log1p(libm::exp(low - high)))
    }
}

vocabulary! {
    /// What a test holds against the null; differences are system minus baseline, higher is better.
    pub enum Alternative: "a side" {
        /// The systems differ, in either direction.
        TwoSided = "two-sided",
        /// The system is better: large differences count.
        Greater = "better" | "greater",
        /// The system is worse: small differences count.
        Less = "worse" | "less",
    }
    default TwoSided
}

impl Alternative {
    /// The side with system and baseline exchanged.
    #[must_use]
    pub fn swapped(self) -> Self {
        match self {
            Self::TwoSided => Self::TwoSided,
            Self::Greater => Self::Less,
            Self::Less => Self::Greater,
        }
    }

    /// The p-value from the two tails, two-sided by doubling the smaller one, at most 1.
    pub fn of_tails(self, greater: Probability, less: Probability) -> Probability {
        match self {
            Self::TwoSided => greater.min(less).scaled(2.0),
            Self::Greater => greater,
            Self::Less => less,
        }
    }
}

#[cfg(test)]
mod alternative_tests {
    use super::*;

    #[test]
    fn names_read_back_as_the_side_that_they_name() {
        for side in Alternative::ALL {
            assert_eq!(side.to_string().parse(), Ok(side));
            assert_eq!(side.swapped().swapped(), side);
        }
        assert_eq!("greater".parse(), Ok(Alternative::Greater));
        assert_eq!("less".parse(), Ok(Alternative::Less));
        assert!("bigger".parse::<Alternative>().is_err());
    }
}
