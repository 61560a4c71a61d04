//! One system against the baseline under a corpus metric: observed values, items for and against.
//!
//! A gain in per cent is tested on a system against the scores of its baseline, raised by a share of themselves.
//! "40 % cheaper" is about the difference system − 0.6 · baseline, whose error is of both systems. A margin of 40 % of the baseline's
//! observed mean would take that mean for known.

use std::sync::{Arc, OnceLock};

use restrap_core::{IntegerColumn, JointRows, Times, is_sliced};
use restrap_engine::joint_route;
use restrap_metrics::Metric;
use restrap_stats::{Counts, TEstimate};

use crate::data::areas::Areas;
use crate::data::layout::{Differences, Layout};
use crate::data::pooled::Apart;
use crate::data::rows::{BATCH, Rows};
use crate::data::sampled::ItemPair;
use crate::data::scores::Counted;
use crate::design::clusters::ClusterMap;
use crate::design::repeated::Repeated;
use crate::design::scheme::Scheme;
use crate::request::{Claim, MarginSize, Request};

/// Values of a metric that differ by less than this share of its size are equal: sums are exact, quotients are not.
const EQUAL: f64 = 1e-12;

/// A pair of systems under a metric.
pub(crate) struct Contest<'a> {
    pub of: Of<'a>,
    /// Names of the baseline and of the system.
    pub names: [&'a str; 2],
    /// M(baseline) and M(system).
    pub values: [f64; 2],
    /// Values that close are equal.
    pub tolerance: f64,
    /// What belongs together, where the rows are of clusters.
    pub clusters: Option<Arc<ClusterMap>>,
    /// Strata whose sizes stay in every bootstrap resample, where there are some.
    pub strata: Option<Arc<Scheme>>,
    /// Both systems' own items, where they scored different ones.
    pub apart: Option<Arc<Apart>>,
    /// Items whose swap would narrow, widen and keep the difference, as better, worse and tied.
    pub counts: Counts,
    /// Items that differ.
    pub changed: u64,
    /// Items that differ were not told apart: there are too many to swap each alone.
    pub unjudged: bool,
    /// Areas under the ROC curve, where they are the metric.
    pub areas: Option<Areas>,
}

/// What determines the metric.
pub(crate) enum Of<'a> {
    /// Sums of statistics.
    Sums(Summed<'a>),
    /// The items themselves.
    Items(ItemPair<'a>),
}

/// The statistics of a pair of systems.
pub(crate) struct Summed<'a> {
    pub metric: &'a dyn Metric,
    pub baseline: &'a Counted,
    pub system: &'a Counted,
    pub differences: Arc<Differences>,
    /// Units whose statistics differ.
    changed: u64,
    item_rows: OnceLock<Option<JointRows>>,
    swapped_rows: OnceLock<Option<JointRows>>,
}

impl<'a> Contest<'a> {
    /// Two systems by statistics whose sums determine the metric.
    pub fn new(metric: &'a dyn Metric, baseline: &'a Counted, system: &'a Counted) -> Self {
        let values = [baseline, system].map(|counted| metric.finish(&counted.sums()));
        let mut summed = Summed {
            metric,
            baseline,
            system,
            differences: Arc::new(Differences::new(baseline, system)),
            changed: 0,
            item_rows: OnceLock::new(),
            swapped_rows: OnceLock::new(),
        };
        let names = [&baseline.name[..], &system.name];
        let side = Side::new(values);
        let sides = summed.sides(&side);
        let sides = sides.into_iter().enumerate();
        let times = &baseline.times;
        let counts = Counts::of_times(sides.map(|(row, (up, down))| (up, down, times.of(row))));
        let changed = summed.changed;
        Self::plain(Of::Sums(summed), names, values, counts, changed)
    }

