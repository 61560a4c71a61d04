//! Binomial point probabilities and tails with relative accuracy, however far out.
//!
//! Point: Loader's saddle-point expansion (Loader 2000). Tail: the point at the threshold times a sum of products of
//! ratios `P(j - 1) / P(j) = j q / ((n - j + 1) p)`, all positive, away from the mean, stopped when the geometric bound
//! on the rest falls below 2^-58 of the sum. The smaller tail is summed; the larger is its complement.
//! For p = 1/2 and n <= 120 the tail is an exact integer over 2^n, rounded once.
//!
//! Accuracy (against mpmath, `tests/mpmath.rs`): relative error below 1e-12 while p > 1e-300, for n to 1e7; below that
//! the logarithm is off by at most 1e-15 of its size. Cost: at most about 8 standard deviations of terms, 14,000 at n = 1e7.

use crate::Probability;
use crate::special::{Chance, ln_binomial_point};

/// Largest n whose half-chance tails fit in 128-bit integers on the way.
const EXACT_HALF: u64 = 120;

/// The rest of a sum may be dropped below this share of it.
const NEGLIGIBLE: f64 = 1.0 / (1_u64 << 58) as f64;

/// `P(X = k)` for X ~ Bin(n, p); 0 for k > n.
pub fn point(k: u64, n: u64, chance: Chance) -> Probability {
    if k > n {
        return Probability::ZERO;
    }
    if chance.p() == 0.0 || chance.q() == 0.0 {
        let certain = if chance.p() == 0.0 { 0 } else { n };
        return if k == certain {
            Probability::ONE
        } else {
            Probability::ZERO
        };
    }
    Probability::from_ln(ln_binomial_point(k as f64, (n - k) as f64, chance))
}

/// `P(X <= k)` for X ~ Bin(n, p); 1 for k >= n.
pub fn lower(k: u64, n: u64, chance: Chance) -> Probability {
    if k >= n || chance.p() == 0.0 {
        return Probability::ONE;
    }
    if chance.q() == 0.0 {
        return Probability::ZERO;
    }
    if chance == Chance::HALF && n <= EXACT_HALF {
        return exact_half(k, n);
    }
    if k as f64 <= chance.mean(n as f64).hi {
        sum_down(k, n, chance)
    } else {
        sum_down(n - k - 1, n, chance.swapped()).complement()
    }
}

/// `P(X >= k)` for X ~ Bin(n, p); 1 at k = 0 and 0 for k > n.
pub fn upper(k: u64, n: u64, chance: Chance) -> Probability {
    if k > n {
        return Probability::ZERO;
    }
    lower(n - k, n, chance.swapped())
}

/// `P(X <= k)` for k at or below the mean, where each term is smaller than the one above it.
fn sum_down(k: u64, n: u64, chance: Chance) -> Probability {
    let odds = chance.failure_odds();
    let (mut term, mut total) = (1.0, 1.0);
    for j in (1..=k).rev() {
        let ratio = j as f64 * odds / (n - j + 1) as f64;
        term *= ratio;
        total += term;
        // The ratio shrinks with j: what follows is below term * ratio / (1 - ratio).
        if term * ratio <= (1.0 - ratio) * total * NEGLIGIBLE {
            break;
        }
    }
    Probability::from_ln(ln_binomial_point(k as f64, (n - k) as f64, chance) + libm::log(total))
}

/// `P(X <= k)` at p = 1/2, an integer over 2^n rounded once.
fn exact_half(k: u64, n: u64) -> Probability {
    let mut ways: u128 = 1;
    let mut sum = ways;
    for j in 0..k {
        ways = ways * u128::from(n - j) / u128::from(j + 1);
        sum += ways;
    }
    Probability::new(libm::ldexp(sum as f64, -(n as i32)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_and_point_of_five_coins_are_exact_fractions() {
        let coin = Chance::HALF;
        assert_eq!(lower(1, 5, coin).value(), 6.0 / 32.0);
        assert_eq!(upper(4, 5, coin).value(), 6.0 / 32.0);
        assert_eq!(upper(0, 5, coin), Probability::ONE);
        assert_eq!(upper(6, 5, coin), Probability::ZERO);
        // The logarithm near -1 is rounded to 1e-16, and so is its exponential.
        assert!((point(2, 5, coin).value() - 10.0 / 32.0).abs() < 1e-15);
    }

    #[test]
    fn certain_and_impossible_successes_leave_one_point() {
        let (never, always) = (Chance::new(0.0), Chance::new(1.0));
        for n in [0, 1, 7] {
            assert_eq!(lower(0, n, never), Probability::ONE);
            assert_eq!(upper(n, n, always), Probability::ONE);
            assert_eq!(point(0, n, never), Probability::ONE);
        }
        assert_eq!(lower(6, 7, always), Probability::ZERO);
        assert_eq!(upper(1, 7, never), Probability::ZERO);
    }

    #[test]
    fn ten_to_the_minus_five_thousand_keeps_its_logarithm() {
        // P(X = 0) = 2^-n: the logarithm is -n ln 2, here to a part in 1e15.
        let n = 16_610;
        let want = -(n as f64) * std::f64::consts::LN_2;
        let got = lower(0, n, Chance::HALF);
        assert!((got.ln() / want - 1.0).abs() < 1e-15, "{got:?}");
        assert!(got.log10() < -5000.0 && got.value() == 0.0);
    }

    #[test]
    fn lower_and_upper_split_the_whole_at_every_threshold() {
        for (n, p) in [(30, 0.2), (121, 0.5), (400, 0.93)] {
            let chance = Chance::new(p);
            for k in 0..n {
                let whole = lower(k, n, chance).value() + upper(k + 1, n, chance).value();
                // One tail is the complement of the other: two roundings.
                assert!(
                    (whole - 1.0).abs() < 1e-15,
                    "n = {n}, p = {p}, k = {k}: {whole}"
                );
            }
        }
    }
}
