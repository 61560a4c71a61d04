//! Percentile, basic, normal and BCa intervals from anything that has quantiles, a spread and a median bias: drawn
//! replicates, or the law that they converge to.
//!
//! a = (1 - confidence) / 2; q: quantiles; theta: the observed statistic; sources are in the table of `replicates`.

use super::Interval;
use super::bca::Bca;
use crate::StatsError;
use crate::error::{finite, share};
use crate::special::normal_quantile;

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
