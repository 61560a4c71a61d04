//! The files of the arguments: each opened and read once, those of patterns in one order.

use std::collections::HashSet;

use crate::RowsAre;
use crate::ask::argument::{self, Argument};
use crate::bytes::chunks::Cut;
use crate::bytes::{budget, named, parts};
use crate::error::question::Question;
use crate::frame::parsed::{Opened, Parsed, Request};
use crate::frame::pivot;
use crate::ids::Ids;
use crate::items::assumption::Assumption;
use crate::items::paths;
use crate::read::file;
use crate::read::logs::folder;
use crate::stage::picks::Group;
use crate::{Error, Missing, Options};

pub(super) fn group(arguments: &[Argument]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (index, argument) in arguments.iter().enumerate() {
        match groups.iter_mut().find(|group| group.path == argument.path) {
            Some(group) => group.arguments.push(index),
            None => groups.push(Group {
                path: argument.path.clone(),
                files: parts::files(&argument.path),
                arguments: vec![index],
            }),
        }
    }
    groups
}

/// Brings the files of several patterns into one order, by what differs in their paths.
pub(super) fn align(groups: &mut [Group], missing: Missing) -> Result<Option<Assumption>, Error> {
    let several: Vec<usize> = (0..groups.len())
        .filter(|at| groups[*at].files.len() > 1)
        .collect();
    if several.len() < 2 || several.len() < groups.len() {
        return Ok(None);
    }
    let all: Vec<Vec<String>> = several.iter().map(|at| groups[*at].files.clone()).collect();
    let systems: Vec<&[String]> = all.iter().map(Vec::as_slice).collect();
    let asked = |question: Question| Error::Asked {
        file: String::new(),
        question: Box::new(question),
    };
    let few = |files: &[String]| files.iter().take(3).cloned().collect::<Vec<_>>();
    let Some(paired) = paths::paired(&systems) else {
        return Err(asked(Question::Paths {
            one: few(&all[0]),
            other: few(&all[1]),
        }));
    };
    if paired.is_aligned() {
        return Ok(None);
    }
    if let Some((has, lacks, ids)) = paired.lacking().filter(|_| missing != Missing::Drop) {
        return Err(asked(Question::PathsLack {
            has: groups[several[has]].path.clone(),
            lacks: groups[several[lacks]].path.clone(),
            count: ids.len(),
            ids: few(&ids),
        }));
    }
    for (system, at) in several.iter().enumerate() {
        groups[*at].files = paired.files(system, &all[system]);
    }
    Ok(Some(Assumption::PairedByPath {
        count: paired.common.len(),
        ids: few(&paired.common),
    }))
}

/// Gives rows the ids of their paths, where each file of a pattern holds one row; other files pair by the column that holds these ids.
///
/// # Errors
/// [`Error::OneHasIds`] for a file without such a column.
pub(super) fn name_by_path(
    groups: &[Group],
    files: &mut [Opened<Parsed>],
    same_items: bool,
) -> Result<Option<Assumption>, Error> {
    let has_one_row_each = |(group, file): (&Group, &Opened<Parsed>)| {
        let parsed = &file.content;
        let of_file = group.files.len() > 1 && parsed.rows == group.files.len();
        of_file && parsed.ids.is_none() && parsed.lookalikes.is_empty()
    };
    let named: Vec<bool> = groups.iter().zip(&*files).map(has_one_row_each).collect();
    let Some(first) = named.iter().position(|named| *named) else {
        return Ok(None);
    };
    let all: Vec<&[String]> = groups.iter().map(|group| &group.files[..]).collect();
    let own = all
        .iter()
        .map(|files| paths::of_files(files).unwrap_or_default());
    let mut of_paths: Vec<Vec<String>> = own.collect();
    // Systems whose names hold more than the ids, as the time of a run.
    let are_all_named = named.iter().all(|named| *named);
    if are_all_named && of_paths.iter().any(|ids| *ids != of_paths[first]) {
        of_paths = paths::paired(&all).map_or_else(Vec::new, |paired| paired.ids);
    }
    let known: HashSet<&[u8]> = of_paths
        .get(first)
        .into_iter()
        .flatten()
        .map(String::as_bytes)
        .collect();
    if known.is_empty() || same_items {
        return Ok(None);
    }
    for (at, (group, file)) in groups.iter().zip(files).enumerate() {
        let parsed = &mut file.content;
        if parsed.ids.is_some() {
            continue;
        }
        let mut ids = Ids::default();
        if named[at] {
            for id in &of_paths[at] {
                ids.push(std::iter::once(id.as_bytes()))
                    .map_err(|_| Error::Memory {
                        path: group.path.clone(),
                        bytes: id.len() as u64,
                    })?;
            }
        } else if let Some(column) = parsed.column_of(&known) {
            ids = column.clone();
        } else {
            return Err(Error::OneHasIds {
                named: groups[first].path.clone(),
                column: of_paths[first][0].clone(),
                plain: named::shown(&group.path).to_owned(),
            });
        }
        parsed.ids = Some(ids);
    }
    Ok((!are_all_named).then(|| Assumption::PairedByPath {
        count: of_paths[first].len(),
        ids: of_paths[first].iter().take(3).cloned().collect(),
    }))
}

