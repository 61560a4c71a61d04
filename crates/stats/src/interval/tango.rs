//! Tango's score interval for a difference of paired proportions.
//!
//! Source: Tango, *Equivalence test and confidence interval for the difference in proportions for the paired-sample
//! design*, Statistics in Medicine 17, 1998, equations 9 to 12. The interval holds every delta that the score test keeps:
//! `|T(delta)| <= z`, `T = (b - c - n delta) / sqrt(n (2 q + delta (1 - delta)))`, where q is the maximum-likelihood share of
//! items that only the baseline answers right, given delta: the larger root of
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
    if n == 0 {
        return Err(StatsError::TooFew { what: "items", needed: 1, found: 0 });
    }
    if b.checked_add(c).is_none_or(|changed| changed > n) {
        return Err(StatsError::PartExceedsWhole {
            part_name: "b + c",
            part: b.saturating_add(c),
            whole_name: "n",
            whole: n,
        });
    }
    let (b, c, n) = (b as f64, c as f64, n as f64);
    // The upper end is the lower one of the exchanged systems.
    Ok(Interval { low: lower_end(b, c, n, z), high: -lower_end(c, b, n, z) })
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
        if exceeds(observed, middle, b, c, n, z) { far = middle } else { near = middle }
    }
}

/// T(observed - below) > z, without dividing.
fn exceeds(observed: f64, below: f64, b: f64, c: f64, n: f64, z: f64) -> bool {
    let delta = observed - below;
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
    let variance = (2.0 * q + delta * (1.0 - delta)).max(0.0);
    n * below * below > z * z * variance
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
            assert!((got.high - want).abs() < 1e-14 && (got.low + want).abs() < 1e-14, "{n}: {got:?} {want}");
        }
    }

    #[test]
    fn exchanging_the_systems_mirrors_the_interval() {
        for (b, c, n) in [(4, 3, 10), (9, 1, 10), (0, 20, 20), (300, 290, 100_000)] {
            assert_eq!(tango(b, c, n, 0.9).unwrap(), tango(c, b, n, 0.9).unwrap().mirrored());
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
