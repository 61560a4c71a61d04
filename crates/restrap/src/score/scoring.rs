//! Systems scored on the same items.

use rayon::prelude::*;
use restrap_io::Located;
use restrap_metrics::describe::Scorer;
use restrap_metrics::{
    Error as MetricError, Mean, Metric, MetricName, SavedMetric, Scores as ItemScores, Statistics,
};

use super::error::ScoreError;
use crate::data::counted::Counted;
use crate::data::scores::Scores;
use crate::interval::metric::rough_error;
use crate::number::digits::{Spread, of_scores, rounded, standard_error};
use crate::outcome::{AlsoOutcome, InputInfo, MetricInfo};

/// What systems score.
#[derive(Debug)]
pub enum Scored {
    /// Statistics whose sums determine the metric.
    Counted {
        /// The metric.
        metric: Box<dyn Metric>,
        /// The systems, in the order of their arguments.
        systems: Vec<Counted>,
    },
    /// Scores whose mean is the metric.
    Scores {
        /// What they are.
        mean: Mean,
        /// The systems, in the order of their arguments.
        systems: Vec<Scores<'static>>,
    },
}

/// Systems scored on the same items.
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
    pub notes: Vec<String>,
    /// Decimals that were asked for.
    pub digits: Option<u8>,
}

impl Scoring {
    /// What the metric is, and its value for each system.
    pub fn described(&self) -> AlsoOutcome {
        match &self.scored {
            Scored::Counted { metric, systems } => AlsoOutcome {
                metric: MetricInfo {
                    name: metric.name(),
                    higher_is_better: metric.higher_is_better(),
                    binary: false,
                    signature: Some(metric.signature()),
                    full_name: self.full_name(),
                },
                scores: systems.iter().map(|system| rounded(metric.finish(&system.sums()))).collect(),
                decimals: Some(self.decimals(systems.iter().map(|system| rough_error(&**metric, system)))),
            },
            Scored::Scores { mean, systems } => AlsoOutcome {
                metric: MetricInfo {
                    name: mean.name.clone(),
                    higher_is_better: mean.higher_is_better,
                    binary: false,
                    signature: Some(mean.signature.clone()),
                    full_name: self.full_name(),
                },
                scores: systems
                    .iter()
                    .map(|system| {
                        rounded(system.values.iter().sum::<f64>() / system.values.len().max(1) as f64)
                    })
                    .collect(),
                decimals: Some(self.decimals(systems.iter().map(|system| standard_error(&system.values)))),
            },
        }
    }

    /// Decimals that rough standard errors of the systems support.
    fn decimals(&self, errors: impl Iterator<Item = f64>) -> u64 {
        let items = self.items() as u64;
        let binary = match &self.scored {
            Scored::Counted { .. } => false,
            Scored::Scores { systems, .. } => {
                systems.iter().all(|system| system.values.iter().all(|&score| score == 0.0 || score == 1.0))
            }
        };
        of_scores(self.digits, errors.map(|error| Spread { items, error, binary })) as u64
    }

    /// The metric with its options, as it is asked for.
    pub fn full_name(&self) -> Option<String> {
        Some(self.saved.metric.to_string())
    }

    /// Names of the systems, in the order of their arguments.
    pub fn names(&self) -> Vec<&str> {
        match &self.scored {
            Scored::Counted { systems, .. } => systems.iter().map(|system| system.name.as_str()).collect(),
            Scored::Scores { systems, .. } => systems.iter().map(|system| system.name.as_str()).collect(),
        }
    }

    /// Number of items.
    pub fn items(&self) -> usize {
        match &self.scored {
            Scored::Counted { systems, .. } => systems.first().map_or(0, Counted::items),
            Scored::Scores { systems, .. } => systems.first().map_or(0, |system| system.values.len()),
        }
    }
}

/// Scores of systems against the right answers, by whatever scores them.
pub(super) fn scored<G: ?Sized + Sync, S: Sync>(
    systems: &[Located],
    saved: SavedMetric,
    scorer: Scorer<G, S>,
    gold: &G,
    outputs: &[S],
) -> Result<Scoring, ScoreError> {
    match scorer {
        Scorer::Counted { metric, count } => {
            let rows: Vec<_> = outputs.par_iter().map(|output| count(gold, output)).collect();
            counted(systems, metric, saved, rows)
        }
        Scorer::Mean(score) => {
            means(systems, saved.metric, outputs.par_iter().map(|output| score(gold, output)).collect())
        }
    }
}

/// Scores of systems by a metric of summed counts; the first error in the order of the systems.
pub(super) fn counted(
    systems: &[Located],
    metric: Box<dyn Metric>,
    saved: SavedMetric,
    scored: Vec<Result<Statistics, MetricError>>,
) -> Result<Scoring, ScoreError> {
    let scored = scored.into_iter().collect::<Result<Vec<_>, _>>()?;
    let ids = scored.first().and_then(|statistics| statistics.ids.clone());
    let named = systems.iter().zip(scored);
    let systems = named
        .map(|(system, statistics)| Counted { name: system.name.clone(), columns: statistics.columns })
        .collect();
    let scored = Scored::Counted { metric, systems };
    let (inputs, notes) = (Vec::new(), Vec::new());
    Ok(Scoring { scored, saved, ids, by: None, clusters: None, inputs, notes, digits: None })
}

/// Scores of systems by a mean.
pub(super) fn means(
    systems: &[Located],
    name: MetricName,
    scored: Vec<Result<ItemScores, MetricError>>,
) -> Result<Scoring, ScoreError> {
    let scored = scored.into_iter().collect::<Result<Vec<_>, _>>()?;
    let first = scored.first().ok_or(ScoreError::Io(restrap_io::Error::NoSystems))?;
    let (mean, ids) = (first.mean.clone(), first.ids.clone());
    let named = systems.iter().zip(scored);
    let systems = named
        .map(|(system, scores)| Scores {
            name: system.name.clone(),
            values: scores.scores.into(),
            precision: restrap_core::Precision::Double,
        })
        .collect();
    let saved = SavedMetric::new(name).with_mean(mean.clone());
    Ok(Scoring {
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
