//! Paired scores, read as the decimals that they were before they became doubles.
//!
//! `0.7 - 0.6` and `0.4 - 0.3` differ in their last bit, and 0.30000000000000004 against 0.3 is a tie: a difference below
//! `4 * 2^-53 * max(|a|, |b|)` is 0, and two differences closer than the sum of their bounds are equal. `-0` equals 0.

use crate::StatsError;
use crate::error::finite;

/// Relative rounding bound of one subtraction of two printed decimals: 4 units of 2^-53.
const ROUNDING: f64 = 4.0 / (1_u64 << 53) as f64;

/// How many items the system wins, loses and ties.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Items on which the system is ahead.
    pub better: u64,
    /// Items on which the baseline is ahead.
    pub worse: u64,
    /// Items on which they are equal.
    pub tied: u64,
}

impl Counts {
    /// Counts whether each item is better and whether it is worse.
    pub fn of(items: impl Iterator<Item = (bool, bool)>) -> Self {
        let (mut all, mut better, mut worse) = (0, 0, 0);
        for (is_better, is_worse) in items {
            all += 1;
            better += u64::from(is_better);
            worse += u64::from(is_worse);
        }
        Self {
            better,
            worse,
            tied: all - better - worse,
        }
    }

    /// Counts rows of several items each: whether they are better, whether they are worse, and how many they are.
    pub fn of_times(rows: impl Iterator<Item = (bool, bool, u64)>) -> Self {
        let mut counts = Self::default();
        for (is_better, is_worse, times) in rows {
            let of = match (is_better, is_worse) {
                (true, _) => &mut counts.better,
                (_, true) => &mut counts.worse,
                _ => &mut counts.tied,
            };
            *of += times;
        }
        counts
    }

    /// All items.
    pub fn items(self) -> u64 {
        self.better + self.worse + self.tied
    }

    /// The counts with system and baseline exchanged.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self {
            better: self.worse,
            worse: self.better,
            tied: self.tied,
        }
    }
}

/// Items whose differences have one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SizeGroup {
    /// Items on which the system is ahead.
    pub up: u64,
    /// Items on which the baseline is ahead.
    pub down: u64,
}

/// Differences of paired scores, each with its rounding bound.
#[derive(Clone, Debug, PartialEq)]
pub struct Pairs {
    differences: Vec<f64>,
    bounds: Vec<f64>,
}

impl Pairs {
    /// Differences `system - baseline`, higher is better.
    ///
    /// # Errors
    /// When the lengths differ, a score is not finite, or there is none.
    pub fn new(system: &[f64], baseline: &[f64]) -> Result<Self, StatsError> {
        if system.len() != baseline.len() {
            return Err(StatsError::LengthMismatch {
                left: system.len(),
                right: baseline.len(),
            });
        }
        if system.is_empty() {
            return Err(StatsError::TooFew {
                what: "items",
                needed: 1,
                found: 0,
            });
        }
        finite(system)?;
        finite(baseline)?;
        let (mut differences, mut bounds) = (
            Vec::with_capacity(system.len()),
            Vec::with_capacity(system.len()),
        );
        for (&a, &b) in system.iter().zip(baseline) {
            differences.push(decimal_difference(a, b));
            bounds.push(rounding(a, b));
        }
        finite(&differences)?;
        Ok(Self {
            differences,
            bounds,
        })
    }

    /// `system - baseline` item by item, 0 where the decimals are equal.
    pub fn differences(&self) -> &[f64] {
        &self.differences
    }

    /// Items won, lost and tied.
    pub fn counts(&self) -> Counts {
        Counts::of(self.differences.iter().map(|d| (*d > 0.0, *d < 0.0)))
    }

    /// Whether all differences are one decimal number.
    pub fn is_constant(&self) -> bool {
        let first = (self.differences[0], self.bounds[0]);
        let rest = self.differences.iter().zip(&self.bounds);
        rest.into_iter()
            .all(|(d, bound)| (d - first.0).abs() <= bound + first.1)
    }

    /// Items ahead and behind at each distinct size of difference, by ascending size, zeros left out. Sizes closer than
    /// their rounding bounds are one.
    pub(crate) fn size_groups(&self) -> Vec<SizeGroup> {
        let mut sizes: Vec<(f64, f64, bool)> = self
            .differences
            .iter()
            .zip(&self.bounds)
            .filter(|(d, _)| **d != 0.0)
            .map(|(d, bound)| (d.abs(), *bound, *d > 0.0))
            .collect();
        sizes.sort_by(|x, y| x.0.total_cmp(&y.0));
        sizes
            .chunk_by(|smaller, larger| larger.0 - smaller.0 <= larger.1 + smaller.1)
            .map(|same| {
                let up = same.iter().filter(|size| size.2).count() as u64;
                SizeGroup {
                    up,
                    down: same.len() as u64 - up,
                }
            })
            .collect()
    }
}

/// `a - b`, 0 where both may be the same decimal.
pub fn decimal_difference(a: f64, b: f64) -> f64 {
    let difference = a - b;
    if difference.abs() <= rounding(a, b) {
        0.0
    } else {
        difference
    }
}

fn rounding(a: f64, b: f64) -> f64 {
    ROUNDING * a.abs().max(b.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_decimals_are_ties_whatever_their_last_bits() {
        let pairs = Pairs::new(
            &[0.3, 0.1 + 0.2, 0.7, 0.5, -0.0],
            &[0.3, 0.3, 0.6, 0.5, 0.0],
        )
        .unwrap();
        assert_eq!(
            pairs.counts(),
            Counts {
                better: 1,
                worse: 0,
                tied: 4
            }
        );
        // Negative control: raw doubles see a second winner.
        assert_eq!([0.3, 0.1 + 0.2].map(|a: f64| a > 0.3), [false, true]);
    }

    #[test]
    fn equal_decimal_differences_have_one_size() {
        // 0.1, -0.1 and 0.2 as differences of decimals.
        let pairs = Pairs::new(&[0.7, 0.3, 0.9], &[0.6, 0.4, 0.7]).unwrap();
        assert_eq!(
            pairs.size_groups(),
            [SizeGroup { up: 1, down: 1 }, SizeGroup { up: 1, down: 0 }]
        );
        assert!(!pairs.is_constant());
        assert!(
            Pairs::new(&[0.4, 0.7, 0.3], &[0.3, 0.6, 0.2])
                .unwrap()
                .is_constant()
        );
    }

    #[test]
    fn unequal_lengths_and_missing_scores_are_refused() {
        assert_eq!(
            Pairs::new(&[1.0], &[]),
            Err(StatsError::LengthMismatch { left: 1, right: 0 })
        );
        assert!(matches!(
            Pairs::new(&[1.0, f64::NAN], &[0.0, 0.0]),
            Err(StatsError::NonFinite { index: 1, .. })
        ));
        assert!(Pairs::new(&[], &[]).is_err());
    }
}
