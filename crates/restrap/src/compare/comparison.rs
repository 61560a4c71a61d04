//! One contrast in progress: what is computed from a law, what has to be drawn, and the outcome of both.

use rayon::join;
use restrap_engine::Route;
use restrap_stats::{Alternative, Probability, StatsError};
use restrap_words::{asked, asked_as};

use crate::compare::{areas, marginals, metric, paired, units, unpaired, variance};
use crate::data::contest::Contest;
use crate::data::contest::Deviating;
use crate::data::contrast::Contrast;
use crate::data::units::Voted;
use crate::error::Error;
use crate::family::Member;
use crate::interval::level::IntervalLevel;
use crate::interval::swaps::{self, Swapped};
use crate::interval::{mean as intervals, posterior, studentized};
use crate::number::digits::rounded;
use crate::outcome::{
    ComparisonOutcome, Effect, IntervalOutcome, MarginOutcome, Plan, PosteriorOutcome, RouteUsed,
    TestOutcome,
};
use crate::request::{Exact, IntervalMethod, Over, Request, Test};
use crate::resample::bounds::Value;
use crate::resample::deviations::Deviations;
use crate::resample::draw::{DrawKind, Drawn, Kept};
use crate::resample::event::Event;
use crate::resample::{mean, metric as of_metric, pooled, studentized as of_studentized};
use crate::say::{guard, warning};
use crate::test::margin::{self, Replicates};
use crate::test::order::Ordered;
use crate::test::outcome;

/// A contrast on its way to an outcome.
pub(crate) struct Comparison<'c, 'a> {
    pub(super) contrast: &'c Contrast<'a>,
    /// Who was shown first, where scores are votes.
    voted: Option<&'a Voted>,
    /// The side of the difference itself: "better" is about the metric.
    side: Alternative,
    level: IntervalLevel,
    tests: Vec<Test>,
    /// One per test; `None` for tests that resample nothing.
    events: Vec<Option<Event>>,
    /// When the draws of the first test stop; none where all are drawn.
    /// One per test, as far as known.
    values: Vec<Option<Value>>,
    method: IntervalMethod,
    /// The interval needs replicates.
    keeps: bool,
    interval: Option<IntervalOutcome>,
    /// Intervals of the baseline and of the system under a corpus metric.
    of_systems: [Option<IntervalOutcome>; 2],
    standard_error: Option<f64>,
    /// The margin test needs replicates.
    keeps_for_margin: bool,
    margin: Option<(MarginOutcome, Option<Probability>)>,
    posterior: Option<PosteriorOutcome>,
    notes: Vec<String>,
    /// Violation ratios of the resamples of almost stochastic order.
    ratios: Option<Vec<f64>>,
    /// What a reader must know of the draws of a corpus metric.
    lost: Option<String>,
    /// How the primary test was drawn, if it was.
    pub(super) route: Option<Route>,
    /// The interval is of the swaps of the primary test.
    by_swaps: bool,
}

/// What one comparison got of a draw.
pub(crate) struct Share<'d> {
    pub kind: DrawKind,
    pub route: Route,
    pub completed: u64,
    /// Resamples in each of its tails.
    pub tails: &'d [u64],
    /// Replicates of the difference, if kept.
    pub difference: Kept,
    /// Replicates of the baseline and of the system under a corpus metric, if kept.
    pub systems: [Vec<f64>; 2],
    /// Resamples that lost a class that the data have, under a corpus metric.
    pub lost: u64,
}

