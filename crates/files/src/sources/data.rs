//! What was read, and its comparison.

use restrap_core::Times;
use restrap_engine::Control;
use restrap_io::{ItemIds, is_held};
use restrap_metrics::{Mean, Metric};

use restrap_lib::inner::{SetsOfRuns, influences};
use restrap_lib::{
    Clustering, Counted, Data, Error, GridChoice, IntervalMethod, ItemMetric, RankOutcome,
    RankRequest, Request, Sampling, Scores, Test, Units, compare,
    outcome::{InputInfo, Outcome, Provenance, Reading},
    rank,
};
use restrap_power::{Observed, ObservedOutputs, Population};

use restrap_words::{Code, Note, asked_as};

use super::counts::FromCounts;
use super::mix::Mixed;
use super::numbers::Summary;

/// Systems with their scores or statistics.
#[derive(Debug)]
pub(crate) enum Owned {
    Scores {
        mean: Option<Mean>,
        systems: Vec<Scores<'static>>,
    },
    Counted {
        metric: Box<dyn Metric>,
        systems: Vec<Counted>,
    },
    Items(Box<dyn ItemMetric>),
}

impl Default for Owned {
    fn default() -> Self {
        Self::Scores {
            mean: None,
            systems: Vec::new(),
        }
    }
}

/// The systems of a pilot on its items.
#[derive(Debug)]
pub struct Pilot {
    /// Baseline, then system.
    pub systems: Vec<Scores<'static>>,
    /// Clusters of the items.
    pub clusters: Option<Clustering>,
    /// Files read.
    pub inputs: Vec<InputInfo>,
    /// What a reader should know of them.
    pub notes: Vec<Note>,
}

/// What files hold, ready to be compared: [`Data`] that owns its columns.
#[derive(Debug, Default)]
pub struct OwnedData {
    pub(crate) owned: Owned,
    /// Clusters, groups, answers and whatever else the items are a sample of.
    pub(super) sampling: Sampling,
    /// Scores that weigh as a stated mix says, in the place of the owned ones.
    pub(super) mixed: Option<Mixed>,
    pub(super) ids: Option<ItemIds>,
    /// What unnamed groups of the items would be named by.
    pub(crate) seems_clustered: Option<String>,
    pub(crate) name: Option<String>,
    pub(crate) full_name: Option<String>,
    pub(crate) inputs: Vec<InputInfo>,
    /// How the scores came from the files.
    pub(crate) reading: Reading,
    /// Rows stand for several items.
    pub(super) are_counted: bool,
    /// Lower scores are better, which nobody said but the files.
    pub(crate) is_lower: bool,
    pub(crate) notes: Vec<Note>,
    /// Counts in the place of scores.
    pub(super) counted: Option<FromCounts>,
    /// Mean, standard deviation and number of each system's scores, where nothing else is known of them.
    pub(super) summaries: Vec<Summary>,
    /// Data sets that count alike, where items have been weighed so.
    pub(super) sets: Option<SetsOfRuns>,
}