/// Files that will be read: refused where their scores take too much memory, else known to the meter.
pub(super) fn announce(groups: &[Group], options: &Options) -> Result<(), Error> {
    let paths = || groups.iter().map(|group| &group.path[..]);
    budget::check(paths())?;
    options.meter.expect_files(paths());
    Ok(())
}

/// The columns of each argument of a file: several of every system, where it was said so, and what was typed of the gold.
pub(super) fn columns_of<'a>(
    typed: &[Option<&'a str>],
    group: &Group,
    last_system: usize,
    options: &'a Options,
) -> Vec<Vec<Option<&'a str>>> {
    let several = || options.columns.iter().map(|name| Some(&name[..])).collect();
    let of = |(column, argument): (Option<&'a str>, &usize)| {
        if options.columns.is_empty() || *argument > last_system {
            vec![column]
        } else {
            several()
        }
    };
    typed
        .iter()
        .copied()
        .zip(&group.arguments)
        .map(of)
        .collect()
}

/// Opens a file or a folder; `typed`: the column of each argument, `columns`: those that it stands for.
pub(super) fn open(
    group: &Group,
    (typed, columns): (&[Option<&str>], &[Vec<Option<&str>>]),
    request: Request<'_>,
    options: &Options,
) -> Result<Opened<Parsed>, Error> {
    let path = &group.path[..];
    let reading = options.meter.file(path);
    let request = &Request {
        cut: Cut {
            reading: Some(&reading),
            ..request.cut
        },
        ..request
    };
    let opened = if argument::is_folder(path) {
        let opened = folder::open(path, request)?;
        // A folder is one run: one of its metrics against another would be no comparison of systems.
        let bare = typed
            .iter()
            .position(Option::is_none)
            .filter(|_| options.paired && !options.inspects && request.globs.is_none());
        if let Some(picked) = bare
            .map(|place| &opened.content.picks[place])
            .filter(|picked| picked.len() > 1)
        {
            let measures = picked
                .iter()
                .map(|column| {
                    opened.content.columns[*column]
                        .label
                        .clone()
                        .unwrap_or_default()
                })
                .collect();
            return Err(Error::NoMeasure {
                file: request.file.to_owned(),
                measures,
            });
        }
        opened
    } else {
        file::open(
            (path, &group.files),
            options.mmap,
            options.format,
            |stored| file::parse(stored, request),
        )?
    };
    if !options.columns.is_empty() {
        // One argument means all of its columns.
        let mut each = opened.content.picks.into_iter();
        let picks = columns
            .iter()
            .map(|own| each.by_ref().take(own.len()).flatten().collect())
            .collect();
        return Ok(Opened {
            content: Parsed {
                picks,
                ..opened.content
            },
            ..opened
        });
    }
    if options.decisions.rows == Some(RowsAre::Systems) && options.long.is_none() {
        let content = pivot::transpose(opened.content, typed, request.globs, request.file)?;
        return Ok(Opened { content, ..opened });
    }
    if options.long.is_none() {
        return Ok(opened);
    }
    let content = pivot::pivot(
        opened.content,
        typed,
        request.globs,
        options.paired.then_some(options.missing),
        request.file,
    )?;
    Ok(Opened { content, ..opened })
}
