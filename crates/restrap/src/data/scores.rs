//! Scores of one system.

use std::borrow::Cow;

use restrap_core::{Entries, IntegerColumn, Precision, Times};

use restrap_stats::Sample;

use crate::design::clusters::ClusterMap;
use crate::design::repeated::{check_one_by_one, one_by_one};
use crate::error::Error;

/// Scores of one system, one per item or one for each row of items that score alike, in their order. The values are borrowed or owned.
#[derive(Clone, Debug, PartialEq)]
pub struct Scores<'a> {
    /// Name in every output.
    pub name: String,
    /// One finite score for each row.
    rows: Cow<'a, [f64]>,
    /// How many items each row stands for.
    times: Times,
    /// Precision in which the file holds them.
    pub precision: Precision,
}

impl<'a> Scores<'a> {
    /// Scores in double precision, from a vector or a slice; what a terminal would act on in the name is written as its escape.
    pub fn new(name: impl AsRef<str>, values: impl Into<Cow<'a, [f64]>>) -> Self {
        Self::counted(name, values, Times::Once)
    }

    /// Scores of rows, each of which stands for as many items as `times` says: all systems of a comparison have the same counts.
    pub fn counted(
        name: impl AsRef<str>,
        rows: impl Into<Cow<'a, [f64]>>,
        times: impl Into<Times>,
    ) -> Self {
        Self {
            name: restrap_words::escaped(name.as_ref()).into_owned(),
            rows: rows.into(),
            times: times.into(),
            precision: Precision::Double,
        }
    }

    /// Says in which precision the file holds them.
    #[must_use]
    pub fn in_precision(self, precision: Precision) -> Self {
        Self { precision, ..self }
    }

    /// Returns the score of each row; rows are items unless they have counts.
    pub fn rows(&self) -> &[f64] {
        &self.rows
    }

    /// Returns how many items each row stands for.
    pub fn times(&self) -> &Times {
        &self.times
    }

    /// Returns the number of items.
    pub fn items(&self) -> u64 {
        self.times.items(self.rows.len())
    }

    /// Returns the score of each row with its number of items.
    pub fn each(&self) -> impl Iterator<Item = (f64, u64)> + Clone {
        self.times.each(&self.rows)
    }

    /// Returns the scores with their numbers of items.
    pub fn sample(&self) -> Sample<'_> {
        Sample::new(&self.rows, self.times.counts())
    }

    /// Returns the score of each item.
    ///
    /// # Errors
    /// For rows that stand for more than 10,000,000 items together.
    pub fn one_by_one(&self) -> Result<Cow<'_, [f64]>, Error> {
        one_by_one(&self.rows, &self.times)
    }

    /// Keeps the rows whose places `is_in` picks.
    #[must_use]
    pub fn only(&self, is_in: impl Fn(usize) -> bool) -> Self {
        let kept = self.rows.iter().enumerate().filter(|(row, _)| is_in(*row));
        let rows: Vec<f64> = kept.map(|(_, score)| *score).collect();
        Self {
            name: self.name.clone(),
            rows: rows.into(),
            times: self.times.only(is_in),
            precision: self.precision,
        }
    }
}

/// Integer statistics of one system under a metric.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// Name in every output.
    pub name: String,
    /// One column per statistic of the metric, in its order; one row per item, the same items for every system.
    pub columns: Vec<IntegerColumn>,
    /// How many items each row stands for.
    pub times: Times,
}

impl Counted {
    /// Returns statistics of one column each; what a terminal would act on in the name is written as its escape.
    pub fn new(
        name: impl AsRef<str>,
        columns: impl IntoIterator<Item: Into<IntegerColumn>>,
    ) -> Self {
        Self {
            name: restrap_words::escaped(name.as_ref()).into_owned(),
            columns: columns.into_iter().map(Into::into).collect(),
            times: Times::Once,
        }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, Entries::items)
    }

    /// Number of items.
    pub fn items(&self) -> u64 {
        self.times.items(self.rows())
    }

    /// Returns the statistics of each item.
    ///
    /// # Errors
    /// For rows that stand for more than 10,000,000 items together.
    pub fn one_by_one(&self) -> Result<Cow<'_, Self>, Error> {
        if self.times.are_once() {
            return Ok(Cow::Borrowed(self));
        }
        check_one_by_one(self.items())?;
        Ok(Cow::Owned(Self {
            name: self.name.clone(),
            columns: self
                .columns
                .iter()
                .map(|column| column.repeated(&self.times))
                .collect(),
            times: Times::Once,
        }))
    }

    /// Keeps the items whose places `is_in` picks.
    #[must_use]
    pub fn only(&self, is_in: impl Fn(usize) -> bool + Copy) -> Self {
        let mut kept = 0;
        let places: Vec<Option<usize>> = (0..self.rows())
            .map(|item| {
                is_in(item).then(|| {
                    kept += 1;
                    kept - 1
                })
            })
            .collect();
        Self {
            times: self.times.only(is_in),
            ..self.regrouped(kept, |item| places[item])
        }
    }

    /// Returns the statistics of clusters of the items.
    pub(crate) fn by_cluster(&self, clusters: &ClusterMap) -> Self {
        let columns = self
            .columns
            .iter()
            .map(|column| column.multiplied(&self.times));
        let items = Self {
            name: self.name.clone(),
            columns: columns.collect(),
            times: Times::Once,
        };
        items.regrouped(clusters.number() as usize, |item| {
            Some(clusters.of_item(item))
        })
    }

    /// The sums of all items.
    pub fn sums(&self) -> Vec<i64> {
        let sum = |column: &IntegerColumn| column.sum_of_times(&self.times);
        self.columns.iter().map(sum).collect()
    }

    /// Returns the statistics of `items` rows, to which those of each row are added at the place that `to` gives for it, if any.
    pub(crate) fn regrouped(&self, items: usize, to: impl Fn(usize) -> Option<usize>) -> Self {
        let column = |own: &IntegerColumn| own.regrouped(items, &to);
        Self {
            name: self.name.clone(),
            columns: self.columns.iter().map(column).collect(),
            times: Times::Once,
        }
    }
}
