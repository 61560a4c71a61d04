//! JSON that holds scores in any shape, and what evaluation tools write, as records.
//!
//! A document is one of the tools of [`known`], or has one of the shapes of [`shape`], or wraps one such table, which is then
//! found. Lists of objects and JSON lines are records already.

pub(crate) mod known;
#[cfg(test)]
mod mutated;
pub(crate) mod node;
mod records;
mod search;
mod shape;
pub(crate) mod table;

use crate::Error;
use node::{Lines, Node};
use table::{Table, Wanted};

/// The records of a document; `wanted` loses the part of each path that leads to them.
///
/// # Errors
/// When no part of it, or more than one, holds a table.
pub(crate) fn table<'a>(
    root: Node<'a>,
    file: &str,
    wanted: &mut Wanted<'_>,
    lines: &mut Lines<'_>,
) -> Result<Table<'a>, Error> {
    known::document(root, file, lines).unwrap_or_else(|| search::table(root, file, wanted, lines))
}
