//! Rubin's (1981) Bayesian bootstrap of a mean, exactly: `δ = Σ w_i d_i` with weights drawn from Dirichlet(1, ..., 1).
//!
//! It is a posterior, not a p-value. δ has mean `Σ d_i / n` and variance `s² / (n + 1)`, s² with n below. With `w_i` as standard
//! exponentials over their sum, `δ <= c` says that the exponentials of means `d_i − c > 0` add to no more than those of means
//! `c − d_j > 0`. One of each kind runs at a time, so that the next to end is of the first kind with chance `q / (p + q)`; the
//! chance that the first kind runs out first follows over the pairs of what is left. Every term is positive: ties and any n are
//! sound, where the alternating sum over distinct d fails beyond some 20 items. Cost: items above c times items below it.

use crate::error::{StatsError, finite, share};
use crate::interval::Interval;
use crate::moments::Moments;

/// Posterior of the mean of items.
#[derive(Clone, Debug, PartialEq)]
pub struct MeanPosterior {
    sorted: Vec<f64>,
    moments: Moments,
}

impl MeanPosterior {
    /// Of one value per item, such as the difference of two systems.
    ///
    /// ```
    /// use restrap_stats::MeanPosterior;
    ///
    /// // Two items: the weight of one is uniform, so that the mean is positive two times of three.
    /// let posterior = MeanPosterior::of(&[2.0, -1.0])?;
    /// assert!((posterior.above(0.0) - 2.0 / 3.0).abs() < 1e-15);
    /// // All items favour the system: exactly 1, however few they are.
    /// assert_eq!(MeanPosterior::of(&[0.5])?.above(0.0), 1.0);
    /// # Ok::<(), restrap_stats::StatsError>(())
    /// ```
    ///
    /// # Errors
    /// [`StatsError`] for no item, and for values that are not finite.
    pub fn of(values: &[f64]) -> Result<Self, StatsError> {
        finite(values)?;
        let moments = Moments::of(values)?;
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        Ok(Self { sorted, moments })
    }

    /// Posterior mean: the mean of the items.
    pub fn mean(&self) -> f64 {
        self.moments.mean()
    }

    /// Posterior standard deviation.
    pub fn sd(&self) -> f64 {
        let items = self.sorted.len() as f64;
        libm::sqrt(self.moments.squares() / items / (items + 1.0))
    }

    /// P(δ > c | data).
    pub fn above(&self, c: f64) -> f64 {
        let over = self.sorted.iter().filter(|d| **d > c).map(|d| d - c).collect::<Vec<_>>();
        let under = self.sorted.iter().filter(|d| **d < c).map(|d| c - d).collect::<Vec<_>>();
        last_to_end(&over, &under)
    }

    /// P(δ < c | data).
    pub fn below(&self, c: f64) -> f64 {
        let over = self.sorted.iter().filter(|d| **d > c).map(|d| d - c).collect::<Vec<_>>();
        let under = self.sorted.iter().filter(|d| **d < c).map(|d| c - d).collect::<Vec<_>>();
        last_to_end(&under, &over)
    }

    /// Equal-tailed posterior interval, by halving to the last bit but few.
    ///
    /// # Errors
    /// [`StatsError::BadShare`] for a level that is not between 0 and 1.
    pub fn interval(&self, level: f64) -> Result<Interval, StatsError> {
        let tail = 0.5 * (1.0 - share("level", level)?);
        Ok(Interval { low: self.where_below(tail), high: self.where_below(1.0 - tail) })
    }

    fn where_below(&self, chance: f64) -> f64 {
        let (mut low, mut high) = (self.sorted[0], self.sorted[self.sorted.len() - 1]);
        for _ in 0..60 {
            let middle = low + 0.5 * (high - low);
            if self.below(middle) < chance { low = middle } else { high = middle }
        }
        low + 0.5 * (high - low)
    }
}

/// Chance that exponentials with the means of `later`, one after the other, end after those of `sooner`; 0 for none.
fn last_to_end(later: &[f64], sooner: &[f64]) -> f64 {
    if later.is_empty() {
        return 0.0;
    }
    // `chance[j]`: with the `later` so far and j of the `sooner` left.
    let mut chance = vec![0.0; sooner.len() + 1];
    for &p in later {
        chance[0] = 1.0;
        for (j, &q) in sooner.iter().enumerate() {
            // The one of `later` ends next with chance q / (p + q), and one fewer of it is left: the old entry.
            chance[j + 1] = (q * chance[j + 1] + p * chance[j]) / (p + q);
        }
    }
    chance[sooner.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// P(δ <= 0) of distinct values (Rubin 1981): alternating, for few items.
    fn alternating(d: &[f64]) -> f64 {
        let term = |i: usize| (0..d.len()).filter(|&j| j != i).map(|j| d[i] / (d[i] - d[j])).product::<f64>();
        1.0 - (0..d.len()).filter(|&i| d[i] > 0.0).map(term).sum::<f64>()
    }

    #[test]
    fn the_chance_equals_the_alternating_sum_of_few_items() {
        let d = [0.4, -0.3, 1.1, -0.9, 0.25, -0.05, 0.7];
        let posterior = MeanPosterior::of(&d).unwrap();
        for c in [-0.5, -0.1, 0.0, 0.2, 0.6] {
            let want = alternating(&d.map(|d| d - c));
            assert!((posterior.below(c) - want).abs() < 1e-11, "{c}: {} {want}", posterior.below(c));
            assert!((posterior.below(c) + posterior.above(c) - 1.0).abs() < 1e-13, "{c}");
        }
        // Negative control: another item moves it.
        assert!((posterior.below(0.0) - alternating(&d[1..])).abs() > 1e-3);
    }

    #[test]
    fn ties_have_the_beta_law() {
        // Seven items of 1 and five of -1: the weight of the sevens is Beta(7, 5), and the chance that it is above one half is
        // that of 6 heads or fewer of 11.
        let d: Vec<f64> = [1.0; 7].into_iter().chain([-1.0; 5]).chain([0.0; 30]).collect();
        let heads = [1.0, 11.0, 55.0, 165.0, 330.0, 462.0, 462.0].iter().sum::<f64>() / 2048.0;
        assert!((MeanPosterior::of(&d).unwrap().above(0.0) - heads).abs() < 1e-14);
    }

    #[test]
    fn items_of_one_sign_and_no_difference_are_sure() {
        let all = MeanPosterior::of(&[0.1, 0.2, 3.0]).unwrap();
        assert_eq!((all.above(0.0), all.below(0.0)), (1.0, 0.0));
        let none = MeanPosterior::of(&[0.0, 0.0]).unwrap();
        assert_eq!((none.above(0.0), none.below(0.0), none.sd()), (0.0, 0.0, 0.0));
        assert!(MeanPosterior::of(&[]).is_err());
        assert!(matches!(all.interval(1.0), Err(StatsError::BadShare { .. })));
    }

    #[test]
    fn the_interval_leaves_equal_tails() {
        // Two items: δ is uniform between them.
        let interval = MeanPosterior::of(&[-1.0, 3.0]).unwrap().interval(0.95).unwrap();
        assert!((interval.low + 0.9).abs() < 1e-12 && (interval.high - 2.9).abs() < 1e-12, "{interval:?}");
    }
}
