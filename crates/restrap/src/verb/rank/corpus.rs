//! Corrections of a metric of the whole corpus: every pair scored again after each swap of units.
//!
//! A difference is studentised by its leave-one-unit-out error (Tukey 1958), which swaps do not change, so that pairs of unlike noise
//! share one maximum. Intervals are the difference and the critical value times that error.

use rayon::prelude::*;
use restrap_engine::Control;
use restrap_metrics::Metric;
use restrap_stats::interval::Scale;
use restrap_stats::{Interval, Moments, TEstimate};
use restrap_words::{asked, asked_as};

use super::drawn::drawn;
use super::families::Rescored;
use super::laws::{adjust, level};
use super::means::swaps;
use super::verdicts::{Couple, Judged, Verdicts};
use crate::data::scores::Counted;
use crate::error::Error;
use crate::evidence::interval::metric::leave_one_out;
use crate::evidence::level::decided;
use crate::outcome::{IntervalKind, Method};
use crate::request::rank::Correction;
use crate::request::{IntervalMethod, Request};

/// Values of a metric that differ by less than this share of its size are equal.
const EQUAL: f64 = 1e-12;

/// Systems under a metric.
pub(super) struct Corpus<'a> {
    metric: &'a dyn Metric,
    systems: &'a [Counted],
    pub values: Vec<f64>,
    /// The metric without each unit, one list per system.
    without: Vec<Vec<f64>>,
}

impl<'a> Corpus<'a> {
    pub fn new(metric: &'a dyn Metric, systems: &'a [Counted]) -> Self {
        let values = systems
            .iter()
            .map(|system| metric.finish(&system.sums()))
            .collect();
        let without = systems
            .iter()
            .map(|system| leave_one_out(metric, system))
            .collect();
        Self {
            metric,
            systems,
            values,
            without,
        }
    }

    /// The leave-one-out error of a list of values.
    fn error(values: impl Iterator<Item = f64>) -> Option<f64> {
        let finite: Vec<f64> = values.filter(|value| value.is_finite()).collect();
        let moments = Moments::of(&finite)
            .ok()
            .filter(|moments| moments.count() > 1)?;
        let units = moments.count() as f64;
        Some((moments.squares() * (units - 1.0) / units).sqrt())
    }

    /// Student's t with the leave-one-out error of a system.
    ///
    /// # Errors
    /// For a level outside 0 to 1.
    pub fn interval(&self, system: usize, confidence: f64) -> Result<Option<Interval>, Error> {
        let error = Self::error(self.without[system].iter().copied());
        let found = self.by_t(self.values[system], error, confidence)?;
        Ok(found.map(|found| found.within(self.scale(), self.values[system])))
    }

    /// The range of its values.
    fn scale(&self) -> Scale {
        let [low, high] = self.metric.range();
        Scale::new(low, high).unwrap_or(Scale::UNKNOWN)
    }

    fn by_t(
        &self,
        estimate: f64,
        error: Option<f64>,
        confidence: f64,
    ) -> Result<Option<Interval>, Error> {
        let Some(error) = error.filter(|&error| error > 0.0) else {
            return Ok(None);
        };
        let df = self.without[0].len() as f64 - 1.0;
        Ok(TEstimate::new(estimate, error, df)?.interval(confidence)?)
    }

    /// The standard error of a system's score.
    pub fn standard_error(&self, system: usize) -> f64 {
        Self::error(self.without[system].iter().copied()).unwrap_or(0.0)
    }

    fn difference(&self, couple: Couple) -> f64 {
        self.values[couple.second] - self.values[couple.first]
    }

    /// # Errors
    /// For corrections that means alone have, and as the draws.
    pub fn judged(
        &self,
        couples: &[Couple],
        correction: Correction,
        request: &Request,
        control: &Control,
    ) -> Result<Verdicts, Error> {
        if correction.is_bootstrap() || correction == Correction::Hsd {
            return Err(Error::not_applicable(
                asked_as("adjust", correction),
                "scores of items",
                format!(
                    "{} is computed from the whole corpus",
                    asked_as("metric", self.metric.name())
                ),
                format!(
                    "use {}, or drop {}",
                    asked_as("adjust", "maxt"),
                    asked("adjust")
                ),
            ));
        }
        let error = |couple: &Couple| {
            let both = self.without[couple.second]
                .iter()
                .zip(&self.without[couple.first]);
            Self::error(both.map(|(second, first)| second - first))
        };
        let errors: Vec<Option<f64>> = couples.par_iter().map(error).collect();
        let weights: Vec<f64> = errors
            .iter()
            .map(|error| error.filter(|&e| e > 0.0).map_or(0.0, f64::recip))
            .collect();
        let pairs = couples
            .iter()
            .map(|couple| (couple.first, couple.second))
            .collect();
        let (family, columns) = Rescored::new(self.metric, self.systems, pairs, weights.clone());
        let slices: Vec<&[i64]> = columns.iter().map(Vec::as_slice).collect();
        let differing = (0..slices[0].len())
            .filter(|&unit| slices.iter().any(|column| column[unit] != 0))
            .count();
        let source = swaps(&slices, differing, request)?;
        let observed: Vec<f64> = couples
            .iter()
            .zip(&weights)
            .map(|(couple, weight)| self.difference(*couple).abs() * weight)
            .collect();
        let slack: Vec<f64> = couples
            .iter()
            .zip(&weights)
            .map(|(couple, weight)| {
                EQUAL
                    * (self.values[couple.first].abs() + self.values[couple.second].abs())
                    * weight
            })
            .collect();
        let found = drawn(&family, &observed, &slack, &source, request, control)?;
        let found = found.adjusted_by(correction, &observed, &slack);
        let method = if found.exact {
            Method::Exact
        } else {
            Method::Sampled
        };
        let alpha = 1.0 - request.question.confidence;
        // Without spread there is nothing to measure a difference by.
        let is_defined = |at: usize| weights[at] > 0.0 || self.difference(couples[at]) == 0.0;
        let judged = |at: usize| Judged {
            pvalue: is_defined(at).then(|| found.own[at]),
            method,
            adjusted: is_defined(at).then(|| found.adjusted[at]),
            interval: None,
            standard_error: errors[at],
            skewed: false,
        };
        let mut verdicts = Verdicts {
            pairs: (0..couples.len()).map(judged).collect(),
            kind: IntervalKind::MaxT,
            level: request.question.confidence,
            method,
            resamples: Some(found.completed),
            floor: Some(found.floor()),
            interrupted_after: found.interrupted_after,
        };
        if !correction.is_max_t() {
            let rejected = adjust(&mut verdicts, correction, request);
            verdicts.level = level(correction, couples.len(), rejected, request);
            verdicts.kind = IntervalKind::JackknifeT;
        }
        if request.question.interval == IntervalMethod::None {
            return Ok(verdicts);
        }
        let scale = self.scale().of_difference();
        for (at, pair) in verdicts.pairs.iter_mut().enumerate() {
            let difference = self.difference(couples[at]);
            pair.interval = if correction.is_max_t() {
                let critical = found.critical(alpha, slack[at]);
                let half =
                    errors[at].map(|error| if error == 0.0 { 0.0 } else { critical * error });
                let excludes = found.single_step(observed[at], slack[at]) <= alpha;
                half.and_then(|half| {
                    decided(
                        (difference - half, difference + half),
                        excludes,
                        difference,
                        scale,
                    )
                })
            } else {
                let found = self.by_t(difference, errors[at], verdicts.level)?;
                found.map(|found| found.within(scale, difference))
            };
        }
        Ok(verdicts)
    }
}
