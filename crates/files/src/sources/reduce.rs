//! Several rows of an item, made one value.
//!
//! The item stays the unit. Its answers become one value, runs become their mean, beside which the variance between runs is kept, and
//! so do raters where they are few; many raters are drawn as the items are, and their scores stay single.

use std::collections::{HashMap, HashSet};

use restrap_io::{ItemIds, Missing, PathRole};
use restrap_stats::{
    repeats::{Reducer, Repeats},
    seeds::Runs,
};
use restrap_words::{Code, asked, asked_as};

use super::Sources;
use super::data::{Owned, OwnedData};
use super::error::SourceError;
use super::roles::called;
use super::rows::{Row, Rows, Table};
use restrap_lib::inner::{Given, goes_with};
use restrap_lib::{
    Answered, Clustering, Groups, Over, Populations, Sampling, Scores, Units,
    number::format::count,
    outcome::{Reading, Reduction},
};

/// Raters from which they are a sample of others.
pub(super) const MANY_JUDGES: usize = 10;

/// What is compared: an item, or one rater's view of it.
type Unit = (u32, u32);

/// Systems of one value per unit.
///
/// # Errors
/// [`SourceError`] for rows that are not what was said of them.
pub(super) fn data(sources: &Sources, mut table: Table) -> Result<OwnedData, SourceError> {
    goes_with::check(&goes_with::of(&[
        (Given::Reduce, sources.answers.reducer != Reducer::Mean),
        (Given::Repeat, table.has_repeats),
    ]))?;
    let crossed = table.has_judges && table.judges.len() >= MANY_JUDGES;
    if crossed && table.has_seeds {
        return Err(SourceError::usage(
            format!(
                "{} as a random sample need one training run of each system, found {}",
                count(table.judges.len() as u64, "judge"),
                count(table.seeds.len() as u64, "training run")
            ),
            format!(
                "compare one run at a time: {}",
                asked_as("where", "COL=VALUE")
            ),
        ));
    }
    if table.has_judges && !crossed {
        rated_by_all(sources, &mut table);
    }
    let units = units(sources, &mut table, crossed)?;
    let (mut scores, mut systems) = (Vec::new(), Vec::new());
    for system in &table.systems {
        let mut reduced = reduced(sources, &table, system, &units, crossed)?;
        let values = std::mem::take(&mut reduced.values);
        scores.push(Scores::new(system.name.clone(), values));
        systems.push(reduced);
    }
    let answers = &sources.answers;
    let populations = super::rows::by(sources)
        .map(|column| populations(column, &table, &units))
        .transpose()?;
    let mut answered = Answered {
        are_trials: are_trials(&table, |_| true),
        ..of_part(sources, &table, &systems, &|_| true)?
    };
    if let Some(by) = &populations {
        for (population, value) in (1_u32..).zip(&by.values) {
            let is_in = |item: usize| by.codes[item] == population;
            let part = match by.codes.iter().filter(|code| **code == population).count() {
                0 => Answered::default(),
                1 if table.has_seeds => {
                    let column = &by.column;
                    return Err(SourceError::usage(
                        format!(
                            "{column} is {value} for one item, and runs need 2 items or more of each value"
                        ),
                        if has_several_alone(by) {
                            format!("name a column of larger groups: {}", asked_as("by", "COL"))
                        } else {
                            format!(
                                "leave it out: `{}`",
                                asked_as("where", format!("{column}!={value}")).quoted()
                            )
                        },
                    ));
                }
                _ => Answered {
                    are_trials: are_trials(&table, |row| row.group == population),
                    ..of_part(sources, &table, &systems, &is_in)?
                },
            };
            answered.parts.push(part);
        }
    }
    let judge = called(answers.judge.as_ref(), PathRole::Judge);
    if table.has_judges && !crossed {
        table.notes.push(Code::JudgesFixed.says(format!(
            "{} ({judge}) are fixed: fewer than {MANY_JUDGES} are too few to generalise to others",
            count(table.judges.len() as u64, "judge")
        )));
    }
    let clusters = match (sources.other_clusters(), &sources.reading.cluster) {
        (Some(typed), _) => {
            let name = |at: usize| {
                units
                    .get(at)
                    .map(|(item, _)| table.items.of(*item).to_owned())
            };
            let (found, input) =
                super::clusters::elsewhere(typed, units.len(), Some(&name), &sources.reading)?;
            table.inputs.extend(input);
            Some(found)
        }
        (None, column) => column
            .as_ref()
            .map(|column| clusters(column, &table, &units))
            .transpose()?,
    };
    let drawn = if crossed {
        let codes = |of: fn(&Unit) -> u32| units.iter().map(|unit| of(unit) + 1).collect();
        let judges = Clustering {
            column: judge,
            codes: codes(|unit| unit.1),
        };
        let item = sources
            .reading
            .long
            .as_ref()
            .map(|long| &long.item)
            .or(sources.reading.id.first());
        let column = item.cloned().unwrap_or_else(|| "item".to_owned());
        let items = || Clustering {
            column,
            codes: codes(|unit| unit.0),
        };
        Units::Crossed(clusters.unwrap_or_else(items), judges)
    } else {
        clusters.map_or(Units::Items, Units::Clusters)
    };
    let id = |(item, judge): &Unit| {
        let item = table.items.of(*item);
        if crossed {
            format!("{item}, {}", table.judges.of(*judge))
        } else {
            item.to_owned()
        }
    };
    let ids: Vec<String> = units.iter().map(id).collect();
    Ok(OwnedData {
        owned: Owned::Scores {
            mean: None,
            systems: scores,
        },
        sampling: Sampling {
            answered: Some(answered),
            groups: populations.map_or(Groups::None, Groups::Populations),
            ..Sampling::from(drawn)
        },
        name: sources
            .reading
            .gold
            .is_some()
            .then(|| "accuracy".to_owned()),
        ids: Some(ItemIds::from(ids)),
        reading: reading(sources, &table),
        inputs: table.inputs,
        notes: table.notes,
        ..OwnedData::default()
    })
}

