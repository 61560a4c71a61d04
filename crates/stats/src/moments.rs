//! Count, mean and squared deviations of a column.
//!
//! Two passes, each a compensated sum (Neumaier 1974): values near 1e7 that differ in the sixth decimal keep their
//! variance, where the textbook sum of squares loses all of it.

use crate::StatsError;
use crate::error::finite;

/// A running sum with the rounding errors kept beside it; relative error 2e-16 plus n^2 1e-32 of the sum of sizes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CompensatedSum {
    sum: f64,
    rest: f64,
}

impl CompensatedSum {
    pub fn add(&mut self, value: f64) {
        // Knuth's form of the error needs no comparison of sizes.
        let sum = self.sum + value;
        let of_value = sum - self.sum;
        self.rest += (self.sum - (sum - of_value)) + (value - of_value);
        self.sum = sum;
    }

    pub fn total(self) -> f64 {
        self.sum + self.rest
    }
}

pub(crate) fn sum(values: impl Iterator<Item = f64>) -> f64 {
    let mut running = CompensatedSum::default();
    values.for_each(|value| running.add(value));
    running.total()
}

/// Sums side by side: one alone would wait for itself.
const LANES: usize = 4;

/// `value(0) + ... + value(count - 1)`, each part of the values on its own; a fixed order.
fn sum_each<const PARTS: usize>(
    count: usize,
    value: impl Fn(usize) -> [f64; PARTS],
) -> [f64; PARTS] {
    let mut sums = [[CompensatedSum::default(); LANES]; PARTS];
    let mut add = |i: usize, lane: usize| {
        for (lanes, part) in sums.iter_mut().zip(value(i)) {
            lanes[lane].add(part);
        }
    };
    let whole = count - count % LANES;
    for first in (0..whole).step_by(LANES) {
        (0..LANES).for_each(|lane| add(first + lane, lane));
    }
    (whole..count).for_each(|i| add(i, i - whole));
    sums.map(|lanes| sum(lanes.into_iter().map(CompensatedSum::total)))
}

/// Count, mean and sum of squared deviations from the mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    count: u64,
    mean: f64,
    squares: f64,
}

impl Moments {
    /// From sums computed elsewhere, exactly where the scores lie on a grid.
    ///
    /// `squares` is the sum of squared deviations from the mean, not of squares.
    ///
    /// # Errors
    /// When `count` is 0, a number is not finite or `squares` is negative.
    pub fn new(count: u64, sum: f64, squares: f64) -> Result<Self, StatsError> {
        finite(&[sum, squares])?;
        if count == 0 {
            return Err(StatsError::TooFew {
                what: "items",
                needed: 1,
                found: 0,
            });
        }
        if squares < 0.0 {
            return Err(StatsError::Negative {
                name: "the sum of squared deviations",
                value: squares,
            });
        }
        Ok(Self {
            count,
            mean: sum / count as f64,
            squares,
        })
    }

    /// From the mean itself and the sum of squared deviations from it.
    ///
    /// # Errors
    /// As [`Moments::new`].
    pub fn from_mean(count: u64, mean: f64, squares: f64) -> Result<Self, StatsError> {
        Ok(Self {
            mean,
            ..Self::new(count, mean * count as f64, squares)?
        })
    }

    /// Moments of the finite numbers `value(0)` to `value(count - 1)`, which are computed twice and never stored.
    ///
    /// # Errors
    /// When there are none.
    pub fn of_each(count: usize, value: impl Fn(usize) -> f64) -> Result<Self, StatsError> {
        if count == 0 {
            return Err(StatsError::TooFew {
                what: "items",
                needed: 1,
                found: 0,
            });
        }
        let items = count as f64;
        let [total] = sum_each(count, |i| [value(i)]);
        let mean = total / items;
        // The second term takes out what the rounding of the mean puts in.
        let [drift, squares] = sum_each(count, |i| {
            let deviation = value(i) - mean;
            [deviation, deviation * deviation]
        });
        let squares = squares - drift * drift / items;
        Ok(Self {
            count: count as u64,
            mean,
            squares: squares.max(0.0),
        })
    }

    /// Number of values.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Arithmetic mean.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// Sum of squared deviations from the mean.
    pub fn squares(&self) -> f64 {
        self.squares
    }

    /// Variance with n - 1 below, `None` for one value.
    pub fn variance(&self) -> Option<f64> {
        (self.count > 1).then(|| self.squares / (self.count - 1) as f64)
    }

    /// Standard deviation with n - 1 below, `None` for one value.
    pub fn sd(&self) -> Option<f64> {
        self.variance().map(libm::sqrt)
    }

    /// Sets a spread that is rounding noise to 0.
    pub(crate) fn without_spread(self) -> Self {
        Self {
            squares: 0.0,
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variance_survives_an_offset_of_ten_million() {
        let values: Vec<f64> = (0..1000).map(|i| 1e7 + f64::from(i % 3) / 1024.0).collect();
        let plain: Vec<f64> = (0..1000).map(|i| f64::from(i % 3) / 1024.0).collect();
        let (offset, near) = (Moments::of(&values).unwrap(), Moments::of(&plain).unwrap());
        // 1e7 + k/1024 is exact, so only the mean is rounded: by 1e-9, whose square is corrected for.
        assert!(
            (offset.squares() / near.squares() - 1.0).abs() < 1e-12,
            "{offset:?} {near:?}"
        );
        // Negative control: the textbook formula is off by more than the variance itself.
        let textbook =
            values.iter().map(|x| x * x).sum::<f64>() - 1000.0 * offset.mean() * offset.mean();
        assert!((textbook / near.squares() - 1.0).abs() > 1e-3, "{textbook}");
    }

    #[test]
    fn one_value_has_a_mean_and_no_variance() {
        let one = Moments::of(&[3.5]).unwrap();
        assert_eq!((one.mean(), one.variance()), (3.5, None));
        assert!(Moments::of(&[]).is_err());
        assert!(Moments::of(&[1.0, f64::NAN]).is_err());
        assert!(Moments::new(3, 1.0, -1.0).is_err());
    }
}
