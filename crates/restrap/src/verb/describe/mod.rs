//! Each system on its own: mean, variance, standard error and interval over items, replications or folds.
//!
//! Items are a sample of what the system may be asked: the interval is the bootstrap's, computed from its law.
//! Replications (other seeds, fresh data) are few and independent: Student's t with `s / sqrt K`. Folds and random splits
//! share training items, and Nadeau & Bengio (2003, section 3) replace that error by `s sqrt(1/K + n_test / n_train)`.

mod calibration;
mod counted;
mod explain;
mod items;
mod warnings;

pub use counted::describe_counted;
pub use items::describe_items;

use std::sync::Arc;

use rayon::prelude::*;
use restrap_engine::Control;
use restrap_stats::{Moments, StatsError};
use restrap_words::{Code, asked as option, asked_as};
use serde::{Deserialize, Serialize};

use crate::data::pair::{Alone, Surveyed};
use crate::data::scores::Scores;
use crate::design::repeated::Repeated;
use crate::design::scheme::Scheme;
use crate::design::{Sampling, UnitColumn};
use crate::error::Error;
use crate::evidence::interval::system;
use crate::evidence::test::against;
use crate::number::digits::{Spread, of_scores, quoted_decimals, rounded};
use crate::number::format::{number, percent};
use crate::outcome::{
    CalibrationOutcome, ClusterOutcome, HumanOutcome, IntervalOutcome, MetricInfo, MixOutcome,
    Provenance, Run, Unit,
};
use crate::request::goes_with::{self, Given};
use crate::request::{IntervalMethod, Over, Request, unclear_folds};
use crate::say::signature::{Signature, kind};
use crate::verb::budget::{BudgetOutcome, BudgetRequest};
use crate::verb::compare::checks::in_range;
use warnings::{no_interval, skewed};

/// Name of the JSON schema.
const SCHEMA: &str = "restrap/ci/1";

/// What is asked.
///
/// What each value is (items, training runs, folds, trials), what the scores of each system are of, and which interval is wanted.
/// Values of `Default` describe items with the interval that fits them.
#[derive(Clone, Debug, Default)]
pub struct DescribeRequest {
    /// Interval method, level and grid; the rest is not used.
    pub request: Request,
    /// What the values are.
    pub over: Over,
    /// Share of the data that each split tests on; `None` is 1/K, that of K folds.
    pub test_fraction: Option<f64>,
    /// What the items of each system are a sample of; none where nothing is known but the scores.
    pub of: Vec<Sampling>,
    /// The sub-population of each system; none where all are of all items.
    pub populations: Vec<Option<String>>,
    /// The column of sub-populations, each of which is described by itself.
    pub by: Option<String>,
    /// The population that the scores are of, where groups of items weigh as was asked for.
    pub mix: Option<MixOutcome>,
    /// The scores are of one metric, which is of shares only where those of every system are all 0 or 1.
    pub one_metric: bool,
    /// Half the width of error bars that are known from elsewhere, in score units: it settles the digits.
    pub plus_minus: Option<f64>,
    /// The values are of the trials of a search: say what the best of n of them is expected to score.
    pub budget: Option<BudgetRequest>,
}

/// Every system on its own: the JSON contract of `restrap ci`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DescribeOutcome {
    /// Version, inputs, warnings, signature, report: what every answer has.
    #[serde(flatten)]
    pub run: Run,
    /// What the scores are of.
    pub over: Over,
    /// Level of the intervals.
    pub confidence: f64,
    /// The metric, where the files hold its statistics rather than scores.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metric: Option<MetricInfo>,
    /// The column of sub-populations, where each is described by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The population that the scores are of, where groups of items weigh as was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mix: Option<MixOutcome>,
    /// Scores of the best of n trials, where the values are of trials.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<BudgetOutcome>,
    /// Decimals of every score, which their errors support.
    #[serde(default)]
    pub decimals: u64,
    /// One for each system.
    pub systems: Vec<DescribedSystem>,
    /// Systems that were asked for, where the run was interrupted before the last of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interrupted_of: Option<usize>,
    /// The same systems by further metrics.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub further: Vec<Self>,
}

