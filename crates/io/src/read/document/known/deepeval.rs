//! deepeval: a test run, a list of test cases, each with the score of every metric.
//!
//! Source: confident-ai/deepeval, `deepeval/test_run/test_run.py` (`testCases`, `metricsData`) and `evaluate/types.py` (`test_results`,
//! `metrics_data`).

use std::collections::HashSet;

use crate::read::document::node::{Lines, Node};
use crate::read::document::table::{Read, Table};
use crate::read::jsonl::leaves::Leaf;
use crate::read::jsonl::part::{Dialect, Record};

/// What the lists of cases and of metrics are called.
const CASES: [&str; 4] = ["testCases", "test_cases", "testResults", "test_results"];
const METRICS: [&str; 2] = ["metricsData", "metrics_data"];

pub(super) fn read<'a>(root: Node<'a>, lines: &mut Lines<'_>) -> Read<'a> {
    let of = |node: Node<'a>| METRICS.iter().find_map(|key| node.get(key));
    let has_metrics = |list: &Node<'a>| list.first_item().is_some_and(|first| of(first).is_some());
    let cases = CASES
        .iter()
        .filter_map(|key| root.get(key))
        .chain([root])
        .find(has_metrics)?;
    let cases = cases.items();
    let (mut records, mut metrics, mut names) = (Vec::new(), Vec::new(), HashSet::new());
    for case in &cases {
        let mut leaves: Vec<(String, Leaf<'a>)> = Vec::new();
        let mut known = HashSet::new();
        for (key, value) in case
            .members()
            .into_iter()
            .filter(|(key, _)| !METRICS.contains(&&key[..]))
        {
            leaves.push((key.into_owned(), value.leaf()));
        }
        for metric in of(*case).map(Node::items).unwrap_or_default() {
            let Some(name) = metric.get("name").map(Node::string) else {
                continue;
            };
            if !known.insert(name.clone()) {
                continue;
            }
            if names.insert(name.clone()) {
                metrics.push(name.clone());
            }
            leaves.push((name, metric.get("score").map_or(Leaf::Null, Node::leaf)));
        }
        records.push(Record {
            leaves,
            ..Record::new(lines.line(*case))
        });
    }
    // Cases have a name or else their input to tell them apart.
    let tells = |key: &&&str| {
        let values: HashSet<String> = cases
            .iter()
            .filter_map(|case| case.get(key).map(Node::string))
            .collect();
        values.len() == cases.len()
    };
    let ids = ["name", "input"]
        .iter()
        .find(tells)
        .map(|key| (*key).to_owned())
        .into_iter()
        .collect();
    Some(Ok(Table {
        records,
        dialect: Dialect {
            ids,
            metrics: Some(metrics),
        },
        said: None,
        samples: None,
        only: None,
    }))
}
