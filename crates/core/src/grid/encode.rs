//! Scores become integers once: the grid they lie on, recovered exactly, or fixed point with a proved bound.
//!
//! Tried in this order: integers; decimals with at most 9 fractional digits; rationals k/q with q ≤ 5,040; multiples of a common
//! factor (`factor`); fixed point.
//! Sums of grid integers are exact and ties at a threshold are decided exactly. Nothing is snapped: a decimal must be
//! the very double (or single) that its text gives, a rational must print like its fraction to 9 digits. Fixed point is
//! about the differences alone, since scores may share an offset of any size; each carries at most half a unit of
//! rounding, which [`Grid::slack`] turns into a bound.

use std::fmt;

use super::factor::multiples;
use super::precision::Precision;
use super::printed::printed_rational;
use super::survey::{
    LARGEST_DENOMINATOR, LARGEST_EXACT, Survey, TO_INTEGER, first_undecimal, is_multiple,
    largest_of, lcm, nearest, power_of_ten,
};

/// Bits of the largest magnitude in fixed point: four balanced base-256 digits hold it.
const FIXED_BITS: i32 = 30;
/// Fractional digits from which decimals may be fractions that were printed.
const FEWEST_PRINTED: u32 = 3;
/// Sums of integers below this fit an `i64` with room for a sign and a doubling.
const LARGEST_SUM: f64 = 4_611_686_018_427_387_904.0;

/// The lattice of the scores: a score is an integer times [`Grid::unit`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Grid {
    /// Whole numbers.
    Integers,
    /// Multiples of `10^-digits`, 1 to 9 digits.
    Decimals(u32),
    /// Multiples of 1/q, 2 ≤ q ≤ 5,040.
    Rationals(u32),
    /// So many steps make 1: a factor, and perhaps an offset, that all scores share.
    Multiples(f64),
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
            Self::Multiples(per_one) => per_one,
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
            Self::Multiples(per_one) => write!(f, "multiples of {:e}", 1.0 / per_one),
            Self::FixedPoint { shift } => write!(f, "fixed point 2^{}", -shift),
        }
    }
}

/// The differences of one comparison as integers.
#[derive(Clone, Debug, PartialEq)]
pub struct Encoded {
    /// The grid: of both columns where recovered, of their differences in fixed point.
    pub grid: Grid,
    /// System − baseline, item by item.
    pub difference: Vec<i64>,
}

impl Grid {
    /// Units by which a sum of `terms` rounded differences may miss the true sum: 0 on a recovered grid, half a unit a
    /// term in fixed point. The threshold itself is a sum, so comparisons allow for both sides.
    pub fn slack(self, terms: u64) -> i64 {
        if self.is_recovered() {
            0
        } else {
            terms.cast_signed()
        }
    }
}

/// Why scores cannot be put on a grid.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum GridError {
    /// Not every score lies on the grid that was asked for.
    #[error(
        "score {score} of item {item} is not on the grid {grid}: the nearest multiple is {nearest}"
    )]
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
    #[error(
        "score {score} of item {item} has more than 9 fractional digits, so there is no printed grid"
    )]
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

/// A column and what it lies on.
#[derive(Clone, Copy, Debug)]
pub struct Column<'a> {
    /// The scores.
    pub scores: &'a [f64],
    /// Their survey.
    pub survey: Survey,
}

impl<'a> Column<'a> {
    /// Surveys finite scores.
    pub fn new(scores: &'a [f64], precision: Precision) -> Self {
        Self {
            scores,
            survey: Survey::of(scores, precision),
        }
    }
}

/// The finest grid that both columns lie on, and their differences as integers. Never fails: fixed point holds anything
/// finite.
///
/// # Panics
/// In debug builds if lengths differ or a score is not finite; callers check both.
pub fn encode(baseline: &[f64], system: &[f64], precision: Precision) -> Encoded {
    encode_columns(
        &Column::new(baseline, precision),
        &Column::new(system, precision),
    )
}

/// [`encode`] of columns surveyed before, in one precision.
pub fn encode_columns(baseline: &Column, system: &Column) -> Encoded {
    let grid = recover(baseline, system).or_else(|| recover_printed(baseline, system));
    let on_grid = grid.map(|grid| encode_on(grid, baseline, system));
    match on_grid {
        Some(Ok(encoded)) => encoded,
        // Each column has a grid; the common one may be too fine for a score, or its sums overflow.
        Some(Err(_)) | None => common_factor(baseline, system)
            .unwrap_or_else(|| fixed_point(baseline.scores, system.scores)),
    }
}

