//! A metric that sums do not determine: any function of which items are in a sample.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;

use restrap_stats::roc::Placed;

use crate::design::clusters::ClusterMap;
use crate::outcome::MetricInfo;

/// Counts that are handed over at once, at most: 8 bytes each.
const MOST_COUNTS: usize = 1 << 23;
/// Samples without a run of items, at most.
const MOST_RUNS: usize = 1_000;

/// A metric of samples of items: correlations, quantiles, areas under curves, whatever a function can compute.
///
/// Systems are known by their places, the baseline being 0. Samples come by the batch, since a call may cost more than its work:
/// one row of counts per sample, with one count for every item, sample after sample. What has no value is NaN.
pub trait ItemMetric: Debug + Send + Sync {
    /// Its name in every output.
    fn name(&self) -> String;

    /// Everything that a reader needs to compute the same number.
    fn signature(&self) -> String;

    /// The direction.
    fn higher_is_better(&self) -> bool;

    /// Names of the systems, the baseline first.
    fn systems(&self) -> &[String];

    /// Items, the same ones of every system.
    fn items(&self) -> usize;

    /// Samples of a batch, at most.
    fn batch(&self) -> usize;

    /// It has values of samples of one system's items, and not of swaps alone.
    fn takes_samples(&self) -> bool;

    /// `true` if a swap exchanges the ranks that the two systems give an item, and not their scores.
    fn exchanges_ranks(&self) -> bool {
        false
    }

    /// Leaving one item out moves it in proportion to what that item weighs: not so of quantiles, whose BCa intervals are then none.
    fn is_smooth(&self) -> bool {
        true
    }

    /// A value costs so much that none is computed but those that were asked for: no jackknife, and no swap of one item alone.
    fn is_costly(&self) -> bool {
        false
    }

    /// The least and the greatest value it may have, where these are known.
    fn range(&self) -> Option<[f64; 2]> {
        None
    }

    /// The items of a system in ascending order, where the metric is the area under the ROC curve of these.
    fn classes(&self, system: usize) -> Option<&[Placed]> {
        let _ = system;
        None
    }

    /// The scores of a system's own items and which of these are positive, where the metric is the area under the ROC curve.
    fn scored(&self, system: usize) -> Option<(&[f64], &[bool])> {
        let _ = system;
        None
    }

    /// Items of each system, where each scored its own: they follow each other in the order of the systems.
    fn items_apart(&self) -> Option<Vec<usize>> {
        None
    }

    /// The same metric with its systems in another order, where it can be told.
    fn in_order(&self, places: &[usize]) -> Option<Box<dyn ItemMetric>> {
        let _ = places;
        None
    }

    /// The same metric of some of the items, where it can be told.
    fn only(&self, is_in: &dyn Fn(usize) -> bool) -> Option<Box<dyn ItemMetric>> {
        let _ = is_in;
        None
    }

    /// How the score of one system on each item compares with that of another; `None` of items without scores.
    fn compared(&self, one: usize, other: usize) -> Option<Vec<Ordering>> {
        let _ = (one, other);
        None
    }

    /// Which items differ between two systems: swaps of the others change nothing.
    fn differs(&self, one: usize, other: usize) -> Vec<bool>;

    /// The values of each of some systems on samples of the items, in which each item is so often: one list per system.
    fn of_samples(&self, systems: &[usize], counts: &[i64]) -> Vec<Vec<f64>>;

    /// The value of a system on all items but a run of them, where the metric knows it without going over the others.
    fn without(&self, system: usize, run: Range<usize>) -> Option<f64> {
        let _ = (system, run);
        None
    }

    /// The values of two systems after swaps: of each item 1 where it is swapped, 0 where it stays, and -1 where neither has it.
    fn of_swaps(&self, systems: [usize; 2], swapped: &[i64]) -> [Vec<f64>; 2];
}

impl MetricInfo {
    /// A metric that the items themselves determine.
    pub fn of_items(metric: &dyn ItemMetric) -> Self {
        Self {
            name: metric.name(),
            higher_is_better: metric.higher_is_better(),
            binary: false,
            signature: Some(metric.signature()),
            full_name: None,
            mean_over: None,
        }
    }
}

/// What is drawn and swapped: items, or clusters of them; of all items, or of a sub-population.
#[derive(Debug)]
pub(crate) struct Members {
    /// For each item of all the unit that holds it, if one does; `None` where each is a unit.
    of: Option<Vec<Option<u32>>>,
    number: usize,
}

impl Members {
    /// Units of the items that `is_in` keeps; `clusters` are clusters of these.
    pub fn new(
        items: usize,
        is_in: Option<&dyn Fn(usize) -> bool>,
        clusters: Option<&ClusterMap>,
    ) -> Self {
        if is_in.is_none() && clusters.is_none() {
            return Self {
                of: None,
                number: items,
            };
        }
        let mut kept = 0;
        let of = (0..items).map(|item| {
            is_in.is_none_or(|is_in| is_in(item)).then(|| {
                kept += 1;
                clusters.map_or(kept - 1, |clusters| clusters.places()[kept as usize - 1])
            })
        });
        let of = of.collect();
        Self {
            of: Some(of),
            number: clusters.map_or(kept as usize, |clusters| clusters.sizes.len()),
        }
    }

