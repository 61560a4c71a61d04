//! Student's t: an estimate divided by its standard error, and the paired test that uses it.
//!
//! The paired test asks whether the mean difference is 0: `t = mean / (sd / sqrt n)`, n - 1 degrees of freedom, sd with
//! denominator n - 1 (Student 1908). Robust on retrieval scores (Smucker, Allan & Carterette 2007; type-I .0512 at 50
//! topics, Urbano, Lima & Hanjalic 2019). Degenerate columns get a named outcome, never NaN: all differences 0 is no
//! evidence (p = 1); one constant shift has no spread to compare with (t infinite, p = 0 or 1), and a permutation test is
//! the better answer there.

use crate::interval::Interval;
use crate::special::{student_t_lower, student_t_upper, student_t_upper_quantile};
use crate::{Alternative, Moments, Pairs, Probability, StatsError, error};

/// What the spread of the differences allows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TStatistic {
    /// The ordinary case.
    Finite(f64),
    /// No spread around a mean that is not 0: plus or minus infinity, by the sign of the mean.
    ConstantShift(f64),
    /// All differences are 0: t is 0 / 0.
    AllZero,
}

/// An estimate of a difference with its standard error and the degrees of freedom of that error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TEstimate {
    estimate: f64,
    standard_error: f64,
    df: f64,
}

impl TEstimate {
    /// # Errors
    /// When a number is not finite, the error is negative or `df` is not above 0.
    pub fn new(estimate: f64, standard_error: f64, df: f64) -> Result<Self, StatsError> {
        error::finite(&[estimate, standard_error, df])?;
        if standard_error < 0.0 {
            return Err(StatsError::Negative {
                name: "a standard error",
                value: standard_error,
            });
        }
        error::positive("degrees of freedom", df)?;
        Ok(Self {
            estimate,
            standard_error,
            df,
        })
    }

    /// The estimated difference, system minus baseline.
    pub fn estimate(&self) -> f64 {
        self.estimate
    }

    /// Its standard error; 0 where the data have no spread.
    pub fn standard_error(&self) -> f64 {
        self.standard_error
    }

    /// Degrees of freedom.
    pub fn df(&self) -> f64 {
        self.df
    }

    /// The estimate minus a null value other than 0.
    #[must_use]
    pub fn against(&self, null: f64) -> Self {
        Self {
            estimate: self.estimate - null,
            ..*self
        }
    }

    /// The difference from an independent estimate, with Welch's degrees of freedom: two samples, or clusters of items that
    /// the other system never saw.
    ///
    /// # Errors
    /// When the standard error overflows.
    pub fn minus(&self, other: &Self) -> Result<Self, StatsError> {
        let parts = [self, other].map(|part| (part.standard_error * part.standard_error, part.df));
        let variance = parts[0].0 + parts[1].0;
        Self::new(
            self.estimate - other.estimate,
            libm::sqrt(variance),
            satterthwaite(variance, &parts),
        )
    }

    /// The statistic of the null "the difference is 0", with degenerate data named.
    pub fn t(&self) -> TStatistic {
        if self.standard_error > 0.0 {
            TStatistic::Finite(self.estimate / self.standard_error)
        } else if self.estimate == 0.0 {
            TStatistic::AllZero
        } else {
            TStatistic::ConstantShift(f64::INFINITY.copysign(self.estimate))
        }
    }

    /// The p-value; relative error below 1e-12 for a given t. 1 where estimate and error are 0.
    pub fn p(&self, alternative: Alternative) -> Probability {
        let t = match self.t() {
            TStatistic::AllZero => return Probability::ONE,
            TStatistic::Finite(t) | TStatistic::ConstantShift(t) => t,
        };
        alternative.of_tails(student_t_upper(t, self.df), student_t_lower(t, self.df))
    }

    /// `estimate +- t* se`; `None` where there is no spread, since a width of zero is not evidence.
    ///
    /// # Errors
    /// When `confidence` is outside (0, 1).
    pub fn interval(&self, confidence: f64) -> Result<Option<Interval>, StatsError> {
        let half = 0.5 * (1.0 - error::share("confidence", confidence)?);
        let TStatistic::Finite(_) = self.t() else {
            return Ok(None);
        };
        let reach = student_t_upper_quantile(half, self.df) * self.standard_error;
        Interval::around(self.estimate, reach).map(Some)
    }
}

