//! One contrast: its tests, intervals and margin test, and the outcome that they make.

use rayon::join;
use restrap_engine::Route;
use restrap_words::{Code, Note};

use crate::data::contrast::Contrast;
use crate::design::units::Voted;
use crate::error::Error;
use crate::evidence::family::Member;
use crate::evidence::interval::resampled::NO_SPREAD;
use crate::evidence::pending::{Asks, Pending};
use crate::evidence::test::order::Ordered;
use crate::evidence::test::outcome;
use crate::number::digits::rounded;
use crate::outcome::{
    ComparisonOutcome, IntervalOutcome, Plan, PosteriorOutcome, RouteUsed, TestOutcome,
};
use crate::request::{IntervalMethod, Test};
use crate::verb::claim;
use crate::verb::compare::evidence::{Intervals, MarginTested, Question, Tested};
use crate::verb::compare::{planning, units, variance};

/// The evidence about one contrast, known or waiting for draws.
pub(crate) struct Comparison<'c, 'a> {
    contrast: &'c Contrast<'a>,
    question: Question<'c>,
    /// The system that was shown first in each vote, if scores are votes.
    voted: Option<&'a Voted>,
    /// One per test of the request; the first decides.
    tests: Vec<Pending<'c, Tested>>,
    interval: Pending<'c, Intervals>,
    margin: Pending<'c, MarginTested>,
    /// The two-sided form of a one-sided primary test, if a gate needs it.
    two_sided: Option<Pending<'c, Tested>>,
    /// The one-sided test of a gain, beside the claim of a gain beyond a margin.
    gain: Option<Pending<'c, Tested>>,
    posterior: Option<PosteriorOutcome>,
}

impl<'c, 'a> Comparison<'c, 'a> {
    /// Computes every result that has an exact distribution or a closed form, and asks for the draws of the others.
    ///
    /// # Errors
    /// For tests, intervals and margins that these data do not allow.
    pub fn new(
        contrast: &'c Contrast<'a>,
        voted: Option<&'a Voted>,
        question: Question<'c>,
    ) -> Result<Self, Error> {
        let (evidence, request) = (contrast.evidence(), question.request);
        let places = 0..request.question.tests.len();
        // The two need different laws.
        let (tests, interval) = join(
            || {
                places
                    .map(|place| evidence.test(place, question))
                    .collect::<Result<_, _>>()
            },
            || evidence.interval(question),
        );
        Ok(Self {
            contrast,
            question,
            voted,
            tests: tests?,
            interval: interval?,
            margin: evidence.margin(question)?,
            two_sided: question
                .two_sided(contrast.difference())
                .map(|two_sided| evidence.test(0, two_sided))
                .transpose()?,
            gain: question
                .better()
                .map(|better| evidence.test(0, better))
                .transpose()?,
            posterior: evidence.posterior(request)?,
        })
    }

