//! Deviations from the mean and their squares, drawn together: what a studentized interval sums.
//!
//! Squares are taken of deviations from the integer nearest to the mean, and lie on a grid of their own: 40 bits at most, so
//! that a resample sums integers whatever the scores.

use restrap_core::{
    CompressedBootstrap, Design, IndexedBootstrap, JointRows, Level, Resampler, StreamedBootstrap,
    Times,
};
use restrap_engine::{Route, bootstrap_route};

use crate::design::repeated::Repeated;

/// Bits of a square; fewer where rows with counts stand for so many units that [`SUM`] would not do.
const SQUARE: u32 = 40;
/// Bits of a sum of squares.
const SUM: u32 = 62;

/// Deviations and their squares.
pub(crate) struct Deviations {
    centre: i64,
    values: Vec<i64>,
    squares: Vec<i64>,
    /// How many units each row stands for.
    times: Times,
    /// Units.
    units: u64,
    /// Squares are in units of `2^shift`.
    shift: u32,
}

impl Deviations {
    pub fn of(column: &Repeated) -> Self {
        let units = column.units();
        let centre = (column.sum() as f64 / units as f64).round() as i64;
        let values: Vec<i64> = column.rows().iter().map(|&d| d - centre).collect();
        let square = |u: i64| i128::from(u) * i128::from(u);
        let largest = values.iter().map(|&u| square(u)).max().unwrap_or(0);
        let bits = if column.single().is_some() {
            SQUARE
        } else {
            SQUARE.min(SUM.saturating_sub(u64::BITS - units.leading_zeros()))
        };
        let shift = (i128::BITS - largest.leading_zeros()).saturating_sub(bits);
        let half = (1_i128 << shift) >> 1;
        let squares = values
            .iter()
            .map(|&u| ((square(u) + half) >> shift) as i64)
            .collect();
        Self {
            centre,
            values,
            squares,
            times: column.times().clone(),
            units,
            shift,
        }
    }

    /// Mean and its standard error of a resample with these sums, in grid units.
    pub fn finish(&self, sum: i64, squares: i64) -> (f64, f64) {
        let n = i128::from(self.units);
        let mean = self.centre as f64 + sum as f64 / n as f64;
        // n^2 times the variance with n below.
        let spread = if self.shift == 0 {
            (n * i128::from(squares) - i128::from(sum) * i128::from(sum)) as f64
        } else {
            let unit = (1_u128 << self.shift) as f64;
            let spread = n as f64 * (squares as f64 * unit) - sum as f64 * sum as f64;
            // Below what rounding of squares can make, there is none.
            if spread > (n * n) as f64 * unit {
                spread
            } else {
                0.0
            }
        };
        let all = n as f64;
        (mean, (spread / (all * all * (all - 1.0))).sqrt())
    }

    /// Whether doubles hold every sum of a resample, every sum of squares, and its product with the number of values: then they hold
    /// [`Self::finish`] up to its root.
    pub fn is_small(&self) -> bool {
        const EXACT: f64 = 9_007_199_254_740_992.0;
        let n = self.units as f64;
        let largest = |values: &[i64]| {
            values
                .iter()
                .map(|value| value.unsigned_abs())
                .max()
                .unwrap_or(0) as f64
        };
        let (sum, squares) = (n * largest(&self.values), n * largest(&self.squares));
        self.shift == 0 && sum * sum < EXACT && n * squares < EXACT
    }

    /// Computes [`Self::finish`] in doubles, for sums that [`Self::is_small`] allows.
    pub fn finish_small(&self, sum: f64, squares: f64) -> (f64, f64) {
        let n = self.units as f64;
        (
            self.centre as f64 + sum / n,
            ((n * squares - sum * sum) / (n * n * (n - 1.0))).sqrt(),
        )
    }

    /// The observed mean and its standard error, in grid units.
    pub fn observed(&self) -> (f64, f64) {
        let sum = |values: &[i64]| match &self.times {
            Times::Once => values.iter().sum(),
            times @ Times::Counted(_) => {
                let terms = times.each(values);
                terms
                    .map(|(value, times)| value * times.cast_signed())
                    .sum()
            }
        };
        self.finish(sum(&self.values), sum(&self.squares))
    }

    /// Both columns.
    pub fn both(&self) -> [&[i64]; 2] {
        [&self.values, &self.squares]
    }

