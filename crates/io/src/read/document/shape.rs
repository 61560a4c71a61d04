//! The shapes that scores have in JSON: lists, columns, records, and objects whose keys are items, systems or metrics.
//!
//! | shape | items | columns |
//! |---|---|---|
//! | `[0.5, 1]` | elements | one |
//! | `[{"id": 1, "f1": 0.5}]` | records | fields |
//! | `[[0.5, 1], [0, 1]]`, pandas' `split` | inner lists | elements |
//! | `{"q1": 0.5}` | keys | one |
//! | `{"base": [0, 1]}` | places | keys |
//! | `{"q1": {"f1": 0.5}}`, and the other way round | the keys of which there are more | the others |
//! | `{"base": [{"f1": 0.5}]}` | records | fields, in a long table whose systems are the keys |
//! | `{"base": {"q1": {"f1": 0.5}}}` | inner keys | fields, in such a table |

use std::collections::{HashMap, HashSet};

use crate::error::quote;
use crate::format::identifier::is_identifier;
use crate::read::document::node::{Lines, Member, Node};
use crate::read::document::table::{SCORE, Table, Wanted};
use crate::read::jsonl::leaves::Leaf;
use crate::read::jsonl::part::{Dialect, Record};

/// A member whose value is a list.
type List<'a> = (String, Vec<Node<'a>>);
/// A member whose value is an object.
type Object<'a> = (String, Vec<Member<'a>>);

