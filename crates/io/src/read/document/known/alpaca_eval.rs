//! AlpacaEval: `annotations.json`, a list of comparisons of a model's outputs (`output_2`) with those of a reference.
//!
//! Source: tatsu-lab/alpaca_eval, `metrics/helpers.py`: a preference is 1 where the first is better, 2 where the second is, between them
//! where the annotator is unsure; 0 and 1.5 are draws. The field `win` is how far the second is preferred, from 0 to 1.

use std::collections::HashSet;

use crate::error::quote;
use crate::read::document::node::{Lines, Node};
use crate::read::document::table::{Read, Table};
use crate::read::jsonl::leaves::Leaf;
use crate::read::jsonl::part::{Dialect, Record};

pub(super) fn read<'a>(root: Node<'a>, lines: &mut Lines<'_>) -> Read<'a> {
    if !root.starts_with(&["generator_1", "generator_2", "preference"]) {
        return None;
    }
    let all = root.items();
    let names = |key: &str| {
        let name = all
            .first()
            .and_then(|first| first.get(key))
            .map(Node::string)
            .unwrap_or_default();
        quote::quoted(name.as_bytes())
    };
    let said = format!(
        "`win` is how far {} is preferred to {}, from 0 to 1, where 0.5 is a draw",
        names("generator_2"),
        names("generator_1")
    );
    let instructions: HashSet<String> = all
        .iter()
        .filter_map(|node| node.get("instruction").map(Node::string))
        .collect();
    let ids = if instructions.len() == all.len() {
        vec!["instruction".to_owned()]
    } else {
        Vec::new()
    };
    let records = all.into_iter().map(|node| {
        let preference = node.get("preference").and_then(Node::number);
        let win = preference.map_or(Leaf::Null, |preference| {
            Leaf::Value(if preference == 0.0 {
                0.5
            } else {
                preference - 1.0
            })
        });
        Record {
            leaves: vec![("win".to_owned(), win)],
            ..Record::text(lines.line(node), node.text().as_bytes())
        }
    });
    let dialect = Dialect {
        ids,
        metrics: Some(vec!["win".to_owned()]),
    };
    Some(Ok(Table {
        records: records.collect(),
        dialect,
        said: Some(said),
        samples: None,
        only: None,
    }))
}