impl<'c, 'a> Comparison<'c, 'a> {
    /// Everything that is computed from a law.
    pub fn new(
        contrast: &'c Contrast<'a>,
        voted: Option<&'a Voted>,
        family: usize,
        request: &Request,
    ) -> Result<Self, Error> {
        let question = &request.question;
        let side = if question.higher_is_better {
            question.alternative
        } else {
            question.alternative.swapped()
        };
        let level = IntervalLevel::new(family, side, request);
        let event = |&test| {
            Ok(match contrast {
                Contrast::Paired(pair) => {
                    crate::resample::extreme::Extreme::new(test, side, pair, request.variants.rule)
                        .map(Event::Sums)
                }
                Contrast::Unpaired(samples) => {
                    unpaired::event(test, side, samples)?.map(Event::Labels)
                }
                Contrast::Metric(contest) => {
                    metric::event(test, side, contest, request)?.map(Event::Values)
                }
            })
        };
        let events = question
            .tests
            .iter()
            .map(event)
            .collect::<Result<Vec<_>, Error>>()?;
        let (method, mut keeps, keeps_for_margin) = resolved(contrast, request)?;
        let mut notes = Vec::new();
        // Neither needs the other's law; a percentile interval needs no draws unless laws are forbidden.
        let is_auto = matches!(contrast, Contrast::Metric(_)) && method == IntervalMethod::Auto;
        let by_swaps = is_auto && question.tests[0] != Test::DeLong;
        let mut law = None;
        let (values, interval) = join(
            || {
                let by_law = |(at, event): (usize, &Option<Event>)| match (event, contrast) {
                    (Some(Event::Sums(event)), Contrast::Paired(pair)) => {
                        paired::by_law(event, pair, request)
                    }
                    (Some(Event::Labels(_)), Contrast::Unpaired(samples)) => {
                        unpaired::by_law(samples, side, request)
                    }
                    (Some(Event::Values(event)), Contrast::Metric(contest)) => {
                        let found = metric::by_law(event, contest, request, by_swaps && at == 0)?;
                        Ok(found.map(|(value, kept)| {
                            law = (by_swaps && at == 0).then_some(kept).or(law.take());
                            value
                        }))
                    }
                    _ => Ok(None),
                };
                events
                    .iter()
                    .enumerate()
                    .map(by_law)
                    .collect::<Result<Vec<_>, Error>>()
            },
            || match contrast {
                Contrast::Paired(pair) if !keeps => {
                    intervals::of_difference(pair, method, None, level, request, &mut notes)
                }
                Contrast::Unpaired(samples) => {
                    unpaired::interval(samples, level.of_both_ends(), request)
                }
                _ => Ok(None),
            },
        );
        let values = values?;
        let interval = match interval {
            // The law is not known well enough for its quantiles: they are drawn.
            Err(Error::Stats(StatsError::Unresolved))
                if request.compute.exact == Exact::Auto && intervals::from_replicates(method) =>
            {
                keeps = true;
                None
            }
            interval => interval?,
        };
        let margin = margin_at_once(contrast, keeps_for_margin, request)?;
        let posterior = match contrast {
            Contrast::Paired(pair) => posterior::of(pair, request)?,
            _ => None,
        };
        let mut made = Self {
            contrast,
            voted,
            side,
            level,
            tests: question.tests.clone(),
            events,
            values,
            method,
            keeps,
            interval,
            of_systems: [None, None],
            standard_error: None,
            keeps_for_margin,
            margin,
            posterior,
            notes,
            ratios: None,
            lost: None,
            route: None,
            by_swaps,
        };
        if let (Contrast::Metric(contest), IntervalMethod::Auto) = (contrast, method) {
            made.metric_at_once(contest, law, request)?;
        }
        Ok(made)
    }

    /// The intervals of a corpus metric that need no draws.
    fn metric_at_once(
        &mut self,
        contest: &Contest,
        law: Option<Vec<(f64, f64)>>,
        request: &Request,
    ) -> Result<(), Error> {
        if !self.by_swaps {
            if let Some(found) = areas::intervals(contest, self.level.of_both_ends(), request)? {
                (self.of_systems, self.interval) = (found.systems, found.difference);
                self.standard_error = found.standard_error;
            }
            return Ok(());
        }
        let (of_systems, error) = metric::by_jackknife(contest, request)?;
        (self.of_systems, self.standard_error) = (of_systems, Some(rounded(error)));
        if let Some(law) = law {
            self.calibrate(contest, &Swapped::Law(law), request);
        }
        Ok(())
    }

    /// The interval of a corpus metric, from the swaps of its primary test.
    fn calibrate(&mut self, contest: &Contest, swapped: &Swapped, request: &Request) {
        let Some(p) = &self.values[0] else { return };
        self.interval = swaps::interval(contest, swapped, p, self.level, request);
        if self.interval.is_none() {
            let why = if contest.changed == 0 {
                "no item moves the difference: without spread there is no interval"
            } else {
                "so few swaps bound no difference: there is no interval"
            };
            self.notes.push(why.to_owned());
        }
    }

    /// What the primary test resamples.
    pub fn primary_kind(&self) -> Option<DrawKind> {
        self.events[0].map(|event| event.kind())
    }

    /// The primary test resamples nothing or has its value.
    pub fn has_primary(&self) -> bool {
        self.events[0].is_none() || self.values[0].is_some() && !self.waits_for_ratios(0)
    }

