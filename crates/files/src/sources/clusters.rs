//! Groups of items that no column of the systems' files holds: of a file of their own (one per line, or a column, paired with the
//! items as these are with each other), or, of clusters, a part of every id.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use restrap_io::{By, Cells, Grouping, Options, load, locate};
use restrap_words::{Code, Note, asked, asked_as};

use super::error::SourceError;
use restrap_lib::{
    Clustering, Units,
    number::format::count,
    outcome::{InputInfo, Role},
};

/// What was asked for is a file, or a column of one, and not a column of the systems' files.
fn is_file(typed: &str) -> bool {
    locate(&[typed.to_owned()])
        .is_ok_and(|found| found.iter().all(|one| Path::new(&one.path).is_file()))
}

/// Where an id holds its cluster: `{cluster}__` is the part before `__`.
const PART: &str = "{cluster}";

/// What was asked for is not a column of the systems' files.
pub(super) fn is_elsewhere(typed: &str) -> bool {
    typed.contains(PART) || is_file(typed)
}

/// The cluster of each item, and the file that says so; `id`: of an item by its place, where items have ids.
///
/// # Errors
/// [`SourceError`] for files that cannot be read or hold other items, and ids that are not such.
pub(super) fn elsewhere(
    typed: &str,
    items: usize,
    id: Option<&dyn Fn(usize) -> Option<String>>,
    reading: &Options,
) -> Result<(Clustering, Option<InputInfo>), SourceError> {
    if typed.contains(PART) {
        return Ok((of_ids(typed, items, id)?, None));
    }
    let (by, input) = of_file(("cluster", "a cluster"), typed, items, id, reading)?;
    Ok((
        Clustering::from(by),
        Some(InputInfo {
            role: Role::Cluster,
            ..input
        }),
    ))
}

/// The sub-population or stratum of each item, of a file of their own.
///
/// # Errors
/// [`SourceError`] for what is not a file, files that cannot be read, and others that hold other items.
pub(super) fn groups_elsewhere(
    grouping: Grouping,
    (typed, metric): (&str, &str),
    items: usize,
    reading: &Options,
) -> Result<(By, InputInfo), SourceError> {
    let option = grouping.name();
    if !is_file(typed) {
        return Err(no_column(option, typed, metric));
    }
    let (by, input) = of_file((option, "a value"), typed, items, None, reading)?;
    Ok((
        by,
        InputInfo {
            role: Role::Groups,
            ..input
        },
    ))
}

/// The part of every id that a pattern names.
fn of_ids(
    typed: &str,
    items: usize,
    id: Option<&dyn Fn(usize) -> Option<String>>,
) -> Result<Clustering, SourceError> {
    let option = || asked_as("cluster", typed);
    let (start, end) = typed.split_once(PART).unwrap_or((typed, ""));
    if end.is_empty() || end.contains(PART) {
        return Err(SourceError::usage(
            format!("{} needs the text that ends a cluster, once", option()),
            format!(
                "{} is the part before the last `-` of an id",
                asked_as("cluster", "{cluster}-")
            ),
        ));
    }
    let mut numbers: HashMap<String, u32> = HashMap::new();
    let mut codes = Vec::with_capacity(items);
    for item in 0..items {
        let Some(id) = id.and_then(|id| id(item)) else {
            let hint = format!("name their column with {}", asked_as("id", "COL"));
            return Err(SourceError::usage(
                format!("{} is a part of ids, found none", option()),
                hint,
            ));
        };
        let part = id
            .strip_prefix(start)
            .and_then(|rest| rest.rsplit_once(end))
            .map(|parts| parts.0);
        let Some(part) = part.filter(|part| !part.is_empty()) else {
            let found = format!("{} is a part of every id, found `{id}`", option());
            return Err(SourceError::usage(
                found,
                "name a text that ends the cluster in every id",
            ));
        };
        let next = numbers.len() as u32 + 1;
        codes.push(*numbers.entry(part.to_owned()).or_insert(next));
    }
    Ok(Clustering {
        column: typed.to_owned(),
        codes: codes.into(),
    })
}