/// Both columns on the decimals that their text shows.
///
/// # Errors
/// [`GridError::NotPrinted`] for the first score with more than 9 fractional digits.
pub fn encode_as_printed(baseline: &Column, system: &Column) -> Result<Encoded, GridError> {
    let Some(digits) = baseline.survey.common_digits(&system.survey) else {
        let off = |column: &Column| {
            let index = first_undecimal(column.scores, column.survey.precision)?;
            Some((index, column.scores[index]))
        };
        let (index, score) = off(baseline)
            .or(off(system))
            .unwrap_or((0, system.scores[0]));
        return Err(GridError::NotPrinted {
            item: index + 1,
            score,
        });
    };
    encode_on(decimals(digits), baseline, system)
}

/// Singles are too coarse to tell a factor from chance.
fn common_factor(baseline: &Column, system: &Column) -> Option<Encoded> {
    let is_double = |column: &Column| column.survey.precision == Precision::Double;
    if !(is_double(baseline) && is_double(system)) {
        return None;
    }
    let (per_one, difference) = multiples(baseline.scores, system.scores)?;
    Some(Encoded {
        grid: Grid::Multiples(per_one),
        difference,
    })
}

fn decimals(digits: u32) -> Grid {
    if digits == 0 {
        Grid::Integers
    } else {
        Grid::Decimals(digits)
    }
}

fn recover(baseline: &Column, system: &Column) -> Option<Grid> {
    if let Some(digits) = baseline.survey.common_digits(&system.survey) {
        return Some(decimals(digits));
    }
    let denominator = |column: &Column| column.survey.denominator_of(column.scores).map(u64::from);
    let q = lcm(denominator(baseline)?, denominator(system)?);
    (q > 1 && q <= LARGEST_DENOMINATOR).then_some(Grid::Rationals(q as u32))
}

/// The grid of two files of different precision, one of which prints the fractions that the other holds: 0.166667 and 1/6.
fn recover_printed(baseline: &Column, system: &Column) -> Option<Grid> {
    let (printed, whole) = printed_and_whole(baseline, system)?;
    let hidden = printed_rational(&[printed.scores])?;
    let q = lcm(
        u64::from(hidden.denominator),
        whole.survey.denominator_of(whole.scores)?.into(),
    );
    (q <= LARGEST_DENOMINATOR).then_some(Grid::Rationals(q as u32))
}

/// The column of short decimals and the one that is none, where there is one of each.
fn printed_and_whole<'c, 's>(
    one: &'c Column<'s>,
    other: &'c Column<'s>,
) -> Option<(&'c Column<'s>, &'c Column<'s>)> {
    let digits = |column: &Column| {
        column
            .survey
            .digits
            .filter(|&digits| digits >= FEWEST_PRINTED)
    };
    match (digits(one), digits(other)) {
        (Some(_), _) if other.survey.digits.is_none() => Some((one, other)),
        (_, Some(_)) if one.survey.digits.is_none() => Some((other, one)),
        _ => None,
    }
}

/// What two files of different precision leave of ties: one prints short decimals, the other does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MixedPrecision {
    /// Fractional digits of the one that prints decimals.
    pub digits: u32,
    /// That one is the system.
    pub is_system: bool,
    /// Items whose scores differ by less than half of its last digit; 0 on a recovered grid, where such scores are ties.
    pub broken: usize,
}

impl MixedPrecision {
    /// Puts two columns and their differences on `grid`; `None` where some value does not lie on it.
    pub fn of(baseline: &Column, system: &Column, grid: Grid) -> Option<Self> {
        let (printed, whole) = printed_and_whole(baseline, system)?;
        let digits = printed.survey.digits?;
        let half_digit = 0.5 / power_of_ten(digits) * (1.0 + 1e-9);
        let near = |(p, w): (&f64, &f64)| p != w && (p - w).abs() <= half_digit;
        let near = printed
            .scores
            .iter()
            .zip(whole.scores)
            .filter(|&pair| near(pair))
            .count();
        let broken = if grid.is_recovered() { 0 } else { near };
        (near > 0).then_some(Self {
            digits,
            is_system: std::ptr::eq(printed, system),
            broken,
        })
    }
}

