//! Student's t: tails and quantiles for any real degrees of freedom.
//!
//! `P(T >= t) = I_x(v/2, 1/2) / 2` for t > 0, x = v / (v + t^2) kept with its complement to 32 digits (Abramowitz & Stegun
//! 26.7.1). The incomplete beta with b = 1/2 is one continued fraction with positive coefficients, which for v -> inf
//! becomes Laplace's fraction for the normal tail: nothing degrades at v = 1e7.

use super::beta::tails;
use super::chance::Chance;
use super::normal::normal_quantile;
use super::saddle::ln_binomial_point;
use super::twofold::{Twofold, two_product};
use crate::Probability;

/// Beyond this the tail is its power law to more digits than a double has.
const POWER_LAW: f64 = 1e100;

/// `P(T >= t)` with `df` degrees of freedom; 1/2 at 0, complement below it.
///
/// Relative error below 1e-13 while p > 1e-300, for 1 <= df <= 1e7.
///
/// # Panics
/// When `df` is not positive and finite, or `t` is NaN.
pub fn student_t_upper(t: f64, df: f64) -> Probability {
    assert!(
        df > 0.0 && df.is_finite() && !t.is_nan(),
        "expected 0 < df < inf and a number t, found {df}, {t}"
    );
    let size = t.abs();
    let tail = if size == f64::INFINITY {
        Probability::ZERO
    } else if size > POWER_LAW {
        let ln = central(POWER_LAW, df).ln() - df * (libm::log(size) - libm::log(POWER_LAW));
        Probability::from_ln(ln)
    } else {
        central(size, df)
    };
    if t < 0.0 { tail.complement() } else { tail }
}

/// `P(T <= t)`, see [`student_t_upper`].
///
/// # Panics
/// As [`student_t_upper`].
pub fn student_t_lower(t: f64, df: f64) -> Probability {
    student_t_upper(-t, df)
}

/// The chance `v : t^2`.
fn chance_at(t: f64, df: f64) -> Chance {
    Chance::odds(Twofold::new(df), two_product(t, t))
}

fn central(t: f64, df: f64) -> Probability {
    if t == 0.0 || t * t == 0.0 {
        return Probability::new(0.5);
    }
    tails(0.5 * df, 0.5, chance_at(t, df)).0.scaled(0.5)
}

/// The t with `P(T >= t) = p`; `inf` at 0, `-inf` at 1. Relative error below 1e-12 for p <= 0.45.
///
/// # Panics
/// When `p` is outside `[0, 1]` or `df` is not positive and finite.
pub fn student_t_upper_quantile(p: f64, df: f64) -> f64 {
    assert!(
        (0.0..=1.0).contains(&p),
        "expected 0 <= p <= 1, found p = {p}"
    );
    assert!(
        df > 0.0 && df.is_finite(),
        "expected 0 < df < inf, found {df}"
    );
    if p == 0.0 || p == 1.0 {
        return if p == 0.0 {
            f64::INFINITY
        } else {
            f64::NEG_INFINITY
        };
    }
    if p == 0.5 {
        return 0.0;
    }
    if p > 0.5 {
        return -student_t_upper_quantile(1.0 - p, df);
    }
    // ln P(T >= t) is decreasing and concave in ln t: Newton's method converges from either side.
    let ln_p = libm::log(p);
    // Few degrees of freedom: so far out that the tail is its power law, whose quantile may be beyond every double.
    let (far, ln_far) = (libm::log(POWER_LAW), central(POWER_LAW, df).ln());
    if ln_far > ln_p {
        return libm::exp(far + (ln_far - ln_p) / df);
    }
    let mut u = libm::log(-normal_quantile(p));
    for _ in 0..200 {
        let t = libm::exp(u);
        let tail = student_t_upper(t, df);
        let miss = tail.ln() - ln_p;
        // t density(t) = x^a (1-x)^b / B(a, b) = a b / (a + b) point(a of a + b)
        let (a, b) = (0.5 * df, 0.5);
        let slope =
            a * b / (a + b) * libm::exp(ln_binomial_point(a, b, chance_at(t, df)) - tail.ln());
        let step = (miss / slope).clamp(-20.0, 20.0).min(far - u);
        u += step;
        if step.abs() <= 4e-16 * u.abs().max(1.0) {
            break;
        }
    }
    libm::exp(u)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quantile_ends_and_is_where_its_tail_is_for_every_number_of_degrees_of_freedom() {
        let mut checked = 0;
        for exponent in -60..=90 {
            let df = libm::pow(10.0, f64::from(exponent) / 10.0);
            let mut before = 0.0;
            for p in [0.4, 0.1, 0.025, 0.005, 1e-6, 1e-12, 1e-100] {
                let t = student_t_upper_quantile(p, df);
                assert!(t >= before, "df {df}, p {p}: {t} after {before}");
                before = t;
                if t < f64::INFINITY {
                    // As exact as t: the tail falls by a share of df times that of t at most, and of t squared at 10^9.
                    let tail = student_t_upper(t, df).ln();
                    assert!(
                        (tail - libm::log(p)).abs() < 1e-9 * (1.0 - libm::log(p)),
                        "df {df}, p {p}: {t}"
                    );
                    checked += 1;
                } else {
                    assert!(df < 1.0, "df {df}, p {p}");
                }
            }
        }
        assert!(checked > 700, "{checked} of 1,057");
    }
}
