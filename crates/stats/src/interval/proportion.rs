//! Intervals of one share, k of n.
//!
//! | name | ends | coverage |
//! |---|---|---|
//! | Clopper & Pearson (1934) | `Beta^-1(a; k, n - k + 1)`, `Beta^-1(1 - a; k + 1, n - k)` | at least 1 - 2a |
//! | Wilson, corrected | shares whose score test with continuity correction does not reject k (Newcombe 1998, method 4) | above 1 - 2a on average |
//! | Wilson (1927) | shares whose score test does not reject k: `(k + z^2/2 +- z sqrt(k (n - k) / n + z^2/4)) / (n + z^2)` | 1 - 2a on average |

use super::Interval;
use crate::StatsError;
use crate::error::share;
use crate::special::{beta_quantile, beta_upper_quantile, normal_quantile};

/// k and n, or the reason why they are not a share.
fn counts(k: u64, n: u64) -> Result<(f64, f64), StatsError> {
    if n == 0 {
        return Err(StatsError::TooFew {
            what: "trials",
            needed: 1,
            found: 0,
        });
    }
    if k > n {
        return Err(StatsError::PartExceedsWhole {
            part_name: "successes",
            part: k,
            whole_name: "trials",
            whole: n,
        });
    }
    Ok((k as f64, n as f64))
}

/// `(1 - confidence) / 2`.
fn tail(confidence: f64) -> Result<f64, StatsError> {
    Ok(0.5 * (1.0 - share("confidence", confidence)?))
}

/// Wilson's interval with continuity correction: the shares P with `|k/n - P| - 1/(2n) <= z sqrt(P (1 - P) / n)`.
///
/// # Errors
/// When `n` is 0, `k > n` or `confidence` is outside (0, 1).
pub fn wilson_corrected(k: u64, n: u64, confidence: f64) -> Result<Interval, StatsError> {
    let z = -normal_quantile(tail(confidence)?);
    counts(k, n)?;
    let low = |count: f64, all: f64| {
        if count == 0.0 {
            return 0.0;
        }
        // (count - 1/2 - all P)^2 = z^2 all P (1 - P), the smaller root.
        let reached = count - 0.5;
        let (centre, scale) = (reached + 0.5 * z * z, all + z * z);
        let inside = z * z * (0.25 * z * z + reached * (all - reached) / all);
        ((centre - libm::sqrt(inside)) / scale).max(0.0)
    };
    Interval::new(low(k as f64, n as f64), 1.0 - low((n - k) as f64, n as f64))
}

/// Clopper and Pearson's exact interval; 0 at k = 0 and 1 at k = n are exact ends.
///
/// Relative error of either end below 1e-11 for n to 1e9.
///
/// # Errors
/// When `n` is 0, `k > n` or `confidence` is outside (0, 1).
pub fn clopper_pearson(k: u64, n: u64, confidence: f64) -> Result<Interval, StatsError> {
    let half = tail(confidence)?;
    let (count, all) = counts(k, n)?;
    let rest = (n - k) as f64;
    let low = match k {
        0 => 0.0,
        _ if rest == 0.0 => libm::exp(libm::log(half) / all),
        _ => beta_quantile(count, rest + 1.0, half).x,
    };
    let high = match k {
        _ if rest == 0.0 => 1.0,
        0 => -libm::expm1(libm::log(half) / all),
        _ => beta_upper_quantile(count + 1.0, rest, half).x,
    };
    Interval::new(low, high)
}

/// Wilson's score interval.
///
/// # Errors
/// When `n` is 0, `k > n` or `confidence` is outside (0, 1).
pub fn wilson(k: u64, n: u64, confidence: f64) -> Result<Interval, StatsError> {
    wilson_at(k, n, two_sided_quantile(confidence)?)
}

/// z of a two-sided interval.
pub(crate) fn two_sided_quantile(confidence: f64) -> Result<f64, StatsError> {
    Ok(-normal_quantile(tail(confidence)?))
}

/// The shares whose score test does not exceed z.
pub(super) fn wilson_at(k: u64, n: u64, z: f64) -> Result<Interval, StatsError> {
    let (count, all) = counts(k, n)?;
    let Interval { low, high, .. } = score_interval(count, all, z)?;
    Interval::new(
        if k == 0 { 0.0 } else { low },
        if k == n { 1.0 } else { high },
    )
}

/// Wilson's interval for numbers that need not be whole, such as an effective number of trials.
///
/// # Errors
/// Never for 0 <= count <= all.
pub(crate) fn score_interval(count: f64, all: f64, z: f64) -> Result<Interval, StatsError> {
    let square = z * z;
    let centre = (count + 0.5 * square) / (all + square);
    let spread = z / (all + square) * libm::sqrt(count * (all - count) / all + 0.25 * square);
    Interval::around(centre, spread)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exchanging_successes_and_failures_mirrors_every_interval() {
        for of in [clopper_pearson, wilson] {
            for (k, n) in [(0, 7), (3, 10), (1, 1000), (500, 999), (12, 12)] {
                let (one, other) = (of(k, n, 0.9).unwrap(), of(n - k, n, 0.9).unwrap());
                // Some roundings of 1 - x.
                assert!(
                    (one.low + other.high - 1.0).abs() < 1e-15,
                    "{k} of {n}: {one:?} {other:?}"
                );
                assert!(
                    (one.high + other.low - 1.0).abs() < 1e-15,
                    "{k} of {n}: {one:?} {other:?}"
                );
                assert!(one.contains(k as f64 / n as f64) && one.low >= 0.0 && one.high <= 1.0);
            }
            assert!(of(0, 0, 0.95).is_err() && of(3, 2, 0.95).is_err() && of(1, 2, 95.0).is_err());
        }
    }
}
