//! A file by its name, while its rows are paired.

use crate::Format;
use crate::bytes::{held, named};
use crate::error::fault::Place;
use crate::frame::parsed::{Opened, Parsed};
use crate::ids::Ids;

/// A file's row for an item that the file does not have.
pub(crate) const ABSENT: usize = usize::MAX;

/// A file as shown and its content.
pub(crate) struct Named<'a> {
    pub file: &'a str,
    pub format: Format,
    /// A table in memory, whose rows count from 0.
    pub is_held: bool,
    pub parsed: &'a mut Parsed,
}

impl<'a> Named<'a> {
    /// A file that was read.
    pub(crate) fn new(path: &'a str, file: &'a mut Opened<Parsed>) -> Self {
        Self {
            file: named::shown(path),
            format: file.format,
            is_held: held::is_held(path),
            parsed: &mut file.content,
        }
    }

    /// The same file, borrowed again.
    pub(crate) fn reborrow(&mut self) -> Named<'_> {
        Named {
            file: self.file,
            format: self.format,
            is_held: self.is_held,
            parsed: &mut *self.parsed,
        }
    }

    /// The ids that pair its rows, or the column of this name that looks like ids.
    pub(crate) fn ids(&self, name: &str) -> Option<&Ids> {
        let alike = || {
            self.parsed
                .lookalikes
                .iter()
                .find(|(known, _)| known == name)
        };
        self.parsed.ids.as_ref().or_else(|| Some(&alike()?.1))
    }

    /// The line of a row; lines of a text file are its rows.
    pub(crate) fn line(&self, row: usize) -> u64 {
        self.parsed
            .lines
            .get(row)
            .copied()
            .unwrap_or(row as u64 + 1)
    }

    /// The place of a row, or of its cell in the column of this name.
    pub(crate) fn place(&self, row: usize, name: Option<String>) -> Place {
        let file = self.file.to_owned();
        if self.is_held {
            let item = row.to_string();
            return Place::Item { file, item, name };
        }
        if name.is_some() && self.format.is_binary() && self.format != Format::Eval {
            return Place::Row {
                file,
                row: row as u64 + 1,
                column: None,
                name,
            };
        }
        Place::Line {
            file,
            line: self.line(row),
            column: None,
            name,
        }
    }
}
