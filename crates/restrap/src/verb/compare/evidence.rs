//! The evidence about one contrast: its tests, the interval of its difference, its margin test.
//!
//! Scores of the same items, scores of different items and a corpus metric are three kinds of contrast. Each implements [`Evidence`] in
//! a file of its own, where a test, an interval or a margin test says which resamples it needs and what it computes from them.

use restrap_engine::Route;
use restrap_stats::{Alternative, Probability};
use restrap_words::Note;

use crate::data::contrast::Contrast;
use crate::error::Error;
use crate::evidence::level::{FamilyOf, IntervalLevel};
use crate::evidence::pending::Pending;
use crate::evidence::test::margin::Margined;
use crate::evidence::test::order::Ordered;
use crate::number::digits::rounded;
use crate::outcome::{ComparisonOutcome, Effect, IntervalOutcome, PosteriorOutcome, TestOutcome};
use crate::request::Request;
use crate::verb::claim::OtherSides;

/// The request as it applies to one contrast.
#[derive(Clone, Copy)]
pub(crate) struct Question<'c> {
    /// The alternative in terms of the raw difference, after accounting for the metric's direction.
    pub side: Alternative,
    /// The level of the interval of the difference.
    pub level: IntervalLevel,
    /// `true` if this contrast has the interval of the baseline beside those of its difference and system.
    pub describes_baseline: bool,
    /// The primary test with other sides, where a claim needs them.
    pub other_sides: Option<&'c OtherSides>,
    pub request: &'c Request,
}

impl<'c> Question<'c> {
    /// Returns the question for the contrast at this place, whose p-value is adjusted with those of `family`.
    pub fn new(
        place: usize,
        family: FamilyOf,
        request: &'c Request,
        other_sides: Option<&'c OtherSides>,
    ) -> Self {
        let side = side(request);
        Self {
            side,
            level: IntervalLevel::new(family, side, request),
            describes_baseline: place == 0,
            other_sides,
            request,
        }
    }

    /// Returns the same question with the two-sided form of the primary test, for a contrast with this difference.
    pub fn two_sided(self, difference: f64) -> Option<Self> {
        let better = if self.request.question.higher_is_better {
            difference
        } else {
            -difference
        };
        self.other_sides?
            .two_sided(better)
            .map(|request| self.with_side_of(request))
    }

    /// Returns the same question with the one-sided test of a gain.
    pub fn better(self) -> Option<Self> {
        self.other_sides?
            .better()
            .map(|request| self.with_side_of(request))
    }

    fn with_side_of(self, request: &'c Request) -> Self {
        Self {
            side: side(request),
            request,
            ..self
        }
    }
}

/// Returns the alternative in terms of the raw difference.
fn side(request: &Request) -> Alternative {
    let question = &request.question;
    if question.higher_is_better {
        question.alternative
    } else {
        question.alternative.swapped()
    }
}

/// The result of a test.
pub(crate) struct Tested {
    /// The p-value that is adjusted, `None` if it is undefined.
    pub p: Option<Probability>,
    pub outcome: TestOutcome,
    /// The algorithm that drew its resamples, `None` if nothing was drawn.
    pub route: Option<Route>,
    /// The violation ratio of almost stochastic order, whose level is settled with the family.
    pub order: Option<Ordered>,
    /// The interval of the difference from the same resamples, or the reason why there is none; `None` if it is computed elsewhere.
    pub interval: Option<Result<IntervalOutcome, Note>>,
    /// A warning about the resamples.
    pub warning: Option<Note>,
}

impl Tested {
    /// Returns the result of a test that drew nothing.
    pub fn new((p, outcome): (Option<Probability>, TestOutcome)) -> Self {
        Self {
            p,
            outcome,
            route: None,
            order: None,
            interval: None,
            warning: None,
        }
    }

