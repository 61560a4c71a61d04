//! MLflow: traces, a list of objects whose `assessments` have a name and the value that a judge gave.
//!
//! Source: mlflow/mlflow, `mlflow/entities/assessment.py`. A trace has an id of its run, so that items are told by what was asked.

use crate::read::document::node::{Lines, Node};
use crate::read::document::table::{Read, Table};
use crate::read::jsonl::leaves::Leaf;
use crate::read::jsonl::part::{Dialect, Record};

/// The names of an assessment and of its value.
const NAMES: [&str; 2] = ["assessment_name", "name"];

fn name(assessment: Node<'_>) -> Option<String> {
    NAMES
        .iter()
        .find_map(|key| assessment.get(key))
        .map(Node::string)
}

fn value(assessment: Node<'_>) -> Option<Node<'_>> {
    ["feedback", "expectation"]
        .iter()
        .find_map(|key| assessment.at(&[key, "value"]))
}

pub(super) fn read<'a>(root: Node<'a>, lines: &mut Lines<'_>) -> Read<'a> {
    let list = [Some(root), root.get("traces")]
        .into_iter()
        .flatten()
        .find(|list| list.starts_with(&["assessments"]))?;
    let of = |trace: Node<'a>| {
        trace
            .get("assessments")
            .map(Node::items)
            .unwrap_or_default()
    };
    let traces = list.items();
    let first = traces.iter().flat_map(|trace| of(*trace)).next()?;
    name(first)?;
    value(first)?;
    let (mut records, mut metrics) = (Vec::new(), Vec::new());
    for trace in &traces {
        let mut leaves: Vec<(String, Leaf<'a>)> = Vec::new();
        for assessment in of(*trace) {
            let (Some(name), Some(value)) = (name(assessment), value(assessment)) else {
                continue;
            };
            if leaves.iter().any(|(known, _)| *known == name) {
                continue;
            }
            if !metrics.contains(&name) {
                metrics.push(name.clone());
            }
            leaves.push((name, value.leaf()));
        }
        records.push(Record {
            leaves,
            ..Record::text(lines.line(*trace), trace.text().as_bytes())
        });
    }
    Some(Ok(Table {
        records,
        dialect: Dialect {
            ids: Vec::new(),
            metrics: Some(metrics),
        },
        said: None,
        samples: None,
        only: None,
    }))
}
