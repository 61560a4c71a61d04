//! Corrections of p-values that each pair has by itself: by law where there is one, else from draws that all pairs share.

use std::sync::Arc;

use rayon::prelude::*;
use restrap_engine::Control;
use restrap_stats::seeds::Runs;
use restrap_stats::{Alternative, Probability, TEstimate};

use super::columns::Field;
use super::means::{self, Sums};
use super::verdicts::{Couple, Judged, Verdicts};
use crate::data::pair::{Pair, Surveyed};
use crate::design::PartDesign;
use crate::design::scheme::Scheme;
use crate::error::Error;
use crate::evidence::interval::mean as intervals;
use crate::evidence::level::IntervalLevel;
use crate::evidence::resample::extreme::Extreme;
use crate::outcome::{IntervalKind, Method};
use crate::request::rank::Correction;
use crate::request::{IntervalMethod, Request, Test};
use crate::verb::compare::paired;

/// Pairs up to which every test is inverted: an end takes some thirty laws, a pair of 50 decimal scores 30 ms.
const MOST_INVERTED: usize = 120;

/// Systems whose pairs are tested one by one.
pub(super) struct Apart<'a> {
    pub systems: &'a [Surveyed<'a>],
    pub design: PartDesign<'a>,
    pub couples: &'a [Couple],
    /// The system whose pairs have intervals where there are too many to invert all.
    pub best: usize,
}

impl<'a> Apart<'a> {
    fn pair(
        &self,
        couple: Couple,
        scheme: &Arc<Scheme>,
        design: &PartDesign<'a>,
        request: &Request,
    ) -> Result<Pair<'a>, Error> {
        let places = [couple.first, couple.second];
        let systems = places.map(|system| self.systems[system]);
        Pair::new(systems, request.sample.grid, scheme, (design, places))
    }

    /// p-values about recipes: items and training runs are drawn (Satterthwaite 1946).
    ///
    /// # Errors
    /// For scores without a variance.
    pub fn of_recipes(
        &self,
        runs: &'a [Runs],
        units: usize,
        correction: Correction,
        request: &Request,
    ) -> Result<Verdicts, Error> {
        let scheme = Arc::new(Scheme::new(request, None, units as u64)?);
        let recipes = PartDesign::Seeds(Box::new(self.design.clone()), runs);
        let estimate = |couple: &Couple| {
            let pair = self.pair(*couple, &scheme, &recipes, request)?;
            Ok(pair.t_estimate()?)
        };
        let estimates: Vec<TEstimate> = self
            .couples
            .par_iter()
            .map(estimate)
            .collect::<Result<_, Error>>()?;
        by_t(&estimates, IntervalKind::RecipeT, correction, request)
    }

    /// # Errors
    /// For scores or options that allow no test.
    pub fn judged(
        &self,
        field: &Field,
        sums: &[Sums],
        correction: Correction,
        request: &Request,
        control: &Control,
    ) -> Result<Verdicts, Error> {
        let design = Arc::new(Scheme::new(request, None, field.units() as u64)?);
        let by_law = |couple: &Couple| {
            let pair = self.pair(*couple, &design, &self.design, request)?;
            let event = Extreme::new(
                Test::Permutation,
                Alternative::TwoSided,
                &pair,
                request.variants.rule,
            );
            match event {
                Some(event) => paired::by_law(&event, &pair, request),
                None => Ok(None),
            }
        };
        let laws: Vec<_> = self
            .couples
            .par_iter()
            .map(by_law)
            .collect::<Result<_, Error>>()?;
        let drawn = if laws.iter().all(Option::is_some) {
            None
        } else {
            Some(means::own(field, self.couples, sums, request, control)?)
        };
        let pairs = laws
            .into_iter()
            .zip(sums)
            .enumerate()
            .map(|(at, (law, sums))| match (law, &drawn) {
                (None, Some(drawn)) => drawn.pairs[at].clone(),
                (law, _) => {
                    let exact = law.as_ref().is_some_and(|law| law.exact);
                    Judged {
                        pvalue: law.map(|law| law.p.value()),
                        method: if exact {
                            Method::Exact
                        } else {
                            Method::Inversion
                        },
                        adjusted: None,
                        interval: None,
                        standard_error: sums.standard_error,
                        skewed: sums.skewed,
                    }
                }
            });
        let mut verdicts = Verdicts {
            pairs: pairs.collect(),
            kind: IntervalKind::Invert,
            level: request.question.confidence,
            method: Method::Exact,
            resamples: drawn.as_ref().and_then(|drawn| drawn.resamples),
            floor: None,
            interrupted_after: drawn.and_then(|drawn| drawn.interrupted_after),
        };
        let rejected = adjust(&mut verdicts, correction, request);
        verdicts.level = level(correction, verdicts.pairs.len(), rejected, request);
        if request.question.interval == IntervalMethod::None {
            return Ok(verdicts);
        }
        let at = IntervalLevel {
            confidence: verdicts.level,
            side: Alternative::TwoSided,
        };
        let inverts_all = self.couples.len() <= MOST_INVERTED;
        let interval = |couple: &Couple| {
            if !inverts_all && ![couple.first, couple.second].contains(&self.best) {
                return Ok(None);
            }
            let pair = self.pair(*couple, &design, &self.design, request)?;
            let method = intervals::resolve(&pair, request)?;
            intervals::of_difference(&pair, method, None, at, request, &mut Vec::new())
        };
        let ends: Vec<_> = self
            .couples
            .par_iter()
            .map(interval)
            .collect::<Result<_, Error>>()?;
        if let Some(kind) = ends.iter().flatten().map(|interval| interval.method).next() {
            verdicts.kind = kind;
        }
        for (pair, interval) in verdicts.pairs.iter_mut().zip(ends) {
            pair.interval = interval.map(|found| found.ends()).transpose()?;
        }
        Ok(verdicts)
    }
}

