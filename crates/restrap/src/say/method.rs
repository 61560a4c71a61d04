//! How a p-value came to be, in words.

use crate::design;
use crate::number::format::{count, probability};
use crate::outcome::{MarginMethod, MarginOutcome, Method, TestOutcome};
use crate::rank::RankFamily;
use crate::replicate::MeanOutcome;
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

/// Returns `true` if the degrees of freedom are an approximation for normal scores too.
fn is_approximate(test: &TestOutcome) -> bool {
    test.name == Test::FiveByTwo
        || design::Method::of_recipe(&test.recipe).is_some_and(|row| !row.is_exact)
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

/// Returns the text of a p-value, adjusted or not, whose unadjusted value is `own`: `0.0312`, or `< 0.00003` if `own` is the least that
/// its resamples allow.
///
/// `resamples` of a p-value that was counted, `None` of all others. The bound is the upper 95 % confidence limit of a share of which none
/// of the resamples was seen (Clopper and Pearson 1934), times what the adjustment multiplies by.
pub fn floored(p: f64, own: Option<f64>, resamples: Option<u64>) -> String {
    let unreached = resamples.zip(own).and_then(|(resamples, own)| {
        let resamples = resamples as f64;
        let is_least = own * (resamples + 1.0) <= 1.0 + 1e-9;
        let bound = -libm::expm1(libm::log(0.05) / resamples);
        is_least.then_some(if own > 0.0 { bound * p / own } else { bound })
    });
    text(Some(p), unreached.map(|bound| bound.min(1.0)))
}

impl MarginOutcome {
    /// Returns the p-value of the claim, adjusted where there is a family; `None` if it was not tested. `resamples`: of the comparison.
    pub fn p_text(&self, resamples: u64) -> Option<String> {
        let p = self.p_adjusted.or(self.pvalue)?;
        Some(floored(
            p,
            self.pvalue,
            self.is_drawn().then_some(resamples),
        ))
    }

    /// `true` if the p-value was counted among resamples.
    pub(crate) fn is_drawn(&self) -> bool {
        matches!(
            self.method,
            Some(MarginMethod::Studentized | MarginMethod::Bootstrap)
        )
    }
}

impl MeanOutcome {
    /// Returns the p-value of the mean, adjusted where there is a family. `resamples`: of the replication.
    pub fn p_text(&self, resamples: u64) -> Option<String> {
        let drawn = (self.method == Method::Sampled).then_some(resamples);
        Some(floored(
            self.p_adjusted.or(self.pvalue)?,
            self.pvalue,
            drawn,
        ))
    }
}

impl RankFamily {
    /// Returns the text of a p-value of a pair, adjusted or not, whose unadjusted value is `own`.
    pub fn p_text(&self, p: f64, own: Option<f64>) -> String {
        floored(p, own, self.resamples)
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
