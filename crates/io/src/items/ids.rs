//! Ids: which rows of two files are the same item.

use std::collections::{HashMap, HashSet};

use crate::error::question::{Pairing, Question};
use crate::format::number;
use crate::ids::Ids;
use crate::words::{List, last_part};

/// Returns `true` if ids are 0 to n − 1 or 1 to n, in any order and perhaps repeated: they count rows, and say nothing of the items.
pub(crate) fn counts_rows(ids: &Ids) -> bool {
    let mut distinct = HashSet::new();
    let mut bounds = (u64::MAX, 0);
    for id in ids.iter() {
        let Some(value) = whole(number::trim(id)) else {
            return false;
        };
        // More than there are rows, or a gap as large.
        if value > ids.len() as u64 {
            return false;
        }
        bounds = (bounds.0.min(value), bounds.1.max(value));
        distinct.insert(value);
    }
    let count = distinct.len() as u64;
    count > 1 && bounds.0 <= 1 && bounds.1 + 1 - bounds.0 == count
}

fn whole(id: &[u8]) -> Option<u64> {
    let is_plain = !id.is_empty() && id.iter().all(u8::is_ascii_digit);
    std::str::from_utf8(id)
        .ok()
        .filter(|_| is_plain)?
        .parse()
        .ok()
}

/// The ids of a file, and the columns that say what its items are about.
pub(crate) struct Identified<'a> {
    /// The name of the column of ids.
    pub name: &'a str,
    pub ids: &'a Ids,
    pub contents: &'a [(String, Ids)],
}

/// Refuses to pair rows by ids that only count them, if a column of contents has no value in common.
///
/// # Errors
/// [`Question::CountedRows`] with both columns.
pub(crate) fn check_contents(one: &Identified<'_>, other: &Identified<'_>) -> Result<(), Question> {
    let distinct = |ids: &Ids| -> HashSet<Vec<u8>> {
        ids.iter().map(|id| number::trim(id).to_vec()).collect()
    };
    if one.contents.is_empty() || !counts_rows(one.ids) || !counts_rows(other.ids) {
        return Ok(());
    }
    let counts = [one, other].map(|file| distinct(file.ids).len());
    for (name, texts) in one.contents {
        let Some((_, others)) = other.contents.iter().find(|(known, _)| known == name) else {
            continue;
        };
        let (texts, others) = (distinct(texts), distinct(others));
        let is_each_once = [texts.len(), others.len()] == counts;
        if is_each_once && !texts.contains(&Vec::new()) && texts.is_disjoint(&others) {
            return Err(Question::CountedRows {
                id: one.name.to_owned(),
                text: name.clone(),
            });
        }
    }
    Ok(())
}

/// Distinct values of a column that repeats, of which there must be as many.
const FEWEST: usize = 5;

/// How well a name suits a column of ids, the less the better; `None` if it never is one.
fn rank(name: &str) -> Option<u8> {
    let last = last_part(name);
    let first = name.split(['.', '/']).next().unwrap_or(name);
    let is_nested = first != last;
    // Ids of the call, of which another run has others.
    let is_of_run = List::RunIds.holds(last);
    if is_of_run || is_nested && List::Outputs.holds_word(first) {
        return None;
    }
    if List::Ids.holds_last(last) {
        return Some(0);
    }
    if List::Outputs.holds_word(last) || List::Costs.holds_word(last) {
        return None;
    }
    Some(if List::Texts.holds(last) { 1 } else { 3 })
}

/// Finds the column that pairs the rows of two files: distinct in both, by its name and by how many values are in common.
pub(crate) fn pairing(one: &[(String, Ids)], other: &[(String, Ids)]) -> Pairing {
    let mut once = Vec::new();
    let mut often = Vec::new();
    for (name, ids) in one {
        let others = other.iter().find(|(known, _)| known == name);
        let (Some((_, others)), Some(rank)) = (others, rank(name)) else {
            continue;
        };
        let is_decimal =
            |cell: &[u8]| cell.contains(&b'.') && fast_float2::parse::<f64, _>(cell).is_ok();
        let values = |ids: &Ids| -> Option<HashSet<Vec<u8>>> {
            let cells = ids.iter().map(number::trim);
            let value = |cell: &[u8]| {
                let is_none =
                    number::is_missing(cell) || number::truth(cell).is_some() || is_decimal(cell);
                (!is_none).then(|| cell.to_vec())
            };
            cells.map(value).collect()
        };
        let (Some(of_one), Some(of_other)) = (values(ids), values(others)) else {
            continue;
        };
        let common = of_one.intersection(&of_other).count();
        if of_one.len() < 2 || 2 * common < of_one.len().min(of_other.len()) {
            continue;
        }
        let is_number = ids
            .iter()
            .chain(others.iter())
            .all(|cell| fast_float2::parse::<f64, _>(number::trim(cell)).is_ok());
        if of_one.len() == ids.len() && of_other.len() == others.len() {
            if !is_number || rank <= 1 {
                once.push((of_one != of_other, rank, name.len(), name));
            }
        } else if of_one.len() >= FEWEST && (!is_number || rank == 0) {
            often.push((rank, usize::MAX - of_one.len(), name.len(), name));
        }
    }
    if let Some((.., name)) = once.into_iter().min() {
        return Pairing::Column(name.clone());
    }
    if let Some((first, second)) = together(one, other) {
        return Pairing::Columns(vec![first.to_owned(), second.to_owned()]);
    }
    match often.into_iter().min() {
        Some((.., name)) => Pairing::Repeated(name.clone()),
        None => Pairing::None,
    }
}

