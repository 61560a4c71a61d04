//! What a study file says, in words that can be held against those of another day: every default spelled out, comments and order of keys
//! gone. Order of systems and data sets is kept beside, because draws follow it.

use std::collections::BTreeMap;

use restrap_metrics::MetricName;
use serde::{Deserialize, Serialize};
use toml::Value;

use super::file::{Set, StudyFile, is_cluster_path};
use super::places::exists;
use super::sets::{Study, StudySet};
use crate::sources::SourceError;

/// What a study file says.
///
/// Systems, data sets, metrics and family as the file has them, paths included: what a registration keeps, and what a later run is
/// held against.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PlannedStudy {
    /// Key of the baseline.
    pub baseline: String,
    /// Metrics of every data set, the primary one first.
    pub metrics: Vec<String>,
    /// Metrics that are computed here, each with the value of every option.
    pub definitions: BTreeMap<String, String>,
    /// What is corrected together: `all`.
    pub family: String,
    /// Names of the systems by their keys.
    pub systems: BTreeMap<String, String>,
    /// Data sets by their keys.
    pub datasets: BTreeMap<String, PlannedSet>,
    /// Keys of systems in their order, the baseline first.
    pub system_order: Vec<String>,
    /// Keys of data sets in their order.
    pub dataset_order: Vec<String>,
}

/// What a study file says of a data set. Paths are those of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PlannedSet {
    /// Its name in tables.
    pub name: String,
    /// Metrics of its own, in the place of the study's.
    pub metrics: Option<Vec<String>>,
    /// Outputs of the systems.
    pub outputs: Option<String>,
    /// Scores of the systems, by metric.
    pub scores: BTreeMap<String, String>,
    /// Right answers.
    pub gold: Option<String>,
    /// References.
    #[serde(rename = "ref")]
    pub references: Vec<String>,
    /// Judgements.
    pub qrels: Option<String>,
    /// What items belong to.
    pub cluster: Option<String>,
    /// Columns that identify an item.
    pub id: Vec<String>,
}

impl StudyFile {
    /// What it says.
    ///
    /// # Errors
    /// [`SourceError`] for keys and names that are not of the study.
    pub(crate) fn planned(&self) -> Result<PlannedStudy, SourceError> {
        let systems = self.systems()?;
        let sets = self.sets()?;
        let mut definitions = BTreeMap::new();
        for (_, set) in &sets {
            for metric in self.metrics_of(set) {
                let computed = !set.scores.contains_key(&metric);
                if let Some(name) = metric.parse::<MetricName>().ok().filter(|_| computed) {
                    definitions.insert(metric, spelled_out(&name));
                }
            }
        }
        Ok(PlannedStudy {
            baseline: systems
                .first()
                .map_or_else(String::new, |(key, _)| key.clone()),
            metrics: self.metrics.clone(),
            definitions,
            family: "all".to_owned(),
            system_order: systems.iter().map(|(key, _)| key.clone()).collect(),
            dataset_order: sets.iter().map(|(key, _)| (*key).clone()).collect(),
            datasets: sets
                .iter()
                .map(|(key, set)| ((*key).clone(), planned(key, set)))
                .collect(),
            systems: systems.into_iter().collect(),
        })
    }

    /// The files that it names, with their columns, whether they are there or not; relative to its folder.
    ///
    /// # Errors
    /// As [`StudyFile::planned`].
    pub(crate) fn files(&self) -> Result<Vec<String>, SourceError> {
        let systems = self.systems()?;
        let mut files = Vec::new();
        for (key, set) in &self.sets()? {
            let fixed = set
                .gold
                .iter()
                .chain(&set.qrels)
                .cloned()
                .chain(set.references.all());
            files.extend(fixed.map(|path| Self::filled(&path, key, "")));
            let cluster = set.cluster.iter().map(|typed| Self::filled(typed, key, ""));
            // A word may be a column as well: it is one of the inputs where it is a file.
            files.extend(
                cluster.filter(|typed| is_cluster_path(typed) || exists(&self.opened(typed))),
            );
            for metric in self.metrics_of(set) {
                let path = set
                    .scores
                    .get(&metric)
                    .and_then(Value::as_str)
                    .or(set.outputs.as_deref());
                let of = |path: &str| {
                    systems
                        .iter()
                        .map(|(system, _)| Self::filled(path, key, system))
                        .collect()
                };
                files.extend(path.map_or_else(Vec::new, of));
            }
        }
        files.sort_unstable();
        files.dedup();
        Ok(files)
    }
}

impl Study {
    /// The data sets whose files are there already: those of two systems, and what these are held against.
    pub(crate) fn ready(mut self) -> Self {
        let is_ready = |set: &StudySet| {
            let of = |metric: &crate::ScoreRequest| {
                let mut files = metric
                    .references
                    .iter()
                    .chain(&metric.gold)
                    .chain(&metric.qrels);
                files.all(|file| exists(file))
            };
            let cluster = set.sources.reading.cluster.as_ref();
            let has_clusters = cluster.is_none_or(|typed| !is_cluster_path(typed) || exists(typed));
            set.sources.systems.len() > 1 && has_clusters && set.sources.metrics.iter().all(of)
        };
        for measure in &mut self.measures {
            measure.sets.retain(is_ready);
        }
        self
    }
}

fn planned(key: &str, set: &Set) -> PlannedSet {
    let scores = set
        .scores
        .iter()
        .filter_map(|(metric, path)| Some((metric.clone(), path.as_str()?.to_owned())));
    PlannedSet {
        name: set.name.clone().unwrap_or_else(|| key.to_owned()),
        metrics: set.metrics.clone(),
        outputs: set.outputs.clone(),
        scores: scores.collect(),
        gold: set.gold.clone(),
        references: set.references.all(),
        qrels: set.qrels.clone(),
        cluster: set.cluster.clone(),
        id: set.id.all(),
    }
}

/// A metric with the value of every option that it has: a default of another day is another text.
fn spelled_out(metric: &MetricName) -> String {
    let value = |option: &&dyn restrap_metrics::describe::AnyChoice| {
        let value = metric
            .setting(*option)
            .map(str::to_owned)
            .or_else(|| option.default());
        value.map(|value| format!("{}={value}", option.name()))
    };
    let options: Vec<String> = metric
        .description()
        .options
        .iter()
        .filter_map(value)
        .collect();
    if options.is_empty() {
        metric.short()
    } else {
        format!("{}({})", metric.short(), options.join(", "))
    }
}