    /// Two systems that scored different items; each is 0 on the other's items.
    pub fn apart(
        metric: &'a dyn Metric,
        [baseline, system]: [&'a Counted; 2],
        apart: Arc<Apart>,
        design: Arc<Scheme>,
    ) -> Self {
        let values = [baseline, system].map(|counted| metric.finish(&counted.sums()));
        let summed = Summed {
            metric,
            baseline,
            system,
            differences: Arc::new(Differences::new(baseline, system)),
            changed: apart.items(),
            item_rows: OnceLock::new(),
            swapped_rows: OnceLock::new(),
        };
        let changed = if apart.is_constant() {
            0
        } else {
            apart.items()
        };
        let names = [&baseline.name[..], &system.name];
        let counts = apart.counts(metric);
        Self {
            strata: Some(design),
            apart: Some(apart),
            ..Self::plain(Of::Sums(summed), names, values, counts, changed)
        }
    }

    /// Two systems by the items that determine the metric; these are swapped one by one where at most `most` of them differ.
    pub fn of_items(pair: ItemPair<'a>, clusters: Option<Arc<ClusterMap>>, most: u64) -> Self {
        let systems = pair.metric.systems();
        let names = pair.places.map(|place| &systems[place][..]);
        let values = pair.observed();
        let side = Side::new(values);
        let differing = pair.differing();
        let changed: Vec<usize> = (0..differing.len())
            .filter(|&unit| differing[unit] != 0)
            .collect();
        let areas = Areas::of(&pair, clusters.as_deref());
        let unjudged = areas.is_none() && changed.len() as u64 > most;
        // One item rarely moves a quantile, and still one system scores more on it.
        let compared = pair.metric.compared(pair.places[1], pair.places[0]);
        let compared =
            compared.filter(|items| clusters.is_none() && items.len() == differing.len());
        let counts = if let Some(areas) = &areas {
            areas.counts(differing.len())
        } else if let Some(items) = compared {
            Counts::of(items.into_iter().map(|side| (side.is_gt(), side.is_lt())))
        } else {
            let mut sides = vec![(false, false); differing.len()];
            if !unjudged {
                for (&unit, value) in changed.iter().zip(pair.swapped_alone(&changed)) {
                    sides[unit] = side.of(value);
                }
            }
            Counts::of(sides.into_iter())
        };
        let changed = changed.len() as u64;
        Self {
            clusters,
            unjudged,
            areas,
            ..Self::plain(Of::Items(pair), names, values, counts, changed)
        }
    }

    /// Paired items of one population.
    fn plain(
        of: Of<'a>,
        names: [&'a str; 2],
        values: [f64; 2],
        counts: Counts,
        changed: u64,
    ) -> Self {
        Self {
            of,
            names,
            values,
            tolerance: Side::new(values).tolerance,
            clusters: None,
            strata: None,
            apart: None,
            counts,
            changed,
            unjudged: false,
            areas: None,
        }
    }

    /// Units: items, or clusters.
    pub fn items(&self) -> u64 {
        match &self.of {
            Of::Sums(summed) => summed.items(),
            Of::Items(pair) => pair.units.number() as u64,
        }
    }

    /// How many units each row stands for.
    pub fn times(&self) -> &Times {
        self.summed()
            .map_or(&Times::Once, |summed| &summed.baseline.times)
    }

    /// System − baseline.
    pub fn difference(&self) -> f64 {
        self.values[1] - self.values[0]
    }

    /// The items themselves determine the metric.
    pub fn is_of_items(&self) -> bool {
        matches!(self.of, Of::Items(_))
    }

    /// Items of the baseline and of the system, where each scored its own.
    pub fn sizes_apart(&self) -> Option<[u64; 2]> {
        match (&self.apart, &self.of) {
            (Some(apart), _) => Some(apart.sizes),
            (None, Of::Items(pair)) => pair
                .metric
                .items_apart()
                .map(|sizes| pair.places.map(|place| sizes[place] as u64)),
            _ => None,
        }
    }

    /// The statistics, where their sums determine the metric.
    pub fn summed(&self) -> Option<&Summed<'a>> {
        if let Of::Sums(summed) = &self.of {
            Some(summed)
        } else {
            None
        }
    }

    /// The systems, where items themselves determine the metric.
    pub fn pair(&self) -> Option<&ItemPair<'a>> {
        if let Of::Items(pair) = &self.of {
            Some(pair)
        } else {
            None
        }
    }

    /// What the statistics are multiples of.
    pub fn grid(&self) -> String {
        let Some(per_one) = self.summed().and_then(|summed| summed.metric.per_one()) else {
            return "integers".to_owned();
        };
        let step = |per_one: &f64| match *per_one {
            1.0 => "1".to_owned(),
            steps if libm::frexp(steps).0 == 0.5 => {
                format!("fixed point 2^{}", 1 - libm::frexp(steps).1)
            }
            steps => format!("1/{steps}"),
        };
        per_one.iter().map(step).collect::<Vec<_>>().join(", ")
    }

    /// The metric averages over classes, of which a resample may lose some.
    pub fn has_classes(&self) -> bool {
        self.summed()
            .is_some_and(|summed| summed.metric.classes(&summed.baseline.sums()).is_some())
    }

    /// Resamples of one system's items have values.
    pub fn takes_samples(&self) -> bool {
        if let Of::Items(pair) = &self.of {
            pair.metric.takes_samples()
        } else {
            true
        }
    }

    /// The jackknife knows how the metric is skewed.
    pub fn is_smooth(&self) -> bool {
        if let Of::Items(pair) = &self.of {
            pair.metric.is_smooth()
        } else {
            true
        }
    }

    /// Both values without each unit in turn, within strata where there are some; of items that determine the metric, without runs
    /// of them.
    pub fn leave_one_out(&self) -> [Vec<f64>; 2] {
        let values = match &self.of {
            Of::Sums(summed) => {
                let of = |counted: &Counted| {
                    Rows::new(&counted.columns).leave_one_out(summed.metric, &counted.sums())
                };
                [summed.baseline, summed.system].map(of)
            }
            Of::Items(pair) => pair.leave_out(),
        };
        match &self.strata {
            Some(design) => values.map(|values| design.centred_within(&values)),
            None => values,
        }
    }
}

