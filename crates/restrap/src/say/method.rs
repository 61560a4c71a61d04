//! How a p-value came to be, in words.

use crate::number::format::{count, grouped, probability};
use crate::outcome::{Method, TestOutcome};
use crate::request::Test;

/// What a test of a closed form holds for.
pub(crate) fn closed(test: &TestOutcome) -> &'static str {
    match test.name {
        // Of crossed clusters, folds and judges t is an approximation.
        _ if is_approximate(test) => "approximate",
        Test::T => "exact for normal differences",
        Test::Student => "exact for normal scores of one variance",
        Test::Welch => "approximate",
        _ => "asymptotic",
    }
}

/// A t test whose degrees of freedom are an approximation also for normal scores, by its source.
fn is_approximate(test: &TestOutcome) -> bool {
    let sources = ["Cameron", "Nadeau", "Angelopoulos", "Alpaydin"];
    sources.iter().any(|source| test.recipe.contains(source))
}

/// How many resamples a test drew, of how many where its draws stop by what they count.
pub(crate) fn drawn(test: &TestOutcome, resamples: u64) -> String {
    match &test.adaptive {
        None => count(resamples, "resample"),
        Some(adaptive) => {
            format!("{} of at most {}", grouped(resamples), count(adaptive.resamples_at_most, "resample"))
        }
    }
}

/// How a test's p-value is told beside its method.
pub fn method_words(test: &TestOutcome) -> String {
    match test.method {
        Method::Exact => "exact".to_owned(),
        Method::Inversion => match test.error {
            Some(error) if error > 0.0 => format!("inversion, error {error:.0e}"),
            _ => "inversion".to_owned(),
        },
        Method::Asymptotic => closed(test).to_owned(),
        Method::Sampled => match (test.resamples, test.pvalue_interval) {
            (Some(resamples), Some([low, high])) => {
                let resamples = drawn(test, resamples);
                format!("{resamples}, bounds {} to {}", probability(low), probability(high))
            }
            _ => "sampled".to_owned(),
        },
    }
}
