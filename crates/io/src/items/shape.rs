//! What rows seem to be although nobody said so: rows of groups, rows of several systems, folds. These are questions to the user,
//! never decisions: p-values and intervals treat rows as independent items, and a file cannot say that they are not.
//!
//! Groups show in ids such as `passage-17-q3`, in columns called `document` or `prompt` whose values repeat, and in columns whose
//! values stand in blocks. Labels, categories and lengths repeat as well: they have few values, or none in blocks.

use std::collections::{HashMap, HashSet};

use restrap_words::{Code, Note, asked_as};

use crate::error::quote;
use crate::format::identifier::{is_identifier, is_of_groups};
use crate::format::number;
use crate::ids::Ids;
use crate::names::names_systems;
use crate::words::List;

/// The most rows of a table whose other columns are looked at.
pub const MOST_ROWS: usize = 100_000;
/// Columns that are looked at.
pub(crate) const MOST_COLUMNS: usize = 16;
/// Fewer values are categories, such as domains.
const FEWEST: usize = 5;
/// Rows of a group on average: more are categories.
const LARGEST: usize = 100;
/// Folds and random splits of one data set are few.
const MOST_FOLDS: usize = 100;
/// Text from here on is a prompt or a source rather than a name.
const LONG: usize = 40;

/// Rows from which parts that number their rows alike are asked about.
const LONG_PART: usize = 10;

/// What rows seem to be.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Shape {
    /// A question to the user: are these groups, or systems?
    pub groups: Option<Question>,
    /// What groups would be named by: a column, or a part of the ids (`{cluster}-`).
    pub cluster: Option<String>,
    /// The column that names several systems.
    pub systems: Option<Systems>,
    /// Each row is a fold or split.
    pub folds: bool,
    /// It is what MetricX writes, whose predictions are errors.
    pub metricx: bool,
}

/// A question to the user about the rows of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Question {
    /// Are these systems?
    Systems(String),
    /// Are these groups? What was seen, and what the groups would be named by.
    Groups(String, String),
}

impl Question {
    /// Returns the question; `of_study`: in a study file, which has keys in the place of options.
    pub(crate) fn note(&self, of_study: bool) -> Note {
        match self {
            Self::Systems(said) => Code::SeemsSystems.says(said),
            Self::Groups(said, named) => {
                let option = if of_study {
                    format!("cluster = {named:?}")
                } else {
                    asked_as("cluster", named).quoted().to_string()
                };
                Code::SeemsGrouped.says(format!(
                    "{said}: are these groups? p-values and intervals treat rows as independent, and are too small if rows of a group are correlated; if so: `{option}`"
                ))
            }
        }
    }
}

/// Systems that stand below each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Systems {
    /// The column that names them.
    pub column: String,
    /// How many it names.
    pub count: usize,
    /// The column of which each system has each value once, or equally often.
    pub item: Option<String>,
    /// How many rows each system has for each item.
    pub answers: usize,
}

impl Systems {
    fn of(columns: &[(String, Ids)], rows: usize) -> Option<Self> {
        let (at, count) = columns.iter().enumerate().find_map(|(at, (name, keys))| {
            let count = names_systems(name).then(|| distinct(keys.iter()).len())?;
            (2..=rows / 2).contains(&count).then_some((at, count))
        })?;
        let (column, systems) = &columns[at];
        // How many rows of each system each value has; nothing where they differ in number.
        let each = |keys: &Ids| {
            let mut pairs: HashMap<(&[u8], &[u8]), usize> = HashMap::new();
            for pair in systems.iter().zip(keys.iter()) {
                *pairs.entry(pair).or_default() += 1;
            }
            let answers = rows / pairs.len().max(1);
            let is_full = pairs.len() == distinct(keys.iter()).len() * count;
            (is_full && pairs.values().all(|rows| *rows == answers)).then_some(answers)
        };
        let once = || {
            columns
                .iter()
                .find(|(_, keys)| each(keys) == Some(1))
                .map(|(name, _)| (name, 1))
        };
        let often = || {
            let mut named = columns.iter().filter(|(name, _)| is_identifier(name));
            named.find_map(|(name, keys)| Some((name, each(keys)?)))
        };
        let (item, answers) = once().or_else(often).unzip();
        Some(Self {
            column: column.clone(),
            count,
            item: item.cloned(),
            answers: answers.unwrap_or(1),
        })
    }
}

