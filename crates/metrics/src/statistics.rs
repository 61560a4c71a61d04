//! What a scorer gives: one column per statistic, one row per item.

use restrap_core::{Entries, IntegerColumn};

use crate::Mean;

/// Integer statistics of the items of one system, as columns.
///
/// All columns have one length. Two systems that are scored on the same items have the same rows in the same order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Statistics {
    /// One column per statistic, in the order of [`crate::Metric::columns`].
    pub columns: Vec<IntegerColumn>,
    /// The items' ids where the input has any (queries, documents); else items are known by their position.
    pub ids: Option<Vec<String>>,
}

impl Statistics {
    /// Returns `columns` columns of `items` zeros.
    #[cfg(feature = "scorers")]
    pub(crate) fn zeros(columns: usize, items: usize) -> Self {
        Self {
            columns: vec![IntegerColumn::zeros(items); columns],
            ids: None,
        }
    }

    /// The columns of some rows of `columns` statistics each.
    #[cfg(feature = "scorers")]
    pub(crate) fn from_rows(columns: usize, rows: &[Vec<i64>]) -> Self {
        let column = |at: usize| rows.iter().map(|row| row[at]).collect();
        Self {
            columns: (0..columns).map(column).collect(),
            ids: None,
        }
    }

    /// The number of items.
    pub fn items(&self) -> usize {
        self.columns.first().map_or(0, Entries::items)
    }

    /// The sum of every column: what [`crate::Metric::finish`] takes.
    pub fn sums(&self) -> Vec<i64> {
        self.columns.iter().map(IntegerColumn::sum).collect()
    }

    /// The statistics of one item.
    ///
    /// # Panics
    ///
    /// When there is no such item.
    pub fn row(&self, item: usize) -> Vec<i64> {
        self.columns.iter().map(|column| column.get(item)).collect()
    }
}

/// Scores of the items of one system, whose mean is the metric.
#[derive(Debug, Clone, PartialEq)]
pub struct Scores {
    /// What the scores are.
    pub mean: Mean,
    /// One score per item.
    pub scores: Vec<f64>,
    /// The items' ids where the input has any.
    pub ids: Option<Vec<String>>,
}

impl Scores {
    /// The mean over the items, summed in their order; 0 without items.
    pub fn value(&self) -> f64 {
        if self.scores.is_empty() {
            return 0.0;
        }
        self.scores.iter().sum::<f64>() / self.scores.len() as f64
    }
}
