//! A metric of the whole corpus (F1, MCC, BLEU, chrF, TER, ratios, formulas): tests, intervals and margin tests.
//!
//! Every item is a row of integer statistics, a resample is their sum, and the metric is computed once per resample, from the
//! sums. It is never a mean of per-item scores. Swaps exchange whole rows, so that what one system gains the other loses.

use std::borrow::Cow;

use restrap_engine::Route;
use restrap_stats::{Probability, effect};
use restrap_words::{Code, Note, asked_as};

use crate::data::contest::{Contest, Of};
use crate::error::Error;
use crate::evidence::interval::calibration;
use crate::evidence::interval::resampled::{Differences, OfTest};
use crate::evidence::interval::{dual, metric as intervals};
use crate::evidence::pending::{Pending, Quantity, Share, Spec};
use crate::evidence::resample::bounds::{Resampling, Value};
use crate::evidence::resample::draw::{DrawKind, Resamples};
use crate::evidence::resample::event::{Event, ExtremeValues};
use crate::evidence::resample::{metric as of_metric, pooled, studentized, swaps};
use crate::evidence::test::margin::{AllowedMargin, of_metric_draws};
use crate::evidence::test::observed::Observed;
use crate::evidence::test::outcome;
use crate::number::digits::rounded;
use crate::outcome::{
    Beside, CalibrationOutcome, ComparisonOutcome, Effect, IntervalOutcome, SystemOutcome,
};
use crate::request::{Exact, IntervalMethod, Request, Test};
use crate::say::warning;
use crate::verb::compare::evidence::{Evidence, Intervals, MarginTested, Question, Tested};
use crate::verb::compare::metric_intervals::{self as replicated, Replicates};
use crate::verb::compare::{area_labels, areas, marginals};

impl Evidence for Contest<'_> {
    fn test<'c>(
        &'c self,
        place: usize,
        question: Question<'c>,
    ) -> Result<Pending<'c, Tested>, Error> {
        let Question { side, request, .. } = question;
        let test = request.question.tests[place];
        match test {
            Test::DeLong => {
                let Some(areas) = &self.areas else {
                    return Err(without_areas(self));
                };
                // DeLong's variance knows nothing of a system that makes no mistake.
                match areas.without_variance(self.names) {
                    Some(note) if areas.are_apart() => {
                        let done = area_labels::exchanged(self, areas, note, question)?;
                        done.map(Pending::Known).ok_or_else(|| without_areas(self))
                    }
                    Some(note) => resampled(self, (Test::Permutation, place), question, Some(note)),
                    None => Ok(Pending::Known(Tested::new(areas::tested(
                        areas, self.names, side, request,
                    )))),
                }
            }
            Test::StuartMaxwell => {
                let done = marginals::closed_form(self, side)?;
                let p = done.p;
                let outcome = outcome::of_classical(test, done, request);
                Ok(Pending::Known(Tested::new((p, outcome))))
            }
            _ => resampled(self, (test, place), question, None),
        }
    }

    fn interval<'c>(&'c self, question: Question<'c>) -> Result<Pending<'c, Intervals>, Error> {
        let Question { level, request, .. } = question;
        let level = level.of_both_ends();
        let bootstrapped = move |method: IntervalMethod, gives_difference: bool| {
            Pending::draws(bootstrap(self, request), move |share| {
                let warning = lost(self, share);
                let Some(drawn) = Replicates::new(self, share, question.describes_baseline) else {
                    return Ok(Intervals {
                        warning,
                        ..Intervals::default()
                    });
                };
                let intervals = replicated::intervals(self, method, drawn, level, request)?;
                let Intervals {
                    difference, notes, ..
                } = intervals;
                Ok(Intervals {
                    warning,
                    difference: difference.filter(|_| gives_difference),
                    notes: if gives_difference { notes } else { Vec::new() },
                    ..intervals
                })
            })
        };
        Ok(match intervals::resolve(self, request)? {
            IntervalMethod::None => Pending::Known(Intervals::default()),
            IntervalMethod::Auto if request.question.tests[0] == Test::DeLong => {
                Pending::Known(areas::intervals(self, level, request)?)
            }
            // The interval of the difference is part of the answer of the primary test.
            IntervalMethod::Auto => match intervals::resolve_systems(self, request) {
                IntervalMethod::None => Pending::Known(Intervals {
                    notes: dual::without(request),
                    ..Intervals::default()
                }),
                IntervalMethod::Auto => Pending::Known(Intervals {
                    notes: dual::without(request),
                    ..replicated::by_jackknife(self, request)?
                }),
                method => bootstrapped(method, false),
            },
            IntervalMethod::Studentized => {
                let route = studentized::route(self, request.compute.route);
                let spec = Spec::columns(Resamples::MetricDeviations, route, studentized::VALUES);
                Pending::draws(spec, move |share| {
                    replicated::studentized(self, share, level, request)
                })
            }
            method => bootstrapped(method, true),
        })
    }

    fn margin<'c>(&'c self, question: Question<'c>) -> Result<Pending<'c, MarginTested>, Error> {
        let request = question.request;
        let draws = of_metric_draws(request)?;
        let margin = AllowedMargin::for_metric(self, request)?;
        let Some(margin) = margin.filter(|_| draws) else {
            return Ok(Pending::Known(MarginTested::default()));
        };
        let tilt = margin.tilt_of_metric(self)?;
        let specs = std::iter::once(bootstrap(self, request)).chain(tilt.spec());
        Ok(Pending::several(specs.collect(), move |shares| {
            let share = &shares[0];
            let warning = lost(self, share);
            if replicated::has_too_few(self, share) {
                return Ok(MarginTested {
                    outcome: None,
                    warning,
                });
            }
            let tilt = tilt.with_draws(shares.get(1), request);
            let observed = self.difference();
            let values = replicated::scaled(self, observed, share.values(DIFFERENCE), request);
            let outcome = Some(margin.test_metric(self, &values, tilt.as_deref(), request)?);
            Ok(MarginTested { outcome, warning })
        }))
    }

    fn effect(&self, request: &Request) -> Result<Effect, Error> {
        let counts = if request.question.higher_is_better {
            self.counts
        } else {
            self.counts.swapped()
        };
        Ok(Effect {
            cohen_ds: None,
            cohen_dz: None,
            superiority: rounded(effect::superiority(counts)),
            better: counts.better,
            worse: counts.worse,
            tied: counts.tied,
        })
    }

    fn standard_error(&self, intervals: &Intervals) -> Option<f64> {
        intervals.standard_error
    }

    fn sizes(&self) -> Option<[u64; 2]> {
        self.sizes_apart()
    }

    fn warnings(&self, comparison: &ComparisonOutcome, request: &Request) -> Vec<Note> {
        warning::of_corpus(self, comparison, request)
    }

    fn rows(&self) -> (u64, String) {
        (of_metric::distinct(self), self.grid())
    }

    fn because(&self, route: Option<Route>, _: &Request) -> String {
        match route {
            None => "the permutation distribution of these counts is exact: no resampling",
            Some(Route::Compressed) => "few distinct rows: one look-up per group is fastest",
            Some(Route::Streamed) => "a random byte or bit per item is fastest",
            Some(Route::Indexed) => "so few items are cheapest drawn one by one",
        }
        .to_owned()
    }
}

