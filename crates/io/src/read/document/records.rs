//! Records of each shape that scores have in JSON.

use std::collections::{HashMap, HashSet};

use crate::error::quote;
use crate::format::identifier::is_identifier;
use crate::read::document::node::{Lines, Member, Node};
use crate::read::document::table::{SCORE, Table, Wanted};
use crate::read::jsonl::leaves::Leaf;
use crate::read::jsonl::part::{Dialect, Record};

/// A member whose value is a list.
pub(super) type List<'a> = (String, Vec<Node<'a>>);
/// A member whose value is an object.
pub(super) type Object<'a> = (String, Vec<Member<'a>>);

/// The field that a key becomes.
pub(super) const KEY: &str = "id";
/// The field of the systems of a long table.
const SYSTEM: &str = "system";
/// The field of data sets, which share no items.
const DATASET: &str = "dataset";
/// The field that numbers the records of a system.
const ITEM: &str = "item";

pub(super) fn fields(line: u64, leaves: Vec<(String, Leaf<'_>)>) -> Record<'_> {
    Record {
        leaves,
        ..Record::new(line)
    }
}

pub(super) fn records<'a>(rows: Vec<Node<'a>>, lines: &mut Lines<'_>) -> Vec<Record<'a>> {
    rows.into_iter()
        .map(|node| Record::text(lines.line(node), node.text().as_bytes()))
        .collect()
}

pub(super) fn identified<'a>(records: Vec<Record<'a>>, id: &str, said: String) -> Table<'a> {
    let dialect = Dialect {
        ids: vec![id.to_owned()],
        ..Dialect::default()
    };
    Table {
        records,
        dialect,
        said: Some(said),
        samples: None,
        only: None,
    }
}

/// The name of a field that the first of these records has not.
pub(super) fn free<'n>(
    name: &'static str,
    mut records: impl Iterator<Item = Node<'n>>,
) -> &'static str {
    let taken = records.next().is_some_and(|node| node.get(name).is_some());
    if taken { "key" } else { name }
}

pub(super) fn of_grid<'a>(
    names: &[String],
    ids: &[Node<'a>],
    rows: Vec<Vec<Node<'a>>>,
    lines: &mut Lines<'_>,
) -> Table<'a> {
    let said = format!(
        "{} of {}",
        quote::count(rows.len() as u64, "row"),
        quote::count(names.len() as u64, "value")
    );
    let has_ids = !ids.is_empty() && !names.iter().any(|name| name == KEY);
    let made = rows.into_iter().enumerate().map(|(at, row)| {
        let line = row.first().map_or(0, |first| lines.line(*first));
        let id = ids
            .get(at)
            .filter(|_| has_ids)
            .map(|id| (KEY.to_owned(), id.leaf()));
        let cells = names
            .iter()
            .zip(row)
            .map(|(name, cell)| (name.clone(), cell.leaf()));
        fields(line, id.into_iter().chain(cells).collect())
    });
    let records = made.collect();
    if has_ids {
        identified(records, KEY, said)
    } else {
        Table {
            records,
            said: Some(said),
            ..Table::default()
        }
    }
}

pub(super) fn of_columns<'a>(
    all: &[List<'a>],
    lines: &mut Lines<'_>,
) -> Result<Table<'a>, (String, String)> {
    let (first, items) = &all[0];
    if let Some((other, found)) = all.iter().find(|(_, found)| found.len() != items.len()) {
        let found = format!(
            "lists of {} under {} and {} under {}",
            items.len(),
            quote::quoted(first.as_bytes()),
            found.len(),
            quote::quoted(other.as_bytes())
        );
        return Err((
            found,
            "every list must score the same items in the same order".to_owned(),
        ));
    }
    let said = format!(
        "{{name: list}}, {}",
        quote::count(items.len() as u64, "item")
    );
    let row = |at: usize| {
        let line = lines.line(items[at]);
        fields(
            line,
            all.iter()
                .map(|(name, items)| (name.clone(), items[at].leaf()))
                .collect(),
        )
    };
    Ok(Table {
        records: (0..items.len()).map(row).collect(),
        said: Some(said),
        ..Table::default()
    })
}

