//! The studentized (bootstrap-t) interval, from replicates with a standard error each (Efron & Tibshirani 1993, 12.5).

use super::Interval;
use super::replicates::quantile_of;
use crate::StatsError;
use crate::error::{finite, share};

/// A studentized interval with what it was made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Studentized {
    /// The ends; infinite where more than the wanted share of the replicates has no standard error.
    pub interval: Interval,
    /// Lower and upper quantile of t*.
    pub quantiles: (f64, f64),
    /// Replicates whose standard error was 0; above 1 % the interval deserves a warning.
    pub without_error: usize,
}

/// The studentized (bootstrap-t) interval from pairs (theta*, se*).
///
/// se* = 0 makes t* infinite by the sign of theta* - theta, or 0 where that is 0, and is counted.
///
/// # Errors
/// When `confidence` is outside (0, 1), fewer than two replicates are given, a number is not finite or an error negative.
pub fn studentized(
    observed: f64,
    standard_error: f64,
    replicates: &[(f64, f64)],
    confidence: f64,
) -> Result<Studentized, StatsError> {
    let a = 0.5 * (1.0 - share("confidence", confidence)?);
    finite(&[observed, standard_error])?;
    if replicates.len() < 2 {
        return Err(StatsError::TooFew {
            what: "replicates",
            needed: 2,
            found: replicates.len(),
        });
    }
    let (mut ratios, without_error) = ratios(observed, replicates)?;
    let quantiles = (
        quantile_of(&mut ratios, a),
        quantile_of(&mut ratios, 1.0 - a),
    );
    // 0 times infinity: a statistic without error needs no reach.
    let reach = |t: f64| {
        if standard_error == 0.0 {
            0.0
        } else {
            standard_error * t
        }
    };
    let interval = Interval::new(observed - reach(quantiles.1), observed - reach(quantiles.0))?;
    Ok(Studentized {
        interval,
        quantiles,
        without_error,
    })
}

/// `t* = (theta* - theta) / se*` of each replicate, and how many have no standard error.
///
/// # Errors
/// When a number is not finite or an error negative.
pub(crate) fn ratios(
    observed: f64,
    replicates: &[(f64, f64)],
) -> Result<(Vec<f64>, usize), StatsError> {
    let mut without_error = 0;
    let mut ratios = Vec::with_capacity(replicates.len());
    for (index, &(value, error)) in replicates.iter().enumerate() {
        if !value.is_finite() || !error.is_finite() {
            return Err(StatsError::NonFinite {
                index,
                value: if value.is_finite() { error } else { value },
            });
        }
        if error < 0.0 {
            return Err(StatsError::Negative {
                name: "a standard error",
                value: error,
            });
        }
        let gap = value - observed;
        ratios.push(if error > 0.0 {
            gap / error
        } else {
            without_error += 1;
            if gap == 0.0 {
                0.0
            } else {
                f64::INFINITY.copysign(gap)
            }
        });
    }
    Ok((ratios, without_error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replicate_without_error_is_counted_and_never_nan() {
        let drawn = [(1.0, 0.5), (2.0, 0.0), (0.5, 0.4), (1.0, 0.0), (0.2, 0.0)];
        let got = studentized(1.0, 0.3, &drawn, 0.5).unwrap();
        assert_eq!(got.without_error, 3);
        assert!(
            !got.interval.low.is_nan() && !got.interval.high.is_nan(),
            "{got:?}"
        );
        let wide = studentized(1.0, 0.3, &drawn, 0.99).unwrap();
        assert_eq!(
            wide.interval,
            Interval::new(f64::NEG_INFINITY, f64::INFINITY).unwrap()
        );
    }
}
