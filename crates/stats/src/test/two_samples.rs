//! Two samples of different items: is the difference of their means 0?
//!
//! | form | standard error | degrees of freedom |
//! |---|---|---|
//! | Student (1908), equal variances | `s_p sqrt(1/n + 1/m)`, s_p pooled | n + m - 2 |
//! | Welch (1947), the default | `sqrt(s_a^2/n + s_b^2/m)` | `(s_a^2/n + s_b^2/m)^2 / ((s_a^2/n)^2/(n-1) + (s_b^2/m)^2/(m-1))` |
//!
//! Only for samples without a pairing: on paired items both tests ignore the correlation of the systems, and lose most of
//! the power. Never for bootstrap replicates: their number is not a sample size.

use crate::interval::satterthwaite;
use crate::{Moments, Sample, StatsError, TEstimate};

/// Count, mean and spread of two independent samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoSamples {
    system: Moments,
    baseline: Moments,
}

impl TwoSamples {
    /// From the scores themselves; a sample of one repeated number has no spread, whatever the rounding of its mean.
    ///
    /// # Errors
    /// When a sample is empty or a score is not finite.
    pub fn new<'a>(
        system: impl Into<Sample<'a>>,
        baseline: impl Into<Sample<'a>>,
    ) -> Result<Self, StatsError> {
        let moments = |sample: Sample| {
            let (moments, values) = (Moments::of(sample)?, sample.rows());
            let constant = values.iter().all(|x| *x == values[0]);
            if constant {
                Moments::from_mean(moments.count(), values[0], 0.0)
            } else {
                Ok(moments)
            }
        };
        Ok(Self::of_moments(
            moments(system.into())?,
            moments(baseline.into())?,
        ))
    }

    /// From count, mean and squared deviations of each sample.
    pub fn of_moments(system: Moments, baseline: Moments) -> Self {
        Self { system, baseline }
    }

    /// Difference of the means, system minus baseline.
    pub fn difference(&self) -> f64 {
        self.system.mean() - self.baseline.mean()
    }

    /// Student's test: both samples from laws of one variance.
    ///
    /// # Errors
    /// For fewer than three items in all.
    pub fn student(&self) -> Result<TEstimate, StatsError> {
        let (n, m) = (self.system.count(), self.baseline.count());
        if n + m < 3 {
            return Err(StatsError::TooFew {
                what: "items in both samples together",
                needed: 3,
                found: (n + m) as usize,
            });
        }
        let df = (n + m) as f64 - 2.0;
        let pooled = (self.system.squares() + self.baseline.squares()) / df;
        let error = libm::sqrt(pooled * (1.0 / n as f64 + 1.0 / m as f64));
        TEstimate::new(self.difference(), error, df)
    }

    /// Welch's test: each sample with a variance of its own.
    ///
    /// # Errors
    /// For a sample of fewer than two items.
    pub fn welch(&self) -> Result<TEstimate, StatsError> {
        let part = |sample: &Moments| match sample.variance() {
            Some(variance) => Ok((
                variance / sample.count() as f64,
                (sample.count() - 1) as f64,
            )),
            None => Err(StatsError::TooFew {
                what: "items in each sample",
                needed: 2,
                found: 1,
            }),
        };
        let parts = [part(&self.system)?, part(&self.baseline)?];
        let variance = parts[0].0 + parts[1].0;
        TEstimate::new(
            self.difference(),
            libm::sqrt(variance),
            satterthwaite(variance, &parts),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Alternative, Probability, TStatistic};

    #[test]
    fn equal_sizes_and_variances_make_welch_and_student_one_test() {
        let samples = TwoSamples::new(&[0.1, 0.4, 0.5, 0.9], &[0.2, 0.5, 0.6, 1.0]).unwrap();
        let (welch, student) = (samples.welch().unwrap(), samples.student().unwrap());
        // Roundings of the two formulas.
        assert!(
            (welch.df() - student.df()).abs() < 1e-12 && student.df() == 6.0,
            "{welch:?}"
        );
        assert!((welch.standard_error() / student.standard_error() - 1.0).abs() < 1e-14);
    }

    #[test]
    fn samples_without_spread_are_named() {
        let same = TwoSamples::new(&[0.1; 3], &[0.1; 5]).unwrap();
        let shifted = TwoSamples::new(&[0.3; 3], &[0.1; 5]).unwrap();
        for (of_same, of_shifted) in [
            (same.welch(), shifted.welch()),
            (same.student(), shifted.student()),
        ] {
            assert_eq!(of_same.unwrap().p(Alternative::TwoSided), Probability::ONE);
            assert_eq!(
                of_shifted.unwrap().t(),
                TStatistic::ConstantShift(f64::INFINITY)
            );
        }
        // Negative control: the mean of three times 0.1 rounds away from 0.1 in plain sums.
        assert_ne!((0.1 + 0.1 + 0.1) / 3.0, 0.1);
    }

    #[test]
    fn too_few_items_are_refused() {
        assert!(TwoSamples::new(&[1.0], &[]).is_err());
        let pair = TwoSamples::new(&[1.0], &[0.0]).unwrap();
        assert!(pair.student().is_err() && pair.welch().is_err());
        assert!(
            TwoSamples::new(&[1.0], &[0.0, 0.5])
                .unwrap()
                .student()
                .is_ok()
        );
    }
}
