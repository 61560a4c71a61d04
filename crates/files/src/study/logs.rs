//! Folders of lm-evaluation-harness: each task is a data set with a metric of its own.

use std::path::Path;

use restrap_io::{TaskLog, locate, tasks};
use restrap_words::{Code, Note, asked_as};

use super::sets::{Study, StudyMeasure, StudySet};
use crate::sources::{SourceError, Sources};

/// Columns of these files that are not a property of a sample alone.
const TASK: &str = "task";
const FILTER: &str = "filter";

/// A system and its tasks.
struct Run {
    name: String,
    /// The metric, if one was typed.
    metric: Option<String>,
    tasks: Vec<TaskLog>,
}

/// `None` where not all systems are folders of such logs.
pub(super) fn study(template: &Sources) -> Result<Option<Study>, SourceError> {
    let Ok(located) = locate(&template.systems) else {
        return Ok(None);
    };
    if !located.iter().all(|one| Path::new(&one.path).is_dir()) {
        return Ok(None);
    }
    let run = |one: &restrap_io::Located| {
        Ok(Run {
            name: one.name.clone(),
            metric: one.column.clone(),
            tasks: tasks(&one.path)?,
        })
    };
    let runs = located
        .iter()
        .map(run)
        .collect::<Result<Vec<Run>, SourceError>>()?;
    if runs.iter().any(|run| run.tasks.is_empty()) {
        return Ok(None);
    }
    if let Some(metric) = template.metrics.first() {
        return Err(SourceError::usage(
            format!(
                "folders of logs hold scores, found {}",
                asked_as("metric", &metric.metric)
            ),
            "name the metric of the logs behind the folder: FOLDER:acc",
        ));
    }
    let runs = template.baseline_first(runs, |run| &run.name)?;
    let mut study = Study::default();
    let mut names: Vec<&str> = Vec::new();
    for log in runs.iter().flat_map(|run| &run.tasks) {
        if !names.contains(&&log.task[..]) && wants(template, &log.task) {
            names.push(&log.task);
        }
    }
    let mut measure = StudyMeasure::default();
    for name in names {
        measure
            .sets
            .extend(set(template, &runs, name, &mut study.notes)?);
    }
    study.measures = vec![measure];
    Ok(Some(study))
}

/// The task passes the filters of tasks.
fn wants(template: &Sources, task: &str) -> bool {
    let of_task = || {
        template
            .reading
            .filters
            .iter()
            .filter(|filter| filter.column == TASK)
    };
    let mut kept = of_task().filter(|filter| !filter.negated).peekable();
    let is_kept = kept.peek().is_none() || kept.any(|filter| filter.value == task);
    is_kept && !of_task().any(|filter| filter.negated && filter.value == task)
}

/// One task; `None`, with a note, where the baseline or a metric of samples is wanting.
fn set(
    template: &Sources,
    runs: &[Run],
    name: &str,
    notes: &mut Vec<Note>,
) -> Result<Option<StudySet>, SourceError> {
    let own: Vec<(&Run, &TaskLog)> = runs
        .iter()
        .filter_map(|run| Some((run, run.tasks.iter().find(|log| log.task == name)?)))
        .collect();
    if own[0].0.name != runs[0].name {
        notes.push(Code::DataSetLeftOut.says(format!(
            "{name} left out: the baseline {} has no samples of it",
            runs[0].name
        )));
        return Ok(None);
    }
    let earlier: usize = own.iter().map(|(_, log)| log.earlier).sum();
    if earlier > 0 {
        notes.push(Code::EarlierLeftOut.says(format!(
            "{name}: the last samples of each folder are read, {earlier} earlier left out"
        )));
    }
    let in_all = |metric: &&String| own.iter().all(|(_, log)| log.metrics.contains(metric));
    let first = own[0].1.metrics.iter().find(in_all);
    let typed = own
        .iter()
        .map(|(run, _)| run.metric.as_ref().or(first).cloned());
    let Some(metrics) = typed.collect::<Option<Vec<String>>>() else {
        notes.push(Code::DataSetLeftOut.says(format!(
            "{name} left out: no metric has a score for each of its samples in every folder"
        )));
        return Ok(None);
    };
    if let Some(((run, _), metric)) = own
        .iter()
        .zip(&metrics)
        .find(|((_, log), metric)| !log.metrics.contains(metric))
    {
        notes.push(Code::DataSetLeftOut.says(format!(
            "{name} left out: {} has no score {metric} of its samples",
            run.name
        )));
        return Ok(None);
    }
    let mut reading = template.reading.clone();
    reading.baseline = None;
    reading.filters.retain(|filter| filter.column != TASK);
    let filters = &own[0].1.filters;
    let asked_for = reading
        .filters
        .iter()
        .any(|filter| filter.column == FILTER && filters.contains(&filter.value));
    if !asked_for {
        reading.filters.retain(|filter| filter.column != FILTER);
        if let [first, others @ ..] = &filters[..]
            && !others.is_empty()
        {
            notes.push(Code::FilterChosen.says(format!(
                "{name}: the first of the filters {} is used; {} selects another",
                filters.join(", "),
                asked_as("where", format!("{FILTER}={}", others[0]))
            )));
            let filter = format!("{FILTER}={first}");
            reading
                .filters
                .push(filter.parse().map_err(SourceError::from)?);
        }
    }
    let typed = own
        .iter()
        .zip(&metrics)
        .map(|((run, log), metric)| format!("{}={}:{metric}", run.name, log.path));
    let sources = Sources {
        systems: typed.collect(),
        reading,
        ..template.clone()
    };
    Ok(Some(StudySet {
        name: name.to_owned(),
        metric: Some(metrics[0].clone()),
        sources,
    }))
}
