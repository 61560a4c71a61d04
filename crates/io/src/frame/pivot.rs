//! Long tables, one row per system and item, turned into one column per system.
//!
//! Systems and items keep the order in which they first appear. A pair that has no row is a missing score; one that has
//! two is a doubled id.

use std::collections::HashMap;

use crate::ask::columns::{Columns, Globs};
use crate::error::subject::Subject;
use crate::format::number;
use crate::frame::parsed::{Column, Groups, Parsed, Precision};
use crate::ids::{self, Ids};
use crate::items::look::Seen;
use crate::items::shape::Shape;
use crate::{Error, Missing};

/// One column a system from rows whose key is system and item. `arguments`: the system that each asks for, or all; `missing`: what a pair
/// without a row is, `None` where the systems have items of their own.
pub(crate) fn pivot(
    parsed: Parsed,
    arguments: &[Option<&str>],
    globs: Option<&Globs>,
    missing: Option<Missing>,
    file: &str,
) -> Result<Parsed, Error> {
    let Some(keys) = &parsed.ids else {
        return Ok(parsed);
    };
    let split = |key: &'_ [u8]| -> (Vec<u8>, Vec<u8>) {
        let at = memchr::memchr(0, key).unwrap_or(key.len());
        (
            number::trim(&key[..at]).to_vec(),
            key.get(at + 1..).unwrap_or_default().to_vec(),
        )
    };
    let mut names: Vec<String> = Vec::new();
    let mut systems: HashMap<Vec<u8>, usize> = HashMap::new();
    let mut of_rows: Vec<(usize, Vec<u8>)> = Vec::with_capacity(keys.len());
    for key in keys.iter() {
        let (system, item) = split(key);
        let next = names.len();
        let index = *systems.entry(system).or_insert_with_key(|name| {
            names.push(String::from_utf8_lossy(name).into_owned());
            next
        });
        of_rows.push((index, item));
    }
    let picks = pick(&names, arguments, globs, file)?;
    let mut used: Vec<usize> = picks.concat();
    used.sort_unstable();
    used.dedup();

    let mut items: HashMap<&[u8], usize> = HashMap::new();
    let (mut ids, mut lines) = (Ids::default(), Vec::new());
    let mut codes: Vec<Vec<u32>> = vec![Vec::new(); parsed.groups.len()];
    let memory = |_| Error::Memory {
        path: file.to_owned(),
        bytes: keys.len() as u64,
    };
    let mut cells: Vec<(usize, usize, usize)> = Vec::with_capacity(keys.len());
    for (row, (system, item)) in of_rows.iter().enumerate() {
        let Ok(column) = used.binary_search(system) else {
            continue;
        };
        let next = items.len();
        let index = *items.entry(item).or_insert(next);
        if index == next {
            ids.push(std::iter::once(&item[..])).map_err(memory)?;
            lines.push(parsed.lines.get(row).copied().unwrap_or(0));
            for (codes, groups) in codes.iter_mut().zip(&parsed.groups) {
                codes.push(groups.codes[row]);
            }
        } else {
            for (codes, groups) in codes.iter_mut().zip(&parsed.groups) {
                if codes[index] == 0 {
                    codes[index] = groups.codes[row];
                }
            }
        }
        cells.push((column, index, row));
    }
    let mut columns: Vec<Column> = used
        .iter()
        .map(|system| Column {
            label: Some(names[*system].clone()),
            scores: vec![f64::NAN; items.len()],
            precision: parsed.columns[0].precision,
            is_of_words: false,
        })
        .collect();
    let mut filled = vec![false; used.len() * items.len()];
    for (column, item, row) in cells {
        columns[column].scores[item] = parsed.columns[0].scores[row];
        filled[column * items.len() + item] = true;
    }
    if missing.is_none() {
        // A system without a row for an item of another lacks nothing.
        for (place, column) in columns.iter_mut().enumerate() {
            let mut filled = filled[place * items.len()..].iter();
            column
                .scores
                .retain(|_| filled.next().copied().unwrap_or_default());
        }
    }
    if missing == Some(Missing::Error)
        && let Some(at) = filled.iter().position(|filled| !filled)
    {
        let (column, item) = (at / items.len(), at % items.len());
        let count = filled[column * items.len()..][..items.len()]
            .iter()
            .filter(|filled| !**filled)
            .count();
        return Err(Error::Sparse {
            path: file.to_owned(),
            system: names[used[column]].clone(),
            item: ids::readable(ids.get(item)),
            count: count as u64,
            items: items.len() as u64,
        });
    }
    let position = |system: &usize| used.binary_search(system).unwrap_or_default();
    let with_codes = |(of, codes): (Groups, Vec<u32>)| Groups { codes, ..of };
    let groups = parsed
        .groups
        .into_iter()
        .zip(codes)
        .map(with_codes)
        .collect();
    let shape = Shape::new(file, Some(&ids), &[], items.len(), false);
    Ok(Parsed {
        seen: Seen {
            shape,
            ..parsed.seen
        },
        rows: items.len(),
        picks: picks
            .iter()
            .map(|systems| systems.iter().map(position).collect())
            .collect(),
        columns,
        ids: Some(ids),
        lines,
        groups,
        ..parsed
    })
}

/// One column per row of a table whose rows are systems; its columns are the items. `arguments`: the system that each asks for, or all.
pub(crate) fn transpose(
    parsed: Parsed,
    arguments: &[Option<&str>],
    globs: Option<&Globs>,
    file: &str,
) -> Result<Parsed, Error> {
    let name = |row: usize| match &parsed.ids {
        Some(ids) => String::from_utf8_lossy(number::trim(ids.get(row))).into_owned(),
        None => (row + 1).to_string(),
    };
    let names: Vec<String> = (0..parsed.rows).map(name).collect();
    let picks = pick(&names, arguments, globs, file)?;
    let mut items: Vec<usize> = parsed.picks.concat();
    items.sort_unstable();
    items.dedup();
    let mut ids = Ids::default();
    for item in &items {
        let label = parsed.columns[*item].label.clone().unwrap_or_default();
        ids.push(std::iter::once(label.as_bytes()))
            .map_err(|_| Error::Memory {
                path: file.to_owned(),
                bytes: label.len() as u64,
            })?;
    }
    let system = |row: usize| Column {
        label: Some(names[row].clone()),
        scores: items
            .iter()
            .map(|item| parsed.columns[*item].scores[row])
            .collect(),
        precision: Precision::Double,
        is_of_words: false,
    };
    let columns: Vec<Column> = (0..parsed.rows).map(system).collect();
    Ok(Parsed {
        seen: Seen::default(),
        rows: items.len(),
        lines: vec![1; items.len()],
        picks,
        columns,
        ids: Some(ids),
        groups: Vec::new(),
        ..parsed
    })
}

/// The systems that each argument means.
fn pick(
    names: &[String],
    arguments: &[Option<&str>],
    globs: Option<&Globs>,
    file: &str,
) -> Result<Vec<Vec<usize>>, Error> {
    let columns = Columns {
        file,
        names: Some(names),
        width: names.len(),
    };
    let mut picks = Vec::with_capacity(arguments.len());
    for argument in arguments {
        if let Some(wanted) = argument {
            picks.push(vec![columns.find(wanted, Subject::SYSTEM)?]);
            continue;
        }
        let picked: Vec<usize> = (0..names.len())
            .filter(|index| globs.is_none_or(|globs| globs.picks(&columns.label(*index))))
            .collect();
        match globs {
            Some(globs) if picked.is_empty() => return Err(globs.nothing(file, names)),
            _ => picks.push(picked),
        }
    }
    Ok(picks)
}
