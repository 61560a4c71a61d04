//! The grid of one column, whatever it is paired with: found once and used in every pair of the column.
//!
//! A column of short decimals lies on the coarsest power of ten at which each score is the double (or single) nearest
//! to its decimal; any other on the least common denominator of its scores, if that is at most 5,040. A score counts as
//! k/q only when it prints like k/q to 9 digits, so no score becomes 0 and no two that differ become equal. Cost: one
//! pass with a multiplication and a division per score; for columns without a grid, the search ends at the first score
//! that does not fit.

use std::fmt::Write;

use super::precision::Precision;

/// Fractional decimal digits at most.
const MOST_DIGITS: u32 = 9;
/// Most digits that tell a decimal from a single: from 8 on every single is a decimal.
const MOST_DIGITS_SINGLE: u32 = 6;
/// Largest denominator tried.
pub(crate) const LARGEST_DENOMINATOR: u64 = 5_040;
/// Integers that a double holds exactly.
pub(crate) const LARGEST_EXACT: f64 = 9_007_199_254_740_992.0;
/// Relative distance from a fraction that rounding alone may leave: a dozen operations.
const ROUNDING: f64 = 1e-14;

/// The grid of one column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Survey {
    /// Precision of the file.
    pub precision: Precision,
    /// Largest |score|.
    pub largest: f64,
    /// All scores are 0 or 1.
    pub binary: bool,
    /// Fractional digits, where all scores are short decimals.
    pub(crate) digits: Option<u32>,
    /// Least common denominator, where they are not.
    denominator: Option<u32>,
}

impl Survey {
    /// Surveys finite scores.
    pub fn of(scores: &[f64], precision: Precision) -> Self {
        let digits = decimal_digits(scores, precision);
        let denominator = if digits.is_none() {
            common_denominator(scores, precision)
        } else {
            None
        };
        let binary = digits == Some(0) && scores.iter().all(|&v| v == 0.0 || v == 1.0);
        Self {
            precision,
            largest: largest(scores),
            binary,
            digits,
            denominator,
        }
    }

    /// The digits at which two columns are decimals together.
    pub(crate) fn common_digits(&self, other: &Self) -> Option<u32> {
        Some(self.digits?.max(other.digits?))
    }

    /// The denominator, also of decimals.
    pub(crate) fn denominator_of(&self, scores: &[f64]) -> Option<u32> {
        if self.digits.is_some() {
            common_denominator(scores, self.precision)
        } else {
            self.denominator
        }
    }
}

/// Largest |score|: four running maxima, since one would wait for itself.
pub(crate) fn largest(scores: &[f64]) -> f64 {
    largest_of(scores.len(), |i| scores[i])
}

/// Largest |value|; not a number counts for nothing.
pub(crate) fn largest_of(count: usize, value: impl Fn(usize) -> f64) -> f64 {
    let mut lanes = [0.0_f64; 4];
    for i in 0..count {
        let size = value(i).abs();
        let lane = &mut lanes[i % 4];
        *lane = if size > *lane { size } else { *lane };
    }
    lanes.into_iter().fold(0.0, f64::max)
}

/// Fewest fractional digits at which every score is the double (or single) nearest to its decimal.
pub(crate) fn decimal_digits(scores: &[f64], precision: Precision) -> Option<u32> {
    let most = if precision == Precision::Single {
        MOST_DIGITS_SINGLE
    } else {
        MOST_DIGITS
    };
    let mut digits = 0;
    let mut scale = 1.0;
    // Whole numbers need no division.
    let whole = scores
        .iter()
        .take_while(|&&score| nearest(score) == score && score.abs() < LARGEST_EXACT)
        .count();
    for &score in &scores[whole..] {
        while !is_decimal(score, scale, precision) {
            digits += 1;
            if digits > most {
                return None;
            }
            scale = power_of_ten(digits);
        }
    }
    Some(digits)
}

/// First score that is not a decimal of 9 digits.
pub(crate) fn first_undecimal(scores: &[f64], precision: Precision) -> Option<usize> {
    let finest = power_of_ten(MOST_DIGITS);
    scores
        .iter()
        .position(|&score| !is_decimal(score, finest, precision))
}

fn is_decimal(score: f64, scale: f64, precision: Precision) -> bool {
    let integer = nearest(score * scale);
    if integer.abs() >= LARGEST_EXACT {
        return false;
    }
    // Both operands are exact, so the quotient is the double nearest to the decimal.
    match precision {
        Precision::Double => integer / scale == score,
        Precision::Single => (integer / scale) as f32 == score as f32,
    }
}

/// Added and taken away again, rounds |x| below 2^51 to an integer, ties to even: the mantissa has no room for a
/// fraction up there, and the bit pattern counts in ones.
pub(crate) const TO_INTEGER: f64 = 6_755_399_441_055_744.0;

