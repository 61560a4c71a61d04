//! Files with several rows per item: answers that were sampled for one prompt, and runs of one recipe with other seeds.
//!
//! The item stays the unit. Its answers become one value, and runs become their mean, beside which the variance between runs is kept.

use std::collections::{HashMap, HashSet};

use restrap_io::{By, Grouping, Loaded, Missing, Options, load, locate};
use restrap_stats::repeats::{Reducer, Repeats};
use restrap_stats::seeds::Runs;
use restrap_words::{asked, asked_as};

use super::Sources;
use super::data::{Owned, OwnedData};
use super::error::SourceError;
use crate::data::answers::Answered;
use crate::data::clusters::Clustering;
use crate::data::scores::Scores;
use crate::number::format::count;
use crate::outcome::InputInfo;

/// The rows of one system: item, training run, cluster and score.
struct Rows {
    name: String,
    rows: Vec<(String, String, Option<u32>, f64)>,
}

/// Reads systems with several rows per item.
///
/// # Errors
/// [`SourceError`] for files that cannot be read, and rows that are not what was said of them.
pub(super) fn read(sources: &Sources) -> Result<OwnedData, SourceError> {
    let (options, long) = (asked_for(sources)?, &sources.reading.long);
    let (mut systems, mut inputs, mut notes) = (Vec::new(), Vec::new(), Vec::new());
    let located = locate(&sources.systems)?;
    for (at, (typed, located)) in sources.systems.iter().zip(&located).enumerate() {
        let file = match long {
            Some(long) => format!("{}:{}", located.path, long.score),
            None => typed.clone(),
        };
        let loaded = load(&[file], &options)?;
        let wanted = long.as_ref().and(located.column.as_deref());
        let own = rows(sources, &loaded, wanted)?;
        let alone = own.len() == 1 && long.is_none();
        systems.extend(
            own.into_iter()
                .map(|rows| if alone { Rows { name: located.name.clone(), ..rows } } else { rows }),
        );
        let role = crate::score::role(at);
        if !inputs.iter().any(|known: &InputInfo| known.path == located.path) {
            let read = loaded.inputs.into_iter().filter(|input| input.path == located.path);
            inputs.extend(read.map(|input| InputInfo { role, ..input.into() }));
            notes.extend(loaded.notes);
        }
    }
    let systems = sources.baseline_first(systems, |system| &system.name)?;
    let items = items(&systems, sources.reading.missing, &mut notes)?;
    let mut scores = Vec::new();
    let mut answered = Answered::default();
    let (mut repeats, mut runs) = (Vec::new(), Vec::new());
    for system in &systems {
        let (values, answers, seeds) = reduced(sources, system, &items)?;
        scores.push(Scores::new(system.name.clone(), values));
        repeats.push(Repeats::new(&answers).map_err(crate::Error::from)?);
        if let Some(seeds) = seeds {
            runs.push(Runs::new(&seeds).map_err(crate::Error::from)?);
        }
    }
    if let Some(column) = &sources.answers.repeat {
        answered.repeats = Some((column.clone(), sources.answers.reducer.to_string(), repeats));
    }
    if let Some(column) = &sources.answers.seed {
        answered.runs = Some((column.clone(), runs));
    }
    let clusters = match (&sources.reading.cluster, systems.first()) {
        (Some(column), Some(first)) => Some(clusters(column, first, &items)?),
        _ => None,
    };
    let gold = sources.reading.gold.is_some();
    Ok(OwnedData {
        owned: Owned::Scores { mean: None, systems: scores },
        strata: None,
        clusters,
        answered: Some(answered),
        by: None,
        ids: None,
        name: gold.then(|| "accuracy".to_owned()),
        full_name: None,
        inputs,
        notes,
        also: Vec::new(),
    })
}

