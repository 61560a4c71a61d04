//! Two independent samples of scores on a scale.

use super::{PSEUDO, Tolerance, increasing_root, lower_limit, weights};
use crate::{Law, Probability, StatsError};

/// The law under the null of the difference of two means, new − base, more being better.
#[derive(Clone, Debug)]
pub struct TiltedSamples {
    new: Sample,
    base: Sample,
    /// The observed `n_base·Σy − n_new·Σx`.
    least: i128,
    observed: f64,
    lowest: f64,
}

#[derive(Clone, Debug)]
struct Sample {
    /// Scores in grid units, that of the pseudo unit last.
    scores: Vec<i64>,
    mass: Vec<f64>,
    items: u64,
}

impl Sample {
    fn new(scores: &[(i64, u64)], pseudo: i64) -> Self {
        let all = scores.iter().map(|one| one.0).chain([pseudo]);
        let mass = scores.iter().map(|one| one.1 as f64).chain([PSEUDO]);
        Self {
            scores: all.collect(),
            mass: mass.collect(),
            items: scores.iter().map(|one| one.1).sum(),
        }
    }

    /// Weights at λ, with influences of `sign` times the score over the number of items.
    fn weights(&self, sign: f64, lambda: f64) -> Vec<f64> {
        let influence: Vec<f64> = self
            .scores
            .iter()
            .map(|&score| sign * score as f64 / self.items as f64)
            .collect();
        weights(&self.mass, &influence, lambda)
    }

    fn mean(&self, weights: &[f64]) -> f64 {
        let each = self.scores.iter().zip(weights);
        each.map(|(&score, weight)| score as f64 * weight).sum()
    }

    fn total(&self) -> i128 {
        let each = self.scores.iter().zip(&self.mass);
        each.take(self.scores.len() - 1)
            .map(|(&score, &times)| i128::from(score) * times as i128)
            .sum()
    }
}

impl TiltedSamples {
    /// From distinct scores (score in grid units, number of items) of the new system and of the base, on a scale from `low` to `high`.
    /// Null differences are in grid units.
    ///
    /// # Errors
    /// When a sample is empty.
    pub fn new(
        new: &[(i64, u64)],
        base: &[(i64, u64)],
        (low, high): (i64, i64),
    ) -> Result<Self, StatsError> {
        let (new, base) = (Sample::new(new, low), Sample::new(base, high));
        if new.items == 0 || base.items == 0 {
            return Err(StatsError::TooFew {
                what: "items",
                needed: 1,
                found: 0,
            });
        }
        let (y, x) = (new.total(), base.total());
        let least = y * i128::from(base.items) - x * i128::from(new.items);
        Ok(Self {
            observed: least as f64 / (new.items as f64 * base.items as f64),
            lowest: (low - high) as f64,
            new,
            base,
            least,
        })
    }

    /// δ.
    pub fn observed(&self) -> f64 {
        self.observed
    }

    /// p-value of the null "the difference is at most `null`", and λ; 1 and infinity if no law reaches it.
    pub fn p(&self, null: f64) -> (Probability, f64) {
        let reach = self.lowest.abs().max(1.0);
        let slope = |lambda: f64| {
            let (new, base) = (&self.new, &self.base);
            let means =
                new.mean(&new.weights(1.0, lambda)) - base.mean(&base.weights(-1.0, lambda));
            (means - null) / reach
        };
        let scale = self.new.items.min(self.base.items) as f64 / reach;
        let lambda = increasing_root(scale, slope);
        if lambda.is_infinite() {
            let p = if lambda > 0.0 {
                Probability::ONE
            } else {
                Probability::ZERO
            };
            return (p, lambda);
        }
        let times = |sample: &Sample, sign: f64, by: i64| -> Vec<(i64, f64)> {
            let scores = sample.scores.iter().map(|score| score * by);
            scores.zip(sample.weights(sign, lambda)).collect()
        };
        let law = Law::weighted_strata([
            (
                times(&self.new, 1.0, self.base.items.cast_signed()),
                self.new.items,
            ),
            (
                times(&self.base, -1.0, -self.new.items.cast_signed()),
                self.base.items,
            ),
        ]);
        (law.at_least(self.least).probability, lambda)
    }

    /// The lower limit of the one-sided interval at level 1 − `alpha`.
    ///
    /// # Errors
    /// When `alpha` is outside (0, 1/2).
    pub fn lower_limit(&self, alpha: f64) -> Result<f64, StatsError> {
        lower_limit(
            (self.lowest, self.observed),
            alpha,
            Tolerance::EXACT,
            None,
            |null| self.p(null).0,
        )
    }
}
