//! terminal-bench: `results.json`, whose `results` have a record for each trial of a task.
//!
//! Source: laude-institute/terminal-bench, `terminal_bench/harness/models.py` (`BenchmarkResults`). Its lists of ids have an entry for
//! each trial, so that a task of several trials can be in both.

use std::collections::HashMap;

use crate::read::document::node::{Lines, Node};
use crate::read::document::table::{Read, Table};
use crate::read::jsonl::leaves::Leaf;
use crate::read::jsonl::part::{Dialect, Record};

/// The field that numbers the trials of a task.
const TRIAL: &str = "trial";

pub(super) fn read<'a>(root: Node<'a>, lines: &mut Lines<'_>) -> Read<'a> {
    let results = root.get("results").filter(|list| list.is_list())?.items();
    let first = results.first()?;
    first.get("task_id")?;
    first.get("is_resolved")?;
    let mut trials: HashMap<String, u32> = HashMap::new();
    let mut records = Vec::new();
    for result in results {
        let task = result.get("task_id")?;
        let trial = trials.entry(task.string()).or_default();
        *trial += 1;
        let leaves = vec![
            ("task_id".to_owned(), task.leaf()),
            (TRIAL.to_owned(), Leaf::Value(f64::from(*trial))),
            (
                "is_resolved".to_owned(),
                result.get("is_resolved").map_or(Leaf::Null, Node::leaf),
            ),
        ];
        records.push(Record {
            leaves,
            ..Record::new(lines.line(result))
        });
    }
    Some(Ok(Table {
        records,
        dialect: Dialect {
            ids: vec!["task_id".to_owned()],
            metrics: Some(vec!["is_resolved".to_owned()]),
        },
        said: None,
        samples: None,
        only: None,
    }))
}
