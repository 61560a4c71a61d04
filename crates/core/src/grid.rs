//! Scores become integers once: the grid they lie on, recovered exactly, or fixed point with a proved bound.
//!
//! Tried in this order: integers; decimals with at most 9 fractional digits; rationals k/q with q ≤ 5,040; fixed point.
//! Sums of grid integers are exact and ties at a threshold are decided exactly. Nothing is snapped: a decimal must be
//! the very double (or single) that its text gives, a rational must lie within a billionth. In fixed point every
//! difference carries at most half a unit of rounding, which [`Encoded::slack`] turns into a bound.

use std::fmt;

/// Fractional decimal digits at most.
const MOST_DIGITS: u32 = 9;
/// The same for singles: from 8 digits on every single is a decimal.
const MOST_DIGITS_SINGLE: u32 = 6;
/// Largest denominator tried.
const LARGEST_DENOMINATOR: u64 = 5_040;
/// Bits of the largest magnitude in fixed point: four balanced base-256 digits hold it.
const FIXED_BITS: i32 = 30;
/// Sums of integers below this fit an `i64` with room for a sign and a doubling.
const LARGEST_SUM: f64 = 4_611_686_018_427_387_904.0;
/// Integers that a double holds exactly.
const LARGEST_EXACT: f64 = 9_007_199_254_740_992.0;

/// Precision in which a file holds its numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precision {
    /// 64-bit floating point, or text.
    #[default]
    Double,
    /// 32-bit floating point widened to 64 bits.
    Single,
}

/// The lattice of the scores: a score is an integer times [`Grid::unit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grid {
    /// Whole numbers.
    Integers,
    /// Multiples of `10^-digits`, 1 to 9 digits.
    Decimals(u32),
    /// Multiples of 1/q, 2 ≤ q ≤ 5,040.
    Rationals(u32),
    /// Multiples of `2^-shift`, rounded.
    FixedPoint {
        /// Binary digits after the point; negative for huge scores.
        shift: i32,
    },
}

impl Grid {
    /// Scores are integer multiples of this.
    pub fn unit(self) -> f64 {
        1.0 / self.per_one()
    }

    /// Grid steps in 1.0; a score times this is an integer.
    pub fn per_one(self) -> f64 {
        match self {
            Self::Integers => 1.0,
            Self::Decimals(digits) => power_of_ten(digits),
            Self::Rationals(q) => f64::from(q),
            Self::FixedPoint { shift } => power_of_two(shift),
        }
    }

    /// The scores lie on the grid exactly; only then may a law be called exact.
    pub fn is_recovered(self) -> bool {
        !matches!(self, Self::FixedPoint { .. })
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integers => f.write_str("1"),
            Self::Decimals(digits) => write!(f, "1/{}", 10_u64.pow(*digits)),
            Self::Rationals(q) => write!(f, "1/{q}"),
            Self::FixedPoint { shift } => write!(f, "fixed point 2^{}", -shift),
        }
    }
}

/// Columns of one comparison as integers on a common grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoded {
    /// The grid.
    pub grid: Grid,
    /// Baseline scores.
    pub baseline: Vec<i64>,
    /// System scores.
    pub system: Vec<i64>,
    /// System − baseline, item by item; in fixed point rounded on its own.
    pub difference: Vec<i64>,
}

impl Encoded {
    /// Units by which a sum of `terms` rounded differences may miss the true sum: 0 on a recovered grid, half a unit a
    /// term in fixed point. The threshold itself is a sum, so comparisons allow for both sides.
    pub fn slack(&self, terms: u64) -> i64 {
        if self.grid.is_recovered() { 0 } else { terms.cast_signed() }
    }
}

/// Why scores cannot be put on a grid.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GridError {
    /// Not every score lies on the grid that was asked for.
    #[error("score {score} of item {item} is not on the grid {grid}: the nearest multiple is {nearest}")]
    OffGrid {
        /// The grid asked for.
        grid: Grid,
        /// 1-based item.
        item: usize,
        /// The score.
        score: f64,
        /// The nearest grid point.
        nearest: f64,
    },
    /// Scores are not short decimals.
    #[error("score {score} of item {item} has more than 9 fractional digits, so there is no printed grid")]
    NotPrinted {
        /// 1-based item.
        item: usize,
        /// The score.
        score: f64,
    },
    /// The sum would leave 62 bits.
    #[error("{items} scores of size up to {largest:e} on the grid {grid} overflow an exact sum")]
    TooLarge {
        /// The grid.
        grid: Grid,
        /// Number of items.
        items: usize,
        /// Largest |score|.
        largest: f64,
    },
}

