//! Two learners over five replications of twofold cross-validation.
//!
//! d_ij is the difference on fold j of replication i, `s_i² = (d_i1 − d̄_i)² + (d_i2 − d̄_i)²`.
//!
//! | test | statistic | reference |
//! |---|---|---|
//! | F (Alpaydin 1999) | `sum of d_ij²/(2 sum of s_i²)`, without direction or interval | F, 10 and 5 degrees |

use crate::special::beta_lower;
use crate::{Probability, StatsError, error};

/// Differences of two learners, a row for each replication.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FiveByTwo {
    differences: [[f64; 2]; 5],
}

impl FiveByTwo {
    /// # Errors
    /// When a difference is not finite.
    pub fn new(differences: [[f64; 2]; 5]) -> Result<Self, StatsError> {
        error::finite(differences.as_flattened())?;
        Ok(Self { differences })
    }

    /// Sums of squared deviations of each replication, s_i².
    pub fn variances(&self) -> [f64; 5] {
        self.differences
            .map(|[first, second]| 0.5 * (first - second) * (first - second))
    }

    /// Alpaydin's F; `None` where no replication has a spread.
    pub fn f(&self) -> Option<f64> {
        let squares: f64 = self.differences.as_flattened().iter().map(|d| d * d).sum();
        let variances: f64 = self.variances().iter().sum();
        (variances > 0.0).then(|| squares / (2.0 * variances))
    }

    /// `P(F >= f)`: 1 where all differences are 0, `None` where they are not and have no spread.
    pub fn p(&self) -> Option<Probability> {
        match self.f() {
            // P(F_10,5 >= f) = I_x(5/2, 5) at x = 5/(5 + 10 f).
            Some(f) => Some(beta_lower(2.5, 5.0, 1.0 / (1.0 + 2.0 * f))),
            None => self
                .differences
                .as_flattened()
                .iter()
                .all(|&d| d == 0.0)
                .then_some(Probability::ONE),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_without_spread_are_named() {
        let alike = FiveByTwo::new([[0.01; 2]; 5]).unwrap();
        assert_eq!((alike.f(), alike.p()), (None, None));
        let same = FiveByTwo::new([[0.0; 2]; 5]).unwrap();
        assert_eq!(same.p(), Some(Probability::ONE));
        assert!(FiveByTwo::new([[f64::NAN; 2]; 5]).is_err());
    }

    #[test]
    fn the_order_of_folds_changes_nothing() {
        let rows = [
            [0.02, 0.01],
            [0.015, 0.03],
            [-0.005, 0.02],
            [0.01, 0.012],
            [0.022, 0.004],
        ];
        let (one, other) = (
            FiveByTwo::new(rows).unwrap(),
            FiveByTwo::new(rows.map(|[x, y]| [y, x])).unwrap(),
        );
        assert_eq!(one.f(), other.f());
    }
}