impl OwnedData {
    /// The columns, lent to what compares them.
    pub fn data(&self) -> Data<'_> {
        let data = match (&self.mixed, &self.owned) {
            (Some(mixed), _) => Data::scores(&mixed.systems).called(&mixed.mean),
            (None, Owned::Counted { metric, systems }) => Data::counted(metric.as_ref(), systems),
            (None, Owned::Items(metric)) => Data::items(metric.as_ref()),
            (
                None,
                Owned::Scores {
                    mean: Some(mean),
                    systems,
                },
            ) => Data::scores(systems).called(mean),
            (
                None,
                Owned::Scores {
                    mean: None,
                    systems,
                },
            ) => Data::scores(systems),
        };
        data.sampling(&self.sampling)
    }

    /// Compares every system after the first with the first, and says where the columns came from.
    ///
    /// # Errors
    /// [`Error`] for scores or options that allow no outcome.
    pub fn compare(self, request: &Request, control: &Control) -> Result<Outcome, Error> {
        self.compare_adjusted_with(None, request, control)
    }

    /// Compares as [`OwnedData::compare`], in one family with these p-values, which are of other metrics.
    pub(super) fn compare_adjusted_with(
        self,
        other_p: Option<&[f64]>,
        request: &Request,
        control: &Control,
    ) -> Result<Outcome, Error> {
        let request = self.directed(request);
        let Some(counted) = self.counted else {
            return self.compare_fitted(other_p, &request, control);
        };
        let allowed = counted.allow(request, self.sampling.against.is_some())?;
        let mut this = self;
        this.name = allowed.name.map(str::to_owned).or(this.name);
        this.notes
            .extend(allowed.note.map(|note| Code::TiesUnknown.says(note)));
        if let (Some(_), Owned::Scores { systems, .. }) = (allowed.share, &mut this.owned) {
            systems.remove(0);
        }
        this.against(allowed.share, &allowed.request)?
            .compare_fitted(other_p, &allowed.request, control)
    }

    /// Returns the systems with a number as their baseline, if there is one.
    ///
    /// # Errors
    /// For two samples, and for a metric of the whole corpus.
    pub(super) fn against(mut self, number: Option<f64>, request: &Request) -> Result<Self, Error> {
        let Some(number) = number else {
            return Ok(self);
        };
        let option = asked_as("against", number);
        let refuse = |found: String, hint: &str| {
            Err(Error::unfit(
                format!("{option} is for scores of items, found {found}"),
                hint,
            ))
        };
        if request.sample.unpaired || request.sample.over.is_independent() {
            return refuse(
                "two samples".to_owned(),
                "a number has no items of its own: test one sample at a time",
            );
        }
        let Owned::Scores { systems, .. } = &mut self.owned else {
            let hint = "for the interval of the metric use restrap ci";
            return refuse("a metric of the whole corpus".to_owned(), hint);
        };
        let first = systems.first();
        let rows = first.map_or(0, |system| system.rows().len());
        let times = first.map_or(Times::Once, |system| system.times().clone());
        systems.insert(
            0,
            Scores::counted(number.to_string(), vec![number; rows], times),
        );
        self.sampling.against = Some(number);
        Ok(self)
    }

    fn compare_fitted(
        self,
        other_p: Option<&[f64]>,
        request: &Request,
        control: &Control,
    ) -> Result<Outcome, Error> {
        if !self.summaries.is_empty() {
            check_tests_of_summaries(request)?;
        }
        let data = self.data();
        let data = other_p.map_or(data, |other_p| data.adjusted_with(other_p));
        let mut outcome = compare(data, request, control)?;
        if let Some(mixed) = self.mixed {
            outcome.run.warnings.extend(mixed.outcome.warning(None));
            for comparison in &mut outcome.comparisons {
                // The spread of weighted scores is not that of items.
                comparison.effect.cohen_dz = None;
            }
            outcome.mix = Some(mixed.outcome);
        }
        if let [baseline, systems @ ..] = &self.summaries[..] {
            for (comparison, system) in outcome.comparisons.iter_mut().zip(systems) {
                // Values stand for the scores that nobody knows.
                let greater = baseline.superiority(*system);
                comparison.effect.superiority = if outcome.metric.higher_is_better {
                    greater
                } else {
                    1.0 - greater
                };
            }
            let note = "only means and standard deviations are known: P(better) assumes normal scores (McGraw and Wong 1992)";
            outcome.run.warnings.push(Code::NormalAssumed.says(note));
        }
        if self.are_counted {
            outcome.forget_items();
        }
        let id = |item: usize| self.ids.as_ref().and_then(|ids| ids.get(item));
        // Programs count the items of their tables from 0.
        let in_memory = self.inputs.iter().any(|input| is_held(&input.path));
        outcome.name_items(
            |item| id(item).or_else(|| in_memory.then(|| item.to_string())),
            self.sampling.groups.populations().map(|by| &by.codes[..]),
        );
        if let Some(name) = self.name {
            outcome.metric.name = name;
        }
        outcome.metric.full_name = self.full_name;
        outcome.run.came_from(Provenance {
            inputs: self.inputs,
            reading: self.reading,
            notes: self.notes,
        });
        outcome.put_texts();
        Ok(outcome)
    }

    /// The request with the direction that the files say, where nobody else did.
    fn directed(&self, request: &Request) -> Request {
        let asked = request.clone();
        if self.is_lower {
            asked.higher_is_better(false)
        } else {
            asked
        }
    }

    /// Ranks the systems, and says where the columns came from.
    ///
    /// # Errors
    /// [`Error`] for scores or options that allow no outcome.
    pub fn rank(self, asked: &RankRequest, control: &Control) -> Result<RankOutcome, Error> {
        let mut asked = asked.clone();
        asked.request = self.directed(&asked.request);
        let mut outcome = rank(self.data(), &asked, control)?;
        if let Some(name) = self.name {
            for pair in &mut outcome.pairs {
                pair.metric.clone_from(&name);
            }
            outcome.metrics[0].name = name;
        }
        outcome.metrics[0].full_name = self.full_name;
        if let Some(sets) = self.sets {
            sets.tell(&mut outcome);
        }
        outcome.run.came_from(Provenance {
            inputs: self.inputs,
            reading: self.reading,
            notes: self.notes,
        });
        outcome.put_recipe();
        Ok(outcome)
    }

    /// A baseline and a system as a population to simulate on, and what reading them was worth a note. Where lower is better they
    /// change places, so that a gain is above 0.
    ///
    /// # Errors
    /// For any other number of systems, or two that are equal, and metrics that neither scores nor sums determine.
    pub fn population(self, grid: GridChoice) -> Result<(Population, Vec<Note>), Error> {
        let two = |found: usize| Error::BadParameter {
            expected: "a baseline and one system",
            found: format!("{found} in all"),
        };
        let population = match self.owned {
            Owned::Scores { mean, systems } => {
                let [baseline, system] = &systems[..] else {
                    return Err(two(systems.len()));
                };
                let is_loss = mean.is_some_and(|mean| !mean.higher_is_better);
                let (from, to) = if is_loss {
                    (system, baseline)
                } else {
                    (baseline, system)
                };
                Population::Scores(Observed::of(from, to, grid)?)
            }
            Owned::Counted { metric, systems } => {
                let systems =
                    <[Counted; 2]>::try_from(systems).map_err(|systems| two(systems.len()))?;
                Population::Outputs(ObservedOutputs::new(metric, systems)?)
            }
            Owned::Items(metric) => {
                let found = format!("{} is a function of the items themselves", metric.name());
                let hint = "compare the systems";
                return Err(Error::not_applicable(
                    "power compare",
                    "scores or sums of items",
                    found,
                    hint,
                ));
            }
        };
        Ok((population, self.notes))
    }

    /// A baseline and a system as a pilot: scores of items, or what each item adds to a metric of their sums by the jackknife. Where lower
    /// is better they change places, so that a gain is above 0.
    ///
    /// # Errors
    /// For metrics that neither scores nor sums determine, and several answers to an item.
    pub fn pilot(self) -> Result<Pilot, Error> {
        let (systems, higher) = match self.owned {
            Owned::Scores { mean, systems } => (
                systems,
                mean.is_none_or(|mean| mean.higher_is_better) && !self.is_lower,
            ),
            Owned::Counted { metric, systems } => {
                let adds = |counted: &Counted| {
                    Scores::new(counted.name.clone(), influences(&*metric, counted))
                };
                (
                    systems.iter().map(adds).collect(),
                    metric.higher_is_better(),
                )
            }
            Owned::Items(metric) => {
                let found = format!("{} is a function of the items themselves", metric.name());
                let hint = "compare the systems";
                return Err(Error::not_applicable(
                    "power plan",
                    "scores or sums of items",
                    found,
                    hint,
                ));
            }
        };
        let mut systems: Vec<Scores<'static>> = systems;
        if !higher {
            systems.reverse();
        }
        let clusters = match self.sampling.units {
            Units::Clusters(clusters) => Some(clusters),
            _ => None,
        };
        Ok(Pilot {
            systems,
            clusters,
            inputs: self.inputs,
            notes: self.notes,
        })
    }

    /// Adds what a reader of the results should know.
    pub fn note(&mut self, note: Note) {
        self.notes.push(note);
    }
}

/// Refuses tests and intervals that need more than means and standard deviations.
///
/// # Errors
/// [`Error::NotApplicable`] with the first.
fn check_tests_of_summaries(request: &Request) -> Result<(), Error> {
    const WELCH: [Test; 2] = [Test::Welch, Test::Student];
    let question = &request.question;
    let other = question.tests.iter().find(|test| !WELCH.contains(test));
    let interval = question.interval;
    let subject = match other {
        Some(test) => asked_as("test", test),
        None if !matches!(interval, IntervalMethod::Auto | IntervalMethod::None) => {
            asked_as("interval", interval)
        }
        None => return Ok(()),
    };
    Err(Error::not_applicable(
        subject,
        "the scores themselves",
        "only their means and standard deviations are known",
        format!("use {} or {}", asked_as("test", Test::Welch), Test::Student),
    ))
}
