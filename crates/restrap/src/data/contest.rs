//! One system against the baseline under a corpus metric: observed values, items for and against.

use std::sync::{Arc, OnceLock};

use restrap_core::JointRows;
use restrap_engine::joint_route;
use restrap_metrics::Metric;
use restrap_stats::Counts;

use crate::data::clusters::ClusterMap;
use crate::data::counted::Counted;
use crate::data::layout::{Differences, Layout};
use crate::data::rows::{BATCH, Rows};

/// Values of a metric that differ by less than this share of its size are equal: sums are exact, quotients are not.
const EQUAL: f64 = 1e-12;

/// A pair of systems under a metric.
pub(crate) struct Contest<'a> {
    pub metric: &'a dyn Metric,
    pub baseline: &'a Counted,
    pub system: &'a Counted,
    /// M(baseline) and M(system).
    pub values: [f64; 2],
    /// Values that close are equal.
    pub tolerance: f64,
    pub differences: Arc<Differences>,
    /// What hangs together, where the rows are of clusters.
    pub clusters: Option<Arc<ClusterMap>>,
    /// Items whose swap would narrow, widen and keep the difference, as better, worse and tied.
    pub counts: Counts,
    /// Items whose statistics differ.
    pub changed: u64,
    item_rows: OnceLock<Option<JointRows>>,
    swapped_rows: OnceLock<Option<JointRows>>,
}

impl<'a> Contest<'a> {
    pub fn new(metric: &'a dyn Metric, baseline: &'a Counted, system: &'a Counted) -> Self {
        let values = [baseline, system].map(|counted| metric.finish(&counted.sums()));
        let tolerance = (EQUAL * (values[0].abs() + values[1].abs())).max(f64::MIN_POSITIVE);
        let differences = Arc::new(Differences::new(baseline, system));
        let mut contest = Self {
            metric,
            baseline,
            system,
            values,
            tolerance,
            differences,
            clusters: None,
            counts: Counts::of(std::iter::empty()),
            changed: 0,
            item_rows: OnceLock::new(),
            swapped_rows: OnceLock::new(),
        };
        contest.count();
        contest
    }

    pub fn items(&self) -> u64 {
        self.baseline.items() as u64
    }

    /// Distinct rows of both systems' statistics, where they are few enough to be counted.
    pub fn item_rows(&self) -> Option<&JointRows> {
        let rows = || {
            // What varies does not depend on the draws, which only settle what constant columns sum to.
            let layout = Layout::new(&[self.baseline, self.system], self.items());
            let most = joint_route::most_groups(false, self.items(), layout.columns.len() as u64);
            JointRows::of_columns(&layout.columns, most as usize)
        };
        self.item_rows.get_or_init(rows).as_ref()
    }

    /// Distinct rows of what swaps move, where they are few enough to be counted.
    pub fn swapped_rows(&self) -> Option<&JointRows> {
        let rows = || {
            let columns = self.differences.slices();
            let most = joint_route::most_groups(true, self.changed, columns.len() as u64);
            JointRows::of_differences(&columns, most as usize)
        };
        self.swapped_rows.get_or_init(rows).as_ref()
    }

    /// System − baseline.
    pub fn difference(&self) -> f64 {
        self.values[1] - self.values[0]
    }

    /// For and against: an item counts for the system if swapping it alone would lower the difference.
    fn count(&mut self) {
        let differences = Arc::clone(&self.differences);
        let rows = Rows::new(&differences.columns);
        let apart: Vec<i64> = differences.statistics.iter().map(|&s| differences.apart[s]).collect();
        let swapped = |item: usize, sums: &mut Vec<i64>| {
            sums.clone_from(&apart);
            rows.of(item).iter().for_each(|&(column, value)| sums[column as usize] -= 2 * value);
        };
        let (observed, tolerance) = (self.difference(), self.tolerance);
        let side = |value: f64| (observed - value > tolerance, observed - value < -tolerance);
        let changed: Vec<usize> = (0..rows.items()).filter(|&item| !rows.of(item).is_empty()).collect();
        let mut sides = vec![(false, false); rows.items()];
        let mut sums = Vec::new();
        if self.metric.is_batched() {
            for items in changed.chunks(BATCH) {
                let all = items.iter().map(|&item| {
                    swapped(item, &mut sums);
                    sums.clone()
                });
                let values = differences.values(self.metric, all);
                items.iter().zip(values).for_each(|(&item, value)| sides[item] = side(value));
            }
        } else {
            let mut room = Vec::new();
            for &item in &changed {
                swapped(item, &mut sums);
                sides[item] = side(differences.value(self.metric, &sums, &mut room));
            }
        }
        self.changed = changed.len() as u64;
        self.counts = Counts::of(sides.into_iter());
    }
}
