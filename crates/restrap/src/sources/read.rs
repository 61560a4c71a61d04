//! From paths to data.

use restrap_core::Precision;
use restrap_io::{By, Input, Options, System, load};
use restrap_metrics::describe::Make;
use restrap_words::{asked, asked_as};

use super::data::{Owned, OwnedData};
use super::error::SourceError;
use super::{Sources, clusters, rows};
use crate::data::clusters::Clustering;
use crate::data::design::Strata;
use crate::data::scores::Scores;
use crate::outcome::{InputInfo, MetricInfo, Role};
use crate::request::Request;
use crate::score::{ScoreRequest, Scored, Scoring, score};

impl From<Input> for InputInfo {
    fn from(input: Input) -> Self {
        Self {
            role: match input.role {
                restrap_io::Role::Baseline => Role::Baseline,
                restrap_io::Role::System => Role::System,
                restrap_io::Role::Gold => Role::Gold,
            },
            path: input.path,
            items: input.items as u64,
            dropped: input.dropped as u64,
            zeroed: input.zeroed as u64,
            blake3: input.blake3,
        }
    }
}

impl From<By> for Clustering {
    fn from(of: By) -> Self {
        Self { column: of.column, codes: of.codes.into() }
    }
}

impl From<System> for Scores<'static> {
    fn from(system: System) -> Self {
        let precision = match system.precision {
            restrap_io::Precision::Double => Precision::Double,
            restrap_io::Precision::Single => Precision::Single,
        };
        Self { name: system.name, values: system.scores.into(), precision }
    }
}

/// Refuses to turn a metric round that knows its direction; that lower is better may be said again.
fn refuse_direction(metric: &str, higher_is_better: bool, request: &Request) -> Result<(), SourceError> {
    if request.question.higher_is_better || !higher_is_better {
        return Ok(());
    }
    let lower = asked("lower-is-better");
    Err(SourceError::usage(
        format!("higher {metric} is better, found {lower}"),
        format!("drop {lower}: it is for scores, ratios and formulas, whose direction is not known"),
    ))
}

impl Sources {
    /// Reads and scores every file once. Of the request it looks at what the scores are a sample of, and at the margin.
    ///
    /// # Errors
    /// [`SourceError`] for files that cannot be read, paired or scored.
    pub fn read(&self, request: &Request) -> Result<OwnedData, SourceError> {
        if self.answers.is_some() {
            self.refuse_answers(request)?;
            return rows::read(self);
        }
        if let Some((first, also)) = self.metrics.split_first() {
            self.refuse_for_outputs(request)?;
            let scoring = score(&self.systems, &self.clustered(first)?)?;
            let MetricInfo { name, higher_is_better, .. } = scoring.described().metric;
            refuse_direction(&name, higher_is_better, request)?;
            let mut data = self.of_scoring(scoring)?;
            for metric in also {
                data.beside(&score(&self.systems, metric)?);
            }
            return Ok(data);
        }
        if let Some(saved) = self.saved(request)? {
            return self.of_scoring(saved);
        }
        let paired = !request.sample.unpaired;
        if self.reading.gold.is_some() {
            refuse_direction("accuracy", true, request)?;
        }
        let of_file = self.cluster_file();
        let keep_ids = request.question.margin.is_some() || of_file.is_some();
        let cluster = self.reading.cluster.clone().filter(|_| of_file.is_none());
        let clusters_elsewhere = of_file.is_some();
        let asked_for = Options { paired, keep_ids, cluster, clusters_elsewhere, ..self.reading.clone() };
        let loaded = load(&self.systems, &asked_for)?;
        let items = loaded.items();
        let (mut strata, mut by) = (None, loaded.by);
        if self.has_strata() {
            strata = by.take().map(|by| Strata { column: by.column, codes: by.codes.into() });
        }
        let mut data = OwnedData {
            owned: Owned::Scores {
                mean: None,
                systems: loaded.systems.into_iter().map(Into::into).collect(),
            },
            strata,
            clusters: loaded.clusters.map(Clustering::from),
            answered: None,
            by,
            ids: loaded.ids,
            name: self.reading.gold.is_some().then(|| "accuracy".to_owned()),
            full_name: None,
            inputs: loaded.inputs.into_iter().map(Into::into).collect(),
            notes: loaded.notes,
            also: Vec::new(),
        };
        if let Some(typed) = of_file {
            let id = data.ids.as_ref().map(|ids| |item| ids.get(item));
            let id = id.as_ref().map(|id| id as &dyn Fn(usize) -> Option<String>);
            let (clusters, input) = clusters::of_file(typed, items, id, &self.reading)?;
            data.clusters = Some(clusters);
            data.inputs.push(input);
        }
        Ok(data)
    }

    /// The file of clusters, where they stand in one of their own.
    fn cluster_file(&self) -> Option<&str> {
        self.reading.cluster.as_deref().filter(|typed| clusters::is_file(typed))
    }