/// Which keys of two are the items: those that no column is called by, else those of which there are more.
fn outer_are_items(all: &[Object<'_>], inner: &[&str], wanted: &Wanted<'_>) -> Option<bool> {
    let named = |keys: &mut dyn Iterator<Item = &str>| {
        let keys: HashSet<&str> = keys.collect();
        wanted
            .columns
            .iter()
            .flatten()
            .all(|column| keys.contains(column))
    };
    if wanted.columns.iter().any(Option::is_some) {
        let outer = named(&mut all.iter().map(|(key, _)| &key[..]));
        if outer != named(&mut inner.iter().copied()) {
            return Some(!outer);
        }
    }
    match all.len().cmp(&inner.len()) {
        std::cmp::Ordering::Equal => None,
        order => Some(order.is_gt()),
    }
}

/// What is wrong with objects of objects of which there are as many as of keys inside of each: either may be the items.
pub(super) fn either_way(all: &[Member<'_>]) -> Option<(String, String)> {
    let inner: Vec<Vec<Member<'_>>> = all.iter().map(|(_, node)| node.members()).collect();
    let keys: HashSet<&str> = inner.iter().flatten().map(|(key, _)| &key[..]).collect();
    let are_objects = inner.iter().flatten().all(|(_, value)| value.is_object());
    (are_objects && keys.len() == all.len()).then(|| {
        let found = format!(
            "as many outer as inner keys, {}: either may be items",
            all.len()
        );
        (
            found,
            "write a list of records, each with its system and its item".to_owned(),
        )
    })
}

pub(super) fn of_axes<'a>(
    all: Vec<Object<'a>>,
    columns: Option<bool>,
    lines: &mut Lines<'_>,
    wanted: &Wanted<'_>,
) -> Result<Table<'a>, (String, String)> {
    let mut inner: Vec<&str> = Vec::new();
    let mut known: HashMap<&str, usize> = HashMap::new();
    for (key, _) in all.iter().flat_map(|(_, members)| members) {
        known.entry(key).or_insert_with(|| {
            inner.push(key);
            inner.len() - 1
        });
    }
    let cells: usize = all.iter().map(|(_, members)| members.len()).sum();
    if cells == inner.len() && all.len() > 1 {
        // No key stands twice: each object has items of its own.
        let said = format!(
            "{{data set: {{id: score}}}}, {}",
            quote::count(cells as u64, "item")
        );
        let made = all
            .iter()
            .flat_map(|(set, members)| members.iter().map(move |member| (set, member)));
        let made = made.map(|(set, (key, node))| {
            let leaves = [
                (DATASET, Leaf::Text(set.clone().into())),
                (KEY, Leaf::Text(key.clone())),
                (SCORE, node.leaf()),
            ];
            fields(
                lines.line(*node),
                leaves.map(|(name, leaf)| (name.to_owned(), leaf)).into(),
            )
        });
        return Ok(identified(made.collect(), KEY, said));
    }
    let outer_are_items = columns
        .map(|outer| !outer)
        .or_else(|| outer_are_items(&all, &inner, wanted));
    let Some(outer_are_items) = outer_are_items else {
        let found = format!(
            "as many outer as inner keys, {}: either may be items",
            all.len()
        );
        let hint = format!(
            "name a column: FILE:{} takes the others as items, and so does FILE:{}",
            all[0].0, inner[0]
        );
        return Err((found, hint));
    };
    if outer_are_items {
        let said = format!(
            "{{id: {{metric: score}}}}, {}",
            quote::count(all.len() as u64, "item")
        );
        let has_key = known.contains_key(KEY);
        let key = if has_key { "key" } else { KEY };
        let made = all.into_iter().map(|(id, members)| {
            let line = members.first().map_or(0, |(_, node)| lines.line(*node));
            let cells = members
                .into_iter()
                .map(|(name, node)| (name.into_owned(), node.leaf()));
            fields(
                line,
                std::iter::once((key.to_owned(), Leaf::Text(id.into())))
                    .chain(cells)
                    .collect(),
            )
        });
        return Ok(identified(made.collect(), key, said));
    }
    let said = format!(
        "{{name: {{id: score}}}}, {}",
        quote::count(inner.len() as u64, "item")
    );
    let key = free_of(KEY, &all);
    let mut rows: Vec<Record<'a>> = inner
        .iter()
        .map(|id| {
            fields(
                0,
                vec![(key.to_owned(), Leaf::Text((*id).to_owned().into()))],
            )
        })
        .collect();
    for (name, members) in &all {
        for (id, node) in members {
            let row = &mut rows[known[&id[..]]];
            if row.line == 0 {
                row.line = lines.line(*node);
            }
            row.leaves.push((name.clone(), node.leaf()));
        }
    }
    Ok(identified(rows, key, said))
}

