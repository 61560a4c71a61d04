//! Student's t: an estimate divided by its standard error, and the paired test that uses it.
//!
//! The paired test asks whether the mean difference is 0: `t = mean / (sd / sqrt n)`, n - 1 degrees of freedom, sd with
//! denominator n - 1 (Student 1908). Robust on retrieval scores (Smucker, Allan & Carterette 2007; type-I .0512 at 50
//! topics, Urbano, Lima & Hanjalic 2019). Degenerate columns get a named outcome, never NaN: all differences 0 is no
//! evidence (p = 1); one constant shift has no spread to compare with (t infinite, p = 0 or 1), and a permutation test is
//! the better answer there.

use crate::interval::{Interval, TEstimate, TStatistic};
use crate::{Alternative, Moments, Pairs, Probability, StatsError};

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
