//! From paths to data.

use restrap_io::{Decisions, Direction, ItemIds, Options, describe, groups_beside, load, locate};
use restrap_metrics::{Mean, MetricName};
use std::str::FromStr;

use restrap_words::{Code, HELD, Note, asked_as};

use super::as_scores::read_numbers;
use super::data::{Owned, OwnedData};
use super::error::SourceError;
use super::order::baseline_first;
use super::{Sources, clusters, duel, human, reduce, row_metric, rows};
use crate::score::{ScoreRequest, Scored, Scoring, score};
use restrap_lib::{
    Clustering, Error, Groups, IntervalMethod, Over, Request, Sampling, Scores, Units,
    inner::{Given, goes_with},
    outcome::{MetricInfo, Reading},
};

/// Refuses to turn a metric round that knows its direction; that lower is better may be said again.
pub(super) fn refuse_direction(
    higher_is_better: bool,
    request: &Request,
) -> Result<(), SourceError> {
    Ok(goes_with::check(&goes_with::of(&[
        (Given::LowerIsBetter, !request.question.higher_is_better),
        (Given::KnownDirection, higher_is_better),
    ]))?)
}

/// Returns a note if the files of several systems seem to be training runs of fewer systems: the same three or more numbers in the
/// names of each, as when a shell expands `*`.
fn seem_runs(typed: &[String]) -> Option<Note> {
    if typed.iter().any(|path| path.contains(HELD)) {
        return None;
    }
    let mut recipes: Vec<(String, Vec<&str>)> = Vec::new();
    for path in typed {
        let end = path.rfind(|c: char| c.is_ascii_digit())? + 1;
        let begin = path[..end]
            .trim_end_matches(|c: char| c.is_ascii_digit())
            .len();
        if path.contains(['=', '{', '*']) {
            return None;
        }
        let recipe = format!("{}{{seed}}{}", &path[..begin], &path[end..]);
        match recipes.iter_mut().find(|(known, _)| *known == recipe) {
            Some((_, seeds)) => seeds.push(&path[begin..end]),
            None => recipes.push((recipe, vec![&path[begin..end]])),
        }
    }
    let (_, seeds) = recipes.first()?;
    let are_runs =
        recipes.len() > 1 && seeds.len() > 2 && recipes.iter().all(|(_, others)| others == seeds);
    are_runs.then(|| {
        let recipes: Vec<String> = recipes
            .iter()
            .map(|(recipe, _)| format!("'{recipe}'"))
            .collect();
        Code::SeemsRuns.says(format!(
            "{} systems: if these are {} training runs of each of {}, name them by {}",
            typed.len(),
            seeds.len(),
            recipes.len(),
            recipes.join(" ")
        ))
    })
}

impl Sources {
    /// Reads and scores every file once. Of the request it looks at what the scores are a sample of, and at the margin.
    ///
    /// # Errors
    /// [`SourceError`] for files that cannot be read, paired or scored.
    pub fn read(&self, request: &Request) -> Result<OwnedData, SourceError> {
        let data = self.read_scores(request)?;
        let data = match &self.human {
            Some(typed) => human::add(self, typed, data)?,
            None => data,
        };
        let data = data.against(self.against, request)?;
        let data = self.summed_up(data).of_column(self.columns.first());
        let mut data = self.mixed(data)?;
        data.are_counted = self.reading.count.is_some();
        data.notes.extend(seem_runs(&self.systems));
        data.reading.decisions = self.reading.decisions.recipe();
        data.reading.filters = self
            .reading
            .filters
            .iter()
            .map(ToString::to_string)
            .collect();
        Ok(data)
    }

    /// The data with groups that weigh as was asked for.
    ///
    /// # Errors
    /// For what has no score of every item, and groups that are not those of the mix.
    fn mixed(&self, data: OwnedData) -> Result<OwnedData, SourceError> {
        let Some(mix) = &self.mix else {
            return Ok(data);
        };
        let (Owned::Scores { systems, mean }, Some(by)) =
            (&data.owned, data.sampling.groups.populations())
        else {
            goes_with::check(&[Given::Mix, Given::Metric])?;
            return Ok(data);
        };
        let (mean, name) = (mean.clone(), data.name.clone());
        let known = mean
            .as_ref()
            .map(|mean| (mean.name.clone(), mean.signature.clone()));
        let (name, signature) = known.unwrap_or_else(|| {
            let name = name.unwrap_or_else(|| "mean".to_owned());
            (name.clone(), name)
        });
        let mean = Mean {
            name: format!("{name} of a mix"),
            signature: format!("{signature}|mix:{mix}"),
            range: mean.as_ref().and_then(|mean| mean.range),
            higher_is_better: mean.is_none_or(|mean| mean.higher_is_better),
        };
        let (mixed, strata) = mix.of(systems, by, mean)?;
        Ok(OwnedData {
            mixed: Some(mixed),
            sampling: Sampling {
                groups: Groups::Strata(strata),
                ..data.sampling
            },
            name: None,
            ..data
        })
    }

