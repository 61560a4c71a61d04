//! hyperfine: each command with the time of every run in `times`, in seconds.
//!
//! Source: sharkdp/hyperfine, `src/export/json.rs`. Runs of two commands have nothing in common that would pair them.

use crate::read::document::node::{Lines, Node};
use crate::read::document::table::{Read, Table};
use crate::read::jsonl::leaves::Leaf;
use crate::read::jsonl::part::{Dialect, Record};

/// The field of a time.
const TIME: &str = "time";

pub(super) fn read<'a>(root: Node<'a>, lines: &mut Lines<'_>) -> Read<'a> {
    let results = root.get("results")?;
    if !results.starts_with(&["command", "mean", "stddev", "times"]) {
        return None;
    }
    let mut records = Vec::new();
    for result in results.items() {
        let command = result.get("command")?.leaf();
        for (run, time) in (1..).zip(result.get("times")?.items()) {
            records.push(Record {
                leaves: vec![
                    ("command".to_owned(), command.clone()),
                    ("run".to_owned(), Leaf::Value(f64::from(run))),
                    (TIME.to_owned(), time.leaf()),
                ],
                ..Record::new(lines.line(time))
            });
        }
    }
    Some(Ok(Table {
        records,
        dialect: Dialect {
            ids: Vec::new(),
            metrics: Some(vec![TIME.to_owned()]),
        },
        said: Some("a row for each run".to_owned()),
        samples: Some("runs"),
        only: None,
    }))
}
