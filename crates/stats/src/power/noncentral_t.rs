//! The noncentral t, by integration over the scale.
//!
//! T = (Z + d) / S with Z normal and df S^2 chi-square on df degrees of freedom, so
//! `P(T > t) = integral of Phi(d - t s) f(s) ds`: positive terms only (the integral that Benton & Krishnamoorthy 2003
//! start from). With s = e^u the density falls off doubly exponentially on the right and as e^(df u) on the left, where the
//! trapezoid sum of an analytic function converges geometrically.
//!
//! The series of Lenth (1989, AS 243) underflows from d = 38 on, and no crate was found that holds more digits: statrs has
//! no noncentral t. Against mpmath (below): error below 1e-12.

use crate::special::stirling;
use std::f64::consts::PI;

/// Log of a density that adds nothing any more: e^-60 = 1e-26.
const NEGLIGIBLE: f64 = -60.0;

/// Least step: beyond t = 6,000, which takes one or two degrees of freedom at a tiny alpha, 1e-5 of accuracy is enough and
/// millions of terms are not worth more.
const LEAST_STEP: f64 = 2e-5;

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
    let step = (0.125 / libm::sqrt(2.0 * df + t * t + 4.0))
        .max(LEAST_STEP.min(0.125 / libm::sqrt(2.0 * df)));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::special::normal_cdf;

    /// `P(T > t)` for T noncentral t with `df` > 0 degrees of freedom and noncentrality `d`.
    fn noncentral_t_upper(t: f64, df: f64, d: f64) -> f64 {
        over_scale(t, df, |s| normal_cdf(d - t * s)).min(1.0)
    }

    /// (t, df, noncentrality, upper tail): `integral of Phi(d - t s) f(s) ds` by mpmath 1.3 with 40 digits.
    const TAILS: [(f64, f64, f64, f64); 12] = [
        (2.0, 58.0, 1.8434, 0.442_186_209_171_858_16),
        (2.0, 58.0, -1.8434, 8.101_514_744_166_666e-5),
        (12.706, 1.0, 0.5, 0.043_695_140_527_553_96),
        (1.96, 1e4, 2.8, 0.799_536_929_714_764),
        (0.5, 2.5, 1.0, 0.703_809_426_122_223_2),
        (3.0, 9.0, 0.0, 0.007_478_181_955_207_107),
        (40.0, 5.0, 45.0, 0.723_764_325_047_879_8),
        (2.0, 1e6, 4.5, 0.993_790_299_617_571_4),
        (10.0, 1.0, 3.0, 0.234_717_409_085_365_07),
        (-1.0, 7.0, 0.3, 0.889_539_991_161_297_2),
        (1.6, 3.0, -2.0, 0.001_164_748_133_356_312_2),
        (2.2, 11.0, 6.0, 0.999_732_250_977_261_9),
    ];

    #[test]
    fn noncentral_t_tails_equal_those_of_mpmath() {
        let mut worst = 0.0_f64;
        for (t, df, d, want) in TAILS {
            let got = noncentral_t_upper(t, df, d);
            worst = worst.max((got / want - 1.0).abs());
        }
        println!(
            "noncentral t: largest relative error {worst:.1e} of {} tails",
            TAILS.len()
        );
        // A sum of some hundred positive terms of 15 digits, times a constant of 14.
        assert!(worst < 1e-13, "{worst}");
    }
}
