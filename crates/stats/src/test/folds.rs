//! Mean and variance over replications, folds or random splits, and the corrected resampled t test.
//!
//! Replications with fresh data or seeds are independent: `se = s / sqrt K`. Folds and random splits of one data set share
//! training items, and that error is too small: Nadeau & Bengio (2003, section 3) replace it by
//! `se = s sqrt(1/K + n_test / n_train)` with K - 1 degrees of freedom, which does not shrink to 0 with K. The denominator
//! of `s^2` is K - 1. What varies from fold to fold is the score or the difference of two scores.

use crate::error::share;
use crate::{Moments, StatsError, TEstimate};

/// One value per replication, fold or split.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Folds {
    moments: Moments,
}

impl Folds {
    /// # Errors
    /// For fewer than two values, or one that is not finite.
    pub fn new(values: &[f64]) -> Result<Self, StatsError> {
        if values.len() < 2 {
            return Err(StatsError::TooFew {
                what: "replications or folds",
                needed: 2,
                found: values.len(),
            });
        }
        let moments = Moments::of(values)?;
        let constant = values.iter().all(|x| *x == values[0]);
        Ok(Self {
            moments: if constant {
                moments.without_spread()
            } else {
                moments
            },
        })
    }

    /// Folds whose values have these moments.
    ///
    /// # Errors
    /// For fewer than two values.
    pub fn of_moments(moments: Moments) -> Result<Self, StatsError> {
        if moments.count() < 2 {
            let found = moments.count() as usize;
            return Err(StatsError::TooFew {
                what: "replications or folds",
                needed: 2,
                found,
            });
        }
        Ok(Self { moments })
    }

    /// Number, mean and squared deviations.
    pub fn moments(&self) -> &Moments {
        &self.moments
    }

    fn variance(&self) -> f64 {
        self.moments.squares() / self.df()
    }

    fn df(&self) -> f64 {
        (self.moments.count() - 1) as f64
    }

    /// Independent replications: `se = s / sqrt K`.
    ///
    /// # Errors
    /// When the variance overflows.
    pub fn independent(&self) -> Result<TEstimate, StatsError> {
        self.with_variance_of_mean(1.0 / self.moments.count() as f64)
    }

    /// Folds or random splits of one data set: `se = s sqrt(1/K + n_test / n_train)`.
    ///
    /// `test_fraction` is the share of the data that each split tests on, `n_test / (n_test + n_train)`: 1/K for K folds.
    ///
    /// # Errors
    /// When `test_fraction` is outside (0, 1) or the variance overflows.
    pub fn corrected(&self, test_fraction: f64) -> Result<TEstimate, StatsError> {
        let tested = share("test fraction", test_fraction)?;
        self.with_variance_of_mean(1.0 / self.moments.count() as f64 + tested / (1.0 - tested))
    }

    fn with_variance_of_mean(&self, factor: f64) -> Result<TEstimate, StatsError> {
        TEstimate::new(
            self.moments.mean(),
            libm::sqrt(self.variance() * factor),
            self.df(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Alternative, Probability};

    #[test]
    fn correction_never_makes_folds_look_more_certain() {
        let folds = Folds::new(&[0.012, 0.008, 0.013, 0.001, 0.008]).unwrap();
        let (plain, corrected) = (folds.independent().unwrap(), folds.corrected(0.2).unwrap());
        // 1/5 + 1/4 against 1/5.
        assert!((corrected.standard_error() / plain.standard_error() - 1.5).abs() < 1e-14);
        let p = |test: TEstimate| test.p(Alternative::TwoSided).value();
        assert!(p(corrected) > p(plain), "{} {}", p(corrected), p(plain));
    }

    #[test]
    fn folds_without_spread_and_single_folds_are_named() {
        let flat = Folds::new(&[0.0; 10]).unwrap().corrected(0.1).unwrap();
        assert_eq!(flat.p(Alternative::TwoSided), Probability::ONE);
        assert_eq!(flat.interval(0.95), Ok(None));
        assert!(Folds::new(&[0.1]).is_err());
        assert!(Folds::new(&[0.1, 0.2]).unwrap().corrected(1.0).is_err());
    }
}
