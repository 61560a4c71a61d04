//! Bootstrap intervals of a mean from its exact bootstrap law: what percentile, basic, normal and BCa intervals
//! converge to as the number of resamples grows (the ideal bootstrap, Efron and Tibshirani 1993, section 6.4).

use super::BootstrapDistribution;
use crate::special::normal_quantile;
use crate::{Law, StatsError};

/// Relative error of a tail from which its quantile is not told: 100,000 draws leave more open, as they do of p.
const TRUSTED: f64 = 1e-3;

/// The bootstrap law of a sum, seen as the law of a mean.
#[derive(Clone, Copy, Debug)]
pub struct IdealBootstrap<'a> {
    law: &'a Law,
    observed: i128,
    /// A sum over the items divided by this is a mean.
    divisor: f64,
    /// Items and draws, where they differ, and what deviations are divided by.
    scaling: Option<(u64, u64, f64)>,
}

impl<'a> IdealBootstrap<'a> {
    /// `observed` is the sum over the items themselves, `divisor` what turns a sum into the mean reported: number of
    /// items times grid steps in 1.0.
    pub fn new(law: &'a Law, observed: i128, divisor: f64) -> Self {
        Self {
            law,
            observed,
            divisor,
            scaling: None,
        }
    }

    /// Takes the law as one of `draws` draws from `items` items whose deviations are divided by `kappa`: √(items/draws) for the
    /// m-out-of-n bootstrap (Bickel, Götze & van Zwet 1997).
    #[must_use]
    pub fn scaled(self, items: u64, draws: u64, kappa: f64) -> Self {
        Self {
            scaling: Some((items, draws, kappa)),
            ..self
        }
    }
}

impl BootstrapDistribution for IdealBootstrap<'_> {
    fn observed(&self) -> f64 {
        self.observed as f64 / self.divisor
    }

    /// The smallest value with cumulative probability q, where the law is known as well as draws would know it.
    fn quantile(&self, q: f64) -> Result<f64, StatsError> {
        let (sum, error) = self.law.quantile_with_error(q);
        if error > TRUSTED {
            return Err(StatsError::Unresolved);
        }
        let sum = sum as f64;
        Ok(match self.scaling {
            None => sum / self.divisor,
            Some((items, draws, kappa)) => {
                let mean = self.observed();
                mean + (sum * (items as f64 / draws as f64) / self.divisor - mean) / kappa
            }
        })
    }

    /// Standard deviation of the law, scaled (n below, not n - 1).
    fn standard_error(&self) -> f64 {
        let sd = libm::sqrt(self.law.variance()) / self.divisor;
        self.scaling.map_or(sd, |(items, draws, kappa)| {
            sd * (items as f64 / draws as f64) / kappa
        })
    }

    /// From `P(T < t) + P(T = t) / 2`.
    fn z0(&self) -> f64 {
        // Sums of m draws lie around m/n of the observed one, which need not be whole.
        let (items, draws) = self
            .scaling
            .map_or((1, 1), |(items, draws, _)| (items, draws));
        let (drawn, items) = (self.observed * i128::from(draws), i128::from(items));
        let floor = drawn.div_euclid(items);
        let ceil = floor + i128::from(drawn.rem_euclid(items) != 0);
        let below = self.law.at_most(ceil - 1).probability.value();
        let up_to = self.law.at_most(floor).probability.value();
        normal_quantile(0.5 * (below + up_to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interval::{Replicates, mean_acceleration};
    use restrap_testing::Numbers;

    const SCORES: [i64; 24] = [
        3, -1, 0, 7, 2, 2, -4, 9, 1, 0, 0, 5, -2, 3, 8, 1, -1, 4, 0, 2, 6, -3, 1, 12,
    ];

    /// A million resamples by a plain index loop, in the order of a 64-bit LCG.
    fn replicates() -> Vec<f64> {
        let mut numbers = Numbers(1);
        (0..400_000)
            .map(|_| {
                let sum: i64 = (0..24)
                    .map(|_| SCORES[(((numbers.bits() >> 33) * 24) >> 31) as usize])
                    .sum();
                sum as f64 / 24.0
            })
            .collect()
    }

    #[test]
    fn intervals_are_the_limit_of_those_from_replicates() {
        let values: Vec<(i64, u64)> = SCORES.iter().map(|&v| (v, 1)).collect();
        let law = Law::bootstrap(&values);
        let observed: i64 = SCORES.iter().sum();
        let ideal = IdealBootstrap::new(&law, i128::from(observed), 24.0);
        let sampled = Replicates::new(observed as f64 / 24.0, replicates()).expect("finite");
        let acceleration = mean_acceleration(&SCORES.map(|v| v as f64)).expect("varied");
        let pairs = [
            (ideal.percentile(0.95), sampled.percentile(0.95)),
            (ideal.basic(0.95), sampled.basic(0.95)),
            (ideal.normal(0.95), sampled.normal(0.95)),
            (
                ideal.bca(0.95, acceleration).map(|b| b.interval),
                sampled.bca(0.95, acceleration).map(|b| b.interval),
            ),
        ];
        for (law, sample) in pairs {
            let (law, sample) = (law.expect("valid"), sample.expect("valid"));
            // A quantile at 0.025 from 400,000 replicates has a standard error of 0.005 in sd units, about 0.004 here;
            // the lattice steps by 1/24 = 0.042.
            assert!(
                (law.low - sample.low).abs() < 0.045 && (law.high - sample.high).abs() < 0.045,
                "{law:?} {sample:?}"
            );
        }
    }
}
