//! A study file: systems and data sets by name, in TOML.
//!
//! ```toml
//! baseline = "base"
//! metrics  = ["chrf", "bleu(tokenize=13a)"]
//! [systems]
//! base = "Transformer"
//! ours = "Ours (full)"
//! [datasets.wmt22]
//! name    = "WMT22"
//! outputs = "out/wmt22/{system}.de"
//! ref     = ["ref/wmt22.A.de"]
//! cluster = "docs/wmt22.txt"
//! [datasets.wmt22.scores]            # metrics that restrap does not compute
//! comet   = "comet/wmt22/{system}.txt"
//! ```
//!
//! Paths are relative to the folder of the file. A data set may have `metrics` of its own, in the order of the study's.

use restrap_words::Code;
use std::fmt::Display;
use std::path::{Path, PathBuf};

use restrap_io::Options;
use restrap_metrics::MetricName;

use serde::Deserialize;
use toml::{Table, Value};

use super::places::{WORD, exists};
use super::sets::{Study, StudyMeasure, StudySet};
use crate::score::{ScoreError, ScoreRequest};
use crate::sources::{SourceError, Sources};

/// What stands for the key of a system.
const SYSTEM: &str = "{system}";

/// A study as it is written down.
///
/// TOML with systems, data sets and metrics; paths are relative to the file, and `{system}` and `{dataset}` stand for names. The
/// guide shows one.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudyFile {
    /// The key of the baseline; else the first system.
    baseline: Option<String>,
    /// Metrics of every data set.
    #[serde(default)]
    pub(super) metrics: Vec<String>,
    /// `all`: one family, which is what there is.
    family: Option<String>,
    systems: Table,
    datasets: Table,
    /// Where paths begin.
    #[serde(skip)]
    folder: PathBuf,
    #[serde(skip)]
    path: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Set {
    pub name: Option<String>,
    pub outputs: Option<String>,
    pub gold: Option<String>,
    #[serde(rename = "ref", default)]
    pub references: Several,
    pub qrels: Option<String>,
    pub cluster: Option<String>,
    pub count: Option<String>,
    #[serde(default)]
    pub id: Several,
    #[serde(default)]
    pub scores: Table,
    pub metrics: Option<Vec<String>>,
}

/// One text, or a list of them.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(untagged)]
pub(super) enum Several {
    #[default]
    None,
    One(String),
    All(Vec<String>),
}

impl Several {
    pub fn all(&self) -> Vec<String> {
        match self {
            Self::None => Vec::new(),
            Self::One(one) => vec![one.clone()],
            Self::All(all) => all.clone(),
        }
    }
}

