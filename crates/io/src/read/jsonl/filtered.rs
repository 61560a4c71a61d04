//! What filters (`--where`) leave of a run: perhaps nothing, or no rows of some of its tasks.
//!
//! A filter of lm-evaluation-harness belongs to a task: `filter=strict-match` keeps nothing of a task that knows only
//! `filter=none`. A comparison that lost such tasks would be about another benchmark, so it is refused until the
//! tasks are named or their filter is added. A filter on any other field may well leave tasks out: that is a note.
//!
//! Tasks do not share their metrics either: if a task lacks a metric, the message names it and the tasks that have the
//! metric.

use crate::Error;
use crate::ask::filter::Condition;
use crate::error::fault::Fault;
use crate::error::kind::FaultKind;
use crate::error::quote;
use crate::error::tasks::{LostTasks, filter};
use crate::read::jsonl::part::{Part, TASK};
use crate::read::jsonl::tally::{First, Tally};
use crate::read::jsonl::wanted::Plan;
use crate::read::jsonl::wanted::Wanted;
use restrap_words::{Code, Note};

/// The field by which records of the harness differ within a task.
const FILTER: &str = "filter";
/// Values that a message lists.
const FEW: usize = 9;

/// The first condition, with those before it, that no record of some parts meets, and what its field holds.
fn unmet<'a, 'p>(
    parts: impl Iterator<Item = &'p Part<'p>>,
    wanted: &Wanted,
    conditions: &'a [Condition<'a>],
) -> (&'a [Condition<'a>], Vec<String>) {
    let (mut most, mut seen): (usize, Vec<String>) = (0, Vec::new());
    for part in parts {
        for found in part
            .records
            .iter()
            .filter_map(|record| part.leaves(record, Some(wanted)).ok())
        {
            let text = |condition: &Condition<'_>| {
                let leaf = found
                    .iter()
                    .find(|(path, _)| *path == wanted[condition.column]);
                leaf.map(|(_, leaf)| leaf.text().into_owned())
                    .unwrap_or_default()
            };
            let held = conditions
                .iter()
                .take_while(|condition| condition.holds(text(condition).as_bytes()))
                .count();
            let held = held.min(conditions.len().saturating_sub(1));
            if held > most {
                most = held;
                seen.clear();
            }
            if held == most && seen.len() < FEW {
                let value = conditions.get(held).map(text).unwrap_or_default();
                if !seen.contains(&value) {
                    seen.push(value);
                }
            }
        }
    }
    (&conditions[..conditions.len().min(most + 1)], seen)
}

/// The error of filters that keep nothing.
pub(super) fn nothing(parts: &[Part<'_>], plan: &Plan<'_>, file: &str) -> Error {
    let (filters, seen) = unmet(parts.iter(), &plan.wanted, &plan.filters);
    Error::NothingKept {
        path: file.to_owned(),
        filter: Condition::all(filters),
        seen,
    }
}

/// The first fault, with what to do about it where it is that tasks report different metrics.
pub(super) fn explained(
    parts: &[Part<'_>],
    plan: &Plan<'_>,
    tally: &Tally,
    first: First,
    file: &str,
) -> Fault {
    let differ = first.slot.filter(|_| first.fault.kind == FaultKind::Missing).and_then(|slot| {
        let metric = &plan.wanted[plan.scores[slot]];
        let tasks = having(parts, tally, first.at.0 as usize, slot)?;
        Some(format!(
            "the tasks report different metrics: name one, and the tasks that have it: `{file}:{metric}` {tasks}"
        ))
    });
    Fault {
        hint: differ.or(first.fault.hint),
        ..first.fault
    }
}

/// Filters that keep the tasks with a score in a field; `None` where the part has one as well, or no part has.
fn having(parts: &[Part<'_>], tally: &Tally, part: usize, slot: usize) -> Option<String> {
    if tally.holds(part, slot) {
        return None;
    }
    let own = parts[part].task();
    let mut tasks: Vec<String> = Vec::new();
    for having in (0..parts.len()).filter(|part| tally.holds(*part, slot)) {
        let task = parts[having].task()?;
        // Two logs of one task are not told apart by its name.
        if own.as_ref() == Some(&task) {
            return None;
        }
        if !tasks.contains(&task) {
            tasks.push(task);
        }
    }
    match tasks.len() {
        0 => None,
        1..=FEW => Some(
            tasks
                .iter()
                .map(|task| filter(TASK, task))
                .collect::<Vec<_>>()
                .join(" "),
        ),
        _ => Some(format!("{} and so on", filter(TASK, &tasks[0]))),
    }
}

/// Notes about tasks of which the filters keep nothing, although they were not filtered by name; `kept` counts rows.
///
/// # Errors
/// [`Error::TasksLost`] where they lack a filter of the harness.
pub(super) fn lost(
    parts: &[Part<'_>],
    plan: &Plan<'_>,
    kept: &[usize],
    file: &str,
) -> Result<Vec<Note>, Error> {
    let name = |part: &Part<'_>| part.task.clone().unwrap_or_else(|| part.file.clone());
    let Some(example) = kept.iter().position(|&rows| rows > 0) else {
        return Ok(Vec::new());
    };
    // Tasks that were named or left out by name come first: those that do not meet that are not lost.
    let mut conditions = plan.filters.clone();
    conditions.sort_by_key(|condition| condition.name() != TASK);
    let mut groups: Vec<(Vec<Condition<'_>>, Vec<String>, Vec<String>)> = Vec::new();
    for part in parts
        .iter()
        .zip(kept)
        .filter(|(part, rows)| **rows == 0 && !part.records.is_empty())
    {
        let (filters, seen) = unmet(std::iter::once(part.0), &plan.wanted, &conditions);
        if filters.last().is_none_or(|last| last.name() == TASK) {
            continue;
        }
        let same = |(known, ..): &&mut (Vec<Condition<'_>>, _, _)| known == filters;
        let Some((_, tasks, values)) = groups.iter_mut().find(same) else {
            groups.push((filters.to_vec(), vec![name(part.0)], seen));
            continue;
        };
        tasks.push(name(part.0));
        let new: Vec<String> = seen
            .into_iter()
            .filter(|value| !values.contains(value))
            .collect();
        values.extend(new);
    }
    let mut notes = Vec::new();
    for (filters, tasks, seen) in groups {
        let filters: Vec<Condition<'_>> = filters
            .into_iter()
            .filter(|condition| condition.name() != TASK)
            .collect();
        let filter = Condition::all(&filters);
        let column = filters
            .last()
            .map(|last| last.name().to_owned())
            .unwrap_or_default();
        if column == FILTER {
            let (path, of, kept) = (file.to_owned(), parts.len(), name(&parts[example]));
            let lost = LostTasks {
                path,
                filter,
                column,
                tasks,
                of,
                seen,
                kept,
            };
            return Err(Error::TasksLost(Box::new(lost)));
        }
        notes.push(Code::TasksLeftOut.says(format!(
            "{file}: {} of {} have no row with {filter} and are left out: {}",
            tasks.len(),
            quote::count(parts.len() as u64, "task"),
            quote::list(&tasks)
        )));
    }
    Ok(notes)
}
