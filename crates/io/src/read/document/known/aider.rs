//! Aider: `.aider.results.json` of one exercise, whose `tests_outcomes` say of each try whether the tests passed.
//!
//! Source: Aider-AI/aider, `benchmark/benchmark.py` (`summarize_results`): an exercise is solved within k tries if one of the first k passed.

use crate::read::document::node::{Lines, Node};
use crate::read::document::table::{Read, Table};
use crate::read::jsonl::leaves::Leaf;
use crate::read::jsonl::part::{Dialect, Record};

/// The field of the exercise.
const EXERCISE: &str = "testcase";
/// Tries that aider's leaderboard reports.
const TRIES: usize = 2;

pub(super) fn read<'a>(root: Node<'a>, lines: &mut Lines<'_>) -> Read<'a> {
    let exercises = if root.is_list() {
        root.items()
    } else {
        vec![root]
    };
    let names: Vec<String> = (1..=TRIES).map(|tries| format!("pass_{tries}")).collect();
    let mut records = Vec::with_capacity(exercises.len());
    for exercise in exercises {
        let outcomes = exercise
            .get("tests_outcomes")
            .filter(|list| list.is_list())?;
        let tries: Vec<bool> = outcomes
            .items()
            .into_iter()
            .map(|one| one.number() == Some(1.0))
            .collect();
        let mut leaves = vec![(EXERCISE.to_owned(), exercise.get(EXERCISE)?.leaf())];
        for (place, name) in names.iter().enumerate() {
            let passed = tries.iter().take(place + 1).any(|passed| *passed);
            leaves.push((name.clone(), Leaf::Bool(passed)));
        }
        records.push(Record {
            leaves,
            ..Record::new(lines.line(exercise))
        });
    }
    Some(Ok(Table {
        records,
        dialect: Dialect {
            ids: vec![EXERCISE.to_owned()],
            metrics: Some(names),
        },
        said: None,
        samples: None,
        only: None,
    }))
}
