//! The upper tail of chi-square: the regularised incomplete gamma function `Q(df / 2, x / 2)`.
//!
//! Below the mean the series of the lower tail (DLMF 8.7.1), above it Legendre's continued fraction of the upper one (DLMF 8.9.2) by
//! Lentz's method; both have positive terms. Relative error below 1e-12 for up to 10^4 degrees of freedom.

use crate::Probability;

/// Terms after which either has long converged, for any number of degrees of freedom up to 10^6.
const MOST_TERMS: u32 = 100_000;

/// The probability that a chi-square variable of `df` degrees of freedom is at least `x`.
///
/// # Panics
/// When `df` is not positive and finite, or `x` is negative or no number.
pub fn chi_square_upper(x: f64, df: f64) -> Probability {
    assert!(
        df > 0.0 && df.is_finite(),
        "expected degrees of freedom above 0, found {df}"
    );
    assert!(x >= 0.0, "expected a statistic of at least 0, found {x}");
    let (a, x) = (0.5 * df, 0.5 * x);
    if x == 0.0 {
        return Probability::ONE;
    }
    if x.is_infinite() {
        return Probability::ZERO;
    }
    let ln_front = a * libm::log(x) - x - libm::lgamma(a);
    if x < a + 1.0 {
        let (mut term, mut sum, mut k) = (1.0 / a, 1.0 / a, a);
        for _ in 0..MOST_TERMS {
            k += 1.0;
            term *= x / k;
            sum += term;
            if term < sum * f64::EPSILON {
                break;
            }
        }
        return Probability::new(libm::exp(ln_front + libm::log(sum))).complement();
    }
    let tiny = f64::MIN_POSITIVE / f64::EPSILON;
    let mut b = x + 1.0 - a;
    let mut c = 1.0 / tiny;
    let mut d = 1.0 / b;
    let mut fraction = d;
    for k in 1..MOST_TERMS {
        let k = f64::from(k);
        let numerator = -k * (k - a);
        b += 2.0;
        let below = |value: f64| if value.abs() < tiny { tiny } else { value };
        d = 1.0 / below(numerator * d + b);
        c = below(b + numerator / c);
        let step = d * c;
        fraction *= step;
        if (step - 1.0).abs() < f64::EPSILON {
            break;
        }
    }
    Probability::from_ln(ln_front + libm::log(fraction))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::special::chi_square_1_upper;

    #[test]
    fn even_degrees_of_freedom_are_poisson_tails_and_one_is_the_normal() {
        for half in [1_u32, 2, 5, 40] {
            for x in [0.01_f64, 0.5, 1.0, 3.0, 20.0, 90.0, 400.0] {
                let mut term = 1.0;
                let mut sum = 1.0;
                for i in 1..half {
                    term *= 0.5 * x / f64::from(i);
                    sum += term;
                }
                let expected = libm::log(sum) - 0.5 * x;
                let got = chi_square_upper(x, f64::from(2 * half)).ln();
                // Twelve digits of a tail.
                assert!(
                    (got - expected).abs() < 1e-12 * (1.0 + expected.abs()),
                    "{half} {x}: {got} {expected}"
                );
            }
        }
        for x in [0.1, 1.0, 3.84, 50.0, 1_300.0] {
            let (got, expected) = (chi_square_upper(x, 1.0).ln(), chi_square_1_upper(x).ln());
            assert!(
                (got - expected).abs() < 1e-12 * (1.0 + expected.abs()),
                "{x}: {got} {expected}"
            );
        }
    }
}
