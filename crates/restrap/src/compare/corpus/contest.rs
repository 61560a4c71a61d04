//! One system against the baseline under a corpus metric: observed values, what counts as extreme, items for and against.

use restrap_metrics::Metric;
use restrap_stats::{Alternative, Counts};
use restrap_words::asked_as;

use super::Counted;
use super::layout::Differences;
use super::rows::Rows;
use crate::error::Error;
use crate::request::rule::{Centre, Rule};
use crate::request::{Request, Test};
use crate::resample::bounds::{Bounds, ON_SCALED, Resampling};

/// Values of a metric that differ by less than this share of its size are equal: sums are exact, quotients are not.
const EQUAL: f64 = 1e-12;

/// A pair of systems under a metric.
pub(crate) struct Contest<'a> {
    pub baseline: &'a Counted,
    pub system: &'a Counted,
    /// Number of the comparison.
    pub place: u16,
    /// M(baseline) and M(system).
    pub values: [f64; 2],
    /// Values that close are equal.
    pub tolerance: f64,
    pub differences: Differences,
    /// Items whose swap would narrow, widen and keep the difference, as better, worse and tied.
    pub counts: Counts,
    /// Items whose statistics differ.
    pub changed: u64,
}

/// The extreme values of one test.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Event {
    pub resampling: Resampling,
    pub bounds: Bounds<f64>,
    pub rule: Rule,
    observed: f64,
    tolerance: f64,
}

impl<'a> Contest<'a> {
    pub fn new(metric: &dyn Metric, baseline: &'a Counted, system: &'a Counted, place: u16) -> Self {
        let sums =
            |counted: &Counted| -> Vec<i64> { counted.columns.iter().map(|c| c.iter().sum()).collect() };
        let values = [baseline, system].map(|counted| metric.finish(&sums(counted)));
        let tolerance = (EQUAL * (values[0].abs() + values[1].abs())).max(f64::MIN_POSITIVE);
        let differences = Differences::new(baseline, system);
        let mut contest = Self {
            baseline,
            system,
            place,
            values,
            tolerance,
            differences,
            counts: Counts::of(std::iter::empty()),
            changed: 0,
        };
        contest.count(metric);
        contest
    }

    pub fn items(&self) -> u64 {
        self.baseline.items() as u64
    }

    /// System − baseline.
    pub fn difference(&self) -> f64 {
        self.values[1] - self.values[0]
    }

    /// For and against: an item counts for the system if swapping it alone would lower the difference.
    fn count(&mut self, metric: &dyn Metric) {
        let differences = &self.differences;
        let rows = Rows::new(&differences.columns);
        let mut room = Vec::new();
        let apart: Vec<i64> = differences.statistics.iter().map(|&s| differences.apart[s]).collect();
        let mut swapped = apart.clone();
        let (observed, tolerance) = (self.difference(), self.tolerance);
        let sides = (0..rows.items()).map(|item| {
            let entries = rows.of(item);
            if entries.is_empty() {
                return (false, false);
            }
            self.changed += 1;
            for &(column, value) in entries {
                swapped[column as usize] -= 2 * value;
            }
            let gap = observed - differences.value(metric, &swapped, &mut room);
            swapped.copy_from_slice(&apart);
            (gap > tolerance, gap < -tolerance)
        });
        let sides: Vec<(bool, bool)> = sides.collect();
        self.counts = Counts::of(sides.into_iter());
    }

    /// The extreme values of a test, for an alternative about the difference itself.
    ///
    /// # Errors
    /// For tests that need a score an item.
    pub fn event(&self, test: Test, side: Alternative, request: &Request) -> Result<Event, Error> {
        let Some(resampling) = Resampling::of(test) else {
            return Err(Error::not_applicable(
                asked_as("test", test),
                "one score an item",
                "this metric is a function of the whole corpus",
                format!(
                    "use {test_permutation}, bootstrap or bootstrap-percentile",
                    test_permutation = asked_as("test", "permutation")
                ),
            ));
        };
        let rule = request.variants.rule;
        let rule = if test == Test::Bootstrap { rule } else { Rule { centre: Centre::Observed, ..rule } };
        let t = self.difference();
        let kappa = rule.scaling(self.items()).filter(|_| resampling == Resampling::Items);
        let reach = kappa.map_or(t, |kappa| kappa * t);
        let tolerance = self.tolerance + if kappa.is_some() { ON_SCALED * reach.abs() } else { 0.0 };
        let slack = if rule.strict { -tolerance } else { tolerance };
        let bounds = Bounds::new(test, side, (t, reach), slack, rule.doubled);
        Ok(Event { resampling, bounds, rule, observed: t, tolerance: self.tolerance })
    }
}

impl Event {
    /// Counts need every value, not only tails.
    pub fn needs_values(&self) -> bool {
        self.rule.centre != Centre::Observed
    }

    /// Replicates at least as extreme as what was observed, around the centre of the rule.
    pub fn counted(&self, replicates: &[f64]) -> u64 {
        let mean = |values: &mut dyn Iterator<Item = f64>| values.sum::<f64>() / replicates.len() as f64;
        let t = self.observed;
        let beyond = |gap: f64, limit: f64| {
            if self.rule.strict { gap > limit + self.tolerance } else { gap >= limit - self.tolerance }
        };
        let count = |is: &dyn Fn(f64) -> bool| replicates.iter().filter(|&&value| is(value)).count() as u64;
        if self.rule.centre == Centre::MeanSize {
            let centre = mean(&mut replicates.iter().map(|value| value.abs()));
            return count(&|value| beyond(value.abs() - centre, t.abs()));
        }
        let centre = mean(&mut replicates.iter().copied());
        let (upper, lower) = (self.bounds.upper.is_some(), self.bounds.lower.is_some());
        let limit = if upper && lower { t.abs() } else { t };
        count(&|value| {
            let gap = value - centre;
            upper && beyond(gap, limit) || lower && beyond(-gap, if upper { limit } else { -t })
        })
    }
}