/// Whether a column is looked at that holds numbers.
pub(crate) fn is_telling(name: &str) -> bool {
    is_of_groups(name) || is_identifier(name) || names_folds(name)
}

/// Returns `true` if a column of this name says which fold or split a row is of.
pub(crate) fn names_folds(name: &str) -> bool {
    List::Folds.holds(name)
}

impl Shape {
    /// What the rows seem to be, from their ids and from columns that are not scores. `composite`: the ids have several parts, which
    /// stand among the columns; one that is called an identifier may number the items of another.
    pub(crate) fn new(
        file: &str,
        ids: Option<&Ids>,
        columns: &[(String, Ids)],
        rows: usize,
        composite: bool,
    ) -> Self {
        let counted = |(name, keys): &(String, Ids)| (name.clone(), distinct(keys.iter()).len());
        let systems = Systems::of(columns, rows);
        let folds = columns
            .iter()
            .filter(|(name, _)| names_folds(name))
            .map(counted);
        let is_part = |name: &str| composite && is_identifier(name) && !is_of_groups(name);
        let told = columns
            .iter()
            .filter(|(name, _)| !is_part(name) && !names_systems(name));
        let groups = told.into_iter().find_map(|(name, keys)| {
            let count = groups(name, keys)?;
            Some((
                format!("hold {count} values of {}", quote::quoted(name.as_bytes())),
                name.clone(),
            ))
        });
        let groups = groups.or_else(|| {
            let (count, example, end) = ids.and_then(beginnings)?;
            let seen = format!(
                "have ids with {count} different prefixes, such as {}",
                quote::quoted(example.as_bytes())
            );
            Some((seen, format!("{{cluster}}{end}")))
        });
        Self {
            cluster: groups
                .as_ref()
                .filter(|_| systems.is_none())
                .map(|(_, named)| named.clone()),
            groups: match (&systems, groups) {
                // An item has a row for each system then.
                (
                    Some(Systems {
                        column,
                        count,
                        item,
                        ..
                    }),
                    _,
                ) => {
                    let item = item.as_deref().unwrap_or("COL");
                    Some(Question::Systems(format!(
                        "{file}: {} hold {count} values of {}: are these systems? `{}` compares them",
                        quote::count(rows as u64, "row"),
                        quote::quoted(column.as_bytes()),
                        asked_as(
                            "long",
                            format_args!("system={column},item={item},score=COL")
                        )
                    )))
                }
                (None, groups) => groups.map(|(seen, named)| {
                    let rows = quote::count(rows as u64, "row");
                    Question::Groups(format!("{file}: {rows} {seen}"), named)
                }),
            },
            systems,
            metricx: false,
            folds: rows <= MOST_FOLDS && folds.into_iter().any(|(_, count)| count == rows),
        }
    }
}

/// A file of few rows that is called after folds or splits.
pub(crate) fn is_called_folds(file: &str, rows: usize) -> bool {
    if rows > MOST_FOLDS {
        return false;
    }
    let stem = crate::format::magic::by_name(file).0.to_ascii_lowercase();
    stem == "fold"
        || stem
            .split(|c: char| !c.is_ascii_alphanumeric())
            .any(|word| List::FoldFiles.entries().contains(word))
}

fn distinct<'k>(keys: impl Iterator<Item = &'k [u8]>) -> HashSet<&'k [u8]> {
    keys.map(number::trim)
        .filter(|key| !key.is_empty())
        .collect()
}

/// So many groups of so many rows that they are neither categories nor single rows.
fn are_many(groups: usize, rows: usize) -> bool {
    groups >= FEWEST && 2 * rows >= 3 * groups && rows <= LARGEST * groups
}

