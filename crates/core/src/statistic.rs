//! Metrics as functions of summed sufficient statistics.

use std::fmt::Debug;

use bytemuck::Pod;

/// What a resample is judged by: one or more values from its column sums.
pub trait Statistic: Sync {
    /// Integers where ties must be decided exactly, doubles elsewhere.
    type Value: Pod + Debug + Default + PartialOrd + Send + Sync;

    /// Integer columns whose sums are needed.
    fn columns(&self) -> usize;

    /// Values a resample.
    fn values(&self) -> usize {
        1
    }

    /// Appends the values of one resample to `values`, from `columns()` sums.
    fn finish(&self, sums: &[i64], values: &mut Vec<Self::Value>);

    /// The values of several resamples, resample after resample; `room` is used where they are not the sums themselves.
    fn finish_all<'a>(&self, sums: &'a [i64], room: &'a mut Vec<Self::Value>) -> &'a [Self::Value] {
        room.clear();
        for sums in sums.chunks_exact(self.columns()) {
            self.finish(sums, room);
        }
        room
    }
}

/// The sums themselves: exact values of means, one per column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sums(
    /// Number of columns.
    pub usize,
);

impl Statistic for Sums {
    type Value = i64;

    fn columns(&self) -> usize {
        self.0
    }

    fn values(&self) -> usize {
        self.0
    }

    fn finish(&self, sums: &[i64], values: &mut Vec<i64>) {
        values.extend_from_slice(sums);
    }

    fn finish_all<'a>(&self, sums: &'a [i64], _: &'a mut Vec<i64>) -> &'a [i64] {
        sums
    }
}