impl<'a> Summed<'a> {
    pub fn items(&self) -> u64 {
        self.baseline.items()
    }

    /// How many units each row stands for.
    pub fn times(&self) -> &'a Times {
        &self.baseline.times
    }

    /// The baseline, or the system.
    pub fn system(&self, which: usize) -> &'a Counted {
        [self.baseline, self.system][which]
    }

    /// Distinct rows of both systems' statistics, where they are few enough to be counted.
    pub fn item_rows(&self) -> Option<&JointRows> {
        let rows = || {
            // What varies does not depend on the draws, which only settle what constant columns sum to.
            let layout = Layout::new(&[self.baseline, self.system], self.items());
            if !self.times().are_once() {
                return JointRows::of_times(&layout.columns, self.times(), usize::MAX);
            }
            let most = joint_route::most_groups(false, self.items(), layout.columns.len() as u64);
            JointRows::of_columns(&layout.columns, most as usize)
        };
        self.item_rows.get_or_init(rows).as_ref()
    }

    /// Distinct rows of what swaps move, where they are few enough to be counted.
    pub fn swapped_rows(&self) -> Option<&JointRows> {
        let rows = || {
            let columns: Vec<&IntegerColumn> = self.differences.columns.iter().collect();
            if !self.times().are_once() {
                return JointRows::of_counted_differences(&columns, self.times(), usize::MAX);
            }
            let mut most = joint_route::most_groups(true, self.changed, columns.len() as u64);
            if is_sliced(&columns) {
                most = most.min(joint_route::most_groups_beside_bits(self.changed));
            }
            JointRows::of_differences(&columns, most as usize)
        };
        self.swapped_rows.get_or_init(rows).as_ref()
    }

    /// For and against: an item counts for the system if swapping it alone would lower the difference.
    fn sides(&mut self, side: &Side) -> Vec<(bool, bool)> {
        let differences = Arc::clone(&self.differences);
        let rows = Rows::new(&differences.columns);
        let apart: Vec<i64> = differences
            .statistics
            .iter()
            .map(|&s| differences.apart[s])
            .collect();
        let swapped = |item: usize, sums: &mut Vec<i64>| {
            sums.clone_from(&apart);
            rows.of(item)
                .iter()
                .for_each(|&(column, value)| sums[column as usize] -= 2 * value);
        };
        let changed: Vec<usize> = (0..rows.items())
            .filter(|&item| !rows.of(item).is_empty())
            .collect();
        let mut sides = vec![(false, false); rows.items()];
        let mut sums = Vec::new();
        if self.metric.is_batched() {
            for items in changed.chunks(BATCH) {
                let all = items.iter().map(|&item| {
                    swapped(item, &mut sums);
                    sums.clone()
                });
                let values = differences.values(self.metric, all);
                items
                    .iter()
                    .zip(values)
                    .for_each(|(&item, value)| sides[item] = side.of(value));
            }
        } else {
            let mut room = Vec::new();
            for &item in &changed {
                swapped(item, &mut sums);
                sides[item] = side.of(differences.value(self.metric, &sums, &mut room));
            }
        }
        self.changed = changed.iter().map(|&row| self.times().of(row)).sum();
        sides
    }
}

/// What an item is for.
struct Side {
    observed: f64,
    tolerance: f64,
}

impl Side {
    fn new(values: [f64; 2]) -> Self {
        let tolerance = (EQUAL * (values[0].abs() + values[1].abs())).max(f64::MIN_POSITIVE);
        Self {
            observed: values[1] - values[0],
            tolerance,
        }
    }

    /// Whether a swap lowers the difference to this value, or raises it.
    fn of(&self, value: f64) -> (bool, bool) {
        (
            self.observed - value > self.tolerance,
            self.observed - value < -self.tolerance,
        )
    }
}

/// Differences whose squares are resampled with them, for standard errors of resamples.
#[derive(Clone, Copy)]
pub(crate) struct Deviating<'p> {
    /// Differences of the units, in grid units.
    pub column: &'p Repeated,
    /// Grid units in one unit of the score.
    pub per_one: f64,
    /// They are not all alike.
    pub has_spread: bool,
}

/// System − raised baseline.
pub(crate) struct Raised {
    /// Differences of the units, in grid units.
    pub column: Repeated,
    /// Grid units in one unit of the score.
    pub per_one: f64,
    /// They are not all alike.
    pub has_spread: bool,
    /// Its mean with the standard error of the units.
    pub estimate: TEstimate,
}

impl Raised {
    pub fn deviating(&self) -> Deviating<'_> {
        Deviating {
            column: &self.column,
            per_one: self.per_one,
            has_spread: self.has_spread,
        }
    }
}

/// The share of the baseline that a system is claimed to be better by.
pub(crate) fn share(request: &Request) -> Option<f64> {
    let margin = request
        .question
        .margin
        .filter(|margin| margin.claim == Claim::Superior)?;
    if let MarginSize::Percent(size) = margin.size {
        Some(size / 100.0)
    } else {
        None
    }
}
