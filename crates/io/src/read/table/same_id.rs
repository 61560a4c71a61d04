//! Why an id occurs twice: which column tells the two rows apart.

use super::record::{Records, Step};
use super::scan::Plan;
use crate::Error;
use crate::ask::columns::Columns;
use crate::error::{doubled, quote};
use crate::frame::grid::Doubles;
use crate::ids;

/// The error for a doubled id, with the option that would tell the two rows apart. `text`: the rows, from `first_line` on.
pub(super) fn error(
    columns: &Columns<'_>,
    text: &[u8],
    first_line: u64,
    plan: &Plan<'_>,
    doubles: &Doubles<'_>,
) -> Error {
    let Doubles {
        key,
        columns: id_fields,
        lines,
        more,
    } = *doubles;
    let first = row(text, first_line, plan, lines.0);
    let second = row(text, first_line, plan, lines.1);
    let labels = columns.labels();
    // A column of seeds differs in the way of an id, also where a bare table takes it as a system.
    let differs = |index: &usize| {
        (!plan.wanted.scores.contains(index) || doubled::names_runs(&labels[*index]))
            && !id_fields.contains(index)
            && first.get(*index) != second.get(*index)
    };
    let cell = |row: &[String], index: usize| row.get(index).cloned().unwrap_or_default();
    let differing = (0..plan.width).filter(differs);
    let differing = differing
        .map(|index| {
            (
                labels[index].clone(),
                cell(&first, index),
                cell(&second, index),
            )
        })
        .collect();
    let hint = if first == second {
        "the rows are the same: remove one".to_owned()
    } else {
        let repeats = |label: &str| {
            let index = labels.iter().position(|known| known == label);
            index.is_some_and(|index| doubled::repeats(values(text, plan, index)))
        };
        doubled::hint("rows", differing, None, repeats)
    };
    Error::Doubled {
        are_rows: false,
        file: columns.file.to_owned(),
        id: ids::readable(key),
        lines,
        more,
        hint,
    }
}

/// The values of a column, row by row.
fn values<'a>(text: &'a [u8], plan: &Plan<'_>, index: usize) -> impl Iterator<Item = String> + 'a {
    let mut records = Records::new(text, plan.delimiter, plan.quoted);
    std::iter::from_fn(move || {
        loop {
            match records.advance() {
                Step::End => return None,
                Step::Record => {
                    return Some(
                        records
                            .fields()
                            .nth(index)
                            .map(quote::plain)
                            .unwrap_or_default(),
                    );
                }
                _ => {}
            }
        }
    })
}

/// The fields, as shown, of the row that starts on `line` (from 1).
fn row(text: &[u8], first_line: u64, plan: &Plan<'_>, line: u64) -> Vec<String> {
    let mut records = Records::new(text, plan.delimiter, plan.quoted);
    loop {
        match records.advance() {
            Step::End => return Vec::new(),
            Step::Record if records.line() + first_line == line => {
                return records.fields().map(quote::plain).collect();
            }
            _ => {}
        }
    }
}
