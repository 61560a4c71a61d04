//! The interval of the difference that decides as the primary test does: 0 lies outside exactly where p ≤ alpha.
//!
//! | primary test | interval |
//! |---|---|
//! | permutation, by its law | the differences that it does not reject (Hartigan 1969); of 0/1 scores those of the exact test |
//! | permutation, drawn or within strata | as far from the difference as its own swaps reach |
//! | bootstrap, bootstrap-percentile | the quantiles of the resamples that gave p, with the same add-one |
//! | t, Wilcoxon | Student's t; Hodges and Lehmann's |
//! | sign | order statistics of the differences that are not 0 |
//! | McNemar's mid-p and chi-square | the same limits of the share of wins among the items that differ |
//! | a recipe that reproduces a printed figure, 5x2cv, almost stochastic order | none |

use restrap_stats::{McNemarVariant, SignTies};
use restrap_words::{Code, Note};

use crate::data::pair::Pair;
use crate::request::{Exact, IntervalMethod, Request, SignP, Test};

/// The interval that `--interval auto` stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Dual {
    /// An interval that has a name and a formula of its own.
    By(IntervalMethod),
    /// Order statistics of the differences that are not 0.
    OrderStatistics,
    /// Limits of the share of wins among the items that differ.
    Wins(McNemarVariant),
    /// Part of the answer of the primary test, from its own resamples.
    OfTest,
    /// None, with the reason.
    Without(&'static str),
}

const REPRODUCES: &str = "reproduces a printed figure";

impl Dual {
    /// Returns the interval that is paired with the primary test of scores of the same items.
    pub fn for_pair(pair: &Pair, request: &Request) -> Self {
        if is_reproduction(request) {
            return Self::Without(REPRODUCES);
        }
        let variants = &request.variants;
        match request.question.tests[0] {
            Test::Permutation if request.compute.exact == Exact::Never => Self::OfTest,
            // Items weigh differently in a mix: a shift of all differences does not shift their sum by so much.
            Test::Permutation if !pair.design.is_plain() => Self::OfTest,
            Test::Permutation if pair.binary && pair.clusters().is_none() => {
                Self::By(IntervalMethod::Unconditional)
            }
            Test::Permutation => Self::By(IntervalMethod::Invert),
            Test::Bootstrap | Test::BootstrapPercentile => Self::OfTest,
            Test::Wilcoxon => Self::By(IntervalMethod::HodgesLehmann),
            Test::Sign if variants.sign_ties == SignTies::Split => Self::Without(
                "the sign test with split ties has no matching interval: drop the ties",
            ),
            Test::Sign if variants.sign_p != SignP::Exact => {
                Self::Without("the normal approximation of the sign test has no matching interval")
            }
            Test::Sign if pair.binary => Self::By(IntervalMethod::Unconditional),
            Test::Sign => Self::OrderStatistics,
            Test::McNemar => match variants.mcnemar {
                McNemarVariant::Exact | McNemarVariant::Unconditional => {
                    Self::By(IntervalMethod::Unconditional)
                }
                variant => Self::Wins(variant),
            },
            Test::FiveByTwo => Self::Without("the F test of five times two folds has no direction"),
            // Tests against a number have their interval in `test::against`, and the others refuse scores of the same items.
            _ => Self::By(IntervalMethod::T),
        }
    }

    /// Returns the method that was asked for by name, `None` for `auto`.
    pub fn asked(request: &Request) -> Option<IntervalMethod> {
        Some(request.question.interval).filter(|&method| method != IntervalMethod::Auto)
    }
}

/// Returns `true` if the request is a recipe of a printed figure, which no interval goes with.
pub(crate) fn is_reproduction(request: &Request) -> bool {
    use crate::request::rule::{Centre, Draws};
    let rule = request.variants.rule;
    request.question.profile.is_some()
        || request.variants.raw_p
        || rule.strict
        || rule.doubled
        || rule.centre != Centre::Observed
        || rule.draws == Draws::Half
}

/// Returns the reason why the default interval is none.
pub(crate) fn without(request: &Request) -> Vec<Note> {
    let is_default = Dual::asked(request).is_none() && is_reproduction(request);
    is_default
        .then(|| Code::NoInterval.says(REPRODUCES))
        .into_iter()
        .collect()
}
