//! Columns of real numbers whose sums a metric is a function of: one grid for all of them.
//!
//! Short decimals become integers exactly, so that their sums are exact too. Anything else goes into fixed point: of n items up to
//! M in size the unit is at most `M · 2^-min(51, 57 - log2 n)`, and each item is rounded by at most half a unit. A sum over n items
//! is therefore within `n · M · 2^-min(52, 58 - log2 n)` of the sum of the numbers as they stand, and integers add up to
//! the same bytes in any order. Cost: two passes over every column.

use super::encode::Grid;
use super::precision::Precision;
use super::survey::{LARGEST_EXACT, decimal_digits, largest, nearest, power_of_ten};

/// Sums of all items stay below this power of two: a difference of two of them, doubled, fits an `i64`.
const SUM_BITS: i32 = 58;
/// Bits of a single value at most: a double holds it.
const VALUE_BITS: i32 = 52;

/// Columns of one length as integers on one grid.
///
/// # Panics
/// In debug builds if a number is not finite; callers check.
pub fn encode_sums(columns: &[&[f64]], precision: Precision) -> (Grid, Vec<Vec<i64>>) {
    debug_assert!(
        columns
            .iter()
            .all(|column| column.iter().all(|value| value.is_finite())),
        "numbers are finite"
    );
    let items = columns.iter().map(|column| column.len()).max().unwrap_or(0);
    let largest = columns
        .iter()
        .map(|column| largest(column))
        .fold(0.0, f64::max);
    let digits = columns.iter().try_fold(0, |most: u32, column| {
        Some(most.max(decimal_digits(column, precision)?))
    });
    let bound = libm::ldexp(1.0, SUM_BITS);
    let fits =
        |scale: f64| largest * scale < LARGEST_EXACT && largest * scale * items as f64 <= bound;
    let on_decimals = digits.filter(|&digits| fits(power_of_ten(digits)));
    let grid = match on_decimals {
        Some(0) => Grid::Integers,
        Some(digits) => Grid::Decimals(digits),
        None => {
            let items_bits = (usize::BITS - items.leading_zeros()).cast_signed();
            let bits = VALUE_BITS.min(SUM_BITS - items_bits);
            // Beyond a thousand the unit or its inverse is not a double.
            Grid::FixedPoint {
                shift: (bits - libm::frexp(largest).1).clamp(-1000, 1000),
            }
        }
    };
    let to_integer = |value: f64| match grid {
        Grid::FixedPoint { shift } => libm::rint(libm::ldexp(value, shift)) as i64,
        _ => nearest(value * grid.per_one()) as i64,
    };
    let encoded = columns
        .iter()
        .map(|column| column.iter().map(|&value| to_integer(value)).collect());
    (grid, encoded.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_keep_their_sums() {
        let (grid, columns) =
            encode_sums(&[&[0.1, 0.2, 12.0], &[0.25, -3.0, 0.0]], Precision::Double);
        assert_eq!(
            (grid, columns),
            (
                Grid::Decimals(2),
                vec![vec![10, 20, 1200], vec![25, -300, 0]]
            )
        );
        assert_eq!(
            encode_sums(&[&[3.0, 0.0]], Precision::Double).0,
            Grid::Integers
        );
        assert_eq!(
            encode_sums(&[&[0.0; 3]], Precision::Double),
            (Grid::Integers, vec![vec![0; 3]])
        );
    }

    #[test]
    fn the_sum_of_other_numbers_is_within_the_bound() {
        let values: Vec<f64> = (1..=1000)
            .map(|item| libm::log(f64::from(item) + 0.5) * 1e3)
            .collect();
        let (grid, columns) = encode_sums(&[&values], Precision::Double);
        let Grid::FixedPoint { .. } = grid else {
            panic!("{grid} is not fixed point")
        };
        // Added from the smallest on in two parts, so that the reference is far below the bound.
        let (mut sum, mut rest) = (0.0, 0.0);
        for value in &values {
            let next: f64 = sum + value;
            rest += value - (next - sum);
            sum = next;
        }
        let found = columns[0].iter().sum::<i64>() as f64 / grid.per_one();
        let bound = 1000.0 * 7e3 * libm::ldexp(1.0, -48);
        assert!(
            (found - (sum + rest)).abs() <= bound,
            "{found} {sum} {rest}"
        );
        assert!(
            columns[0]
                .iter()
                .all(|value| value.unsigned_abs() < 1 << VALUE_BITS)
        );
    }

    #[test]
    fn huge_tiny_and_long_decimals_stay_in_reach() {
        for values in [
            &[1e300, -1e-300][..],
            &[1e-300, 0.0],
            &[0.123_456_789, 9_007_199_254_740_991.0],
        ] {
            let (_, columns) = encode_sums(&[values], Precision::Double);
            let sum: i128 = columns[0]
                .iter()
                .map(|&value| i128::from(value).abs())
                .sum();
            assert!(sum <= 1 << SUM_BITS && sum > 0, "{values:?}: {columns:?}");
        }
    }
}
