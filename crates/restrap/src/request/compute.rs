//! How an answer is computed.

use restrap_core::Level;
use restrap_engine::Route;
use restrap_stats::{McNemarVariant, SignTies, Zeros};
use restrap_words::vocabulary;
use serde::{Deserialize, Serialize};

use crate::request::Rule;

vocabulary! {
    /// When to compute a law instead of drawing.
    ///
    /// Where a law is known, p-values and intervals need no draws: `auto` uses it where it is cheaper, `always` fails without one,
    /// `never` draws.
    pub enum Exact: "when to use the exact distribution" {
        /// Wherever the error of the law is known to be small: a function of the data alone.
        Auto = "auto",
        /// Always; an error where no law can be trusted.
        Always = "always",
        /// Never: draw.
        Never = "never",
    }
    default Auto
}

/// How an answer is computed: by law or by draws, and by which draws.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct Compute {
    /// Resamples of everything that is sampled.
    pub resamples: u64,
    /// When to compute a law instead of drawing.
    pub exact: Exact,
    /// Seed of all draws; 0 is a seed.
    pub seed: u64,
    /// How everything that is sampled is drawn; `None` leaves it to the data. Draws differ between routes.
    pub route: Option<Route>,
    /// Vector level; `None` takes the widest. Belongs to a machine: it never changes a result, and is not saved.
    #[serde(skip)]
    pub level: Option<Level>,
    /// Resamples a shard. Belongs to a machine: it never changes a result, and is not saved.
    #[serde(skip)]
    pub shard_size: Option<u64>,
}

impl Default for Compute {
    fn default() -> Self {
        Self {
            resamples: 100_000,
            exact: Exact::Auto,
            seed: 0,
            route: None,
            level: None,
            shard_size: None,
        }
    }
}

vocabulary! {
    /// How the primary test was computed.
    pub enum RouteUsed: "a route" {
        /// By its law: nothing was drawn for it.
        Law = "law",
        /// Draws counts of distinct values rather than single items.
        Compressed = "compressed",
        /// A random byte or bit per item.
        Streamed = "streamed",
        /// Items one by one.
        Indexed = "indexed",
    }
}

impl From<Route> for RouteUsed {
    fn from(route: Route) -> Self {
        match route {
            Route::Compressed => Self::Compressed,
            Route::Streamed => Self::Streamed,
            Route::Indexed => Self::Indexed,
        }
    }
}

impl Compute {
    /// Draws everything by this route, or nothing where it is the law.
    #[must_use]
    pub fn by(self, route: RouteUsed) -> Self {
        let draws = route.name().parse().ok();
        Self {
            exact: draws.map_or(Exact::Always, |_| Exact::Never),
            route: draws,
            ..self
        }
    }
}

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
