//! What is specific to scores of the same items.

use restrap_stats::{Alternative, Probability, effect};
use restrap_words::asked_as;

use crate::data::basis::Basis;
use crate::data::pair::Pair;
use crate::error::Error;
use crate::number::digits::rounded;
use crate::outcome::{Effect, TestOutcome};
use crate::request::rule::Draws;
use crate::request::{Exact, Request, Test};
use crate::resample::bounds::Value;
use crate::resample::extreme::{Extreme, is_trusted};
use crate::test::observed::Observed;
use crate::test::outcome;

/// The p-value of a resampling test by law, where one may be computed and trusted.
pub(crate) fn by_law(
    event: &Extreme,
    pair: &Pair,
    request: &Request,
) -> Result<Option<Value>, Error> {
    if request.compute.exact == Exact::Never {
        return Ok(None);
    }
    if !event.has_law() {
        return match request.compute.exact {
            Exact::Always => Err(Error::not_applicable(
                asked_as("exact", Exact::Always),
                "a recipe with a law",
                "this one has none",
                format!("use {}, which samples", asked_as("exact", Exact::Auto)),
            )),
            Exact::Auto | Exact::Never => Ok(None),
        };
    }
    let value = event.by_law(pair);
    // Where ties do not count nothing may be as extreme: the recipe then has 1/(R + 1), not 0.
    let nothing =
        request.variants.rule.strict && !request.variants.raw_p && value.p == Probability::ZERO;
    if is_trusted(&value) && !(nothing && request.compute.exact == Exact::Auto) {
        return Ok(Some(value));
    }
    match request.compute.exact {
        Exact::Always => Err(Error::NoLaw {
            items: pair.items(),
            error: value.relative_error,
        }),
        Exact::Auto | Exact::Never => Ok(None),
    }
}

/// Bootstrap intervals come from draws: laws are forbidden, or the design has none. A recipe's resamples of half the items have
/// another spread, so intervals stay with the law there.
pub(crate) fn draws_intervals(pair: &Pair, request: &Request) -> bool {
    let sampled =
        request.compute.exact == Exact::Never && request.variants.rule.draws != Draws::Half;
    sampled || !pair.design.has_law()
}

/// A test as an outcome: of its value, or one that resamples nothing.
pub(crate) fn tested(
    test: Test,
    side: Alternative,
    value: Option<&Value>,
    pair: &Pair,
    request: &Request,
) -> Result<(Option<Probability>, TestOutcome), Error> {
    let (p, mut outcome) = match value {
        Some(value) => Ok((
            outcome::defined(value, request),
            outcome::resampled(test, value, &Observed::of(pair), request),
        )),
        None => outcome::classical(test, side, pair, request),
    }?;
    if pair.runs().is_some() && test != Test::T {
        outcome
            .notes
            .push("about these checkpoints: the training runs are taken as they are".to_owned());
    }
    Ok((p, outcome))
}

/// Effect sizes.
pub(crate) fn effects(pair: &Pair, request: &Request) -> Effect {
    let counts = if request.question.higher_is_better {
        pair.counts
    } else {
        pair.counts.swapped()
    };
    let spread = pair.moments.sd().filter(|&sd| sd > 0.0);
    Effect {
        cohen_ds: None,
        cohen_dz: spread.map(|sd| rounded(pair.moments.mean() / sd)),
        superiority: rounded(effect::superiority(counts)),
        better: counts.better,
        worse: counts.worse,
        tied: counts.tied,
    }
}

/// Standard error of the difference.
pub(crate) fn standard_error(pair: &Pair) -> Option<f64> {
    if pair.basis() != Basis::Items {
        return pair
            .t_estimate()
            .ok()
            .map(|estimate| rounded(estimate.standard_error()));
    }
    let of_strata = pair
        .design
        .standard_error(&pair.encoded.difference, pair.divisor());
    let of_items = || {
        pair.moments
            .sd()
            .map(|sd| sd / (pair.items() as f64).sqrt())
    };
    of_strata.or_else(of_items).map(rounded)
}
