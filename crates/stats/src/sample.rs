//! Scores of items, or of rows that stand for several items each.

use crate::error::finite;
use crate::moments::{CompensatedSum, sum};
use crate::{Moments, StatsError};

/// Finite scores, one for each item, or one for each row with the number of items that it stands for.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    rows: &'a [f64],
    times: Option<&'a [u64]>,
}

impl<'a> Sample<'a> {
    /// Returns the scores of rows; `times`: the items of each, or one each.
    ///
    /// # Panics
    /// If there are other numbers of rows and of counts.
    pub fn new(rows: &'a [f64], times: Option<&'a [u64]>) -> Self {
        assert!(
            times.is_none_or(|times| times.len() == rows.len()),
            "a row has one count"
        );
        Self { rows, times }
    }

    /// Returns the score of each row.
    pub fn rows(self) -> &'a [f64] {
        self.rows
    }

    /// Returns the number of items.
    pub fn items(self) -> u64 {
        match self.times {
            None => self.rows.len() as u64,
            Some(times) => times.iter().sum(),
        }
    }

    /// Returns the score of each row with its number of items.
    pub fn each(self) -> impl Iterator<Item = (f64, u64)> + 'a {
        let times = move |row: usize| self.times.map_or(1, |times| times[row]);
        self.rows
            .iter()
            .enumerate()
            .map(move |(row, score)| (*score, times(row)))
    }

    /// Returns the number of items whose scores `is_meant` picks.
    pub fn count(self, is_meant: impl Fn(f64) -> bool) -> u64 {
        match self.times {
            None => self.rows.iter().filter(|score| is_meant(**score)).count() as u64,
            Some(times) => {
                let rows = self.rows.iter().zip(times);
                rows.filter(|(score, _)| is_meant(**score))
                    .map(|(_, times)| times)
                    .sum()
            }
        }
    }

    /// Returns the sum of a function of each score over all items, compensated.
    pub(crate) fn sum(self, value: impl Fn(f64) -> f64) -> f64 {
        match self.times {
            None => sum(self.rows.iter().map(|score| value(*score))),
            Some(times) => {
                let rows = self.rows.iter().zip(times);
                sum(rows.map(|(score, times)| value(*score) * *times as f64))
            }
        }
    }

    /// Returns the moments of a function of each score.
    ///
    /// # Errors
    /// For no items.
    pub(crate) fn moments_of(self, value: impl Fn(f64) -> f64) -> Result<Moments, StatsError> {
        let Some(times) = self.times else {
            return Moments::of_each(self.rows.len(), |row| value(self.rows[row]));
        };
        Moments::of_times(
            self.rows
                .iter()
                .map(|score| value(*score))
                .zip(times.iter().copied()),
        )
    }
}

impl Moments {
    /// From the values themselves.
    ///
    /// # Errors
    /// When there are none or one is not finite.
    pub fn of<'a>(values: impl Into<Sample<'a>>) -> Result<Self, StatsError> {
        let values = values.into();
        finite(values.rows())?;
        values.moments_of(|value| value)
    }
}

impl<'a> From<&'a [f64]> for Sample<'a> {
    fn from(rows: &'a [f64]) -> Self {
        Self { rows, times: None }
    }
}

impl<'a> From<&'a Vec<f64>> for Sample<'a> {
    fn from(rows: &'a Vec<f64>) -> Self {
        Self::from(&rows[..])
    }
}

impl<'a, const N: usize> From<&'a [f64; N]> for Sample<'a> {
    fn from(rows: &'a [f64; N]) -> Self {
        Self::from(&rows[..])
    }
}

impl Moments {
    /// Moments of finite values, each of which occurs so often.
    ///
    /// # Errors
    /// For no items.
    pub fn of_times(values: impl Iterator<Item = (f64, u64)> + Clone) -> Result<Self, StatsError> {
        let count: u64 = values.clone().map(|(_, times)| times).sum();
        if count == 0 {
            return Err(StatsError::TooFew {
                what: "items",
                needed: 1,
                found: 0,
            });
        }
        let items = count as f64;
        let mean = sum(values.clone().map(|(value, times)| value * times as f64)) / items;
        let (mut drift, mut squares) = (CompensatedSum::default(), CompensatedSum::default());
        for (value, times) in values {
            let deviation = value - mean;
            drift.add(deviation * times as f64);
            squares.add(deviation * deviation * times as f64);
        }
        // The second term takes out what the rounding of the mean puts in.
        let squares = squares.total() - drift.total() * drift.total() / items;
        Self::from_mean(count, mean, squares.max(0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_with_counts_are_their_items() {
        let (rows, times) = ([0.25, -3.5, 7.0, 0.1], [3, 1, 4, 2]);
        let items = [0.25, 0.25, 0.25, -3.5, 7.0, 7.0, 7.0, 7.0, 0.1, 0.1];
        let (counted, single) = (Sample::new(&rows, Some(&times)), Sample::from(&items));
        assert_eq!((counted.items(), counted.count(|x| x > 0.2)), (10, 7));
        let [one, other] = [counted, single].map(|of| of.moments_of(|x| 2.0 * x).expect("items"));
        assert_eq!(one.count(), other.count());
        assert!(
            (one.mean() - other.mean()).abs() < 1e-15,
            "{one:?} {other:?}"
        );
        assert!((one.squares() / other.squares() - 1.0).abs() < 1e-14);
        let cubes = |of: Sample| of.sum(|x| x * x * x);
        assert!((cubes(counted) / cubes(single) - 1.0).abs() < 1e-14);
        assert!(Sample::new(&[], Some(&[])).moments_of(|x| x).is_err());
    }

    #[test]
    fn a_billion_items_far_from_0_keep_their_variance() {
        let times = [600_000_000, 400_000_000];
        let of = Sample::new(&[1e7, 1e7 + 1e-3], Some(&times));
        let moments = of.moments_of(|x| x).expect("items");
        // p (1 - p) of a step of what 0.001 is beside 1e7.
        let step: f64 = 1e7 + 1e-3 - 1e7;
        let expected = 0.24 * step * step;
        let found = moments.squares() / 1e9;
        assert!((found / expected - 1.0).abs() < 1e-9, "{found} {expected}");
    }
}
