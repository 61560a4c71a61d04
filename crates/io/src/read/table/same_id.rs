//! Why an id stands twice: which column tells the two rows apart.

use super::record::{Records, Step};
use super::scan::{self, Plan};
use crate::ask::columns::Columns;
use crate::error::hint;
use crate::frame::grid::Doubles;
use crate::frame::ids;
use crate::{Error, Kind};

/// The error for a doubled id, with the option that would tell the two rows apart. `text`: the rows, from `first_line` on.
pub(super) fn error(
    columns: &Columns<'_>,
    text: &[u8],
    first_line: u64,
    plan: &Plan<'_>,
    doubles: &Doubles<'_>,
) -> Error {
    let Doubles { key, columns: id_fields, lines, more } = *doubles;
    let first = row(text, first_line, plan, lines.0);
    let second = row(text, first_line, plan, lines.1);
    let labels = columns.labels();
    let kinds = scan::kinds(text, plan);
    let differs = |index: &usize| {
        !plan.wanted.scores.contains(index)
            && !id_fields.contains(index)
            && first.get(*index) != second.get(*index)
    };
    let differing: Vec<usize> = (0..plan.width).filter(differs).collect();
    // Text tells kinds of rows apart (`filter`, `metric`) more often than a number does.
    let text = differing.iter().find(|index| kinds[**index].0 == Kind::Text);
    let hint = match text.or(differing.first()) {
        Some(index) => {
            let (label, value) = (&labels[*index], first.get(*index).map_or("", String::as_str));
            let other = second.get(*index).map_or("", String::as_str);
            let ids: Vec<&str> = id_fields.iter().map(|field| labels[*field].as_str()).collect();
            hint::same_id("rows", (label, value, other), &ids)
        }
        None if first == second => "the rows are the same: remove one".to_owned(),
        None => "the rows differ only in their scores: remove one".to_owned(),
    };
    Error::Doubled { file: columns.file.to_owned(), id: ids::readable(key), lines, more, hint }
}

/// The fields, as shown, of the row that starts on `line` (from 1).
fn row(text: &[u8], first_line: u64, plan: &Plan<'_>, line: u64) -> Vec<String> {
    let mut records = Records::new(text, plan.delimiter, plan.quoted);
    loop {
        match records.advance() {
            Step::End => return Vec::new(),
            Step::Record if records.line() + first_line == line => {
                return records.fields().map(crate::error::quote::plain).collect();
            }
            _ => {}
        }
    }
}
