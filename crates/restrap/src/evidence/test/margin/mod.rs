//! Non-inferiority and equivalence of a pair: which method, from the same law, replicates or counts as its tests.
//!
//! | scores | by |
//! |---|---|
//! | 0/1 | the unconditional test of a shifted difference, identical outputs included; Tango's score test (1998) on request |
//! | against a number | the test of that number minus or plus the margin (`against`) |
//! | 0/1, different items | Chan and Zhang's exact score test (1999); beyond 1,000 items a side Miettinen and Nurminen's (1985) |
//! | different items | Welch's t, one-sided |
//! | in a range that was declared | bets (Waudby-Smith & Ramdas 2024), whatever the shape of the scores |
//! | clusters of items | t with their standard error (CR2; Bell & McCaffrey 2002), one-sided |
//! | a corpus metric | the bootstrap centred on the observed difference, drawn |
//! | no item differs, scores between 0 and 1 | how seldom items can change and none be seen (Hanley & Lippman-Hand 1983) |
//! | primary test a bootstrap | the law of the centred bootstrap, or its replicates under `--exact never` |
//! | primary test t, or more than 10,000 items, or draws forbidden | the paired t test, one-sided |
//! | 0/1 in clusters, scales of at most 21 levels | what follows, joined with null-tilted resampling (`tilt`): the larger p |
//! | others | the studentized bootstrap, drawn: skew harms its level less than it harms t's (`docs/calibration.md`) |
//!
//! Non-inferiority is one such test, against the margin on the side of a loss, and superiority by a margin one on the side of a gain,
//! which of 0/1 scores is at least the p of exact McNemar against 0. A gain in per cent is tested against the baseline's own scores raised by it, so that their error counts.
//! Equivalence is two, one at either margin (TOST:
//! Schuirmann 1987; Lakens 2017), and its p the larger of theirs. Intervals and p are about the difference as it is printed,
//! system − baseline, also where lower scores are better: a loss then lies above 0.
//!
//! Below 10 items, and where there is no spread to compare a margin with, p is null and the reason is told: never a zero-width interval.

mod pair;
mod tested;
mod tilt;

use tested::{FEWEST, Tested, by_bootstrap, by_replicates, few, in_unit_range, sided};
pub(crate) use tested::{Margined, Replicates};
pub(crate) use tilt::MetricTilt;
use tilt::{Found, Tilt};

use restrap_stats::{
    Margin, MarginTest, Moments, Probability, Sample, ScoreShares, StatsError, UnconditionalApart,
};

use restrap_words::{Code, asked_as};

use crate::data::contest;
use crate::data::contest::Contest;
use crate::data::contrast::Samples;
use crate::data::pair::Pair;
use crate::error::Error;
use crate::evidence::test::against::{self, OneSample};
use crate::evidence::test::outcome::printed;
use crate::number::digits::rounded;
use crate::outcome::{
    Flips, IntervalKind, IntervalOutcome, MarginMethod, MarginOutcome, OppositeOutcome,
};
use crate::request::rule::Draws;
use crate::request::{AskedMargin, Claim, Exact, IntervalMethod, MarginSize, Request, Test};

/// Items up to which the studentized test is drawn: of more, it and t agree where a margin is of practical size.
const MOST_STUDENTIZED: u64 = 10_000;

/// Returns `true` if the margin test of a pair needs bootstrap replicates.
pub(crate) fn from_replicates(pair: &Pair, request: &Request) -> bool {
    request.question.margin.is_some()
        && (request.compute.exact == Exact::Never && request.variants.rule.draws != Draws::Half
            || pair.design.scaling().is_some())
        && by_bootstrap(pair, request)
}

/// Returns `true` if the margin test of a corpus metric needs bootstrap replicates.
///
/// # Errors
/// For requests that forbid resamples, or draw half the items.
pub(crate) fn of_metric_draws(request: &Request) -> Result<bool, Error> {
    if request.question.margin.is_none() {
        return Ok(false);
    }
    let refuse = |found: String| {
        let hint = format!("use {}", asked_as("exact", Exact::Auto));
        Err(Error::not_applicable(
            "a margin of a corpus metric",
            "resamples of all items",
            found,
            hint,
        ))
    };
    match request.compute.exact {
        Exact::Always => refuse(format!("{} forbids them", asked_as("exact", Exact::Always))),
        _ if request.variants.rule.draws == Draws::Half => {
            refuse("this profile draws half of them".to_owned())
        }
        _ => Ok(true),
    }
}

