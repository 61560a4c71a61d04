//! What a resample is judged by: values and differences of a corpus metric, from sums.

use std::sync::Arc;

use restrap_core::Statistic;
use restrap_metrics::Metric;

use crate::data::contest::Summed;
use crate::data::layout::{Differences, Layout};
use crate::evidence::resample::metric;
use crate::request::rule::Rule;

/// Values of a bootstrap resample: whether it lost a class or left the metric undefined (1 or 0), the baseline's, and each system's with its difference.
pub struct Resampled<'a> {
    /// The metric.
    pub metric: &'a dyn Metric,
    /// Rows of the statistics.
    pub layout: Layout<'a>,
    /// Classes that the data have, if the metric has any.
    pub classes: Option<u64>,
}

impl<'a> Resampled<'a> {
    /// Judges contests that share a baseline.
    pub(crate) fn of(contests: &[&Summed<'a>], rule: Rule) -> Self {
        let first = contests[0];
        let layout = Layout::new(&metric::systems(contests), rule.draws(first.items()));
        let classes = first.metric.classes(&first.baseline.sums());
        Self {
            metric: first.metric,
            layout,
            classes,
        }
    }

    /// Where among the values of a resample the metric of a system stands; the baseline is system 0.
    pub fn of_system(system: usize) -> usize {
        if system == 0 { 1 } else { 2 * system }
    }

    /// Where the difference between a system and the baseline stands.
    pub fn of_difference(system: usize) -> usize {
        2 * system + 1
    }
}

impl Statistic for Resampled<'_> {
    type Value = f64;

    fn columns(&self) -> usize {
        self.layout.columns.len()
    }

    fn values(&self) -> usize {
        2 * self.layout.systems()
    }

    fn finish(&self, sums: &[i64], values: &mut Vec<f64>) {
        let mut rooms = (Vec::new(), Vec::new());
        self.one(sums, &mut rooms, values);
    }

    fn finish_all<'a>(&self, sums: &'a [i64], values: &'a mut Vec<f64>) -> &'a [f64] {
        values.clear();
        let mut rooms = (Vec::new(), Vec::new());
        if self.metric.is_batched() {
            self.batch(sums, &mut rooms, values);
            return values;
        }
        for sums in sums.chunks_exact(self.columns()) {
            self.one(sums, &mut rooms, values);
        }
        values
    }
}

impl Resampled<'_> {
    /// Judges values of a batched metric, whose undefined values are not numbers.
    fn batch(
        &self,
        sums: &[i64],
        (all, statistics): &mut (Vec<i64>, Vec<i64>),
        values: &mut Vec<f64>,
    ) {
        let systems = self.layout.systems();
        let mut rows = Vec::new();
        for system in 0..systems {
            for sums in sums.chunks_exact(self.columns()) {
                self.layout.complete(sums, all);
                self.layout.of_system(system, all, statistics);
                rows.extend_from_slice(statistics);
            }
        }
        let of_rows = self.metric.finish_all(&rows);
        let resamples = of_rows.len() / systems;
        for resample in 0..resamples {
            let found = |system: usize| {
                Some(of_rows[system * resamples + resample]).filter(|value| value.is_finite())
            };
            let lost = (0..systems).any(|system| found(system).is_none());
            let value = |system: usize| found(system).unwrap_or(0.0);
            values.extend([f64::from(u8::from(lost)), value(0)]);
            values
                .extend((1..systems).flat_map(|system| [value(system), value(system) - value(0)]));
        }
    }

    fn one(
        &self,
        sums: &[i64],
        (all, statistics): &mut (Vec<i64>, Vec<i64>),
        values: &mut Vec<f64>,
    ) {
        self.layout.complete(sums, all);
        self.layout.of_system(0, all, statistics);
        let mut lost = self
            .classes
            .is_some_and(|classes| self.metric.classes(statistics) < Some(classes));
        let baseline = self.metric.finish(statistics);
        lost |= !self.metric.is_defined(statistics);
        let first = values.len();
        values.extend([0.0, baseline]);
        for system in 1..self.layout.systems() {
            self.layout.of_system(system, all, statistics);
            let value = self.metric.finish(statistics);
            lost |= !self.metric.is_defined(statistics);
            values.extend([value, value - baseline]);
        }
        values[first] = f64::from(u8::from(lost));
    }
}

/// Differences after random swaps, one a comparison.
pub struct Swapped<'a> {
    /// The metric.
    pub metric: &'a dyn Metric,
    /// Statistics of each comparison's two systems, of the items in which they differ.
    pub comparisons: Vec<Arc<Differences>>,
}

impl<'a> Swapped<'a> {
    /// Judges contests that share a baseline.
    pub(crate) fn of(contests: &[&Summed<'a>]) -> Self {
        let comparisons = contests
            .iter()
            .map(|contest| Arc::clone(&contest.differences))
            .collect();
        Self {
            metric: contests[0].metric,
            comparisons,
        }
    }
}

impl Statistic for Swapped<'_> {
    type Value = f64;

    fn columns(&self) -> usize {
        self.comparisons
            .iter()
            .map(|differences| differences.columns.len())
            .sum()
    }

    fn values(&self) -> usize {
        self.comparisons.len()
    }

    fn finish(&self, sums: &[i64], values: &mut Vec<f64>) {
        self.one(sums, &mut Vec::new(), values);
    }

    fn finish_all<'a>(&self, sums: &'a [i64], values: &'a mut Vec<f64>) -> &'a [f64] {
        values.clear();
        if let ([differences], true) = (&self.comparisons[..], self.metric.is_batched()) {
            let of_rows = differences.values(self.metric, sums.chunks_exact(self.columns()));
            // What has no value is as far from the baseline as nothing.
            values.extend(
                of_rows
                    .into_iter()
                    .map(|value| if value.is_finite() { value } else { 0.0 }),
            );
            return values;
        }
        let mut room = Vec::new();
        for sums in sums.chunks_exact(self.columns()) {
            self.one(sums, &mut room, values);
        }
        values
    }
}

impl Swapped<'_> {
    fn one(&self, mut sums: &[i64], room: &mut Vec<i64>, values: &mut Vec<f64>) {
        for differences in &self.comparisons {
            let (mine, rest) = sums.split_at(differences.columns.len());
            values.push(differences.value(self.metric, mine, room));
            sums = rest;
        }
    }
}
