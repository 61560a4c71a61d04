//! Comparison of systems by a corpus metric: F1, MCC, BLEU, chrF, TER, ratios, formulas.
//!
//! Every item is a row of integer statistics, a resample is their sum, and the metric is computed once a resample, from the
//! sums: never a mean of scores of items. Swaps exchange whole rows, so that what one system gains the other loses. A
//! permutation test of counts in two dimensions (precision, F1), or of few items, goes by its law where that is affordable (`exact`).

mod contest;
mod draw;
mod exact;
mod interval;
mod layout;
mod rows;
mod statistic;

use rayon::prelude::*;
use restrap_core::Level;
use restrap_engine::{Control, Route};
use restrap_metrics::Metric;
use restrap_stats::interval::BootstrapDistribution;
use restrap_stats::{Probability, effect};
use restrap_words::asked_as;

use crate::compare::adjust;
use crate::compare::assemble::{self, Parts};
use crate::error::Error;
use crate::number::digits::rounded;
use crate::outcome::{
    Beside, ComparisonOutcome, Effect, MetricInfo, Outcome, Plan, RouteUsed, SystemOutcome, TestOutcome,
};
use crate::request::{Exact, IntervalMethod, Request};
use crate::resample::bounds::{Resampling, Value};
use crate::say::warning;
use crate::test::tested::{self, Observed};
use contest::{Contest, Event};
pub(crate) use draw::sums;
use draw::{Drawn, Wanted};

/// Integer statistics of one system under a metric.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// Name in every output.
    pub name: String,
    /// One column a statistic of the metric, in its order; one row an item, the same items for every system.
    pub columns: Vec<Vec<i64>>,
}

impl Counted {
    /// Number of items.
    pub fn items(&self) -> usize {
        self.columns.first().map_or(0, Vec::len)
    }
}

/// Sums of any resample stay below this.
const LARGEST_SUM: i128 = 1 << 61;

/// Compares every system after the first with the first by a corpus metric.
///
/// # Errors
/// [`Error`] for statistics or options that allow no outcome. A run stopped through `control` after at least one finished
/// shard returns what is finished, with [`Outcome::interrupted_after`] set.
pub fn compare_metric(
    metric: &dyn Metric,
    systems: &[Counted],
    request: &Request,
    control: &Control,
) -> Result<Outcome, Error> {
    check(metric, systems, request)?;
    let method = interval::resolve(request)?;
    let (baseline, rest) = systems.split_first().ok_or(Error::TooFewSystems { found: 0 })?;
    let contests: Vec<Contest> = rest
        .par_iter()
        .enumerate()
        .map(|(place, system)| Contest::new(metric, baseline, system, place as u16))
        .collect();
    // A metric that is lower for better systems stays so when that is said again.
    let higher_is_better = metric.higher_is_better() && request.question.higher_is_better;
    let request = &request.clone().higher_is_better(higher_is_better);
    let mut judged = Vec::new();
    for contest in &contests {
        judged.push(Judged::new(metric, contest, method, request)?);
    }
    let mut interrupted_after = draw_all(metric, &mut judged, request, control)?;
    let mut warnings = Vec::new();
    let mut comparisons = Vec::new();
    let mut primary = Vec::new();
    let mut described = Vec::new();
    let mut plan = None;
    for one in judged {
        // What was finished before a run was stopped stays.
        if one.values[0].is_none() {
            interrupted_after = interrupted_after.or(Some(0));
            break;
        }
        plan.get_or_insert_with(|| one.plan(request));
        if described.is_empty() {
            described.push(one.describe(metric, 0, request)?);
        }
        described.push(one.describe(metric, 1, request)?);
        let (comparison, p) = one.finish(metric, request, &mut warnings)?;
        comparisons.push(comparison);
        primary.push(p);
    }
    let plan = plan.ok_or(Error::Interrupted)?;
    let family = adjust(&mut comparisons, &primary, rest.len(), request);
    let metric = MetricInfo {
        name: metric.name(),
        higher_is_better,
        binary: false,
        signature: Some(metric.signature()),
    };
    let items = baseline.items() as u64;
    let parts =
        Parts { metric, items, systems: described, comparisons, family, plan, warnings, interrupted_after };
    Ok(assemble::outcome(parts, request))
}

