//! Values of tests as test outcomes: digits, floors, recipes.

use restrap_stats::{Alternative, Probability};

use crate::data::pair::Pair;
use crate::error::Error;
use crate::evidence::resample::bounds::Value;
use crate::evidence::test::classical;
use crate::evidence::test::observed::ClosedForm;
use crate::evidence::test::observed::Observed;
use crate::evidence::test::recipe;
use crate::number::digits::{rounded, supported};
use crate::outcome::{Direction, Method, TestOutcome};
use crate::request::{Request, Test};

/// Smallest p-value printed as a number; below, its logarithm tells.
pub(crate) const SMALLEST: f64 = 1e-300;

/// A p-value as JSON has it: 12 digits, 0 only where none of the resamples drawn counts and none is added.
pub fn printed(p: Probability) -> f64 {
    if p == Probability::ZERO {
        0.0
    } else {
        rounded(p.value().max(SMALLEST))
    }
}

/// Returns an upper bound of the error of the printed p-value: that of the distribution, and of rounding.
fn error(p: Probability, relative_error: f64) -> f64 {
    let left_out = (supported(printed(p), relative_error) - p.value()).abs();
    supported(1.01 * (p.value() * relative_error + left_out), 0.1)
}

/// A relative error e of p is an absolute one of e / ln 10 of its logarithm.
fn log10(p: Probability, relative_error: f64) -> Option<f64> {
    let log = p.log10();
    let of_log = relative_error / (std::f64::consts::LN_10 * log.abs());
    (p != Probability::ZERO).then(|| supported(log, if log == 0.0 { 0.0 } else { of_log }))
}

/// A resampling test.
pub(crate) fn resampled(
    test: Test,
    value: &Value,
    observed: &Observed,
    request: &Request,
) -> TestOutcome {
    let method = match value.sampled {
        Some(_) => Method::Sampled,
        None if value.exact => Method::Exact,
        None => Method::Inversion,
    };
    let floor = floor(test, value, observed, request);
    let p = defined(value, request);
    TestOutcome {
        name: test,
        primary: false,
        recipe: recipe::of(test, method, observed, request).into(),
        design: None,
        alternative: request.question.alternative,
        direction: None,
        statistic: Some(rounded(observed.difference)),
        // Also of an exact value: its last digits are rounding.
        df: None,
        pvalue: p.map(|p| supported(printed(p), value.relative_error)),
        log10_pvalue: p.and_then(|p| log10(p, value.relative_error)),
        p_adjusted: None,
        p_floor: floor.map(printed),
        method,
        exact: method == Method::Exact,
        error: p
            .filter(|_| method == Method::Inversion)
            .map(|p| error(p, value.relative_error)),
        resamples: value.sampled.map(|s| s.resamples),
        at_least_as_extreme: value.sampled.map(|s| s.extreme),
        pvalue_interval: value.sampled.map(|s| s.bounds.map(rounded)),
        notes: recipe::notes(test, value.p, observed, request),
    }
}

/// A law that gives 0 has no evidence to tell: no resample of these items can be as extreme, whatever the population. Where ties do
/// not count, 0 is the recipe's own.
pub(crate) fn defined(value: &Value, request: &Request) -> Option<Probability> {
    let may_be_0 = value.sampled.is_some() || request.variants.rule.strict;
    (may_be_0 || value.p != Probability::ZERO).then_some(value.p)
}

/// Smallest p-value of a permutation test, and of anything sampled with the add-one rule.
fn floor(test: Test, value: &Value, observed: &Observed, request: &Request) -> Option<Probability> {
    let is_of_swaps = test == Test::Permutation && !request.variants.rule.strict && !observed.apart;
    let by_swaps = is_of_swaps.then(|| {
        let sides = if request.question.alternative == Alternative::TwoSided {
            2.0
        } else {
            1.0
        };
        Probability::from_ln(-std::f64::consts::LN_2 * observed.changed as f64).scaled(sides)
    });
    let least = if test.doubles(request.question.alternative, request.variants.rule.doubled) {
        2.0
    } else {
        1.0
    };
    let by_draws = value
        .sampled
        .filter(|_| !request.variants.raw_p)
        .map(|s| Probability::new(1.0 / (s.resamples as f64 + 1.0)).scaled(least));
    match (by_swaps, by_draws) {
        (Some(swaps), Some(draws)) => Some(swaps.max(draws)),
        (one, other) => one.or(other),
    }
}

/// A classical test for an alternative about the difference itself.
pub(crate) fn classical(
    test: Test,
    side: Alternative,
    pair: &Pair,
    request: &Request,
) -> Result<(Option<Probability>, TestOutcome), Error> {
    let done = classical::run(test, side, pair, request)?;
    Ok((done.p, of_classical(test, done, request)))
}

/// The outcome of a test whose resamples other processes draw: it has no p-value.
pub(crate) fn without_draws(test: Test, request: &Request) -> TestOutcome {
    let done = ClosedForm {
        p: None,
        method: Method::Sampled,
        centred: None,
        relative_error: 0.0,
        df: None,
        statistic: None,
        floor: None,
        design: None,
        recipe: format!("{test}, whose resamples other processes draw").into(),
        notes: Vec::new(),
    };
    of_classical(test, done, request)
}

/// Returns the outcome of a test that resamples nothing.
pub(crate) fn of_classical(test: Test, done: ClosedForm, request: &Request) -> TestOutcome {
    TestOutcome {
        name: test,
        primary: false,
        recipe: format!(
            "{}, {}{}",
            done.recipe,
            recipe::sides(request.question.alternative),
            recipe::profile(request)
        )
        .into(),
        design: done.design,
        alternative: request.question.alternative,
        direction: done.centred.and_then(|centred| {
            let is_higher = request.question.higher_is_better;
            Direction::new(if is_higher { centred } else { -centred })
        }),
        statistic: done.statistic.map(rounded),
        df: done.df.map(rounded),
        pvalue: done.p.map(|p| supported(printed(p), done.relative_error)),
        log10_pvalue: done.p.and_then(|p| log10(p, done.relative_error)),
        p_adjusted: None,
        p_floor: done.floor.map(printed),
        method: done.method,
        exact: done.method == Method::Exact,
        error: done
            .p
            .filter(|_| done.method == Method::Inversion)
            .map(|p| error(p, done.relative_error)),
        resamples: None,
        at_least_as_extreme: None,
        pvalue_interval: None,
        notes: done.notes,
    }
}
