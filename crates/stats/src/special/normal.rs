//! The standard normal law: tails, their logarithm, quantiles; and chi-square with one degree of freedom.
//!
//! Tail: `erfc(x / sqrt 2) / 2` (libm, from FreeBSD msun) with the rounding of `x / sqrt 2` put back to first order, which
//! would otherwise cost x^2 units in the last place. Beyond 30 the logarithm comes from the asymptotic series of Mills'
//! ratio (Abramowitz & Stegun 26.2.12). Quantile: Abramowitz & Stegun 26.2.23 (4.5e-4), then Halley's iteration.

use super::twofold::two_product;
use crate::Probability;
use std::f64::consts::{FRAC_1_SQRT_2, PI};

/// `1 / sqrt 2` beyond the digits of [`FRAC_1_SQRT_2`].
const FRAC_1_SQRT_2_REST: f64 = -4.833_646_656_726_457e-17;

/// From here on Mills' series, five terms of it, is exact to 1e-16 of the logarithm.
const MILLS: f64 = 30.0;

/// `P(Z <= x)`; relative error below 1e-15.
pub fn normal_cdf(x: f64) -> f64 {
    normal_sf(-x)
}

/// `P(Z >= x)`; relative error below 1e-15 down to 1e-300, then 0 beyond x = 38.5.
pub fn normal_sf(x: f64) -> f64 {
    if x.abs() > 40.0 {
        return if x > 0.0 { 0.0 } else { 1.0 };
    }
    let scaled = two_product(x, FRAC_1_SQRT_2);
    let rest = scaled.lo + x * FRAC_1_SQRT_2_REST;
    let tail = libm::erfc(scaled.hi);
    // erfc'(y) = -2 exp(-y^2) / sqrt(pi)
    let slope = 2.0 / libm::sqrt(PI) * libm::exp(-scaled.hi * scaled.hi);
    0.5 * (tail - slope * rest)
}

/// `ln P(Z >= x)`; relative error below 1e-14 for every finite x.
pub fn normal_ln_sf(x: f64) -> f64 {
    if x < 0.0 {
        return libm::log1p(-normal_sf(-x));
    }
    if x < MILLS {
        return libm::log(normal_sf(x));
    }
    let inverse = 1.0 / (x * x);
    let mut series = 0.0;
    for odd in [9.0, 7.0, 5.0, 3.0, 1.0] {
        series = -odd * inverse * (1.0 + series);
    }
    -0.5 * x * x - libm::log(x) - 0.5 * libm::log(2.0 * PI) + libm::log1p(series)
}

/// `P(Z >= x)` with its logarithm.
pub fn normal_upper(x: f64) -> Probability {
    Probability::from_parts(normal_sf(x).min(1.0), normal_ln_sf(x).min(0.0))
}

/// `P(X >= x)` for X chi-square with one degree of freedom: `2 P(Z >= sqrt x)`; 1 for x <= 0.
pub fn chi_square_1_upper(x: f64) -> Probability {
    if x <= 0.0 {
        return Probability::ONE;
    }
    normal_upper(libm::sqrt(x)).scaled(2.0)
}

/// The x with `P(Z <= x) = p`; `-inf` at 0, `inf` at 1. Relative error below 1e-15.
///
/// # Panics
/// When `p` is outside `[0, 1]` or NaN.
pub fn normal_quantile(p: f64) -> f64 {
    assert!(
        (0.0..=1.0).contains(&p),
        "expected 0 <= p <= 1, found p = {p}"
    );
    if p == 0.0 || p == 1.0 {
        return if p == 0.0 {
            f64::NEG_INFINITY
        } else {
            f64::INFINITY
        };
    }
    let centred = p - 0.5;
    if centred.abs() <= 0.25 {
        return central_quantile(centred);
    }
    if centred < 0.0 {
        -upper_quantile(p)
    } else {
        upper_quantile(1.0 - p)
    }
}

/// The x with `P(0 <= Z <= x) = centred`, which stays accurate near 0 where `1 - p` does not.
fn central_quantile(centred: f64) -> f64 {
    let root = libm::sqrt(2.0 * PI);
    let mut x = centred * root;
    for _ in 0..4 {
        let density = libm::exp(-0.5 * x * x) / root;
        let step = (0.5 * libm::erf(x * FRAC_1_SQRT_2) - centred) / density;
        // Halley: the second derivative over the first is -x.
        x -= step / (1.0 + 0.5 * x * step);
    }
    x
}

/// The x > 0 with `P(Z >= x) = p`, p < 1/4.
fn upper_quantile(p: f64) -> f64 {
    let ln_p = libm::log(p);
    let t = libm::sqrt(-2.0 * ln_p);
    let numerator = 2.515_517 + t * (0.802_853 + t * 0.010_328);
    let denominator = 1.0 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308));
    let mut x = t - numerator / denominator;
    for _ in 0..3 {
        let tail = normal_sf(x);
        let density = libm::exp(-0.5 * x * x) / libm::sqrt(2.0 * PI);
        let step = (p - tail) / density;
        x -= step / (1.0 + 0.5 * x * step);
    }
    x
}