/// Degrees of freedom of a variance that sums independent estimates with theirs (Satterthwaite 1946); all of them where it is 0.
pub(crate) fn satterthwaite(variance: f64, parts: &[(f64, f64)]) -> f64 {
    if variance > 0.0 {
        // Shares of the variance: squares of tiny variances would underflow.
        1.0 / parts
            .iter()
            .map(|(part, df)| (part / variance) * (part / variance) / df)
            .sum::<f64>()
    } else {
        parts.iter().map(|part| part.1).sum()
    }
}

/// The paired t test: a mean against 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StudentT {
    moments: Moments,
}

impl StudentT {
    /// From paired scores; differences that are one decimal number have no spread, whatever their last bits.
    ///
    /// # Errors
    /// As [`Pairs::new`], or for fewer than two items.
    pub fn of_pairs(pairs: &Pairs) -> Result<Self, StatsError> {
        let moments = Moments::of(pairs.differences())?;
        Self::of_moments(if pairs.is_constant() {
            moments.without_spread()
        } else {
            moments
        })
    }

    /// From count, mean and squared deviations, exact where the caller has them so.
    ///
    /// # Errors
    /// For fewer than two items.
    pub fn of_moments(moments: Moments) -> Result<Self, StatsError> {
        if moments.count() < 2 {
            return Err(StatsError::TooFew {
                what: "items",
                needed: 2,
                found: moments.count() as usize,
            });
        }
        Ok(Self { moments })
    }

    /// Mean, its standard error and degrees of freedom.
    pub fn estimate(&self) -> TEstimate {
        TEstimate {
            estimate: self.moments.mean(),
            standard_error: self.standard_error(),
            df: self.df(),
        }
    }

    /// Degrees of freedom, n - 1.
    pub fn df(&self) -> f64 {
        (self.moments.count() - 1) as f64
    }

    /// `sd / sqrt n`.
    pub fn standard_error(&self) -> f64 {
        libm::sqrt(self.moments.squares() / self.df() / self.moments.count() as f64)
    }

    /// The statistic, see [`TEstimate::t`].
    pub fn t(&self) -> TStatistic {
        self.estimate().t()
    }

    /// The p-value, see [`TEstimate::p`].
    pub fn p(&self, alternative: Alternative) -> Probability {
        self.estimate().p(alternative)
    }

    /// `mean +- t* se`, see [`TEstimate::interval`].
    ///
    /// # Errors
    /// When `confidence` is outside (0, 1).
    pub fn interval(&self, confidence: f64) -> Result<Option<Interval>, StatsError> {
        self.estimate().interval(confidence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(system: &[f64], baseline: &[f64]) -> Result<StudentT, StatsError> {
        StudentT::of_pairs(&Pairs::new(system, baseline)?)
    }

    #[test]
    fn identical_systems_give_one_and_no_interval() {
        let test = of(&[0.5, 0.7, 0.1], &[0.5, 0.7, 0.1]).unwrap();
        assert_eq!(test.t(), TStatistic::AllZero);
        for side in Alternative::ALL {
            assert_eq!(test.p(side), Probability::ONE);
        }
        assert_eq!(test.interval(0.95), Ok(None));
    }

    #[test]
    fn a_constant_decimal_shift_is_named_whatever_its_last_bits() {
        let test = of(&[0.4, 0.7, 0.3], &[0.3, 0.6, 0.2]).unwrap();
        assert_eq!(test.t(), TStatistic::ConstantShift(f64::INFINITY));
        assert_eq!(test.p(Alternative::Greater), Probability::ZERO);
        assert_eq!(test.p(Alternative::Less), Probability::ONE);
        // Negative control: the raw doubles have a spread, and t would be finite.
        let raw = Moments::of(&[0.4 - 0.3, 0.7 - 0.6, 0.3 - 0.2]).unwrap();
        assert!(matches!(
            StudentT::of_moments(raw).unwrap().t(),
            TStatistic::Finite(_)
        ));
    }

    #[test]
    fn one_item_is_refused() {
        assert_eq!(
            of(&[1.0], &[0.0]),
            Err(StatsError::TooFew {
                what: "items",
                needed: 2,
                found: 1
            })
        );
    }

    #[test]
    fn interval_at_one_minus_p_touches_zero() {
        let test = of(&[0.9, 0.4, 0.7, 0.8], &[0.5, 0.5, 0.4, 0.1]).unwrap();
        let p = test.p(Alternative::TwoSided).value();
        let interval = test.interval(1.0 - p).unwrap().unwrap();
        // Both go through one quantile of relative error 1e-14.
        assert!(interval.low.abs() < 1e-13, "{interval:?}");
    }
}