/// Returns the answers and the training runs of some items, of every system.
fn of_part(
    sources: &Sources,
    table: &Table,
    systems: &[Reduced],
    is_in: &dyn Fn(usize) -> bool,
) -> Result<Answered, SourceError> {
    let (mut repeats, mut runs) = (Vec::new(), Vec::new());
    for system in systems {
        let items = system.answers.iter().enumerate();
        let own: Vec<&Vec<f64>> = items
            .filter(|(item, _)| is_in(*item))
            .map(|(_, answers)| answers)
            .collect();
        repeats.push(Repeats::new(&own).map_err(restrap_lib::Error::from)?);
        if table.has_seeds {
            let of = |run: &Vec<f64>| -> Vec<f64> {
                let items = run.iter().enumerate();
                items
                    .filter(|(item, _)| is_in(*item))
                    .map(|(_, score)| *score)
                    .collect()
            };
            let own: Vec<Vec<f64>> = system.runs.iter().map(of).collect();
            runs.push(Runs::new(&own).map_err(restrap_lib::Error::from)?);
        }
    }
    let answers = &sources.answers;
    let repeats = (table.has_repeats && !table.has_judges).then(|| {
        let column = called(answers.repeat.as_ref(), PathRole::Repeat);
        (column, answers.reducer.to_string(), repeats)
    });
    let runs = (table.has_seeds).then(|| (called(answers.seed.as_ref(), PathRole::Seed), runs));
    Ok(Answered {
        repeats,
        runs,
        ..Answered::default()
    })
}

/// Every answer scores 0 or 1, of the rows that are meant.
fn are_trials(table: &Table, is_meant: impl Fn(&Row) -> bool) -> bool {
    let rows = table.systems.iter().flat_map(|system| &system.rows);
    rows.filter(|row| is_meant(row))
        .all(|row| row.score.is_nan() || row.score == 0.0 || row.score == 1.0)
}

