//! Integers of rows, each with the number of items that it stands for.

use std::borrow::Cow;

use restrap_core::{DistinctRows, Times};

use crate::error::Error;
use crate::number::format::grouped;

/// The most items that rows are repeated to, for what looks at items one by one.
const MOST_ITEMS: u64 = 10_000_000;

/// Integers of rows, each with the number of units that it stands for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Repeated {
    rows: Vec<i64>,
    times: Times,
}

impl Repeated {
    /// Returns rows that occur as often as `times` says.
    pub fn new(rows: Vec<i64>, times: Times) -> Self {
        Self { rows, times }
    }

    /// Returns the integer of each row.
    pub fn rows(&self) -> &[i64] {
        &self.rows
    }

    /// Returns how many units each row stands for.
    pub fn times(&self) -> &Times {
        &self.times
    }

    /// Returns the number of units.
    pub fn units(&self) -> u64 {
        self.times.items(self.rows.len())
    }

    /// Returns the integer of each row with its number of units.
    pub fn each(&self) -> impl Iterator<Item = (i64, u64)> + Clone {
        self.times.each(&self.rows)
    }

    /// Returns the integers if each row is one unit.
    pub fn single(&self) -> Option<&[i64]> {
        self.times.are_once().then_some(&self.rows)
    }

    /// Returns the integer of each unit.
    ///
    /// # Errors
    /// For rows that stand for more than 10,000,000 units together.
    pub fn one_by_one(&self) -> Result<Cow<'_, [i64]>, Error> {
        one_by_one(&self.rows, &self.times)
    }

    /// Returns the sum over all units, exactly.
    pub fn sum(&self) -> i128 {
        match &self.times {
            Times::Once => i128::from(self.rows.iter().sum::<i64>()),
            Times::Counted(_) => {
                let terms = self
                    .each()
                    .map(|(value, times)| i128::from(value) * i128::from(times));
                terms.sum()
            }
        }
    }

    /// Returns the distinct integers with their numbers of units, if there are at most `most`.
    ///
    /// # Errors
    /// The number of distinct integers, where there are more.
    pub fn distinct(&self, most: usize) -> Result<DistinctRows, usize> {
        DistinctRows::of_times(&self.rows, &self.times, most)
    }
}

impl From<Vec<i64>> for Repeated {
    fn from(rows: Vec<i64>) -> Self {
        Self::new(rows, Times::Once)
    }
}

/// Returns the value of each item.
///
/// # Errors
/// For more than 10,000,000 items.
pub(crate) fn one_by_one<'v, T: Copy>(rows: &'v [T], times: &Times) -> Result<Cow<'v, [T]>, Error> {
    if times.are_once() {
        return Ok(Cow::Borrowed(rows));
    }
    check_one_by_one(times.items(rows.len()))?;
    Ok(Cow::Owned(times.repeat(rows)))
}

/// # Errors
/// For more than 10,000,000 items.
pub(crate) fn check_one_by_one(items: u64) -> Result<(), Error> {
    if items <= MOST_ITEMS {
        return Ok(());
    }
    Err(Error::not_applicable(
        "a question that looks at items one by one",
        "10,000,000 items at most",
        format!("the counts add up to {}", grouped(items)),
        "means of scores and metrics of labels take counts of any size with the default tests and intervals",
    ))
}
