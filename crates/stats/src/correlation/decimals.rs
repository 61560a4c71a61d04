//! Numbers as integers on one decimal grid, so that equal decimals have equal differences.

/// Digits kept below the first digit of the largest number.
const DIGITS: i32 = 34;

/// The shortest decimal that reads back as `value`: its digits as an integer, and the power of ten of the last.
fn parts(value: f64) -> (i128, i32) {
    let text = format!("{value:e}");
    let (digits, power) = text.split_once('e').expect("a number in exponent form");
    let decimals = digits
        .split_once('.')
        .map_or(0, |(_, decimals)| decimals.len() as i32);
    let whole = digits.replace('.', "").parse().expect("at most 17 digits");
    (whole, power.parse::<i32>().expect("an exponent") - decimals)
}

/// A decimal grid that holds numbers as integers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    power: i32,
}

impl Grid {
    /// The grid of finite numbers, exact where the last digit of the finest lies at most 34 places below the first digit of
    /// the largest; what lies finer is dropped.
    pub fn of(values: &[f64]) -> Self {
        let (mut finest, mut largest) = (i32::MAX, i32::MIN);
        for value in values.iter().filter(|value| **value != 0.0) {
            let (digits, power) = parts(*value);
            finest = finest.min(power);
            largest = largest.max(power + digits.unsigned_abs().ilog10() as i32);
        }
        Self {
            power: if finest == i32::MAX {
                0
            } else {
                finest.max(largest - DIGITS)
            },
        }
    }

    /// The grid of numbers with so many decimals.
    pub fn of_decimals(decimals: i32) -> Self {
        Self { power: -decimals }
    }

    /// The number in units of the grid, rounded toward minus infinity.
    pub fn read(self, value: f64) -> i128 {
        let (digits, power) = parts(value);
        let shift = power - self.power;
        let scale = 10_i128.checked_pow(shift.unsigned_abs());
        match (shift >= 0, scale) {
            (true, Some(scale)) => digits.saturating_mul(scale),
            (true, None) => digits.signum().saturating_mul(i128::MAX),
            (false, Some(scale)) => digits.div_euclid(scale),
            (false, None) => -i128::from(digits < 0),
        }
    }

    /// The double next to an integer of the grid.
    pub fn write(self, units: i128) -> f64 {
        format!("{units}e{}", self.power)
            .parse()
            .expect("a number in exponent form")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_decimals_have_equal_differences() {
        let grid = Grid::of(&[0.7, 0.6, 0.4, 0.3, -12.25, 0.0]);
        let minus = |a: f64, b: f64| grid.read(a) - grid.read(b);
        assert_eq!(minus(0.7, 0.6), minus(0.4, 0.3));
        assert_eq!(grid.write(minus(0.7, 0.6)), 0.1);
        assert_eq!(grid.write(grid.read(-12.25)), -12.25);
        assert_eq!(grid.read(0.0), 0);
        // Negative control: doubles see two differences.
        assert_ne!(0.7_f64 - 0.6, 0.4 - 0.3);
        // A threshold finer than the grid falls below it.
        assert_eq!(grid.read(0.1099), grid.read(0.1));
    }

    #[test]
    fn numbers_of_all_sizes_stay_in_order() {
        let grid = Grid::of(&[1e-300, 1e300]);
        assert!(grid.read(1e300) > grid.read(1e-300));
        assert!(grid.read(-1e-300) <= grid.read(1e-300));
        assert_eq!(Grid::of(&[0.0]).read(0.0), 0);
    }
}