/// The finest grid that both columns lie on, and the columns as integers. Never fails: fixed point holds anything
/// finite.
///
/// # Panics
/// In debug builds if lengths differ or a score is not finite; callers check both.
pub fn encode(baseline: &[f64], system: &[f64], precision: Precision) -> Encoded {
    let grid = recover(baseline, system, precision);
    match encode_on(grid, baseline, system) {
        Ok(encoded) => encoded,
        // A recovered grid was tested score by score; only its sum can overflow.
        Err(_) => fixed_point(baseline, system),
    }
}

/// Both columns on the decimals that their text shows.
///
/// # Errors
/// [`GridError::NotPrinted`] for the first score with more than 9 fractional digits.
pub fn encode_as_printed(
    baseline: &[f64],
    system: &[f64],
    precision: Precision,
) -> Result<Encoded, GridError> {
    match decimal_digits(&[baseline, system], precision) {
        Some(0) => encode_on(Grid::Integers, baseline, system),
        Some(digits) => encode_on(Grid::Decimals(digits), baseline, system),
        None => {
            let finest = power_of_ten(MOST_DIGITS);
            let off = |column: &[f64]| column.iter().position(|&score| !is_decimal(score, finest, precision));
            let (index, column) = off(baseline)
                .map(|i| (i, baseline))
                .or(off(system).map(|i| (i, system)))
                .unwrap_or((0, system));
            Err(GridError::NotPrinted { item: index + 1, score: column[index] })
        }
    }
}

fn recover(baseline: &[f64], system: &[f64], precision: Precision) -> Grid {
    if let Some(digits) = decimal_digits(&[baseline, system], precision) {
        return if digits == 0 { Grid::Integers } else { Grid::Decimals(digits) };
    }
    match common_denominator(&[baseline, system], precision) {
        Some(q) => Grid::Rationals(q),
        None => fixed_grid(baseline, system),
    }
}

/// Both columns as integers on a given grid; each score goes to its nearest multiple, which must lie within half of
/// the last printed digit (or a billionth where scores are not short decimals).
///
/// # Errors
/// [`GridError::OffGrid`] for the first score that is further away, [`GridError::TooLarge`] if sums overflow.
pub fn encode_on(grid: Grid, baseline: &[f64], system: &[f64]) -> Result<Encoded, GridError> {
    debug_assert_eq!(baseline.len(), system.len(), "pairing is the caller's");
    if let Grid::FixedPoint { .. } = grid {
        return Ok(fixed_point(baseline, system));
    }
    let scale = grid.per_one();
    let largest = largest(baseline).max(largest(system));
    if largest * scale * 2.0 * baseline.len() as f64 >= LARGEST_SUM || largest * scale >= LARGEST_EXACT {
        return Err(GridError::TooLarge { grid, items: baseline.len(), largest });
    }
    let half_digit = match decimal_digits(&[baseline, system], Precision::Double) {
        Some(digits) => 0.5 / power_of_ten(digits),
        None => 0.0,
    };
    let column = |scores: &[f64]| -> Result<Vec<i64>, GridError> {
        let mut integers = Vec::with_capacity(scores.len());
        for (index, &score) in scores.iter().enumerate() {
            let scaled = score * scale;
            let nearest = scaled.round();
            let allowed = (1e-9 * scaled.abs().max(1.0)).min(1e-4).max(half_digit * scale * (1.0 + 1e-9));
            // Singles are within 6e-8 of what they stand for; they were tested as singles when recovered.
            if (scaled - nearest).abs() > allowed.max(scaled.abs() * 6e-8) {
                return Err(GridError::OffGrid { grid, item: index + 1, score, nearest: nearest / scale });
            }
            integers.push(nearest as i64);
        }
        Ok(integers)
    };
    let (baseline, system) = (column(baseline)?, column(system)?);
    let difference = system.iter().zip(&baseline).map(|(s, b)| s - b).collect();
    Ok(Encoded { grid, baseline, system, difference })
}

fn fixed_grid(baseline: &[f64], system: &[f64]) -> Grid {
    // Halved first: a difference of two huge scores must not overflow.
    let half_difference =
        baseline.iter().zip(system).map(|(b, s)| (s / 2.0 - b / 2.0).abs()).fold(0.0, f64::max);
    let half = half_difference.max(largest(baseline) / 2.0).max(largest(system) / 2.0);
    if half == 0.0 {
        return Grid::FixedPoint { shift: FIXED_BITS };
    }
    let (_, exponent) = libm::frexp(half);
    // 2·half lies in [2^exponent, 2^(exponent + 1)); a power of two as the scale makes scaling by one change nothing.
    Grid::FixedPoint { shift: FIXED_BITS - (exponent + 1) }
}

