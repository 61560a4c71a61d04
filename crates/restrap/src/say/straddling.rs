//! A drawn p-value whose Monte Carlo bounds lie on both sides of alpha.

use restrap_words::asked_as;

use crate::number::format::{count, probability};
use crate::outcome::TestOutcome;
use crate::request::{Exact, Request};

/// Resamples beyond which no gate goes on drawing.
pub(crate) const MOST_RESAMPLES: u64 = 10_000_000;

/// Returns in words that the Monte Carlo bounds of a p-value, adjusted with it, lie on both sides of alpha, and what settles it; `None`
/// if they do not.
pub(crate) fn straddling(test: &TestOutcome, request: &Request) -> Option<String> {
    straddles(
        test.pvalue?,
        test.p_adjusted,
        test.pvalue_interval?,
        request,
    )
}

/// Returns the same about a p-value with these bounds.
pub(crate) fn straddles(
    own: f64,
    adjusted: Option<f64>,
    bounds: [f64; 2],
    request: &Request,
) -> Option<String> {
    let adjusted = adjusted.filter(|_| own > 0.0);
    let factor = adjusted.map_or(1.0, |p| p / own);
    let [low, high] = bounds.map(|bound| (bound * factor).min(1.0));
    if low > request.question.alpha || request.question.alpha >= high {
        return None;
    }
    let kind = if adjusted.is_some() { "adjusted " } else { "" };
    let drawn = request.compute.resamples;
    let more = if drawn < MOST_RESAMPLES {
        let law = if request.compute.exact == Exact::Never {
            format!(" or {}", asked_as("exact", Exact::Always))
        } else {
            String::new()
        };
        format!(": use {}{law}", asked_as("resamples", MOST_RESAMPLES))
    } else {
        String::new()
    };
    Some(format!(
        "too close to call at {}: {kind}p = {} from {} (Monte Carlo bounds {} to {}), and another seed may decide otherwise{more}",
        request.question.alpha,
        probability(adjusted.unwrap_or(own)),
        count(drawn, "resample"),
        probability(low),
        probability(high),
    ))
}