/// How many groups a column seems to hold.
fn groups(name: &str, keys: &Ids) -> Option<usize> {
    let values: Vec<&[u8]> = keys.iter().map(number::trim).collect();
    let count = distinct(values.iter().copied()).len();
    let filled = values.iter().filter(|value| !value.is_empty()).count();
    if 5 * filled < 4 * values.len() || count >= values.len() || count < FEWEST {
        return None;
    }
    // Parts of one length that number their rows alike are answers to the same items as often as not.
    if is_identifier(name)
        && is_numbered(&values)
        && (count < LONG_PART || !values.len().is_multiple_of(count))
    {
        return None;
    }
    if is_of_groups(name) || is_identifier(name) {
        // A prompt here and there that is asked twice is not a group.
        return (20 * count <= 19 * filled && filled <= LARGEST * count).then_some(count);
    }
    let blocks = 1 + values.windows(2).filter(|pair| pair[0] != pair[1]).count();
    let is_name = |value: &&&[u8]| value.len() > LONG || value.iter().any(u8::is_ascii_digit);
    let names = values.iter().filter(is_name).count();
    (blocks == count && 10 * names >= 9 * values.len() && are_many(count, filled)).then_some(count)
}

/// Whether values number rows, perhaps anew in each part of the file.
fn is_numbered(values: &[&[u8]]) -> bool {
    let numbers = values
        .iter()
        .map(|value| std::str::from_utf8(value).ok()?.parse::<u64>().ok());
    let numbers: Option<Vec<u64>> = numbers.collect();
    numbers.is_some_and(|numbers| {
        numbers[0] <= 1
            && numbers
                .windows(2)
                .all(|pair| pair[1] == pair[0] + 1 || pair[1] == numbers[0])
    })
}

/// Whether ids share beginnings, as `passage-17-q3` does: how many beginnings there are, an example, and the character that ends it; `None` where ids have no such form.
fn beginnings(ids: &Ids) -> Option<(usize, String, char)> {
    let mut sizes: HashMap<&str, usize> = HashMap::new();
    let mut first = None;
    for id in ids.iter() {
        let id = std::str::from_utf8(id).ok()?;
        let beginning = beginning(id)?;
        let end = id[beginning.len()..].chars().next()?;
        // One text ends all of them.
        if first.get_or_insert((beginning, end)).1 != end {
            return None;
        }
        *sizes.entry(beginning).or_default() += 1;
    }
    let (first, end) = first?;
    are_many(sizes.len(), ids.len()).then(|| (sizes.len(), first.to_owned(), end))
}