impl StudyFile {
    /// Whether a path is called like a study file, rather than one of scores: `STUDY.toml`.
    pub fn is_called(path: &str) -> bool {
        Path::new(path)
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("toml"))
    }

    /// The path of a study and the system of it that is meant, of `STUDY.toml[:SYSTEM]` alone.
    pub fn typed(systems: &[String]) -> Option<(&str, Option<&str>)> {
        let [typed] = systems else { return None };
        match typed.rsplit_once(':') {
            Some((path, system)) if Self::is_called(path) => Some((path, Some(system))),
            _ => Self::is_called(typed).then_some((typed, None)),
        }
    }

    /// An option that would be passed over.
    pub fn says_itself(path: &str, option: impl Display) -> SourceError {
        SourceError::usage(
            format!("{path} names the files and their metrics, found {option} too"),
            "leave it out, or change the study: its metrics, and the files, id and cluster of its data sets",
        )
    }

    /// # Errors
    /// [`SourceError`] for a file that cannot be read, or is not a study.
    pub fn read(path: &str) -> Result<Self, SourceError> {
        let text = std::fs::read_to_string(path).map_err(|error| {
            SourceError::usage(
                format!("{path}: {error}"),
                "give the path of a study file, STUDY.toml",
            )
        })?;
        let mut study: Self = toml::from_str(&text).map_err(|error| {
            let line = error.span().map_or(1, |span| {
                1 + text[..span.start.min(text.len())].matches('\n').count()
            });
            SourceError::usage(
                format!("{path}:{line}: {}", error.message()),
                "a study has systems and datasets: see the recipes",
            )
        })?;
        Path::new(path)
            .parent()
            .unwrap_or(Path::new(""))
            .clone_into(&mut study.folder);
        path.clone_into(&mut study.path);
        match &study.family {
            Some(family) if family != "all" => Err(study.wrong(
                format!("expected family = \"all\", found {family}"),
                "all cells are one family here; leave it out",
            )),
            _ => Ok(study),
        }
    }

    fn wrong(&self, what: impl Display, hint: impl Into<String>) -> SourceError {
        SourceError::usage(format!("{}: {what}", self.path), hint)
    }

    /// The files that it names. A file of outputs or scores that is not there leaves its cell absent.
    ///
    /// # Errors
    /// [`SourceError`] for names that are not of the study, and metrics that are not known.
    pub fn study(&self) -> Result<Study, SourceError> {
        let systems = self.systems()?;
        let sets = self.sets()?;
        let number = sets
            .iter()
            .map(|(_, set)| self.metrics_of(set).len())
            .max()
            .unwrap_or(0);
        if number == 0 {
            return Err(self.wrong(
                "expected data sets with metrics, found none",
                "add metrics = [\"chrf\"], and [datasets.NAME] with its files",
            ));
        }
        let mut study = Study {
            measures: vec![StudyMeasure::default(); number],
            notes: Vec::new(),
            is_file: true,
        };
        for (key, set) in &sets {
            let metrics = self.metrics_of(set);
            for (measure, metric) in study.measures.iter_mut().zip(&metrics) {
                let sources = self.sources(key, set, metric, &systems)?;
                let name = set.name.clone().unwrap_or_else(|| (*key).clone());
                if sources.reading.baseline.is_none() {
                    study.notes.push(Code::DataSetLeftOut.says(format!(
                        "{name} left out under {metric}: the baseline has no file there"
                    )));
                    continue;
                }
                measure.sets.push(StudySet {
                    name,
                    metric: Some(metric.clone()),
                    sources,
                });
            }
        }
        study.notes.dedup();
        Ok(study)
    }

    /// The data sets by their keys.
    pub(super) fn sets(&self) -> Result<Vec<(&String, Set)>, SourceError> {
        let read = |(key, value): (_, &Value)| {
            let set = value.clone().try_into().map_err(|error: toml::de::Error| {
                self.wrong(
                    format!("datasets.{key}: {}", error.message()),
                    "see the recipes for its keys",
                )
            })?;
            Ok((key, set))
        };
        self.datasets.iter().map(read).collect()
    }

    /// Keys and names of the systems, the baseline first.
    pub(super) fn systems(&self) -> Result<Vec<(String, String)>, SourceError> {
        let mut systems = Vec::new();
        for (key, name) in &self.systems {
            let Value::String(name) = name else {
                return Err(self.wrong(
                    format!("systems.{key}: expected a name, found {}", name.type_str()),
                    format!("write {key} = \"the name in tables\""),
                ));
            };
            systems.push((key.clone(), name.clone()));
        }
        if let Some(baseline) = &self.baseline {
            let Some(at) = systems.iter().position(|(key, _)| key == baseline) else {
                let keys: Vec<&str> = systems.iter().map(|(key, _)| &key[..]).collect();
                return Err(self.wrong(
                    format!("expected the baseline among the systems, found {baseline}"),
                    format!("the systems are {}", keys.join(", ")),
                ));
            };
            systems[..=at].rotate_right(1);
        }
        Ok(systems)
    }

    pub(super) fn metrics_of(&self, set: &Set) -> Vec<String> {
        set.metrics.clone().unwrap_or_else(|| self.metrics.clone())
    }

    /// A path of the study as it is opened.
    fn place(&self, path: &str, dataset: &str, system: &str) -> String {
        self.opened(&Self::filled(path, dataset, system))
    }

    /// A path relative to the folder of the file as it is opened.
    pub(crate) fn opened(&self, path: &str) -> String {
        self.folder.join(path).display().to_string()
    }

    /// A path of the study with names in the places of their words.
    pub(super) fn filled(path: &str, dataset: &str, system: &str) -> String {
        // Names are put in once: one that holds braces stays as it is.
        let mut filled = String::new();
        let mut rest = path;
        while let Some(at) = rest.find('{') {
            let (before, from) = rest.split_at(at);
            filled += before;
            let word = [(SYSTEM, system), (WORD, dataset)]
                .into_iter()
                .find(|(word, _)| from.starts_with(word));
            let (text, taken) = word.map_or(("{", 1), |(word, value)| (value, word.len()));
            filled += text;
            rest = &from[taken..];
        }
        filled + rest
    }

    /// Clusters: a file of the study, or else a column of the systems' files or a part of their ids, which stand in no folder.
    fn clusters(&self, typed: &str, dataset: &str) -> String {
        let place = self.place(typed, dataset, "");
        if is_cluster_path(typed) || exists(&place) {
            place
        } else {
            typed.to_owned()
        }
    }

    /// The files of a data set under a metric; without a baseline where it has none.
    fn sources(
        &self,
        key: &str,
        set: &Set,
        metric: &str,
        systems: &[(String, String)],
    ) -> Result<Sources, SourceError> {
        let place = |path: &String| self.place(path, key, "");
        let cluster = set.cluster.as_ref().map(|typed| self.clusters(typed, key));
        let reading = Options {
            id: set.id.all(),
            of_study: true,
            cluster,
            count: set.count.clone(),
            ..Options::default()
        };
        let scores = match set.scores.get(metric) {
            Some(Value::String(path)) => Some(path),
            Some(other) => {
                return Err(self.wrong(
                    format!(
                        "datasets.{key}.scores.{metric}: expected a path, found {}",
                        other.type_str()
                    ),
                    format!("write {metric} = \"scores/{SYSTEM}.txt\""),
                ));
            }
            None => None,
        };
        let Some(path) = scores.or(set.outputs.as_ref()) else {
            return Err(self.wrong(
                format!("datasets.{key}: expected outputs, or scores of {metric}, found neither"),
                format!("add outputs = \"out/{key}/{SYSTEM}.txt\""),
            ));
        };
        if !path.contains(SYSTEM) {
            return Err(self.wrong(
                format!("datasets.{key}: expected {SYSTEM} in the path of {metric}, found {path}"),
                format!("every system has its own file, or its column: table.csv:{SYSTEM}"),
            ));
        }
        let located = systems
            .iter()
            .map(|(system, name)| (name, self.place(path, key, system)));
        let own: Vec<(&String, String)> = located.filter(|(_, path)| exists(path)).collect();
        let has_baseline = own.first().is_some_and(|(name, _)| **name == systems[0].1);
        let typed = own.iter().map(|(name, path)| format!("{name}={path}"));
        let mut sources = Sources::new(typed).reading(reading);
        if scores.is_none() {
            let name: MetricName = metric
                .parse()
                .map_err(|error| SourceError::from(ScoreError::Metric(error)))?;
            let reading = sources.reading.clone();
            sources = sources.metric(ScoreRequest {
                gold: set.gold.as_ref().map(place),
                references: set.references.all().iter().map(place).collect(),
                qrels: set.qrels.as_ref().map(place),
                reading,
                ..ScoreRequest::new(name)
            });
        }
        if has_baseline {
            sources.reading.baseline = Some(systems[0].1.clone());
            if let Some(metric) = sources.metrics.first_mut() {
                metric.reading.baseline = Some(systems[0].1.clone());
            }
        }
        Ok(sources)
    }
}

/// The text is a file of clusters, there or not: columns and parts of ids stand in no folder.
pub(super) fn is_cluster_path(typed: &str) -> bool {
    typed.contains('/') && !typed.contains("{cluster}")
}
