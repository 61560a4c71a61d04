//! How far repeated measurements of one score differ, relative to their mean: CV* (Belz, Agarwal, Shimorina and Reiter 2021, "A
//! systematic review of reproducibility research in NLP"; Belz 2022, section 3).
//!
//! `CV* = 100 (1 + 1/(4n)) s* / mean` of n measurements, where `s* = s / c4(n)` is the standard deviation without its bias for normal
//! values, and `c4(n) = √(2/(n − 1)) Γ(n/2) / Γ((n − 1)/2)`. The interval of s* is `s* ± t(n − 1) · s² √(2/(n − 1)) / (2 s*)`, as in the
//! authors' program; here it does not go below 0, which it would for four measurements or fewer. Unit: the measurement.
//!
//! It is for scales that start at 0, where 0 means none of what is measured.

use crate::error::{StatsError, share};
use crate::interval::Interval;
use crate::moments::Moments;
use crate::special::student_t_upper_quantile;

/// How far repeated measurements of one score lie apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Variation {
    measurements: f64,
    mean: f64,
    /// With n − 1 below.
    variance: f64,
}

impl Variation {
    /// From measurements on a scale that starts at 0.
    ///
    /// ```
    /// use restrap_stats::Variation;
    ///
    /// // Seven measurements of one system's BLEU (Belz 2021).
    /// let bleu = Variation::of(&[84.51, 84.50, 87.46, 85.60, 84.20, 86.61, 86.20])?;
    /// assert_eq!(format!("{:.3}", bleu.coefficient()), "1.562");
    /// # Ok::<(), restrap_stats::StatsError>(())
    /// ```
    ///
    /// # Errors
    /// [`StatsError`] for fewer than two, for ones that are negative or not finite, and for a mean of 0.
    pub fn of(values: &[f64]) -> Result<Self, StatsError> {
        let found = values.len();
        if let Some(&value) = values.iter().find(|value| **value < 0.0) {
            return Err(StatsError::Negative {
                name: "every measurement",
                value,
            });
        }
        let moments = Moments::of(values)?;
        let too_few = StatsError::TooFew {
            what: "measurements",
            needed: 2,
            found,
        };
        let variance = moments.variance().ok_or(too_few)?;
        if moments.mean() <= 0.0 {
            return Err(StatsError::NotPositive {
                name: "mean of the measurements",
                value: moments.mean(),
            });
        }
        Ok(Self {
            measurements: found as f64,
            mean: moments.mean(),
            variance,
        })
    }

    /// s*: their standard deviation, without bias where they are normal.
    pub fn deviation(&self) -> f64 {
        let n = self.measurements;
        let c4 = libm::sqrt(2.0 / (n - 1.0))
            * libm::exp(libm::lgamma(0.5 * n) - libm::lgamma(0.5 * (n - 1.0)));
        libm::sqrt(self.variance) / c4
    }

    /// CV*, in per cent of the mean.
    pub fn coefficient(&self) -> f64 {
        100.0 * (1.0 + 0.25 / self.measurements) * self.deviation() / self.mean
    }

    /// The interval of s*; `None` where all measurements are the same.
    ///
    /// # Errors
    /// [`StatsError::BadShare`] for a level that is not between 0 and 1.
    pub fn interval(&self, confidence: f64) -> Result<Option<Interval>, StatsError> {
        let confidence = share("confidence", confidence)?;
        let (centre, degrees) = (self.deviation(), self.measurements - 1.0);
        if centre == 0.0 {
            return Ok(None);
        }
        let error = self.variance * libm::sqrt(2.0 / degrees) / (2.0 * centre);
        let half = student_t_upper_quantile(0.5 * (1.0 - confidence), degrees) * error;
        Interval::new((centre - half).max(0.0), centre + half).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLEU: [f64; 7] = [84.51, 84.50, 87.46, 85.60, 84.20, 86.61, 86.20];

    #[test]
    fn published_coefficients_come_out() {
        let of = |values: &[f64]| {
            format!(
                "{:.3}",
                Variation::of(values).expect("measurements").coefficient()
            )
        };
        assert_eq!(of(&BLEU), "1.562");
        assert_eq!(of(&[30.65, 30.65, 29.13, 30.65, 29.96]), "2.487");
    }

    #[test]
    fn two_measurements_have_the_closed_form() {
        // c4(2) = √(2/π), s = |a − b|/√2.
        let both = Variation::of(&[9.0, 11.0]).expect("two");
        let expected = 2.0_f64.sqrt() * (std::f64::consts::PI / 2.0).sqrt();
        assert!(
            (both.deviation() - expected).abs() < 1e-14,
            "{}",
            both.deviation()
        );
        assert!((both.coefficient() - 1.125 * expected / 10.0 * 100.0).abs() < 1e-12);
        // t(1) = 12.706 times the error of s: below 0, where no deviation is.
        assert_eq!(both.interval(0.95).unwrap().unwrap().low, 0.0);
    }

    #[test]
    fn the_interval_is_t_errors_of_s_around_s() {
        let interval = Variation::of(&BLEU)
            .unwrap()
            .interval(0.95)
            .unwrap()
            .unwrap();
        // scipy.stats.t.ppf(0.975, 6) = 2.446912, s² = 1.532624, s* = 1.290423.
        let half = 2.446_912 * 1.532_624 * (1.0_f64 / 3.0).sqrt() / (2.0 * 1.290_423);
        assert!(
            (interval.low - (1.290_423 - half)).abs() < 1e-5,
            "{interval:?} {half}"
        );
        assert!(
            (interval.high - (1.290_423 + half)).abs() < 1e-5,
            "{interval:?} {half}"
        );
    }

    #[test]
    fn what_has_no_coefficient_is_refused() {
        assert!(matches!(
            Variation::of(&[1.0]),
            Err(StatsError::TooFew { .. })
        ));
        assert!(matches!(Variation::of(&[]), Err(StatsError::TooFew { .. })));
        assert!(matches!(
            Variation::of(&[1.0, -0.5]),
            Err(StatsError::Negative { value: -0.5, .. })
        ));
        assert!(matches!(
            Variation::of(&[0.0, 0.0]),
            Err(StatsError::NotPositive { .. })
        ));
        assert!(matches!(
            Variation::of(&[1.0, f64::NAN]),
            Err(StatsError::NonFinite { .. })
        ));
        let same = Variation::of(&[3.0, 3.0, 3.0]).unwrap();
        assert_eq!((same.coefficient(), same.interval(0.95)), (0.0, Ok(None)));
    }
}
