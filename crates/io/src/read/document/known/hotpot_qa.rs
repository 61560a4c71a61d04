//! HotpotQA: what a system predicted, an object `answer` of texts by the ids of questions beside an object `sp` of supporting facts.
//!
//! Source: hotpotqa/hotpot, `hotpot_evaluate_v1.py`. Right answers are a list of records with `_id` and `answer`.

use crate::read::document::node::{Lines, Node};
use crate::read::document::table::{Read, Table};
use crate::read::jsonl::leaves::Leaf;
use crate::read::jsonl::part::{Dialect, Record};

/// The field of the answers.
const ANSWER: &str = "answer";

pub(super) fn read<'a>(root: Node<'a>, lines: &mut Lines<'_>) -> Read<'a> {
    root.get("sp").filter(|facts| facts.is_object())?;
    let answers = root.get(ANSWER).filter(|answers| answers.is_object())?;
    let record = |(id, answer): (std::borrow::Cow<'a, str>, Node<'a>)| Record {
        leaves: vec![
            ("_id".to_owned(), Leaf::Text(id)),
            (ANSWER.to_owned(), answer.leaf()),
        ],
        ..Record::new(lines.line(answer))
    };
    let records: Vec<Record<'a>> = answers.members().into_iter().map(record).collect();
    (!records.is_empty()).then(|| {
        Ok(Table {
            records,
            dialect: Dialect {
                ids: vec!["_id".to_owned()],
                metrics: None,
            },
            said: None,
            samples: None,
            only: Some(ANSWER),
        })
    })
}

/// Reads the right answers, records with supporting facts.
pub(super) fn right<'a>(root: Node<'a>, lines: &mut Lines<'_>) -> Read<'a> {
    let records = Some(root).filter(|root| root.is_list())?.items();
    let first = records.first()?;
    for name in ["_id", ANSWER, "supporting_facts"] {
        first.get(name)?;
    }
    let mut made = Vec::with_capacity(records.len());
    for record in records {
        let mut leaves = Vec::new();
        for name in ["_id", ANSWER, "type", "level"] {
            if let Some(value) = record.get(name) {
                leaves.push((name.to_owned(), value.leaf()));
            }
        }
        made.push(Record {
            leaves,
            ..Record::new(lines.line(record))
        });
    }
    Some(Ok(Table {
        records: made,
        dialect: Dialect {
            ids: vec!["_id".to_owned()],
            metrics: None,
        },
        said: None,
        samples: None,
        only: Some(ANSWER),
    }))
}
