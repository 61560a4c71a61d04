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

use std::collections::HashSet;

use crate::error::quote;
use crate::read::document::node::{Lines, Member, Node};
use crate::read::document::records::{
    KEY, List, Object, either_way, fields, free, identified, of_axes, of_columns, of_deep, of_grid,
    of_lists, records,
};
use crate::read::document::table::{SCORE, Table, Wanted};
use crate::read::jsonl::leaves::Leaf;
use crate::read::jsonl::part::Record;
use crate::words;

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

fn are_figures<'k>(mut keys: impl Iterator<Item = &'k str>) -> bool {
    keys.all(|key| {
        let lower = key.to_ascii_lowercase();
        lower
            .split(|c: char| !c.is_ascii_alphanumeric())
            .any(|word| words::List::Figures.entries().contains(word))
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