/// What is read of every file: rows with the columns that tell them apart.
fn asked_for(sources: &Sources) -> Result<Options, SourceError> {
    let Options { id, long, by, systems, .. } = &sources.reading;
    let item = match (long, &id[..]) {
        (Some(long), _) => long.item.clone(),
        (None, [column]) => column.clone(),
        _ => {
            return Err(SourceError::usage(
                format!(
                    "several rows of one item need the column of the items, found {} of {}",
                    id.len(),
                    asked("id")
                ),
                format!("add {}", asked_as("id", "COL")),
            ));
        }
    };
    if let Some(column) = by {
        return Err(SourceError::usage(
            format!(
                "{} repeats a comparison of one row per item, found several",
                asked_as(sources.reading.grouping.name(), column)
            ),
            format!("compare one part at a time: {}", asked_as("where", format!("{column}=VALUE"))),
        ));
    }
    if let (Some(globs), Some(_)) = (systems, long) {
        return Err(SourceError::usage(
            format!("{} picks columns here, found a long table", asked_as("systems", globs)),
            "name each system: FILE:NAME",
        ));
    }
    let mut roles = vec![(Grouping::Items, item)];
    roles.extend(sources.answers.repeat.iter().map(|column| (Grouping::Repeats, column.clone())));
    roles.extend(sources.answers.seed.iter().map(|column| (Grouping::Seeds, column.clone())));
    roles.extend(long.iter().map(|long| (Grouping::Systems, long.system.clone())));
    Ok(Options { id: Vec::new(), long: None, baseline: None, roles, ..sources.reading.clone() })
}

/// The rows of each system of a file; `wanted`: the only system of a long table that is asked for.
fn rows(sources: &Sources, loaded: &Loaded, wanted: Option<&str>) -> Result<Vec<Rows>, SourceError> {
    let mut roles = loaded.roles.iter();
    let value = |of: &By, row: usize| of.values[of.codes[row] as usize - 1].clone();
    let Some(items) = roles.next() else { return Ok(Vec::new()) };
    let repeats = sources.answers.repeat.as_ref().and_then(|_| roles.next());
    let seeds = sources.answers.seed.as_ref().and_then(|_| roles.next());
    let names = sources.reading.long.as_ref().and_then(|_| roles.next());
    let mut found: Vec<Rows> = Vec::new();
    for system in &loaded.systems {
        let mut seen: HashSet<(String, u32, u32, u32)> = HashSet::new();
        for (row, &score) in system.scores.iter().enumerate() {
            let name = names.map_or_else(|| system.name.clone(), |names| value(names, row));
            if wanted.is_some_and(|wanted| wanted != name) {
                continue;
            }
            let code = |of: Option<&By>| of.map_or(0, |of| of.codes[row]);
            if !seen.insert((name.clone(), items.codes[row], code(repeats), code(seeds))) {
                return Err(twice(sources, &name, &value(items, row)));
            }
            let seed = seeds.map_or_else(String::new, |seeds| value(seeds, row));
            let cluster = loaded.clusters.as_ref().map(|clusters| clusters.codes[row]);
            let one = (value(items, row), seed, cluster, score);
            match found.iter_mut().find(|rows| rows.name == name) {
                Some(rows) => rows.rows.push(one),
                None => found.push(Rows { name, rows: vec![one] }),
            }
        }
    }
    match wanted.filter(|_| found.is_empty()) {
        Some(wanted) => Err(SourceError::usage(
            format!("expected a system of the long table, found no row of {wanted}"),
            "look at its names with restrap inspect",
        )),
        None => Ok(found),
    }
}

fn twice(sources: &Sources, system: &str, item: &str) -> SourceError {
    let columns: Vec<&str> =
        [&sources.answers.repeat, &sources.answers.seed].into_iter().flatten().map(String::as_str).collect();
    SourceError::usage(
        format!("{system}: item {item} has two rows with the same {}", columns.join(" and ")),
        "remove one, or name the column in which they differ",
    )
}

/// The items of every system, in the order of the baseline.
fn items(systems: &[Rows], missing: Missing, notes: &mut Vec<String>) -> Result<Vec<String>, SourceError> {
    let of = |system: &Rows| {
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut items = Vec::new();
        for (item, ..) in &system.rows {
            if places.insert(item.clone(), items.len()).is_none() {
                items.push(item.clone());
            }
        }
        (items, places)
    };
    let all: Vec<_> = systems.iter().map(of).collect();
    let Some((first, _)) = all.first() else { return Ok(Vec::new()) };
    let in_all = |item: &&String| all.iter().all(|(_, places)| places.contains_key(*item));
    let kept: Vec<String> = first.iter().filter(in_all).cloned().collect();
    for (system, (items, _)) in systems.iter().zip(&all) {
        let dropped = items.len() - kept.len();
        if dropped == 0 {
            continue;
        }
        if missing != Missing::Drop {
            let lacks = items.iter().find(|item| !kept.contains(item)).cloned().unwrap_or_default();
            return Err(SourceError::usage(
                format!(
                    "expected every system to have answers to every item, found item {lacks} in {} alone",
                    system.name
                ),
                format!("{} leaves such items out", asked_as("missing", Missing::Drop)),
            ));
        }
        notes.push(format!(
            "{}: {} left out: an item needs an answer from every system",
            system.name,
            count(dropped as u64, "item")
        ));
    }
    Ok(kept)
}