fn check(metric: &dyn Metric, systems: &[Counted], request: &Request) -> Result<(), Error> {
    crate::compare::check_options(systems.len(), request)?;
    let bad = |expected, found: String| Err(Error::BadParameter { expected, found });
    if request.question.margin.is_some() {
        return bad("margins with scores of items", asked_as("metric", metric.name()).to_string());
    }
    if request.sample.strata.is_some() {
        return bad("strata with scores of items", asked_as("metric", metric.name()).to_string());
    }
    let baseline = &systems[0];
    let draws = request.variants.rule.draws(baseline.items() as u64) as usize;
    for system in systems {
        if system.items() == 0 {
            return Err(Error::Empty);
        }
        if system.columns.len() != metric.columns().len() {
            return bad("one column a statistic", format!("{} in {}", system.columns.len(), system.name));
        }
        if system.columns.iter().any(|column| column.len() != baseline.items()) {
            return Err(Error::LengthMismatch {
                baseline: baseline.name.clone(),
                baseline_items: baseline.items(),
                system: system.name.clone(),
                system_items: system.items(),
            });
        }
        let largest = system.columns.iter().flatten().map(|value| i128::from(*value).abs()).max();
        if largest.unwrap_or(0) * baseline.items().max(draws) as i128 > LARGEST_SUM {
            return bad("statistics whose sums stay below 2^61", system.name.clone());
        }
    }
    request.variants.rule.check(baseline.items() as u64)?;
    if !request.variants.rule.replaces() && request.compute.route == Some(Route::Compressed) {
        return Err(crate::data::design::not_compressed());
    }
    Ok(())
}

/// Draws what no law gives, the primary test first; how far a run got that was stopped.
fn draw_all(
    metric: &dyn Metric,
    judged: &mut [Judged],
    request: &Request,
    control: &Control,
) -> Result<Option<u64>, Error> {
    let mut stopped_after = None;
    let mut kinds = [Resampling::Swaps, Resampling::Items];
    if judged[0].events[0].resampling == Resampling::Items {
        kinds.reverse();
    }
    for resampling in kinds {
        let wanted: Vec<(usize, Wanted)> = judged
            .iter()
            .enumerate()
            .filter_map(|(place, one)| Some((place, one.wanted(resampling)?)))
            .collect();
        let (places, wanted): (Vec<usize>, Vec<Wanted>) = wanted.into_iter().unzip();
        let drawn = draw::draw(metric, &wanted, resampling, request, control)?;
        for (place, drawn) in places.into_iter().zip(drawn) {
            match drawn {
                None => stopped_after = stopped_after.or(Some(0)),
                Some(drawn) => {
                    if drawn.completed < request.compute.resamples {
                        stopped_after = stopped_after.or(Some(drawn.completed));
                    }
                    judged[place].take(resampling, drawn);
                }
            }
        }
    }
    if judged[0].values[0].is_some() { Ok(stopped_after) } else { Err(Error::Interrupted) }
}

/// A comparison on its way.
struct Judged<'a> {
    contest: &'a Contest<'a>,
    /// One a test.
    events: Vec<Event>,
    /// One a test, as far as known.
    values: Vec<Option<Value>>,
    method: IntervalMethod,
    /// Bootstrap draws, where anything needed them.
    items: Option<Drawn>,
    /// Route of the primary test.
    route: RouteUsed,
}

impl<'a> Judged<'a> {
    /// Everything that goes by law.
    fn new(
        metric: &dyn Metric,
        contest: &'a Contest<'a>,
        method: IntervalMethod,
        request: &Request,
    ) -> Result<Self, Error> {
        let side = if request.question.higher_is_better {
            request.question.alternative
        } else {
            request.question.alternative.swapped()
        };
        let events: Vec<Event> = request
            .question
            .tests
            .iter()
            .map(|&test| contest.event(test, side, request))
            .collect::<Result<_, _>>()?;
        let mut values = Vec::new();
        for event in &events {
            // Where ties do not count nothing may be as extreme: the recipe then has 1/(R + 1), not 0.
            let stands = |value: &Value| {
                value.p != Probability::ZERO
                    || request.variants.raw_p
                    || request.compute.exact == Exact::Always
            };
            let law = match request.compute.exact {
                Exact::Never => None,
                Exact::Auto | Exact::Always => exact::value(metric, contest, event).filter(stands),
            };
            if law.is_none() && request.compute.exact == Exact::Always {
                return Err(Error::not_applicable(
                    asked_as("exact", "always"),
                    "a permutation test of counts in at most two dimensions, or of at most 18 items that differ",
                    "this test of this metric has no law that can be computed",
                    format!(
                        "use {exact_auto}, which samples where no law is known",
                        exact_auto = asked_as("exact", "auto")
                    ),
                ));
            }
            values.push(law);
        }
        Ok(Self { contest, events, values, method, items: None, route: RouteUsed::Law })
    }