/// Returns `true` if the margin test of a pair needs resampled means with their standard errors.
pub(crate) fn from_deviations(pair: &Pair, request: &Request) -> bool {
    request.question.margin.is_some()
        && request.question.bounded.is_none()
        && (!pair.binary || pair.raised.is_some())
        && !against::decides(pair, request)
        && pair
            .raised
            .as_ref()
            .is_none_or(|_| request.question.interval != IntervalMethod::Studentized)
        && pair.of.is_of_items()
        && pair.design.is_plain()
        && (FEWEST..=MOST_STUDENTIZED).contains(&pair.items())
        && request.compute.exact != Exact::Always
        && request.question.tests[0] != Test::T
        && !by_bootstrap(pair, request)
        && pair.margin_deviating().has_spread
}

/// A margin that was asked for, in units of the score and checked against the scores.
///
/// It is made before anything is drawn, so that a margin that these scores do not allow is refused at once.
pub(crate) struct AllowedMargin {
    claim: Claim,
    asked: MarginSize,
    size: f64,
    margin: Margin,
}

/// The p-value on the side of a loss; of a gain where that is claimed.
fn of_side(test: &MarginTest, request: &Request) -> Probability {
    if request.question.higher_is_better {
        test.p_low
    } else {
        test.p_high
    }
}

impl AllowedMargin {
    /// Returns the margin of a pair, or `None` if none was asked for.
    ///
    /// # Errors
    /// For a size that these scores do not have, and a gain in per cent of units without scores.
    pub fn for_pair(pair: &Pair, request: &Request) -> Result<Option<Self>, Error> {
        check_raised(pair.method().allows.gains_in_per_cent, request)?;
        let columns = [pair.baseline.sample(), pair.system.sample()];
        let allowed = Self::new(|| scale(columns), pair.binary, request)?;
        if let (Some(allowed), Some(asked), true) = (
            &allowed,
            &request.question.margin,
            against::decides(pair, request),
        ) {
            let sample = OneSample::new(request.question.tests[0], pair, request)?;
            sample.check(allowed.margin, asked, request.question.higher_is_better)?;
        }
        Ok(allowed)
    }

    /// Returns the margin of a corpus metric, or `None` if none was asked for.
    ///
    /// # Errors
    /// As [`Self::for_pair`].
    pub fn for_metric(contest: &Contest, request: &Request) -> Result<Option<Self>, Error> {
        check_raised(false, request)?;
        let in_unit_range = contest
            .values
            .iter()
            .all(|value| (0.0..=1.0).contains(value));
        let summed = contest.summed();
        let is_percentage = summed.is_some_and(|summed| summed.metric.is_percentage());
        let point = if is_percentage {
            Some(1.0)
        } else {
            in_unit_range.then_some(0.01)
        };
        let baseline = contest.values[0].abs();
        Self::new(|| Scale { point, baseline }, false, request)
    }

    fn new(
        scale: impl FnOnce() -> Scale,
        binary: bool,
        request: &Request,
    ) -> Result<Option<Self>, Error> {
        let Some(AskedMargin { claim, size: asked }) = request.question.margin else {
            return Ok(None);
        };
        if request.question.alpha >= 0.5 {
            let found = request.question.alpha.to_string();
            return Err(Error::BadParameter {
                expected: "alpha below 0.5 for a margin test",
                found,
            });
        }
        let size = size(asked, &scale())?;
        if binary && size >= 1.0 {
            let found = asked.to_string();
            return Err(Error::BadParameter {
                expected: "a margin below 100 points for 0/1 scores",
                found,
            });
        }
        let margin = if claim == Claim::Superior {
            Margin::beyond(size)
        } else {
            Margin::within(size)
        }?;
        Ok(Some(Self {
            claim,
            asked,
            size,
            margin,
        }))
    }

    /// Computes the margin test of a pair; `drawn` holds its replicates if it needs any.
    ///
    /// # Errors
    /// For scores that this test does not allow.
    pub fn test_pair(
        &self,
        pair: &Pair,
        drawn: &Replicates,
        request: &Request,
    ) -> Result<Margined, Error> {
        // Counts have no single items.
        let has_items = request.sample.summary.is_none();
        let flips = (pair.binary && has_items)
            .then(|| pair::flips(pair, request))
            .flatten();
        let tilt = match Tilt::of_pair(pair, request)? {
            Found::Tilt(tilt) => Some(tilt),
            Found::Other => None,
            Found::OneValue => {
                let test = |_, _| Ok(Tested::undefined(Code::NoSpread.says(tilt::one_value())));
                return self.outcome(test, pair.difference(), flips, request);
            }
        };
        let test = |margin, is_gain| {
            let tested = pair::test(pair, (margin, is_gain), drawn, request)?;
            self.join(tilt.as_deref(), tested, margin, request)
        };
        self.outcome(test, pair.difference(), flips, request)
    }

    /// Returns null-tilted resampling of a corpus metric, if it applies.
    ///
    /// # Errors
    /// Never for units of a contest.
    pub fn tilt_of_metric<'c>(&self, contest: &'c Contest<'_>) -> Result<MetricTilt<'c>, Error> {
        MetricTilt::new(contest, self.margin)
    }