/// One value per item, the answers that it is of, and one row per training run where there are runs.
#[expect(clippy::type_complexity, reason = "taken apart at its only call")]
fn reduced(
    sources: &Sources,
    system: &Rows,
    items: &[String],
) -> Result<(Vec<f64>, Vec<Vec<f64>>, Option<Vec<Vec<f64>>>), SourceError> {
    let place: HashMap<&str, usize> = items.iter().enumerate().map(|(at, item)| (&item[..], at)).collect();
    let mut seeds: Vec<&str> = Vec::new();
    let mut of_seed: HashMap<&str, usize> = HashMap::new();
    let mut answers: Vec<Vec<Vec<f64>>> = Vec::new();
    for (item, seed, _, score) in &system.rows {
        let Some(&item) = place.get(&item[..]) else { continue };
        let at = *of_seed.entry(seed).or_insert_with(|| {
            seeds.push(seed);
            answers.push(vec![Vec::new(); items.len()]);
            answers.len() - 1
        });
        answers[at][item].push(*score);
    }
    for (seed, answers) in seeds.iter().zip(&answers) {
        if let Some(item) = answers.iter().position(Vec::is_empty) {
            return Err(SourceError::usage(
                format!("{}: run {seed} has no answer to item {}, and others have", system.name, items[item]),
                "every run answers every item: complete it, or leave the run out",
            ));
        }
    }
    let reduce = |answers: &Vec<Vec<f64>>| {
        sources.answers.reducer.reduce(answers).map_err(|error| {
            SourceError::usage(format!("{}: {error}", system.name), reduce_hint(sources.answers.reducer))
        })
    };
    if sources.answers.seed.is_none() {
        let answers = answers.pop().unwrap_or_default();
        return Ok((reduce(&answers)?, answers, None));
    }
    if seeds.len() < 2 {
        return Err(SourceError::usage(
            format!("{}: expected at least 2 training runs, found {}", system.name, seeds.len()),
            "one run says nothing about others of its recipe: compare without the column of runs",
        ));
    }
    let runs: Vec<Vec<f64>> = answers.iter().map(reduce).collect::<Result<_, _>>()?;
    let mean = |item: usize| runs.iter().map(|run| run[item]).sum::<f64>() / runs.len() as f64;
    let answers = (0..items.len()).map(|item| answers.iter().flat_map(|run| run[item].clone()).collect());
    Ok(((0..items.len()).map(mean).collect(), answers.collect(), Some(runs)))
}

fn reduce_hint(reducer: Reducer) -> String {
    match reducer {
        Reducer::Mean | Reducer::PassAt(_) | Reducer::PassAll(_) => {
            "look at the rows of that item".to_owned()
        }
        _ => format!("{} allows other numbers of answers", asked_as("reduce", Reducer::Mean)),
    }
}

/// The cluster of each item, the same in all of its rows.
fn clusters(column: &str, system: &Rows, items: &[String]) -> Result<Clustering, SourceError> {
    let mut of_item: HashMap<&str, u32> = HashMap::new();
    for (item, _, cluster, _) in &system.rows {
        let code = cluster.unwrap_or(0);
        if *of_item.entry(item).or_insert(code) != code {
            return Err(SourceError::usage(
                format!("item {item} is in two clusters of {column}"),
                "a cluster holds whole items: name another column",
            ));
        }
    }
    let codes: Vec<u32> = items.iter().map(|item| of_item.get(&item[..]).copied().unwrap_or(0)).collect();
    Ok(Clustering { column: column.to_owned(), codes: codes.into() })
}
