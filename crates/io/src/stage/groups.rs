//! The groups of the items: from any of the systems' files, or from a file beside them.

use std::collections::HashMap;

use super::named::{ABSENT, Named};
use crate::error::Error;
use crate::error::groups::OtherGroups;
use crate::error::quote;
use crate::error::subject::Subject;
use crate::frame::parsed::Groups;
use crate::ids;
use crate::stage::by::By;
use crate::{Grouping, Missing};
use restrap_words::{Code, Note, asked_as};

/// Groups that are asked for.
pub(crate) struct Wanted<'a> {
    pub kind: Grouping,
    /// The column.
    pub column: &'a str,
    /// The column, perhaps with its file, as it was typed.
    pub typed: &'a str,
    /// The only one of the systems' files that is asked; `None`: the first that has the column for an item.
    pub file: Option<usize>,
}

/// Groups of all items: 0 where an item has none.
#[derive(Debug)]
pub(crate) struct OfItems {
    kind: Grouping,
    column: String,
    values: Vec<String>,
    codes: Vec<u32>,
    /// The file that holds them.
    file: String,
}

/// Items that were left out because a file has no group for them.
#[derive(Debug)]
pub(crate) struct WithoutGroup {
    pub by: Subject,
    pub file: String,
    pub items: usize,
}

impl WithoutGroup {
    pub(crate) fn note(&self) -> Note {
        Code::MissingDropped.says(format!(
            "{}: {} left out for want of a value of {} ({})",
            self.file,
            quote::count(self.items as u64, "item"),
            self.by,
            asked_as("missing", Missing::Drop)
        ))
    }
}

/// An item as messages call it: its id, or its line.
pub(crate) type Called<'a> = &'a dyn Fn(usize) -> String;

/// A file beside the systems that holds groups of their items.
pub(crate) struct Beside<'a> {
    pub kind: Grouping,
    /// `FILE[:COLUMN]` as it was typed.
    pub typed: &'a str,
    pub named: Named<'a>,
}

impl Beside<'_> {
    /// The groups of the items, of which each has this row of the file.
    pub(crate) fn of_items(&self, rows: &[usize]) -> OfItems {
        let groups = find(&self.named, (self.kind, self.typed));
        let code = |row: &usize| groups?.codes.get(*row).copied();
        OfItems {
            kind: self.kind,
            column: self.typed.to_owned(),
            values: groups.map_or_else(Vec::new, |groups| groups.values.clone()),
            codes: rows.iter().map(|row| code(row).unwrap_or(0)).collect(),
            file: self.named.file.to_owned(),
        }
    }
}

impl OfItems {
    /// Marks items without a group as items to leave out; returns how many were not left out before.
    pub(crate) fn leave_out(&self, keep: &mut [bool]) -> WithoutGroup {
        let mut items = 0;
        // Ways of scoring are looked at, and tell no rows apart.
        if self.kind != Grouping::Measures {
            for (keep, code) in keep.iter_mut().zip(&self.codes) {
                items += usize::from(*keep && *code == 0);
                *keep &= *code > 0;
            }
        }
        WithoutGroup {
            by: Subject::Option(self.kind.option()),
            file: self.file.clone(),
            items,
        }
    }

    /// Refuses items without a group. `can_drop`: they can be left out instead.
    ///
    /// # Errors
    /// [`Error::NoGroup`] with the first.
    pub(crate) fn check(&self, called: Called<'_>, can_drop: bool) -> Result<(), Error> {
        if self.kind == Grouping::Measures {
            return Ok(());
        }
        let mut without = (0..self.codes.len()).filter(|item| self.codes[*item] == 0);
        without.next().map_or(Ok(()), |first| {
            Err(Error::NoGroup {
                by: Subject::Option(self.kind.option()),
                file: self.file.clone(),
                item: called(first),
                more: without.count() as u64,
                can_drop,
            })
        })
    }

    /// Leaves the items that are kept; groups are numbered in the order of their first item.
    pub(crate) fn into_groups(self, keep: Option<&[bool]>) -> (Grouping, By) {
        let mut numbers = vec![0; self.values.len() + 1];
        let mut values = Vec::new();
        let kept = |item: &usize| keep.is_none_or(|keep| keep[*item]);
        let codes = (0..self.codes.len()).filter(kept).map(|item| {
            let code = self.codes[item] as usize;
            if code > 0 && numbers[code] == 0 {
                values.push(restrap_words::escaped(&self.values[code - 1]).into_owned());
                numbers[code] = values.len() as u32;
            }
            numbers[code]
        });
        let codes = codes.collect();
        let by = By {
            column: restrap_words::escaped(&self.column).into_owned(),
            values,
            codes,
            shared: 0,
        };
        (self.kind, by)
    }
}

