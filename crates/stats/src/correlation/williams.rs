//! Williams' test of two correlations that share a column.

use crate::special::{student_t_lower, student_t_upper};
use crate::{Alternative, Probability, StatsError};

/// Does one metric correlate better with the gold score than another, on the same items?
///
/// With r1 and r2 the correlations of the two metrics with the gold score and r12 that of the metrics,
/// `t = (r1 - r2) sqrt((n - 1)(1 + r12) / (2 K (n - 1)/(n - 3) + (r1 + r2)^2 (1 - r12)^3 / 4))`, where
/// `K = 1 - r1^2 - r2^2 - r12^2 + 2 r1 r2 r12`, on n - 3 degrees of freedom (Williams 1959; Graham & Baldwin 2014).
/// Derived for Pearson's r on independent items with normal scores; with ranks it is a habit, not a theorem.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Williams {
    t: f64,
    degrees: f64,
}

impl Williams {
    /// From the correlations of `items` items.
    ///
    /// `None` where the two metrics are one and the same up to a linear change (r12 = 1): t is 0/0 there.
    ///
    /// # Errors
    /// When there are fewer than 4 items or a correlation is not from -1 to 1.
    pub fn new(
        first: f64,
        second: f64,
        between: f64,
        items: usize,
    ) -> Result<Option<Self>, StatsError> {
        if items < 4 {
            return Err(StatsError::TooFew {
                what: "items",
                needed: 4,
                found: items,
            });
        }
        for value in [first, second, between] {
            if !(-1.0..=1.0).contains(&value) {
                return Err(StatsError::OutOfRange {
                    name: "a correlation",
                    low: -1.0,
                    high: 1.0,
                    value,
                });
            }
        }
        let n = items as f64;
        let determinant = 1.0 - first * first - second * second - between * between
            + 2.0 * first * second * between;
        let mean = f64::midpoint(first, second);
        // A matrix of correlations has no negative determinant; rounding may give one.
        let spread = 2.0 * determinant.max(0.0) * (n - 1.0) / (n - 3.0)
            + mean * mean * (1.0 - between).powi(3);
        let t = (first - second) * ((n - 1.0) * (1.0 + between) / spread).sqrt();
        Ok(t.is_finite().then_some(Self {
            t,
            degrees: n - 3.0,
        }))
    }

    /// The statistic; above 0 where the first metric correlates better.
    pub fn t(self) -> f64 {
        self.t
    }

    /// Degrees of freedom, items less 3.
    pub fn degrees_of_freedom(self) -> f64 {
        self.degrees
    }

    /// The p-value; [`Alternative::Greater`] is "the first metric correlates better".
    pub fn p_value(self, alternative: Alternative) -> Probability {
        let tails = (
            student_t_upper(self.t, self.degrees),
            student_t_lower(self.t, self.degrees),
        );
        alternative.of_tails(tails.0, tails.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_metrics_exchanged_turn_the_sign() {
        let test = Williams::new(0.6, 0.5, 0.7, 50).unwrap().unwrap();
        let turned = Williams::new(0.5, 0.6, 0.7, 50).unwrap().unwrap();
        assert_eq!(test.t(), -turned.t());
        assert_eq!(
            test.p_value(Alternative::Greater),
            turned.p_value(Alternative::Less)
        );
        assert_eq!(
            test.p_value(Alternative::TwoSided),
            turned.p_value(Alternative::TwoSided)
        );
    }

    #[test]
    fn one_metric_twice_has_no_test_and_three_items_are_refused() {
        assert_eq!(Williams::new(0.6, 0.6, 1.0, 50), Ok(None));
        assert!(Williams::new(0.6, 0.5, 0.7, 3).is_err());
        assert!(Williams::new(1.6, 0.5, 0.7, 30).is_err());
    }
}
