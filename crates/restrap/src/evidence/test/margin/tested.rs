//! Types and helpers that margin tests share: resamples, results, recipes.

use crate::outcome::Recipe;
use restrap_stats::interval;
use restrap_stats::{Margin, MarginTest, Probability, SampledMargin, StatsError};
use restrap_words::{Code, Note};

use crate::data::pair::Pair;
use crate::error::Error;
use crate::evidence::resample::deviations;
use crate::evidence::test::against;
use crate::outcome::{IntervalKind, MarginMethod, MarginOutcome};
use crate::request::{AskedMargin, Claim, Request, Test};

/// Items below which no margin test is defined, but of 0/1 scores.
pub(super) const FEWEST: u64 = 10;

/// Flips listed by item at most, on each side.
pub(super) const MOST_LISTED: usize = 1_000;

/// The resamples of a margin test.
pub(crate) enum Replicates<'d> {
    /// Nothing: it is computed from a law or by t.
    None,
    /// Sums of resampled differences.
    Sums(&'d [i64]),
    /// Resampled means with their standard errors.
    Studentized(deviations::Replicates),
}

pub(super) fn by_bootstrap(pair: &Pair, request: &Request) -> bool {
    request.question.bounded.is_none()
        && !pair.binary
        && pair.raised.is_none()
        && !against::decides(pair, request)
        && pair.changed() > 0
        && matches!(
            request.question.tests[0],
            Test::Bootstrap | Test::BootstrapPercentile
        )
}

/// The bootstrap test centred on the observed difference, from replicates of the difference.
pub(super) fn by_replicates(
    observed: f64,
    replicates: Vec<f64>,
    margin: Margin,
    request: &Request,
) -> Result<Tested, Error> {
    if replicates.len() < 2 {
        return Ok(Tested::undefined(
            Code::UndefinedTest.says("too few resamples were drawn"),
        ));
    }
    let replicates = interval::Replicates::new(observed, replicates)?;
    match SampledMargin::new(&replicates, margin, request.question.alpha) {
        Ok(sampled) => {
            let recipe = sided(request, "bootstrap test centred on the observed difference");
            let recipe = format!("{recipe}, p = (c + 1)/(R + 1)");
            Ok(Tested::by(
                MarginMethod::Bootstrap,
                IntervalKind::Basic,
                recipe,
                sampled.test,
            ))
        }
        Err(StatsError::NoSpread) => Ok(Tested::without_spread(
            "no resample differs: there is no spread to compare the margin with",
        )),
        Err(other) => Err(other.into()),
    }
}

pub(super) fn few(clustered: bool) -> String {
    let units = if clustered { "clusters" } else { "items" };
    format!("fewer than 10 {units} show no tail, and a margin test needs one")
}

pub(super) fn in_unit_range(columns: [&[f64]; 2]) -> bool {
    columns
        .into_iter()
        .flatten()
        .all(|score| (0.0..=1.0).contains(score))
}

pub(super) struct Tested {
    pub test: Option<MarginTest>,
    pub method: Option<MarginMethod>,
    pub interval: IntervalKind,
    pub recipe: Recipe,
    pub note: Option<Note>,
    /// The interval is of the difference beyond the margin.
    pub beyond: bool,
    /// The lowest and the highest score seen, if they stand for a scale that is not declared.
    pub scale_seen: Option<[f64; 2]>,
    /// Joined with null-tilted resampling.
    pub is_tilted: bool,
    /// There is no test because there is no spread to compare the margin with.
    pub is_without_spread: bool,
}

impl Tested {
    pub fn by(
        method: MarginMethod,
        interval: IntervalKind,
        recipe: String,
        test: MarginTest,
    ) -> Self {
        Self {
            test: Some(test),
            method: Some(method),
            interval,
            recipe: recipe.into(),
            note: None,
            beyond: false,
            scale_seen: None,
            is_tilted: false,
            is_without_spread: false,
        }
    }

    pub fn without_spread(reason: &str) -> Self {
        Self {
            is_without_spread: true,
            ..Self::undefined(Code::NoSpread.says(reason))
        }
    }

    pub fn undefined(reason: Note) -> Self {
        let recipe = "no margin test is defined here".to_owned();
        Self {
            test: None,
            method: None,
            interval: IntervalKind::T,
            recipe: recipe.into(),
            note: Some(reason),
            beyond: false,
            scale_seen: None,
            is_tilted: false,
            is_without_spread: false,
        }
    }
}

/// The recipe of a claim: one test, or two; `test` starts with its noun.
pub(super) fn sided(request: &Request, test: &str) -> String {
    match request.question.margin {
        Some(AskedMargin {
            claim: Claim::Equivalent,
            ..
        }) => {
            format!("the larger p of two one-sided tests (TOST; Schuirmann 1987), each a {test}")
        }
        _ => format!("one-sided {test}"),
    }
}

/// A margin test with the p-values that are adjusted for a family, of the claim and of its contrary.
pub(crate) struct Margined {
    pub outcome: MarginOutcome,
    /// `None` if no test is defined.
    pub p: Option<Probability>,
    /// `None` if the difference does not lie on the side of the contrary.
    pub opposite: Option<Probability>,
}