    /// What has to be drawn of one kind of resample, if anything.
    fn wanted(&self, resampling: Resampling) -> Option<Wanted<'a>> {
        let events = self.missing(resampling).map(|at| self.events[at]).collect::<Vec<_>>();
        let keep = resampling == Resampling::Items && self.method != IntervalMethod::None;
        (keep || !events.is_empty()).then_some(Wanted { contest: self.contest, events, keep })
    }

    fn missing(&self, resampling: Resampling) -> impl Iterator<Item = usize> {
        let is_missing =
            move |&at: &usize| self.values[at].is_none() && self.events[at].resampling == resampling;
        (0..self.events.len()).filter(is_missing)
    }

    fn take(&mut self, resampling: Resampling, drawn: Drawn) {
        let missing: Vec<usize> = self.missing(resampling).collect();
        if missing.contains(&0) {
            self.route = drawn.route.into();
        }
        for (at, value) in missing.into_iter().zip(&drawn.tested) {
            self.values[at] = Some(value.clone());
        }
        if resampling == Resampling::Items {
            self.items = Some(drawn);
        }
    }

    fn plan(&self, request: &Request) -> Plan {
        let because = match self.route {
            RouteUsed::Law => "the permutation law of these counts is known: nothing was drawn for it",
            RouteUsed::Compressed => "few distinct rows: one look-up or few a group cost least",
            RouteUsed::Streamed => "a random byte or bit an item costs least",
            RouteUsed::Indexed => "so few items are drawn one by one",
        };
        let because = match request.compute.route {
            Some(route) if self.route == RouteUsed::from(route) => {
                format!("{} was asked for", asked_as("route", route.name()))
            }
            _ => because.to_owned(),
        };
        Plan {
            route: self.route,
            distinct_rows: draw::distinct(self.contest),
            grid: "integers".to_owned(),
            because,
            level: Some(request.compute.level.unwrap_or_else(Level::detected).name().to_owned()),
        }
    }

    /// One of the two systems on its own.
    fn describe(&self, metric: &dyn Metric, which: usize, request: &Request) -> Result<SystemOutcome, Error> {
        let counted = [self.contest.baseline, self.contest.system][which];
        let observed = self.contest.values[which];
        let interval = match &self.items {
            Some(drawn) if self.method != IntervalMethod::None => {
                let without = || interval::leave_one_out(metric, counted);
                interval::of(observed, &drawn.values[which], self.method, without, request, &mut Vec::new())?
            }
            _ => None,
        };
        let beside = metric.beside(&sums(counted));
        Ok(SystemOutcome {
            name: counted.name.clone(),
            score: rounded(observed),
            interval: interval.map(|(interval, _)| interval),
            beside: beside.into_iter().map(|(name, value)| Beside { name, value: rounded(value) }).collect(),
        })
    }

    /// The outcome and the p-value that is adjusted.
    fn finish(
        self,
        metric: &dyn Metric,
        request: &Request,
        warnings: &mut Vec<String>,
    ) -> Result<(ComparisonOutcome, Probability), Error> {
        let contest = self.contest;
        let difference = contest.difference();
        let mut notes = Vec::new();
        let (mut interval, mut standard_error) = (None, None);
        if let Some(drawn) = self.items.as_ref().filter(|_| self.method != IntervalMethod::None) {
            let without = || {
                let [b, s] =
                    [contest.baseline, contest.system].map(|one| interval::leave_one_out(metric, one));
                s.into_iter().zip(b).map(|(s, b)| s - b).collect()
            };
            let done =
                interval::of(difference, &drawn.differences, self.method, without, request, &mut notes)?;
            if let Some((outcome, replicates)) = done {
                interval = Some(outcome);
                standard_error = Some(rounded(replicates.standard_error()));
            }
        }
        if let Some(drawn) = self.items.as_ref().filter(|drawn| drawn.lost > 0) {
            warnings.push(format!(
                "{}: {} of {} bootstrap resamples lost a class, which then counts as 0: the average is biased downwards \
                 in them",
                contest.system.name, drawn.lost, drawn.completed
            ));
        }
        let observed = Observed { difference, items: contest.items(), changed: contest.changed };
        let mut tests: Vec<TestOutcome> = Vec::new();
        let mut primary = Probability::ONE;
        for (at, (&test, value)) in request.question.tests.iter().zip(&self.values).enumerate() {
            // A stopped run did not reach it.
            let Some(value) = value else { continue };
            if at == 0 {
                primary = value.p;
            }
            let outcome = tested::resampled(test, value, observed, request);
            tests.push(TestOutcome { primary: at == 0, ..outcome });
        }
        tests[0].notes.append(&mut notes);
        let counts =
            if request.question.higher_is_better { contest.counts } else { contest.counts.swapped() };
        let comparison = ComparisonOutcome {
            baseline: contest.baseline.name.clone(),
            system: contest.system.name.clone(),
            difference: rounded(difference),
            improvement: rounded(if request.question.higher_is_better { difference } else { -difference }),
            standard_error,
            interval,
            samples: None,
            effect: Effect {
                cohen_ds: None,
                cohen_dz: None,
                superiority: rounded(effect::superiority(counts)),
                better: counts.better,
                worse: counts.worse,
                tied: counts.tied,
            },
            tests,
            margin: None,
            verdict: String::new(),
            binary: false,
            shown: false,
        };
        warnings.extend(warning::of_corpus(contest.changed, &comparison, request));
        Ok((comparison, primary))
    }
}
