//! Systems scored on the same items.

use rayon::prelude::*;
use restrap_core::Times;
use restrap_io::{Located, Meter, System};
use restrap_metrics::{
    Error as MetricError, Mean, Metric, MetricName, SavedMetric, Scores as ItemScores, Statistics,
    describe::Scorer,
};
use restrap_words::Note;

use super::error::ScoreError;
use restrap_lib::{
    Counted, ItemMetric, Scores,
    inner::{rough_error, rough_errors_of_items as rough_errors},
    number::digits::{Spread, of_scores, rounded, standard_error},
    outcome::{AlsoOutcome, InputInfo, MetricInfo},
};

/// What systems score.
///
/// Either one score per item, whose mean is the metric, or integer statistics per item whose sums determine it. Which of the two a
/// metric has is fixed by the metric.
#[derive(Debug)]
pub enum Scored {
    /// Statistics whose sums determine the metric.
    Counted {
        /// The metric.
        metric: Box<dyn Metric>,
        /// The systems, in the order of their arguments.
        systems: Vec<Counted>,
    },
    /// Items that determine the metric.
    Items(Box<dyn ItemMetric>),
    /// Scores whose mean is the metric.
    Scores {
        /// What they are.
        mean: Mean,
        /// The systems, in the order of their arguments.
        systems: Vec<Scores<'static>>,
    },
}

impl Scored {
    /// Calls the only system so.
    pub(super) fn name(&mut self, name: &str) {
        let names: Vec<&mut String> = match self {
            Self::Items(_) => Vec::new(),
            Self::Counted { systems, .. } => systems.iter_mut().map(|one| &mut one.name).collect(),
            Self::Scores { systems, .. } => systems.iter_mut().map(|one| &mut one.name).collect(),
        };
        for own in names {
            name.clone_into(own);
        }
    }
}

/// Systems scored on the same items.
///
/// The metric with its options, statistics or scores of every system on the same items, ids where files have them, and what a
/// reader should know of the files.
#[derive(Debug)]
pub struct Scoring {
    /// What they score.
    pub scored: Scored,
    /// The metric with all its options, and what the files decided about it.
    pub saved: SavedMetric,
    /// The items' ids, where the files have any.
    pub ids: Option<Vec<String>>,
    /// Sub-populations of the items, where the files have a column of them that was asked for.
    pub by: Option<restrap_io::By>,
    /// Clusters of the items, where the files have a column of them that was asked for.
    pub clusters: Option<restrap_io::By>,
    /// Files read.
    pub inputs: Vec<InputInfo>,
    /// What a reader of the results should know.
    pub notes: Vec<Note>,
    /// Decimals that were asked for.
    pub digits: Option<u8>,
    /// Systems that were to be scored, where the scoring was stopped before the last of them.
    pub interrupted_of: Option<usize>,
}

impl Scoring {
    /// What the metric is, and its value for each system.
    pub fn described(&self) -> AlsoOutcome {
        match &self.scored {
            Scored::Counted { metric, systems } => AlsoOutcome {
                metric: MetricInfo {
                    full_name: self.full_name(),
                    ..MetricInfo::of_sums(&**metric)
                },
                scores: systems
                    .iter()
                    .map(|system| rounded(metric.finish(&system.sums())))
                    .collect(),
                comparisons: Vec::new(),
                signature: String::new(),
                decimals: Some(
                    self.decimals(systems.iter().map(|system| rough_error(&**metric, system))),
                ),
            },
            Scored::Items(metric) => AlsoOutcome {
                metric: MetricInfo {
                    full_name: self.full_name(),
                    ..MetricInfo::of_items(&**metric)
                },
                decimals: Some(self.decimals(rough_errors(&**metric).into_iter())),
                comparisons: Vec::new(),
                signature: String::new(),
                scores: self.values().into_iter().map(rounded).collect(),
            },
            Scored::Scores { mean, systems } => AlsoOutcome {
                metric: MetricInfo {
                    full_name: self.full_name(),
                    ..MetricInfo::of_mean(mean)
                },
                scores: systems
                    .iter()
                    .map(|system| rounded(mean_of(system)))
                    .collect(),
                comparisons: Vec::new(),
                signature: String::new(),
                decimals: Some(
                    self.decimals(systems.iter().map(|system| standard_error(system.sample()))),
                ),
            },
        }
    }

