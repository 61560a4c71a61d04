//! Skewness of differences, for a warning: t and Wilcoxon lean on symmetry.
//!
//! `g1 = m3 / m2^1.5` with moments divided by n, and `G1 = g1 sqrt(n (n - 1)) / (n - 2)`, unbiased under a normal law
//! (Joanes & Gill 1998). The standard error of G1 under a normal law is `sqrt(6 n (n - 1) / ((n - 2) (n + 1) (n + 3)))`
//! (Fisher 1930; exact). G1 beyond some two errors is skew that chance does not explain; for t what matters is g1 / sqrt n.

use crate::moments::sum;
use crate::{Moments, StatsError};

/// Sample skewness with its standard error under a normal law.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skewness {
    /// g1, the moments' ratio.
    pub g1: f64,
    /// G1, adjusted for the sample size.
    pub adjusted: f64,
    /// Standard error of G1 under a normal law.
    pub standard_error: f64,
}

impl Skewness {
    /// `None` for fewer than three items, or where they have no spread beyond rounding.
    ///
    /// # Errors
    /// When there are no values or one is not finite.
    pub fn of(values: &[f64]) -> Result<Option<Self>, StatsError> {
        let moments = Moments::of(values)?;
        let n = moments.count() as f64;
        let largest = values.iter().fold(0.0_f64, |size, x| size.max(x.abs()));
        let scale = libm::sqrt(moments.squares() / n);
        if n < 3.0 || scale <= 1e-14 * largest {
            return Ok(None);
        }
        // Scaled first: cubes of small deviations would underflow.
        let cubes = sum(values.iter().map(|x| (x - moments.mean()) / scale).map(|u| u * u * u));
        let g1 = cubes / n;
        Ok(Some(Self {
            g1,
            adjusted: g1 * libm::sqrt(n * (n - 1.0)) / (n - 2.0),
            standard_error: libm::sqrt(6.0 * n * (n - 1.0) / ((n - 2.0) * (n + 1.0) * (n + 3.0))),
        }))
    }

    /// G1 in standard errors.
    pub fn z(self) -> f64 {
        self.adjusted / self.standard_error
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_sample_by_hand() {
        // 0, 0, 3: mean 1, m2 = 2, m3 = 2, g1 = 1 / sqrt 2; G1 = g1 sqrt 6 = sqrt 3; error sqrt(36 / 24).
        let got = Skewness::of(&[0.0, 0.0, 3.0]).unwrap().unwrap();
        assert!((got.g1 - 0.5_f64.sqrt()).abs() < 1e-15 && (got.adjusted - 3.0_f64.sqrt()).abs() < 1e-15);
        assert!((got.standard_error - 1.5_f64.sqrt()).abs() < 1e-15, "{got:?}");
    }

    #[test]
    fn shift_and_scale_change_nothing_and_a_sign_mirrors() {
        let values = [0.1, 0.4, -0.3, 2.5, 0.0, 0.2];
        let plain = Skewness::of(&values).unwrap().unwrap();
        let moved = Skewness::of(&values.map(|x| 1e-120 * x)).unwrap().unwrap();
        let negated = Skewness::of(&values.map(|x| 5.0 - x)).unwrap().unwrap();
        // Rounding of the deviations.
        assert!((plain.g1 / moved.g1 - 1.0).abs() < 1e-13 && (plain.g1 + negated.g1).abs() < 1e-13);
        assert!(plain.z() > 2.0);
    }

    #[test]
    fn no_spread_has_no_skewness() {
        assert_eq!(Skewness::of(&[0.1; 7]), Ok(None));
        assert_eq!(Skewness::of(&[0.1 + 0.2, 0.3, 0.3]), Ok(None));
        assert_eq!(Skewness::of(&[1.0, 2.0]), Ok(None));
        assert!(Skewness::of(&[]).is_err());
    }
}
