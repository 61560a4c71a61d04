//! Skewness of differences, for a warning: t and Wilcoxon lean on symmetry.
//!
//! `g1 = m3 / m2^1.5` with moments divided by n, and `G1 = g1 sqrt(n (n - 1)) / (n - 2)`, unbiased under a normal law
//! (Joanes & Gill 1998). The standard error of G1 under a normal law is `sqrt(6 n (n - 1) / ((n - 2) (n + 1) (n + 3)))`
//! (Fisher 1930; exact). G1 beyond some two errors is skew that chance does not explain; for t what matters is g1 / sqrt n.

use crate::moments::sum;
use crate::{Moments, Sample, StatsError};

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
    pub fn of<'a>(values: impl Into<Sample<'a>>) -> Result<Option<Self>, StatsError> {
        let values = values.into();
        let moments = Moments::of(values)?;
        let deviation = libm::sqrt(moments.squares() / moments.count() as f64);
        let rows = values.rows().iter();
        let largest = rows.fold(0.0_f64, |size, x| size.max(x.abs()));
        if deviation <= 1e-14 * largest {
            return Ok(None);
        }
        // Scaled first: cubes of small deviations would underflow.
        let cubes = values.sum(|x| {
            let u = (x - moments.mean()) / deviation;
            u * u * u
        });
        Ok(Self::of_mean_cube(
            cubes / moments.count() as f64,
            moments.count(),
        ))
    }

    /// From exact integer differences with their numbers of items; the unit does not matter.
    ///
    /// `None` as for [`Skewness::of`].
    ///
    /// # Errors
    /// When there is no item.
    pub fn of_groups(groups: &[(i64, u64)]) -> Result<Option<Self>, StatsError> {
        let items: u64 = groups.iter().map(|group| group.1).sum();
        if items == 0 {
            return Err(StatsError::TooFew {
                what: "items",
                needed: 1,
                found: 0,
            });
        }
        let total: i128 = groups
            .iter()
            .map(|&(d, count)| i128::from(d) * i128::from(count))
            .sum();
        // n times a deviation from the mean, exact until it becomes a double.
        let deviations = groups.iter().map(|&(d, count)| {
            (
                (i128::from(d) * i128::from(items) - total) as f64,
                count as f64,
            )
        });
        let n = items as f64;
        let scale = libm::sqrt(sum(deviations.clone().map(|(u, count)| u * u * count)) / n);
        if scale == 0.0 {
            return Ok(None);
        }
        let cubes = sum(deviations
            .map(|(u, count)| (u / scale, count))
            .map(|(u, count)| u * u * u * count));
        Ok(Self::of_mean_cube(cubes / n, items))
    }

    /// From the mean cube of the values in units of their deviation.
    fn of_mean_cube(g1: f64, items: u64) -> Option<Self> {
        let n = items as f64;
        (items > 2).then(|| Self {
            g1,
            adjusted: g1 * libm::sqrt(n * (n - 1.0)) / (n - 2.0),
            standard_error: libm::sqrt(6.0 * n * (n - 1.0) / ((n - 2.0) * (n + 1.0) * (n + 3.0))),
        })
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
        assert!(
            (got.g1 - 0.5_f64.sqrt()).abs() < 1e-15
                && (got.adjusted - 3.0_f64.sqrt()).abs() < 1e-15
        );
        assert!(
            (got.standard_error - 1.5_f64.sqrt()).abs() < 1e-15,
            "{got:?}"
        );
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
    fn groups_of_integers_are_their_values() {
        let groups = [
            (-3, 5),
            (0, 40),
            (1, 7),
            (250, 2),
            (i64::MAX / 1024, 1),
            (4, 0),
        ];
        let values: Vec<f64> = groups
            .iter()
            .flat_map(|&(d, count)| std::iter::repeat_n(d as f64, count))
            .collect();
        let counted = groups.map(|(d, count)| (d, count as u64));
        let (one, other) = (
            Skewness::of_groups(&counted).unwrap().unwrap(),
            Skewness::of(&values).unwrap().unwrap(),
        );
        // Rounding of the deviations.
        assert!((one.g1 / other.g1 - 1.0).abs() < 1e-12, "{one:?} {other:?}");
        assert_eq!(one.standard_error, other.standard_error);
        assert_eq!(Skewness::of_groups(&[(7, 9)]), Ok(None));
        assert!(Skewness::of_groups(&[(7, 0)]).is_err());
    }

    #[test]
    fn no_spread_has_no_skewness() {
        assert_eq!(Skewness::of(&[0.1; 7]), Ok(None));
        assert_eq!(Skewness::of(&[0.1 + 0.2, 0.3, 0.3]), Ok(None));
        assert_eq!(Skewness::of(&[1.0, 2.0]), Ok(None));
        assert!(Skewness::of(&[]).is_err());
    }
}