    fn read_scores(&self, request: &Request) -> Result<OwnedData, SourceError> {
        let mut own = self.with_roles()?;
        own.reading.decisions = self.decisions(request);
        own.check_options(request)?;
        if let Some(numbers) = &self.numbers {
            return Ok(read_numbers(numbers, self.reading.baseline.as_deref())?);
        }
        if let Some(columns) = &self.votes {
            return duel::read(self, columns);
        }
        if own.has_answers() {
            if !own.answers.has_column()
                && let Some(scored) = own.read_scored_rows(request)?
            {
                return Ok(scored);
            }
            let table = rows::read(&own)?;
            table.check_range(request)?;
            return match request.sample.over {
                Over::Seeds => reduce::of_runs(&own, table),
                _ => reduce::data(&own, table),
            };
        }
        let own = own.with_agreement(request)?;
        own.check_groups()?;
        if request.sample.unpaired && own.reading.cluster.is_some() && own.metrics.is_empty() {
            return own.read_apart(request);
        }
        own.read_items(request)
    }

    /// Takes accuracy for a metric of outputs where each system's labels have a gold of their own items.
    fn with_agreement(mut self, request: &Request) -> Result<Self, SourceError> {
        let gold = self
            .reading
            .gold
            .take_if(|_| request.sample.unpaired && self.metrics.is_empty());
        if gold.is_some() {
            let reading = self.reading.clone();
            let accuracy =
                MetricName::from_str("accuracy").map_err(crate::score::ScoreError::from)?;
            self.metrics.push(ScoreRequest {
                gold,
                reading,
                ..ScoreRequest::new(accuracy)
            });
        }
        Ok(self)
    }

    /// Systems that scored different items, each with the clusters of its own.
    fn read_apart(&self, request: &Request) -> Result<OwnedData, SourceError> {
        let mut paired = request.clone();
        paired.sample.unpaired = false;
        let (mut all, mut systems, mut apart) = (OwnedData::default(), Vec::new(), Vec::new());
        for system in &self.systems {
            let one = Self {
                systems: vec![system.clone()],
                ..self.clone()
            };
            let read = one.read_items(&paired)?;
            if let Owned::Scores { systems: own, .. } = read.owned {
                apart.extend(
                    own.iter()
                        .filter_map(|_| read.sampling.units.clusters().cloned()),
                );
                systems.extend(own);
            }
            all.inputs.extend(read.inputs);
            all.notes.extend(read.notes);
        }
        all.owned = Owned::Scores {
            mean: None,
            systems,
        };
        all.sampling.units = Units::Apart(apart);
        Ok(all)
    }

    /// Refuses a name of groups that is a file's and a column's at once.
    fn check_groups(&self) -> Result<(), SourceError> {
        let reading = &self.reading;
        let asked = [
            ("cluster", &reading.cluster),
            (reading.grouping.name(), &reading.by),
        ];
        let is_file = |typed: &&String| !typed.contains(['/', ':']) && clusters::is_file(typed);
        for (option, typed) in asked {
            let Some(typed) = typed.as_ref().filter(is_file) else {
                continue;
            };
            for system in locate(&self.systems)? {
                if system.path == "-" {
                    continue;
                }
                let described = describe(&system.path, reading);
                let columns = described.map_or_else(|_| Vec::new(), |described| described.columns);
                let has_name = |name: &Option<String>| name.as_ref() == Some(typed);
                if columns.iter().any(|column| has_name(&column.name)) {
                    return Err(SourceError::usage(
                        format!(
                            "{} is both a file and a column of {}",
                            asked_as(option, typed),
                            system.path
                        ),
                        format!(
                            "./{typed} is the file; for the column, run it from another folder or rename the file"
                        ),
                    ));
                }
            }
        }
        Ok(())
    }