    /// A test of almost stochastic order whose bootstrap has not been drawn.
    fn waits_for_ratios(&self, at: usize) -> bool {
        self.tests[at] == Test::Aso && self.ratios.is_none()
    }

    /// Route of the bootstrap of almost stochastic order, if it was asked for.
    ///
    /// # Errors
    /// Where that route does not draw labels.
    pub fn route_of_ratios(&self, request: &Request) -> Result<Option<Route>, Error> {
        let wanted = self.tests.contains(&Test::Aso);
        if wanted && !matches!(self.contrast, Contrast::Unpaired(_)) {
            return Err(Error::not_applicable(
                asked_as("test", Test::Aso),
                "samples of different items",
                "these are paired",
                format!("add {} if no item is in both files", asked("unpaired")),
            ));
        }
        wanted
            .then(|| self.route_of(DrawKind::Labels, request))
            .transpose()
    }

    /// Takes the draws of almost stochastic order.
    pub fn take_ratios(&mut self, route: Route, ratios: Vec<f64>) {
        if self.tests[0] == Test::Aso {
            self.route = Some(route);
        }
        self.ratios = Some(ratios);
    }

    /// Tests of one kind of resample without a value, and their events.
    fn missing(&self, kind: DrawKind) -> Vec<(usize, Event)> {
        let events = self.events.iter().copied().enumerate();
        let missing = events.filter_map(|(at, event)| Some((at, event?)));
        missing
            .filter(|(at, event)| self.values[*at].is_none() && event.kind() == kind)
            .collect()
    }

    /// Events that have to be drawn of one kind of resample, and whether their replicates and those of the intervals are kept;
    /// `None` where nothing has to be drawn.
    pub fn wants(&self, kind: DrawKind) -> Option<Wants> {
        let missing = self.missing(kind);
        let swaps = self.by_swaps && missing.iter().any(|(at, _)| *at == 0);
        let events: Vec<Event> = missing.into_iter().map(|(_, event)| event).collect();
        let of_interval = (self.keeps || self.keeps_for_margin) && kind == DrawKind::Items;
        let replicates = of_interval || swaps || events.iter().any(Event::needs_replicates);
        (of_interval || !events.is_empty()).then_some(Wants {
            events,
            of_interval,
            replicates,
        })
    }

    /// The route of a kind of resample: what was asked for, or a frozen function of the data.
    ///
    /// # Errors
    /// Where that route does not draw such resamples.
    pub fn route_of(&self, kind: DrawKind, request: &Request) -> Result<Route, Error> {
        let asked = request.compute.route;
        Ok(match self.contrast {
            Contrast::Paired(pair) => {
                asked.unwrap_or_else(|| mean::route(pair, kind == DrawKind::Swaps))
            }
            Contrast::Unpaired(samples) => crate::resample::labels::route(samples, asked)?,
            Contrast::Metric(contest) => match &contest.apart {
                Some(of) if kind == DrawKind::Labels => pooled::route(of, asked),
                _ => of_metric::route(contest, kind == DrawKind::Swaps, request),
            },
        })
    }

    /// Route of the draws of a studentized interval or margin test, if there is one.
    pub fn route_of_deviations(&self, request: &Request) -> Option<Route> {
        let pair = match self.contrast {
            Contrast::Paired(pair) => pair,
            Contrast::Metric(contest) if self.method == IntervalMethod::Studentized => {
                return Some(of_studentized::route(contest, request.compute.route));
            }
            _ => return None,
        };
        let deviating = pair.deviating(request);
        let route = || Deviations::of(deviating.column).route();
        let wanted =
            self.method == IntervalMethod::Studentized || margin::from_deviations(pair, request);
        (deviating.has_spread && wanted).then(|| request.compute.route.unwrap_or_else(route))
    }

    /// Values of a resample that a studentized interval keeps.
    pub fn values_of_deviations(&self) -> usize {
        if let Contrast::Metric(_) = self.contrast {
            of_studentized::VALUES
        } else {
            2
        }
    }

