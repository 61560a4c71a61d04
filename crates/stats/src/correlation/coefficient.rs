//! Pearson's, Spearman's and Kendall's correlation of two columns.

use restrap_words::vocabulary;

use super::kendall::{PairCounts, ascending};
use crate::StatsError;
use crate::error::finite;
use crate::moments::sum;
use crate::test::doubled_mid_ranks;

vocabulary! {
    /// How strongly two columns go together.
    pub enum Coefficient: "a correlation" {
        /// Correlation of the scores themselves, along a straight line (Pearson).
        Pearson = "pearson",
        /// Correlation of the ranks, mid-ranks for ties (Spearman's rho).
        Spearman = "spearman",
        /// Agreement on the order of pairs, corrected for ties (Kendall's tau-b).
        Kendall = "kendall" | "kendall-tau-b",
    }
    default Pearson
}

impl Coefficient {
    /// The correlation of two columns of equal length, from -1 to 1; `None` where a column does not vary.
    ///
    /// Equal numbers are ties. Kendall's takes O(n log n).
    ///
    /// # Errors
    /// When the lengths differ, a number is not finite, or there are fewer than 2 items.
    pub fn of(self, gold: &[f64], metric: &[f64]) -> Result<Option<f64>, StatsError> {
        if gold.len() != metric.len() {
            return Err(StatsError::LengthMismatch {
                left: gold.len(),
                right: metric.len(),
            });
        }
        if gold.len() < 2 {
            return Err(StatsError::TooFew {
                what: "items",
                needed: 2,
                found: gold.len(),
            });
        }
        finite(gold)?;
        finite(metric)?;
        Ok(self.of_checked(gold, metric))
    }

    /// As [`Coefficient::of`], for finite columns of equal length.
    pub(crate) fn of_checked(self, gold: &[f64], metric: &[f64]) -> Option<f64> {
        match self {
            Self::Pearson => pearson(gold, metric),
            Self::Spearman => pearson(&ranks(gold), &ranks(metric)),
            Self::Kendall => PairCounts::of(gold, metric).tau_b(),
        }
    }
}

/// Pearson's r, sums compensated; `None` where a column does not vary.
fn pearson(x: &[f64], y: &[f64]) -> Option<f64> {
    let constant = |column: &[f64]| column.iter().all(|value| *value == column[0]);
    if x.len() < 2 || constant(x) || constant(y) {
        return None;
    }
    let n = x.len() as f64;
    let (mean_x, mean_y) = (sum(x.iter().copied()) / n, sum(y.iter().copied()) / n);
    let squares =
        |column: &[f64], mean: f64| sum(column.iter().map(|value| (value - mean) * (value - mean)));
    let together = sum(x.iter().zip(y).map(|(x, y)| (x - mean_x) * (y - mean_y)));
    // Two roots: the product of the sums of squares may leave the range of doubles.
    let size = squares(x, mean_x).sqrt() * squares(y, mean_y).sqrt();
    let r = together / size;
    r.is_finite().then_some(r.clamp(-1.0, 1.0))
}

/// Doubled mid-ranks in the order of the column.
fn ranks(column: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..column.len()).collect();
    order.sort_by(|a, b| ascending(column[*a], column[*b]));
    let groups: Vec<&[usize]> = order.chunk_by(|a, b| column[*a] == column[*b]).collect();
    let mut ranks = vec![0.0; column.len()];
    for (group, rank) in groups.iter().zip(doubled_mid_ranks(
        groups.iter().map(|group| group.len() as u64),
    )) {
        group.iter().for_each(|place| ranks[*place] = rank as f64);
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_without_variation_has_no_correlation() {
        for coefficient in Coefficient::ALL {
            assert_eq!(coefficient.of(&[0.1; 3], &[1.0, 2.0, 3.0]), Ok(None));
            assert_eq!(
                coefficient.of(&[1.0, 2.0, 4.0], &[-0.0, 0.0, 0.0]),
                Ok(None)
            );
            // Negative control.
            assert!(
                coefficient
                    .of(&[1.0, 2.0, 4.0], &[0.0, 0.0, 1.0])
                    .unwrap()
                    .is_some()
            );
            assert!(coefficient.of(&[1.0], &[1.0]).is_err());
            assert!(coefficient.of(&[1.0, f64::NAN], &[1.0, 2.0]).is_err());
            assert!(coefficient.of(&[1.0, 2.0], &[1.0]).is_err());
        }
    }

    #[test]
    fn tied_scores_share_a_rank() {
        assert_eq!(
            ranks(&[0.3, -0.0, 0.3, 0.0, 5.0]),
            [7.0, 3.0, 7.0, 3.0, 10.0]
        );
    }
}
