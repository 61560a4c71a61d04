//! Scores of the same items: tests, intervals and margin tests of the differences.

use restrap_engine::Route;
use restrap_stats::interval::Scale;
use restrap_stats::{Probability, StatsError, effect};
use restrap_words::{Code, Note, asked_as};

use crate::data::contest::Deviating;
use crate::data::pair::Pair;
use crate::design::repeated::Repeated;
use crate::error::Error;
use crate::evidence::interval::dual::Dual;
use crate::evidence::interval::resampled::{Differences, LawOfSum, OfTest};
use crate::evidence::interval::{mean as intervals, posterior, studentized};
use crate::evidence::pending::{Pending, Quantity, Spec};
use crate::evidence::resample::bounds::{Resampling, Value};
use crate::evidence::resample::deviations::{self, Deviations};
use crate::evidence::resample::draw::Resamples;
use crate::evidence::resample::event::Event;
use crate::evidence::resample::extreme::{Extreme, is_trusted};
use crate::evidence::resample::mean;
use crate::evidence::test::against::{self, OneSample};
use crate::evidence::test::margin::{self, AllowedMargin, Replicates};
use crate::evidence::test::observed::Observed;
use crate::evidence::test::outcome;
use crate::number::digits::rounded;
use crate::outcome::{ComparisonOutcome, Effect, PosteriorOutcome, TestOutcome};
use crate::request::rule::Draws;
use crate::request::{Exact, IntervalMethod, Request, Test};
use crate::say::warning;
use crate::verb::compare::evidence::{Evidence, Intervals, MarginTested, Question, Tested};