    /// Takes what was drawn for it.
    ///
    /// # Errors
    /// For too few resamples.
    pub fn take(&mut self, share: Share, request: &Request) -> Result<(), Error> {
        let mut tails = share.tails;
        let mut is_primary = false;
        for (at, event) in self.missing(share.kind) {
            if at == 0 {
                is_primary = true;
                self.route = Some(share.route);
            }
            let (own, rest) = tails.split_at(event.tails(0).len());
            tails = rest;
            let value = event.value(
                own,
                &share.difference,
                share.completed,
                request.variants.raw_p,
            )?;
            self.values[at] = Some(value);
        }
        if let (Contrast::Metric(contest), true) = (self.contrast, self.by_swaps && is_primary) {
            self.calibrate(
                contest,
                &Swapped::Drawn(share.difference.into_values()),
                request,
            );
            return Ok(());
        }
        if share.kind != DrawKind::Items {
            return Ok(());
        }
        match self.contrast {
            Contrast::Paired(pair) => {
                let (sums, level) = (share.difference.sums(), self.level);
                if self.keeps {
                    let notes = &mut self.notes;
                    self.interval = intervals::of_difference(
                        pair,
                        self.method,
                        Some(sums),
                        level,
                        request,
                        notes,
                    )?;
                }
                if self.keeps_for_margin {
                    self.margin = margin::of(pair, &Replicates::Sums(sums), request)?;
                }
            }
            Contrast::Metric(contest) => {
                let is_left_out = contest.is_of_items();
                self.lost = (share.lost > 0)
                    .then(|| metric::said_of_lost(contest, share.lost, share.completed));
                if is_left_out && metric::are_too_many(share.lost, share.completed) {
                    return Ok(());
                }
                if self.keeps_for_margin {
                    let Kept::Values(values) = &share.difference else {
                        return Ok(());
                    };
                    let values =
                        metric::scaled(contest, contest.difference(), values.clone(), request);
                    self.margin = margin::of_metric(contest, values, request)?;
                }
                if self.keeps {
                    let ([baseline, system], level) = (share.systems, self.level.of_both_ends());
                    let difference = share.difference.into_values();
                    let mut drawn = metric::Replicates {
                        baseline,
                        system,
                        difference,
                    };
                    if is_left_out {
                        drawn.leave_out(share.lost);
                    }
                    let made = metric::intervals(
                        contest,
                        self.method,
                        drawn,
                        level,
                        request,
                        &mut self.notes,
                    )?;
                    self.of_systems = made.systems;
                    self.interval = made.difference;
                    self.standard_error = made.standard_error;
                }
            }
            Contrast::Unpaired(_) => {}
        }
        Ok(())
    }

    /// Takes the draws of the studentized interval and margin test.
    ///
    /// # Errors
    /// Where they allow none.
    pub fn take_deviations(&mut self, drawn: &Drawn, request: &Request) -> Result<(), Error> {
        let pair = match self.contrast {
            Contrast::Paired(pair) => pair,
            Contrast::Metric(contest) => {
                let level = self.level.of_both_ends();
                let Some(made) = metric::studentized(contest, drawn, level, request)? else {
                    return Ok(());
                };
                let (made, note) = made;
                self.of_systems = made.systems;
                self.interval = made.difference;
                self.standard_error = made.standard_error;
                self.notes.extend(note);
                return Ok(());
            }
            Contrast::Unpaired(_) => return Ok(()),
        };
        let Deviating {
            column, per_one, ..
        } = pair.deviating(request);
        let level = self.level.of_both_ends();
        if margin::from_deviations(pair, request) {
            let replicates = studentized::Replicates::new(column, per_one, drawn);
            let drawn = replicates.map_or(Replicates::None, Replicates::Studentized);
            self.margin = margin::of(pair, &drawn, request)?;
        }
        if self.method != IntervalMethod::Studentized {
            return Ok(());
        }
        if let Some((interval, note)) = studentized::interval(column, per_one, drawn, level)? {
            self.notes.extend(note);
            self.interval = Some(intervals::outcome(interval, self.method, level));
        }
        Ok(())
    }

    /// The interval of one system under a corpus metric; 0 is the baseline.
    pub fn interval_of_system(&self, which: usize) -> Option<IntervalOutcome> {
        self.of_systems[which].clone()
    }

