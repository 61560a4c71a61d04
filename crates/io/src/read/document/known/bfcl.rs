//! BFCL (Gorilla): the score of a category, whose first line has the numbers of right and of all items, and whose other lines are the items
//! that were wrong.
//!
//! Source: ShishirPatil/gorilla, `berkeley-function-call-leaderboard/bfcl_eval/eval_checker/eval_runner.py`. Items are called
//! `CATEGORY_0` to `CATEGORY_(n − 1)`; of categories that are numbered otherwise the file does not say which items were right.

use std::collections::HashMap;

use crate::read::document::known::arena_hard::{fields, get};
use crate::read::document::table::{Read, Table};
use crate::read::jsonl::leaves::Leaf;
use crate::read::jsonl::part::{Dialect, Record};

/// The field that says whether an item was right.
const VALID: &str = "valid";

/// Reads the items; returns `None` if the first line has no such numbers.
pub(super) fn read<'a>(records: &[Record<'a>]) -> Read<'a> {
    let (head, wrong) = records.split_first()?;
    let head_fields = fields(head);
    let count = |name: &str| get(&head_fields, name)?.score().ok();
    let (right, all) = (count("correct_count")?, count("total_count")?);
    get(&head_fields, "accuracy")?;
    let mut seen: HashMap<u64, u64> = HashMap::new();
    let mut category: Option<String> = None;
    for record in wrong {
        let own = fields(record);
        let id = get(&own, "id")?.text().into_owned();
        if get(&own, VALID)?.score() != Ok(0.0) {
            return None;
        }
        let numbered = id.rsplit_once('_').and_then(|(before, number)| {
            let number: u64 = number.parse().ok()?;
            let is_same = category.get_or_insert_with(|| before.to_owned()) == before;
            (is_same && (number as f64) < all).then_some(number)
        });
        let Some(number) = numbered else {
            return Some(Err((
                format!("the items of BFCL that were wrong, found one called {id} among {all}"),
                "the file does not contain which items were right: write a line for each, with its id and 0 or 1".to_owned(),
            )));
        };
        seen.insert(number, record.line);
    }
    if seen.len() != wrong.len() || right + wrong.len() as f64 != all {
        return Some(Err((
            format!(
                "{all} items of BFCL of which {right} are right, found {} that are wrong",
                seen.len()
            ),
            "is the file whole?".to_owned(),
        )));
    }
    let category = category.unwrap_or_default();
    let item = |number: u64| {
        let line = seen.get(&number);
        let leaves = vec![
            (
                "id".to_owned(),
                Leaf::Text(format!("{category}_{number}").into()),
            ),
            (VALID.to_owned(), Leaf::Bool(line.is_none())),
        ];
        Record {
            leaves,
            ..Record::new(line.copied().unwrap_or(head.line))
        }
    };
    Some(Ok(Table {
        records: (0..all as u64).map(item).collect(),
        dialect: Dialect {
            ids: vec!["id".to_owned()],
            metrics: Some(vec![VALID.to_owned()]),
        },
        said: Some("items that are not listed were right".to_owned()),
        samples: None,
        only: None,
    }))
}
