//! Efron's (1987) bias-corrected and accelerated interval, and the acceleration that it needs.

use super::Interval;
use crate::moments::Moments;
use crate::special::{normal_cdf, normal_quantile};
use crate::{Sample, StatsError};

/// A BCa interval with the values that it was computed from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bca {
    /// The ends; those of the percentile interval where `fallback` is set.
    pub interval: Interval,
    /// Median bias in standard normal units; infinite when all replicates lie on one side.
    pub z0: f64,
    /// Acceleration.
    pub acceleration: f64,
    /// Why the percentile interval is used instead, if it is.
    pub fallback: Option<BcaFallback>,
}

/// Why BCa is undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BcaFallback {
    /// Every replicate lies on one side of the observed statistic: z0 is infinite.
    OneSided,
    /// `1 - acc (z0 + z)` is not positive: the transformation folds.
    Folded,
}

impl Bca {
    /// Quantiles at `Phi(z0 + (z0 + z) / (1 - acc (z0 + z)))`, z the normal quantiles of the level; the percentile
    /// interval where they are undefined.
    pub(super) fn new(
        z0: f64,
        acceleration: f64,
        confidence: f64,
        percentile: Interval,
        quantile: impl Fn(f64) -> Result<f64, StatsError>,
    ) -> Result<Self, StatsError> {
        let fall_back = |reason| {
            Ok(Self {
                interval: percentile,
                z0,
                acceleration,
                fallback: Some(reason),
            })
        };
        if z0.is_infinite() {
            return fall_back(BcaFallback::OneSided);
        }
        let z = -normal_quantile(0.5 * (1.0 - confidence));
        let mut ends = [0.0; 2];
        for (end, side) in ends.iter_mut().zip([-z, z]) {
            let shifted = z0 + side;
            let stretch = 1.0 - acceleration * shifted;
            if stretch <= 0.0 {
                return fall_back(BcaFallback::Folded);
            }
            *end = quantile(normal_cdf(z0 + shifted / stretch))?;
        }
        Ok(Self {
            interval: Interval::new(ends[0], ends[1])?,
            z0,
            acceleration,
            fallback: None,
        })
    }
}

/// Acceleration from leave-one-out values: `sum u^3 / (6 (sum u^2)^1.5)`, u = their mean minus each.
///
/// 0 where all are equal. Leave out whole clusters where clusters are resampled.
///
/// # Errors
/// For fewer than two values, or one that is not finite.
pub fn jackknife_acceleration<'a>(leave_one_out: impl Into<Sample<'a>>) -> Result<f64, StatsError> {
    let values = leave_one_out.into();
    if values.items() < 2 {
        return Err(StatsError::TooFew {
            what: "leave-one-out values",
            needed: 2,
            found: values.items() as usize,
        });
    }
    let mean = Moments::of(values)?.mean();
    Ok(skew_over_six(values, |value| mean - value))
}

/// Acceleration of a mean in closed form: `sum (x - mean)^3 / (6 (sum (x - mean)^2)^1.5)`.
///
/// Equal to the jackknife, whose deviations are `(x - mean) / (n - 1)`; 0 where all values are equal.
///
/// # Errors
/// When there are no values or one is not finite.
pub fn mean_acceleration<'a>(values: impl Into<Sample<'a>>) -> Result<f64, StatsError> {
    let values = values.into();
    let mean = Moments::of(values)?.mean();
    Ok(skew_over_six(values, |value| value - mean))
}

fn skew_over_six(values: Sample, deviation: impl Fn(f64) -> f64) -> f64 {
    let squares = values.sum(|value| deviation(value) * deviation(value));
    if squares == 0.0 {
        return 0.0;
    }
    // Scaled first: cubes of small deviations would underflow.
    let scale = libm::sqrt(squares);
    let cubes = values.sum(|value| {
        let u = deviation(value) / scale;
        u * u * u
    });
    cubes / 6.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closed_form_of_the_mean_equals_its_jackknife() {
        let values = [0.3, 0.9, 0.1, 0.4, 2.5];
        let total: f64 = values.iter().sum();
        let leave_one_out: Vec<f64> = values.iter().map(|x| (total - x) / 4.0).collect();
        let (closed, jackknife) = (
            mean_acceleration(&values).unwrap(),
            jackknife_acceleration(&leave_one_out).unwrap(),
        );
        assert!((closed - jackknife).abs() < 1e-14, "{closed} {jackknife}");
        assert_eq!(jackknife_acceleration(&[1.0, 1.0]), Ok(0.0));
    }
}
