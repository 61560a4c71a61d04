//! Clusters of items from a file of their own: one per line, or a column, paired with the items as these are with each other.

use std::collections::HashMap;
use std::path::Path;

use restrap_io::{Cells, Options, load, locate};
use restrap_words::{asked, asked_as};

use super::error::SourceError;
use crate::data::clusters::Clustering;
use crate::number::format::count;
use crate::outcome::{InputInfo, Role};

/// What was asked for is a file, or a column of one, and not a column of the systems' files.
pub(super) fn is_file(typed: &str) -> bool {
    locate(&[typed.to_owned()]).is_ok_and(|found| found.iter().all(|one| Path::new(&one.path).is_file()))
}

/// The cluster of each item; `id`: of an item by its place, where items have ids.
///
/// # Errors
/// [`SourceError`] for files that cannot be read or hold other items.
pub(super) fn of_file(
    typed: &str,
    items: usize,
    id: Option<&dyn Fn(usize) -> Option<String>>,
    reading: &Options,
) -> Result<(Clustering, InputInfo), SourceError> {
    let gold = Some(typed.to_owned());
    let Options { mmap, id: columns, .. } = reading.clone();
    let id = id.filter(|_| !columns.is_empty());
    let asked_for =
        Options { cells: Cells::Labels, gold, mmap, id: columns, keep_ids: true, ..Options::default() };
    // The only system is the file itself: what is wanted are its labels.
    let loaded = load(&[typed.to_owned()], &asked_for)?;
    let codes: Vec<u32> = loaded.gold.iter().map(|&code| code as u32).collect();
    let codes = match (id, &loaded.ids) {
        (Some(id), Some(ids)) => {
            let of_id: HashMap<String, u32> =
                codes.iter().enumerate().filter_map(|(row, &code)| Some((ids.get(row)?, code))).collect();
            let code = |item: usize| {
                let id = id(item).unwrap_or_default();
                of_id.get(&id).copied().ok_or_else(|| {
                    SourceError::usage(
                        format!("{typed}: expected a cluster for every item, found none for {id}"),
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
                    "{typed}: expected a cluster for each of {}, found {rows}",
                    count(items as u64, "item")
                ),
                format!(
                    "{} takes one per line, or a file with the ids that {} names",
                    asked("cluster"),
                    asked("id")
                ),
            ));
        }
    };
    let of = loaded.inputs.into_iter().next().map(InputInfo::from);
    let info =
        of.ok_or_else(|| SourceError::usage(format!("{typed}: found nothing"), "name another file"))?;
    Ok((
        Clustering { column: typed.to_owned(), codes: codes.into() },
        InputInfo { role: Role::Cluster, ..info },
    ))
}

/// Clusters of two kinds: nested ones are the outer, others cross each other. And what is said of that.
pub(super) fn of_two(
    first: Clustering,
    second: Clustering,
) -> (Clustering, Option<Clustering>, Option<String>) {
    let nested = |inner: &Clustering, outer: &Clustering| {
        format!("each {} lies in one {}: the outer are the clusters", inner.column, outer.column)
    };
    if first.is_within(&second) {
        let note = nested(&first, &second);
        (second, None, Some(note))
    } else if second.is_within(&first) {
        let note = nested(&second, &first);
        (first, None, Some(note))
    } else {
        (first, Some(second), None)
    }
}

/// Outputs that are read line by line have no column of clusters.
pub(super) fn no_column(typed: &str, metric: &str) -> SourceError {
    SourceError::usage(
        format!(
            "{} is no file, and the outputs of {} have no columns",
            asked_as("cluster", typed),
            asked_as("metric", metric)
        ),
        "give a file with one cluster per line, such as the document of each segment",
    )
}