impl Evidence for Pair<'_> {
    fn test<'c>(
        &'c self,
        place: usize,
        question: Question<'c>,
    ) -> Result<Pending<'c, Tested>, Error> {
        let Question { side, request, .. } = question;
        let test = request.question.tests[place];
        let Some(extreme) = Extreme::new(test, side, self, request.variants.rule) else {
            let (p, outcome) = outcome::classical(test, side, self, request)?;
            return Ok(Pending::Known(Tested::new((p, noted(self, test, outcome)))));
        };
        let gives = place == 0 && gives_interval(self, request);
        let scale = difference_scale(self, request);
        let tested = move |value: &Value, resamples: Option<Differences>| {
            let p = outcome::defined(value, request);
            let outcome = outcome::resampled(test, value, &Observed::of(self), request);
            let of_test = OfTest {
                test,
                difference: self.difference(),
                p,
                scale,
            };
            let resamples = resamples.filter(|_| p.is_some());
            let interval = resamples.map(|resamples| of_test.pair(&resamples, question.level));
            Ok(Tested {
                interval: interval.transpose()?,
                ..Tested::new((p, noted(self, test, outcome)))
            })
        };
        if let Some(value) = by_law(&extreme, self, request)? {
            // Else the interval inverts the exact distribution of the permutation test.
            let is_part = gives && Dual::for_pair(self, request) == Dual::OfTest;
            let law = is_part.then(|| {
                let divisor = self.divisor();
                Differences::Law(match extreme.resampling {
                    Resampling::Swaps => LawOfSum::swaps(self.permutation_law(), divisor),
                    Resampling::Items => {
                        let law = self.bootstrap_law();
                        LawOfSum::bootstrap(law, &self.design, self.total, divisor)
                    }
                })
            });
            match tested(&value, law) {
                // The law is not known well enough at the level: it is drawn.
                Err(Error::Stats(StatsError::Unresolved))
                    if request.compute.exact == Exact::Auto => {}
                tested => return tested.map(Pending::Known),
            }
        }
        let route = route(self, extreme.resampling, request);
        let event = Event::Sums(extreme);
        Ok(Pending::draws(
            Spec::counting(event, route, gives),
            move |share| {
                let value = share.p_value(&event, request.variants.raw_p)?;
                let replicates;
                let drawn = match extreme.resampling {
                    _ if !gives => None,
                    Resampling::Swaps => Some(Differences::Swaps(share.sums(0), self.divisor())),
                    Resampling::Items => {
                        replicates = self.replicates(share.sums(0));
                        Some(Differences::Drawn(&replicates))
                    }
                };
                Ok(tested(&value, drawn)?.with_route(share.route))
            },
        ))
    }

    fn interval<'c>(&'c self, question: Question<'c>) -> Result<Pending<'c, Intervals>, Error> {
        let Question { level, request, .. } = question;
        if let Some(sample) = one_sample(self, request)? {
            let difference = sample.decided_interval(level)?;
            return Ok(Pending::Known(Intervals {
                difference,
                ..Intervals::default()
            }));
        }
        let dual = intervals::resolve(self, request)?;
        let of_difference = move |sums: Option<&[i64]>| {
            let mut notes = Vec::new();
            let difference =
                intervals::of_difference(self, dual, sums, level, request, &mut notes)?;
            Ok(Intervals {
                difference,
                notes,
                ..Intervals::default()
            })
        };
        let is_of_bootstrap =
            matches!(dual, Dual::By(method) if intervals::from_replicates(method));
        let draws = is_of_bootstrap && draws_intervals(self, request);
        let known = if draws {
            None
        } else {
            Some(of_difference(None))
        };
        match known {
            None => {}
            // The law is not known well enough for its quantiles: they are drawn.
            Some(Err(Error::Stats(StatsError::Unresolved)))
                if is_of_bootstrap && request.compute.exact == Exact::Auto => {}
            // The permutation test, whose law is not known either, gives the interval of its own swaps.
            Some(Err(Error::Stats(StatsError::Unresolved)))
                if gives_interval(self, request) && request.compute.exact == Exact::Auto =>
            {
                return Ok(Pending::Known(Intervals::default()));
            }
            Some(known) if dual == Dual::By(IntervalMethod::Studentized) => {
                return Ok(studentized_interval(self, known?, question));
            }
            Some(known) => return known.map(Pending::Known),
        }
        let spec = bootstrap(self, request);
        Ok(Pending::draws(spec, move |share| {
            of_difference(Some(share.sums(0)))
        }))
    }

    fn margin<'c>(&'c self, question: Question<'c>) -> Result<Pending<'c, MarginTested>, Error> {
        let request = question.request;
        let Some(margin) = AllowedMargin::for_pair(self, request)? else {
            return Ok(Pending::Known(MarginTested::default()));
        };
        let tested = move |drawn: &Replicates| {
            margin
                .test_pair(self, drawn, request)
                .map(|tested| Some(tested).into())
        };
        if margin::from_replicates(self, request) {
            let spec = bootstrap(self, request);
            return Ok(Pending::draws(spec, move |share| {
                tested(&Replicates::Sums(share.sums(0)))
            }));
        }
        if margin::from_deviations(self, request) {
            let deviating = self.margin_deviating();
            let spec = deviations(deviating.column, request);
            return Ok(Pending::draws(spec, move |share| {
                let sums = [share.sums(0), share.sums(1)];
                let Deviating {
                    column, per_one, ..
                } = deviating;
                let drawn = deviations::Replicates::new(column, per_one, sums);
                tested(&drawn.map_or(Replicates::None, Replicates::Studentized))
            }));
        }
        tested(&Replicates::None).map(Pending::Known)
    }

    fn posterior(&self, request: &Request) -> Result<Option<PosteriorOutcome>, Error> {
        posterior::of(self, request)
    }

    fn effect(&self, request: &Request) -> Result<Effect, Error> {
        let counts = if request.question.higher_is_better {
            self.counts
        } else {
            self.counts.swapped()
        };
        let spread = self.moments.sd().filter(|&sd| sd > 0.0);
        Ok(Effect {
            cohen_ds: None,
            cohen_dz: spread.map(|sd| rounded(self.moments.mean() / sd)),
            superiority: rounded(effect::superiority(counts)),
            better: counts.better,
            worse: counts.worse,
            tied: counts.tied,
        })
    }

    fn standard_error(&self, _: &Intervals) -> Option<f64> {
        if !self.of.is_of_items() {
            let estimate = self.t_estimate().ok();
            return estimate.map(|estimate| rounded(estimate.standard_error()));
        }
        let of_strata = self.design.standard_error(&self.difference, self.divisor());
        let of_items = || {
            self.moments
                .sd()
                .map(|sd| sd / (self.items() as f64).sqrt())
        };
        of_strata.or_else(of_items).map(rounded)
    }

    fn sizes(&self) -> Option<[u64; 2]> {
        None
    }

    fn warnings(&self, comparison: &ComparisonOutcome, request: &Request) -> Vec<Note> {
        warning::of_pair(self, comparison, request)
    }

    fn rows(&self) -> (u64, String) {
        (self.distinct(), self.grid.to_string())
    }

    fn because(&self, route: Option<Route>, request: &Request) -> String {
        match (Resampling::of(request.question.tests[0]), route) {
            (Some(resampling), Some(route)) => {
                mean::because(self, resampling == Resampling::Swaps, route)
            }
            (Some(_), None) => {
                "the distribution of the primary test is exact: no resampling".to_owned()
            }
            (None, _) => "the primary test resamples nothing".to_owned(),
        }
    }
}

/// Returns `true` if the interval of the difference is part of the answer of the primary test, where its resamples are drawn.
fn gives_interval(pair: &Pair, request: &Request) -> bool {
    let dual = Dual::for_pair(pair, request);
    Dual::asked(request).is_none() && !matches!(dual, Dual::Without(_))
}