/// One system.
///
/// Its mean with the digits that its error supports, variance, standard error and interval. The unit is what the request says:
/// items, clusters, training runs, folds or trials.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DescribedSystem {
    /// Name of the system.
    pub name: String,
    /// The value of the column of sub-populations that its items have; none of all items.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub population: Option<String>,
    /// Items, replications or folds.
    pub count: u64,
    /// Mean score.
    pub score: f64,
    /// Mean score with the digits that its error supports.
    pub quoted: String,
    /// Variance of the scores, with count − 1 below.
    pub variance: Option<f64>,
    /// Standard error of the mean: that of the interval's method over replications and folds, sd/√n over items.
    pub standard_error: Option<f64>,
    /// Interval of the mean.
    pub interval: Option<IntervalOutcome>,
    /// Share of the data that each split tests on, where the correction was made.
    pub test_fraction: Option<f64>,
    /// All scores are 0 or 1.
    pub binary: bool,
    /// What belongs together, where the units are clusters of items.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clusters: Option<ClusterOutcome>,
    /// What people's scores of some items did to a judge's of all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub human: Option<HumanOutcome>,
    /// What a calibrated model would score, of a calibration error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calibration: Option<CalibrationOutcome>,
}

/// Mean and interval of every system. A run that is cancelled returns the systems that are finished, with
/// [`DescribeOutcome::interrupted_of`] set.
///
/// # Errors
/// [`Error`] for systems without scores, scores or options that allow no interval, and fewer than two replications;
/// [`Error::Interrupted`] where no system is finished.
pub fn describe(
    systems: &[Scores],
    asked: &DescribeRequest,
    control: &Control,
) -> Result<DescribeOutcome, Error> {
    let request = &asked.request;
    asked.check()?;
    let bad = |expected, found: f64| {
        Err(Error::BadParameter {
            expected,
            found: found.to_string(),
        })
    };
    if request.compute.resamples == 0 {
        return bad("at least 1 resample", 0.0);
    }
    if !(request.question.confidence > 0.0 && request.question.confidence < 1.0) {
        return bad("0 < confidence < 1", request.question.confidence);
    }
    if let Some(fraction) = asked
        .test_fraction
        .filter(|&fraction| !(fraction > 0.0 && fraction < 1.0))
    {
        return bad("0 < test fraction < 1", fraction);
    }
    let values = systems.iter().map(|system| system.rows().len()).max();
    let unclear = unclear_folds(asked.over, asked.test_fraction, values.unwrap_or(0))?;
    if let Some(error) = asked
        .plus_minus
        .filter(|&error| !(error > 0.0 && error.is_finite()))
    {
        return bad("error bars above 0", error);
    }
    in_range(systems, request)?;
    if !asked.of.is_empty() && asked.of.len() != systems.len() {
        let found = asked.of.len().to_string();
        return Err(Error::BadParameter {
            expected: "items of each system",
            found,
        });
    }
    let method = asked.request.question.interval;
    let binary: Vec<bool> = systems
        .par_iter()
        .map(|system| asked.is_of_shares(system))
        .collect();
    let all_binary = binary.iter().all(|&binary| binary);
    let is_binary = |place: usize| {
        if asked.one_metric {
            all_binary
        } else {
            binary[place]
        }
    };
    let of = |place: usize, control: &Control| {
        one(
            &systems[place],
            place as u16,
            is_binary(place),
            asked,
            control,
        )
    };
    // Draws share out their own resamples: begun by threads that wait for others, they would nest as deep as there are systems.
    let mut described = if system::draws(request) {
        one_after_another(systems.len(), of, control)?
    } else {
        (0..systems.len())
            .into_par_iter()
            .map(|place| of(place, control))
            .collect::<Result<_, _>>()?
    };
    let interrupted_of = (described.len() < systems.len()).then_some(systems.len());
    let decimals = asked.decimals(&described);
    for system in &mut described {
        system.quoted = number(system.score, decimals);
    }
    let none = described
        .iter()
        .filter(|system| system.interval.is_none() && method != IntervalMethod::None);
    let without: Vec<&str> = none.map(|system| &system.name[..]).collect();
    let mut warnings = if without.is_empty() {
        Vec::new()
    } else {
        vec![no_interval(&without, asked.over)]
    };
    warnings.extend(unclear);
    if asked.over == Over::Items
        && asked.of.iter().all(Sampling::is_of_single_items)
        && asked.mix.is_none()
    {
        warnings.extend(skewed(systems, request.sample.scale()));
    }
    let budget = if interrupted_of.is_none() {
        asked.budgets(systems, control)?
    } else {
        None
    };
    warnings.extend(budget.iter().flat_map(BudgetOutcome::warnings));
    if interrupted_of.is_some() {
        let finished = described.len();
        warnings.push(Code::Interrupted.says(format!(
            "interrupted: {finished} of {} systems are finished",
            systems.len()
        )));
    }
    let mut outcome = DescribeOutcome {
        interrupted_of,
        run: Run {
            warnings,
            report: report(&described, asked, "mean", budget.as_ref()),
            ..Run::new(SCHEMA)
        },
        over: asked.over,
        confidence: request.question.confidence,
        metric: None,
        by: asked.by.clone(),
        mix: asked.mix.clone(),
        decimals: decimals as u64,
        budget,
        systems: described,
        further: Vec::new(),
    };
    outcome.run.signature = signature_of(&outcome);
    Ok(outcome)
}