fn fixed_point(baseline: &[f64], system: &[f64]) -> Encoded {
    let grid = fixed_grid(baseline, system);
    let Grid::FixedPoint { shift } = grid else { unreachable!("fixed_grid makes fixed grids") };
    let scaled = |x: f64| libm::ldexp(x, shift);
    let rounded = |x: f64| libm::rint(x) as i64;
    Encoded {
        grid,
        baseline: baseline.iter().map(|&b| rounded(scaled(b))).collect(),
        system: system.iter().map(|&s| rounded(scaled(s))).collect(),
        difference: baseline.iter().zip(system).map(|(&b, &s)| rounded(scaled(s) - scaled(b))).collect(),
    }
}

fn largest(scores: &[f64]) -> f64 {
    scores.iter().fold(0.0, |largest, score| largest.max(score.abs()))
}

/// Fewest fractional digits at which every score is the double (or single) nearest to its decimal.
fn decimal_digits(columns: &[&[f64]], precision: Precision) -> Option<u32> {
    let most = if precision == Precision::Single { MOST_DIGITS_SINGLE } else { MOST_DIGITS };
    let mut digits = 0;
    let mut scale = 1.0;
    for &score in columns.iter().copied().flatten() {
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

/// Nearest integer below 2^51, ties to even, without a call: the mantissa has no room for a fraction up there.
fn nearest(x: f64) -> f64 {
    const SHIFT: f64 = 6_755_399_441_055_744.0;
    if x.abs() < LARGEST_EXACT / 4.0 { (x + SHIFT) - SHIFT } else { x.round() }
}

/// Smallest common denominator up to 5,040 of all scores.
fn common_denominator(columns: &[&[f64]], precision: Precision) -> Option<u32> {
    let mut q = 1_u64;
    for &score in columns.iter().copied().flatten() {
        if is_multiple(score, q as f64, precision) {
            continue;
        }
        let tolerance = 1e-9 * score.abs().max(1e-4);
        let own = smallest_denominator(
            score,
            tolerance.max(if precision == Precision::Single { 6e-8 * score.abs() } else { 0.0 }),
        )?;
        q = lcm(q, own);
        if q > LARGEST_DENOMINATOR || !is_multiple(score, q as f64, precision) {
            return None;
        }
    }
    // Earlier scores were tested against a divisor of q; larger multiples magnify their error.
    let fits = columns.iter().copied().flatten().all(|&score| is_multiple(score, q as f64, precision));
    (fits && q > 1).then_some(q as u32)
}

fn is_multiple(score: f64, q: f64, precision: Precision) -> bool {
    let scaled = q * score;
    let integer = nearest(scaled);
    match precision {
        Precision::Double => (scaled - integer).abs() <= (1e-9 * scaled.abs().max(1.0)).min(1e-4),
        Precision::Single => (integer / q) as f32 == score as f32,
    }
}

/// Smallest q ≤ 5,040 with a multiple of 1/q within `tolerance` of x (continued fraction and its intermediates).
fn smallest_denominator(x: f64, tolerance: f64) -> Option<u64> {
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

fn lcm(a: u64, b: u64) -> u64 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}

/// What printed decimals may hide: every score lies within half a last digit of a multiple of 1/q.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrintedGrid {
    /// Fractional digits as printed.
    pub digits: u32,
    /// The denominator to suggest.
    pub denominator: u32,
}

/// The rational grid behind printed decimals, such as reciprocal ranks at six digits: a denominator up to 5,040 of
/// which every score is a rounded multiple, where that could not be coincidence (chance below one in a million).
pub fn printed_rational(columns: &[&[f64]]) -> Option<PrintedGrid> {
    let digits = decimal_digits(columns, Precision::Double).filter(|&digits| digits >= 3)?;
    let half_digit = 0.5 / power_of_ten(digits) * (1.0 + 1e-9);
    let mut distinct: Vec<f64> = columns.iter().copied().flatten().copied().collect();
    distinct.sort_unstable_by(f64::total_cmp);
    distinct.dedup();
    let mut q = 1;
    for &score in &distinct {
        let fits = |q: u64| {
            let scaled = score * q as f64;
            (scaled - nearest(scaled)).abs() <= half_digit * q as f64
        };
        if !fits(q) {
            q = lcm(q, smallest_denominator(score, half_digit)?);
            if q > LARGEST_DENOMINATOR || !fits(q) {
                return None;
            }
        }
    }
    let printed = 10_u64.pow(digits);
    let chance = (q as f64 / printed as f64).min(1.0);
    let coincidence = distinct.len() as f64 * libm::log10(chance);
    (printed % q != 0 && coincidence < -6.0).then_some(PrintedGrid { digits, denominator: q as u32 })
}

fn power_of_ten(digits: u32) -> f64 {
    10_u64.pow(digits) as f64
}

fn power_of_two(exponent: i32) -> f64 {
    libm::ldexp(1.0, exponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(a: &[f64], b: &[f64]) -> Grid {
        encode(a, b, Precision::Double).grid
    }

    #[test]
    fn the_first_grid_that_fits_is_taken() {
        assert_eq!(grid(&[0.0, 1.0, -3.0], &[1.0, 1.0, 2.0]), Grid::Integers);
        assert_eq!(grid(&[0.3, 0.25], &[0.1, -0.0]), Grid::Decimals(2));
        assert_eq!(grid(&[1.0 / 3.0, 0.5], &[0.1, 1.0]), Grid::Rationals(30));
        assert_eq!(grid(&[0.123_456_789_012, 0.5], &[0.1, 1.0]), Grid::FixedPoint { shift: 29 });
    }

    #[test]
    fn equal_decimals_are_equal_integers() {
        // 0.3 − 0.2 and 0.2 − 0.1 differ by an ulp as doubles.
        let encoded = encode(&[0.2, 0.1, 0.7], &[0.3, 0.2, 0.4], Precision::Double);
        assert_eq!(encoded.difference, [1, 1, -3]);
        assert_eq!(encoded.slack(3), 0);
    }

    #[test]
    fn reciprocal_ranks_lie_on_2520() {
        let ranks: Vec<f64> = (1..=10).map(|k| 1.0 / f64::from(k)).chain([0.0]).collect();
        let encoded = encode(&ranks, &[0.0; 11], Precision::Double);
        assert_eq!(encoded.grid, Grid::Rationals(2520));
        assert_eq!(encoded.baseline[..4], [2520, 1260, 840, 630]);
    }

    #[test]
    fn single_precision_decimals_and_fractions_are_seen_through() {
        let widen = |xs: &[f32]| xs.iter().map(|&x| f64::from(x)).collect::<Vec<_>>();
        let tenths = widen(&[0.1, 0.7, 1.0]);
        assert_eq!(encode(&tenths, &[0.0; 3], Precision::Single).grid, Grid::Decimals(1));
        assert!(!grid(&tenths, &[0.0; 3]).is_recovered(), "as doubles they are no decimals");
        let thirds = widen(&[1.0 / 3.0, 2.0 / 7.0, 1.0]);
        let encoded = encode(&thirds, &[0.0; 3], Precision::Single);
        assert_eq!((encoded.grid, encoded.baseline), (Grid::Rationals(21), vec![7, 6, 21]));
    }

    #[test]
    fn fixed_point_is_unchanged_by_powers_of_two() {
        let a = [0.123_456_789_012_3, -7.3e-5, 2.618_281_828_459];
        let b = [1.314_213_562_373, 0.577_215_664_9, -3.041_592_653_589];
        let one = encode(&a, &b, Precision::Double);
        let scaled = encode(&a.map(|x| x * 1024.0), &b.map(|x| x * 1024.0), Precision::Double);
        assert_eq!(one.difference, scaled.difference);
        let top = one.difference.iter().map(|d| d.abs()).max();
        assert!(top.is_some_and(|d| (1 << 29..=1 << 30).contains(&d)), "{top:?}");
    }

    #[test]
    fn huge_and_tiny_scores_stay_finite() {
        let encoded = encode(&[1e308, -1e308, 5e-324], &[-1e308, 1e308, 0.0], Precision::Double);
        assert_eq!(encoded.difference[0], -encoded.difference[1]);
        assert_eq!(encoded.difference[2], 0);
        let tiny = encode(&[5e-324, 0.0], &[0.0, 1e-323], Precision::Double);
        assert_eq!(tiny.difference.iter().map(|d| d.signum()).collect::<Vec<_>>(), [-1, 1]);
    }

    #[test]
    fn rounded_reciprocal_ranks_suggest_their_denominator() {
        let printed: Vec<f64> =
            (0..=10).map(|k| if k == 0 { 0.0 } else { (1e6 / f64::from(k)).round() / 1e6 }).collect();
        assert_eq!(printed_rational(&[&printed]), Some(PrintedGrid { digits: 6, denominator: 2520 }));
        let encoded = encode_on(Grid::Rationals(2520), &printed, &printed).expect("half a digit off at most");
        assert_eq!(encoded.baseline[3], 840);
        assert_eq!(printed_rational(&[&[0.1234, 0.5671, 0.9982, 0.4413]]), None, "four digits of noise");
        assert_eq!(printed_rational(&[&[0.25, 0.5, 0.125]]), None, "exact decimals hide nothing");
    }

    #[test]
    fn a_forced_grid_refuses_scores_beside_it() {
        let error = encode_on(Grid::Rationals(3), &[0.5], &[0.0]).expect_err("½ is no third");
        assert_eq!(
            error.to_string(),
            "score 0.5 of item 1 is not on the grid 1/3: the nearest multiple is 0.6666666666666666"
        );
    }
}
