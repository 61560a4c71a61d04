//! The extreme values of a test, for each kind of contrast.

use restrap_engine::Threshold;
use restrap_stats::Alternative;

use crate::data::contest::Contest;
use crate::error::Error;
use crate::evidence::resample::bounds::{Bounds, ON_SCALED, Resampling, Value, of_extreme};
use crate::evidence::resample::draw::{Kept, Resamples, Tail};
use crate::evidence::resample::extreme::Extreme;
use crate::request::rule::{Centre, Rule};
use crate::request::{Request, Test};

/// The extreme outcomes of one resampling test.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Event {
    /// Exact sums of a mean.
    Sums(Extreme),
    /// Exact sums of the system's items, whose label is drawn.
    Labels(Bounds<i64>),
    /// Values of a metric.
    Values(ExtremeValues),
}

impl Event {
    /// Returns the resamples under which its tails are counted.
    pub fn resamples(&self) -> Resamples<'static> {
        let resampling = match self {
            Self::Labels(_) => return Resamples::Labels,
            Self::Values(extreme) if extreme.of_labels => return Resamples::Labels,
            Self::Sums(extreme) => extreme.resampling,
            Self::Values(extreme) => extreme.resampling,
        };
        match resampling {
            Resampling::Swaps => Resamples::Swaps,
            Resampling::Items => Resamples::Items,
        }
    }

    /// Returns `true` if the p-value needs every replicate, not only counts of tails.
    pub fn needs_replicates(&self) -> bool {
        match self {
            Self::Sums(extreme) => extreme.needs_sums(),
            Self::Labels(_) => false,
            Self::Values(extreme) => extreme.needs_values(),
        }
    }

    /// Returns the tails to count of one value of a resample, upper first.
    pub fn tails(&self, value: usize) -> Vec<Tail> {
        let sums = |thresholds: Vec<Threshold<i64>>| {
            thresholds
                .into_iter()
                .map(|threshold| Tail::Sum(value, threshold))
                .collect()
        };
        match self {
            Self::Sums(extreme) => sums(extreme.thresholds()),
            Self::Labels(bounds) => sums(bounds.thresholds()),
            Self::Values(extreme) => {
                let thresholds = extreme.bounds.thresholds();
                thresholds
                    .into_iter()
                    .map(|threshold| Tail::Value(value, threshold))
                    .collect()
            }
        }
    }

    /// Computes the p-value from the numbers of resamples in each tail, or from the replicates if these are centred on their own mean.
    ///
    /// # Errors
    /// For no resamples.
    pub fn value(
        &self,
        tails: &[u64],
        replicates: &Kept,
        resamples: u64,
        raw: bool,
    ) -> Result<Value, Error> {
        match (self, replicates) {
            (Self::Sums(extreme), Kept::Sums(sums)) if extreme.needs_sums() => {
                extreme.of_sums(sums, raw)
            }
            (Self::Sums(extreme), _) => extreme.of_counts(tails, resamples, raw),
            (Self::Labels(bounds), _) => bounds.of_counts(tails, resamples, raw),
            (Self::Values(extreme), Kept::Values(values)) if extreme.needs_values() => {
                of_extreme((extreme.counted(values), 1.0), resamples, raw)
            }
            (Self::Values(extreme), _) => extreme.bounds.of_counts(tails, resamples, raw),
        }
    }
}

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
    pub fn new(
        test: Test,
        side: Alternative,
        contest: &Contest,
        request: &Request,
    ) -> Option<Self> {
        let resampling = Resampling::of(test)?;
        let rule = request.variants.rule;
        let rule = if test == Test::Bootstrap {
            rule
        } else {
            Rule {
                centre: Centre::Observed,
                ..rule
            }
        };
        let t = contest.difference();
        let kappa = rule
            .scaling(contest.items())
            .filter(|_| resampling == Resampling::Items);
        let reach = kappa.map_or(t, |kappa| kappa * t);
        let tolerance = contest.tolerance
            + if kappa.is_some() {
                ON_SCALED * reach.abs()
            } else {
                0.0
            };
        let slack = if rule.strict { -tolerance } else { tolerance };
        let bounds = Bounds::new(test, side, (t, reach), slack, rule.doubled);
        let of_labels = contest.apart.is_some() && resampling == Resampling::Swaps;
        Some(Self {
            resampling,
            bounds,
            rule,
            observed: t,
            tolerance: contest.tolerance,
            of_labels,
        })
    }

    /// Counts need every value, not only tails.
    pub fn needs_values(&self) -> bool {
        self.rule.centre != Centre::Observed
    }

    /// Replicates at least as extreme as what was observed, around the centre of the rule.
    pub fn counted(&self, replicates: &[f64]) -> u64 {
        let mean =
            |values: &mut dyn Iterator<Item = f64>| values.sum::<f64>() / replicates.len() as f64;
        let t = self.observed;
        let beyond = |gap: f64, limit: f64| {
            if self.rule.strict {
                gap > limit + self.tolerance
            } else {
                gap >= limit - self.tolerance
            }
        };
        let count =
            |is: &dyn Fn(f64) -> bool| replicates.iter().filter(|&&value| is(value)).count() as u64;
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
