//! MTEB: the result of a model on one task, with a record for each split and language.
//!
//! Source: embeddings-benchmark/mteb, `mteb/results/task_result.py`; before version 1.11 the splits stand at the top, each with an object
//! for each language or with its scores. A score is the mean over a test set: items are the tasks of a folder, or the languages of one task,
//! not queries.

use std::borrow::Cow;

use crate::read::document::node::{Lines, Node};
use crate::read::document::table::{Read, Table};
use crate::read::jsonl::leaves::Leaf;
use crate::read::jsonl::part::{Dialect, Record};

/// Fields that identify a result.
const IDS: [&str; 3] = ["task", "split", "hf_subset"];

/// A result of a split and a language: the split, the language where the record does not say it, the record.
type Result<'a> = (Cow<'a, str>, Option<String>, Node<'a>);

/// The name of the task and its results.
fn results(root: Node<'_>) -> Option<(String, Vec<Result<'_>>)> {
    let name = root
        .get("task_name")
        .or_else(|| root.get("mteb_dataset_name"))?
        .string();
    let splits = match root.get("scores") {
        Some(scores) => scores.members(),
        None => root
            .members()
            .into_iter()
            .filter(|(_, value)| value.is_object())
            .collect(),
    };
    let mut all = Vec::new();
    for (split, value) in splits {
        // Newer: a list of records, each with its subset. Older: an object of languages, or the scores themselves.
        let of_languages = value
            .members()
            .into_iter()
            .filter(|(_, inner)| inner.is_object());
        let results: Vec<(Option<String>, Node<'_>)> = if value.is_list() {
            value.items().into_iter().map(|node| (None, node)).collect()
        } else {
            let inner: Vec<_> = of_languages
                .map(|(language, node)| (Some(language.into_owned()), node))
                .collect();
            if inner.is_empty() || value.get("main_score").is_some() {
                vec![(Some("default".to_owned()), value)]
            } else {
                inner
            }
        };
        all.extend(
            results
                .into_iter()
                .map(|(subset, node)| (split.clone(), subset, node)),
        );
    }
    Some((name, all))
}

/// The record of a result.
fn record<'a>(task: &str, (split, subset, node): Result<'a>, lines: &mut Lines<'_>) -> Record<'a> {
    let mut leaves = vec![
        (IDS[0].to_owned(), Leaf::Text(task.to_owned().into())),
        (IDS[1].to_owned(), Leaf::Text(split)),
    ];
    leaves.extend(subset.map(|subset| (IDS[2].to_owned(), Leaf::Text(subset.into()))));
    Record {
        leaves,
        ..Record::text(lines.line(node), node.text().as_bytes())
    }
}

/// Reads the result of one task among others, each an item: its languages are averaged, as MTEB's leaderboard has them.
#[cfg(feature = "logs")]
pub(super) fn of_task<'a>(root: Node<'a>, lines: &mut Lines<'_>) -> Read<'a> {
    let (task, all) = results(root)?;
    let mut splits: Vec<Cow<'a, str>> = Vec::new();
    for (split, ..) in &all {
        if !splits.contains(split) {
            splits.push(split.clone());
        }
    }
    let mut records = Vec::new();
    for split in splits {
        let own: Vec<Result<'a>> = all
            .iter()
            .filter(|(of, ..)| *of == split)
            .cloned()
            .collect();
        let [first, others @ ..] = &own[..] else {
            continue;
        };
        if others.is_empty() {
            records.push(record(&task, first.clone(), lines));
            continue;
        }
        let mut leaves = vec![
            (IDS[0].to_owned(), Leaf::Text(task.clone().into())),
            (IDS[1].to_owned(), Leaf::Text(split)),
        ];
        for (name, value) in first.2.members() {
            let values = own
                .iter()
                .map(|(_, _, node)| node.get(&name).and_then(Node::number));
            let values: Option<Vec<f64>> = values.collect();
            if let (Some(values), Some(_)) = (values, value.number()) {
                let mean = values.iter().sum::<f64>() / values.len() as f64;
                leaves.push((name.into_owned(), Leaf::Value(mean)));
            }
        }
        records.push(Record {
            leaves,
            ..Record::new(lines.line(first.2))
        });
    }
    let are_averaged = all.len() > records.len();
    let averaged = || "the languages of a task are averaged, as MTEB's leaderboard has them";
    table(records, are_averaged.then(averaged))
}

pub(super) fn read<'a>(root: Node<'a>, lines: &mut Lines<'_>) -> Read<'a> {
    let (task, all) = results(root)?;
    let records = all.into_iter().map(|result| record(&task, result, lines));
    let said = "each result is the score of a whole task, so that items are tasks";
    table(records.collect(), Some(said))
}

fn table<'a>(records: Vec<Record<'a>>, said: Option<&str>) -> Read<'a> {
    if records.is_empty() {
        return None;
    }
    let dialect = Dialect {
        ids: IDS.map(str::to_owned).into(),
        metrics: Some(vec!["main_score".to_owned()]),
    };
    Some(Ok(Table {
        records,
        dialect,
        said: said.map(str::to_owned),
        samples: None,
        only: None,
    }))
}
