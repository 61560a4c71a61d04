//! The files of several data sets, as they are read.

use std::sync::Arc;

use crate::score::ScoreRequest;
use crate::sources::{RowMetric, Sources};
use restrap_words::Note;

/// The files of several data sets.
///
/// Metrics with the files of every data set, found from paths with `{dataset}`, from a column of one table, from a folder of logs,
/// or from a study file.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Study {
    /// What is measured, the primary metric first.
    pub measures: Vec<StudyMeasure>,
    /// What a reader of the results should know about the files.
    pub notes: Vec<Note>,
    /// A study file says how its data sets are read.
    pub is_file: bool,
}

/// A metric, and the files of the data sets that it is of.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct StudyMeasure {
    /// What it is called; `None` where every data set says so itself.
    pub name: Option<String>,
    /// The data sets.
    pub sets: Vec<StudySet>,
}

/// The files of one data set under one metric.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct StudySet {
    /// Its name.
    pub name: String,
    /// What is measured, where the files do not say.
    pub metric: Option<String>,
    /// The systems that it has, baseline first.
    pub sources: Sources,
}

/// A data set whose files are named one by one.
///
/// Its name, its systems with the baseline first, and what its files hold beside those of other data sets.
#[derive(Clone, Debug, Default)]
pub struct NamedSet {
    /// Its name.
    pub name: String,
    /// Systems: `[NAME=]FILE[:COLUMN]`.
    pub systems: Vec<String>,
    /// The right answers; `None` if those of the template are meant.
    pub gold: Option<String>,
    /// References of texts; none if those of the template are meant.
    pub references: Vec<String>,
    /// Clusters of the items.
    pub cluster: Option<String>,
    /// The columns of the ids of its items.
    pub id: Vec<String>,
    /// A metric that the caller computes from rows of its own.
    pub rows: Option<Arc<dyn RowMetric>>,
}

impl Study {
    /// Returns the study of data sets that are named one by one; `template` says how all of them are read and scored.
    pub fn of_sets(template: &Sources, sets: &[NamedSet]) -> Self {
        let of = |set: &NamedSet, sources: &Sources| {
            let mut own = Sources {
                systems: set.systems.clone(),
                ..sources.clone()
            };
            if set.rows.is_some() {
                own.rows.clone_from(&set.rows);
            }
            let reading = &mut own.reading;
            reading.id.clone_from(&set.id);
            reading.cluster = set.cluster.clone().or(reading.cluster.take());
            reading.gold = reading
                .gold
                .take()
                .map(|gold| set.gold.clone().unwrap_or(gold));
            for metric in &mut own.metrics {
                metric.gold = set.gold.clone().or(metric.gold.take());
                metric.reading.id.clone_from(&set.id);
                if !set.references.is_empty() {
                    metric.references.clone_from(&set.references);
                }
            }
            (set.name.clone(), own)
        };
        Self {
            measures: Self::of_metrics(template, |sources| {
                sets.iter().map(|set| of(set, sources)).collect()
            }),
            ..Self::default()
        }
    }

    /// One measure for each metric of a template, or one of the scores in its files; `set`: a data set by its sources.
    pub(super) fn of_metrics(
        template: &Sources,
        set: impl Fn(&Sources) -> Vec<(String, Sources)>,
    ) -> Vec<StudyMeasure> {
        let of = |metric: Option<&ScoreRequest>| {
            let sources = Sources {
                metrics: metric.cloned().into_iter().collect(),
                ..template.clone()
            };
            let sets = set(&sources).into_iter().map(|(name, sources)| StudySet {
                name,
                metric: None,
                sources,
            });
            StudyMeasure {
                name: metric.map(|metric| metric.metric.to_string()),
                sets: sets.collect(),
            }
        };
        if template.metrics.is_empty() {
            return vec![of(None)];
        }
        template.metrics.iter().map(Some).map(of).collect()
    }
}