/// Columns of which two are looked at together, at most.
const MOST: usize = 8;

/// Finds two columns whose values together are distinct in both files, half of the fewer of them in common or more.
fn together<'n>(one: &'n [(String, Ids)], other: &[(String, Ids)]) -> Option<(&'n str, &'n str)> {
    let both = one.iter().filter_map(|(name, ids)| {
        let (_, others) = other.iter().find(|(known, _)| known == name)?;
        let is_text = |ids: &Ids| {
            let cells = ids.iter().map(number::trim);
            let mut numbers = cells.filter(|cell| {
                number::is_missing(cell) || fast_float2::parse::<f64, _>(cell).is_ok()
            });
            numbers.next().is_none()
        };
        let may_be_number = rank(name)? == 0;
        let is_part = may_be_number || is_text(ids) && is_text(others);
        is_part.then_some((&name[..], ids, others))
    });
    let both: Vec<(&str, &Ids, &Ids)> = both.take(MOST).collect();
    let pairs = (0..both.len())
        .flat_map(|first| (first + 1..both.len()).map(move |second| (first, second)));
    pairs
        .map(|(first, second)| (both[first], both[second]))
        .find(|((_, a, others_a), (_, b, others_b))| {
            let values = |a: &Ids, b: &Ids| -> HashSet<(Vec<u8>, Vec<u8>)> {
                let cell = |cell: &[u8]| number::trim(cell).to_vec();
                a.iter()
                    .zip(b.iter())
                    .map(|(a, b)| (cell(a), cell(b)))
                    .collect()
            };
            let (own, others) = (values(a, b), values(others_a, others_b));
            let common = own.intersection(&others).count();
            own.len() == a.len()
                && others.len() == others_a.len()
                && 2 * common >= own.len().min(others.len())
        })
        .map(|((first, ..), (second, ..))| (first, second))
}

/// Finds a column whose values say that the rows of two files are in another order: values that tell items apart stand in other rows, or
/// values of five kinds or more are the same in all and not row by row.
pub(crate) fn in_other_order(one: &[(String, Ids)], other: &[(String, Ids)]) -> Option<String> {
    let both = |name: &str| {
        let of = |columns: &'_ [(String, Ids)]| columns.iter().position(|(known, _)| known == name);
        Some((&one[of(one)?].1, &other[of(other)?].1))
    };
    let keys = |columns: &[(String, Ids)], names: &[String]| -> Vec<Vec<u8>> {
        let of = |name: &String| columns.iter().find(|(known, _)| known == name);
        let found: Vec<&Ids> = names.iter().filter_map(|name| Some(&of(name)?.1)).collect();
        let rows = found.iter().map(|ids| ids.len()).min().unwrap_or(0);
        let key = |row: usize| {
            let parts = found.iter().map(|ids| number::trim(ids.get(row)));
            parts.collect::<Vec<_>>().join(&0)
        };
        (0..rows).map(key).collect()
    };
    let names = match pairing(one, other) {
        Pairing::Column(name) => vec![name],
        Pairing::Columns(names) => names,
        Pairing::Repeated(_) | Pairing::None => Vec::new(),
    };
    let (own, others) = (keys(one, &names), keys(other, &names));
    let places: HashMap<&Vec<u8>, usize> = others.iter().zip(0..).collect();
    let is_moved =
        |(row, key): (usize, &Vec<u8>)| places.get(key).is_some_and(|place| *place != row);
    if own.iter().enumerate().any(is_moved) {
        let differs = |name: &&String| both(name).is_some_and(|(one, other)| one != other);
        return names.iter().find(differs).cloned();
    }
    let moved = one.iter().find(|(name, ids)| {
        let other = both(name).map(|(_, other)| other);
        other.is_some_and(|other| are_moved(name, ids, other))
    });
    moved.map(|(name, _)| name.clone())
}

/// Returns `true` if the values of a column, of five kinds or more, are the same in both files and in another order.
fn are_moved(name: &str, one: &Ids, other: &Ids) -> bool {
    if rank(name).is_none() || one == other || one.len() != other.len() {
        return false;
    }
    let mut counts: HashMap<&[u8], i64> = HashMap::new();
    one.iter()
        .for_each(|cell| *counts.entry(cell).or_default() += 1);
    if counts.len() < FEWEST {
        return false;
    }
    other
        .iter()
        .for_each(|cell| *counts.entry(cell).or_default() -= 1);
    counts.values().all(|count| *count == 0)
}
