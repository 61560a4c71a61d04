//! The Mann-Whitney U test of two samples of different items: is one system's score more likely to be the larger
//! one?
//!
//! U counts the pairs of a system score and a baseline score in which the system is ahead, ties half (Mann & Whitney 1947);
//! U / (n m) is Vargha and Delaney's A. Mid-ranks for ties: `U = R - n (n + 1) / 2`, R the rank sum of the system.
//!
//! *Exact*: the permutation law of R given the ties, a [`LabelLaw`] on doubled mid-ranks. *Normal*: variance
//! `n m / 12 (N + 1 - sum (t^3 - t) / (N (N - 1)))`, t the sizes of the ties; continuity correction 1/2. Two-sided p is
//! the doubled smaller tail, at most 1 (as R and SciPy). The null is one law for both samples; for other nulls, such as equal
//! medians, the test does not hold its level. Only for items that cannot be paired.

use super::wilcoxon::doubled_mid_ranks;
use crate::special::normal_upper;
use crate::unconditional::last_that_holds;
use crate::{Alternative, LabelLaw, Probability, StatsError};

/// Items of one score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Tied {
    doubled: u64,
    system: u64,
    baseline: u64,
}

/// A rank-sum test on ranked scores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MannWhitney {
    ranked: Vec<Tied>,
    system: u64,
    baseline: u64,
}

impl MannWhitney {
    /// From exact integer scores of one grid; O(N log N).
    ///
    /// # Errors
    /// When a sample is empty.
    pub fn new(system: &[i64], baseline: &[i64]) -> Result<Self, StatsError> {
        if system.is_empty() || baseline.is_empty() {
            return Err(StatsError::TooFew {
                what: "items in each sample",
                needed: 1,
                found: 0,
            });
        }
        let mut scores: Vec<(i64, bool)> = system
            .iter()
            .map(|&score| (score, true))
            .chain(baseline.iter().map(|&score| (score, false)))
            .collect();
        scores.sort_unstable();
        let sizes = scores
            .chunk_by(|x, y| x.0 == y.0)
            .map(|tied| tied.len() as u64);
        let ranked = scores
            .chunk_by(|x, y| x.0 == y.0)
            .zip(doubled_mid_ranks(sizes))
            .map(|(tied, doubled)| {
                let system = tied.iter().filter(|score| score.1).count() as u64;
                Tied {
                    doubled,
                    system,
                    baseline: tied.len() as u64 - system,
                }
            })
            .collect();
        Ok(Self {
            ranked,
            system: system.len() as u64,
            baseline: baseline.len() as u64,
        })
    }

    fn items(&self) -> u64 {
        self.system + self.baseline
    }

    /// Twice the rank sum of the system.
    fn doubled_rank_sum(&self) -> u64 {
        self.ranked
            .iter()
            .map(|tied| tied.doubled * tied.system)
            .sum()
    }

    /// U of the system: pairs won and half of the pairs tied.
    pub fn u(&self) -> f64 {
        0.5 * (self.doubled_rank_sum() - self.system * (self.system + 1)) as f64
    }

    /// `true` if two scores are equal.
    pub fn has_ties(&self) -> bool {
        self.ranked.len() as u64 != self.items()
    }

    /// The law of twice the rank sum of the system, given the ties.
    fn law(&self) -> Result<LabelLaw, StatsError> {
        let pool = self
            .ranked
            .iter()
            .map(|tied| (tied.doubled.cast_signed(), tied.system + tied.baseline));
        LabelLaw::new(&pool.collect::<Vec<_>>(), self.system)
    }

    /// The exact p-value given the ties.
    ///
    /// # Errors
    /// When the law is out of reach: without ties from about 100 items in each sample on.
    pub fn exact(&self, alternative: Alternative) -> Result<Probability, StatsError> {
        let law = self.law()?;
        let observed = i128::from(self.doubled_rank_sum());
        Ok(alternative.of_tails(law.at_least(observed), law.at_most(observed)))
    }

    /// The normal approximation with the correction for ties; 1 where all scores are equal.
    pub fn normal(&self, alternative: Alternative, continuity: bool) -> Probability {
        self.normal_of(self.u(), alternative, continuity)
    }

