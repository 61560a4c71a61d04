//! Statistics of systems that were scored on different items: all items in one table, each with the system that it belongs to.
//!
//! A resample draws the items of each system separately, and a permutation reassigns the items to the systems. Rows of one
//! system are 0 in the columns of the others, so that the sums over all rows are the sums of each system.

use restrap_core::IntegerColumn;
use restrap_metrics::Metric;
use restrap_stats::Counts;

use crate::data::rows::Rows;
use crate::data::scores::Counted;

/// Pseudo-values that differ by a smaller share of the largest are equal: sums are exact, quotients are not.
const EQUAL: f64 = 1e-9;

/// The items of two systems in one table, of which any may be the system's.
#[derive(Debug)]
pub(crate) struct Apart {
    /// Items of the baseline and of the system.
    pub sizes: [u64; 2],
    /// Statistics of the system's items, then of the baseline's.
    pub pooled: Vec<IntegerColumn>,
    /// Their sums.
    pub total: Vec<i64>,
}

/// Statistics of every system over the pooled items, one system after the other; 0 on the items of others.
pub(crate) fn padded(systems: &[Counted]) -> Vec<Counted> {
    let all: usize = systems.iter().map(Counted::rows).sum();
    let mut start = 0;
    let mut padded = |system: &Counted| {
        let before = start;
        start += system.rows();
        system.regrouped(all, |item| Some(before + item))
    };
    systems.iter().map(&mut padded).collect()
}

impl Apart {
    /// Pools the items of two systems, before these are padded.
    pub fn new(baseline: &Counted, system: &Counted) -> Self {
        let (own, all) = (system.rows(), system.rows() + baseline.rows());
        let of_system = system.regrouped(all, Some);
        let of_baseline = baseline.regrouped(all, |item| Some(own + item));
        let both = of_system.columns.iter().zip(&of_baseline.columns);
        let pooled: Vec<IntegerColumn> = both.map(|(s, b)| s.plus(1, b)).collect();
        let total = pooled.iter().map(IntegerColumn::sum).collect();
        Self {
            sizes: [baseline, system].map(Counted::items),
            pooled,
            total,
        }
    }

    /// Items of both.
    pub fn items(&self) -> u64 {
        self.sizes.iter().sum()
    }

    /// All items are alike, so that no label changes anything.
    pub fn is_constant(&self) -> bool {
        self.pooled.iter().all(|column| column.constant().is_some())
    }

    /// M(system) − M(baseline) where the system's items have these sums.
    pub fn value(&self, metric: &dyn Metric, sums: &[i64]) -> f64 {
        let rest: Vec<i64> = self
            .total
            .iter()
            .zip(sums)
            .map(|(total, sum)| total - sum)
            .collect();
        metric.finish(sums) - metric.finish(&rest)
    }

    /// Values of the metric on many such sums, at once for a batched metric; where it has no value, 0.
    pub fn values(&self, metric: &dyn Metric, sums: &[i64], values: &mut Vec<f64>) {
        let width = self.total.len();
        if !metric.is_batched() {
            values.extend(
                sums.chunks_exact(width)
                    .map(|sums| self.value(metric, sums)),
            );
            return;
        }
        let mut rows = Vec::with_capacity(2 * sums.len());
        for sums in sums.chunks_exact(width) {
            rows.extend_from_slice(sums);
            rows.extend(self.total.iter().zip(sums).map(|(total, sum)| total - sum));
        }
        let of_rows = metric.finish_all(&rows);
        values.extend(
            of_rows
                .chunks_exact(2)
                .map(|both| both[0] - both[1])
                .map(|value| {
                    // What has no value is as far from the baseline as nothing.
                    if value.is_finite() { value } else { 0.0 }
                }),
        );
    }

    /// Pairs of an item of the system and one of the baseline in which the system's has the larger, the smaller and the same
    /// pseudo-value `n M − (n − 1) M without it` (Tukey 1958): of a mean these are the scores themselves.
    pub fn counts(&self, metric: &dyn Metric) -> Counts {
        let [baseline, system] = self.sizes.map(|size| size as usize);
        let pseudo = |items: std::ops::Range<usize>| -> Vec<f64> {
            let to = |item| items.contains(&item).then(|| item - items.start);
            let own = |column: &IntegerColumn| column.regrouped(items.len(), to);
            let own: Vec<IntegerColumn> = self.pooled.iter().map(own).collect();
            let sums: Vec<i64> = own.iter().map(IntegerColumn::sum).collect();
            let (n, all) = (items.len() as f64, metric.finish(&sums));
            let without = Rows::new(&own).leave_one_out(metric, &sums);
            without
                .into_iter()
                .map(|rest| n * all - (n - 1.0) * rest)
                .collect()
        };
        let (of_system, mut of_baseline) = (pseudo(0..system), pseudo(system..system + baseline));
        let largest = of_system
            .iter()
            .chain(&of_baseline)
            .fold(0.0_f64, |most, value| most.max(value.abs()));
        let near = EQUAL * largest;
        of_baseline.sort_unstable_by(f64::total_cmp);
        let mut counts = Counts {
            better: 0,
            worse: 0,
            tied: 0,
        };
        for value in of_system {
            let below = of_baseline.partition_point(|other| *other < value - near) as u64;
            let to = of_baseline.partition_point(|other| *other <= value + near) as u64;
            counts.better += below;
            counts.tied += to - below;
            counts.worse += of_baseline.len() as u64 - to;
        }
        counts
    }
}
