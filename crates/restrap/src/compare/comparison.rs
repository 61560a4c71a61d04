//! One system against the baseline: what goes by law, what has to be drawn, and the outcome of both.

use restrap_engine::{Control, EngineError, Route};
use restrap_stats::{Alternative, Probability, effect};
use restrap_words::asked_as;

use crate::data::pair::Pair;
use crate::error::Error;
use crate::number::digits::rounded;
use crate::outcome::{ComparisonOutcome, Effect, IntervalOutcome, MarginOutcome, RouteUsed, TestOutcome};
use crate::request::rule::Draws;
use crate::request::{Exact, IntervalMethod, Request};
use crate::resample::bounds::{Resampling, Value};
use crate::resample::draw::{Drawn, Wanted};
use crate::resample::extreme::{Extreme, is_trusted};
use crate::test::tested::{self, Observed};
use crate::{interval::mean as intervals, interval::studentized, resample::draw as drawing, test::margin};

/// A comparison on its way.
pub(crate) struct Comparison<'a> {
    pair: &'a Pair<'a>,
    side: Alternative,
    /// One a test; `None` for tests that resample nothing.
    events: Vec<Option<Extreme>>,
    /// One a test, as far as known.
    values: Vec<Option<Value>>,
    method: IntervalMethod,
    /// The interval needs replicates.
    keep: bool,
    interval: Option<IntervalOutcome>,
    /// The margin test needs replicates.
    keep_for_margin: bool,
    margin: Option<(MarginOutcome, Probability)>,
    notes: Vec<String>,
    /// How the primary test was drawn, if it was.
    route: Option<Route>,
}

impl<'a> Comparison<'a> {
    /// Everything that goes by law.
    pub fn new(pair: &'a Pair<'a>, request: &Request) -> Result<Self, Error> {
        // "better" is about the metric; from here on the side is about the difference itself.
        let side = if request.question.higher_is_better {
            request.question.alternative
        } else {
            request.question.alternative.swapped()
        };
        let events: Vec<Option<Extreme>> = request
            .question
            .tests
            .iter()
            .map(|&test| Extreme::new(test, side, pair, request.variants.rule))
            .collect();
        let method = intervals::resolve(pair, request)?;
        // A recipe's resamples of half the items have another spread: intervals stay with the law.
        let sampled = request.compute.exact == Exact::Never && request.variants.rule.draws != Draws::Half
            || !pair.design.has_law();
        let keep = sampled && intervals::from_replicates(method);
        let keep_for_margin = margin::from_replicates(pair, request);
        if keep || keep_for_margin {
            room_for(request.compute.resamples)?;
        }
        let mut notes = Vec::new();
        // Neither needs the other's law; a percentile interval needs no draws unless laws are forbidden.
        let (values, interval) = rayon::join(
            || {
                events
                    .iter()
                    .map(|event| by_law(event.as_ref(), pair, request))
                    .collect::<Result<Vec<_>, _>>()
            },
            || {
                if keep {
                    return Ok(None);
                }
                intervals::of_difference(pair, method, None, request, &mut notes)
            },
        );
        let (values, interval) = (values?, interval?);
        let margin = if keep_for_margin { None } else { margin::of(pair, None, request)? };
        Ok(Self {
            pair,
            side,
            events,
            values,
            method,
            keep,
            interval,
            keep_for_margin,
            margin,
            notes,
            route: None,
        })
    }

    /// What the primary test resamples.
    pub fn primary_kind(&self) -> Option<Resampling> {
        self.events[0].map(|event| event.resampling)
    }

    /// The primary test resamples nothing or has its value.
    pub fn has_primary(&self) -> bool {
        self.events[0].is_none() || self.values[0].is_some()
    }

    /// Tests of one kind of resample without a value.
    fn missing(&self, resampling: Resampling) -> Vec<usize> {
        let is_missing = |&i: &usize| {
            self.values[i].is_none() && self.events[i].is_some_and(|event| event.resampling == resampling)
        };
        (0..self.events.len()).filter(is_missing).collect()
    }