impl DescribeOutcome {
    /// Says where the scores came from, and how they were read.
    pub fn came_from(&mut self, from: Provenance) {
        self.run.report.push_str(&from.reading.sentences());
        self.run.came_from(from);
        self.run.signature = signature_of(self);
    }

    /// Adds the same systems by further metrics.
    #[must_use]
    pub fn beside(mut self, others: Vec<Self>) -> Self {
        self.further.extend(others);
        self
    }

    /// The same systems by each metric, this one first.
    pub fn by_metric(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(&self.further)
    }

    /// Writes the recipe in a line, of what the outcome knows by now.
    pub fn put_recipe(&mut self) {
        self.run.signature = signature_of(self);
    }

    /// Says what the scores are means of.
    pub fn measures(&mut self, metric: MetricInfo) {
        self.metric = Some(metric);
        self.run.signature = signature_of(self);
    }
}

/// Describes one system after another, until the caller stops the run.
fn one_after_another(
    systems: usize,
    of: impl Fn(usize, &Control) -> Result<DescribedSystem, Error>,
    control: &Control,
) -> Result<Vec<DescribedSystem>, Error> {
    let steps = control.steps(systems as u64);
    let mut described = Vec::with_capacity(systems);
    for place in 0..systems {
        match of(place, &steps.each) {
            Err(Error::Interrupted) if place > 0 => break,
            one => described.push(one?),
        }
        steps.finish_one();
    }
    Ok(described)
}

impl DescribeRequest {
    /// Returns what the items of a system are a sample of.
    fn sampling(&self, place: usize) -> &Sampling {
        self.of.get(place).unwrap_or(&Sampling::ITEMS)
    }

    /// Returns the sub-population of a system.
    fn population(&self, place: usize) -> Option<String> {
        self.populations.get(place).cloned().flatten()
    }

    /// What the best of n trials scores, where values are of trials.
    fn budgets(
        &self,
        systems: &[Scores],
        control: &Control,
    ) -> Result<Option<BudgetOutcome>, Error> {
        let Some(budget) = self.budget else {
            return Ok(None);
        };
        BudgetOutcome::of(systems, budget, self.request.question.confidence, control).map(Some)
    }

    /// All scores of its items are 0 or 1.
    fn is_of_shares(&self, system: &Scores) -> bool {
        self.over == Over::Items
            && system
                .rows()
                .iter()
                .all(|&score| score == 0.0 || score == 1.0)
    }

    /// Refuses options that do not go together; before a file is opened, too.
    ///
    /// # Errors
    /// [`Error::NotApplicable`] with both.
    pub fn check(&self) -> Result<(), Error> {
        let given = self.facts();
        goes_with::check(&given)?;
        goes_with::check_tests(&given, &self.request.question)
    }

    /// Returns the facts about the request and its data that decide which options go together.
    fn facts(&self) -> Vec<Given> {
        let any = |is_so: fn(&Sampling) -> bool| self.of.iter().any(is_so);
        let all = [
            (Given::Alone, self.over == Over::Items),
            (Given::AloneOver, self.over != Over::Items),
            (Given::AloneStrata, any(|of| of.groups.strata().is_some())),
            (
                Given::AloneClusters,
                any(|of| of.units.clusters().is_some()),
            ),
            (Given::Cluster, any(|of| of.units.clusters().is_some())),
            (Given::By, self.by.is_some()),
            (Given::Human, any(|of| of.human.is_some())),
            (Given::Answers, any(|of| of.runs().is_some())),
            (Given::Over, self.over != Over::Items),
            (Given::Values, self.over.is_independent()),
            (Given::Overlapping, self.over.overlaps()),
            (Given::Splits, self.over == Over::Splits),
            (Given::TestFraction, self.test_fraction.is_some()),
            (Given::Budget, self.budget.is_some()),
        ];
        goes_with::of(&all)
    }

