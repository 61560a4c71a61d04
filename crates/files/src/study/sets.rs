//! The files of several data sets, as they are read.

use crate::score::ScoreRequest;
use crate::sources::Sources;
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

impl Study {
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