/// Differences of both columns as integers on a given grid; each score goes to its nearest multiple, which must lie
/// within half of the last printed digit (or be what the score stands for, where scores are not short decimals).
///
/// # Errors
/// [`GridError::OffGrid`] for the first score that is further away, [`GridError::TooLarge`] if sums overflow.
pub fn encode_on(grid: Grid, baseline: &Column, system: &Column) -> Result<Encoded, GridError> {
    let items = baseline.scores.len();
    debug_assert_eq!(items, system.scores.len(), "pairing is the caller's");
    if let Grid::FixedPoint { .. } = grid {
        return Ok(fixed_point(baseline.scores, system.scores));
    }
    let scale = grid.per_one();
    let largest = baseline.survey.largest.max(system.survey.largest);
    if largest * scale * 2.0 * items as f64 >= LARGEST_SUM || largest * scale >= LARGEST_EXACT {
        return Err(GridError::TooLarge {
            grid,
            items,
            largest,
        });
    }
    let digits = baseline.survey.common_digits(&system.survey);
    // Scores that were found to be the decimals of this grid, or of a coarser one, need no second look.
    if !digits.is_some_and(|digits| on_decimals(grid, digits)) {
        for column in [baseline, system] {
            // Where only one of them is printed decimals, their last digit is its own.
            let digits = digits.or(column
                .survey
                .digits
                .filter(|&digits| digits >= FEWEST_PRINTED));
            let half_digit = digits.map_or(0.0, |digits| {
                0.5 / power_of_ten(digits) * scale * (1.0 + 1e-9)
            });
            check_on(grid, column, half_digit)?;
        }
    }
    let pairs = baseline.scores.iter().zip(system.scores);
    let difference = if largest * scale < LARGEST_EXACT / 4.0 {
        // The bit patterns of the sums count in ones, and so does their difference.
        let bits = |x: f64| (x * scale + TO_INTEGER).to_bits().cast_signed();
        pairs.map(|(&b, &s)| bits(s) - bits(b)).collect()
    } else {
        pairs
            .map(|(&b, &s)| nearest(s * scale) as i64 - nearest(b * scale) as i64)
            .collect()
    };
    Ok(Encoded { grid, difference })
}

/// Decimals of that many digits lie on the grid.
fn on_decimals(grid: Grid, digits: u32) -> bool {
    match grid {
        Grid::Integers => digits == 0,
        Grid::Decimals(own) => digits <= own,
        Grid::Rationals(_) | Grid::Multiples(_) | Grid::FixedPoint { .. } => false,
    }
}

/// Every score lies on a grid, or within `half_digit` steps of it.
fn check_on(grid: Grid, column: &Column, half_digit: f64) -> Result<(), GridError> {
    let (scale, precision) = (grid.per_one(), column.survey.precision);
    let lies_on = |score: f64| {
        let scaled = score * scale;
        let off = (scaled - nearest(scaled)).abs();
        // Singles are within 6e-8 of what they stand for.
        let single = if precision == Precision::Single {
            (6e-8 * scaled.abs()).min(0.25)
        } else {
            0.0
        };
        off <= half_digit.max(single) || is_multiple(score, scale, precision)
    };
    match column.scores.iter().position(|&score| !lies_on(score)) {
        None => Ok(()),
        Some(index) => {
            let score = column.scores[index];
            Err(GridError::OffGrid {
                grid,
                item: index + 1,
                score,
                nearest: nearest(score * scale) / scale,
            })
        }
    }
}

/// Differences in fixed point. Scores may share an offset of any size: the scale comes from the differences alone.
fn fixed_point(baseline: &[f64], system: &[f64]) -> Encoded {
    let largest = largest_of(baseline.len(), |i| system[i] - baseline[i]);
    if largest == 0.0 {
        return Encoded {
            grid: Grid::FixedPoint { shift: FIXED_BITS },
            difference: vec![0; baseline.len()],
        };
    }
    if largest.is_infinite() {
        // A difference of two huge scores overflows unless both are halved first.
        let half = |i: usize| system[i] / 2.0 - baseline[i] / 2.0;
        return rounded(
            baseline.len(),
            half,
            libm::frexp(largest_of(baseline.len(), half)).1,
            1,
        );
    }
    rounded(
        baseline.len(),
        |i| system[i] - baseline[i],
        libm::frexp(largest).1,
        0,
    )
}