/// One mean for each training run, on exactly these items: what is drawn are the runs alone.
///
/// # Errors
/// As [`data`]; and for rows without runs, raters that are drawn, and clusters, which say nothing of runs.
pub(super) fn of_runs(sources: &Sources, mut table: Table) -> Result<OwnedData, SourceError> {
    let refuse = |found: String| {
        let needs = format!(
            "{} needs the training run of every row, found {found}",
            asked_as("over", Over::Seeds)
        );
        let hint = format!(
            "use {} in place of {}",
            asked_as("seed-col", "COL"),
            asked_as("over", Over::Seeds)
        );
        Err(SourceError::usage(needs, hint))
    };
    if !table.has_seeds {
        return refuse("none".to_owned());
    }
    let clusters = sources
        .reading
        .cluster
        .as_ref()
        .map(|column| asked_as("cluster", column).to_string());
    let judges = table.has_judges.then(|| asked("judge").to_string());
    if let Some(found) = clusters.or(judges) {
        let over = asked_as("over", Over::Seeds);
        return Err(SourceError::usage(
            format!("{over} is about training runs alone, found {found}"),
            format!("drop one of the two; without {over} items and runs are random"),
        ));
    }
    let units = units(sources, &mut table, false)?;
    let mut systems = Vec::with_capacity(table.systems.len());
    for system in &table.systems {
        let runs = reduced(sources, &table, system, &units, false)?.runs;
        let means = runs
            .iter()
            .map(|run| run.iter().sum::<f64>() / run.len() as f64)
            .collect::<Vec<f64>>();
        systems.push(Scores::new(system.name.clone(), means));
    }
    table.notes.push(Code::RunsAsValues.says(format!(
        "each value is the mean of a training run over the same {}: the result does not cover other items",
        count(units.len() as u64, "item")
    )));
    Ok(OwnedData {
        owned: Owned::Scores {
            mean: None,
            systems,
        },
        name: sources
            .reading
            .gold
            .is_some()
            .then(|| "accuracy".to_owned()),
        reading: reading(sources, &table),
        inputs: table.inputs,
        notes: table.notes,
        ..OwnedData::default()
    })
}

/// Where the scores of a table stand, and what becomes of several answers to an item.
fn reading(sources: &Sources, table: &Table) -> Reading {
    let reduction = table.has_repeats.then(|| {
        let mut answers: HashMap<(&str, u32, u32, u32), u64> = HashMap::new();
        for (system, row) in table
            .systems
            .iter()
            .flat_map(|of| of.rows.iter().map(|row| (&of.name[..], row)))
        {
            *answers
                .entry((system, row.item, row.seed, row.judge))
                .or_default() += 1;
        }
        let [fewest, most] =
            [answers.values().min(), answers.values().max()].map(|of| of.copied().unwrap_or(0));
        Reduction {
            reducer: sources.answers.reducer.to_string(),
            column: called(sources.answers.repeat.as_ref(), PathRole::Repeat),
            answers: [fewest, most],
        }
    });
    Reading {
        measure: table.measure.clone(),
        reduction,
        ..Reading::default()
    }
}

/// The unit of a row: with raters that are drawn, each of them sees an item of its own.
fn unit(row: &Row, crossed: bool) -> Unit {
    (row.item, if crossed { row.judge } else { 0 })
}

/// The units of every system, in the order of the baseline.
fn units(sources: &Sources, table: &mut Table, crossed: bool) -> Result<Vec<Unit>, SourceError> {
    let number = table.systems.len() as u32;
    // How many systems have it; each counts once.
    let mut seen: HashMap<Unit, u32> = HashMap::new();
    let mut order = Vec::new();
    for (place, system) in (0_u32..).zip(&table.systems) {
        for row in &system.rows {
            let of = seen.entry(unit(row, crossed)).or_insert(0);
            if place == 0 && *of == 0 {
                order.push(unit(row, crossed));
            }
            // Those that an earlier system lacks never count up.
            *of += u32::from(*of == place);
        }
    }
    let kept: Vec<Unit> = order
        .into_iter()
        .filter(|unit| seen[unit] == number)
        .collect();
    let mut notes = Vec::new();
    for system in &table.systems {
        let mut lost: Vec<Unit> = system
            .rows
            .iter()
            .map(|row| unit(row, crossed))
            .filter(|unit| seen[unit] != number)
            .collect();
        let Some(&first) = lost.first() else { continue };
        if sources.reading.missing != Missing::Drop {
            let item = table.items.of(first.0);
            let by = if crossed {
                format!(" by {}", table.judges.of(first.1))
            } else {
                String::new()
            };
            return Err(SourceError::usage(
                format!(
                    "expected every system to have answers to every item, found item {item}{by} in {} alone",
                    system.name
                ),
                format!(
                    "{} leaves such items out",
                    asked_as("missing", Missing::Drop)
                ),
            ));
        }
        lost.sort_unstable();
        lost.dedup();
        notes.push(Code::MissingDropped.says(format!(
            "{}: {} left out: an item needs an answer from every system",
            system.name,
            count(lost.len() as u64, "item")
        )));
    }
    table.notes.extend(notes);
    Ok(kept)
}