    /// The outcome and the p-values that are adjusted, and what a careful reader must know.
    ///
    /// # Errors
    /// For tests that these scores do not allow.
    pub fn finish(mut self, request: &Request) -> Result<(Member, Vec<String>), Error> {
        let mut tests: Vec<TestOutcome> = Vec::new();
        let (mut primary, mut checkpoints, mut ordered) = (None, None, None);
        for (at, (&test, value)) in request.question.tests.iter().zip(&self.values).enumerate() {
            // A stopped run did not reach it.
            if self.events[at].is_some() && value.is_none() || self.waits_for_ratios(at) {
                continue;
            }
            let (p, outcome) = match (self.contrast, value) {
                (Contrast::Unpaired(samples), Some(labels)) if test == Test::Aso => {
                    let ratios = self.ratios.as_deref().unwrap_or_default();
                    let order = Ordered::new(ratios, labels, self.side, samples, request)?;
                    let told = order.tested(labels, self.side, samples, request);
                    (Some(ordered.insert(order).p()), told)
                }
                (Contrast::Paired(pair), value) => {
                    paired::tested(test, self.side, value.as_ref(), pair, request)?
                }
                (Contrast::Unpaired(samples), value) => {
                    unpaired::tested(test, self.side, value.as_ref(), samples, request)?
                }
                (Contrast::Metric(contest), Some(value)) => (
                    outcome::defined(value, request),
                    metric::tested(test, value, contest, request),
                ),
                (Contrast::Metric(contest), None) if test == Test::StuartMaxwell => {
                    let done = marginals::closed_form(contest, self.side)?;
                    (done.p, outcome::of_classical(test, done, request))
                }
                (Contrast::Metric(contest), None) => {
                    match areas::tested(contest, self.side, request) {
                        Some(told) => told,
                        None => continue,
                    }
                }
            };
            match at {
                0 => primary = p,
                1 => checkpoints = p,
                _ => {}
            }
            tests.push(TestOutcome {
                primary: at == 0,
                ..outcome
            });
        }
        tests[0].notes.append(&mut self.notes);
        let (effect, standard_error) = self.effect(request)?;
        let (margin, p_margin) = self
            .margin
            .map_or((None, None), |(margin, p)| (Some(margin), p));
        let floor = tests[0].p_floor;
        let difference = rounded(self.contrast.difference());
        let [baseline, system] = self.contrast.names().map(str::to_owned);
        let samples = match self.contrast {
            Contrast::Unpaired(samples) => Some([
                samples.baseline.values.len() as u64,
                samples.system.values.len() as u64,
            ]),
            Contrast::Metric(contest) => contest.sizes_apart(),
            Contrast::Paired(_) => None,
        };
        let comparison = ComparisonOutcome {
            baseline,
            system,
            difference,
            improvement: if request.question.higher_is_better {
                difference
            } else {
                rounded(-difference)
            },
            standard_error,
            interval: self.interval.map(|interval| self.level.told(&interval)),
            samples,
            clusters: units::of_clusters(self.contrast)?,
            runs: variance::runs(self.contrast)?,
            answers: variance::answers(self.contrast)?,
            human: units::of_human(self.contrast, request)?,
            variance: variance::outcome(self.contrast, floor, request)?,
            votes: units::of_votes(self.contrast, self.voted, request)?,
            order: ordered.as_ref().map(Ordered::outcome),
            effect,
            tests,
            margin,
            posterior: self.posterior,
            verdict: String::new(),
            binary: self.contrast.is_binary(),
            shown: false,
        };
        let mut warnings: Vec<String> = self.lost.into_iter().collect();
        match self.contrast {
            Contrast::Paired(pair) => warnings.extend(warning::of_pair(pair, &comparison, request)),
            Contrast::Unpaired(samples) => {
                let (one, other) = (&samples.baseline.values, &samples.system.values);
                let of_items = request.sample.over == Over::Items;
                let d = comparison.effect.cohen_ds.filter(|_| of_items);
                let replicates = guard::replicates_apart(one, other, d);
                // To pair replicates would be as wrong.
                warnings.extend(replicates.map_or_else(
                    || warning::of_samples(&comparison, request),
                    |words| vec![format!("{}: {words}", comparison.system)],
                ));
            }
            Contrast::Metric(contest) => {
                warnings.extend(warning::of_corpus(contest, &comparison, request));
            }
        }
        let checkpoints = checkpoints.filter(|_| comparison.runs.is_some());
        let ordered = ordered.filter(|_| self.tests[0] == Test::Aso);
        Ok((
            Member {
                comparison,
                primary,
                margin: p_margin,
                checkpoints,
                ordered,
            },
            warnings,
        ))
    }

