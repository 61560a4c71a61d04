//! A p-value as every view prints it.

use crate::number::format::{count, probability};
use crate::outcome::TestOutcome;

impl TestOutcome {
    /// The p-value: `0.0312`, `< 0.00003` where no resample reached the observed difference, or `undefined`.
    pub fn p_text(&self) -> String {
        text(self.pvalue, self.unreached())
    }

    /// The p-value adjusted over the family, where there is a family.
    pub fn adjusted_text(&self) -> Option<String> {
        let bound = self.unreached().zip(self.pvalue).zip(self.p_adjusted);
        // An adjustment multiplies, so that it does the same to the bound.
        let bound = bound.map(|((bound, p), adjusted)| if p > 0.0 { bound * adjusted / p } else { bound });
        self.p_adjusted.map(|p| text(Some(p), bound.map(|bound| bound.min(1.0))))
    }

    /// What the bound in the place of the p-value comes from: `0 of 100,000 resamples, 95 % bound`.
    pub fn bound_words(&self) -> Option<String> {
        self.unreached()?;
        Some(format!("0 of {}, 95 % bound", count(self.resamples?, "resample")))
    }

    /// The upper bound of a sampled p-value that no resample reached, one-sided (Clopper & Pearson 1934).
    fn unreached(&self) -> Option<f64> {
        self.pvalue_interval.filter(|_| self.at_least_as_extreme == Some(0)).map(|bounds| bounds[1])
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
    if text == "undefined" { "p undefined".to_owned() } else { format!("p = {text}") }
}
