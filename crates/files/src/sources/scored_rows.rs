//! Outputs of several training runs, or several answers to each item, in files of their own (`out/base.{seed}.txt`), by any metric.
//!
//! Every file is scored by itself. A metric that sums determine has no score of an item: in its place stands what the item adds to the
//! metric of its file by the jackknife (Tukey 1958), so that the mean over the items is that metric.

use restrap_core::Times;
use restrap_io::locate_patterns;
use restrap_lib::inner::{SetsOfRuns, influences};
use restrap_lib::{Counted, Groups, IntegerColumn, Request, Scores};
use restrap_metrics::Mean;

use super::Sources;
use super::data::{Owned, OwnedData};
use super::error::SourceError;
use super::reduce;
use super::rows::{Labelled, Names, Table};
use crate::score::{ScoreRequest, Scored, score, score_saved};

/// The files of all systems, each with its system and what its path says.
struct Files {
    typed: Vec<String>,
    labelled: Vec<(String, Labelled)>,
}

impl Files {
    fn of(sources: &Sources) -> Result<Self, SourceError> {
        let (mut typed, mut labelled) = (Vec::new(), Vec::new());
        for one in locate_patterns(&sources.systems)? {
            for (path, values) in super::rows::files(&one) {
                let column = one
                    .column
                    .as_ref()
                    .map_or_else(String::new, |column| format!(":{column}"));
                typed.push(format!("{path}{column}"));
                labelled.push((one.name.clone(), values.to_vec()));
            }
        }
        Ok(Self { typed, labelled })
    }

    /// The mean of the files of each system, value by value.
    fn means_of(&self, of_files: Vec<Vec<f64>>) -> Vec<(String, Vec<f64>)> {
        let mut means: Vec<(String, Vec<f64>, f64)> = Vec::new();
        for ((name, _), values) in self.labelled.iter().zip(of_files) {
            match means.iter_mut().find(|(known, ..)| known == name) {
                Some((_, sums, files)) => {
                    sums.iter_mut()
                        .zip(values)
                        .for_each(|(sum, value)| *sum += value);
                    *files += 1.0;
                }
                None => means.push((name.clone(), values, 1.0)),
            }
        }
        let mean = |(name, sums, files): (String, Vec<f64>, f64)| {
            (name, sums.into_iter().map(|sum| sum / files).collect())
        };
        means.into_iter().map(mean).collect()
    }
}

impl Sources {
    /// What the outputs of every run or answer score, made one value per item as scores in such files are; nothing where the files hold
    /// scores.
    pub(super) fn read_scored_rows(
        &self,
        request: &Request,
    ) -> Result<Option<OwnedData>, SourceError> {
        let files = Files::of(self)?;
        let scored = |metric: &ScoreRequest| {
            Ok::<_, SourceError>(score(&files.typed, &self.clustered(metric, false)?)?)
        };
        let scoring = match self.metrics.first() {
            Some(first) => scored(first)?,
            None => match score_saved(&files.typed, self.reading.mmap)? {
                Some(saved) => saved,
                None => return Ok(None),
            },
        };
        super::read::refuse_direction(scoring.described().metric.higher_is_better, request)?;
        let full_name = scoring.full_name();
        if let Scored::Items(metric) = &scoring.scored {
            let found = format!("{} is a function of all items of a file", metric.name());
            return Err(SourceError::usage(
                found,
                "compare one run at a time, or average the scores of the runs",
            ));
        }
        let sets = match (&scoring.by, &self.reading.by) {
            (Some(by), _) if self.are_sets => {
                let groups = Groups::of(Some(by.clone()), false);
                groups.populations().map(SetsOfRuns::new).transpose()?
            }
            (_, Some(column)) => return Err(super::rows::of_groups(self, column)),
            _ => None,
        };
        let (mean, columns, on_sets) = values(scoring.scored, sets.as_ref());
        let mut table = Table {
            inputs: scoring.inputs,
            notes: scoring.notes,
            ..Table::default()
        };
        let ids = scoring.ids;
        let name = |item: usize| {
            ids.as_ref()
                .map_or_else(|| (item + 1).to_string(), |ids| ids[item].clone())
        };
        let items: Vec<u32> = (0..columns.first().map_or(0, Vec::len))
            .map(|item| table.items.number(&name(item)))
            .collect();
        let clusters = scoring.clusters.map_or_else(
            || vec![0; items.len()],
            |by| numbers(&mut table.clusters, &by),
        );
        for ((name, values), scores) in files.labelled.iter().zip(columns) {
            table.add_file(name, values, &items, &clusters, &scores);
        }
        table.put_first(self)?;
        let mut data = match request.sample.over {
            restrap_lib::Over::Seeds => reduce::of_runs(self, table)?,
            _ => reduce::data(self, table)?,
        };
        if let Owned::Scores { mean: none, .. } = &mut data.owned {
            *none = Some(mean);
        }
        data.full_name = full_name;
        data.sets = sets.map(|sets| sets.with(files.means_of(on_sets)));
        Ok(Some(data))
    }
}

/// The numbers of the groups of rows.
fn numbers(names: &mut Names, by: &restrap_io::By) -> Vec<u32> {
    let numbers: Vec<u32> = by.values.iter().map(|value| names.number(value)).collect();
    by.codes
        .iter()
        .map(|&code| numbers[(code as usize).saturating_sub(1)])
        .collect()
}

/// The scores of the items of each file, what their mean is, and the value of each file on each data set, where there are some.
fn values(scored: Scored, sets: Option<&SetsOfRuns>) -> (Mean, Vec<Vec<f64>>, Vec<Vec<f64>>) {
    match scored {
        Scored::Items(_) => unreachable!("refused before"),
        Scored::Scores { mean, systems } => {
            let own = |system: Scores| match sets {
                None => (system.rows().to_vec(), Vec::new()),
                Some(sets) => sets.linear(|items| {
                    let values: Vec<f64> = items.iter().map(|&item| system.rows()[item]).collect();
                    (values.iter().sum::<f64>() / values.len() as f64, values)
                }),
            };
            let (columns, on_sets) = systems.into_iter().map(own).unzip();
            (mean, columns, on_sets)
        }
        Scored::Counted { metric, systems } => {
            let mean = Mean {
                name: metric.name(),
                signature: format!("{}|items:jackknife", metric.signature()),
                higher_is_better: metric.higher_is_better(),
                range: None,
            };
            let own = |system: &Counted| match sets {
                None => (influences(&*metric, system), Vec::new()),
                Some(sets) => sets.linear(|items| {
                    let of = |column: &IntegerColumn| {
                        let whole = column.whole();
                        items.iter().map(|&item| whole[item]).collect()
                    };
                    let own = Counted {
                        name: String::new(),
                        columns: system.columns.iter().map(of).collect(),
                        times: Times::Once,
                    };
                    (metric.finish(&own.sums()), influences(&*metric, &own))
                }),
            };
            let (columns, on_sets) = systems.iter().map(own).unzip();
            (mean, columns, on_sets)
        }
    }
}