/// Student's t of each pair, adjusted.
///
/// # Errors
/// For a level outside 0 to 1.
pub(super) fn by_t(
    estimates: &[TEstimate],
    kind: IntervalKind,
    correction: Correction,
    request: &Request,
) -> Result<Verdicts, Error> {
    let judged = |estimate: &TEstimate| Judged {
        pvalue: Some(estimate.p(Alternative::TwoSided).value()),
        method: Method::Asymptotic,
        adjusted: None,
        interval: None,
        standard_error: Some(estimate.standard_error()),
        skewed: false,
    };
    let mut verdicts = Verdicts {
        pairs: estimates.iter().map(judged).collect(),
        kind,
        level: request.question.confidence,
        method: Method::Asymptotic,
        resamples: None,
        floor: None,
        interrupted_after: None,
    };
    let rejected = adjust(&mut verdicts, correction, request);
    verdicts.level = level(correction, estimates.len(), rejected, request);
    if request.question.interval != IntervalMethod::None {
        for (pair, estimate) in verdicts.pairs.iter_mut().zip(estimates) {
            pair.interval = estimate.interval(verdicts.level)?;
        }
    }
    Ok(verdicts)
}

/// Adjusts the p-values of all pairs; how many are rejected at the error of the intervals.
pub(super) fn adjust(verdicts: &mut Verdicts, correction: Correction, request: &Request) -> usize {
    let family: Vec<Probability> = verdicts
        .pairs
        .iter()
        .map(|pair| Probability::new(pair.pvalue.unwrap_or(1.0)))
        .collect();
    let adjusted = correction
        .adjustment()
        .map_or_else(|| family.clone(), |how| how.adjust(&family));
    for (pair, p) in verdicts.pairs.iter_mut().zip(&adjusted) {
        pair.adjusted = pair.pvalue.map(|_| p.value());
    }
    let ways: Vec<Method> = verdicts.pairs.iter().map(|pair| pair.method).collect();
    let of = |method| ways.contains(&method);
    verdicts.method = match () {
        () if of(Method::Sampled) => Method::Sampled,
        () if of(Method::Inversion) => Method::Inversion,
        () if of(Method::Asymptotic) => Method::Asymptotic,
        () => Method::Exact,
    };
    let error = 1.0 - request.question.confidence;
    adjusted.iter().filter(|p| p.value() <= error).count()
}

/// The level of one interval, so that one which excludes 0 implies an adjusted p of at most alpha: Bonferroni's for those that keep the
/// family-wise error, and for false discovery rates the false-coverage-adjusted one (Benjamini & Yekutieli 2005).
pub(super) fn level(
    correction: Correction,
    pairs: usize,
    rejected: usize,
    request: &Request,
) -> f64 {
    let error = 1.0 - request.question.confidence;
    let share = match correction.adjustment() {
        None => error,
        Some(adjustment) => adjustment.interval_error(error, pairs, rejected),
    };
    1.0 - share
}