fn free_of(name: &'static str, all: &[Object<'_>]) -> &'static str {
    if all.iter().any(|(key, _)| key == name) {
        "key"
    } else {
        name
    }
}

/// Lists of records: of systems, or, where there are more lists than records in any, of items.
pub(super) fn of_lists<'a>(all: &[List<'a>], lines: &mut Lines<'_>) -> Table<'a> {
    let longest = all.iter().map(|(_, items)| items.len()).max().unwrap_or(0);
    let are_items = all.len() > longest;
    let first = all.iter().flat_map(|(_, items)| items).copied().next();
    let (key, said) = if are_items {
        (KEY, "{id: [record]}")
    } else {
        (SYSTEM, "{system: [record]}")
    };
    let key = free(key, first.into_iter());
    let numbered = !are_items
        && first.is_some_and(|node| !node.members().iter().any(|(name, _)| is_identifier(name)));
    let mut made = Vec::new();
    for (name, items) in all {
        for (at, node) in items.iter().enumerate() {
            let mut leaves = vec![(key.to_owned(), Leaf::Text(name.clone().into()))];
            leaves.extend(numbered.then(|| (ITEM.to_owned(), Leaf::Value((at + 1) as f64))));
            made.push(Record {
                leaves,
                ..Record::text(lines.line(*node), node.text().as_bytes())
            });
        }
    }
    let said = format!(
        "{said}, {} in {}",
        quote::count(made.len() as u64, "record"),
        quote::count(all.len() as u64, "list")
    );
    Table {
        records: made,
        said: Some(said),
        ..Table::default()
    }
}

pub(super) fn of_deep<'a>(all: &[Object<'a>], lines: &mut Lines<'_>) -> Table<'a> {
    let distinct: HashSet<&str> = all
        .iter()
        .flat_map(|(_, inner)| inner)
        .map(|(key, _)| &key[..])
        .collect();
    let cells: usize = all.iter().map(|(_, inner)| inner.len()).sum();
    let outer = if distinct.len() == cells {
        DATASET
    } else {
        SYSTEM
    };
    let said = format!(
        "{{{outer}: {{id: record}}}}, {}",
        quote::count(cells as u64, "record")
    );
    let first = || {
        all.iter()
            .flat_map(|(_, inner)| inner)
            .map(|(_, node)| *node)
    };
    let (outer, key) = (free(outer, first()), free(KEY, first()));
    let mut made = Vec::with_capacity(cells);
    for (name, inner) in all {
        for (id, node) in inner {
            let leaves = vec![
                (outer.to_owned(), Leaf::Text(name.clone().into())),
                (key.to_owned(), Leaf::Text(id.clone())),
            ];
            made.push(Record {
                leaves,
                ..Record::text(lines.line(*node), node.text().as_bytes())
            });
        }
    }
    let table = Table {
        records: made,
        said: Some(said),
        ..Table::default()
    };
    if outer == SYSTEM {
        table
    } else {
        Table {
            dialect: Dialect {
                ids: vec![key.to_owned()],
                metrics: None,
            },
            ..table
        }
    }
}
