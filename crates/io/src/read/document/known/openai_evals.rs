//! OpenAI evals: JSON lines of events, the first of which is the specification and the last the report.
//!
//! Source: openai/evals, `evals/record.py`. An event of type `match` says whether a sample was answered right, one of type `metrics` holds
//! its scores; prompts and answers are events of their own.

use crate::read::document::table::Table;
use crate::read::jsonl::leaves::Leaf;
use crate::read::jsonl::part::{Dialect, Part, Record};

/// Types of events that score a sample, the first that a file has.
const SCORED: [&str; 2] = ["match", "metrics"];

pub(super) fn read<'a>(records: &[Record<'a>]) -> Option<Table<'a>> {
    let part = |record: &Record<'a>| {
        let part = Part {
            file: String::new(),
            records: Vec::new(),
            task: None,
        };
        part.leaves(record, None).unwrap_or_default()
    };
    let first = part(records.first()?);
    if !first
        .iter()
        .any(|(path, _)| path == "spec.eval_name" || path == "spec.run_id")
    {
        return None;
    }
    let is_of = |record: &Record<'a>, kind: &str| {
        part(record)
            .iter()
            .any(|(path, leaf)| path == "type" && leaf.text() == kind)
    };
    let kind = SCORED
        .into_iter()
        .find(|kind| records.iter().any(|record| is_of(record, kind)))?;
    let records: Vec<Record<'a>> = records
        .iter()
        .filter(|record| is_of(record, kind))
        .cloned()
        .collect();
    let scores = part(records.first()?);
    let is_score = |(path, leaf): &&(String, Leaf<'_>)| {
        path.starts_with("data.") && matches!(leaf, Leaf::Bool(_) | Leaf::Number(_))
    };
    let metrics = scores
        .iter()
        .filter(is_score)
        .map(|(path, _)| path.clone())
        .collect();
    let dialect = Dialect {
        ids: vec!["sample_id".to_owned()],
        metrics: Some(metrics),
    };
    Some(Table {
        records,
        dialect,
        said: Some(format!("events of type `{kind}`")),
        samples: None,
        only: None,
    })
}
