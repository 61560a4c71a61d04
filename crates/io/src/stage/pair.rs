//! Pairing the rows of all files item by item, and what a missing score means.
//!
//! By line: every file has as many rows as the baseline's; tables that share a column named like an id must agree in
//! it row by row, so that nothing is misaligned in silence. By id: a hash join in the order of the baseline's file;
//! an id that one file lacks is an error, or drops the item, or scores 0 (then ids that the baseline lacks follow in
//! the order of the files). The result does not depend on which file is the baseline, except for the order of items.
//!
//! Cost: by line without missing scores nothing moves. By id about 100 ns per row, and one column at a time is copied.

use restrap_core::memory::fallible;
use std::collections::HashSet;
use std::collections::hash_map::Entry;

use crate::bytes::chunks;
use crate::error::question::{Pairing, Question};
use crate::error::quote;
use crate::error::subject::Subject;
use crate::ids::{self, Ids, Places};
use crate::items::ids::{self as ids_of_items, counts_rows};
use crate::stage::by::By;
use crate::stage::groups::{self, Beside, OfItems, Wanted, WithoutGroup};
use crate::stage::named::{ABSENT, Named};
use crate::{Error, Grouping, Missing};

/// What became of the rows of one file.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Tally {
    /// Rows that are in no item.
    pub dropped: usize,
    /// Items that have the worst score for want of a score in at least one column.
    pub zeroed: usize,
    /// Rows whose items have no right answer.
    pub no_gold: usize,
    /// Rows among the dropped ones whose items lack nothing but a group.
    pub no_group: usize,
    /// The worst score.
    pub worst: f64,
}

/// What pairing leaves behind.
#[derive(Debug)]
pub(crate) struct Paired {
    /// One a file.
    pub tallies: Vec<Tally>,
    /// Rows of each file by item; none when every file has the items in order.
    maps: Option<Vec<Vec<usize>>>,
    /// Rows that are items, where some were dropped from files that have the items in order.
    kept: Option<Vec<bool>>,
    /// The groups of the items, in the order in which they are asked for.
    pub groups: Vec<(Grouping, By)>,
    /// Items that were dropped for want of a group.
    pub without_group: Vec<WithoutGroup>,
}

