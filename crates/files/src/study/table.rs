//! A table with a column of data sets, wide or long.

use restrap_io::{By, Filter, Grouping, Options, load, locate};
use restrap_words::{Code, asked_as, refers_to};

use super::sets::Study;
use crate::sources::{SourceError, Sources};

/// Which data sets a file has, and which systems each of them where the table is long.
struct Found {
    typed: String,
    datasets: Vec<(String, Vec<String>)>,
}

pub(super) fn study(template: &Sources, column: &str) -> Result<Study, SourceError> {
    let found = found(template, column)?;
    let mut names: Vec<&String> = Vec::new();
    for (name, _) in found.iter().flat_map(|file| &file.datasets) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    // The first system of a long table, unless one was named: a data set may begin with another.
    let first = found
        .first()
        .and_then(|file| file.datasets.first())
        .and_then(|(_, systems)| systems.first());
    let baseline = template.reading.baseline.as_ref().or(first);
    let (mut study, mut lost) = (Study::default(), Vec::new());
    let of = |name: &String| {
        let own = found
            .iter()
            .filter(|file| file.datasets.iter().any(|(known, _)| known == name));
        let own: Vec<&Found> = own.collect();
        let systems = own
            .iter()
            .flat_map(|file| file.datasets.iter().filter(|(known, _)| known == name));
        let systems: Vec<&String> = systems.flat_map(|(_, systems)| systems).collect();
        let has_baseline = match baseline {
            Some(baseline) if !systems.is_empty() => {
                systems.iter().any(|system| refers_to(baseline, system))
            }
            _ => {
                own.first().is_some_and(|file| file.typed == found[0].typed)
                    || template.reading.baseline.is_some()
            }
        };
        (
            own.into_iter()
                .map(|file| file.typed.clone())
                .collect::<Vec<String>>(),
            has_baseline,
        )
    };
    let mut kept: Vec<(&String, Vec<String>)> = Vec::new();
    for name in names {
        match of(name) {
            (typed, true) => kept.push((name, typed)),
            (_, false) => lost.push(name.as_str()),
        }
    }
    if !lost.is_empty() {
        let called = baseline.map_or("", String::as_str);
        study.notes.push(Code::DataSetLeftOut.says(format!(
            "{} left out: the baseline {called} has no rows there",
            lost.join(", ")
        )));
    }
    study.measures = Study::of_metrics(template, |sources| {
        let of = |(name, typed): &(&String, Vec<String>)| {
            let mut own = Sources {
                systems: typed.clone(),
                ..sources.clone()
            };
            own.reading.baseline = baseline.cloned();
            own.reading.filters = filters(template, column, name);
            for metric in &mut own.metrics {
                metric.reading.filters.clone_from(&own.reading.filters);
                metric.reading.baseline.clone_from(&own.reading.baseline);
            }
            ((*name).clone(), own)
        };
        kept.iter().map(of).collect()
    });
    Ok(study)
}

/// The filters that were asked for, with this value in place of those of the column.
fn filters(template: &Sources, column: &str, value: &str) -> Vec<Filter> {
    let others = template
        .reading
        .filters
        .iter()
        .filter(|filter| filter.column != column)
        .cloned();
    let own = Filter::equal(column, value);
    others.chain([own]).collect()
}

/// The data sets of each file.
fn found(template: &Sources, column: &str) -> Result<Vec<Found>, SourceError> {
    let mut all = Vec::new();
    for (typed, located) in template.systems.iter().zip(locate(&template.systems)?) {
        let long = template.reading.long.as_ref();
        let file = match long {
            Some(long) => format!("{}:{}", located.path, long.score),
            None => typed.clone(),
        };
        let mut roles = vec![(Grouping::Datasets, column.to_owned())];
        roles.extend(long.map(|long| (Grouping::Systems, long.system.clone())));
        let asked_for = Options {
            id: Vec::new(),
            long: None,
            by: None,
            cluster: None,
            baseline: None,
            roles,
            takes_counts: true,
            // What is missing is said where scores are read.
            missing: restrap_io::Missing::Zero,
            ..template.reading.clone()
        };
        let loaded = load(&[file], &asked_for)?;
        let mut roles = loaded.roles.into_iter();
        let Some(datasets) = roles.next() else {
            continue;
        };
        let systems = roles.next();
        let wanted = located.column.as_deref().filter(|_| long.is_some());
        all.push(Found {
            typed: typed.clone(),
            datasets: by_dataset(&datasets, systems.as_ref(), wanted),
        });
    }
    if all.iter().all(|file| file.datasets.is_empty()) {
        return Err(SourceError::usage(
            format!(
                "expected data sets in {}, found none",
                asked_as("dataset", column)
            ),
            "look at the column with restrap inspect",
        ));
    }
    Ok(all)
}

/// The values of a column in their order, each with the systems that have rows of it.
fn by_dataset(
    datasets: &By,
    systems: Option<&By>,
    wanted: Option<&str>,
) -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = datasets
        .values
        .iter()
        .map(|value| (value.clone(), Vec::new()))
        .collect();
    let Some(systems) = systems else { return found };
    for (&dataset, &system) in datasets.codes.iter().zip(&systems.codes) {
        let (Some(dataset), Some(system)) = (dataset.checked_sub(1), system.checked_sub(1)) else {
            continue;
        };
        let name = &systems.values[system as usize];
        let of = &mut found[dataset as usize].1;
        if wanted.is_none_or(|wanted| refers_to(wanted, name)) && !of.contains(name) {
            of.push(name.clone());
        }
    }
    found.retain(|(_, systems)| !systems.is_empty());
    found
}
