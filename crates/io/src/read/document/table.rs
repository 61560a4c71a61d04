//! The records that a document holds, and what is asked of them.

use crate::frame::parsed::Request;
use crate::read::document::node::{Lines, Node};
use crate::read::jsonl::part::{Dialect, Record};

/// The field of a score that has no name.
pub(super) const SCORE: &str = "score";

/// Records, and what is known of their fields.
#[derive(Debug, Default)]
pub(crate) struct Table<'a> {
    pub records: Vec<Record<'a>>,
    pub dialect: Dialect,
    /// What the document was taken for; nothing where it was a list of records.
    pub said: Option<String>,
    /// What the rows are, where those of two systems are independent samples.
    pub samples: Option<&'static str>,
    /// The only field beside ids, which an argument need not name.
    pub only: Option<&'static str>,
}

/// What is asked of the records: columns by name, and fields of ids.
pub(crate) struct Wanted<'r> {
    /// For each argument, its `:COLUMN`.
    pub columns: Vec<Option<&'r str>>,
    /// Whether the columns hold texts.
    pub texts: bool,
}

impl<'r> Wanted<'r> {
    pub(crate) fn of(request: &Request<'r>) -> Self {
        Self {
            columns: request.arguments.clone(),
            texts: request.texts.is_some(),
        }
    }

    /// Nothing, as when a file is described.
    pub(crate) fn nothing() -> Self {
        Self {
            columns: vec![None],
            texts: false,
        }
    }
}

/// What a tool's reader makes of a document; nothing where it is not the tool's. An error is what was found, and what to do.
pub(super) type Read<'a> = Option<Result<Table<'a>, (String, String)>>;

/// The reader of a tool.
pub(super) type Reader = for<'a> fn(Node<'a>, &mut Lines<'_>) -> Read<'a>;
