//! Bootstrap intervals from replicates that were drawn elsewhere.
//!
//! theta: the observed statistic; theta*: replicates; confidence 1 - 2a; q: quantile of the replicates, linear at position
//! (B - 1) q (type 7 of Hyndman & Fan 1996, as NumPy).
//!
//! | name | interval | source |
//! |---|---|---|
//! | percentile | [q(a), q(1 - a)] | Efron & Tibshirani 1993, section 13.3 |
//! | basic | [2 theta - q(1 - a), 2 theta - q(a)]; may leave the metric's range | Davison & Hinkley 1997, 5.2 |
//! | normal | theta +- z(1 - a) sd(theta*), n - 1 below | Davison & Hinkley 1997, 5.2 |
//! | BCa | [q(a1), q(a2)], a_j = Phi(z0 + (z0 + z_j) / (1 - acc (z0 + z_j))) | Efron 1987; E & T 1993, 14.3 |
//! | studentized | [theta - se t*(1 - a), theta - se t*(a)], t* = (theta* - theta) / se* | E & T 1993, 12.5 |
//!
//! z0 counts replicates equal to theta half (without it z0 is biased on grids), equal meaning within a relative 1e-12.
//! Where BCa is undefined it falls back to percentile and says why. BCa wants 2000 replicates or more.
//!
//! Percentile, basic, normal and BCa intervals from anything that has quantiles, a spread and a median bias: drawn
//! replicates, or the law that they converge to.
//!
//! a = (1 - confidence) / 2; q: quantiles; theta: the observed statistic; sources are in the table of `replicates`.

use super::Interval;
use super::bca::Bca;
use crate::error::{finite, share};
use crate::special::normal_quantile;
use crate::{Moments, StatsError};

/// Replicates closer to the observed statistic than this share of the largest are equal to it.
const EQUAL: f64 = 1e-12;

/// Sorted replicates around an observed statistic.
#[derive(Clone, Debug, PartialEq)]
pub struct Replicates {
    observed: f64,
    ascending: Vec<f64>,
}

impl Replicates {
    /// Sorts the replicates, O(B log B).
    ///
    /// # Errors
    /// For fewer than two replicates, or numbers that are not finite.
    pub fn new(observed: f64, mut replicates: Vec<f64>) -> Result<Self, StatsError> {
        finite(&[observed])?;
        finite(&replicates)?;
        if replicates.len() < 2 {
            return Err(StatsError::TooFew {
                what: "replicates",
                needed: 2,
                found: replicates.len(),
            });
        }
        replicates.sort_by(f64::total_cmp);
        Ok(Self {
            observed,
            ascending: replicates,
        })
    }

    /// The replicates in ascending order.
    pub fn ascending(&self) -> &[f64] {
        &self.ascending
    }

    /// Replicates at or above a threshold, equality as in [`BootstrapDistribution::z0`].
    pub fn at_least(&self, threshold: f64) -> u64 {
        let slack = self.slack();
        (self.ascending.len()
            - self
                .ascending
                .partition_point(|&value| value < threshold - slack)) as u64
    }

    /// Replicates at or below a threshold, equality as in [`BootstrapDistribution::z0`].
    pub fn at_most(&self, threshold: f64) -> u64 {
        let slack = self.slack();
        self.ascending
            .partition_point(|&value| value <= threshold + slack) as u64
    }

    /// How close a replicate is to what it equals.
    fn slack(&self) -> f64 {
        let largest = self.ascending[0]
            .abs()
            .max(self.ascending[self.ascending.len() - 1].abs());
        EQUAL * largest.max(self.observed.abs())
    }
}

impl BootstrapDistribution for Replicates {
    fn observed(&self) -> f64 {
        self.observed
    }

    fn quantile(&self, q: f64) -> Result<f64, StatsError> {
        Ok(quantile(&self.ascending, q))
    }

    /// Standard deviation of the replicates, B - 1 below.
    fn standard_error(&self) -> f64 {
        // Two or more finite replicates have a standard deviation.
        Moments::of(&self.ascending)
            .ok()
            .and_then(|moments| moments.sd())
            .unwrap_or(0.0)
    }

    /// `Phi^-1((#{theta* < theta} + #{theta* = theta} / 2) / B)`.
    fn z0(&self) -> f64 {
        let all = self.ascending.len() as u64;
        let (below, up_to) = (
            all - self.at_least(self.observed),
            self.at_most(self.observed),
        );
        normal_quantile((below + up_to) as f64 / (2 * all) as f64)
    }
}

/// Linear quantile of ascending values at position (B - 1) q; infinite neighbours are taken whole.
fn quantile(ascending: &[f64], q: f64) -> f64 {
    let (below, share) = position(ascending.len(), q);
    between(
        ascending[below],
        ascending[(below + 1).min(ascending.len() - 1)],
        share,
    )
}

/// The q-quantile of values in any order, which it reorders: O(B).
pub(super) fn quantile_of(values: &mut [f64], q: f64) -> f64 {
    let (below, share) = position(values.len(), q);
    let (_, &mut low, above) = values.select_nth_unstable_by(below, f64::total_cmp);
    between(
        low,
        above.iter().copied().min_by(f64::total_cmp).unwrap_or(low),
        share,
    )
}

/// The place below position (B - 1) q, and how far beyond it that is.
fn position(count: usize, q: f64) -> (usize, f64) {
    let last = (count - 1) as f64;
    let position = (q * last).clamp(0.0, last);
    let below = libm::floor(position);
    (below as usize, position - below)
}

