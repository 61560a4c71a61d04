//! Each system on its own, by its scores or by a metric of its outputs.

use restrap_engine::Control;
use restrap_io::{Options, load};
use restrap_lib::inner::{Given, goes_with};
use restrap_lib::outcome::{MetricInfo, Provenance};
use restrap_lib::{
    Clustering, Counted, DescribeOutcome, DescribeRequest, Error, Groups, IntervalMethod,
    ItemMetric, Populations, Request, Sampling, Scores, Units, describe, describe_counted,
    describe_items,
};
use restrap_metrics::describe::Make;
use restrap_metrics::range::UNIT;
use restrap_metrics::{Mean, Metric};
use restrap_words::{asked as option, asked_as};

use super::Sources;
use super::data::{Owned, OwnedData};
use super::error::SourceError;
use super::mix::Mixed;
use crate::score::{describe_scored, score};

/// Reads, scores and describes: each system on its own. `given`: systems that are not files.
///
/// # Errors
/// As [`compare_files`](super::compare_files).
pub fn describe_files(
    sources: &Sources,
    given: Vec<Scores<'static>>,
    asked: &DescribeRequest,
    control: &Control,
) -> Result<DescribeOutcome, SourceError> {
    asked.check()?;
    if let Some(summary) = &sources.summary {
        return Err(SourceError::usage(
            format!(
                "{summary} has no interval for one system; restrap compare has one of a difference"
            ),
            format!("compare two systems with {}", asked_as("metric", summary)),
        ));
    }
    let sources = &sources.with_systems()?;
    let is_of_files = |needs: &str| {
        if given.is_empty() {
            return Ok(());
        }
        let found = format!("{needs}, found K/N or {}", option("scores"));
        Err(SourceError::usage(
            found,
            "give files with one row per item",
        ))
    };
    if !sources.metrics.is_empty() {
        is_of_files("a metric of outputs needs files of items")?;
        let one = |metric| {
            let alone = Sources {
                metrics: vec![metric],
                ..sources.clone()
            };
            if alone.is_grouped() {
                alone.describe_together(asked, control)
            } else {
                alone.describe_outputs(asked, control)
            }
        };
        let all = sources
            .metrics
            .iter()
            .cloned()
            .map(one)
            .collect::<Result<Vec<_>, SourceError>>()?;
        let mut all = all.into_iter();
        let Some(first) = all.next() else {
            return Err(restrap_io::Error::NoSystems.into());
        };
        return Ok(first.beside(all.collect()));
    }
    if sources.rows.is_some() {
        return sources.describe_together(asked, control);
    }
    if sources.is_grouped() {
        let options = [
            "cluster", "repeat", "seed-col", "judge", "human", "by", "stratum",
        ]
        .map(|name| option(name).to_string());
        is_of_files(&format!(
            "{} and {} need scores of items",
            options.join(", "),
            option("mix")
        ))?;
        return sources.describe_apart(asked, control);
    }
    if given.is_empty()
        && let Some(scoring) = sources.saved(&asked.request)?
    {
        return Ok(describe_scored(&scoring, asked, control)?);
    }
    let (mut systems, mut from) = (given, Provenance::default());
    if !sources.systems.is_empty() {
        let reading = Options {
            // A label is right or wrong beside the gold of its item.
            paired: sources.reading.gold.is_some(),
            takes_counts: true,
            decisions: sources.decisions(&asked.request),
            ..sources.reading.clone()
        };
        let mut loaded = load(&sources.systems, &reading)?;
        from = Provenance::of_loaded(&mut loaded, &reading);
        systems.extend(loaded.systems.into_iter().map(Scores::from));
    }
    let mut outcome = describe(&systems, asked, control)?;
    outcome.came_from(from);
    Ok(outcome)
}

impl Sources {
    /// Items belong together, or have several values.
    fn is_grouped(&self) -> bool {
        self.has_units() || self.reading.by.is_some() || self.human.is_some() || self.mix.is_some()
    }