    /// Distinct rows. Squares follow from deviations: as many as distinct differences.
    fn rows(&self) -> Option<JointRows> {
        if !self.times.are_once() {
            return JointRows::of_times(&self.both(), &self.times, usize::MAX);
        }
        JointRows::of_columns(&self.both(), (self.values.len() / 2).max(64))
    }

    /// The route of the draws: a frozen function of the data.
    pub fn route(&self) -> Route {
        if !self.times.are_once() {
            return Route::Compressed;
        }
        let items = self.values.len() as u64;
        bootstrap_route(items, self.rows().map_or(items, |rows| rows.len() as u64))
    }

    /// Draws the sums of both columns.
    pub fn resampler(&self, route: Route, level: Level) -> Box<dyn Resampler> {
        let items = self.units;
        let design = Design::full(items);
        match (
            route,
            if route == Route::Compressed || !self.times.are_once() {
                self.rows()
            } else {
                None
            },
        ) {
            (_, Some(rows)) => Box::new(CompressedBootstrap::new(rows, items, level)),
            (Route::Indexed, _) => Box::new(IndexedBootstrap::new(&self.both(), &design)),
            _ => Box::new(StreamedBootstrap::new(&self.both(), &design, level)),
        }
    }
}

/// A mean and its standard error, observed and of every resample.
pub(crate) struct Replicates {
    pub observed: (f64, f64),
    pub replicates: Vec<(f64, f64)>,
}

impl Replicates {
    /// Studentises the resamples of a column of grid units, of which `per_one` are one unit of the score; `None` from fewer than two resamples.
    /// `sums`: sums of deviations and of their squares.
    pub fn new(column: &Repeated, per_one: f64, sums: [&[i64]; 2]) -> Option<Self> {
        let [sums, squares] = sums;
        if sums.len() < 2 {
            return None;
        }
        let deviations = Deviations::of(column);
        let scaled = |(mean, error): (f64, f64)| (mean / per_one, error / per_one);
        let both = sums.iter().zip(squares);
        let replicates = both
            .map(|(&sum, &squares)| scaled(deviations.finish(sum, squares)))
            .collect();
        Some(Self {
            observed: scaled(deviations.observed()),
            replicates,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_give_mean_and_standard_error() {
        let column = [3_i64, 7, 7, 12, 40];
        let columns = Deviations::of(&Vec::from(column).into());
        let (mean, error) = columns.observed();
        // Squared deviations 116.64, 46.24, 46.24, 3.24, 686.44: 898.8 over 4 times 5.
        assert!(
            (mean - 13.8).abs() < 1e-14 && (error - 44.94_f64.sqrt()).abs() < 1e-14,
            "{mean} {error}"
        );
        let all_alike = columns.finish(5 * columns.values[4], 5 * columns.squares[4]);
        assert_eq!(all_alike, (40.0, 0.0), "no spread is exactly none");
        assert!(columns.is_small());
        let (sum, squares) = (
            columns.values.iter().sum::<i64>(),
            columns.squares.iter().sum::<i64>(),
        );
        let (mean, error) = columns.finish_small(sum as f64, squares as f64);
        let slow = columns.finish(sum, squares);
        assert!((mean - slow.0).abs() < 1e-14 && (error / slow.1 - 1.0).abs() < 1e-14);
        assert_eq!(
            columns.finish_small(
                5.0 * columns.values[4] as f64,
                5.0 * columns.squares[4] as f64
            ),
            all_alike
        );
        assert!(!Deviations::of(&vec![0, 1 << 30, -7].into()).is_small());
    }

    #[test]
    fn wide_squares_keep_their_first_40_bits() {
        let column: Vec<i64> = (0..1_000_i64)
            .map(|i| (i * 7_919 % 1_009 - 500) << 36)
            .collect();
        let narrow: Vec<i64> = column.iter().map(|d| d >> 36).collect();
        let of = |column: &[i64]| {
            let columns = Deviations::of(&column.to_vec().into());
            columns
                .finish(columns.values.iter().sum(), columns.squares.iter().sum())
                .1
        };
        // A square is off by 2^-41 of the largest.
        assert!((of(&column) / of(&narrow) / (1_u64 << 36) as f64 - 1.0).abs() < 1e-10);
        assert_eq!(Deviations::of(&narrow.clone().into()).shift, 0);
        let columns = Deviations::of(&column.clone().into());
        assert!(columns.shift > 0);
        assert_eq!(
            columns
                .finish(1_000 * columns.values[3], 1_000 * columns.squares[3])
                .1,
            0.0
        );
    }
}
