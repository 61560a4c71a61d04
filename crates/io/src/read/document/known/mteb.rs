//! MTEB: the result of a model on one task, with a record for each split and language.
//!
//! Source: embeddings-benchmark/mteb, `mteb/results/task_result.py`; before version 1.11 the splits stand at the top, each with an object
//! for each language or with its scores. A score is the mean over a test set: items are tasks and languages, not queries.

use crate::read::document::node::{Lines, Node};
use crate::read::document::table::{Read, Table};
use crate::read::jsonl::leaves::Leaf;
use crate::read::jsonl::part::{Dialect, Record};

/// Fields that identify a result.
const IDS: [&str; 3] = ["task", "split", "hf_subset"];

pub(super) fn read<'a>(root: Node<'a>, lines: &mut Lines<'_>) -> Read<'a> {
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
    let mut records = Vec::new();
    for (split, value) in splits {
        // Newer: a list of records, each with its subset. Older: an object of languages, or the scores themselves.
        let of_languages = value
            .members()
            .into_iter()
            .filter(|(_, inner)| inner.is_object());
        let results: Vec<(Option<String>, Node<'a>)> = if value.is_list() {
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
        for (subset, node) in results {
            let mut leaves = vec![
                (IDS[0].to_owned(), Leaf::Text(name.clone().into())),
                (IDS[1].to_owned(), Leaf::Text(split.clone())),
            ];
            leaves.extend(subset.map(|subset| (IDS[2].to_owned(), Leaf::Text(subset.into()))));
            records.push(Record {
                leaves,
                ..Record::text(lines.line(node), node.text().as_bytes())
            });
        }
    }
    if records.is_empty() {
        return None;
    }
    let dialect = Dialect {
        ids: IDS.map(str::to_owned).into(),
        metrics: Some(vec!["main_score".to_owned()]),
    };
    let said = "each result is the score of a whole task, so that items are tasks".to_owned();
    Some(Ok(Table {
        records,
        dialect,
        said: Some(said),
        samples: None,
        only: None,
    }))
}
