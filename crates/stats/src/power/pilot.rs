//! Numbers of items from a pilot: from the spread of its differences, never from its mean difference.
//!
//! The observed difference of an undecided comparison is mostly noise: a number of items that would "show it" runs from a few hundred
//! to millions among equally good systems. A margin test is planned for systems that are equally good instead, and a test of a gain by
//! the gain that the items at hand find. Both need the variance of a unit's difference alone, which a pilot knows to within
//!
//! | units | variance | its interval at 90 % |
//! |---|---|---|
//! | items with 0/1 scores | the share that differs, if the systems are equally good | Clopper and Pearson's of that share |
//! | items with other scores | s² | of log s², standard error √((κ − (n − 3)/(n − 1))/(n − 1)), κ the kurtosis (Bonett 2006) |
//! | others, by a standard error and its degrees of freedom | se² · units | of log s², standard error √(2/df) |
//!
//! Power is that of the t test, by the noncentral t.

use super::{MeanDifference, least_items};
use crate::error::{self, share};
use crate::interval::clopper_pearson;
use crate::special::normal_quantile;
use crate::{Alternative, StatsError};

/// Most units of an answer.
const MOST: u64 = 10_000_000;

/// Level of the interval of the variance.
const LEVEL: f64 = 0.9;

/// The variance of a unit's difference, and the ends of its 90 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PilotSpread {
    /// The variance.
    pub variance: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end of its interval.
    pub high: f64,
}

/// A number of units, and those at both ends of the interval of the variance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampleSize {
    /// The number of units in all.
    pub units: u64,
    /// The number if the variance is as small as the pilot lets it be.
    pub low: u64,
    /// The number if the variance is as large as the pilot lets it be.
    pub high: u64,
}

impl PilotSpread {
    /// Takes the items of 0/1 scores on which the systems differ, as the variance under no difference.
    ///
    /// # Errors
    /// When there are no items, or more differ than there are.
    pub fn from_shares(differing: u64, items: u64) -> Result<Self, StatsError> {
        let interval = clopper_pearson(differing, items, LEVEL)?;
        Ok(Self {
            variance: differing as f64 / items as f64,
            low: interval.low,
            high: interval.high,
        })
    }

    /// Takes differences, each with the number of items that have it; `None` for fewer than four items, or without spread.
    pub fn from_differences(differences: impl Iterator<Item = (f64, u64)> + Clone) -> Option<Self> {
        let items = differences.clone().map(|(_, times)| times).sum::<u64>() as f64;
        if items < 4.0 {
            return None;
        }
        let all = differences.clone();
        let mean = all.map(|(d, times)| d * times as f64).sum::<f64>() / items;
        let (mut squares, mut fourths) = (0.0, 0.0);
        for (difference, times) in differences {
            let square = (difference - mean) * (difference - mean);
            squares += square * times as f64;
            fourths += square * square * times as f64;
        }
        let kurtosis = items * fourths / (squares * squares);
        let of_log = (kurtosis - (items - 3.0) / (items - 1.0)).max(0.0) / (items - 1.0);
        Self::new(squares / (items - 1.0), libm::sqrt(of_log))
    }

    /// Takes the standard error of a mean of `units` units with its degrees of freedom; `None` without spread.
    pub fn from_error(error: f64, units: u64, df: f64) -> Option<Self> {
        Self::new(error * error * units as f64, libm::sqrt(2.0 / df))
    }

    fn new(variance: f64, error_of_log: f64) -> Option<Self> {
        let reach = libm::exp(normal_quantile(0.5 + 0.5 * LEVEL) * error_of_log);
        (variance > 0.0 && reach.is_finite()).then_some(Self {
            variance,
            low: variance / reach,
            high: variance * reach,
        })
    }

    /// Returns the units with which systems that are equally good are shown to be non-inferior within a margin; `None` if 10 million are
    /// too few.
    ///
    /// # Errors
    /// When the margin is not above 0, or a level is outside (0, 1).
    pub fn noninferior(
        &self,
        margin: f64,
        alpha: f64,
        power: f64,
    ) -> Result<Option<SampleSize>, StatsError> {
        let units = |variance: f64| noninferior_units(variance, margin, alpha, power);
        let found = [units(self.variance)?, units(self.low)?, units(self.high)?];
        let [Some(units), Some(low), Some(high)] = found else {
            return Ok(None);
        };
        Ok(Some(SampleSize { units, low, high }))
    }