/// `count` values below `2^exponent` at [`FIXED_BITS`] bits; they are differences divided by `2^halvings`.
fn rounded(count: usize, value: impl Fn(usize) -> f64, exponent: i32, halvings: i32) -> Encoded {
    // A power of two as the scale makes scaling by one change nothing.
    let shift = FIXED_BITS - exponent;
    let scale = power_of_two(shift);
    let difference = if scale.is_normal() {
        let to_integer = |x: f64| {
            (x * scale + TO_INTEGER).to_bits().cast_signed() - TO_INTEGER.to_bits().cast_signed()
        };
        (0..count).map(|i| to_integer(value(i))).collect()
    } else {
        (0..count)
            .map(|i| libm::rint(libm::ldexp(value(i), shift)) as i64)
            .collect()
    };
    Encoded {
        grid: Grid::FixedPoint {
            shift: shift - halvings,
        },
        difference,
    }
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
        assert_eq!(
            grid(&[0.123_456_789_012, 0.5], &[0.1, 1.0]),
            Grid::FixedPoint { shift: 30 }
        );
    }

    #[test]
    fn equal_decimals_are_equal_integers() {
        // 0.3 − 0.2 and 0.2 − 0.1 differ by an ulp as doubles.
        let encoded = encode(&[0.2, 0.1, 0.7], &[0.3, 0.2, 0.4], Precision::Double);
        assert_eq!(encoded.difference, [1, 1, -3]);
        assert_eq!(encoded.grid.slack(3), 0);
    }

    #[test]
    fn reciprocal_ranks_lie_on_2520() {
        let ranks: Vec<f64> = (1..=10).map(|k| 1.0 / f64::from(k)).chain([0.0]).collect();
        let encoded = encode(&ranks, &[0.0; 11], Precision::Double);
        assert_eq!(encoded.grid, Grid::Rationals(2520));
        assert_eq!(encoded.difference[..4], [-2520, -1260, -840, -630]);
    }

    #[test]
    fn single_precision_decimals_and_fractions_are_seen_through() {
        let widen = |xs: &[f32]| xs.iter().map(|&x| f64::from(x)).collect::<Vec<_>>();
        let tenths = widen(&[0.1, 0.7, 1.0]);
        assert_eq!(
            encode(&tenths, &[0.0; 3], Precision::Single).grid,
            Grid::Decimals(1)
        );
        assert!(
            !grid(&tenths, &[0.0; 3]).is_recovered(),
            "as doubles they are no decimals"
        );
        let thirds = widen(&[1.0 / 3.0, 2.0 / 7.0, 1.0]);
        let encoded = encode(&thirds, &[0.0; 3], Precision::Single);
        assert_eq!(
            (encoded.grid, encoded.difference),
            (Grid::Rationals(21), vec![-7, -6, -21])
        );
    }

    #[test]
    fn fixed_point_is_unchanged_by_powers_of_two() {
        let a = [0.123_456_789_012_3, -7.3e-5, 2.618_281_828_459];
        let b = [1.314_213_562_373, 0.577_215_664_9, -3.041_592_653_589];
        let one = encode(&a, &b, Precision::Double);
        let scaled = encode(
            &a.map(|x| x * 1024.0),
            &b.map(|x| x * 1024.0),
            Precision::Double,
        );
        assert_eq!(one.difference, scaled.difference);
        let top = one.difference.iter().map(|d| d.abs()).max();
        assert!(
            top.is_some_and(|d| (1 << 29..=1 << 30).contains(&d)),
            "{top:?}"
        );
    }

    #[test]
    fn huge_and_tiny_scores_stay_finite() {
        let encoded = encode(
            &[1e308, -1e308, 5e-324],
            &[-1e308, 1e308, 0.0],
            Precision::Double,
        );
        assert_eq!(encoded.difference[0], -encoded.difference[1]);
        assert_eq!(encoded.difference[2], 0);
        let tiny = encode(&[5e-324, 0.0], &[0.0, 1e-323], Precision::Double);
        assert_eq!(
            tiny.difference
                .iter()
                .map(|d| d.signum())
                .collect::<Vec<_>>(),
            [-1, 1]
        );
    }

    fn column(scores: &[f64]) -> Column<'_> {
        Column::new(scores, Precision::Double)
    }

    #[test]
    fn a_common_offset_costs_fixed_point_nothing() {
        let d = [1.0 / 1024.0, -3.0 / 1024.0, 2.0 / 1024.0 + 2e-8];
        let encoded = encode(
            &[1e7 + 0.1; 3],
            &d.map(|d| 1e7 + 0.1 + d),
            Precision::Double,
        );
        assert_eq!(encoded.grid, Grid::FixedPoint { shift: 38 });
        for (got, d) in encoded.difference.iter().zip(d) {
            // The scores themselves are rounded to 2^-30.
            assert!(
                (*got as f64 - libm::ldexp(d, 38)).abs() <= 256.0,
                "{got} {d}"
            );
        }
        // Negative control: a scale that the scores share leaves them 2^6 steps a unit.
        let shared = |x: f64| libm::rint(libm::ldexp(x, 6));
        let left = shared(1e7 + 0.1 + d[0]) - shared(1e7 + 0.1);
        assert!((libm::ldexp(left, -6) / d[0] - 1.0).abs() > 0.5, "{left}");
    }

    #[test]
    fn small_scores_are_not_snapped_to_zero() {
        for tiny in [3.3e-10, 1e-15, 1e-300, 5e-324, -4e-16] {
            let encoded = encode(&[1.0 / 3.0, 0.0], &[2.0 / 3.0, tiny], Precision::Double);
            assert!(!encoded.grid.is_recovered(), "{tiny:e}");
        }
        // Negative control: the same without the tiny score.
        assert_eq!(
            grid(&[1.0 / 3.0, 0.0], &[2.0 / 3.0, 0.0]),
            Grid::Rationals(3)
        );
    }

    #[test]
    fn scores_that_print_differently_are_no_tie() {
        let third = 1.0 / 3.0;
        // 0.333333334 against 0.333333333: both within a billionth of a third.
        let close = encode(
            &[third, 0.1],
            &[third + 2.0e-10 + 1.5e-10, 0.2],
            Precision::Double,
        );
        assert!(
            close.grid == Grid::Rationals(30) || close.difference[0] != 0,
            "{close:?}"
        );
        let differ = encode(&[third, 0.1], &[third + 6e-10, 0.2], Precision::Double);
        assert!(
            !differ.grid.is_recovered() && differ.difference[0] != 0,
            "{differ:?}"
        );
        let alike = encode(&[third, 0.1], &[0.333_333_333_33, 0.2], Precision::Double);
        assert_eq!(
            (alike.grid, alike.difference),
            (Grid::Rationals(30), vec![0, 3])
        );
    }

    #[test]
    fn a_forced_grid_is_as_strict_for_large_scores() {
        let off = [4000.0 + 1.0 / 5041.0];
        let third = [1.0 / 3.0];
        let error = encode_on(Grid::Rationals(2520), &column(&off), &column(&third));
        assert!(
            matches!(error, Err(GridError::OffGrid { item: 1, .. })),
            "{error:?}"
        );
        // Negative control: 6e-8 of a large score is more than a step, and only singles are that coarse.
        assert!(6e-8 * 2520.0 * off[0] > 0.5);
    }

    #[test]
    fn forced_grids_take_printed_fractions_to_the_nearest_multiple() {
        let printed: Vec<f64> = (0..=10)
            .map(|k| {
                if k == 0 {
                    0.0
                } else {
                    (1e6 / f64::from(k)).round() / 1e6
                }
            })
            .collect();
        let encoded = encode_on(
            Grid::Rationals(2520),
            &column(&[0.0; 11]),
            &column(&printed),
        );
        assert_eq!(
            encoded.expect("half a digit off at most").difference[3],
            840
        );
    }

    #[test]
    fn files_of_different_precision_share_the_fractions_that_one_of_them_prints() {
        let whole: Vec<f64> = (0..=10)
            .map(|k| if k == 0 { 0.0 } else { 1.0 / f64::from(k) })
            .collect();
        let printed: Vec<f64> = whole.iter().map(|x| (1e6 * x).round() / 1e6).collect();
        let encoded = encode(&whole, &printed, Precision::Double);
        assert_eq!(
            (encoded.grid, encoded.difference),
            (Grid::Rationals(2520), vec![0; 11])
        );
        assert!(encode_on(Grid::Rationals(2520), &column(&printed), &column(&whole)).is_ok());
        // Negative control: one score that no fraction prints as, and a forced grid refuses it too.
        let mut other = printed.clone();
        other[3] = 0.333_999;
        assert!(
            !encode(&whole, &other, Precision::Double)
                .grid
                .is_recovered()
        );
        assert!(encode_on(Grid::Rationals(2520), &column(&whole), &column(&other)).is_err());
    }

    #[test]
    fn a_forced_grid_refuses_scores_beside_it() {
        let error = encode_on(Grid::Rationals(3), &column(&[0.5]), &column(&[0.0]))
            .expect_err("½ is no third");
        assert_eq!(
            error.to_string(),
            "score 0.5 of item 1 is not on the grid 1/3: the nearest multiple is 0.6666666666666666"
        );
    }
}