/// A test whose p-value and interval come from resamples of the corpus metric. `note` is one about the choice of this test.
///
/// # Errors
/// For tests of one score per item, and `--exact always` without an exact distribution.
fn resampled<'c>(
    contest: &'c Contest,
    (test, place): (Test, usize),
    question: Question<'c>,
    note: Option<Note>,
) -> Result<Pending<'c, Tested>, Error> {
    let Question { side, request, .. } = question;
    let extreme =
        ExtremeValues::new(test, side, contest, request).ok_or_else(|| not_of_corpus(test))?;
    // The interval of the difference comes from the resamples of the primary test.
    let gives = place == 0
        && intervals::resolve(contest, request)? == IntervalMethod::Auto
        && !dual::is_reproduction(request);
    let tested = move |value: &Value, resamples: Option<Differences>| {
        let p = outcome::defined(value, request);
        let mut outcome = outcome::resampled(test, value, &Observed::of_metric(contest), request);
        outcome.notes.extend(note.clone());
        let resamples = resamples.filter(|_| p.is_some());
        let interval = resamples.map(|resamples| {
            let of_test = OfTest {
                test,
                difference: contest.difference(),
                p,
                scale: request.sample.scale().of_difference(),
            };
            if contest.changed == 0 {
                let why = "no item changes the difference, so there is no interval";
                return Ok(Err(Code::NoSpread.says(why)));
            }
            of_test.pair(&resamples, question.level)
        });
        Ok(Tested {
            interval: interval.transpose()?,
            ..Tested::new((p, outcome))
        })
    };
    if let Some((value, law)) = by_law(&extreme, contest, request, gives)? {
        let law = gives.then_some(Differences::Points(law));
        return tested(&value, law).map(Pending::Known);
    }
    let event = Event::Values(extreme);
    let route = route(contest, event.resamples().kind(), request);
    Ok(Pending::draws(
        Spec::counting(event, route, gives),
        move |share| {
            let value = share.p_value(&event, request.variants.raw_p)?;
            let values = gives.then(|| match extreme.resampling {
                Resampling::Swaps => Cow::Borrowed(share.values(0)),
                Resampling::Items => {
                    let observed = contest.difference();
                    replicated::scaled(contest, observed, share.values(0), request).into()
                }
            });
            let warning = lost(contest, share);
            Ok(Tested {
                warning,
                ..tested(&value, values.as_deref().map(Differences::Drawn))?.with_route(share.route)
            })
        },
    ))
}