    /// A metric of outputs with the column of clusters, where outputs have columns.
    fn clustered(&self, metric: &ScoreRequest) -> Result<ScoreRequest, SourceError> {
        let mut metric = metric.clone();
        if let Some(typed) = &self.reading.cluster
            && self.cluster_file().is_none()
        {
            if !metric.reads_columns() {
                return Err(clusters::no_column(typed, &metric.metric.to_string()));
            }
            metric.reading.cluster = Some(typed.clone());
        }
        if !self.has_strata() {
            metric.reading.by.clone_from(&self.reading.by);
        }
        Ok(metric)
    }

    /// What outputs score, the baseline first.
    fn of_scoring(&self, scoring: Scoring) -> Result<OwnedData, SourceError> {
        let (full_name, items) = (scoring.full_name(), scoring.items());
        let (by, mut clusters) = (scoring.by, scoring.clusters.map(Clustering::from));
        let mut inputs = scoring.inputs;
        if let Some(typed) = self.cluster_file() {
            let ids = scoring.ids;
            let id = ids.as_ref().map(|ids| |item: usize| ids.get(item).cloned());
            let id = id.as_ref().map(|id| id as &dyn Fn(usize) -> Option<String>);
            let reading = self.metrics.first().map_or(&self.reading, |metric| &metric.reading);
            let (of_file, input) = clusters::of_file(typed, items, id, reading)?;
            clusters = Some(of_file);
            inputs.push(input);
        }
        let owned = match scoring.scored {
            Scored::Counted { metric, systems } => {
                Owned::Counted { metric, systems: self.baseline_first(systems, |system| &system.name)? }
            }
            Scored::Scores { mean, systems } => Owned::Scores {
                mean: Some(mean),
                systems: self.baseline_first(systems, |system| &system.name)?,
            },
        };
        let notes = scoring.notes;
        Ok(OwnedData {
            owned,
            strata: None,
            clusters,
            answered: None,
            by,
            ids: None,
            name: None,
            full_name,
            inputs,
            notes,
            also: Vec::new(),
        })
    }

    pub(super) fn baseline_first<T>(
        &self,
        mut systems: Vec<T>,
        name: impl Fn(&T) -> &str,
    ) -> Result<Vec<T>, SourceError> {
        let Some(wanted) = &self.reading.baseline else { return Ok(systems) };
        let Some(at) = systems.iter().position(|system| name(system) == wanted) else {
            let names: Vec<&str> = systems.iter().map(name).collect();
            return Err(SourceError::usage(
                format!("expected {} to name a system, found {wanted}", asked("baseline")),
                format!("the systems are {}", names.join(", ")),
            ));
        };
        systems[..=at].rotate_right(1);
        Ok(systems)
    }

    /// Refuses what several rows of one item do not go with.
    fn refuse_answers(&self, request: &Request) -> Result<(), SourceError> {
        let option = if self.answers.seed.is_some() { "seed-col" } else { "repeat" };
        let refuse = |found: String, hint: &str| {
            Err(SourceError::usage(format!("{} is for scores of items, found {found}", asked(option)), hint))
        };
        if let Some(metric) = self.metrics.first() {
            let hint = "score each answer by itself first, or use accuracy";
            return refuse(asked_as("metric", &metric.metric).to_string(), hint);
        }
        if request.sample.unpaired {
            return refuse(asked("unpaired").to_string(), "drop one of the two");
        }
        match self.cluster_file() {
            Some(file) => refuse(asked_as("cluster", file).to_string(), "name a column of the same table"),
            None => Ok(()),
        }
    }

    /// Refuses what only scores of items have.
    fn refuse_for_outputs(&self, request: &Request) -> Result<(), SourceError> {
        // Sub-populations stand in columns; strata are of means alone.
        let has_columns = self.metrics[0].reads_columns() && !self.has_strata();
        let grouped = self.reading.by.is_some() && !has_columns;
        let grouped = grouped.then(|| self.reading.grouping.name());
        let Some(option) = request.sample.unpaired.then_some("unpaired").or(grouped) else { return Ok(()) };
        let names: Vec<String> = self.metrics.iter().map(|asked| asked.metric.to_string()).collect();
        let option = asked(option);
        // Only a measure of rankings has a score per item here; its files have no columns.
        let why = match self.metrics[0].metric.description().make {
            Make::Rankings(_) => format!(
                "runs hold no such column, and their queries are the same: save the scores of each query (restrap score {}), and \
                 compare these files",
                asked_as("out", "'{}.csv'")
            ),
            _ if request.sample.unpaired || self.has_strata() => {
                format!("drop {option}: a metric of the whole corpus has no score per item")
            }
            _ => format!("drop {option}: these outputs have no columns"),
        };
        Err(SourceError::usage(
            format!("{option} is for files of scores, found the metric {}", names.join(",")),
            why,
        ))
    }
}