/// `passage-17` of `passage-17-q3`: a number before the last part, which is a number or short.
fn beginning(id: &str) -> Option<&str> {
    let at = id
        .rfind(['-', '_', '.', ':', '/', '#', '|', ' '])
        .filter(|at| *at > 0)?;
    let (beginning, last) = (&id[..at], &id[at + 1..]);
    let has_digit = |text: &str| text.bytes().any(|byte| byte.is_ascii_digit());
    (has_digit(beginning) && !last.is_empty() && (has_digit(last) || last.len() <= 2))
        .then_some(beginning)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(values: impl IntoIterator<Item = String>) -> Ids {
        let mut keys = Ids::default();
        for value in values {
            keys.push(std::iter::once(value.as_bytes())).unwrap();
        }
        keys
    }

    fn of_column(name: &str, value: impl Fn(usize) -> String) -> Shape {
        Shape::new(
            "a.csv",
            None,
            &[(name.to_owned(), keys((0..200).map(value)))],
            200,
            false,
        )
    }

    fn said(shape: Shape) -> Option<String> {
        shape.groups.map(|question| question.note(false).text)
    }

    fn of_ids(id: impl Fn(usize) -> String) -> Option<String> {
        said(Shape::new(
            "a.csv",
            Some(&keys((0..200).map(id))),
            &[],
            200,
            false,
        ))
    }

    #[test]
    fn groups_show_in_names_in_blocks_and_in_ids() {
        let found = of_column("doc_id", |row| (row * 7 % 20).to_string());
        let note = found.groups.as_ref().map(|question| question.note(true));
        assert!(
            note.unwrap()
                .text
                .ends_with("if so: `cluster = \"doc_id\"`"),
            "a study file has keys"
        );
        assert!(
            said(found)
                .unwrap()
                .starts_with("a.csv: 200 rows hold 20 values of `doc_id`: are these groups?")
        );
        assert!(
            of_column("origin", |row| format!("d{}", row / 10))
                .groups
                .is_some()
        );
        assert!(
            of_column("src", |row| format!("{:060}", row / 2))
                .groups
                .is_some()
        );
        assert!(
            of_column("prompt", |row| (row.max(20)).to_string())
                .groups
                .is_some()
        );
        let said = of_ids(|row| format!("passage-{}-q{}", row / 10, row % 10)).unwrap();
        assert!(
            said.contains("ids with 20 different prefixes, such as `passage-0`: are these groups?"),
            "{said}"
        );
    }

    #[test]
    fn categories_labels_lengths_and_plain_ids_are_no_groups() {
        for (name, of) in [
            ("domain", 3_usize),
            ("label", 7),
            ("length", 40),
            ("gold", 90),
            ("split", 2),
        ] {
            assert_eq!(
                of_column(name, |row| format!("v{}", row * 7 % of)).groups,
                None,
                "{name}"
            );
        }
        assert_eq!(
            of_column("subject", |row| "abcdefghij"[row / 20..=row / 20]
                .to_owned())
            .groups,
            None
        );
        assert_eq!(
            of_column("prompt", |row| row.max(2).to_string()).groups,
            None
        );
        assert_eq!(of_column("doc", |row| row.to_string()).groups, None);
        assert_eq!(
            of_column("doc", |row| if row < 100 {
                String::new()
            } else {
                (row / 10).to_string()
            })
            .groups,
            None
        );
        assert_eq!(of_ids(|row| format!("dev-{row}")), None);
        assert_eq!(of_ids(|row| format!("wmt22-{}-{row}", row % 3)), None);
        assert_eq!(of_ids(|row| format!("{row}-{row:04x}")), None);
        assert_eq!(of_ids(|row| row.to_string()), None);
        let columns = [(
            "item".to_owned(),
            keys((0..200).map(|row| (row / 10).to_string())),
        )];
        assert!(
            Shape::new("a.csv", None, &columns, 200, false)
                .groups
                .is_some()
        );
        assert_eq!(Shape::new("a.csv", None, &columns, 200, true).groups, None);
        assert!(
            of_column("id", |row| (row % 20).to_string())
                .groups
                .is_some()
        );
        assert_eq!(of_column("id", |row| (row % 30).to_string()).groups, None);
    }

    #[test]
    fn systems_and_folds_are_told_by_names_and_counts() {
        let named = of_column("Model", |row| (row % 2).to_string()).systems;
        assert_eq!(
            named,
            Some(Systems {
                column: "Model".to_owned(),
                count: 2,
                item: None,
                answers: 1
            })
        );
        let columns = [("model", 2, 1), ("topic", 10, 2), ("prompt", 100, 2)];
        let columns = columns.map(|(name, of, each)| {
            (
                name.to_owned(),
                keys((0..200).map(|row| (row / each % of).to_string())),
            )
        });
        let item = Shape::new("a.csv", None, &columns, 200, false)
            .systems
            .and_then(|found| found.item);
        assert_eq!(
            item.as_deref(),
            Some("prompt"),
            "each system has each prompt once"
        );
        let said = said(of_column("model", |row| (row / 20).to_string())).unwrap();
        assert!(
            said.contains(
                "10 values of `model`: are these systems? `long=system=model,item=COL,score=COL`"
            ),
            "{said}"
        );
        assert_eq!(of_column("model", |_| "x".to_owned()).systems, None);
        assert_eq!(of_column("run_id", |row| row.to_string()).systems, None);
        let folds = |column: &str, of: usize| {
            let column = (
                column.to_owned(),
                keys((0..10).map(|row| (row % of).to_string())),
            );
            Shape::new("a.csv", None, &[column], 10, false).folds
        };
        // Items may say in which fold they were tested.
        assert!(folds("fold", 10) && !folds("fold", 5) && !folds("a", 10));
        assert!(is_called_folds("x/folds.csv", 10) && is_called_folds("10-folds.txt", 10));
        assert!(
            !is_called_folds("folds.csv", 101)
                && !is_called_folds("fold3.csv", 10)
                && !is_called_folds("test_split.csv", 10)
        );
    }
}