    /// Returns the answers to questions about items, systems and numbers, with those of the request.
    pub(super) fn decisions(&self, request: &Request) -> Decisions {
        Decisions {
            range: request.sample.range.map(|range| (range.low, range.high)),
            direction: match (request.question.higher_is_better, self.direction_by_name) {
                (false, _) => Direction::Lower,
                (true, true) => Direction::ByName,
                (true, false) => Direction::Higher,
            },
            ..self.reading.decisions.clone()
        }
    }

    /// Files with one row per item.
    fn read_items(&self, request: &Request) -> Result<OwnedData, SourceError> {
        if let Some(first) = self.metrics.first() {
            let is_unpaired = request.sample.unpaired;
            let mut first = self.clustered(first, is_unpaired)?;
            let is_studentized = request.question.interval == IntervalMethod::Studentized;
            first.reading.takes_counts = self.takes_counts() && !is_unpaired && !is_studentized;
            let scoring = score(&self.systems, &first)?;
            let MetricInfo {
                higher_is_better, ..
            } = scoring.described().metric;
            refuse_direction(higher_is_better, request)?;
            return self.of_scoring(scoring);
        }
        if self.rows.is_none()
            && let Some(saved) = self.saved(request)?
        {
            return self.of_scoring(saved);
        }
        let over = request.sample.over;
        let paired = !(request.sample.unpaired || over.is_independent());
        let knows_rows = over != Over::Items;
        if self.reading.gold.is_some() {
            refuse_direction(true, request)?;
        }
        let reading = self.reading_of_items();
        let part = self
            .reading
            .cluster
            .as_deref()
            .filter(|typed| clusters::is_part(typed));
        let keep_ids = reading.keep_ids
            || request.question.margin.is_some()
            || part.is_some()
            || self.human.is_some();
        let asked_for = Options {
            paired,
            keep_ids,
            knows_rows,
            takes_counts: self.takes_counts() && reading.roles.is_empty(),
            ..reading
        };
        let loaded = load(&self.systems, &asked_for)?;
        let items = loaded.items();
        let mut clusters = loaded.clusters.map(Clustering::from);
        let lower = loaded.lower.filter(|_| {
            self.direction_by_name && self.reading.gold.is_none() && self.rows.is_none()
        });
        let systems: Vec<Scores<'static>> = loaded.systems.into_iter().map(Into::into).collect();
        let mut data = OwnedData {
            is_lower: lower.is_some(),
            owned: match &self.rows {
                Some(metric) => row_metric::measured(&**metric, &systems)?,
                None => Owned::Scores {
                    mean: None,
                    systems,
                },
            },
            sampling: Groups::of(loaded.by, self.has_strata()).into(),
            ids: loaded.ids,
            seems_clustered: loaded.seems_clustered,
            name: self.reading.gold.is_some().then(|| "accuracy".to_owned()),
            reading: Reading {
                measure: loaded.measure,
                ..Reading::default()
            },
            inputs: loaded.inputs.into_iter().map(Into::into).collect(),
            notes: loaded.notes,
            ..OwnedData::default()
        };
        data.notes.extend(lower.map(|what| {
            Code::DirectionByName.says(format!(
                "{what}: lower is better; for the opposite add {}",
                asked_as("metric", "mean")
            ))
        }));
        if let Some(typed) = part {
            let id = data.ids.as_ref().map(|ids| |item| ids.get(item));
            let id = id.as_ref().map(|id| id as &dyn Fn(usize) -> Option<String>);
            clusters = Some(clusters::elsewhere(typed, items, id, &self.reading)?.0);
        }
        let (units, note) = match (clusters, loaded.roles.into_iter().next()) {
            (Some(first), Some(second)) => clusters::of_two(first, second.into()),
            (clusters, _) => (clusters.map_or(Units::Items, Units::Clusters), None),
        };
        data.sampling.units = units;
        data.notes.extend(note);
        Ok(data)
    }

    /// Nothing looks at items one by one: quantiles, strata and data sets do, and so do clusters that no column holds.
    fn takes_counts(&self) -> bool {
        let is_of_rows = self.summary.is_none() && self.mix.is_none() && !self.are_sets;
        is_of_rows && !self.has_strata() && self.other_clusters().is_none()
    }

