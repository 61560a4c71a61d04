//! An estimate with its standard error: Student's t, its p-value and its interval.

use super::Interval;
use crate::special::{student_t_lower, student_t_upper, student_t_upper_quantile};
use crate::{Alternative, Probability, StatsError, error};

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
    pub(crate) estimate: f64,
    pub(crate) standard_error: f64,
    pub(crate) df: f64,
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