    /// Decimals of all scores: those asked for, those of error bars known from elsewhere, or those that their errors support.
    fn decimals(&self, systems: &[DescribedSystem]) -> usize {
        let quoted = |system: &DescribedSystem| {
            self.plus_minus
                .map(|given| quoted_decimals(system.count, given, system.binary))
        };
        let spread = |system: &DescribedSystem| Spread {
            items: system.count,
            error: system.standard_error.unwrap_or(0.0),
            binary: system.binary,
        };
        let digits = self.request.question.digits;
        let known = systems
            .iter()
            .filter_map(quoted)
            .min()
            .filter(|_| digits.is_none());
        known.unwrap_or_else(|| of_scores(digits, systems.iter().map(spread)))
    }
}

fn one(
    system: &Scores,
    place: u16,
    binary: bool,
    asked: &DescribeRequest,
    control: &Control,
) -> Result<DescribedSystem, Error> {
    let values = system.rows();
    if values.is_empty() {
        return Err(Error::Empty);
    }
    if let Some(index) = values.iter().position(|value| !value.is_finite()) {
        return Err(Error::NonFinite {
            system: system.name.clone(),
            item: index + 1,
            value: values[index],
        });
    }
    let count = system.items();
    let (confidence, scale) = (
        asked.request.question.confidence,
        asked.request.sample.scale(),
    );
    let mut of_clusters = None;
    let of = asked.sampling(place.into());
    let overlaps = asked.over.overlaps();
    let fraction = overlaps.then(|| asked.test_fraction.unwrap_or(1.0 / count as f64));
    let map = of.units.map(values.len(), &|_| true)?;
    let map = map.map(|map| Arc::new(map.counted(system.times().clone())));
    let design = of.part(0, map.as_ref(), &[values.len()], fraction)?;
    let wanted = asked.request.question.interval != IntervalMethod::None;
    let alone = Alone::new(Surveyed::new(system), asked.request.sample.grid)?;
    let sampled = alone.bind(&design, 0, values)?;
    let (mean, variance, standard_error, interval);
    if asked.over == Over::Items && sampled.is_of_items() {
        mean = alone.mean;
        let moments = Moments::of(system.sample())?;
        variance = moments.variance();
        let of_items = moments.sd().map(|sd| sd / libm::sqrt(count as f64));
        if !binary && asked.request.question.interval.is_of_shares() {
            return Err(Error::not_applicable(
                asked_as("interval", asked.request.question.interval),
                "scores that are all 0 or 1",
                format!("{} has others", system.name),
                format!("use {}", asked_as("interval", "auto")),
            ));
        }
        let strata = of.groups.strata();
        let scheme = match strata {
            Some(_) => Scheme::new(&asked.request, strata, count)?,
            None => Scheme::plain(count),
        };
        let within = scheme.standard_error(&alone.scores, alone.divisor);
        standard_error = within.or(of_items);
        interval = system::interval(
            alone,
            binary,
            &Arc::new(scheme),
            place,
            &asked.request,
            control,
        )?;
    } else {
        let method = asked.request.question.interval;
        if !matches!(
            method,
            IntervalMethod::Auto | IntervalMethod::T | IntervalMethod::None
        ) {
            return Err(Error::not_applicable(
                asked_as("interval", method),
                "independent items",
                format!("{} has {}", system.name, sampled.method().in_methods[0]),
                format!("drop {}", option("interval")),
            ));
        }
        let items = Moments::of(system.sample())?;
        let (estimate, components) = if asked.over == Over::Items {
            alone.estimate(&sampled)?
        } else {
            // Each value is a mean of its own.
            let column = UnitColumn {
                units: &Repeated::default(),
                per_one: alone.per_one(),
                items,
            };
            let estimate = sampled.estimate(&column);
            (estimate.map_err(|error| named(&error, system))?, None)
        };
        mean = if asked.over == Over::Items && sampled.labelled().is_none() {
            alone.mean
        } else {
            estimate.estimate()
        };
        variance = items.variance();
        standard_error = Some(estimate.standard_error());
        let clusters = design.clusters();
        let trials = clusters.filter(|map| binary && map.crossed.is_none());
        let alike = match trials.filter(|_| method != IntervalMethod::T) {
            Some(map) => against::interval_of_alike(values, map.number(), confidence)?,
            None => None,
        };
        interval = match alike {
            _ if !wanted => None,
            Some(alike) => Some(alike),
            None => sampled.interval(&estimate, scale, confidence)?,
        };
        of_clusters = clusters.map(|map| ClusterOutcome::new(map, components.as_ref()));
    }
    Ok(DescribedSystem {
        name: system.name.clone(),
        population: asked.population(place.into()),
        count,
        score: rounded(mean),
        quoted: String::new(),
        variance: variance.map(rounded),
        standard_error: standard_error.map(rounded),
        interval,
        test_fraction: fraction.map(rounded),
        binary,
        clusters: of_clusters,
        human: sampled
            .labelled()
            .map(|labelled| HumanOutcome::new(labelled, confidence))
            .transpose()?,
        calibration: None,
    })
}