/// The position of the difference among the values that [`bootstrap`] keeps.
const DIFFERENCE: usize = 2;

/// The bootstrap resamples of an interval or a margin test.
///
/// A margin test keeps the values of both systems too, since checkpoints recognise a draw by the values that it keeps.
fn bootstrap<'c>(contest: &Contest, request: &Request) -> Spec<'c> {
    let route = route(contest, DrawKind::Items, request);
    let keep = [Quantity::Baseline, Quantity::System, Quantity::Difference];
    Spec::keeping(Resamples::Items, route, keep)
}

/// Returns the route of a kind of resample: the one that was asked for, or a frozen function of the data.
pub(crate) fn route(contest: &Contest, kind: DrawKind, request: &Request) -> Route {
    match &contest.apart {
        Some(of) if kind == DrawKind::Labels => pooled::route(of, request.compute.route),
        _ => of_metric::route(contest, kind == DrawKind::Swaps, request),
    }
}

/// A warning about bootstrap resamples that lost a class or have no value.
fn lost(contest: &Contest, share: &Share) -> Option<Note> {
    (share.lost > 0).then(|| {
        Code::ResamplesLeftOut.says(replicated::said_of_lost(
            contest,
            share.lost,
            share.completed(),
        ))
    })
}

fn without_areas(contest: &Contest) -> Error {
    Error::not_applicable(
        asked_as("test", Test::DeLong),
        "areas under the ROC curve",
        format!(
            "this metric is {}",
            if contest.pair().is_some() {
                "another"
            } else {
                "of sums"
            }
        ),
        format!("use {}", asked_as("test", Test::Permutation)),
    )
}

fn not_of_corpus(test: Test) -> Error {
    Error::not_applicable(
        asked_as("test", test),
        "one score per item",
        "this metric is a function of the whole corpus",
        format!(
            "use {}, bootstrap or bootstrap-percentile",
            asked_as("test", Test::Permutation)
        ),
    )
}

/// Returns the p-value from the exact distribution if it can be computed, with that distribution if it `keeps` it.
///
/// # Errors
/// For `--exact always` without an exact distribution.
fn by_law(
    event: &ExtremeValues,
    contest: &Contest,
    request: &Request,
    keeps: bool,
) -> Result<Option<swaps::ByLaw>, Error> {
    // If ties do not count, no resample may be as extreme: the recipe then reports 1/(R + 1), not 0.
    let stands = |(value, _): &swaps::ByLaw| {
        value.p != Probability::ZERO
            || request.variants.raw_p
            || request.compute.exact == Exact::Always
    };
    let law = match request.compute.exact {
        Exact::Never => None,
        Exact::Auto | Exact::Always => match (&contest.apart, contest.summed()) {
            (Some(of), Some(summed)) if event.of_labels => {
                pooled::law(summed.metric, of, event, keeps)
            }
            _ => swaps::law(contest, event, keeps),
        }
        .filter(stands),
    };
    if law.is_none() && request.compute.exact == Exact::Always {
        return Err(Error::not_applicable(
            asked_as("exact", Exact::Always),
            if event.of_labels {
                "at most 200,000 assignments of the items to the two systems"
            } else {
                "a permutation test of counts in at most two dimensions, or of at most 18 items that differ"
            },
            "the distribution of this test cannot be computed for this metric",
            format!(
                "use {}, which resamples where no exact distribution is known",
                asked_as("exact", Exact::Auto)
            ),
        ));
    }
    Ok(law)
}

/// Returns the score and interval of one system; 0 is the baseline.
pub(crate) fn system(
    contest: &Contest,
    which: usize,
    interval: Option<IntervalOutcome>,
    request: &Request,
) -> SystemOutcome {
    let beside = match &contest.of {
        Of::Sums(summed) => {
            let (metric, counted) = (summed.metric, summed.system(which));
            let test = calibration::test(metric, counted, request.compute.seed);
            let mut beside = metric.beside(&counted.sums());
            beside.extend(test.iter().flat_map(CalibrationOutcome::beside));
            beside
        }
        Of::Items(_) => Vec::new(),
    };
    SystemOutcome {
        name: contest.names[which].to_owned(),
        score: rounded(contest.values[which]),
        interval,
        beside: beside
            .into_iter()
            .map(|(name, value)| Beside {
                name,
                value: rounded(value),
            })
            .collect(),
    }
}