/// Nearest integer, by that addition where it serves.
pub(crate) fn nearest(x: f64) -> f64 {
    if x.abs() < LARGEST_EXACT / 4.0 {
        (x + TO_INTEGER) - TO_INTEGER
    } else {
        x.round()
    }
}

/// Smallest common denominator up to 5,040 of all scores.
fn common_denominator(scores: &[f64], precision: Precision) -> Option<u32> {
    let mut q = 1_u64;
    for &score in scores {
        if is_multiple(score, q as f64, precision) {
            continue;
        }
        // Two fractions with denominators up to 5,040 are at least 4e-8 apart.
        let tolerance = match precision {
            Precision::Double => (1e-9 * score.abs().max(1e-4)).min(1e-8),
            Precision::Single => 6e-8 * score.abs(),
        };
        q = lcm(q, smallest_denominator(score, tolerance)?);
        if q > LARGEST_DENOMINATOR || !is_multiple(score, q as f64, precision) {
            return None;
        }
    }
    Some(q as u32)
}

/// `score` stands for a multiple of 1/q.
pub(crate) fn is_multiple(score: f64, q: f64, precision: Precision) -> bool {
    let scaled = q * score;
    let integer = nearest(scaled);
    let off = (scaled - integer).abs();
    match precision {
        Precision::Double => {
            off <= ROUNDING * scaled.abs()
                || integer != 0.0
                    && off <= (1e-9 * scaled.abs()).min(1e-4)
                    && print_alike(score, integer / q)
        }
        Precision::Single => (integer / q) as f32 == score as f32,
    }
}

/// Equal when printed to 9 significant digits.
fn print_alike(a: f64, b: f64) -> bool {
    let text = |x: f64| {
        let mut text = String::with_capacity(20);
        // Writing to a string does not fail.
        write!(text, "{x:.8e}").is_ok().then_some(text)
    };
    text(a) == text(b)
}

/// Smallest q ≤ 5,040 with a multiple of 1/q within `tolerance` of x (continued fraction and its intermediates).
pub(crate) fn smallest_denominator(x: f64, tolerance: f64) -> Option<u64> {
    let (mut below, mut above) = ((x.floor(), 1_u64), (x.floor() + 1.0, 1_u64));
    if x - below.0 <= tolerance || above.0 - x <= tolerance {
        return Some(1);
    }
    // Stern-Brocot descent: mediants have the smallest denominator between their parents.
    loop {
        let q = below.1 + above.1;
        if q > LARGEST_DENOMINATOR {
            return None;
        }
        let p = below.0 + above.0;
        let value = p / q as f64;
        if (value - x).abs() <= tolerance {
            return Some(q);
        }
        if value < x {
            below = (p, q);
        } else {
            above = (p, q);
        }
    }
}

pub(crate) fn lcm(a: u64, b: u64) -> u64 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}

pub(crate) fn power_of_ten(digits: u32) -> f64 {
    10_u64.pow(digits) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn survey(scores: &[f64]) -> Survey {
        Survey::of(scores, Precision::Double)
    }

    #[test]
    fn columns_are_decimals_fractions_or_neither() {
        assert_eq!(
            (survey(&[0.25, -3.0]).digits, survey(&[1.0, 0.0]).binary),
            (Some(2), true)
        );
        let thirds = survey(&[1.0 / 3.0, 0.5]);
        assert_eq!(
            (thirds.digits, thirds.denominator, thirds.largest),
            (None, Some(6), 0.5)
        );
        assert_eq!(survey(&[std::f64::consts::PI]).denominator, None);
    }

    #[test]
    fn a_fraction_is_within_rounding_or_prints_like_it() {
        let third = 1.0 / 3.0;
        for (score, accepted) in [
            (third, true),
            (third + 2e-16, true),
            (0.333_333_333_33, true),
            (4_000.0 + third, true),
            // Within a billionth, but 0.333333334 in print.
            (third + 3.3e-10 / 2.0 + 4e-10, false),
            (3.3e-10, false),
            (1e-300, false),
            (-5e-324, false),
            (0.1 + 0.2 - 0.3, false),
            (0.0, true),
        ] {
            assert_eq!(
                is_multiple(score, 3.0, Precision::Double),
                accepted,
                "{score:e}"
            );
        }
    }

    #[test]
    fn singles_are_multiples_when_they_are_the_nearest_single() {
        let single = f64::from(2.0_f32 / 7.0);
        assert!(is_multiple(single, 7.0, Precision::Single));
        // Negative control: as a double it is 8e-9 off.
        assert!(!is_multiple(single, 7.0, Precision::Double));
        assert!(
            !is_multiple(f64::from(1e-20_f32), 7.0, Precision::Single),
            "nothing but 0 is 0"
        );
    }
}