fn between(low: f64, high: f64, share: f64) -> f64 {
    if share == 0.0 || low == high {
        return low;
    }
    if low.is_infinite() || high.is_infinite() {
        return if share < 0.5 { low } else { high };
    }
    low + share * (high - low)
}

/// The bootstrap distribution of a statistic.
pub trait BootstrapDistribution {
    /// The observed statistic.
    fn observed(&self) -> f64;

    /// The quantile at q in [0, 1], clamped to it.
    ///
    /// # Errors
    /// [`StatsError::Unresolved`] where the distribution is not known well enough there.
    fn quantile(&self, q: f64) -> Result<f64, StatsError>;

    /// Standard deviation: the bootstrap standard error.
    fn standard_error(&self) -> f64;

    /// Median bias in standard normal units, what equals the observed statistic counted half; infinite where all lies on one
    /// side.
    fn z0(&self) -> f64;

    /// `[q(a), q(1 - a)]`.
    ///
    /// # Errors
    /// When `confidence` is outside (0, 1).
    fn percentile(&self, confidence: f64) -> Result<Interval, StatsError> {
        let tail = tail(confidence)?;
        Interval::new(self.quantile(tail)?, self.quantile(1.0 - tail)?)
    }

    /// `[2 theta - q(1 - a), 2 theta - q(a)]` (pivotal, reverse percentile); may leave the range of the scores.
    ///
    /// # Errors
    /// When `confidence` is outside (0, 1).
    fn basic(&self, confidence: f64) -> Result<Interval, StatsError> {
        let ends = self.percentile(confidence)?;
        let twice = 2.0 * self.observed();
        Interval::new(twice - ends.high, twice - ends.low)
    }

    /// `theta ± z se`, without correction for bias.
    ///
    /// # Errors
    /// When `confidence` is outside (0, 1).
    fn normal(&self, confidence: f64) -> Result<Interval, StatsError> {
        let reach = -normal_quantile(tail(confidence)?) * self.standard_error();
        Interval::around(self.observed(), reach)
    }

    /// Efron's (1987) bias-corrected and accelerated interval: quantiles at `Phi(z0 + (z0 + z) / (1 - acc (z0 + z)))`.
    ///
    /// `acceleration` from [`jackknife_acceleration`](super::jackknife_acceleration) or
    /// [`mean_acceleration`](super::mean_acceleration).
    ///
    /// # Errors
    /// When `confidence` is outside (0, 1) or the acceleration is not finite.
    fn bca(&self, confidence: f64, acceleration: f64) -> Result<Bca, StatsError> {
        finite(&[acceleration])?;
        let percentile = self.percentile(confidence)?;
        Bca::new(self.z0(), acceleration, confidence, percentile, |q| {
            self.quantile(q)
        })
    }
}

fn tail(confidence: f64) -> Result<f64, StatsError> {
    Ok(0.5 * (1.0 - share("confidence", confidence)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interval::{BcaFallback, Interval};

    fn replicates(observed: f64) -> Replicates {
        Replicates::new(
            observed,
            (0..201).map(|i| f64::from(i * i) / 1000.0).collect(),
        )
        .unwrap()
    }

    #[test]
    fn negating_everything_mirrors_every_interval() {
        let (plain, negated) = (
            replicates(9.0),
            Replicates::new(-9.0, replicates(9.0).ascending.iter().map(|x| -x).collect()).unwrap(),
        );
        let close = |one: Interval, other: Interval| {
            // Positions (B - 1) q and (B - 1)(1 - q) round differently, by 1e-14 of a step.
            let other = other.mirrored();
            (one.low - other.low).abs() < 1e-11 && (one.high - other.high).abs() < 1e-11
        };
        assert!(close(
            plain.percentile(0.9).unwrap(),
            negated.percentile(0.9).unwrap()
        ));
        assert!(close(
            plain.basic(0.9).unwrap(),
            negated.basic(0.9).unwrap()
        ));
        assert!(close(
            plain.normal(0.9).unwrap(),
            negated.normal(0.9).unwrap()
        ));
        let (one, other) = (
            plain.bca(0.9, 0.03).unwrap(),
            negated.bca(0.9, -0.03).unwrap(),
        );
        assert!(close(one.interval, other.interval), "{one:?} {other:?}");
    }

    #[test]
    fn bca_without_bias_and_acceleration_is_percentile() {
        let symmetric = Replicates::new(0.0, (-100..=100).map(f64::from).collect()).unwrap();
        let bca = symmetric.bca(0.95, 0.0).unwrap();
        let percentile = symmetric.percentile(0.95).unwrap();
        // Phi(Phi^-1(q)) rounds at 1e-16, times 200 positions.
        assert!(
            (bca.interval.low - percentile.low).abs() < 1e-12 && bca.fallback.is_none(),
            "{bca:?}"
        );
    }

    #[test]
    fn undefined_bca_is_percentile_with_a_reason() {
        let beyond = replicates(99.0).bca(0.95, 0.01).unwrap();
        assert_eq!(
            (beyond.fallback, beyond.z0),
            (Some(BcaFallback::OneSided), f64::INFINITY)
        );
        assert_eq!(beyond.interval, replicates(99.0).percentile(0.95).unwrap());
        let folded = replicates(9.0).bca(0.95, 0.9).unwrap();
        assert_eq!(folded.fallback, Some(BcaFallback::Folded));
    }

    #[test]
    fn replicates_that_round_to_the_observed_value_count_half() {
        let near = 0.1 + 0.2;
        let tied = Replicates::new(0.3, vec![near, near, near, near]).unwrap();
        assert_eq!(tied.z0(), 0.0);
        // Negative control: raw doubles put all four above.
        assert!(near > 0.3);
    }
}
