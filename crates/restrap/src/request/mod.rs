//! What a user asks: vocabulary alone, no data and no flags.

mod compute;
mod fit;
mod folds;
pub mod goes_with;
mod margin;
pub(crate) mod profile;
mod question;
pub(crate) mod rank;
pub(crate) mod replicate;
pub(crate) mod rule;
mod sample;
mod test;

pub use compute::{Compute, Exact, RouteUsed, SignP, Variants};
pub(crate) use folds::unclear_folds;
pub use margin::{
    AskedMargin, BadMargin, BadRange, Claim, MarginSize, MetricClaim, MetricMargin, ScoreRange,
};
pub use profile::{Profile, ProfileRow, Rate};
pub use question::{AdjustedMetrics, Bayesian, Forbid, Gate, IntervalMethod, Question};
pub use rule::{BadSubsample, Centre, Draws, Rule, Subsample, SubsampleSize};
pub use sample::{BadGrid, ClusterWeight, GridChoice, Over, Sample, Summarised};
pub use test::Test;

use restrap_core::Level;
use restrap_engine::Route;
use restrap_stats::{Adjustment, Alternative, McNemarVariant, SignTies, Zeros};
use serde::{Deserialize, Serialize};

/// A comparison of systems with a baseline: everything but the scores.
///
/// Every part has a default, and a method for each choice takes and gives back the request:
///
/// ```
/// # use restrap_lib as restrap;
/// use restrap::{Request, Test};
///
/// let request = Request::default().tests([Test::T, Test::Permutation]).alpha(0.01).seed(7);
/// assert_eq!(request.question.tests[0], Test::T);
/// let json = serde_json::to_string(&request)?;
/// assert_eq!(serde_json::from_str::<Request>(&json)?, request);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct Request {
    /// What is asked of every difference.
    pub question: Question,
    /// What the scores are a sample of.
    pub sample: Sample,
    /// Variants of the tests.
    pub variants: Variants,
    /// How the answer is computed.
    pub compute: Compute,
}

/// One method a choice, which sets the field of its name.
macro_rules! choices {
    ($($part:ident { $($(#[$doc:meta])+ $field:ident: $type:ty => $value:expr,)+ })+) => {
        impl Request {
            $($($(#[$doc])+
            #[must_use]
            pub fn $field(mut self, $field: $type) -> Self {
                self.$part.$field = $value;
                self
            })+)+
        }
    };
}

choices! {
    question {
        /// Tests; the first is primary.
        tests: impl Into<Vec<Test>> => tests.into(),
        /// Side of every test.
        alternative: Alternative => alternative,
        /// Level of the tests.
        alpha: f64 => alpha,
        /// Interval of the difference and of each system.
        interval: IntervalMethod => interval,
        /// Level of the intervals.
        confidence: f64 => confidence,
        /// The range of the scores, for a margin test whose level no shape of them can break.
        bounded: impl Into<Option<ScoreRange>> => bounded.into(),
        /// The posterior of the mean difference, beside the tests.
        bayesian: impl Into<Option<Bayesian>> => bayesian.into(),
        /// What must be shown for a script to go on.
        gate: impl Into<Option<Gate>> => gate.into(),
        /// What must not be shown.
        forbid: impl Into<Option<Forbid>> => forbid.into(),
        /// Adjustment over the comparisons.
        adjust: impl Into<Option<Adjustment>> => adjust.into(),
        /// Metrics whose comparisons are adjusted together.
        family: AdjustedMetrics => family,
        /// Higher scores are better.
        higher_is_better: bool => higher_is_better,
        /// Decimals in tables and words; none for those that errors support.
        digits: impl Into<Option<u8>> => digits.into(),
    }
    sample {
        /// The systems scored different items.
        unpaired: bool => unpaired,
        /// Lattice of the scores.
        grid: GridChoice => grid,
        /// The least and the largest score that there can be.
        range: impl Into<Option<ScoreRange>> => range.into(),
        /// What one value is.
        over: Over => over,
        /// Share of the data that each fold or split tests on; none is 1/K of K folds.
        test_fraction: impl Into<Option<f64>> => test_fraction.into(),
        /// How clusters weigh.
        cluster_weight: ClusterWeight => cluster_weight,
    }
    variants {
        /// What the sign test does with ties.
        sign_ties: SignTies => sign_ties,
        /// How the sign test's p-value is computed.
        sign_p: SignP => sign_p,
        /// What Wilcoxon's test does with differences of 0.
        zeros: Zeros => zeros,
        /// How its p-value is computed.
        wilcoxon_p: SignP => wilcoxon_p,
        /// Variant of McNemar's test.
        mcnemar: McNemarVariant => mcnemar,
        /// Violation ratio below which one sample counts as almost stochastically larger; none is one half.
        aso_threshold: impl Into<Option<f64>> => aso_threshold.into(),
        /// Sampled p-values as c/R instead of (c + 1)/(R + 1).
        raw_p: bool => raw_p,
        /// Departures of a published recipe from the default.
        rule: Rule => rule,
    }
    compute {
        /// Resamples of everything that is sampled.
        resamples: u64 => resamples,
        /// When to compute a law instead of drawing.
        exact: Exact => exact,
        /// Seed of all draws.
        seed: u64 => seed,
        /// How everything that is sampled is drawn.
        route: impl Into<Option<Route>> => route.into(),
        /// Vector level.
        level: impl Into<Option<Level>> => level.into(),
        /// Resamples a shard.
        shard_size: impl Into<Option<u64>> => shard_size.into(),
    }
}

impl Request {
    /// What a margin test is to show, and the margin, fixed beforehand.
    #[must_use]
    pub fn margin(mut self, claim: Claim, size: MarginSize) -> Self {
        self.question.margin = Some(AskedMargin { claim, size });
        self
    }

    /// What margins are to show: one of the primary metric, or one of each metric that they name.
    ///
    /// # Errors
    /// For two claims about one metric.
    pub fn claims(
        mut self,
        asked: impl IntoIterator<Item = (Claim, MetricMargin)>,
    ) -> Result<Self, crate::Error> {
        match margin::Claims::new(asked)? {
            margin::Claims::Primary(margin) => self.question.margin = margin,
            margin::Claims::Each(claims) => self.question.claims = claims,
        }
        Ok(self)
    }

    /// The request of one of several metrics, with its own claim as its gate.
    #[must_use]
    pub fn of_claim(mut self, claim: Option<&MetricClaim>) -> Self {
        self.question.claims = Vec::new();
        self.question.margin = claim.map(|claim| AskedMargin {
            claim: claim.claim,
            size: claim.size,
        });
        self.question.gate = claim.map(|claim| claim.claim.into());
        self
    }

    /// The primary test is the unconditional one of 0/1 scores, which has an interval and a margin test of its own.
    pub(crate) fn is_unconditional(&self) -> bool {
        self.question.tests.first() == Some(&Test::McNemar)
            && self.variants.mcnemar == McNemarVariant::Unconditional
    }

    /// Everything that a published recipe fixes.
    #[must_use]
    pub fn profile(mut self, profile: Profile) -> Self {
        let row = profile.row();
        self.question.profile = Some(profile);
        self.tests([row.test])
            .alternative(row.alternative)
            .resamples(row.resamples)
            .raw_p(row.raw_p)
            .rule(row.rule)
    }
}