    /// Computes the margin test of a corpus metric from replicates of the difference.
    ///
    /// # Errors
    /// For a level outside (0, 0.5).
    pub fn test_metric(
        &self,
        contest: &Contest,
        replicates: &[f64],
        tilt: Option<&Tilt>,
        request: &Request,
    ) -> Result<Margined, Error> {
        let test = |margin, _| {
            if contest.items() < FEWEST {
                return Ok(Tested::undefined(
                    Code::UndefinedTest.says(few(contest.clusters.is_some())),
                ));
            }
            let mut tested =
                by_replicates(contest.difference(), replicates.to_vec(), margin, request)?;
            if let Some(areas) = &contest.areas {
                let alpha = request.question.alpha;
                let heeded = tested.test.map(|test| areas.heeded(test, margin, alpha));
                tested.test = heeded.transpose()?;
            }
            self.join(tilt, tested, margin, request)
        };
        self.outcome(test, contest.difference(), None, request)
    }

    /// Joins the test of a margin with null-tilted resampling, where that applies.
    fn join(
        &self,
        tilt: Option<&Tilt>,
        tested: Tested,
        margin: Margin,
        request: &Request,
    ) -> Result<Tested, Error> {
        let Some(tilt) = tilt else {
            return Ok(tested);
        };
        tilt.check(self.size, &self.asked.to_string())?;
        // Of the contrary only p is read.
        let is_claim = margin == self.margin;
        let claimed = |test: &MarginTest| self.claimed(test, request);
        tilt.join(tested, margin, request.question.alpha, is_claim, claimed)
    }

    /// Returns the p-value of the claim.
    fn claimed(&self, test: &MarginTest, request: &Request) -> Probability {
        match self.claim {
            Claim::Noninferior | Claim::Superior => of_side(test, request),
            Claim::Equivalent => test.equivalent(),
        }
    }

    /// Tests the claim, and its contrary if the difference lies on that side: by the same method, with the limits exchanged.
    fn outcome(
        &self,
        test: impl Fn(Margin, bool) -> Result<Tested, Error>,
        difference: f64,
        flips: Option<Flips>,
        request: &Request,
    ) -> Result<Margined, Error> {
        let Self {
            claim, asked, size, ..
        } = *self;
        let is_gain = claim == Claim::Superior;
        let tested = test(self.margin, is_gain)?;
        let improvement = if request.question.higher_is_better {
            difference
        } else {
            -difference
        };
        let is_worse = match claim {
            Claim::Noninferior | Claim::Equivalent => improvement < -size,
            Claim::Superior => improvement < size,
        };
        let is_contrary = is_worse || claim == Claim::Equivalent && improvement > size;
        let contrary = if is_contrary && tested.test.is_some() {
            test(self.margin.opposite(), !is_gain)?.test
        } else {
            None
        };
        let contrary = contrary.map(|test| {
            if request.question.higher_is_better == is_worse {
                test.p_high
            } else {
                test.p_low
            }
        });
        let claimed = tested.test.as_ref().map(|test| self.claimed(test, request));
        let p = tested.test.as_ref().filter(|_| claim != Claim::Superior);
        let p = p.map(|test| (of_side(test, request), test.equivalent()));
        let outcome = MarginOutcome {
            claim,
            asked: asked.to_string(),
            size: rounded(size),
            method: tested.method,
            recipe: tested.recipe,
            pvalue: claimed.map(printed),
            p_adjusted: None,
            p_noninferior: p.map(|p| printed(p.0)),
            p_equivalent: p.map(|p| printed(p.1)),
            interval: tested.test.map(|test| {
                let confidence = rounded(1.0 - 2.0 * request.question.alpha);
                IntervalOutcome::new(test.interval, tested.interval, confidence)
            }),
            beyond: tested.beyond,
            shown: false,
            opposite: contrary.map(|p| OppositeOutcome {
                is_worse,
                pvalue: Some(printed(p)),
                p_adjusted: None,
            }),
            scale_seen: tested.scale_seen,
            is_tilted: tested.is_tilted,
            flips,
            notes: tested.note.into_iter().collect(),
        };
        Ok(Margined {
            outcome,
            p: claimed,
            opposite: contrary,
        })
    }
}

/// Refuses a gain in per cent where the baseline has no scores per item that could be raised.
fn check_raised(is_raised: bool, request: &Request) -> Result<(), Error> {
    if is_raised || contest::share(request).is_none() {
        return Ok(());
    }
    Err(Error::not_applicable(
        "a gain in per cent",
        "paired scores of items, or of clusters of them",
        "these are not",
        "give the gain in points, as 1pt, or in the unit of the scores, as abs:0.5",
    ))
}