/// The group of each item; `id`: of an item by its place, where items have ids. Of an option, which names groups so.
///
/// # Errors
/// [`SourceError`] for files that cannot be read or hold other items.
fn of_file(
    (option, group): (&'static str, &str),
    typed: &str,
    items: usize,
    id: Option<&dyn Fn(usize) -> Option<String>>,
    reading: &Options,
) -> Result<(By, InputInfo), SourceError> {
    let gold = Some(typed.to_owned());
    let Options {
        mmap, id: columns, ..
    } = reading.clone();
    let is_named = !columns.is_empty();
    let asked_for = Options {
        cells: Cells::Labels,
        gold,
        mmap,
        id: columns,
        keep_ids: true,
        ..Options::default()
    };
    // The only system is the file itself: what is wanted are its labels.
    let loaded = load(&[typed.to_owned()], &asked_for)?;
    let codes: Vec<u32> = loaded.gold.iter().map(|&code| code as u32).collect();
    // Ids that nobody named pair only if they tell the items apart.
    let are_ids = |id: &dyn Fn(usize) -> Option<String>, count: usize| {
        let mut seen = HashSet::new();
        is_named || (0..count).all(|row| id(row).is_some_and(|id| seen.insert(id)))
    };
    let id = id.filter(|id| are_ids(id, items));
    let of_file = |row: usize| loaded.ids.as_ref().and_then(|ids| ids.get(row));
    let ids = loaded
        .ids
        .as_ref()
        .filter(|_| are_ids(&of_file, codes.len()));
    let is_place =
        |id: String, place: usize| id == place.to_string() || id == (place + 1).to_string();
    if id.is_some() != ids.is_some() && codes.len() == items && !reading.decisions.same_items {
        let of_items =
            id.map(|id| (0..items).all(|item| id(item).is_none_or(|id| is_place(id, item))));
        let of_rows = ids
            .map(|ids| (0..codes.len()).all(|row| ids.get(row).is_none_or(|id| is_place(id, row))));
        if !of_items.or(of_rows).unwrap_or(true) {
            let (named, plain) = match id {
                Some(_) => ("the items have", format!("{typed} has none")),
                None => (typed, "the items have none".to_owned()),
            };
            let named = if id.is_some() {
                named.to_owned()
            } else {
                format!("{named} has")
            };
            return Err(SourceError::usage(
                format!("{named} ids, {plain}: the rows could be in another order"),
                format!(
                    "name a column of ids that both files have: `{}`; if the rows are in the same order: `{}`",
                    asked_as("id", "COL"),
                    asked("same-items")
                ),
            ));
        }
    }
    let codes = match (id, ids) {
        (Some(id), Some(ids)) => {
            let of_id: HashMap<String, u32> = codes
                .iter()
                .enumerate()
                .filter_map(|(row, &code)| Some((ids.get(row)?, code)))
                .collect();
            let code = |item: usize| {
                let id = id(item).unwrap_or_default();
                of_id.get(&id).copied().ok_or_else(|| {
                    SourceError::usage(
                        format!("{typed}: expected {group} for every item, found none for {id}"),
                        "add a row for it",
                    )
                })
            };
            (0..items).map(code).collect::<Result<_, _>>()?
        }
        _ if codes.len() == items => codes,
        _ => {
            let rows = count(codes.len() as u64, "row");
            return Err(SourceError::usage(
                format!(
                    "{typed}: expected {group} for each of {}, found {rows}",
                    count(items as u64, "item")
                ),
                format!(
                    "{} takes one per line, or a file with the ids that {} names",
                    asked(option),
                    asked("id")
                ),
            ));
        }
    };
    let of = loaded.inputs.into_iter().next().map(InputInfo::from);
    let info = of.ok_or_else(|| {
        SourceError::usage(format!("{typed}: found nothing"), "name another file")
    })?;
    let values = loaded
        .labels
        .into_iter()
        .map(|labels| labels.join("|"))
        .collect();
    Ok((
        By {
            column: typed.to_owned(),
            values,
            codes,
            shared: 0,
        },
        info,
    ))
}

/// Clusters of two kinds: nested ones are the outer, others cross each other. And what is said of that.
pub(super) fn of_two(first: Clustering, second: Clustering) -> (Units, Option<Note>) {
    let nested = |inner: &Clustering, outer: &Clustering| {
        Code::NestedClusters.says(format!(
            "each {} lies in one {}: the outer groups are the clusters",
            inner.column, outer.column
        ))
    };
    if first.is_within(&second) {
        let note = nested(&first, &second);
        (Units::Clusters(second), Some(note))
    } else if second.is_within(&first) {
        let note = nested(&second, &first);
        (Units::Clusters(first), Some(note))
    } else {
        (Units::Crossed(first, second), None)
    }
}

/// Outputs that are read line by line have no column of groups.
pub(super) fn no_column(option: &'static str, typed: &str, metric: &str) -> SourceError {
    SourceError::usage(
        format!(
            "{} is no file, and the outputs of {} have no columns",
            asked_as(option, typed),
            asked_as("metric", metric)
        ),
        match option {
            "cluster" => {
                "give a file with one cluster per line, such as the document of each segment"
            }
            _ => "give a file with one value per line, such as the domain of each segment",
        },
    )
}
