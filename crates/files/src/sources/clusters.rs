//! Clusters that no column of the systems' files holds: of a file of their own, or a part of every id.

use std::collections::HashMap;
use std::path::Path;

use restrap_io::{Grouping, Options, groups_beside, is_held, locate};
use restrap_words::{Code, Note, asked_as};

use super::error::SourceError;
use restrap_lib::{Clustering, Units, outcome::InputInfo};

/// What was asked for is a file, or a column of one, and not a column of the systems' files.
pub(super) fn is_file(typed: &str) -> bool {
    locate(&[typed.to_owned()]).is_ok_and(|found| {
        let mut files = found.iter();
        files.all(|one| is_held(&one.path) || Path::new(&one.path).is_file())
    })
}

/// Where an id holds its cluster: `{cluster}__` is the part before `__`.
const PART: &str = "{cluster}";

/// Clusters are a part of the ids.
pub(super) fn is_part(typed: &str) -> bool {
    typed.contains(PART)
}

/// What was asked for is not a column of the systems' files.
pub(super) fn is_elsewhere(typed: &str) -> bool {
    is_part(typed) || is_file(typed)
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
    if is_part(typed) {
        return Ok((of_ids(typed, items, id)?, None));
    }
    let (by, input) = groups_beside((Grouping::Clusters, typed), items, id, reading)?;
    Ok((Clustering::from(by), Some(input.into())))
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