/// Computes the margin test of two samples of different items, if one was asked for.
///
/// # Errors
/// For a size that these scores do not have.
pub(crate) fn of_samples(samples: &Samples, request: &Request) -> Result<Option<Margined>, Error> {
    check_raised(false, request)?;
    let columns = [samples.baseline.sample(), samples.system.sample()];
    let allowed = AllowedMargin::new(|| scale(columns), samples.binary, request)?;
    let Some(allowed) = allowed else {
        return Ok(None);
    };
    let difference = samples.t.difference();
    let tilt = match Tilt::of_samples(samples, request)? {
        Found::Tilt(tilt) => Some(tilt),
        Found::Other => None,
        Found::OneValue => {
            let test = |_, _| Ok(Tested::undefined(Code::NoSpread.says(tilt::one_value())));
            return allowed.outcome(test, difference, None, request).map(Some);
        }
    };
    let test = |margin, is_gain| -> Result<Tested, Error> {
        if samples.binary {
            return of_shares(columns, (margin, is_gain), request);
        }
        let estimate = samples.estimate();
        let tested = match estimate.and_then(|t| t.margin(margin, request.question.alpha)) {
            Ok(test) => {
                let method = samples.method();
                let recipe = sided(request, &method.test.replace("Welch's", "Welch"));
                Tested::by(method.margin, method.interval, recipe, test)
            }
            Err(StatsError::NoSpread) => {
                Tested::without_spread("neither sample has a spread to compare the margin with")
            }
            Err(other) => return Err(other.into()),
        };
        allowed.join(tilt.as_deref(), tested, margin, request)
    };
    allowed.outcome(test, difference, None, request).map(Some)
}

/// The test of two independent shares: exact whatever the shares, or Miettinen and Nurminen's score test of more items than that takes.
fn of_shares(
    columns: [Sample; 2],
    (margin, is_gain): (Margin, bool),
    request: &Request,
) -> Result<Tested, Error> {
    let [baseline, system] =
        columns.map(|scores| (scores.count(|score| score == 1.0), scores.items()));
    let alpha = request.question.alpha;
    if system.1.max(baseline.1) > UnconditionalApart::MOST {
        let test = ScoreShares::new(system, baseline)?.margin(margin, alpha)?;
        let recipe = sided(
            request,
            "score test of two independent shares (Miettinen & Nurminen 1985)",
        );
        return Ok(Tested::by(
            MarginMethod::MiettinenNurminen,
            IntervalKind::MiettinenNurminen,
            recipe,
            test,
        ));
    }
    let shares = UnconditionalApart::new(system, baseline)?;
    let test = if is_gain {
        shares.superior(margin, alpha)?
    } else {
        shares.margin(margin, alpha)?
    };
    let recipe = sided(
        request,
        "score test of two independent shares, exact whatever the shares (Chan & Zhang 1999; Berger & Boos 1994)",
    );
    Ok(Tested::by(
        MarginMethod::ChanZhang,
        IntervalKind::ChanZhang,
        recipe,
        test,
    ))
}

/// The units of a margin.
struct Scale {
    /// One point, where scores have any.
    point: Option<f64>,
    /// The baseline's score.
    baseline: f64,
}

/// Scale of the scores of items, the baseline's and the system's.
fn scale(columns: [Sample; 2]) -> Scale {
    let baseline = Moments::of(columns[0]).map_or(0.0, |moments| moments.mean().abs());
    Scale {
        point: in_unit_range(columns.map(Sample::rows)).then_some(0.01),
        baseline,
    }
}

/// A size in the unit of the scores of two systems, the baseline's and the system's.
///
/// # Errors
/// For points of scores that are not between 0 and 1, and a share of a baseline that scores 0.
pub(crate) fn in_units(asked: MarginSize, columns: [Sample; 2]) -> Result<f64, Error> {
    size(asked, &scale(columns))
}

/// In units of the score.
fn size(asked: MarginSize, scale: &Scale) -> Result<f64, Error> {
    match (asked, scale.point) {
        (MarginSize::Absolute(size), _) => Ok(size),
        (MarginSize::Points(size), Some(point)) => Ok(size * point),
        (MarginSize::Points(_), None) => Err(Error::not_applicable(
            "a margin in points (pt)",
            "scores between 0 and 1",
            "these are not",
            "give the margin in the unit of the scores: abs:0.5",
        )),
        (MarginSize::Percent(size), _) if scale.baseline > 0.0 => Ok(size / 100.0 * scale.baseline),
        (MarginSize::Percent(_), _) => Err(Error::not_applicable(
            "a margin in per cent",
            "a baseline with a score other than 0",
            "it scores 0",
            "give the margin in the unit of the scores: abs:0.01",
        )),
    }
}
