//! Layouts of `layouts.txt`: a list of records with an id and a score, whose words the layout explains.

use crate::read::document::node::{Lines, Node};
use crate::read::document::table::{Read, Table};
use crate::read::jsonl::leaves::Leaf;
use crate::read::jsonl::part::{Dialect, Record};

/// The lines of the file.
const TEXT: &str = include_str!("layouts.txt");

/// One layout.
struct Layout {
    tool: &'static str,
    list: &'static str,
    beside: &'static str,
    id: &'static str,
    score: &'static str,
    words: &'static str,
}

impl Layout {
    fn new(line: &'static str) -> Option<Self> {
        let mut fields = line.split('|').map(str::trim);
        let mut next = || fields.next().filter(|field| !field.is_empty());
        Some(Self {
            tool: next()?,
            list: next()?,
            beside: next()?,
            id: next()?,
            score: next()?,
            words: next()?,
        })
    }

    /// The score that a value stands for; itself if the layout says nothing of it.
    fn score<'a>(&self, node: Node<'a>) -> Leaf<'a> {
        let text = node.string();
        let said = self
            .words
            .split_whitespace()
            .filter_map(|pair| pair.split_once('='))
            .find(|(word, _)| *word == text);
        match said {
            Some((_, "null")) => Leaf::Null,
            Some((_, score)) => score.parse().map_or(Leaf::Null, Leaf::Value),
            None => node.leaf(),
        }
    }

    fn read<'a>(&self, root: Node<'a>, lines: &mut Lines<'_>) -> Option<Table<'a>> {
        let list = if self.list == "." {
            Some(root)
        } else {
            root.get(self.list)
        };
        let list = list.filter(|list| list.starts_with(&[self.id, self.score]))?;
        if self.list != "." {
            root.get(self.beside)?;
        }
        let record = |node: Node<'a>| {
            let mut leaves = Vec::new();
            for (name, value) in node.members() {
                let is_score = name == self.score;
                leaves.push((
                    name.into_owned(),
                    if is_score {
                        self.score(value)
                    } else {
                        value.leaf()
                    },
                ));
            }
            Record {
                leaves,
                ..Record::new(lines.line(node))
            }
        };
        Some(Table {
            records: list.items().into_iter().map(record).collect(),
            dialect: Dialect {
                ids: vec![self.id.to_owned()],
                metrics: Some(vec![self.score.to_owned()]),
            },
            said: Some(format!(
                "`{}` is read as {}",
                self.score,
                self.words.replace("=null", "=missing").replace(' ', ", ")
            )),
            samples: None,
            only: None,
        })
    }
}

/// The layouts of the file.
fn layouts() -> impl Iterator<Item = Layout> {
    let lines = TEXT.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(Layout::new)
}

/// Reads a document of one of the layouts; returns the tool, too.
pub(super) fn read<'a>(root: Node<'a>, lines: &mut Lines<'_>) -> Option<(&'static str, Read<'a>)> {
    layouts().find_map(|layout| {
        let table = layout.read(root, lines)?;
        Some((layout.tool, Some(Ok(table))))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_layout() {
        let lines = TEXT
            .lines()
            .filter(|line| !line.starts_with('#') && !line.is_empty());
        assert_eq!(lines.count(), layouts().count());
        for layout in layouts() {
            let pairs = layout.words.split_whitespace();
            for pair in pairs {
                let (word, score) = pair.split_once('=').expect("WORD=SCORE");
                assert!(
                    !word.is_empty() && (score == "null" || score.parse::<f64>().is_ok()),
                    "{}: {pair}",
                    layout.tool
                );
            }
        }
    }

    #[test]
    fn a_test_in_error_has_failed_and_a_skipped_one_has_no_score() {
        let text = br#"{"summary": {}, "collectors": [{"nodeid": "", "outcome": "passed"}], "tests": [{"nodeid": "a", "outcome": "passed"},
            {"nodeid": "b", "outcome": "error"}, {"nodeid": "c", "outcome": "skipped"}]}"#;
        let root = Node::document(text).expect("JSON");
        let (tool, table) = read(root, &mut Lines::of(text)).expect("a layout");
        assert_eq!(tool, "pytest-json-report");
        let table = table.expect("a table").expect("records");
        let scores: Vec<Option<f64>> = table
            .records
            .iter()
            .map(|record| match record.leaves[1].1 {
                Leaf::Value(score) => Some(score),
                _ => None,
            })
            .collect();
        assert_eq!(scores, [Some(1.0), Some(0.0), None]);
    }
}