    /// Clusters that no column of the systems' files holds: a file of their own, or a part of every id.
    pub(super) fn other_clusters(&self) -> Option<&str> {
        self.reading
            .cluster
            .as_deref()
            .filter(|typed| clusters::is_elsewhere(typed))
    }

    /// A metric of outputs with the column of clusters, where outputs have columns.
    pub(super) fn clustered(
        &self,
        metric: &ScoreRequest,
        is_unpaired: bool,
    ) -> Result<ScoreRequest, SourceError> {
        let mut metric = metric.clone();
        if let Some(typed) = &self.reading.cluster
            && self.other_clusters().is_none()
            && !metric.reads_columns()
        {
            return Err(clusters::no_column(
                "cluster",
                typed,
                &metric.metric.to_string(),
            ));
        }
        let Options {
            by,
            cluster,
            clusters_elsewhere,
            beside,
            ..
        } = self.reading_of_items();
        metric.reading.by = by;
        metric.reading.cluster = cluster;
        metric.reading.clusters_elsewhere |= clusters_elsewhere;
        metric.reading.beside = beside;
        metric.reading.grouping = self.reading.grouping;
        metric.reading.paired = !is_unpaired;
        Ok(metric)
    }

    /// What outputs score, the baseline first.
    fn of_scoring(&self, scoring: Scoring) -> Result<OwnedData, SourceError> {
        let (full_name, items) = (scoring.full_name(), scoring.items() as usize);
        let (mut by, mut clusters) = (scoring.by, scoring.clusters.map(Clustering::from));
        let mut inputs = scoring.inputs;
        if let (Some(typed), None, Some(metric)) = (&self.reading.by, &by, self.metrics.first()) {
            let grouping = self.reading.grouping;
            if !clusters::is_file(typed) {
                let metric = metric.metric.to_string();
                return Err(clusters::no_column(grouping.name(), typed, &metric));
            }
            let id = scoring
                .ids
                .as_ref()
                .map(|ids| |item: usize| ids.get(item).cloned());
            let id = id.as_ref().map(|id| id as &dyn Fn(usize) -> Option<String>);
            let (of_file, input) = groups_beside((grouping, typed), items, id, &metric.reading)?;
            by = Some(of_file);
            inputs.push(input.into());
        }
        let groups = Groups::of(by, self.has_strata());
        if let (Some(typed), None) = (self.other_clusters(), &clusters) {
            let id = scoring
                .ids
                .as_ref()
                .map(|ids| |item: usize| ids.get(item).cloned());
            let id = id.as_ref().map(|id| id as &dyn Fn(usize) -> Option<String>);
            let reading = self
                .metrics
                .first()
                .map_or(&self.reading, |metric| &metric.reading);
            let (of_file, input) = clusters::elsewhere(typed, items, id, reading)?;
            clusters = Some(of_file);
            inputs.extend(input);
        }
        let owned = match scoring.scored {
            Scored::Counted { metric, systems } => Owned::Counted {
                metric,
                systems: self.baseline_first(systems, |system| &system.name)?,
            },
            Scored::Items(metric) => {
                let named: Vec<(String, usize)> =
                    metric.systems().iter().cloned().zip(0..).collect();
                let order = self.baseline_first(named, |(name, _)| name)?;
                let places: Vec<usize> = order.into_iter().map(|(_, place)| place).collect();
                Owned::Items(metric.in_order(&places).unwrap_or(metric))
            }
            Scored::Scores { mean, systems } => Owned::Scores {
                mean: Some(mean),
                systems: self.baseline_first(systems, |system| &system.name)?,
            },
        };
        let notes = scoring.notes;
        let ids = scoring.ids.map(ItemIds::from);
        let units = clusters.map_or(Units::Items, Units::Clusters);
        Ok(OwnedData {
            owned,
            sampling: Sampling {
                groups,
                ..Sampling::from(units)
            },
            ids,
            full_name,
            inputs,
            notes,
            ..OwnedData::default()
        })
    }

    pub(crate) fn baseline_first<T>(
        &self,
        systems: Vec<T>,
        name: impl Fn(&T) -> &str,
    ) -> Result<Vec<T>, Error> {
        baseline_first(self.reading.baseline.as_deref(), systems, name)
    }
}
