//! Why an id stands twice: which column tells the two rows apart.

use super::Table;
use super::record::{Records, Step};
use super::scan::{self, Plan};
use crate::Error;
use crate::ask::columns::Kind;
use crate::frame::grid::{Doubles, Grid};
use crate::frame::ids;

impl Table<'_> {
    /// The error for a doubled id, with the flag that would tell the two rows apart.
    pub(super) fn told_apart(&self, plan: &Plan<'_>, doubles: &Doubles<'_>) -> Error {
        let Doubles { key, columns: id_fields, lines, more } = *doubles;
        let first = self.row(plan, lines.0);
        let second = self.row(plan, lines.1);
        let labels = self.columns().labels();
        let kinds = scan::kinds(self.data(), plan);
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
                format!(
                    "the rows differ in `{label}` (`{value}` and `{other}`): keep one kind with \
                     `--where '{label}={value}'`, or add it to the id: `--id {},{label}`",
                    ids.join(",")
                )
            }
            None if first == second => "the rows are the same: remove one".to_owned(),
            None => "the rows differ only in their scores: remove one".to_owned(),
        };
        Error::Doubled { file: self.file.to_owned(), id: ids::readable(key), lines, more, hint }
    }

    /// The fields, as shown, of the row that starts on `line` (from 1).
    fn row(&self, plan: &Plan<'_>, line: u64) -> Vec<String> {
        let mut records = Records::new(self.data(), self.delimiter, plan.quoted);
        loop {
            match records.advance() {
                Step::End => return Vec::new(),
                Step::Record if records.line() + self.header.lines + 1 == line => {
                    return records.fields().map(crate::error::quote::plain).collect();
                }
                _ => {}
            }
        }
    }
}