/// What a value of a document holds.
pub(super) enum Shape<'a> {
    /// A list of objects.
    Records(Vec<Node<'a>>),
    /// A list of scores.
    Scores(Vec<Node<'a>>),
    /// Lists of equal length, with the names of their elements, and what identifies each.
    Grid {
        names: Vec<String>,
        ids: Vec<Node<'a>>,
        rows: Vec<Vec<Node<'a>>>,
    },
    /// A score for each key.
    ByKey(Vec<Member<'a>>),
    /// A list of scores for each key.
    Columns(Vec<List<'a>>),
    /// A record for each key.
    Keyed(Vec<Member<'a>>),
    /// A score for each two keys, and whether the outer ones are columns, where that shows.
    Axes(Vec<Object<'a>>, Option<bool>),
    /// A list of records for each key.
    Lists(Vec<List<'a>>),
    /// A record for each two keys.
    Deep(Vec<Object<'a>>),
}

/// The field that a key becomes.
const KEY: &str = "id";
/// The field of the systems of a long table.
const SYSTEM: &str = "system";
/// The field of data sets, which share no items.
const DATASET: &str = "dataset";
/// The field that numbers the records of a system.
const ITEM: &str = "item";

/// Names of figures of a whole run: an object of these holds no items.
const FIGURES: [&str; 19] = [
    "acc",
    "accuracy",
    "f1",
    "em",
    "exact",
    "bleu",
    "chrf",
    "ter",
    "rouge",
    "precision",
    "recall",
    "mcc",
    "mean",
    "std",
    "stderr",
    "ndcg",
    "map",
    "mrr",
    "total",
];

fn are_figures<'k>(mut keys: impl Iterator<Item = &'k str>) -> bool {
    keys.all(|key| {
        let lower = key.to_ascii_lowercase();
        lower
            .split(|c: char| !c.is_ascii_alphanumeric())
            .any(|word| FIGURES.contains(&word))
    })
}

impl<'a> Shape<'a> {
    /// The shape of a value; nothing where it holds no table. `texts`: texts are asked for, as scores are otherwise.
    pub(super) fn of(node: Node<'a>, texts: bool) -> Option<Self> {
        let holds = |node: &Node<'_>| node.is_score() || texts && node.is_single();
        if node.is_list() {
            let items = node.items();
            return match () {
                () if items.is_empty() => None,
                () if items.iter().all(|item| item.is_object()) => Some(Self::Records(items)),
                () if items.iter().all(holds) => Some(Self::Scores(items)),
                () if items.iter().all(|item| item.is_list()) => {
                    grid(items, None, Vec::new(), holds)
                }
                () => None,
            };
        }
        let members = node.members();
        let list = |key: &str| {
            let found = members
                .iter()
                .find(|(name, value)| name == key && value.is_list());
            found.map(|(_, value)| value.items())
        };
        if let (Some(names), Some(rows)) = (list("columns"), list("data")) {
            let names = names.into_iter().map(Node::string).collect();
            return grid(rows, Some(names), list("index").unwrap_or_default(), holds);
        }
        if members
            .iter()
            .any(|(key, value)| key == "schema" && value.is_object())
            && let Some(rows) = list("data")
        {
            return Some(Self::Records(rows)).filter(|_| members.len() == 2);
        }
        let all = |is: &dyn Fn(&Node<'a>) -> bool| {
            !members.is_empty() && members.iter().all(|(_, value)| is(value))
        };
        if all(&holds) && members.len() > 1 {
            return (texts || !are_figures(members.iter().map(|(key, _)| &key[..])))
                .then_some(Self::ByKey(members));
        }
        if all(&|value| value.is_list()) {
            return lists(members, holds);
        }
        if all(&|value| value.is_object()) {
            objects(members, holds)
        } else {
            None
        }
    }

    /// Whether it is taken where a document holds it somewhere: an object of scores may as well be settings.
    pub(super) fn is_plain(&self) -> bool {
        matches!(
            self,
            Self::Records(_)
                | Self::Lists(_)
                | Self::Columns(_)
                | Self::Grid { .. }
                | Self::Deep(_)
        ) || matches!(self, Self::Keyed(all) if all.len() > 1)
    }

    /// Whether a path may be one of its columns: it begins with the name of one.
    pub(super) fn has(&self, path: &str) -> bool {
        let leads = |key: &str| {
            path.strip_prefix(key)
                .is_some_and(|after| after.is_empty() || after.starts_with('.'))
        };
        let in_record = |record: Option<Node<'_>>| {
            record.is_some_and(|record| record.members().iter().any(|(key, _)| leads(key)))
        };
        match self {
            Self::Records(rows) => in_record(rows.first().copied()),
            Self::Scores(_) | Self::ByKey(_) => path == SCORE,
            Self::Grid { names, .. } => names.iter().any(|name| leads(name)),
            Self::Columns(all) => all.iter().any(|(key, _)| leads(key)),
            Self::Keyed(all) => in_record(all.first().map(|(_, node)| *node)),
            Self::Axes(all, _) => all
                .iter()
                .any(|(key, inner)| leads(key) || inner.iter().any(|(key, _)| leads(key))),
            Self::Lists(all) => in_record(all.iter().find_map(|(_, items)| items.first().copied())),
            Self::Deep(all) => in_record(
                all.first()
                    .and_then(|(_, inner)| inner.first().map(|(_, node)| *node)),
            ),
        }
    }

    /// How many rows it has, in words.
    pub(super) fn size(&self) -> String {
        let count = |count: usize, noun: &str| quote::count(count as u64, noun);
        match self {
            Self::Records(rows) => count(rows.len(), "record"),
            Self::Scores(rows) => count(rows.len(), "score"),
            Self::Grid { rows, .. } => count(rows.len(), "row"),
            Self::ByKey(all) => format!("{} by key", count(all.len(), "score")),
            Self::Keyed(all) => format!("{} by key", count(all.len(), "record")),
            Self::Columns(all) => format!("{} of scores", count(all.len(), "list")),
            Self::Lists(all) => format!("{} of records", count(all.len(), "list")),
            Self::Axes(all, _) | Self::Deep(all) => count(all.len(), "object"),
        }
    }

    /// Its records.
    ///
    /// # Errors
    /// What is wrong with it, and what to do: lists of different lengths, or as many keys either way.
    pub(super) fn table(
        self,
        lines: &mut Lines<'_>,
        wanted: &Wanted<'_>,
    ) -> Result<Table<'a>, (String, String)> {
        let name = if wanted.texts { "text" } else { SCORE };
        Ok(match self {
            Self::Records(rows) => Table {
                records: records(rows, lines),
                ..Table::default()
            },
            Self::Scores(rows) => {
                let said = format!("a list of {}", quote::count(rows.len() as u64, name));
                let made = rows
                    .into_iter()
                    .map(|node| fields(lines.line(node), vec![(name.to_owned(), node.leaf())]));
                Table {
                    records: made.collect(),
                    said: Some(said),
                    only: Some(name),
                    ..Table::default()
                }
            }
            Self::Grid { names, ids, rows } => of_grid(&names, &ids, rows, lines),
            Self::ByKey(all) => {
                let said = format!("{{id: {name}}}, {}", quote::count(all.len() as u64, "item"));
                let made = all.into_iter().map(|(key, node)| {
                    fields(
                        lines.line(node),
                        vec![
                            (KEY.to_owned(), Leaf::Text(key)),
                            (name.to_owned(), node.leaf()),
                        ],
                    )
                });
                Table {
                    only: Some(name),
                    ..identified(made.collect(), KEY, said)
                }
            }
            Self::Columns(all) => of_columns(&all, lines)?,
            Self::Keyed(all) => {
                if let Some(error) = either_way(&all) {
                    return Err(error);
                }
                let said = format!("{{id: record}}, {}", quote::count(all.len() as u64, "item"));
                let key = free(KEY, all.iter().map(|(_, node)| *node));
                let made = all.into_iter().map(|(id, node)| Record {
                    leaves: vec![(key.to_owned(), Leaf::Text(id))],
                    ..Record::text(lines.line(node), node.text().as_bytes())
                });
                identified(made.collect(), key, said)
            }
            Self::Axes(all, outer) => of_axes(all, outer, lines, wanted)?,
            Self::Lists(all) => of_lists(&all, lines),
            Self::Deep(all) => of_deep(&all, lines),
        })
    }
}

/// Rows of a list of lists, if each is one of single values, and as long as the others.
fn grid<'a>(
    rows: Vec<Node<'a>>,
    names: Option<Vec<String>>,
    ids: Vec<Node<'a>>,
    holds: impl Fn(&Node<'_>) -> bool,
) -> Option<Shape<'a>> {
    let rows: Vec<Vec<Node<'a>>> = rows.into_iter().map(Node::items).collect();
    let width = rows.first()?.len();
    let names = names.unwrap_or_else(|| (1..=width).map(|column| column.to_string()).collect());
    let is_row =
        |row: &Vec<Node<'_>>| row.len() == width && row.iter().all(|cell| cell.is_single());
    let is_table = width > 0 && names.len() == width && rows.iter().all(is_row);
    let has_scores = || (0..width).any(|column| rows.iter().all(|row| holds(&row[column])));
    let ids = if ids.len() == rows.len() {
        ids
    } else {
        Vec::new()
    };
    (is_table && has_scores()).then_some(Shape::Grid { names, ids, rows })
}

/// An object of lists.
fn lists<'a>(members: Vec<Member<'a>>, holds: impl Fn(&Node<'_>) -> bool) -> Option<Shape<'a>> {
    let lists: Vec<List<'a>> = members
        .into_iter()
        .map(|(key, value)| (key.into_owned(), value.items()))
        .collect();
    let elements = || lists.iter().flat_map(|(_, items)| items);
    elements().next()?;
    if elements().all(|item| item.is_object()) {
        return Some(Shape::Lists(lists))
            .filter(|shape| matches!(shape, Shape::Lists(all) if all.len() > 1));
    }
    let is_column = |(_, items): &List<'_>| !items.is_empty() && items.iter().all(&holds);
    (elements().all(|item| item.is_single()) && lists.iter().any(is_column))
        .then_some(Shape::Columns(lists))
}

/// An object of objects.
fn objects<'a>(members: Vec<Member<'a>>, holds: impl Fn(&Node<'_>) -> bool) -> Option<Shape<'a>> {
    let objects: Vec<Object<'a>> = members
        .iter()
        .map(|(key, value)| (key.clone().into_owned(), value.members()))
        .collect();
    let inner = || objects.iter().flat_map(|(_, members)| members);
    inner().next()?;
    if inner().all(|(_, value)| holds(value)) {
        let is_run = objects.len() == 1 && are_figures(inner().map(|(key, _)| &key[..]));
        return (!is_run).then_some(Shape::Axes(objects, None));
    }
    if inner().all(|(_, value)| value.is_single()) && are_columns(&objects) {
        return Some(Shape::Axes(objects, Some(true)));
    }
    if inner().all(|(_, value)| value.is_object()) && is_deep(&objects) {
        return Some(Shape::Deep(objects));
    }
    // Settings of several parts share no fields; records do.
    let first: HashSet<&str> = objects[0].1.iter().map(|(key, _)| &key[..]).collect();
    let alike = |(_, members): &Object<'_>| {
        2 * members
            .iter()
            .filter(|(key, _)| first.contains(&key[..]))
            .count()
            > first.len()
    };
    (objects.len() > 1 && objects.iter().all(alike)).then_some(Shape::Keyed(members))
}

/// Whether each object holds one kind of values and some two differ, as the columns of a table do: texts beside scores.
fn are_columns(objects: &[Object<'_>]) -> bool {
    let kinds = |(_, members): &Object<'_>| {
        let texts = members
            .iter()
            .filter(|(_, value)| !value.is_score())
            .count();
        let nulls = members.iter().filter(|(_, value)| value.is_null()).count();
        (texts == 0, texts > 0 && texts + nulls == members.len())
    };
    let kinds: Vec<(bool, bool)> = objects.iter().map(kinds).collect();
    kinds.iter().all(|(scores, texts)| *scores || *texts) && kinds.iter().any(|(scores, _)| *scores)
}

/// Whether the inner keys are items: more than the outer ones, or others under each.
fn is_deep(objects: &[Object<'_>]) -> bool {
    let all: HashSet<&str> = objects
        .iter()
        .flat_map(|(_, inner)| inner)
        .map(|(key, _)| &key[..])
        .collect();
    all.len() > objects.len() && objects.iter().all(|(_, inner)| !inner.is_empty())
}

fn fields(line: u64, leaves: Vec<(String, Leaf<'_>)>) -> Record<'_> {
    Record {
        leaves,
        ..Record::new(line)
    }
}

fn records<'a>(rows: Vec<Node<'a>>, lines: &mut Lines<'_>) -> Vec<Record<'a>> {
    rows.into_iter()
        .map(|node| Record::text(lines.line(node), node.text().as_bytes()))
        .collect()
}

fn identified<'a>(records: Vec<Record<'a>>, id: &str, said: String) -> Table<'a> {
    let dialect = Dialect {
        ids: vec![id.to_owned()],
        ..Dialect::default()
    };
    Table {
        records,
        dialect,
        said: Some(said),
        only: None,
    }
}

/// The name of a field that the first of these records has not.
fn free<'n>(name: &'static str, mut records: impl Iterator<Item = Node<'n>>) -> &'static str {
    let taken = records.next().is_some_and(|node| node.get(name).is_some());
    if taken { "key" } else { name }
}

fn of_grid<'a>(
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

fn of_columns<'a>(all: &[List<'a>], lines: &mut Lines<'_>) -> Result<Table<'a>, (String, String)> {
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
fn either_way(all: &[Member<'_>]) -> Option<(String, String)> {
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

fn of_axes<'a>(
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
fn of_lists<'a>(all: &[List<'a>], lines: &mut Lines<'_>) -> Table<'a> {
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

fn of_deep<'a>(all: &[Object<'a>], lines: &mut Lines<'_>) -> Table<'a> {
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