/// The range of differences: shares differ by 1 at most.
fn difference_scale(pair: &Pair, request: &Request) -> Scale {
    let unit = Scale::new(0.0, 1.0).ok().filter(|_| pair.binary);
    unit.unwrap_or_else(|| request.sample.scale())
        .of_difference()
}

/// Returns the scores whose interval is the dual of the primary test against a number; `None` for other tests, and for intervals that
/// were asked for by name.
///
/// # Errors
/// For scores that the test does not allow.
pub(crate) fn one_sample<'p>(
    pair: &'p Pair,
    request: &Request,
) -> Result<Option<OneSample<'p>>, Error> {
    let (test, interval) = (request.question.tests[0], request.question.interval);
    let is_dual = match interval {
        IntervalMethod::Auto => true,
        IntervalMethod::ClopperPearson => test == Test::Binomial,
        _ => false,
    };
    let decides = is_dual && against::decides(pair, request);
    decides
        .then(|| OneSample::new(test, pair, request))
        .transpose()
}

/// Returns the route of a kind of resample: the one that was asked for, or a frozen function of the data.
pub(crate) fn route(pair: &Pair, resampling: Resampling, request: &Request) -> Route {
    let of_data = || mean::route(pair, resampling == Resampling::Swaps);
    request.compute.route.unwrap_or_else(of_data)
}

/// The bootstrap resamples of an interval or a margin test.
fn bootstrap<'c>(pair: &Pair, request: &Request) -> Spec<'c> {
    let route = route(pair, Resampling::Items, request);
    Spec::keeping(Resamples::Items, route, [Quantity::Difference])
}

/// The sums of deviations of a column and of their squares.
fn deviations<'c>(column: &'c Repeated, request: &Request) -> Spec<'c> {
    let of_data = || Deviations::of(column).route();
    let route = request.compute.route.unwrap_or_else(of_data);
    Spec::columns(Resamples::Deviations(column), route, 2)
}

/// The studentized interval. `without` is the answer without an interval, which holds if the differences have no spread.
fn studentized_interval<'c>(
    pair: &'c Pair,
    without: Intervals,
    question: Question<'c>,
) -> Pending<'c, Intervals> {
    let Deviating {
        column,
        per_one,
        has_spread,
    } = pair.deviating();
    if !has_spread {
        return Pending::Known(without);
    }
    let level = question.level.of_both_ends();
    Pending::draws(deviations(column, question.request), move |share| {
        let sums = [share.sums(0), share.sums(1)];
        let Some((interval, note)) = studentized::interval(column, per_one, sums, level)? else {
            return Ok(without);
        };
        let difference = Some(intervals::outcome(
            interval,
            IntervalMethod::Studentized,
            level,
        ));
        Ok(Intervals {
            difference,
            notes: note.into_iter().collect(),
            ..without
        })
    })
}

/// Returns the outcome of a test, with a note if it takes training runs as they are.
fn noted(pair: &Pair, test: Test, mut outcome: TestOutcome) -> TestOutcome {
    if pair.runs().is_some() && test != Test::T {
        let note = Code::FixedRuns.says("about these checkpoints: the training runs are fixed");
        outcome.notes.push(note);
    }
    outcome
}

/// Returns the p-value of a resampling test from its exact distribution, if that can be computed to 1 part in 1,000.
///
/// # Errors
/// For `--exact always` without such a distribution.
pub(crate) fn by_law(
    event: &Extreme,
    pair: &Pair,
    request: &Request,
) -> Result<Option<Value>, Error> {
    if request.compute.exact == Exact::Never {
        return Ok(None);
    }
    if !event.has_law() {
        return match request.compute.exact {
            Exact::Always => Err(Error::not_applicable(
                asked_as("exact", Exact::Always),
                "a recipe with a law",
                "this one has none",
                format!("use {}, which samples", asked_as("exact", Exact::Auto)),
            )),
            Exact::Auto | Exact::Never => Ok(None),
        };
    }
    let value = event.by_law(pair);
    // If ties do not count, no resample may be as extreme: the recipe then reports 1/(R + 1), not 0.
    let nothing =
        request.variants.rule.strict && !request.variants.raw_p && value.p == Probability::ZERO;
    if is_trusted(&value) && !(nothing && request.compute.exact == Exact::Auto) {
        return Ok(Some(value));
    }
    match request.compute.exact {
        Exact::Always => Err(Error::NoLaw {
            items: pair.items(),
            error: value.relative_error,
        }),
        Exact::Auto | Exact::Never => Ok(None),
    }
}

/// Returns `true` if bootstrap intervals are drawn, because the request forbids exact distributions or the design has none.
///
/// Resamples of half the items (a profile) have another spread: intervals keep the exact distribution there.
fn draws_intervals(pair: &Pair, request: &Request) -> bool {
    let sampled =
        request.compute.exact == Exact::Never && request.variants.rule.draws != Draws::Half;
    sampled || !pair.design.has_law()
}