    /// The values, before they are rounded for JSON: a fifth decimal decides about the fourth.
    pub fn values(&self) -> Vec<f64> {
        match &self.scored {
            Scored::Counted { metric, systems } => systems
                .iter()
                .map(|system| metric.finish(&system.sums()))
                .collect(),
            Scored::Scores { systems, .. } => systems.iter().map(mean_of).collect(),
            Scored::Items(metric) => {
                let systems: Vec<usize> = (0..metric.systems().len()).collect();
                let values = metric.of_samples(&systems, &vec![1; metric.items()]);
                values.into_iter().map(|values| values[0]).collect()
            }
        }
    }

    /// Decimals that rough standard errors of the systems support.
    fn decimals(&self, errors: impl Iterator<Item = f64>) -> u64 {
        let items = self.items();
        let binary = match &self.scored {
            Scored::Counted { .. } | Scored::Items(_) => false,
            Scored::Scores { systems, .. } => systems.iter().all(|system| {
                system
                    .rows()
                    .iter()
                    .all(|&score| score == 0.0 || score == 1.0)
            }),
        };
        of_scores(
            self.digits,
            errors.map(|error| Spread {
                items,
                error,
                binary,
            }),
        ) as u64
    }

    /// Says how many items each row that was scored stands for.
    pub(super) fn counted_by(mut self, loaded: &[System]) -> Self {
        let times = loaded.first().and_then(|first| first.times.clone());
        let Some(times) = times.map(Times::Counted) else {
            return self;
        };
        match &mut self.scored {
            Scored::Counted { systems, .. } => {
                for system in systems {
                    system.times = times.clone();
                }
            }
            Scored::Scores { systems, .. } => {
                for system in systems {
                    *system = Scores::counted(&system.name, system.rows().to_vec(), times.clone());
                }
            }
            Scored::Items(_) => {}
        }
        self
    }

    /// The metric with its options, as it is asked for.
    pub fn full_name(&self) -> Option<String> {
        Some(self.saved.metric.to_string())
    }

    /// Names of the systems, in the order of their arguments.
    pub fn names(&self) -> Vec<&str> {
        match &self.scored {
            Scored::Counted { systems, .. } => {
                systems.iter().map(|system| system.name.as_str()).collect()
            }
            Scored::Items(metric) => metric.systems().iter().map(String::as_str).collect(),
            Scored::Scores { systems, .. } => {
                systems.iter().map(|system| system.name.as_str()).collect()
            }
        }
    }

    /// Number of items.
    pub fn items(&self) -> u64 {
        match &self.scored {
            Scored::Counted { systems, .. } => systems.first().map_or(0, Counted::items),
            Scored::Items(metric) => metric.items() as u64,
            Scored::Scores { systems, .. } => systems.first().map_or(0, Scores::items),
        }
    }
}

/// The mean score of a system; 0 without items.
fn mean_of(system: &Scores) -> f64 {
    let sum: f64 = system
        .each()
        .map(|(score, times)| score * times as f64)
        .sum();
    sum / system.items().max(1) as f64
}

/// Scores of systems against the right answers, by whatever scores them.
pub(super) fn scored<G: ?Sized + Sync, S: Sync>(
    systems: &[Located],
    saved: SavedMetric,
    scorer: Scorer<G, S>,
    gold: &G,
    outputs: &[S],
    meter: &Meter,
) -> Result<Scoring, ScoreError> {
    match scorer {
        Scorer::Counted { metric, count } => {
            let rows = outputs
                .par_iter()
                .map(|output| finished(meter, || count(gold, output)));
            counted(systems, metric, saved, rows.collect())
        }
        Scorer::Mean(score) => {
            let rows = outputs
                .par_iter()
                .map(|output| finished(meter, || score(gold, output)));
            means(systems, saved.metric, rows.collect())
        }
    }
}