    /// The normal approximation of another U.
    fn normal_of(&self, u: f64, alternative: Alternative, continuity: bool) -> Probability {
        let (n, m, all) = (
            self.system as f64,
            self.baseline as f64,
            self.items() as f64,
        );
        let ties: f64 = self
            .ranked
            .iter()
            .map(|tied| (tied.system + tied.baseline) as f64)
            .map(|size| size * (size - 1.0) * (size + 1.0))
            .sum();
        let variance = n * m / 12.0 * (all + 1.0 - ties / (all * (all - 1.0)));
        if self.ranked.len() == 1 {
            return Probability::ONE;
        }
        let (gap, error) = (u - 0.5 * n * m, libm::sqrt(variance));
        let shift = if continuity { 0.5 } else { 0.0 };
        let upper = |gap: f64| normal_upper((gap - shift) / error);
        match alternative {
            Alternative::TwoSided => upper(gap.abs()).scaled(2.0),
            Alternative::Greater => upper(gap),
            Alternative::Less => upper(-gap),
        }
    }

    /// Returns the rank k of the pairwise differences `[D(k), D(n m + 1 - k)]` that hold 0 exactly where the p-value exceeds
    /// `1 - confidence`: the exact one, or the normal one with continuity correction where the law is out of reach. `None` if two scores
    /// are equal, as the law of U then depends on the shift, or if no k bounds the shift. One-sided tests have one of the two ends.
    ///
    /// # Errors
    /// As [`LabelLaw::new`], but for [`StatsError::NeedsSampling`].
    pub fn rank(
        &self,
        alternative: Alternative,
        confidence: f64,
    ) -> Result<Option<u64>, StatsError> {
        if self.has_ties() {
            return Ok(None);
        }
        let sides = if alternative == Alternative::TwoSided {
            2.0
        } else {
            1.0
        };
        // A level such as 1 - 0.95 lies a rounding below its error.
        let error = (1.0 - confidence) * (1.0 + 1e-12);
        let law = match self.law() {
            Ok(law) => Some(law),
            Err(StatsError::NeedsSampling { .. }) => None,
            Err(other) => return Err(other),
        };
        let least = self.system * (self.system + 1);
        let rejects = |k: u64| {
            let tail = match &law {
                // Ranks are doubled, and so are their sums.
                Some(law) => law.at_most(i128::from(least + 2 * (k - 1))),
                None => self.normal_of((k - 1) as f64, Alternative::Less, true),
            };
            tail.scaled(sides).value() <= error
        };
        let rank = last_that_holds(self.system * self.baseline / 2, rejects);
        Ok((rank > 0).then_some(rank))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn u_counts_pairs_won_and_half_of_the_tied() {
        let (a, b) = ([3, 1, 4, 1, 5], [2, 1, 4]);
        let test = MannWhitney::new(&a, &b).unwrap();
        let mut doubled = 0;
        for x in a {
            for y in b {
                doubled += 2 * i32::from(x > y) + i32::from(x == y);
            }
        }
        assert_eq!(test.u(), f64::from(doubled) / 2.0);
    }

    #[test]
    fn without_ties_the_exact_p_is_the_table_of_mann_and_whitney() {
        // Their table for n = m = 4, P(U <= 0) to P(U <= 8) in 70ths.
        let counts = [1, 2, 4, 7, 12, 17, 24, 31, 39];
        let samples: [(&[i64], usize); 4] = [
            (&[1, 2, 3, 4], 0),
            (&[1, 2, 3, 5], 1),
            (&[1, 2, 4, 6], 3),
            (&[2, 3, 6, 7], 8),
        ];
        for (system, u) in samples {
            let baseline: Vec<i64> = (1..=8).filter(|rank| !system.contains(rank)).collect();
            let test = MannWhitney::new(system, &baseline).unwrap();
            assert_eq!(test.u(), u as f64);
            assert_eq!(
                test.exact(Alternative::Less).unwrap().value(),
                f64::from(counts[u]) / 70.0
            );
        }
    }

    #[test]
    fn equal_scores_give_one() {
        let test = MannWhitney::new(&[1, 1], &[1, 1, 1]).unwrap();
        for side in Alternative::ALL {
            assert_eq!(test.exact(side), Ok(Probability::ONE));
            assert_eq!(test.normal(side, true), Probability::ONE);
        }
        assert!(MannWhitney::new(&[], &[1]).is_err());
    }
}
