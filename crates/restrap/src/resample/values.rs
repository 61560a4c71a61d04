//! Resampling tests of a corpus metric: which values count as extreme.

use restrap_stats::Alternative;

use crate::data::contest::Contest;
use crate::request::rule::{Centre, Rule};
use crate::request::{Request, Test};
use crate::resample::bounds::{Bounds, ON_SCALED, Resampling};

/// The extreme values of one test.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExtremeValues {
    pub resampling: Resampling,
    pub bounds: Bounds<f64>,
    rule: Rule,
    observed: f64,
    tolerance: f64,
    /// Systems have different items, so that labels are drawn and not swaps.
    pub of_labels: bool,
}

impl ExtremeValues {
    /// The extreme values of a test, for an alternative about the difference itself. `None` for tests that need one score per
    /// item.
    pub fn new(test: Test, side: Alternative, contest: &Contest, request: &Request) -> Option<Self> {
        let resampling = Resampling::of(test)?;
        let rule = request.variants.rule;
        let rule = if test == Test::Bootstrap { rule } else { Rule { centre: Centre::Observed, ..rule } };
        let t = contest.difference();
        let kappa = rule.scaling(contest.items()).filter(|_| resampling == Resampling::Items);
        let reach = kappa.map_or(t, |kappa| kappa * t);
        let tolerance = contest.tolerance + if kappa.is_some() { ON_SCALED * reach.abs() } else { 0.0 };
        let slack = if rule.strict { -tolerance } else { tolerance };
        let bounds = Bounds::new(test, side, (t, reach), slack, rule.doubled);
        let of_labels = contest.apart.is_some() && resampling == Resampling::Swaps;
        Some(Self { resampling, bounds, rule, observed: t, tolerance: contest.tolerance, of_labels })
    }

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