/// Too few replications, with the system that has them.
fn named(error: &StatsError, system: &Scores) -> Error {
    match error {
        StatsError::TooFew { found, .. } => Error::not_applicable(
            "an interval over replications or folds",
            "at least 2 of them",
            format!("{} has {found}", system.name),
            format!(
                "give one score per replication or fold, or use {}",
                asked_as("over", "items")
            ),
        ),
        other => Error::Stats(other.clone()),
    }
}

/// One sentence for the paper.
/// One sentence that lets a reader repeat it; `what` is described, `budget`: with the curves that were made.
fn report(
    systems: &[DescribedSystem],
    asked: &DescribeRequest,
    what: &str,
    budget: Option<&BudgetOutcome>,
) -> String {
    let mut methods: Vec<&str> = Vec::new();
    for interval in systems.iter().filter_map(|system| system.interval.as_ref()) {
        if !methods.contains(&interval.method.name()) {
            methods.push(interval.method.name());
        }
    }
    let what = asked
        .mix
        .as_ref()
        .map_or_else(|| what.to_owned(), |mix| format!("{what} of the mix {mix}"));
    let curves = budget.map_or_else(String::new, |budget| format!("; {}", budget.method()));
    let version = env!("CARGO_PKG_VERSION");
    if methods.is_empty() {
        return format!("{what}, no interval{curves}; restrap {version}.");
    }
    let first = &systems[0];
    let of = match (&first.clusters, first.test_fraction) {
        (Some(clusters), _) => match &clusters.crossed {
            Some(crossed) => format!("{}, {}", clusters.column, crossed.column),
            None => clusters.column.clone(),
        },
        (None, None) => methods.join(" or "),
        (None, fraction) => match fraction {
            Some(share) if systems.iter().all(|one| one.test_fraction == fraction) => {
                number(share, 4).trim_end_matches('0').to_owned()
            }
            _ => "1/K".to_owned(),
        },
    };
    let how = (asked.sampling(0).method(asked.over).report)(asked.over, &of);
    let within = asked
        .mix
        .as_ref()
        .map(|mix| format!(", drawn within {}", mix.column));
    format!(
        "{what} with {} {how}{}{curves}; restrap {version}.",
        percent(asked.request.question.confidence),
        within.unwrap_or_default()
    )
}

