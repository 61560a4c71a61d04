//! SWE-bench: the report of a run, with lists of the instances that were resolved, unresolved, empty or in error.
//!
//! Source: SWE-bench/SWE-bench, `swebench/harness/reporting.py`; older reports (`resolved`, `generated`, `no_generation`) of
//! `swebench/metrics/report.py`. An empty patch is the system's answer and resolves nothing; an instance in error has no score.

use std::collections::HashSet;

use crate::error::quote;
use crate::read::document::node::{Lines, Node};
use crate::read::document::table::{Read, Table};
use crate::read::jsonl::leaves::Leaf;
use crate::read::jsonl::part::{Dialect, Record};

/// The field of the instances.
const INSTANCE: &str = "instance_id";
/// The field that says whether one was resolved.
const RESOLVED: &str = "resolved";

#[cfg(feature = "logs")]
/// Reads the report of one instance, an object by its id; in a folder, each instance has one.
pub(super) fn instance<'a>(root: Node<'a>, lines: &mut Lines<'_>) -> Read<'a> {
    let members = Some(root).filter(|root| root.is_object())?.members();
    let [(id, report)] = <[_; 1]>::try_from(members).ok()?;
    report
        .get("patch_successfully_applied")
        .or_else(|| report.get("patch_exists"))?;
    let resolved = report.get("resolved")?;
    let leaves = vec![
        (INSTANCE.to_owned(), Leaf::Text(id)),
        (RESOLVED.to_owned(), resolved.leaf()),
    ];
    Some(Ok(Table {
        records: vec![Record {
            leaves,
            ..Record::new(lines.line(report))
        }],
        dialect: dialect(),
        said: None,
        samples: None,
        only: None,
    }))
}

fn dialect() -> Dialect {
    Dialect {
        ids: vec![INSTANCE.to_owned()],
        metrics: Some(vec![RESOLVED.to_owned()]),
    }
}

pub(super) fn read<'a>(root: Node<'a>, _: &mut Lines<'_>) -> Read<'a> {
    let list = |key: &str| root.get(key).filter(|list| list.is_list()).map(Node::items);
    let (resolved, others, failed): (_, &[&str], &[&str]) =
        match (list("resolved_ids"), list("resolved")) {
            (Some(resolved), _)
                if list("unresolved_ids").is_some() || list("submitted_ids").is_some() =>
            {
                (
                    resolved,
                    &["unresolved_ids", "empty_patch_ids", "submitted_ids"],
                    &["error_ids", "incomplete_ids"],
                )
            }
            (_, Some(resolved)) if list("generated").is_some() => {
                (resolved, &["generated", "no_generation"], &[])
            }
            (_, Some(_)) if list("no_generation").is_some() => {
                return Some(Err((
                    "the resolved instances of SWE-bench alone, not how many there are".to_owned(),
                    "the report of the run lists all of them (`unresolved_ids`)".to_owned(),
                )));
            }
            _ => return None,
        };
    let of = |keys: &[&str]| {
        keys.iter()
            .filter_map(|key| list(key))
            .flatten()
            .collect::<Vec<_>>()
    };
    // An instance of two outcomes has none.
    let solved: HashSet<String> = resolved.iter().map(|id| id.string()).collect();
    let unsolved = list("unresolved_ids").into_iter().flatten();
    if let Some(id) = unsolved.map(Node::string).find(|id| solved.contains(id)) {
        return Some(Err((
            format!(
                "{} among the resolved and the unresolved instances",
                quote::quoted(id.as_bytes())
            ),
            "an instance is resolved or not: if these are several runs, give the report of each"
                .to_owned(),
        )));
    }
    let failed = of(failed);
    let mut known: HashSet<String> = HashSet::new();
    let mut records = Vec::new();
    let scored = resolved.into_iter().map(|id| (id, Leaf::Bool(true)));
    let scored = scored.chain(failed.into_iter().map(|id| (id, Leaf::Null)));
    for (id, score) in scored.chain(of(others).into_iter().map(|id| (id, Leaf::Bool(false)))) {
        if known.insert(id.string()) {
            let leaves = vec![
                (INSTANCE.to_owned(), id.leaf()),
                (RESOLVED.to_owned(), score),
            ];
            records.push((id, leaves));
        }
    }
    // Two reports list their instances by outcome.
    records.sort_by_cached_key(|(id, _)| id.string());
    let line = |leaves| Record {
        leaves,
        ..Record::new(1)
    };
    let records = records
        .into_iter()
        .map(|(_, leaves)| line(leaves))
        .collect();
    Some(Ok(Table {
        records,
        dialect: dialect(),
        said: None,
        samples: None,
        only: None,
    }))
}
