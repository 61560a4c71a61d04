//! Variants of the tests, chosen beforehand.

use restrap_stats::{McNemarVariant, SignTies, Zeros};
use restrap_words::vocabulary;
use serde::{Deserialize, Serialize};

use super::Rule;

vocabulary! {
    /// How a p-value comes from the sign test or from signed ranks.
    pub enum SignP: "a way to the p-value of signs or ranks" {
        /// The law of fair signs: binomial for the sign test, with ties for signed ranks.
        Exact = "exact",
        /// Normal approximation with the ½ correction.
        Normal = "normal",
        /// Normal approximation without correction.
        NormalUncorrected = "normal-uncorrected",
    }
    default Exact
}

/// Variants of the tests; each is printed where it was used.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct Variants {
    /// What the sign test does with ties.
    pub sign_ties: SignTies,
    /// How the sign test's p-value is computed.
    pub sign_p: SignP,
    /// What Wilcoxon's test does with differences of 0.
    pub zeros: Zeros,
    /// How its p-value is computed.
    pub wilcoxon_p: SignP,
    /// Variant of McNemar's test.
    pub mcnemar: McNemarVariant,
    /// Violation ratio below which one sample counts as almost stochastically larger; `None` is one half.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aso_threshold: Option<f64>,
    /// Sampled p-values as c/R instead of (c + 1)/(R + 1).
    pub raw_p: bool,
    /// Departures of a published recipe from the default.
    pub rule: Rule,
}

impl Default for Variants {
    fn default() -> Self {
        Self {
            sign_ties: SignTies::Drop,
            sign_p: SignP::Exact,
            zeros: Zeros::Wilcox,
            wilcoxon_p: SignP::Exact,
            mcnemar: McNemarVariant::Exact,
            aso_threshold: None,
            raw_p: false,
            rule: Rule::PLAIN,
        }
    }
}
