//! How a p-value came to be, in words.

use crate::number::format::{count, probability};
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
                let resamples = count(resamples, "resample");
                format!(
                    "{resamples}, bounds {} to {}",
                    probability(low),
                    probability(high)
                )
            }
            _ => "sampled".to_owned(),
        },
    }
}

impl TestOutcome {
    /// The p-value: `0.0312`, `< 0.00003` where no resample reached the observed difference, or `undefined`.
    pub fn p_text(&self) -> String {
        text(self.pvalue, self.unreached())
    }

    /// The p-value adjusted over the family, where there is a family.
    pub fn adjusted_text(&self) -> Option<String> {
        let bound = self.unreached().zip(self.pvalue).zip(self.p_adjusted);
        // An adjustment multiplies, so that it does the same to the bound.
        let bound =
            bound.map(|((bound, p), adjusted)| if p > 0.0 { bound * adjusted / p } else { bound });
        self.p_adjusted
            .map(|p| text(Some(p), bound.map(|bound| bound.min(1.0))))
    }

    /// What the bound in the place of the p-value comes from: `0 of 100,000 resamples, 95 % bound`.
    pub fn bound_words(&self) -> Option<String> {
        self.unreached()?;
        Some(format!(
            "0 of {}, 95 % bound",
            count(self.resamples?, "resample")
        ))
    }

    /// The upper bound of a sampled p-value that no resample reached, one-sided (Clopper & Pearson 1934).
    fn unreached(&self) -> Option<f64> {
        self.pvalue_interval
            .filter(|_| self.at_least_as_extreme == Some(0))
            .map(|bounds| bounds[1])
    }
}

fn text(p: Option<f64>, bound: Option<f64>) -> String {
    match (p, bound) {
        (None, _) => "undefined".to_owned(),
        (_, Some(bound)) => format!("< {}", probability(bound)),
        (Some(p), None) => probability(p),
    }
}

/// `p = 0.0312`, `p < 0.00003`, `p undefined`.
pub(crate) fn p_is(text: &str) -> String {
    if let Some(bound) = text.strip_prefix("below ").or(text.strip_prefix("< ")) {
        return format!("p < {bound}");
    }
    if text == "undefined" {
        "p undefined".to_owned()
    } else {
        format!("p = {text}")
    }
}
