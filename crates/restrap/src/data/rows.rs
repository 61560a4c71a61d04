//! Items as rows of non-zero values, and the value of the metric on the corpus without one of them.

use std::collections::HashMap;

use rayon::prelude::*;
use restrap_core::Entries;
use restrap_metrics::Metric;

/// Rows of sums that a batched metric gets at once, at most.
pub(crate) const BATCH: usize = 16_384;

/// The non-zero values of every item, item after item.
pub(crate) struct Rows {
    entries: Vec<(u32, i64)>,
    /// Where each item's entries begin, and where those of the last one end.
    starts: Vec<usize>,
}

impl Rows {
    /// Groups equal rows of columns of one length.
    pub fn new<C: Entries>(columns: &[C]) -> Self {
        let items = columns.first().map_or(0, Entries::items);
        let mut starts = vec![0; items + 1];
        for column in columns {
            column.each(|item, _| starts[item + 1] += 1);
        }
        for item in 0..items {
            starts[item + 1] += starts[item];
        }
        let mut next = starts.clone();
        let mut entries = vec![(0, 0); starts[items]];
        for (number, column) in (0_u32..).zip(columns) {
            column.each(|item, value| {
                entries[next[item]] = (number, value);
                next[item] += 1;
            });
        }
        Self { entries, starts }
    }

    pub fn items(&self) -> usize {
        self.starts.len() - 1
    }

    pub fn of(&self, item: usize) -> &[(u32, i64)] {
        &self.entries[self.starts[item]..self.starts[item + 1]]
    }

    /// The metric of `sums` without each item in turn, in the order of the items: linear in the items.
    pub fn leave_one_out(&self, metric: &dyn Metric, sums: &[i64]) -> Vec<f64> {
        if metric.is_batched() {
            return self.leave_one_out_of_batches(metric, sums);
        }
        let without = |rest: &mut Vec<i64>, item| {
            rest.clear();
            rest.extend_from_slice(sums);
            self.of(item)
                .iter()
                .for_each(|&(column, value)| rest[column as usize] -= value);
            metric.finish(rest)
        };
        let (distinct, places) = self.distinct();
        let values: Vec<f64> = distinct
            .into_par_iter()
            .map_init(Vec::new, without)
            .collect();
        places.into_iter().map(|place| values[place]).collect()
    }

    /// An item of each kind of row, and the kind of each item.
    fn distinct(&self) -> (Vec<usize>, Vec<usize>) {
        let mut known = HashMap::new();
        let mut distinct = Vec::new();
        let of_item = |item| {
            *known.entry(self.of(item)).or_insert_with(|| {
                distinct.push(item);
                distinct.len() - 1
            })
        };
        let places = (0..self.items()).map(of_item).collect();
        (distinct, places)
    }

    fn leave_one_out_of_batches(&self, metric: &dyn Metric, sums: &[i64]) -> Vec<f64> {
        let mut values = Vec::with_capacity(self.items());
        for first in (0..self.items()).step_by(BATCH) {
            let mut rest = Vec::with_capacity(BATCH * sums.len());
            for item in first..(first + BATCH).min(self.items()) {
                let start = rest.len();
                rest.extend_from_slice(sums);
                self.of(item)
                    .iter()
                    .for_each(|&(column, value)| rest[start + column as usize] -= value);
            }
            values.extend(metric.finish_all(&rest));
        }
        values
    }
}