/// The recipe of systems that are described each on its own.
fn signature_of(outcome: &DescribeOutcome) -> String {
    let counts: Vec<u64> = outcome.systems.iter().map(|system| system.count).collect();
    let size = match (counts.iter().min(), counts.iter().max()) {
        (Some(least), Some(most)) if least < most => format!("{least}-{most}"),
        (Some(least), _) => least.to_string(),
        _ => "0".to_owned(),
    };
    let clusters = outcome
        .systems
        .iter()
        .find_map(|system| system.clusters.as_ref());
    let clusters = clusters.map(|clusters| format!("{}({})", clusters.number, clusters.column));
    let mut kinds: Vec<String> = Vec::new();
    for interval in outcome
        .systems
        .iter()
        .filter_map(|system| system.interval.as_ref())
    {
        let kind = kind(interval.method, interval.confidence);
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    let best = outcome.budget.as_ref().map(|budget| budget.estimator);
    Signature::new(&outcome.run)
        .read(&outcome.run, outcome.metric.as_ref())
        .with("unit", Unit::from(outcome.over))
        .with("n", size)
        .maybe("clusters", clusters)
        .maybe("by", outcome.by.clone())
        .maybe("mix", outcome.mix.as_ref().map(|mix| mix.column.clone()))
        .maybe("best-of", best)
        .with(
            "ci",
            if kinds.is_empty() {
                "none".to_owned()
            } else {
                kinds.join(",")
            },
        )
        .done()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use crossbeam::channel::bounded;
    use restrap_engine::Progress;

    use super::*;

    fn system(values: &[f64]) -> Scores<'static> {
        Scores::new("x", values.to_vec())
    }

    #[test]
    fn folds_are_wider_than_replications_by_the_correction() {
        let values = [0.81, 0.79, 0.84, 0.80, 0.82];
        let asked = |over| DescribeRequest {
            over,
            ..DescribeRequest::default()
        };
        let of = |over| {
            describe(&[system(&values)], &asked(over), &Control::default())
                .unwrap()
                .systems
                .remove(0)
        };
        let (plain, folds) = (of(Over::Replications), of(Over::Folds));
        // s² = 0.00037; 1/5 against 1/5 + (1/5)/(4/5).
        assert_eq!((plain.score, plain.variance), (0.812, Some(0.00037)));
        assert_eq!(
            plain.standard_error,
            Some(rounded(libm::sqrt(0.00037 / 5.0)))
        );
        assert_eq!(
            folds.standard_error,
            Some(rounded(libm::sqrt(0.00037 * 0.45)))
        );
        assert_eq!(
            (plain.test_fraction, folds.test_fraction),
            (None, Some(0.2))
        );
        // Standard errors of 0.0086 and 0.0129.
        assert_eq!(
            (plain.quoted.as_str(), folds.quoted.as_str()),
            ("0.8120", "0.812")
        );
        assert!(describe(&[system(&[0.5])], &asked(Over::Folds), &Control::default()).is_err());
        // A spread of 0 has no t interval; over items it has a point.
        let flat = describe(
            &[system(&[0.5; 4])],
            &asked(Over::Folds),
            &Control::default(),
        )
        .unwrap();
        assert!(flat.systems[0].interval.is_none());
    }

    #[test]
    fn error_bars_known_from_elsewhere_settle_the_digits() {
        let values: Vec<f64> = (0..1_230)
            .map(|item| f64::from(u8::from(item < 630)))
            .collect();
        let asked = DescribeRequest {
            plus_minus: Some(10.0 / 1_230.0),
            ..DescribeRequest::default()
        };
        let described = describe(&[system(&values)], &asked, &Control::default()).unwrap();
        assert_eq!(described.systems[0].quoted, "0.51");
        let negative = DescribeRequest {
            plus_minus: Some(-1.0),
            ..DescribeRequest::default()
        };
        assert!(describe(&[system(&values)], &negative, &Control::default()).is_err());
    }

    #[test]
    fn a_run_that_is_stopped_tells_of_the_systems_that_are_finished() {
        let values: Vec<f64> = (0..200)
            .map(|item| f64::from(item * item % 97) / 97.0)
            .collect();
        let systems: Vec<_> = (0..4).map(|_| system(&values)).collect();
        let mut asked = DescribeRequest::default();
        asked.request.question.interval = IntervalMethod::Studentized;
        asked.request.compute.resamples = 20_000;
        let whole = describe(&systems, &asked, &Control::default()).unwrap();
        assert_eq!((whole.systems.len(), whole.interrupted_of), (4, None));
        let cancel = AtomicBool::new(false);
        // A channel without room: no message is sent before the last one was heard.
        let (sender, messages) = bounded(0);
        let control = Control {
            cancel: Some(&cancel),
            progress: Some(sender),
            ledger: None,
        };
        let stopped = std::thread::scope(|scope| {
            scope.spawn(|| {
                for message in messages {
                    cancel.fetch_or(message == Progress::Done(1), Ordering::SeqCst);
                }
            });
            let stopped = describe(&systems, &asked, &control);
            drop(control);
            stopped.unwrap()
        });
        let finished = stopped.systems.len();
        assert!(
            (1..=2).contains(&finished) && stopped.interrupted_of == Some(4),
            "{finished}"
        );
        assert_eq!(stopped.systems[..], whole.systems[..finished]);
        let told = format!("interrupted: {finished} of 4 systems are finished");
        assert_eq!(
            stopped.run.warnings.last(),
            Some(&Code::Interrupted.says(told))
        );
        let none = Control {
            cancel: Some(&cancel),
            ..Control::default()
        };
        assert!(matches!(
            describe(&systems, &asked, &none),
            Err(Error::Interrupted)
        ));
    }
}
