//! EvalPlus: `eval_results.json`, whose `eval` has the solutions of each task with their status on the base and the extra tests.
//!
//! Source: evalplus/evalplus, `evalplus/evaluate.py`. A solution passes `plus` where it passes both; newer files have a record for each
//! solution, older ones a list of (status, details) for each of `base` and `plus`.

use crate::read::document::node::{Lines, Node};
use crate::read::document::table::{Read, Table};
use crate::read::jsonl::leaves::Leaf;
use crate::read::jsonl::part::{Dialect, Record};

pub(super) fn read<'a>(root: Node<'a>, lines: &mut Lines<'_>) -> Read<'a> {
    let tasks = root.get("eval")?.members();
    let (_, first) = tasks.first()?;
    let is_new = first
        .first_item()
        .is_some_and(|one| one.get("base_status").is_some());
    let is_old = first.get("base").is_some_and(Node::is_list);
    if !is_new && !is_old {
        return None;
    }
    let mut records = Vec::new();
    for (task, value) in tasks {
        let passed = |status: Option<Node<'_>>| status.map(|status| status.string() == "pass");
        let solutions: Vec<(Node<'a>, Option<bool>, Option<bool>)> = if is_new {
            let all = value.items().into_iter();
            all.map(|one| {
                (
                    one,
                    passed(one.get("base_status")),
                    passed(one.get("plus_status")),
                )
            })
            .collect()
        } else {
            let list = |key: &str| value.get(key).map(Node::items).unwrap_or_default();
            let (base, plus) = (list("base"), list("plus"));
            let status = |one: Node<'_>| passed(one.items().first().copied());
            let all = base.into_iter().enumerate();
            all.map(|(at, one)| (one, status(one), plus.get(at).and_then(|one| status(*one))))
                .collect()
        };
        for (node, base, plus) in solutions {
            let leaf = |passed: Option<bool>| passed.map_or(Leaf::Null, Leaf::Bool);
            let both = plus.map(|plus| plus && base == Some(true));
            let leaves = [
                ("task_id", Leaf::Text(task.clone())),
                ("base", leaf(base)),
                ("plus", leaf(both)),
            ];
            let leaves = leaves.map(|(name, leaf)| (name.to_owned(), leaf)).into();
            records.push(Record {
                leaves,
                ..Record::new(lines.line(node))
            });
        }
    }
    let metrics = Some(["base", "plus"].map(str::to_owned).into());
    Some(Ok(Table {
        records,
        dialect: Dialect {
            ids: vec!["task_id".to_owned()],
            metrics,
        },
        said: None,
        samples: None,
        only: None,
    }))
}