    /// What each system scores on its own items.
    fn describe_outputs(
        &self,
        asked: &DescribeRequest,
        control: &Control,
    ) -> Result<DescribeOutcome, SourceError> {
        let mut metric = self.metrics[0].clone();
        // The order of the items of one system is none of another's: all are scored on the items of the gold.
        metric.reading.paired = matches!(metric.metric.description().make, Make::Ranked(_));
        metric.reading.takes_counts =
            asked.request.question.interval != IntervalMethod::Studentized;
        Ok(describe_scored(
            &score(&self.systems, &metric)?,
            asked,
            control,
        )?)
    }

    /// What all systems score on the same items.
    fn describe_together(
        &self,
        asked: &DescribeRequest,
        control: &Control,
    ) -> Result<DescribeOutcome, SourceError> {
        let mut rows = Rows {
            asked: asked.clone(),
            ..Rows::default()
        };
        rows.add(self.read(&Request::default())?)?;
        Ok(rows.describe(control)?)
    }

    /// Each system on items of its own.
    fn describe_apart(
        &self,
        asked: &DescribeRequest,
        control: &Control,
    ) -> Result<DescribeOutcome, SourceError> {
        let mut rows = Rows {
            asked: asked.clone(),
            ..Rows::default()
        };
        // Names that tell all systems from each other, although each is read alone.
        let named = if self.has_patterns() {
            Vec::new()
        } else {
            restrap_io::locate(&self.systems)?
        };
        let is_named = named.len() == self.systems.len();
        for (place, system) in self.systems.iter().enumerate() {
            let alone = Self {
                systems: vec![system.clone()],
                ..self.clone()
            };
            let mut read = alone.read(&Request::default())?;
            if let Owned::Scores { systems, .. } = &mut read.owned
                && let ([one], true) = (&mut systems[..], is_named)
            {
                one.name = restrap_words::escaped(&named[place].name).into_owned();
            }
            rows.add(read)?;
        }
        Ok(rows.describe(control)?)
    }
}

/// Systems and their sub-populations, a row each.
#[derive(Default)]
struct Rows {
    asked: DescribeRequest,
    scores: Vec<Scores<'static>>,
    mean: Option<Mean>,
    counted: Option<(Box<dyn Metric>, Vec<Counted>)>,
    /// A metric of all items, and of those of each sub-population.
    items: Vec<Box<dyn ItemMetric>>,
    /// `true` if some values are not made of answers of 0 and 1 alone.
    has_others: bool,
    full_name: Option<String>,
    from: Provenance,
}

impl Rows {
    /// Adds every system of what was read, on all its items and on those of each sub-population.
    fn add(&mut self, data: OwnedData) -> Result<(), Error> {
        let answered = data.sampling.answered.as_ref();
        self.has_others |= answered.is_none_or(|answered| !answered.are_trials);
        self.full_name = data.full_name;
        let mut notes = data.notes;
        let (mut owned, mixed) = match data.mixed {
            Some(Mixed {
                systems, outcome, ..
            }) => (
                Owned::Scores {
                    mean: None,
                    systems,
                },
                Some(outcome),
            ),
            None => (data.owned, None),
        };
        let populations = data.sampling.groups.populations().cloned();
        self.asked.by = populations.as_ref().map(|by| by.column.clone());
        goes_with::check(&goes_with::of(&[
            (Given::By, populations.is_some()),
            (Given::Answers, data.sampling.runs().is_some()),
        ]))?;
        let number = match &owned {
            Owned::Scores { systems, .. } => systems.len(),
            Owned::Counted { systems, .. } => systems.len(),
            Owned::Items(metric) => metric.systems().len(),
        };
        let of_all = |place| {
            let mut of = data.sampling.only(place);
            if populations.is_some() {
                of.groups = Groups::None;
            }
            of
        };
        self.asked.of.extend((0..number).map(of_all));
        self.asked.populations.extend((0..number).map(|_| None));
        if let Some(by) = &populations {
            for (population, value) in (1_u32..).zip(&by.values) {
                if !by.codes.contains(&population) {
                    continue;
                }
                let is_in = |item: usize| by.codes[item] == population;
                if let Owned::Items(metric) = &owned {
                    self.items.extend(metric.only(&is_in));
                }
                owned.add_only(number, is_in);
                let units = Sampling::from(only(&data.sampling.units, by, population));
                let values = (0..number).map(|_| Some(value.clone()));
                let of = |place| Sampling {
                    answered: data.sampling.answered_by(place, population),
                    ..units.clone()
                };
                self.asked.of.extend((0..number).map(of));
                self.asked.populations.extend(values);
            }
        }
        match owned {
            Owned::Scores { mean, systems } => {
                let first = systems.first().map(|system| system.name.clone());
                notes.extend(
                    mixed
                        .as_ref()
                        .and_then(|mixed| mixed.warning(first.as_deref())),
                );
                self.asked.mix = mixed.or(self.asked.mix.take());
                self.mean = mean;
                self.scores.extend(systems);
            }
            Owned::Counted { metric, systems } => self.counted = Some((metric, systems)),
            Owned::Items(metric) => self.items.insert(0, metric),
        }
        self.from.add(Provenance {
            inputs: data.inputs,
            reading: data.reading,
            notes,
        });
        Ok(())
    }

