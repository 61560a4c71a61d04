//! The noncentral t, by integration over the scale.
//!
//! T = (Z + d) / S with Z normal and df S^2 chi-square on df degrees of freedom, so
//! `P(T > t) = integral of Phi(d - t s) f(s) ds`: positive terms only (the integral that Benton & Krishnamoorthy 2003
//! start from). With s = e^u the density falls off doubly exponentially on the right and as e^(df u) on the left, where the
//! trapezoid sum of an analytic function converges geometrically.
//!
//! The series of Lenth (1989, AS 243) underflows from d = 38 on, and no crate was found that holds more digits: statrs has
//! no noncentral t. Against mpmath (`tests/power.rs`): error below 1e-12.

use crate::special::{normal_cdf, stirling};
use std::f64::consts::PI;

/// Log of a density that adds nothing any more: e^-60 = 1e-26.
const NEGLIGIBLE: f64 = -60.0;

/// Least step: beyond t = 6,000, which takes one or two degrees of freedom at a tiny alpha, 1e-5 of accuracy is enough and
/// millions of terms are not worth more.
const LEAST_STEP: f64 = 2e-5;

/// `P(T > t)` for T noncentral t with `df` > 0 degrees of freedom (any real) and noncentrality `d`. Absolute error below
/// 1e-14, relative error below 1e-12 while the tail exceeds 1e-12, for t up to 6,000.
///
/// # Panics
/// When `df` is not above 0, or an argument is not finite.
pub fn noncentral_t_upper(t: f64, df: f64, d: f64) -> f64 {
    over_scale(t, df, |s| normal_cdf(d - t * s)).min(1.0)
}

/// Mean of `f` over the law of `S = sqrt(chi-square_df / df)`, for an f that varies on a scale of 1 / t.
pub(crate) fn over_scale(t: f64, df: f64, f: impl Fn(f64) -> f64) -> f64 {
    assert!(
        df > 0.0 && df.is_finite() && t.is_finite(),
        "expected df > 0 and a finite t, found df {df}, t {t}"
    );
    // Density of u = ln s: 2 sqrt(df / 4 pi) exp(-stirling(df / 2) + df (u - (e^2u - 1) / 2)).
    let scale = 2.0 * libm::sqrt(df / (4.0 * PI)) * libm::exp(-stirling(0.5 * df));
    let exponent = |u: f64| df * (u - 0.5 * libm::expm1(2.0 * u));
    // Both features, the density of width 1 / sqrt(2 df) and f of width 1 / t, are wider than 1 / sqrt(2 df + t^2): an
    // eighth of that leaves the trapezoid rule an error far below rounding.
    let step = (0.125 / libm::sqrt(2.0 * df + t * t + 4.0)).max(LEAST_STEP.min(0.125 / libm::sqrt(2.0 * df)));
    let mut sum = 0.0;
    for (direction, first) in [(step, 0.0), (-step, 1.0)] {
        let mut k = first;
        loop {
            let u = direction * k;
            let weight = exponent(u);
            if weight < NEGLIGIBLE {
                break;
            }
            sum += libm::exp(weight) * f(libm::exp(u));
            k += 1.0;
        }
    }
    scale * step * sum
}