/// The score of a system, unless scoring was stopped before.
fn finished<T>(
    meter: &Meter,
    score: impl FnOnce() -> Result<T, MetricError>,
) -> Result<T, MetricError> {
    if meter.is_stopped() {
        return Err(MetricError::Stopped);
    }
    score().inspect(|_| meter.finish_system())
}

/// The systems that have a score, of those that were not stopped; the first error in the order of the systems.
fn of_finished<T>(
    systems: &[Located],
    scored: Vec<Result<T, MetricError>>,
) -> Result<Vec<(String, T)>, MetricError> {
    let names = systems.iter().map(|system| system.name.clone());
    let is_left = |scored: &Result<T, MetricError>| !matches!(scored, Err(MetricError::Stopped));
    let left = names.zip(scored).filter(|(_, scored)| is_left(scored));
    let left = left
        .map(|(name, scored)| Ok((name, scored?)))
        .collect::<Result<Vec<_>, _>>()?;
    if left.is_empty() && !systems.is_empty() {
        Err(MetricError::Stopped)
    } else {
        Ok(left)
    }
}

/// Scores of systems by a metric of summed counts; the first error in the order of the systems.
pub(super) fn counted(
    systems: &[Located],
    metric: Box<dyn Metric>,
    saved: SavedMetric,
    scored: Vec<Result<Statistics, MetricError>>,
) -> Result<Scoring, ScoreError> {
    let of = systems.len();
    let scored = of_finished(systems, scored)?;
    let ids = scored
        .first()
        .and_then(|(_, statistics)| statistics.ids.clone());
    let systems: Vec<_> = scored
        .into_iter()
        .map(|(name, statistics)| Counted {
            name,
            columns: statistics.columns,
            times: Times::Once,
        })
        .collect();
    let interrupted_of = (systems.len() < of).then_some(of);
    let scored = Scored::Counted { metric, systems };
    let (inputs, notes) = (Vec::new(), Vec::new());
    Ok(Scoring {
        scored,
        saved,
        ids,
        by: None,
        clusters: None,
        inputs,
        notes,
        digits: None,
        interrupted_of,
    })
}

/// Scores of systems by a mean.
pub(super) fn means(
    systems: &[Located],
    name: MetricName,
    scored: Vec<Result<ItemScores, MetricError>>,
) -> Result<Scoring, ScoreError> {
    let of = systems.len();
    let scored = of_finished(systems, scored)?;
    let (_, first) = scored
        .first()
        .ok_or(ScoreError::Io(restrap_io::Error::NoSystems))?;
    let (mean, ids) = (first.mean.clone(), first.ids.clone());
    let systems: Vec<_> = scored
        .into_iter()
        .map(|(name, scores)| Scores::new(name, scores.scores))
        .collect();
    let saved = SavedMetric::new(name).with_mean(mean.clone());
    Ok(Scoring {
        interrupted_of: (systems.len() < of).then_some(of),
        scored: Scored::Scores { mean, systems },
        saved,
        ids,
        by: None,
        clusters: None,
        inputs: Vec::new(),
        notes: Vec::new(),
        digits: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn systems_that_were_not_scored_are_left_out() {
        let system = |name: &str| Located {
            name: name.to_owned(),
            path: "x.txt".to_owned(),
            column: None,
            files: Vec::new(),
        };
        let systems = ["a", "b", "c"].map(system);
        let scored = vec![Ok(1), Err(MetricError::Stopped), Ok(3)];
        assert_eq!(
            of_finished(&systems, scored),
            Ok(vec![("a".to_owned(), 1), ("c".to_owned(), 3)])
        );
        let none = || Err::<u8, _>(MetricError::Stopped);
        assert_eq!(
            of_finished(&systems, vec![none(), none(), none()]),
            Err(MetricError::Stopped)
        );
        let meter = Meter::default();
        assert_eq!((finished(&meter, || Ok(1)), meter.systems()), (Ok(1), 1));
        meter.stop();
        assert_eq!(
            (finished(&meter, || Ok(1)), meter.systems()),
            (Err(MetricError::Stopped), 1)
        );
    }
}
