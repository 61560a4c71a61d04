//! The best of n trials of a search: expected validation performance (Dodge, Gururangan, Card, Schwartz and Smith 2019, "Show Your
//! Work", section 3.1; Tang et al. 2020, "Showing Your Work Doesn't Always Work").
//!
//! x_(1) ≤ … ≤ x_(N) are the validation scores of N trials drawn independently, as random search draws them. What the best of n of
//! them is expected to score is a weighted mean of them, by
//!
//! ```text
//! V: w_i = (i/N)^n − ((i − 1)/N)^n     n trials drawn with replacement (Dodge et al.); too low for n near N
//! U: w_i = C(i − 1, n − 1)/C(N, n)     n trials drawn without (Tang et al.); without bias, and with the larger variance
//! ```
//!
//! Grid search and Bayesian optimization do not draw trials so. Nothing is said of more than N trials. Unit: the trial.

use restrap_words::vocabulary;

use crate::error::{StatsError, finite};
use crate::moments::sum;

vocabulary! {
    /// How the best of n trials is estimated.
    pub enum BestOf: "an estimator of the best of n trials" {
        /// n trials drawn with replacement (Dodge et al. 2019).
        V = "v",
        /// n trials drawn without replacement, without bias (Tang et al. 2020).
        U = "u",
    }
    default V
}

impl BestOf {
    /// Weights of the ascending scores of N trials in the best of `n`; zeros where `n` is 0 or above N.
    pub fn weights(self, trials: usize, n: usize) -> Vec<f64> {
        let mut weights = vec![0.0; trials];
        if n == 0 || n > trials {
            return weights;
        }
        let (all, draws) = (trials as f64, n as f64);
        match self {
            Self::V => {
                for (place, weight) in weights.iter_mut().enumerate() {
                    // (i/N)^n (1 − ((i − 1)/i)^n), which does not cancel.
                    let i = place as f64 + 1.0;
                    let below = if place == 0 {
                        1.0
                    } else {
                        -libm::expm1(draws * libm::log1p(-1.0 / i))
                    };
                    *weight = libm::exp(draws * libm::log(i / all)) * below;
                }
            }
            Self::U => {
                // C(N − 1, n − 1)/C(N, n) = n/N, then C(i − 1, n − 1)/C(i, n − 1) = (i − n + 1)/i.
                let mut weight = draws / all;
                for (place, slot) in weights.iter_mut().enumerate().skip(n - 1).rev() {
                    *slot = weight;
                    weight *= (place as f64 - draws + 1.0) / place as f64;
                }
            }
        }
        weights
    }
}

/// Validation scores of the trials of one search; higher is better.
#[derive(Clone, Debug, PartialEq)]
pub struct Search {
    ascending: Vec<f64>,
}

impl Search {
    /// Takes one score per trial, in any order.
    ///
    /// ```
    /// use restrap_stats::{BestOf, Search};
    ///
    /// let search = Search::new(&[0.1, 0.3, 0.2])?;
    /// assert!((search.best(BestOf::V, 1).mean - 0.2).abs() < 1e-15);
    /// assert_eq!(search.best(BestOf::U, 3).mean, 0.3);
    /// # Ok::<(), restrap_stats::StatsError>(())
    /// ```
    ///
    /// # Errors
    /// For no trial, and for scores that are not finite.
    pub fn new(scores: &[f64]) -> Result<Self, StatsError> {
        finite(scores)?;
        if scores.is_empty() {
            return Err(StatsError::TooFew {
                what: "trials",
                needed: 1,
                found: 0,
            });
        }
        let mut ascending = scores.to_vec();
        ascending.sort_by(f64::total_cmp);
        Ok(Self { ascending })
    }

    /// The number of trials, N.
    pub fn trials(&self) -> usize {
        self.ascending.len()
    }

    /// Scores in ascending order.
    pub fn ascending(&self) -> &[f64] {
        &self.ascending
    }

    /// The best of `n` trials, from 1 to N.
    pub fn best(&self, estimator: BestOf, n: usize) -> Best {
        let weights = estimator.weights(self.trials(), n);
        let mean = sum(self
            .ascending
            .iter()
            .zip(&weights)
            .map(|(score, weight)| score * weight));
        // Squares of scores of 1e300 overflow.
        let size = self
            .ascending
            .iter()
            .map(|score| (score - mean).abs())
            .fold(0.0, f64::max);
        let unit = if size > 1e150 { size } else { 1.0 };
        let square = |(score, weight): (&f64, &f64)| {
            weight * ((score - mean) / unit) * ((score - mean) / unit)
        };
        Best {
            mean,
            deviation: unit * libm::sqrt(sum(self.ascending.iter().zip(&weights).map(square))),
        }
    }
}

/// The score of the best of n trials.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Best {
    /// Expected.
    pub mean: f64,
    /// Standard deviation of one best of n: how far one search of n trials lies from another, not the error of the mean.
    pub deviation: f64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use restrap_testing::resamples;

    /// The mean over every list of n places, with and without repetition.
    fn of_all(scores: &[f64], n: usize, replacement: bool) -> [f64; 2] {
        let trials = scores.len();
        let mut bests = Vec::new();
        for places in resamples(trials, n) {
            let is_repeated = (1..n).any(|draw| places[..draw].contains(&places[draw]));
            if replacement || !is_repeated {
                bests.push(
                    places
                        .iter()
                        .map(|&place| scores[place])
                        .fold(f64::MIN, f64::max),
                );
            }
        }
        let mean = bests.iter().sum::<f64>() / bests.len() as f64;
        let square =
            bests.iter().map(|best| (best - mean).powi(2)).sum::<f64>() / bests.len() as f64;
        [mean, square.sqrt()]
    }

    #[test]
    fn estimators_are_means_over_every_draw_of_trials() {
        for scores in [
            vec![0.3, 0.1, 0.7, 0.7, -0.2],
            vec![1.0, 2.0, 2.0, 2.0],
            vec![5.0],
        ] {
            let search = Search::new(&scores).expect("trials");
            for n in 1..=scores.len() {
                for (estimator, replacement) in [(BestOf::V, true), (BestOf::U, false)] {
                    let best = search.best(estimator, n);
                    let [mean, deviation] = of_all(&scores, n, replacement);
                    assert!(
                        (best.mean - mean).abs() < 1e-12,
                        "{scores:?} {n} {estimator}: {best:?} {mean}"
                    );
                    assert!(
                        (best.deviation - deviation).abs() < 1e-7,
                        "{best:?} {deviation}"
                    );
                }
            }
            // Negative control: with and without replacement differ where trials do.
            let [v, u] =
                [BestOf::V, BestOf::U].map(|estimator| search.best(estimator, scores.len()).mean);
            assert_eq!(v < u, scores.len() > 1);
        }
    }

    #[test]
    fn weights_add_up_to_1_however_many_trials() {
        for trials in [1, 7, 1_000, 20_000] {
            for n in [1, 2, trials / 2, trials]
                .into_iter()
                .filter(|&n| n > 0 && n <= trials)
            {
                for estimator in BestOf::ALL {
                    let total = sum(estimator.weights(trials, n).into_iter());
                    assert!(
                        (total - 1.0).abs() < 1e-10,
                        "{estimator} {trials} {n}: {total}"
                    );
                }
            }
        }
        assert_eq!(BestOf::V.weights(3, 4), [0.0; 3]);
        assert!(Search::new(&[]).is_err() && Search::new(&[f64::NAN]).is_err());
    }
}