/// The groups that the files hold of each item: of `first` where it has the column, else of the next that has. `maps`: the row of each
/// file for each item, where they differ.
///
/// # Errors
/// If no file has a column of them, and where two files disagree.
pub(crate) fn of_items(
    files: &[Named<'_>],
    wanted: &[Wanted<'_>],
    first: usize,
    (maps, items): (Option<&[Vec<usize>]>, usize),
    (called, by_id): (Called<'_>, bool),
) -> Result<Vec<OfItems>, Error> {
    let one = |wanted: &Wanted<'_>| {
        let others = (0..files.len()).filter(|file| *file != first);
        let order = std::iter::once(first).chain(others);
        let order = order.filter(|file| wanted.file.is_none_or(|only| only == *file));
        let having: Vec<(usize, &Groups)> = order
            .filter_map(|file| Some((file, find(&files[file], (wanted.kind, wanted.column))?)))
            .collect();
        let Some(((main, groups), others)) = having.split_first() else {
            return Err(no_column(&files[wanted.file.unwrap_or(first)], wanted));
        };
        let code = |file: usize, groups: &Groups, item: usize| {
            let row = maps.map_or(item, |maps| maps[file][item]);
            groups.codes.get(row).copied().unwrap_or(0)
        };
        let mut found = OfItems {
            kind: wanted.kind,
            column: wanted.typed.to_owned(),
            values: groups.values.clone(),
            codes: (0..items).map(|item| code(*main, groups, item)).collect(),
            file: files[*main].file.to_owned(),
        };
        for (file, groups) in others {
            let known: HashMap<&str, u32> = found
                .values
                .iter()
                .map(|value| &value[..])
                .zip(1..)
                .collect();
            let mut added = Vec::new();
            let own = groups.values.iter().map(|value| {
                let next = || {
                    added.push(value.clone());
                    (found.values.len() + added.len()) as u32
                };
                known.get(&value[..]).copied().unwrap_or_else(next)
            });
            let own: Vec<u32> = std::iter::once(0).chain(own).collect();
            let own = |item: usize| own[code(*file, groups, item) as usize];
            found.values.append(&mut added);
            let differs = |item: &usize| {
                ![0, found.codes[*item]].contains(&own(*item)) && found.codes[*item] > 0
            };
            let mut differing = (0..items).filter(differs);
            if let Some(item) = differing.next() {
                let value = |code: u32| found.values[code as usize - 1].clone();
                return Err(Error::GroupsDiffer(Box::new(OtherGroups {
                    by: Subject::Option(wanted.kind.option()),
                    by_id,
                    column: wanted.column.to_owned(),
                    item: called(item),
                    one: (found.file, value(found.codes[item])),
                    other: (files[*file].file.to_owned(), value(own(item))),
                    items: format!(
                        "{} of {}",
                        1 + differing.count(),
                        quote::count(items as u64, "item")
                    ),
                })));
            }
            for (item, code) in found.codes.iter_mut().enumerate() {
                if *code == 0 {
                    *code = own(item);
                }
            }
        }
        Ok(found)
    };
    wanted.iter().map(one).collect()
}

fn find<'f>(file: &'f Named<'_>, (kind, column): (Grouping, &str)) -> Option<&'f Groups> {
    let mut groups = file.parsed.groups.iter();
    groups.find(|groups| groups.kind == kind && groups.column == column)
}

fn no_column(file: &Named<'_>, wanted: &Wanted<'_>) -> Error {
    let by = Subject::Option(wanted.kind.option());
    let absent = file
        .parsed
        .absent
        .iter()
        .find(|(kind, _)| *kind == wanted.kind);
    match absent {
        Some((_, columns)) => Error::NoSuchColumn {
            file: file.file.to_owned(),
            by,
            wanted: wanted.column.to_owned(),
            columns: columns.clone(),
        },
        None => Error::NoGroups {
            by,
            file: file.file.to_owned(),
            format: file.format,
        },
    }
}

/// The row of a file beside the systems for each item, by ids.
pub(crate) fn rows_of<'k>(
    items: impl Iterator<Item = Option<&'k [u8]>>,
    ids: &ids::Ids,
) -> Vec<usize> {
    let mut places = ids::Places::default();
    for (row, key) in ids.iter().enumerate() {
        places.entry(key).or_insert(row);
    }
    items
        .map(|key| {
            key.and_then(|key| places.get(key).copied())
                .unwrap_or(ABSENT)
        })
        .collect()
}
