//! SQuAD: questions about paragraphs of articles, each with its answers.
//!
//! Source: Rajpurkar et al. (2016), `evaluate-v1.1.py`; version 2 (Rajpurkar, Jia and Liang 2018) has questions without an answer, whose
//! right answer is an empty text. What a system predicted is an object of texts by the ids of questions.

use crate::read::document::node::{Lines, Node};
use crate::read::document::table::{Read, Table};
use crate::read::jsonl::leaves::Leaf;
use crate::read::jsonl::part::{Dialect, Record};

/// The field of the right answers.
const ANSWERS: &str = "answers";

pub(super) fn read<'a>(root: Node<'a>, lines: &mut Lines<'_>) -> Read<'a> {
    let articles = root.get("data")?;
    if !articles.starts_with(&["paragraphs"]) {
        return None;
    }
    let inner = |node: Node<'a>, key: &str| node.get(key).map(Node::items).unwrap_or_default();
    let mut records = Vec::new();
    for article in articles.items() {
        let title = article.get("title").map_or(Leaf::Null, Node::leaf);
        for question in inner(article, "paragraphs")
            .into_iter()
            .flat_map(|paragraph| inner(paragraph, "qas"))
        {
            let field = |key: &str| {
                (
                    key.to_owned(),
                    question.get(key).map_or(Leaf::Null, Node::leaf),
                )
            };
            let leaves = vec![
                field("id"),
                ("title".to_owned(), title.clone()),
                field(ANSWERS),
            ];
            records.push(Record {
                leaves,
                ..Record::new(lines.line(question))
            });
        }
    }
    let dialect = Dialect {
        ids: vec!["id".to_owned()],
        metrics: None,
    };
    Some(Ok(Table {
        records,
        dialect,
        said: None,
        samples: None,
        only: Some(ANSWERS),
    }))
}
