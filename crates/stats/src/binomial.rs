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

/// The logarithm of what may be dropped of a sum of thousands of terms.
const LN_NEGLIGIBLE: f64 = -43.0;

/// Trials up to which a tail is summed term by term.
const MOST_SUMMED: u64 = 1 << 27;

/// Terms that are summed one by one beyond [`MOST_SUMMED`] trials.
const MOST_TERMS: u64 = 4_096;

/// Panels of an integral over terms.
const PANELS: u64 = 8;

/// Positive nodes and weights of Gauss and Legendre's rule with 16 nodes (DLMF 3.5.15).
const NODES: [(f64, f64); 8] = [
    (0.095_012_509_837_637_44, 0.189_450_610_455_068_5),
    (0.281_603_550_779_258_9, 0.182_603_415_044_923_58),
    (0.458_016_777_657_227_37, 0.169_156_519_395_002_54),
    (0.617_876_244_402_643_8, 0.149_595_988_816_576_74),
    (0.755_404_408_355_003, 0.124_628_971_255_533_88),
    (0.865_631_202_387_831_8, 0.095_158_511_682_492_79),
    (0.944_575_023_073_232_6, 0.062_253_523_938_647_894),
    (0.989_400_934_991_649_9, 0.027_152_459_411_754_096),
];

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
    if n > MOST_SUMMED && k > MOST_TERMS && n - k > MOST_TERMS {
        let near = (
            k as f64 - MOST_TERMS as f64,
            (n - k) as f64 + MOST_TERMS as f64,
        );
        if ln_share(near, (k, n - k), odds) > LN_NEGLIGIBLE {
            let point = ln_binomial_point(k as f64, (n - k) as f64, chance);
            return Probability::from_ln(point + libm::log(integrated(k, n, odds)));
        }
    }
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

/// `ln P(X = x) / P(X = k)` for x + y = k + l = n and the odds of a failure.
///
/// The deviance of x from k is small where x is near k, which its distance from the mean need not be.
fn ln_share((x, y): (f64, f64), (k, l): (u64, u64), odds: f64) -> f64 {
    let near = Chance::ratio(k, l);
    let (k, l) = (k as f64, l as f64);
    let slope = libm::log(odds * (k / l));
    ln_binomial_point(x, y, near) - ln_binomial_point(k, l, near) + (k - x) * slope
}

/// `P(X <= k) / P(X = k)` for k below the mean, where thousands of terms matter.
///
/// The sum is an integral with the ends of Euler and Maclaurin (DLMF 2.10.1): terms change by less than a hundredth from one to the
/// next, and the fifth derivative is below 1e-16 of the sum. The integrand falls by 43 in its logarithm over eight panels of 16 nodes.
fn integrated(k: u64, n: u64, odds: f64) -> f64 {
    let (at, rest) = (k as f64, (n - k) as f64);
    let slope = libm::log(odds * ((at + 0.5) / (rest + 0.5)));
    let bend = -1.0 / at - 1.0 / rest;
    // Where slope x + bend x^2 / 2 is the logarithm of what is negligible: the true one falls faster.
    let width = (libm::sqrt(slope * slope + 2.0 * bend * LN_NEGLIGIBLE) + slope) / -bend;
    let panel = width.min(at) / PANELS as f64;
    let value = |x: f64| libm::exp(ln_share((at - x, rest + x), (k, n - k), odds));
    let mut integral = 0.0;
    for place in 0..PANELS {
        let middle = (place as f64 + 0.5) * panel;
        for (node, weight) in NODES {
            let apart = 0.5 * panel * node;
            integral += 0.5 * panel * weight * (value(middle - apart) + value(middle + apart));
        }
    }
    integral + 0.5 - slope / 12.0 + slope * (slope * slope + 3.0 * bend) / 720.0
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
    fn tails_of_billions_of_trials_are_those_of_fifty_digits() {
        // mpmath 1.3: betainc at 50 digits.
        for (k, n, p, want) in [
            (1_000_000_000, 2_000_100_000, 0.5, -4.368_027_297_407_175),
            (999_950_000, 2_000_000_000, 0.5, -4.368_171_731_133_134),
            (3_999_800_000, 10_000_000_000, 0.4, -10.711_888_391_558_01),
            (997_000, 10_000_000_000, 0.0001, -6.610_959_090_453_824),
            (
                499_999_000_000,
                1_000_000_000_000,
                0.5,
                -3.783_181_960_468_128_6,
            ),
        ] {
            let got = lower(k, n, Chance::new(p)).ln();
            assert!(
                (got - want).abs() < 1e-11,
                "P(X <= {k}) of {n}, {p}: {got} {want}"
            );
        }
    }

    #[test]
    fn an_integral_is_its_sum() {
        // Just below and above the number of trials from which tails are integrated.
        for share in [0.5, 0.2, 0.01] {
            for sds in [0.0, 0.5, 3.0, 12.0] {
                let n = MOST_SUMMED + 1_000;
                let mean = share * n as f64;
                let k = (mean - sds * libm::sqrt(mean * (1.0 - share))) as u64;
                let odds = Chance::new(share).failure_odds();
                let (mut term, mut total) = (1.0, 1.0);
                for j in (1..=k).rev() {
                    term *= j as f64 * odds / (n - j + 1) as f64;
                    total += term;
                    if term < 1e-22 * total {
                        break;
                    }
                }
                let got = integrated(k, n, odds);
                assert!(
                    (got / total - 1.0).abs() < 2e-11,
                    "{share} {sds}: {got} {total}"
                );
            }
        }
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
