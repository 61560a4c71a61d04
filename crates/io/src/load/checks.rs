//! What the rows of the files seem to be: several systems, groups, folds; and whether their ids say which items they are.

use restrap_words::{Code, Note, asked_as};

use crate::ask::argument::Argument;
use crate::bytes::named;
use crate::format::identifier::is_quantity;
use crate::frame::parsed::{Opened, Parsed};
use crate::items::ids::{self, Identified};
use crate::items::shape::{self, Systems};
use crate::stage::named::Named;
use crate::stage::picks::{Group, Pick};
use crate::words::List;
use crate::{Error, Options};

/// Refuses several systems that stand below each other, where their rows would count as items of one, or its columns as systems.
pub(super) fn check_systems(
    arguments: &[Argument],
    groups: &[Group],
    files: &[Opened<Parsed>],
    picks: &[Pick],
    options: &Options,
) -> Result<(), Error> {
    if options.long.is_some() || options.inspects {
        return Ok(());
    }
    let is_alone = !options.paired || picks.len() < 2;
    let several = |(at, (group, file)): (usize, (&Group, &Opened<Parsed>))| {
        let Systems {
            column,
            count,
            item,
            answers,
        } = file.content.seen.shape.systems.clone()?;
        let of_file: Vec<&Pick> = picks.iter().filter(|pick| pick.file == at).collect();
        let is_bare = options.systems.is_none()
            && of_file
                .iter()
                .all(|pick| arguments[pick.argument].column.is_none());
        // Each system has each item once: the columns are not systems, whatever a bare table means elsewhere.
        let is_long = is_bare && item.is_some() && !options.is_said(&column);
        if !(is_alone || is_long) {
            return None;
        }
        // Of several columns the user knows which holds the scores; that of a quantity is none.
        let labels = of_file
            .iter()
            .filter_map(|pick| file.content.columns[pick.column].label.clone());
        let score = labels
            .into_iter()
            .find(|label| of_file.len() == 1 || !is_quantity(label));
        let file = named::shown(&group.path).to_owned();
        let (count, answers) = (count as u32, answers as u32);
        Some(Error::SeveralSystems {
            file,
            column,
            count,
            item,
            answers,
            score,
        })
    };
    groups
        .iter()
        .zip(files)
        .enumerate()
        .find_map(several)
        .map_or(Ok(()), Err)
}

/// What is asked about the rows of all files, and what groups that nobody named would be named by: nothing where groups were named.
pub(super) fn question<'s>(
    mut shapes: impl Iterator<Item = &'s shape::Shape>,
    options: &Options,
) -> (Option<Note>, Option<String>) {
    let asked = shapes
        .find(|shape| shape.groups.is_some())
        .filter(|_| !options.knows_groups());
    (
        asked.and_then(|shape| Some(shape.groups.as_ref()?.note(options.of_study))),
        asked.and_then(|shape| shape.cluster.clone()),
    )
}

/// That the rows of a file seem to be folds.
pub(super) fn folds(groups: &[Group], files: &[Opened<Parsed>], options: &Options) -> Option<Note> {
    let is_asked = options.paired && !options.knows_rows;
    let (group, _) = groups
        .iter()
        .zip(files)
        .filter(|_| is_asked)
        .find(|(group, file)| {
            file.content.seen.shape.folds || shape::is_called_folds(&group.path, file.content.rows)
        })?;
    Some(Code::SeemsFolds.says(format!(
        "{}: its rows seem to be folds or splits of one data set, which share training items: tests that take them as independent \
         reject too often (Nadeau and Bengio 2003); compare with `{}` corrects for it",
        named::shown(&group.path),
        asked_as("over", "folds")
    )))
}

/// Logs pair by ids of their own: a file without any beside them cannot be paired.
pub(super) fn check_all_ids(files: &[Named<'_>]) -> Result<(), Error> {
    let with = files.iter().find(|file| file.parsed.ids.is_some());
    let without = files.iter().find(|file| file.parsed.ids.is_none());
    match (with, without) {
        (Some(with), Some(without)) => Err(Error::NoIds {
            log: with.file.to_owned(),
            file: without.file.to_owned(),
        }),
        _ => Ok(()),
    }
}

/// Refuses to pair rows by ids that only count them where the contents of the items say otherwise.
pub(super) fn check_contents(files: &[Named<'_>], options: &Options) -> Result<(), Error> {
    let Some((first, others)) = files
        .split_first()
        .filter(|_| !options.decisions.same_items)
    else {
        return Ok(());
    };
    let named = options.id.first().map_or("id", String::as_str);
    let names: Vec<&str> = match &first.parsed.ids {
        Some(_) => vec![named],
        None => first
            .parsed
            .lookalikes
            .iter()
            .map(|(name, _)| &name[..])
            .collect(),
    };
    for other in others
        .iter()
        .filter(|other| !other.parsed.seen.contents.is_empty())
    {
        for name in &names {
            let (Some(ids), Some(others)) = (first.ids(name), other.ids(name)) else {
                continue;
            };
            let one = Identified {
                name,
                ids,
                contents: &first.parsed.seen.contents,
            };
            let other = Identified {
                name,
                ids: others,
                contents: &other.parsed.seen.contents,
            };
            if List::Ids.holds_last(name) {
                ids::check_contents(&one, &other).map_err(|question| Error::Asked {
                    file: String::new(),
                    question: Box::new(question),
                })?;
            }
        }
    }
    Ok(())
}
