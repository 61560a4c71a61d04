//! A file by its name, while its rows are paired.

use crate::Format;
use crate::frame::parsed::Parsed;
use crate::ids::Ids;

/// A file's row for an item that the file does not have.
pub(crate) const ABSENT: usize = usize::MAX;

/// A file as shown and its content.
pub(crate) struct Named<'a> {
    pub file: &'a str,
    pub format: Format,
    pub parsed: &'a mut Parsed,
}

impl Named<'_> {
    /// The same file, borrowed again.
    pub(crate) fn reborrow(&mut self) -> Named<'_> {
        Named {
            file: self.file,
            format: self.format,
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
}