    /// Returns the units with which systems that are equally good are shown to be equivalent within a margin.
    ///
    /// # Errors
    /// As [`Self::noninferior`].
    pub fn equivalent(
        &self,
        margin: f64,
        alpha: f64,
        power: f64,
    ) -> Result<Option<SampleSize>, StatsError> {
        // Each of the two one-sided tests fails half as often as both together.
        self.noninferior(margin, alpha, 0.5 * (1.0 + power))
    }

    /// Returns the true gain that so many units find with this power.
    ///
    /// # Errors
    /// When there are no units, or a level is outside (0, 1).
    pub fn gain(
        &self,
        units: u64,
        alpha: f64,
        alternative: Alternative,
        power: f64,
    ) -> Result<f64, StatsError> {
        MeanDifference::new(self.variance, alpha, alternative)?.effect(units as f64, power)
    }
}

/// Returns the true gain that so many units find with this power, in closed form: normal quantiles with the first term of Student's t.
/// `variance` is that of a unit's difference.
///
/// # Errors
/// When there are fewer than 2 units, or a level is outside (0, 1).
pub fn gain_of_units(
    variance: f64,
    units: u64,
    alpha: f64,
    alternative: Alternative,
    power: f64,
) -> Result<f64, StatsError> {
    let df = error::positive("degrees of freedom", units as f64 - 1.0)?;
    let t = |z: f64| z + (z * z * z + z) / (4.0 * df);
    let (critical, beyond) = quantiles(alpha, alternative, power)?;
    Ok((t(critical) + t(beyond)) * libm::sqrt(variance / units as f64))
}

/// Returns the true gain that so many items with 0/1 scores find with this power by McNemar's test, in closed form (Connor 1987, with
/// half of a continuity correction: a little above what the exact test needs). `share` of the items differ.
///
/// # Errors
/// When there are no items, or a level is outside (0, 1).
pub fn gain_of_shares(
    share: f64,
    items: u64,
    alpha: f64,
    alternative: Alternative,
    power: f64,
) -> Result<f64, StatsError> {
    let items = error::positive("items", items as f64)?;
    let (critical, beyond) = quantiles(alpha, alternative, power)?;
    let mut gain = 0.0;
    // The variance under a gain is smaller by its square; three steps leave less than a thousandth.
    for _ in 0..4 {
        let left = (share - gain * gain).max(0.0);
        let reach = critical * libm::sqrt(share) + beyond * libm::sqrt(left);
        gain = reach / libm::sqrt(items) + 0.5 / items;
    }
    Ok(gain.min(share))
}

/// The normal quantiles of a level and of a power.
fn quantiles(alpha: f64, alternative: Alternative, power: f64) -> Result<(f64, f64), StatsError> {
    let of_side = match alternative {
        Alternative::TwoSided => 0.5 * share("alpha", alpha)?,
        _ => share("alpha", alpha)?,
    };
    Ok((
        -normal_quantile(of_side),
        normal_quantile(share("power", power)?),
    ))
}

/// Returns the units with which a system that is equally good passes a one-sided margin test at level `alpha` with this power, from the
/// variance of a unit's difference; `None` if 10 million are too few.
///
/// # Errors
/// When the variance or the margin is not above 0, or a level is outside (0, 1).
pub fn noninferior_units(
    variance: f64,
    margin: f64,
    alpha: f64,
    power: f64,
) -> Result<Option<u64>, StatsError> {
    let t = MeanDifference::new(variance, alpha, Alternative::Greater)?;
    let guess = t.items(margin, power)?.clamp(2.0, MOST as f64) as u64;
    let of_items = |items: u64| t.t(margin).rejections(items as f64).power.unwrap_or(0.0);
    Ok(least_items(of_items, power, guess, MOST))
}
