//! OpenCompass: the results of a data set, whose `details` have a record for each item by its number, and a text that says their type.
//!
//! Source: open-compass/opencompass, `opencompass/tasks/openicl_eval.py` (`format_details`).

use crate::read::document::node::{Lines, Node};
use crate::read::document::table::{Read, Table};
use crate::read::jsonl::leaves::Leaf;
use crate::read::jsonl::part::{Dialect, Record};

pub(super) fn read<'a>(root: Node<'a>, lines: &mut Lines<'_>) -> Read<'a> {
    let details = root.get("details").filter(|details| details.is_object())?;
    details.get("type")?;
    let mut records = Vec::new();
    let mut names: Vec<String> = Vec::new();
    for (number, record) in details.members() {
        if number == "type" {
            continue;
        }
        if !record.is_object() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let mut leaves = vec![("id".to_owned(), Leaf::Text(number))];
        for (name, value) in record.members() {
            let name = name.into_owned();
            if value.is_score() && !names.contains(&name) {
                names.push(name.clone());
            }
            leaves.push((name, value.leaf()));
        }
        records.push(Record {
            leaves,
            ..Record::new(lines.line(record))
        });
    }
    if records.is_empty() {
        return None;
    }
    Some(Ok(Table {
        records,
        dialect: Dialect {
            ids: vec!["id".to_owned()],
            metrics: Some(names),
        },
        said: None,
        samples: None,
        only: None,
    }))
}