    /// Returns the result with its p-value multiplied: one tail that stands for two.
    pub fn times(mut self, factor: f64) -> Self {
        if factor == 1.0 {
            return self;
        }
        let times = |p: f64| (factor * p).min(1.0);
        self.p = self.p.map(|p| Probability::new(times(p.value())));
        let outcome = &mut self.outcome;
        outcome.pvalue = outcome.pvalue.map(times);
        outcome.log10_pvalue = outcome
            .log10_pvalue
            .map(|log| rounded((log + libm::log10(factor)).min(0.0)));
        outcome.p_floor = outcome.p_floor.map(times);
        outcome.pvalue_interval = outcome.pvalue_interval.map(|bounds| bounds.map(times));
        outcome.alternative = Alternative::TwoSided;
        outcome.recipe = format!("twice the smaller tail of: {}", outcome.recipe).into();
        outcome.design = None;
        self
    }

    /// Returns the result with the algorithm that drew its resamples.
    pub fn with_route(self, route: Route) -> Self {
        Self {
            route: Some(route),
            ..self
        }
    }
}

/// The interval of the difference, with what is computed from the same resamples.
#[derive(Default)]
pub(crate) struct Intervals {
    pub difference: Option<IntervalOutcome>,
    /// Intervals of the baseline and of the system under a corpus metric.
    pub systems: [Option<IntervalOutcome>; 2],
    /// The standard error of the difference under a corpus metric.
    pub standard_error: Option<f64>,
    /// Notes about the interval of the difference.
    pub notes: Vec<Note>,
    /// A warning about the resamples.
    pub warning: Option<Note>,
}

/// The result of a margin test.
#[derive(Default)]
pub(crate) struct MarginTested {
    /// The outcome with the p-values that are adjusted; `None` if no margin was asked for, or too few resamples have a value.
    pub outcome: Option<Margined>,
    /// A warning about the resamples.
    pub warning: Option<Note>,
}

impl From<Option<Margined>> for MarginTested {
    fn from(outcome: Option<Margined>) -> Self {
        Self {
            outcome,
            warning: None,
        }
    }
}

/// One kind of contrast, as its tests, intervals and margin tests see it.
pub(crate) trait Evidence: Sync {
    /// Returns the result of the test at this place of the request, or what has to be drawn for it.
    ///
    /// # Errors
    /// For a test that these data do not allow.
    fn test<'c>(
        &'c self,
        place: usize,
        question: Question<'c>,
    ) -> Result<Pending<'c, Tested>, Error>;

    /// Returns the interval of the difference, or what has to be drawn for it.
    ///
    /// # Errors
    /// For an interval that these data do not allow.
    fn interval<'c>(&'c self, question: Question<'c>) -> Result<Pending<'c, Intervals>, Error>;

    /// Returns the result of the margin test, or what has to be drawn for it.
    ///
    /// # Errors
    /// For a margin that these data do not allow, before anything is drawn.
    fn margin<'c>(&'c self, question: Question<'c>) -> Result<Pending<'c, MarginTested>, Error>;

    /// Returns the posterior distribution of the difference, if it was asked for.
    ///
    /// # Errors
    /// For data that have none.
    fn posterior(&self, _: &Request) -> Result<Option<PosteriorOutcome>, Error> {
        Ok(None)
    }

    /// Returns the effect sizes.
    ///
    /// # Errors
    /// For scores without any.
    fn effect(&self, request: &Request) -> Result<Effect, Error>;

    /// Returns the standard error of the difference. `intervals` has that of a corpus metric.
    fn standard_error(&self, intervals: &Intervals) -> Option<f64>;

    /// Returns the numbers of items of the baseline and of the system, if these differ.
    fn sizes(&self) -> Option<[u64; 2]>;

    /// Returns the warnings about a finished comparison.
    fn warnings(&self, comparison: &ComparisonOutcome, request: &Request) -> Vec<Note>;

    /// Returns the number of distinct rows that are resampled, and the grid of their values.
    fn rows(&self) -> (u64, String);

    /// Returns the reason for the route of the primary test, or for drawing nothing.
    fn because(&self, route: Option<Route>, request: &Request) -> String;
}

impl Contrast<'_> {
    /// Returns the contrast as its evidence sees it.
    pub(crate) fn evidence(&self) -> &(dyn Evidence + '_) {
        match self {
            Self::Paired(pair) => pair,
            Self::Unpaired(samples) => samples,
            Self::Metric(contest) => contest,
        }
    }
}
