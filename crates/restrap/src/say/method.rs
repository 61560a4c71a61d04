//! How a p-value came to be, in words.

use crate::number::format::{count, probability};
use crate::outcome::{Method, TestOutcome};
use crate::request::Test;

/// What a test of a closed form holds for.
pub(crate) fn closed(test: Test) -> &'static str {
    match test {
        Test::T => "exact for normal differences",
        Test::Student => "exact for normal scores of one variance",
        Test::Welch => "approximate",
        _ => "asymptotic",
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
        Method::Asymptotic => closed(test.name).to_owned(),
        Method::Sampled => match (test.resamples, test.pvalue_interval) {
            (Some(resamples), Some([low, high])) => {
                let resamples = count(resamples, "resample");
                format!("{resamples}, bounds {} to {}", probability(low), probability(high))
            }
            _ => "sampled".to_owned(),
        },
    }
}