    fn describe(mut self, control: &Control) -> Result<DescribeOutcome, Error> {
        let mut outcome = if let Some((metric, systems)) = &self.counted {
            let info = MetricInfo {
                full_name: self.full_name,
                ..MetricInfo::of_sums(&**metric)
            };
            describe_counted(&**metric, systems, info, &self.asked, control)?
        } else if let Some(first) = self.items.first() {
            let info = MetricInfo {
                full_name: self.full_name,
                ..MetricInfo::of_items(&**first)
            };
            let rows = self.items.iter().flat_map(|metric| {
                (0..metric.systems().len()).map(move |place| (&**metric, place))
            });
            describe_items(&rows.collect::<Vec<_>>(), info, &self.asked, control)?
        } else {
            let of_trials = (!self.has_others).then_some(UNIT);
            let of_mean = self.mean.as_ref().and_then(|mean| mean.range);
            self.asked.request.sample.of_metric = of_mean.or(of_trials);
            let mut outcome = describe(&self.scores, &self.asked, control)?;
            if let Some(mean) = self.mean {
                outcome.measures(MetricInfo {
                    full_name: self.full_name,
                    ..MetricInfo::of_mean(&mean)
                });
            }
            outcome
        };
        outcome.came_from(self.from);
        Ok(outcome)
    }
}

impl Owned {
    /// Adds the first systems again, on some of their items.
    fn add_only(&mut self, number: usize, is_in: impl Fn(usize) -> bool) {
        match self {
            Self::Scores { systems, .. } => {
                let own: Vec<_> = systems[..number]
                    .iter()
                    .map(|system| system.only(&is_in))
                    .collect();
                systems.extend(own);
            }
            Self::Counted { systems, .. } => {
                let own: Vec<_> = systems[..number]
                    .iter()
                    .map(|system| system.only(&is_in))
                    .collect();
                systems.extend(own);
            }
            Self::Items(_) => {}
        }
    }
}

/// The clusters of the items of a sub-population.
fn only(units: &Units, by: &Populations, population: u32) -> Units {
    let of = |clusters: &Clustering| {
        let codes = clusters
            .codes
            .iter()
            .zip(&by.codes)
            .filter(|(_, code)| **code == population);
        Clustering {
            column: clusters.column.clone(),
            codes: codes.map(|(&cluster, _)| cluster).collect(),
        }
    };
    match units {
        Units::Clusters(clusters) => Units::Clusters(of(clusters)),
        Units::Crossed(one, other) => Units::Crossed(of(one), of(other)),
        Units::Items | Units::Apart(_) => Units::Items,
    }
}