    /// What has to be drawn of one kind of resample, if anything.
    pub fn wanted(&self, resampling: Resampling, index: u16) -> Option<Wanted<'a>> {
        let events: Vec<Extreme> =
            self.missing(resampling).into_iter().filter_map(|i| self.events[i]).collect();
        let keep = (self.keep || self.keep_for_margin) && resampling == Resampling::Items;
        let nothing = events.is_empty() && !keep;
        (!nothing).then_some(Wanted { pair: self.pair, index, events, keep })
    }

    /// Takes what was drawn for it.
    pub fn take(&mut self, drawn: &Drawn, request: &Request) -> Result<(), Error> {
        let missing = self.missing(drawn.resampling);
        if missing.contains(&0) {
            self.route = Some(drawn.route);
        }
        for (i, value) in missing.into_iter().zip(drawn.values(request.variants.raw_p)?) {
            self.values[i] = Some(value);
        }
        if self.keep && drawn.resampling == Resampling::Items {
            self.interval =
                intervals::of_difference(self.pair, self.method, Some(drawn), request, &mut self.notes)?;
        }
        if self.keep_for_margin && drawn.resampling == Resampling::Items {
            self.margin = margin::of(self.pair, Some(drawn), request)?;
        }
        Ok(())
    }

    /// Draws the interval that needs more than sums; resamples it rests on where the run was stopped.
    pub fn draw_studentized(
        &mut self,
        index: u16,
        request: &Request,
        control: &Control,
    ) -> Result<Option<u64>, Error> {
        if self.method != IntervalMethod::Studentized {
            return Ok(None);
        }
        let (column, per_one) = (&self.pair.encoded.difference, self.pair.encoded.grid.per_one());
        let Some(done) = studentized::interval(column, per_one, index, request, control)? else {
            return Ok(Some(0));
        };
        self.notes.extend(done.note);
        self.interval = Some(intervals::outcome(done.interval, self.method, request.question.confidence));
        Ok((done.completed < request.compute.resamples).then_some(done.completed))
    }

    /// Name of the route of the primary test.
    pub fn route(&self) -> RouteUsed {
        self.route.map_or(RouteUsed::Law, RouteUsed::from)
    }

    /// Why that route, in words.
    pub fn because(&self, request: &Request) -> String {
        match (self.route, self.primary_kind()) {
            (None, None) => "the primary test resamples nothing".to_owned(),
            (None, Some(_)) => "the law of the primary test is known: nothing was drawn for it".to_owned(),
            (Some(route), _) if request.compute.route.is_some() => {
                format!("{} was asked for", asked_as("route", route.name()))
            }
            (Some(route), Some(kind)) => drawing::because(self.pair, kind, route),
            (Some(_), None) => unreachable!("what was drawn belongs to a test that resamples"),
        }
    }

    /// The outcome and the p-values that are adjusted.
    pub fn finish(mut self, request: &Request) -> Result<Finished, Error> {
        let pair = self.pair;
        let mut tests = Vec::new();
        let mut primary = Probability::ONE;
        for (i, (&test, value)) in request.question.tests.iter().zip(&self.values).enumerate() {
            let (p, outcome) = match value {
                Some(value) => (value.p, tested::resampled(test, value, Observed::of(pair), request)),
                // A stopped run did not reach it.
                None if self.events[i].is_some() => continue,
                None => tested::classical(test, self.side, pair, request)?,
            };
            if i == 0 {
                primary = p;
            }
            tests.push(TestOutcome { primary: i == 0, ..outcome });
        }
        tests[0].notes.append(&mut self.notes);
        let difference = rounded(pair.difference());
        let counts = pair.counts;
        let oriented = if request.question.higher_is_better { counts } else { counts.swapped() };
        let (margin, p_margin) =
            self.margin.map_or((None, Probability::ONE), |(margin, p)| (Some(margin), p));
        let comparison = ComparisonOutcome {
            baseline: pair.baseline.name.clone(),
            system: pair.system.name.clone(),
            difference,
            improvement: if request.question.higher_is_better { difference } else { rounded(-difference) },
            standard_error: pair
                .design
                .standard_error(&pair.encoded.difference, pair.divisor())
                .or_else(|| pair.moments.sd().map(|sd| sd / (pair.items() as f64).sqrt()))
                .map(rounded),
            interval: self.interval,
            samples: None,
            effect: Effect {
                cohen_ds: None,
                cohen_dz: pair
                    .moments
                    .sd()
                    .filter(|&sd| sd > 0.0)
                    .map(|sd| rounded(pair.moments.mean() / sd)),
                superiority: rounded(effect::superiority(oriented)),
                better: oriented.better,
                worse: oriented.worse,
                tied: oriented.tied,
            },
            tests,
            margin,
            verdict: String::new(),
            binary: pair.binary,
            shown: false,
        };
        Ok(Finished { comparison, primary, margin: p_margin })
    }
}

/// A comparison before its p-values are adjusted.
pub(crate) struct Finished {
    pub comparison: ComparisonOutcome,
    pub primary: Probability,
    /// Of the margin test; 1 where none is defined.
    pub margin: Probability,
}

/// Whether replicates can be kept, before anything is drawn.
fn room_for(resamples: u64) -> Result<(), Error> {
    let memory = EngineError::Memory { resamples, bytes: resamples.saturating_mul(8) };
    let mut replicates: Vec<i64> = Vec::new();
    let count = usize::try_from(resamples).ok();
    Ok(count.and_then(|n| replicates.try_reserve_exact(n).ok()).ok_or(memory)?)
}

/// The p-value of a resampling test by law, where one may be computed and trusted.
fn by_law(event: Option<&Extreme>, pair: &Pair, request: &Request) -> Result<Option<Value>, Error> {
    let Some(event) = event.filter(|_| request.compute.exact != Exact::Never) else { return Ok(None) };
    if !event.has_law() {
        return match request.compute.exact {
            Exact::Always => Err(Error::not_applicable(
                asked_as("exact", "always"),
                "a recipe with a law",
                "this one has none",
                format!("use {exact_auto}, which samples", exact_auto = asked_as("exact", "auto")),
            )),
            Exact::Auto | Exact::Never => Ok(None),
        };
    }
    let value = event.by_law(pair);
    // Where ties do not count nothing may be as extreme: the recipe then has 1/(R + 1), not 0.
    let nothing = request.variants.rule.strict && !request.variants.raw_p && value.p == Probability::ZERO;
    if is_trusted(&value) && !(nothing && request.compute.exact == Exact::Auto) {
        return Ok(Some(value));
    }
    match request.compute.exact {
        Exact::Always => Err(Error::NoLaw { items: pair.items(), error: value.relative_error }),
        Exact::Auto | Exact::Never => Ok(None),
    }
}