/// Leaves each item the raters who rated it for every system, if missing ones are to be left out: means over other raters differ by who
/// they are. Else says how many ratings others lack.
fn rated_by_all(sources: &Sources, table: &mut Table) {
    let mut rated: HashMap<(u32, u32), HashSet<usize>> = HashMap::new();
    for (place, system) in table.systems.iter().enumerate() {
        for row in &system.rows {
            rated
                .entry((row.item, row.judge))
                .or_default()
                .insert(place);
        }
    }
    let number = table.systems.len();
    let is_of_all = |row: &Row| rated[&(row.item, row.judge)].len() == number;
    let others = |system: &Rows| system.rows.iter().filter(|row| !is_of_all(row)).count();
    let found: usize = table.systems.iter().map(others).sum();
    if found == 0 {
        return;
    }
    let ratings = count(found as u64, "rating");
    if sources.reading.missing == Missing::Drop {
        for system in &mut table.systems {
            system.rows.retain(is_of_all);
        }
        table.notes.push(Code::MissingDropped.says(format!(
            "{ratings} left out: the mean of an item is over those who rated it for every system"
        )));
    } else {
        table.notes.push(Code::RatersDiffer.says(format!(
            "{ratings} of those who did not rate the item for every system are taken; `{}` leaves them out",
            asked_as("missing", Missing::Drop)
        )));
    }
}

/// What the rows of a system become.
struct Reduced {
    /// One per unit.
    values: Vec<f64>,
    /// The answers that each is of.
    answers: Vec<Vec<f64>>,
    /// A row for each training run.
    runs: Vec<Vec<f64>>,
}

fn reduced(
    sources: &Sources,
    table: &Table,
    system: &Rows,
    units: &[Unit],
    crossed: bool,
) -> Result<Reduced, SourceError> {
    let place: HashMap<Unit, usize> = units
        .iter()
        .enumerate()
        .map(|(at, &unit)| (unit, at))
        .collect();
    let mut seeds: Vec<u32> = Vec::new();
    // Of each run and each rater that is taken as they are, the answers to each unit.
    let mut cells: Vec<Vec<(u32, Vec<Vec<f64>>)>> = Vec::new();
    for row in &system.rows {
        let Some(&at) = place.get(&unit(row, crossed)) else {
            continue;
        };
        let seed = seeds
            .iter()
            .position(|&seed| seed == row.seed)
            .unwrap_or_else(|| {
                seeds.push(row.seed);
                cells.push(Vec::new());
                seeds.len() - 1
            });
        let judge = if crossed { 0 } else { row.judge };
        let of_judges = &mut cells[seed];
        let judge = of_judges
            .iter()
            .position(|(known, _)| *known == judge)
            .unwrap_or_else(|| {
                of_judges.push((judge, vec![Vec::new(); units.len()]));
                of_judges.len() - 1
            });
        of_judges[judge].1[at].push(row.score);
    }
    if table.has_seeds && seeds.len() < 2 {
        return Err(SourceError::usage(
            format!(
                "{}: expected at least 2 training runs, found {}",
                system.name,
                seeds.len()
            ),
            "one run cannot be generalised to its recipe: compare without the column of runs",
        ));
    }
    let reducer = sources.answers.reducer;
    // One answer is kept; the spread of those that are left out says nothing of it.
    for answers in cells.iter_mut().flatten().flat_map(|(_, answers)| answers) {
        match reducer {
            Reducer::First => answers.truncate(1),
            Reducer::Last => drop(answers.drain(..answers.len().saturating_sub(1))),
            _ => {}
        }
    }
    let mut runs = Vec::new();
    for (&seed, of_judges) in seeds.iter().zip(&cells) {
        let (mut sums, mut judges) = (vec![0.0; units.len()], vec![0_u32; units.len()]);
        for (_, answers) in of_judges {
            // A rater may have seen some of the items.
            let own: Vec<usize> = (0..units.len())
                .filter(|&at| !answers[at].is_empty())
                .collect();
            let some: Vec<&Vec<f64>> = own.iter().map(|&at| &answers[at]).collect();
            let values = reducer.reduce(&some).map_err(|error| {
                let fewest = own.iter().min_by_key(|&&at| answers[at].len());
                let of = fewest.map_or_else(String::new, |&at| {
                    let answers = count(answers[at].len() as u64, "answer");
                    format!("; item {} has {answers}", table.items.of(units[at].0))
                });
                SourceError::usage(
                    format!("{}: {error}{of}", system.name),
                    reduce_hint(reducer),
                )
            })?;
            for (at, value) in own.into_iter().zip(values) {
                sums[at] += value;
                judges[at] += 1;
            }
        }
        if let Some(at) = judges.iter().position(|&judges| judges == 0) {
            return Err(SourceError::usage(
                format!(
                    "{}: run {} has no answer to item {}, and others have",
                    system.name,
                    table.seeds.of(seed),
                    table.items.of(units[at].0)
                ),
                "every run answers every item: complete it, or leave the run out",
            ));
        }
        runs.push(
            sums.iter()
                .zip(&judges)
                .map(|(sum, &judges)| sum / f64::from(judges))
                .collect::<Vec<f64>>(),
        );
    }
    let mean = |at: usize| runs.iter().map(|run| run[at]).sum::<f64>() / runs.len() as f64;
    let all = |at: usize| -> Vec<f64> {
        cells
            .iter()
            .flatten()
            .flat_map(|(_, answers)| answers[at].iter().copied())
            .collect()
    };
    Ok(Reduced {
        values: (0..units.len()).map(mean).collect(),
        answers: (0..units.len()).map(all).collect(),
        runs,
    })
}

