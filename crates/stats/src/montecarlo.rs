//! A p-value counted on resamples, and its own uncertainty.
//!
//! `p = (r + 1) / (R + 1)`: the observed data are one more draw of the null, so p is never 0 and the test keeps its level
//! (Davison & Hinkley 1997, section 4.2; Phipson & Smyth 2010). The interval of the probability behind the count is
//! Clopper and Pearson's.

use crate::interval::{Interval, clopper_pearson, wilson};
use crate::{Probability, StatsError};

/// r resamples at least as extreme as the observed data, out of R.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MonteCarlo {
    count: u64,
    resamples: u64,
}

impl MonteCarlo {
    /// # Errors
    /// When `resamples` is 0 or `count > resamples`.
    pub fn new(count: u64, resamples: u64) -> Result<Self, StatsError> {
        if resamples == 0 {
            return Err(StatsError::TooFew {
                what: "resamples",
                needed: 1,
                found: 0,
            });
        }
        if count > resamples {
            return Err(StatsError::PartExceedsWhole {
                part_name: "count",
                part: count,
                whole_name: "resamples",
                whole: resamples,
            });
        }
        Ok(Self { count, resamples })
    }

    /// `(r + 1) / (R + 1)`: valid as a p-value, never 0.
    pub fn add_one(self) -> Probability {
        Probability::new((self.count as f64 + 1.0) / (self.resamples as f64 + 1.0))
    }

    /// `r / R`: the estimate of the exact p-value, 0 possible; to reproduce printed figures only.
    pub fn plain(self) -> Probability {
        Probability::new(self.count as f64 / self.resamples as f64)
    }

    /// `sqrt(p (1 - p) / R)` at p = r / R.
    pub fn standard_error(self) -> f64 {
        let (count, all) = (self.count as f64, self.resamples as f64);
        libm::sqrt(count * (all - count) / all) / all
    }

    /// Clopper-Pearson bounds of the exact p-value: coverage at least `confidence`.
    ///
    /// 0 at r = 0 and 1 at r = R are exact ends. Relative error of either end below 1e-11 for R to 1e9.
    ///
    /// # Errors
    /// When `confidence` is outside (0, 1).
    pub fn clopper_pearson(self, confidence: f64) -> Result<Interval, StatsError> {
        clopper_pearson(self.count, self.resamples, confidence)
    }

    /// Wilson's score bounds (1927): shorter, coverage `confidence` on average only.
    ///
    /// # Errors
    /// When `confidence` is outside (0, 1).
    pub fn wilson(self, confidence: f64) -> Result<Interval, StatsError> {
        wilson(self.count, self.resamples, confidence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn add_one_is_never_zero_and_plain_may_be() {
        let none = MonteCarlo::new(0, 999).unwrap();
        assert_eq!(none.add_one().value(), 0.001);
        assert_eq!(none.plain(), Probability::ZERO);
    }

    #[test]
    fn bounds_mirror_when_hits_and_misses_exchange() {
        for (count, all) in [(3, 1000), (0, 10), (400, 999), (1, 1_000_000_000)] {
            let one = MonteCarlo::new(count, all)
                .unwrap()
                .clopper_pearson(0.95)
                .unwrap();
            let other = MonteCarlo::new(all - count, all)
                .unwrap()
                .clopper_pearson(0.95)
                .unwrap();
            // One rounding of 1 - x.
            assert!(
                (one.low - (1.0 - other.high)).abs() < 2e-16,
                "{one:?} {other:?}"
            );
            assert!(
                (one.high - (1.0 - other.low)).abs() < 2e-16,
                "{one:?} {other:?}"
            );
        }
    }

    #[test]
    fn counts_beyond_the_resamples_are_refused() {
        assert!(MonteCarlo::new(11, 10).is_err());
        assert!(MonteCarlo::new(0, 0).is_err());
        assert!(MonteCarlo::new(1, 2).unwrap().clopper_pearson(1.0).is_err());
        assert!(MonteCarlo::new(1, 2).unwrap().wilson(f64::NAN).is_err());
    }
}
