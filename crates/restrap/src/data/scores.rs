//! Scores of one system.

use std::borrow::Cow;

use restrap_core::{Entries, IntegerColumn, Precision};

use crate::design::clusters::ClusterMap;

/// Scores of one system, one per item, in item order. The values are borrowed or owned.
#[derive(Clone, Debug, PartialEq)]
pub struct Scores<'a> {
    /// Name in every output.
    pub name: String,
    /// One finite score per item.
    pub values: Cow<'a, [f64]>,
    /// Precision in which the file holds them.
    pub precision: Precision,
}

impl<'a> Scores<'a> {
    /// Scores in double precision, from a vector or a slice; what a terminal would act on in the name is written as its escape.
    pub fn new(name: impl AsRef<str>, values: impl Into<Cow<'a, [f64]>>) -> Self {
        Self {
            name: restrap_words::escaped(name.as_ref()).into_owned(),
            values: values.into(),
            precision: Precision::Double,
        }
    }

    /// Keeps the items whose places `is_in` picks.
    #[must_use]
    pub fn only(&self, is_in: impl Fn(usize) -> bool) -> Self {
        let kept = self
            .values
            .iter()
            .enumerate()
            .filter(|(item, _)| is_in(*item));
        let values: Vec<f64> = kept.map(|(_, score)| *score).collect();
        Self {
            name: self.name.clone(),
            values: values.into(),
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
        }
    }

    /// Number of items.
    pub fn items(&self) -> usize {
        self.columns.first().map_or(0, Entries::items)
    }

    /// Keeps the items whose places `is_in` picks.
    #[must_use]
    pub fn only(&self, is_in: impl Fn(usize) -> bool) -> Self {
        let mut kept = 0;
        let places: Vec<Option<usize>> = (0..self.items())
            .map(|item| {
                is_in(item).then(|| {
                    kept += 1;
                    kept - 1
                })
            })
            .collect();
        self.regrouped(kept, |item| places[item])
    }

    /// Returns the statistics of clusters of the items.
    pub(crate) fn by_cluster(&self, clusters: &ClusterMap) -> Self {
        self.regrouped(clusters.number() as usize, |item| {
            Some(clusters.of_item(item))
        })
    }

    /// The sums of all items.
    pub fn sums(&self) -> Vec<i64> {
        self.columns.iter().map(IntegerColumn::sum).collect()
    }

    /// Returns the statistics of `items` items, to which those of each item are added at the place that `to` gives for it, if any.
    pub(crate) fn regrouped(&self, items: usize, to: impl Fn(usize) -> Option<usize>) -> Self {
        let column = |own: &IntegerColumn| own.regrouped(items, &to);
        Self {
            name: self.name.clone(),
            columns: self.columns.iter().map(column).collect(),
        }
    }
}