fn reduce_hint(reducer: Reducer) -> String {
    match reducer {
        Reducer::Mean | Reducer::PassAt(_) | Reducer::PassAll(_) => {
            "look at the rows of that item".to_owned()
        }
        _ => format!(
            "{} allows other numbers of answers",
            asked_as("reduce", Reducer::Mean)
        ),
    }
}

/// The cluster of each unit.
fn clusters(column: &str, table: &Table, units: &[Unit]) -> Result<Clustering, SourceError> {
    let codes = of_items(table, units, |row| row.cluster + 1).map_err(|item| {
        SourceError::usage(
            format!("item {item} is in two clusters of {column}"),
            format!(
                "a cluster holds whole items: name another column in {}",
                asked("cluster")
            ),
        )
    })?;
    Ok(Clustering {
        column: column.to_owned(),
        codes: codes.into(),
    })
}

/// The sub-population of each unit.
fn populations(column: &str, table: &Table, units: &[Unit]) -> Result<Populations, SourceError> {
    let codes = of_items(table, units, |row| row.group).map_err(|item| {
        SourceError::usage(
            format!("item {item} has two values of {column}"),
            format!(
                "a group holds whole items: name another column in {}",
                asked("by")
            ),
        )
    })?;
    Ok(Populations {
        column: column.to_owned(),
        values: table.groups.all.clone(),
        codes,
        shared: 0,
    })
}

/// Several sub-populations have one item each.
fn has_several_alone(by: &Populations) -> bool {
    let items = |population: u32| by.codes.iter().filter(|code| **code == population).count();
    (1..=by.values.len() as u32)
        .filter(|population| items(*population) == 1)
        .nth(1)
        .is_some()
}

/// Returns a value of each unit that all rows of its item share; fails with the item whose rows differ.
fn of_items(table: &Table, units: &[Unit], of: fn(&Row) -> u32) -> Result<Vec<u32>, String> {
    let mut of_item: HashMap<u32, u32> = HashMap::new();
    for row in table.systems.iter().flat_map(|system| &system.rows) {
        if *of_item.entry(row.item).or_insert(of(row)) != of(row) {
            return Err(table.items.of(row.item).to_owned());
        }
    }
    Ok(units.iter().map(|(item, _)| of_item[item]).collect())
}
