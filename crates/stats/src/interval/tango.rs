//! Tango's score interval for a difference of paired proportions.
//!
//! Source: Tango, *Equivalence test and confidence interval for the difference in proportions for the paired-sample
//! design*, Statistics in Medicine 17, 1998, equations 9 to 12. The interval contains every delta that the score test does
//! not reject: `|T(delta)| <= z`, `T = (b - c - n delta) / sqrt(n (2 q + delta (1 - delta)))`, where q is the
//! maximum-likelihood share of items that only the baseline answers right, given delta: the larger root of
//! `2n q^2 + ((2n - b + c) delta - b - c) q - c delta (1 - delta) = 0`.
//!
//! T falls strictly from +inf at -1 to -inf at 1, so bisection is safe. Never of zero width: b = c = 0 gives
//! `+-z^2 / (n + z^2)`. Stays inside [-1, 1].

use super::Interval;
use crate::StatsError;
use crate::error::share;
use crate::special::normal_quantile;

/// The score interval of p(only system right) - p(only baseline right).
///
/// `b`: items that only the system answers right; `c`: only the baseline; `n`: all items. Absolute error of an end below
/// 1e-13 (against mpmath, `tests/mpmath.rs`); cost about 60 evaluations of T.
///
/// # Errors
/// When `n = 0`, `b + c > n` or `confidence` is outside (0, 1).
pub fn tango(b: u64, c: u64, n: u64, confidence: f64) -> Result<Interval, StatsError> {
    let z = -normal_quantile(0.5 * (1.0 - share("confidence", confidence)?));
    let (b, c, n) = counts(b, c, n)?;
    // The upper end is the lower one of the exchanged systems.
    Interval::new(lower_end(b, c, n, z), -lower_end(c, b, n, z))
}

/// The score statistic T of the null "the difference is `delta`", standard normal under it.
///
/// For identical outputs, b = c = 0, it is `-sign(delta) sqrt(n |delta| / (1 - |delta|))`.
///
/// # Errors
/// When `n = 0`, `b + c > n` or `delta` is outside (-1, 1).
pub fn tango_score(b: u64, c: u64, n: u64, delta: f64) -> Result<f64, StatsError> {
    if delta.is_nan() || delta.abs() >= 1.0 {
        let (name, value) = ("the size of a difference of shares", delta.abs());
        return Err(StatsError::BadShare { name, value });
    }
    let (b, c, n) = counts(b, c, n)?;
    Ok(score_at(b, c, n, delta))
}

/// T of counts that describe a table, delta in (-1, 1).
pub(crate) fn score_at(b: f64, c: f64, n: f64, delta: f64) -> f64 {
    // Exchanging the systems negates T to the last bit.
    if delta > 0.0 {
        -score(c, b, n, -delta)
    } else {
        score(b, c, n, delta)
    }
}

/// T at a `delta` that is not above 0.
fn score(b: f64, c: f64, n: f64, delta: f64) -> f64 {
    let gap = (b - c) / n - delta;
    let variance = variance(delta, b, c, n);
    if gap == 0.0 {
        0.0
    } else {
        libm::sqrt(n) * gap / libm::sqrt(variance)
    }
}

/// Counts that describe a table.
fn counts(b: u64, c: u64, n: u64) -> Result<(f64, f64, f64), StatsError> {
    if n == 0 {
        return Err(StatsError::TooFew {
            what: "items",
            needed: 1,
            found: 0,
        });
    }
    if b.checked_add(c).is_none_or(|changed| changed > n) {
        return Err(StatsError::PartExceedsWhole {
            part_name: "b + c",
            part: b.saturating_add(c),
            whole_name: "n",
            whole: n,
        });
    }
    Ok((b as f64, c as f64, n as f64))
}

/// The delta below (b - c) / n where T = z.
fn lower_end(b: f64, c: f64, n: f64, z: f64) -> f64 {
    let observed = (b - c) / n;
    if observed == -1.0 {
        // T is 0 / 0 at its only candidate: nothing lies below -1.
        return -1.0;
    }
    // Bisection on the distance below the observed difference; the score exceeds z beyond the end.
    let (mut near, mut far) = (0.0, 1.0 + observed);
    loop {
        let middle = f64::midpoint(near, far);
        if middle <= near || middle >= far {
            return observed - far;
        }
        if exceeds(observed, middle, b, c, n, z) {
            far = middle;
        } else {
            near = middle;
        }
    }
}