    /// The unit that holds an item.
    pub fn unit_of(&self, item: usize) -> Option<u32> {
        match &self.of {
            None => Some(item as u32),
            Some(of) => of[item],
        }
    }

    /// How many there are.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Counts of units, sample after sample, as counts of all items; `absent` of those that no unit holds.
    fn spread<'c>(&self, counts: &'c [i64], absent: i64) -> Cow<'c, [i64]> {
        let Some(of) = &self.of else {
            return Cow::Borrowed(counts);
        };
        let samples = counts.chunks_exact(self.number);
        let row = |sample: &'c [i64]| {
            of.iter()
                .map(|unit| unit.map_or(absent, |unit| sample[unit as usize]))
        };
        samples.flat_map(row).collect()
    }
}

/// Two systems under such a metric.
#[derive(Clone, Debug)]
pub(crate) struct ItemPair<'a> {
    pub metric: &'a dyn ItemMetric,
    pub units: Arc<Members>,
    /// The places of the baseline and of the system.
    pub places: [usize; 2],
}

impl ItemPair<'_> {
    /// Samples of a batch.
    pub fn batch(&self) -> usize {
        let most = MOST_COUNTS / self.metric.items().max(1);
        self.metric.batch().min(1 << most.max(1).ilog2()).max(1)
    }

    /// The values of these systems on samples of units.
    pub fn of_samples(&self, systems: &[usize], counts: &[i64]) -> Vec<Vec<f64>> {
        let mut values = vec![Vec::new(); systems.len()];
        for counts in counts.chunks(self.batch() * self.units.number()) {
            let more = self
                .metric
                .of_samples(systems, &self.units.spread(counts, 0));
            values
                .iter_mut()
                .zip(more)
                .for_each(|(values, more)| values.extend(more));
        }
        values
    }

    /// System − baseline after swaps of units.
    pub fn of_swaps(&self, swapped: &[i64]) -> Vec<f64> {
        let of_batch = |swapped| {
            let [baseline, system] = self
                .metric
                .of_swaps(self.places, &self.units.spread(swapped, -1));
            system
                .into_iter()
                .zip(baseline)
                .map(|(s, b)| s - b)
                .collect::<Vec<_>>()
        };
        swapped
            .chunks(self.batch() * self.units.number())
            .flat_map(of_batch)
            .collect()
    }

    /// Values of both systems as they are; NaN where they have none.
    pub fn observed(&self) -> [f64; 2] {
        let first = |values: &[f64]| values.first().copied().unwrap_or(f64::NAN);
        if self.metric.takes_samples() {
            let values = self.of_samples(&self.places, &vec![1; self.units.number()]);
            return [first(&values[0]), first(&values[1])];
        }
        let unswapped = vec![0; self.units.number()];
        self.metric
            .of_swaps(self.places, &self.units.spread(&unswapped, -1))
            .map(|values| first(&values))
    }

    /// For each unit whether its swap changes something, 1 or 0.
    pub fn differing(&self) -> Vec<i64> {
        let items = self.metric.differs(self.places[0], self.places[1]);
        let mut units = vec![0; self.units.number()];
        for (item, _) in items
            .into_iter()
            .enumerate()
            .filter(|(_, differs)| *differs)
        {
            match &self.units.of {
                None => units[item] = 1,
                Some(of) => of[item]
                    .into_iter()
                    .for_each(|unit| units[unit as usize] = 1),
            }
        }
        units
    }

    /// The difference after each of some units was swapped alone.
    pub fn swapped_alone(&self, units: &[usize]) -> Vec<f64> {
        let mut values = Vec::with_capacity(units.len());
        for units in units.chunks(self.batch()) {
            let mut swapped = vec![0; units.len() * self.units.number()];
            let rows = swapped.chunks_exact_mut(self.units.number());
            rows.zip(units).for_each(|(row, &unit)| row[unit] = 1);
            values.extend(self.of_swaps(&swapped));
        }
        values
    }

    /// Both values without each unit in turn, or without each of a thousand runs of neighbours where there are more.
    pub fn leave_out(&self) -> [Vec<f64>; 2] {
        let units = self.units.number();
        let length = units.div_ceil(MOST_RUNS).max(1);
        let starts: Vec<usize> = (0..units).step_by(length).collect();
        if self.units.of.is_none() {
            let without = |system: usize| -> Option<Vec<f64>> {
                let runs = starts.iter();
                runs.map(|&start| {
                    let run = start..(start + length).min(units);
                    self.metric.without(system, run)
                })
                .collect()
            };
            if let (Some(baseline), Some(system)) =
                (without(self.places[0]), without(self.places[1]))
            {
                return [baseline, system];
            }
        }
        let mut values = [Vec::new(), Vec::new()];
        for starts in starts.chunks(self.batch()) {
            let mut counts = vec![1; starts.len() * units];
            let rows = counts.chunks_exact_mut(units);
            rows.zip(starts)
                .for_each(|(row, &start)| row[start..(start + length).min(units)].fill(0));
            let more = self.of_samples(&self.places, &counts);
            values
                .iter_mut()
                .zip(more)
                .for_each(|(values, more)| values.extend(more));
        }
        values
    }
}
