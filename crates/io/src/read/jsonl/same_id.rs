//! Errors for ids that occur twice, with the field in which the two records differ.

use std::collections::HashMap;

use crate::Error;
use crate::error::doubled::{self, Differing};
use crate::error::quote;
use crate::read::jsonl::part::{Part, Record};
use crate::read::jsonl::tally::At;
use crate::read::jsonl::wanted::Plan;

/// The error for a doubled id, with the option that would tell the two records apart.
pub(super) fn doubled(
    parts: &[Part<'_>],
    plan: &Plan<'_>,
    (ids, own): (&[String], Option<&[String]>),
    id: String,
    (first, second): (At, At),
    more: u64,
    file: &str,
) -> Error {
    let at = |(part, record): At| {
        let part = &parts[part as usize];
        (part, &part.records[record as usize])
    };
    let ((one, a), (two, b)) = (at(first), at(second));
    let leaves = |part: &Part<'_>, record: &Record<'_>| -> Vec<(String, String)> {
        let found = part.leaves(record, None).unwrap_or_default();
        found
            .into_iter()
            .map(|(path, leaf)| (path, quote::plain(leaf.text().as_bytes())))
            .collect()
    };
    let others: HashMap<String, String> = leaves(two, b).into_iter().collect();
    let is_score = |path: &str| plan.scores.iter().any(|index| plan.wanted[*index] == path);
    let is_key = |path: &str| {
        ids.iter().any(|id| id == path) || is_score(path) && !doubled::names_runs(path)
    };
    let differing = leaves(one, a).into_iter().filter_map(|(path, value)| {
        let other = others.get(&path)?.clone();
        (value != other && !is_key(&path)).then_some((path, value, other))
    });
    let differing: Vec<Differing> = differing.collect();
    let own = own
        .and_then(<[String]>::first)
        .map(String::as_str)
        .filter(|_| ids.len() == 1);
    let hint = if differing.is_empty() && one.file != two.file {
        format!(
            "{} and {} hold the same items: keep one of the files",
            one.file, two.file
        )
    } else {
        let repeats = |path: &str| {
            let records = parts
                .iter()
                .flat_map(|part| part.records.iter().map(move |record| (part, record)));
            let value = |(part, record)| {
                let found = leaves(part, record)
                    .into_iter()
                    .find(|(known, _)| known == path);
                found.map(|(_, value)| value).unwrap_or_default()
            };
            doubled::repeats(records.map(value))
        };
        doubled::hint("records", differing, own, repeats)
    };
    Error::Doubled {
        are_rows: false,
        file: file.to_owned(),
        id,
        lines: (a.line, b.line),
        more,
        hint,
    }
}