/// T(observed - below) > z, without dividing.
fn exceeds(observed: f64, below: f64, b: f64, c: f64, n: f64, z: f64) -> bool {
    n * below * below > z * z * variance(observed - below, b, c, n)
}

/// n times the variance of (b - c) / n under the null `delta`: `2 q + delta (1 - delta)`.
fn variance(delta: f64, b: f64, c: f64, n: f64) -> f64 {
    let linear = (2.0 * n - b + c) * delta - b - c;
    let constant = -c * delta * (1.0 - delta);
    // The larger root, by the form that does not cancel.
    let root = libm::sqrt((linear * linear - 8.0 * n * constant).max(0.0));
    let q = if linear <= 0.0 {
        (root - linear) / (4.0 * n)
    } else if root + linear > 0.0 {
        -2.0 * constant / (root + linear)
    } else {
        0.0
    };
    (2.0 * q + delta * (1.0 - delta)).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identical_outputs_give_plus_minus_z_squared_over_n_plus_z_squared() {
        for n in [1, 10, 10_000] {
            let z = normal_quantile(0.975);
            let want = z * z / (n as f64 + z * z);
            let got = tango(0, 0, n, 0.95).unwrap();
            assert!(
                (got.high - want).abs() < 1e-14 && (got.low + want).abs() < 1e-14,
                "{n}: {got:?} {want}"
            );
        }
    }

    #[test]
    fn the_score_at_an_end_of_the_interval_is_its_quantile() {
        for (b, c, n) in [
            (4, 3, 10),
            (9, 1, 10),
            (0, 0, 50),
            (0, 20, 60),
            (300, 290, 100_000),
        ] {
            let (ends, z) = (tango(b, c, n, 0.9).unwrap(), normal_quantile(0.95));
            // An end is off by 1e-13, times the slope of T: sqrt(n) over its deviation.
            let bound = 1e-12 * (n as f64).sqrt() * 20.0;
            let at = |delta| tango_score(b, c, n, delta).unwrap();
            assert!(
                (at(ends.low) - z).abs() < bound && (at(ends.high) + z).abs() < bound,
                "{b} {c} {n}"
            );
            assert_eq!(at(0.3), -tango_score(c, b, n, -0.3).unwrap());
        }
        assert!(tango_score(1, 1, 5, 1.0).is_err() && tango_score(1, 1, 5, f64::NAN).is_err());
    }

    #[test]
    fn identical_outputs_score_by_the_odds_of_the_margin() {
        for (n, delta) in [(10_u64, 0.01_f64), (10_000, 0.01), (7, 0.6)] {
            let want = (n as f64 * delta / (1.0 - delta)).sqrt();
            let got = tango_score(0, 0, n, -delta).unwrap();
            // Some ten roundings.
            assert!(
                (got / want - 1.0).abs() < 1e-14,
                "{n} {delta}: {got} {want}"
            );
        }
    }

    #[test]
    fn exchanging_the_systems_mirrors_the_interval() {
        for (b, c, n) in [(4, 3, 10), (9, 1, 10), (0, 20, 20), (300, 290, 100_000)] {
            assert_eq!(
                tango(b, c, n, 0.9).unwrap(),
                tango(c, b, n, 0.9).unwrap().mirrored()
            );
        }
    }

    #[test]
    fn interval_covers_the_observed_difference_and_stays_in_range() {
        for n in 1..=12_u64 {
            for b in 0..=n {
                for c in 0..=n - b {
                    let observed = (b as f64 - c as f64) / n as f64;
                    let got = tango(b, c, n, 0.95).unwrap();
                    assert!(
                        got.contains(observed) && got.low >= -1.0 && got.high <= 1.0,
                        "{b} {c} {n}: {got:?}"
                    );
                    assert!(got.high > got.low, "{b} {c} {n}: {got:?} has no width");
                }
            }
        }
    }

    #[test]
    fn impossible_counts_are_refused() {
        assert!(tango(3, 3, 5, 0.95).is_err());
        assert!(tango(0, 0, 0, 0.95).is_err());
        assert!(tango(1, 1, 5, 95.0).is_err());
    }
}