    /// Effect sizes and the standard error of the difference.
    fn effect(&self, request: &Request) -> Result<(Effect, Option<f64>), Error> {
        Ok(match self.contrast {
            Contrast::Paired(pair) => {
                (paired::effects(pair, request), paired::standard_error(pair))
            }
            Contrast::Unpaired(samples) => {
                let error = match &samples.clusters {
                    Some(apart) => Some(rounded(apart.estimate.standard_error())),
                    None => samples.t.welch().ok().map(|t| rounded(t.standard_error())),
                };
                (unpaired::effects(samples, request)?, error)
            }
            Contrast::Metric(contest) => (metric::effects(contest, request), self.standard_error),
        })
    }
}

/// The interval of a contrast, and whether it and the margin test need replicates of a bootstrap.
fn resolved(contrast: &Contrast, request: &Request) -> Result<(IntervalMethod, bool, bool), Error> {
    Ok(match contrast {
        Contrast::Paired(pair) => {
            let method = intervals::resolve(pair, request)?;
            let keeps =
                paired::draws_intervals(pair, request) && intervals::from_replicates(method);
            (method, keeps, margin::from_replicates(pair, request))
        }
        Contrast::Unpaired(_) => (request.question.interval, false, false),
        Contrast::Metric(contest) => {
            let method = crate::interval::metric::resolve(contest, request)?;
            let keeps = !matches!(
                method,
                IntervalMethod::None | IntervalMethod::Studentized | IntervalMethod::Auto
            );
            (method, keeps, margin::of_metric_draws(request)?)
        }
    })
}

/// The margin test, unless replicates of a bootstrap are kept for it.
fn margin_at_once(
    contrast: &Contrast,
    keeps: bool,
    request: &Request,
) -> Result<Option<(MarginOutcome, Option<Probability>)>, Error> {
    match contrast {
        Contrast::Paired(pair) if !keeps => margin::of(pair, &Replicates::None, request),
        Contrast::Unpaired(samples) => {
            let columns = [&samples.baseline.values[..], &samples.system.values];
            let clustered = samples.clusters.as_ref().map(|apart| apart.estimate);
            margin::of_samples(columns, samples.binary, (samples.t, clustered), request)
        }
        _ => Ok(None),
    }
}

/// What a comparison wants of a draw.
pub(crate) struct Wants {
    pub events: Vec<Event>,
    /// Replicates are kept for an interval or a margin test.
    pub of_interval: bool,
    /// Replicates of the difference are kept.
    pub replicates: bool,
}

impl Comparison<'_, '_> {
    /// How it was computed.
    pub fn plan(&self, request: &Request) -> Plan {
        let (distinct_rows, grid) = match self.contrast {
            Contrast::Paired(pair) => (pair.distinct(), pair.encoded.grid.to_string()),
            Contrast::Unpaired(samples) => (samples.distinct, samples.grid.clone()),
            Contrast::Metric(contest) => (of_metric::distinct(contest), contest.grid()),
        };
        Plan {
            route: self.route.map_or(RouteUsed::Law, RouteUsed::from),
            distinct_rows,
            grid,
            because: self.because(request),
            level: Some(
                request
                    .compute
                    .level
                    .unwrap_or_else(restrap_core::Level::detected)
                    .name()
                    .to_owned(),
            ),
        }
    }

    /// Why the primary test went its route, in words.
    fn because(&self, request: &Request) -> String {
        let Some(route) = self.route else {
            return match (self.contrast, self.primary_kind()) {
                (Contrast::Metric(_), _) => {
                    "the permutation law of these counts is known: nothing was drawn for it"
                }
                (Contrast::Unpaired(_), _) => "nothing was drawn for the primary test",
                (Contrast::Paired(_), None) => "the primary test resamples nothing",
                (Contrast::Paired(_), Some(_)) => {
                    "the law of the primary test is known: nothing was drawn for it"
                }
            }
            .to_owned();
        };
        if request.compute.route.is_some() {
            return format!("{} was asked for", asked_as("route", route));
        }
        match (self.contrast, self.primary_kind()) {
            (Contrast::Paired(pair), Some(kind)) => {
                mean::because(pair, kind == DrawKind::Swaps, route)
            }
            (Contrast::Unpaired(_), _) if request.compute.exact == Exact::Never => {
                format!("{} asks for draws", asked_as("exact", Exact::Never))
            }
            (Contrast::Unpaired(_), _) => {
                "the law of so many label permutations is out of reach".to_owned()
            }
            _ => match route {
                Route::Compressed => "few distinct rows: one look-up or few a group cost least",
                Route::Streamed => "a random byte or bit an item costs least",
                Route::Indexed => "so few items are drawn one by one",
            }
            .to_owned(),
        }
    }
}