    /// Returns everything that may wait for draws.
    pub fn askers(&mut self) -> impl Iterator<Item = &mut dyn Asks<'c>> {
        let tests = self.tests.iter_mut().map(|test| test as &mut dyn Asks<'c>);
        let others: [&mut dyn Asks<'c>; 2] = [&mut self.interval, &mut self.margin];
        let two_sided = self.two_sided.iter_mut().chain(&mut self.gain);
        tests
            .chain(others)
            .chain(two_sided.map(|test| test as &mut dyn Asks<'c>))
    }

    /// Returns `true` if the primary test has its result.
    pub fn has_primary(&self) -> bool {
        self.tests[0].known().is_some()
    }

    /// Returns the interval of one system under a corpus metric; 0 is the baseline.
    pub fn interval_of_system(&self, which: usize) -> Option<IntervalOutcome> {
        self.interval.known()?.systems[which].clone()
    }

    /// Returns how the primary test was computed.
    pub fn plan(&self) -> Plan {
        let (evidence, request) = (self.contrast.evidence(), self.question.request);
        let route = self.tests[0].known().and_then(|tested| tested.route);
        let asked = route.filter(|_| request.compute.route.is_some());
        let level = request.compute.level;
        let (distinct_rows, grid) = evidence.rows();
        Plan {
            route: route.map_or(RouteUsed::Law, RouteUsed::from),
            distinct_rows,
            grid,
            because: asked.map_or_else(|| evidence.because(route, request), because_asked),
            level: Some(
                level
                    .unwrap_or_else(restrap_core::Level::detected)
                    .name()
                    .to_owned(),
            ),
        }
    }

    /// Returns the outcome with the p-values that are adjusted, and the warnings about it.
    ///
    /// Tests that a stopped run did not reach are left out. `is_blank`: the draws belong to other processes, so that the tests that
    /// need them have no p-value.
    ///
    /// # Errors
    /// For scores without effect sizes or variances.
    pub fn finish(self, is_blank: bool) -> Result<(Member, Vec<Note>), Error> {
        let Self {
            contrast,
            question,
            voted,
            tests: asked,
            interval,
            margin,
            two_sided,
            gain,
            posterior,
        } = self;
        let (evidence, request) = (contrast.evidence(), question.request);
        let mut intervals = interval.into_known().unwrap_or_default();
        let margin = margin.into_known().unwrap_or_default();
        let mut warnings: Vec<Note> = Vec::new();
        let (mut tests, mut primary, mut checkpoints) = (Vec::new(), None, None);
        let mut ordered: Option<Ordered> = None;
        for (at, (pending, &test)) in asked.into_iter().zip(&request.question.tests).enumerate() {
            let tested = match pending.into_known() {
                Some(tested) => tested,
                None if is_blank => Tested::new((None, outcome::without_draws(test, request))),
                None => continue,
            };
            match at {
                0 => primary = tested.p,
                1 => checkpoints = tested.p,
                _ => {}
            }
            if let Some(interval) = tested.interval {
                intervals.difference = interval.map_err(|why| intervals.notes.push(why)).ok();
            }
            ordered = tested.order.or(ordered);
            warnings.extend(tested.warning);
            tests.push(TestOutcome {
                primary: at == 0,
                ..tested.outcome
            });
        }
        // The default interval of differences that are all equal is none; one that was asked for by name is what its formula gives.
        let is_dual = request.question.interval == IntervalMethod::Auto;
        let is_point = intervals
            .difference
            .as_ref()
            .is_some_and(|one| !one.has_width());
        if is_dual && is_point {
            intervals.difference = None;
            intervals.notes.push(Code::NoSpread.says(NO_SPREAD));
        }
        let wants_interval = request.question.interval != IntervalMethod::None;
        let no_interval =
            (intervals.difference.is_none() && wants_interval && !is_blank).then(|| {
                let reason = intervals.notes.last().map(|note| note.text.clone());
                reason.unwrap_or_else(|| {
                    let why = if primary.is_none() {
                        "its test is undefined"
                    } else {
                        "these scores do not vary, so there is no interval"
                    };
                    why.to_owned()
                })
            });
        tests[0].notes.append(&mut intervals.notes);
        warnings.extend(intervals.warning.take());
        warnings.extend(margin.warning);
        // Tests, interval and margin share the resamples that a warning is about.
        warnings.dedup();
        let (mut margin, mut p_margin, opposite) = match margin.outcome {
            Some(one) => (Some(one.outcome), one.p, one.opposite),
            None => (None, None, None),
        };
        let gain = gain.and_then(Pending::into_known).and_then(|gain| gain.p);
        if let (Some(margin), Some(gain)) = (&mut margin, gain) {
            claim::join_with_gain(margin, &mut p_margin, gain, request);
        }
        let factor = question.other_sides.map_or(1.0, |form| form.factor);
        let two_sided = two_sided
            .and_then(Pending::into_known)
            .map(|tested| tested.times(factor));
        let floor = tests[0].p_floor;
        let difference = rounded(contrast.difference());
        let [baseline, system] = contrast.names().map(str::to_owned);
        // Decimals that differ by the same number leave a spread of roundings.
        let is_rounding = |error: &f64| *error <= 1e-12 * difference.abs();
        let standard_error = evidence.standard_error(&intervals);
        let standard_error =
            standard_error.map(|error| if is_rounding(&error) { 0.0 } else { error });
        let mut comparison = ComparisonOutcome {
            baseline,
            system,
            difference,
            improvement: if request.question.higher_is_better {
                difference
            } else {
                rounded(-difference)
            },
            standard_error,
            interval: intervals
                .difference
                .map(|interval| question.level.told(&interval)),
            samples: evidence.sizes(),
            clusters: units::of_clusters(contrast)?,
            runs: variance::runs(contrast)?,
            answers: variance::answers(contrast)?,
            human: units::of_human(contrast, request)?,
            variance: variance::outcome(contrast, floor, request)?,
            votes: units::of_votes(contrast, voted, request)?,
            order: ordered.as_ref().map(Ordered::outcome),
            effect: evidence.effect(request)?,
            tests,
            two_sided: two_sided
                .as_ref()
                .map(|tested| Box::new(tested.outcome.clone())),
            margin,
            posterior,
            no_interval,
            planning: None,
            next: None,
            verdict: String::new(),
            binary: contrast.is_binary(),
            in_points: contrast.is_of_trials(),
            shown: false,
        };
        comparison.planning = planning::outcome(contrast, &comparison, request)?;
        comparison.next = planning::next(contrast, &comparison, request)?;
        warnings.extend(evidence.warnings(&comparison, request));
        let checkpoints = checkpoints.filter(|_| comparison.runs.is_some());
        let ordered = ordered.filter(|_| request.question.tests[0] == Test::Aso);
        let member = Member {
            comparison,
            primary,
            margin: p_margin,
            opposite,
            two_sided: two_sided.and_then(|tested| tested.p),
            checkpoints,
            ordered,
        };
        Ok((member, warnings))
    }
}

fn because_asked(route: Route) -> String {
    format!("{} was asked for", restrap_words::asked_as("route", route))
}