impl Paired {
    /// The line of every item in each file; 0 where it has none.
    pub fn lines(&self, files: &[Named<'_>]) -> Vec<Vec<u64>> {
        let of = |(place, file): (usize, &Named<'_>)| -> Vec<u64> {
            match (&self.maps, &self.kept) {
                (Some(maps), _) => {
                    let rows = maps[place].iter();
                    rows.map(|&row| if row == ABSENT { 0 } else { file.line(row) })
                        .collect()
                }
                (None, Some(kept)) => {
                    let rows = kept.iter().enumerate().filter(|(_, kept)| **kept);
                    rows.map(|(row, _)| file.line(row)).collect()
                }
                (None, None) => (0..file.parsed.rows).map(|row| file.line(row)).collect(),
            }
        };
        files.iter().enumerate().map(of).collect()
    }

    /// The ids of the items, taken out of the files: those that pair them, else of the column of the baseline's file that
    /// looks like one. `None` where there is neither.
    pub fn names(self, files: &mut [Named<'_>], first: usize) -> Option<ItemIds> {
        if let Some(maps) = self.maps {
            let files = maps
                .into_iter()
                .zip(files)
                .filter_map(|(map, file)| Some((file.parsed.ids.take()?, map)));
            return Some(ItemIds {
                files: files.collect(),
                named: Vec::new(),
                are_known: true,
            });
        }
        let parsed = &mut *files[first].parsed;
        let are_known = parsed.ids.is_some();
        let ids = parsed.ids.take().or_else(|| {
            let lookalikes = &mut parsed.lookalikes;
            let is_distinct = |(_, ids): &(String, Ids)| matches!(ids.doubled(), Ok(None));
            let place = lookalikes.iter().position(is_distinct);
            let last = lookalikes.len().checked_sub(1)?;
            Some(lookalikes.swap_remove(place.unwrap_or(last)).1)
        })?;
        let rows = 0..ids.len();
        let map = match self.kept {
            Some(kept) => rows
                .zip(kept)
                .filter(|(_, kept)| *kept)
                .map(|(row, _)| row)
                .collect(),
            None => rows.collect(),
        };
        Some(ItemIds {
            files: vec![(ids, map)],
            named: Vec::new(),
            are_known,
        })
    }
}

/// The ids of paired items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemIds {
    /// The ids of each file's rows, and its row for each item.
    files: Vec<(Ids, Vec<usize>)>,
    /// Ids by item, where no file of scores holds them.
    named: Vec<String>,
    /// They were named, or are those of the format or the path; else of a column that looks like ids.
    pub are_known: bool,
}

impl From<Vec<String>> for ItemIds {
    /// One id per item, in the order of the items.
    fn from(named: Vec<String>) -> Self {
        Self {
            files: Vec::new(),
            named,
            are_known: true,
        }
    }
}

impl ItemIds {
    /// The id of an item, by its place from 0; parts of several columns are joined by commas.
    pub fn get(&self, item: usize) -> Option<String> {
        let of = |(ids, map): &(Ids, Vec<usize>)| {
            let row = *map.get(item).filter(|row| **row != ABSENT)?;
            Some(ids::plain(ids.get(row)))
        };
        self.named
            .get(item)
            .cloned()
            .or_else(|| self.files.iter().find_map(of))
    }
}

/// How rows pair.
#[derive(Debug, Clone)]
pub(crate) struct Policy {
    /// What becomes of missing scores.
    pub missing: Missing,
    /// The worst score, which a missing one then is; `None` if there is none.
    pub worst: Option<f64>,
    /// Rows with the same id or in the same line are the same items, whatever else they hold.
    pub same_items: bool,
    /// The file of the right answers.
    pub gold: Option<usize>,
    /// The columns of the ids, as messages call them.
    pub ids: String,
}

impl Policy {
    /// The worst score.
    ///
    /// # Errors
    /// [`Question::NoWorst`] if scores have no end.
    pub(crate) fn worst(&self) -> Result<f64, Error> {
        self.worst.ok_or_else(|| Error::Asked {
            file: String::new(),
            question: Box::new(Question::NoWorst),
        })
    }
}

/// Brings all columns to the same items in the same order, and the groups that are asked for; `first` is the baseline's file.
pub(crate) fn pair(
    files: &mut [Named<'_>],
    first: usize,
    policy: &Policy,
    (wanted, beside): (&[Wanted<'_>], &mut [Beside<'_>]),
) -> Result<Paired, Error> {
    let missing = policy.missing;
    let by_id = files.iter().all(|file| file.parsed.ids.is_some());
    if !by_id {
        check_lengths(files, first, policy.gold.is_some())?;
        check_lookalikes(files, policy.same_items)?;
    }
    // Rows of each file by item; none when every file already has the items in order.
    let mut maps = if by_id && !same_ids(files) {
        Some(join(files, first, missing)?)
    } else {
        None
    };
    let items = maps
        .as_ref()
        .map_or(files[first].parsed.rows, |maps| maps[first].len());

    let mut tallies = vec![Tally::default(); files.len()];
    let items = match (&mut maps, policy.gold) {
        (Some(maps), Some(gold)) if missing == Missing::Zero => {
            without_gold(maps, gold, &mut tallies)
        }
        _ => items,
    };
    let groups = groups_of(
        files,
        (first, policy),
        (wanted, beside),
        (maps.as_deref(), items),
    )?;
    let (keep, without_group) = if missing == Missing::Drop {
        kept_items(files, maps.as_deref(), items, &groups)?
    } else {
        (None, Vec::new())
    };
    let no_group = without_group.iter().map(|without| without.items).sum();
    if let Some(keep) = &keep {
        for map in maps.iter_mut().flatten() {
            let mut kept = keep.iter();
            map.retain(|_| *kept.next().unwrap_or(&true));
        }
    }
    let left = keep
        .as_ref()
        .map_or(items, |keep| keep.iter().filter(|keep| **keep).count());
    if left == 0 {
        return Err(Error::AllDropped {
            items: items as u64,
        });
    }
    for (index, (file, tally)) in files.iter_mut().zip(&mut tallies).enumerate() {
        let map = maps.as_ref().map(|maps| &maps[index][..]);
        tally.dropped = file.parsed.rows
            - tally.no_gold
            - map.map_or(left, |map| map.iter().filter(|row| **row != ABSENT).count());
        tally.no_group = no_group;
        let mut zeroed = vec![false; if missing == Missing::Zero { left } else { 0 }];
        for column in &mut file.parsed.columns {
            if let Some(map) = map {
                column.scores = gather(&column.scores, map, file.file)?;
            } else if let Some(keep) = &keep {
                let mut kept = keep.iter();
                column.scores.retain(|_| *kept.next().unwrap_or(&true));
            }
            for (score, zeroed) in column.scores.iter_mut().zip(&mut zeroed) {
                if score.is_nan() {
                    *score = policy.worst()?;
                    *zeroed = true;
                    tally.worst = *score;
                }
            }
        }
        tally.zeroed = zeroed.into_iter().filter(|zeroed| *zeroed).count();
    }
    Ok(Paired {
        tallies,
        groups: groups
            .into_iter()
            .map(|groups| groups.into_groups(keep.as_deref()))
            .collect(),
        without_group,
        maps,
        kept: keep,
    })
}

/// The groups of each item, from the systems' files and from those beside them.
fn groups_of(
    files: &mut [Named<'_>],
    (first, policy): (usize, &Policy),
    (wanted, beside): (&[Wanted<'_>], &mut [Beside<'_>]),
    (maps, items): (Option<&[Vec<usize>]>, usize),
) -> Result<Vec<OfItems>, Error> {
    let mut found = Vec::new();
    for one in beside {
        let rows = rows_beside(
            files,
            (first, policy),
            (one.kind, &mut one.named),
            (maps, items),
        )?;
        found.push(one.of_items(&rows));
    }
    let row = |file: usize, item: usize| maps.map_or(item, |maps| maps[file][item]);
    let called = |item: usize| {
        let having = (0..files.len()).find(|file| row(*file, item) != ABSENT);
        let (file, row) = having.map_or((first, item), |file| (file, row(file, item)));
        match &files[file].parsed.ids {
            Some(ids) => ids::readable(ids.get(row)),
            None => format!("line {}", files[file].line(row)),
        }
    };
    let by_id = files.iter().all(|file| file.parsed.ids.is_some());
    let own = groups::of_items(files, wanted, first, (maps, items), (&called, by_id))?;
    found.extend(own);
    if policy.missing != Missing::Drop {
        for groups in &found {
            groups.check(&called, true)?;
        }
    }
    Ok(found)
}

/// The row of a file beside the systems for each item: by ids, by a column that looks like ids in both, else by place.
fn rows_beside(
    files: &mut [Named<'_>],
    (first, policy): (usize, &Policy),
    (kind, beside): (Grouping, &mut Named<'_>),
    (maps, items): (Option<&[Vec<usize>]>, usize),
) -> Result<Vec<usize>, Error> {
    let by_id = files.iter().all(|file| file.parsed.ids.is_some());
    let key = |item: usize| {
        files.iter().enumerate().find_map(|(file, named)| {
            let row = maps.map_or(item, |maps| maps[file][item]);
            let own = named.parsed.ids.as_ref()?;
            (row != ABSENT).then(|| own.get(row))
        })
    };
    let one_has_ids = |named: &Named<'_>, plain: &Named<'_>| Error::OneHasIds {
        named: named.file.to_owned(),
        column: policy.ids.clone(),
        plain: plain.file.to_owned(),
    };
    match (by_id, &beside.parsed.ids) {
        (true, Some(ids)) => return Ok(groups::rows_of((0..items).map(key), ids)),
        (false, None) if !policy.same_items => {
            let both = beside.parsed.lookalikes.iter().find_map(|(name, ids)| {
                let mut own = files[first].parsed.lookalikes.iter();
                let (_, own) = own.find(|(known, _)| known == name)?;
                let are_distinct =
                    matches!(ids.doubled(), Ok(None)) && matches!(own.doubled(), Ok(None));
                are_distinct.then_some((own, ids))
            });
            if let Some((own, ids)) = both {
                return Ok(groups::rows_of(own.iter().map(Some), ids));
            }
        }
        (true, None) if !policy.same_items => {
            let keys = files.iter().filter_map(|file| file.parsed.ids.as_ref());
            let known: HashSet<&[u8]> = keys.flat_map(Ids::iter).collect();
            if let Some(ids) = beside.parsed.column_of(&known) {
                return Ok(groups::rows_of((0..items).map(key), ids));
            }
            return Err(one_has_ids(&files[first], beside));
        }
        (false, Some(_)) if !policy.same_items => {
            return Err(one_has_ids(beside, &files[first]));
        }
        _ => {}
    }
    let rows = files[first].parsed.rows;
    if beside.parsed.rows != rows {
        return Err(Error::OtherItems {
            by: Subject::Option(kind.option()),
            file: beside.file.to_owned(),
            rows: beside.parsed.rows,
            items: rows,
        });
    }
    let both = [files[first].reborrow(), beside.reborrow()];
    check_lookalikes(&both, policy.same_items)?;
    Ok(maps.map_or_else(|| (0..items).collect(), |maps| maps[first].clone()))
}

/// Leaves out the items that the right answers lack; returns how many are left.
fn without_gold(maps: &mut [Vec<usize>], gold: usize, tallies: &mut [Tally]) -> usize {
    let keep: Vec<bool> = maps[gold].iter().map(|row| *row != ABSENT).collect();
    for (map, tally) in maps.iter_mut().zip(tallies) {
        let gone = map
            .iter()
            .zip(&keep)
            .filter(|(row, keep)| **row != ABSENT && !**keep);
        tally.no_gold = gone.count();
        let mut kept = keep.iter();
        map.retain(|_| *kept.next().unwrap_or(&true));
    }
    maps[gold].len()
}

fn check_lengths(files: &[Named<'_>], first: usize, has_gold: bool) -> Result<(), Error> {
    let rows = files[first].parsed.rows;
    let mut differing = files.iter().filter(|file| file.parsed.rows != rows);
    let Some(second) = differing.next() else {
        return Ok(());
    };
    let pairing = Box::new(pairing(&files[first], second));
    Err(Error::Lengths {
        first: (files[first].file.to_owned(), rows),
        second: (second.file.to_owned(), second.parsed.rows),
        more: differing.count(),
        pairing,
        has_gold,
    })
}

/// Columns that look like ids and stand in several files must agree row by row, and no text may say that the rows are in another order.
fn check_lookalikes(files: &[Named<'_>], same_items: bool) -> Result<(), Error> {
    if same_items {
        return Ok(());
    }
    check_ids_of_one(files)?;
    let differing = files.iter().enumerate().find_map(|(index, file)| {
        file.parsed.lookalikes.iter().find_map(|(name, ids)| {
            files[index + 1..].iter().find_map(|other| {
                let mut others = other.parsed.lookalikes.iter();
                let (_, others) = others.find(|(known, _)| known == name)?;
                (ids != others).then(|| misaligned(name, (file, ids), (other, others)))
            })
        })
    });
    differing.or_else(|| other_order(files)).map_or(Ok(()), Err)
}

/// The error of two files whose texts say that their rows are in another order.
fn other_order(files: &[Named<'_>]) -> Option<Error> {
    let columns = |file: usize| {
        let parsed = &*files[file].parsed;
        parsed.lookalikes.iter().chain(&parsed.texts)
    };
    let ids = |file: usize, name: &str| columns(file).find(|(known, _)| known == name);
    let pairs = (0..files.len()).flat_map(|at| (at + 1..files.len()).map(move |other| (at, other)));
    pairs.into_iter().find_map(|(at, other)| {
        let differs = |(name, one): &&(String, Ids)| {
            ids(other, name).is_some_and(|(_, others)| others != one)
        };
        columns(at).find(differs)?;
        let in_both = |file: usize| -> Vec<(String, Ids)> {
            let both = columns(file)
                .filter(|(name, _)| ids(at, name).is_some() && ids(other, name).is_some());
            both.cloned().collect()
        };
        let (own, others) = (in_both(at), in_both(other));
        let name = ids_of_items::in_other_order(&own, &others)?;
        let (one, others) = (ids(at, &name)?, ids(other, &name)?);
        Some(misaligned(
            &name,
            (&files[at], &one.1),
            (&files[other], &others.1),
        ))
    })
}

/// Refuses to pair rows that have ids, in a column that looks like one, with rows that have none.
fn check_ids_of_one(files: &[Named<'_>]) -> Result<(), Error> {
    let ids = |file: &Named<'_>| -> Vec<String> {
        let named = |(name, ids): &(String, Ids)| {
            let distinct: HashSet<&[u8]> = ids.iter().collect();
            let is_id = distinct.len() == ids.len() && !counts_rows(ids);
            is_id.then(|| name.clone())
        };
        file.parsed.lookalikes.iter().filter_map(named).collect()
    };
    for file in files {
        let Some(column) = ids(file).into_iter().next() else {
            continue;
        };
        let plain = files
            .iter()
            .find(|other| other.parsed.lookalikes.is_empty());
        if let Some(plain) = plain {
            return Err(Error::OneHasIds {
                named: file.file.to_owned(),
                column,
                plain: plain.file.to_owned(),
            });
        }
    }
    Ok(())
}

/// The column that pairs the rows of two files, among all that may.
fn pairing(one: &Named<'_>, other: &Named<'_>) -> Pairing {
    let columns = |file: &Named<'_>| -> Vec<(String, Ids)> {
        let parsed = &*file.parsed;
        let own = parsed.lookalikes.iter().chain(&parsed.texts);
        let mut all: Vec<(String, Ids)> = own.cloned().collect();
        for (name, ids) in &parsed.seen.others {
            if !all.iter().any(|(known, _)| known == name) {
                all.push((name.clone(), ids.clone()));
            }
        }
        all
    };
    ids_of_items::pairing(&columns(one), &columns(other))
}

fn misaligned(name: &str, first: (&Named<'_>, &Ids), second: (&Named<'_>, &Ids)) -> Error {
    let rows = first.1.len().min(second.1.len());
    let mut differing = (0..rows).filter(|row| first.1.get(*row) != second.1.get(*row));
    let row = differing.next().unwrap_or(0);
    let at = |(file, ids): (&Named<'_>, &Ids)| (file.place(row, None), ids::readable(ids.get(row)));
    Error::Misaligned {
        column: name.to_owned(),
        first: Box::new(at(first)),
        second: Box::new(at(second)),
        rows: format!(
            "{} of {}",
            1 + differing.count(),
            quote::count(rows as u64, "row")
        ),
        pairing: Box::new(pairing(first.0, second.0)),
    }
}

fn same_ids(files: &[Named<'_>]) -> bool {
    files
        .windows(2)
        .all(|pair| pair[0].parsed.ids == pair[1].parsed.ids)
}

/// For each file, its row for each item.
fn join(files: &[Named<'_>], first: usize, missing: Missing) -> Result<Vec<Vec<usize>>, Error> {
    let memory = |file: &Named<'_>| {
        let (path, bytes) = (file.file.to_owned(), 32 * file.parsed.rows as u64);
        move |()| Error::Memory { path, bytes }
    };
    let order = std::iter::once(first).chain((0..files.len()).filter(|index| *index != first));
    let mut items = Places::default();
    let mut maps: Vec<Vec<usize>> = vec![Vec::new(); files.len()];
    for index in order {
        let file = &files[index];
        let Some(ids) = &file.parsed.ids else {
            continue;
        };
        fallible(|| items.try_reserve(ids.len())).map_err(|_| memory(file)(()))?;
        let mut map = chunks::room(items.len().max(ids.len())).map_err(|_| memory(file)(()))?;
        map.resize(items.len(), ABSENT);
        for (row, key) in ids.iter().enumerate() {
            let next = items.len();
            match items.entry(key) {
                Entry::Occupied(item) => map[*item.get()] = row,
                Entry::Vacant(item) => {
                    item.insert(next);
                    map.push(row);
                }
            }
        }
        maps[index] = map;
    }
    for map in &mut maps {
        map.resize(items.len(), ABSENT);
    }
    if missing == Missing::Error
        && let Some(error) = unmatched(files, &maps)
    {
        return Err(error);
    }
    Ok(maps)
}

/// The first pair of files of which one has ids that the other lacks, and how many more such pairs there are.
fn unmatched(files: &[Named<'_>], maps: &[Vec<usize>]) -> Option<Error> {
    const FEW: usize = 3;
    let mut found: Option<Error> = None;
    for (has, having) in files.iter().zip(maps) {
        for (lacks, lacking) in files.iter().zip(maps) {
            let only = || {
                lacking
                    .iter()
                    .zip(having)
                    .filter(|(a, b)| **a == ABSENT && **b != ABSENT)
            };
            let count = only().count() as u64;
            if count == 0 {
                continue;
            }
            if let Some(Error::Unmatched { more, .. }) = &mut found {
                *more += 1;
                continue;
            }
            let examples = only().take(FEW).map(|(_, row)| {
                let key = has
                    .parsed
                    .ids
                    .as_ref()
                    .map_or(String::new(), |ids| ids::readable(ids.get(*row)));
                format!("{key} at {}", has.place(*row, None))
            });
            let mut examples: Vec<String> = examples.collect();
            if count > FEW as u64 {
                examples.push("…".to_owned());
            }
            let fewer = has.parsed.rows.min(lacks.parsed.rows).max(1);
            let both = lacking
                .iter()
                .zip(having)
                .filter(|(a, b)| **a != ABSENT && **b != ABSENT)
                .count();
            found = Some(Error::Unmatched {
                has: has.file.to_owned(),
                lacks: lacks.file.to_owned(),
                count,
                examples,
                more: 0,
                common: both as f32 / fewer as f32,
                of_more: both as f32 / has.parsed.rows.max(lacks.parsed.rows).max(1) as f32,
                pairing: Box::new(pairing(has, lacks)),
            });
        }
    }
    found
}

/// The items of which every column of every file has a score, and every group is known; `None` for all of them.
fn kept_items(
    files: &[Named<'_>],
    maps: Option<&[Vec<usize>]>,
    items: usize,
    groups: &[OfItems],
) -> Result<(Option<Vec<bool>>, Vec<WithoutGroup>), Error> {
    let mut keep = chunks::room(items).map_err(|_| Error::Memory {
        path: files[0].file.to_owned(),
        bytes: items as u64,
    })?;
    keep.resize(items, true);
    for (index, file) in files.iter().enumerate() {
        let map = maps.map(|maps| &maps[index][..]);
        for column in &file.parsed.columns {
            for (item, keep) in keep.iter_mut().enumerate() {
                let row = map.map_or(item, |map| map[item]);
                *keep &= column.scores.get(row).is_some_and(|score| !score.is_nan());
            }
        }
    }
    let without = groups.iter().map(|groups| groups.leave_out(&mut keep));
    let without = without.filter(|without| without.items > 0).collect();
    let are_all = keep.iter().all(|keep| *keep);
    Ok(((!are_all).then_some(keep), without))
}

fn gather(scores: &[f64], map: &[usize], file: &str) -> Result<Vec<f64>, Error> {
    let mut out = chunks::room(map.len()).map_err(|_| Error::Memory {
        path: file.to_owned(),
        bytes: 8 * map.len() as u64,
    })?;
    out.extend(
        map.iter()
            .map(|row| scores.get(*row).copied().unwrap_or(f64::NAN)),
    );
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::parsed::Parsed;
    use crate::{Format, Precision};
    use proptest::prelude::*;

    fn policy(missing: Missing) -> Policy {
        Policy {
            missing,
            worst: Some(0.0),
            same_items: false,
            gold: None,
            ids: String::new(),
        }
    }

    fn file(ids: &[&str], scores: &[f64]) -> Parsed {
        let mut parsed = Parsed::single(scores.to_vec(), 1, Precision::Double);
        if !ids.is_empty() {
            let mut keys = Ids::default();
            for id in ids {
                keys.push(std::iter::once(id.as_bytes())).unwrap();
            }
            parsed.lines = (2..).take(ids.len()).collect();
            parsed.ids = Some(keys);
        }
        parsed
    }

    fn both<'p>(a: &'p mut Parsed, b: &'p mut Parsed) -> [Named<'p>; 2] {
        [("a", a), ("b", b)].map(|(file, parsed)| Named {
            file,
            format: Format::Csv,
            is_held: false,
            parsed,
        })
    }

    fn run(first: &mut Parsed, second: &mut Parsed, missing: Missing) -> Result<Vec<Tally>, Error> {
        let mut files = both(first, second);
        pair(&mut files, 0, &policy(missing), (&[], &mut [])).map(|paired| paired.tallies)
    }

    #[test]
    fn items_have_the_ids_that_paired_them() {
        for (missing, ids) in [
            (Missing::Drop, &["x", "z"][..]),
            (Missing::Zero, &["x", "y", "z", "w"]),
        ] {
            let (mut a, mut b) = (
                file(&["x", "y", "z"], &[1.; 3]),
                file(&["w", "z", "x"], &[2.; 3]),
            );
            let mut files = both(&mut a, &mut b);
            let names = pair(&mut files, 0, &policy(missing), (&[], &mut []))
                .unwrap()
                .names(&mut files, 0)
                .unwrap();
            let found: Vec<String> = (0..).map_while(|item| names.get(item)).collect();
            assert_eq!(found, ids, "{missing}");
        }
        // Rows in one order, of which a missing score drops one.
        let (mut a, mut b) = (
            file(&["x", "y", "z"], &[1., f64::NAN, 3.]),
            file(&["x", "y", "z"], &[1., 2., 3.]),
        );
        let mut files = both(&mut a, &mut b);
        let names = pair(&mut files, 0, &policy(Missing::Drop), (&[], &mut []))
            .unwrap()
            .names(&mut files, 0)
            .unwrap();
        assert_eq!(
            [names.get(0), names.get(1), names.get(2)],
            [Some("x".into()), Some("z".into()), None]
        );
    }

    #[test]
    fn rows_follow_the_ids_in_the_order_of_the_baseline() {
        let (mut a, mut b) = (
            file(&["x", "y", "z"], &[1., 2., 3.]),
            file(&["z", "x", "y"], &[30., 10., 20.]),
        );
        assert_eq!(
            run(&mut a, &mut b, Missing::Error).unwrap(),
            [Tally::default(); 2]
        );
        assert_eq!(b.columns[0].scores, [10., 20., 30.]);
        assert_eq!(a.columns[0].scores, [1., 2., 3.]);
    }

    #[test]
    fn an_unmatched_id_is_an_error_or_dropped_or_zero() {
        let make = || {
            (
                file(&["x", "y", "z"], &[1., 2., 3.]),
                file(&["w", "z", "x"], &[40., 30., 10.]),
            )
        };
        let (mut a, mut b) = make();
        let error = run(&mut a, &mut b, Missing::Error).unwrap_err();
        assert_eq!(
            error.to_string(),
            "expected the same ids everywhere, found 1 id only in a (`y` at a:3) (and 1 more mismatch)"
        );
        let (mut a, mut b) = make();
        let tallies = run(&mut a, &mut b, Missing::Drop).unwrap();
        assert_eq!(
            (&a.columns[0].scores[..], &b.columns[0].scores[..]),
            (&[1., 3.][..], &[10., 30.][..])
        );
        assert_eq!(
            tallies,
            [Tally {
                dropped: 1,
                zeroed: 0,
                ..Tally::default()
            }; 2]
        );
        let (mut a, mut b) = make();
        let tallies = run(&mut a, &mut b, Missing::Zero).unwrap();
        assert_eq!(a.columns[0].scores, [1., 2., 3., 0.]);
        assert_eq!(b.columns[0].scores, [10., 0., 30., 40.]);
        assert_eq!(
            tallies,
            [Tally {
                dropped: 0,
                zeroed: 1,
                ..Tally::default()
            }; 2]
        );
    }

    #[test]
    fn a_missing_score_drops_the_item_from_every_file() {
        let (mut a, mut b) = (
            file(&[], &[1., f64::NAN, 3.]),
            file(&[], &[1., 2., f64::NAN]),
        );
        let tallies = run(&mut a, &mut b, Missing::Drop).unwrap();
        assert_eq!(
            (&a.columns[0].scores[..], &b.columns[0].scores[..]),
            (&[1.][..], &[1.][..])
        );
        assert_eq!(
            tallies,
            [Tally {
                dropped: 2,
                zeroed: 0,
                ..Tally::default()
            }; 2]
        );
        let (mut a, mut b) = (file(&[], &[f64::NAN]), file(&[], &[1.]));
        assert_eq!(
            run(&mut a, &mut b, Missing::Drop)
                .unwrap_err()
                .class()
                .name(),
            "empty"
        );
    }

    #[test]
    fn unequal_lengths_show_both() {
        let error = run(
            &mut file(&[], &[1., 2.]),
            &mut file(&[], &[1.]),
            Missing::Drop,
        )
        .unwrap_err();
        assert_eq!(
            error.to_string(),
            "expected as many scores from every system, found 2 in a and 1 in b"
        );
    }

    proptest! {
        #[test]
        fn dropping_is_the_intersection_and_zero_is_the_union(
            a in prop::collection::btree_set(0u8..12, 1..10),
            b in prop::collection::btree_set(0u8..12, 1..10),
            swap: bool,
        ) {
            let make = |set: &std::collections::BTreeSet<u8>| {
                let order: Vec<u8> = if swap { set.iter().rev().copied().collect() } else { set.iter().copied().collect() };
                let names: Vec<String> = order.iter().map(u8::to_string).collect();
                let scores: Vec<f64> = order.iter().map(|id| f64::from(*id) + 1.0).collect();
                file(&names.iter().map(String::as_str).collect::<Vec<_>>(), &scores)
            };
            let (mut first, mut second) = (make(&a), make(&b));
            match run(&mut first, &mut second, Missing::Drop) {
                Ok(_) => {
                    prop_assert_eq!(first.columns[0].scores.len(), a.intersection(&b).count());
                    prop_assert_eq!(&first.columns[0].scores, &second.columns[0].scores);
                }
                Err(error) => {
                    prop_assert_eq!(error.class().name(), "empty");
                    prop_assert!(a.is_disjoint(&b));
                }
            }
            let (mut first, mut second) = (make(&a), make(&b));
            run(&mut first, &mut second, Missing::Zero).unwrap();
            prop_assert_eq!(first.columns[0].scores.len(), a.union(&b).count());
            for (x, y) in first.columns[0].scores.iter().zip(&second.columns[0].scores) {
                prop_assert!(x == y || *x == 0.0 || *y == 0.0);
            }
        }
    }
}
