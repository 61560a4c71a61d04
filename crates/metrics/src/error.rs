//! What scorers refuse: where, what was expected there, what was found, what to do.

use std::fmt;

use restrap_words::asked;

use crate::quote;

/// Where in an input something stands; both numbers count from 1, `column` in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file as typed.
    pub file: String,
    /// The line.
    pub line: u64,
    /// The byte of the line; `None` where the whole line is meant.
    pub column: Option<u64>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)?;
        self.column.map_or(Ok(()), |column| write!(f, ":{column}"))
    }
}

/// Why something could not be scored.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A bad value, line or record.
    #[error("{place}: expected {expected}, found {found}")]
    Value {
        /// Where it is.
        place: Place,
        /// What should stand there.
        expected: String,
        /// What was found there, shortened and escaped.
        found: String,
        /// What to do.
        hint: Option<String>,
    },
    /// Whoever watches the scoring ended it.
    #[error("stopped before every segment was scored")]
    Stopped,
    /// An input without items.
    #[error("{file}: expected {expected}, found an empty file")]
    Empty {
        /// The file as typed.
        file: String,
        /// What should be in it.
        expected: String,
    },
    /// Files that should hold the same items and do not.
    #[error("expected as many {what} in {} as in {}, found {} and {}", .second.0, .first.0,
        .second.1, .first.1)]
    Lengths {
        /// What is counted: `segments`, `labels`.
        what: &'static str,
        /// The file that defines the items, and its count.
        first: (String, usize),
        /// The file that differs, and its count.
        second: (String, usize),
    },
    /// A column that a table does not have.
    #[error("{file}: no column is called {}", quote::quoted(wanted))]
    NoSuchColumn {
        /// The file as typed.
        file: String,
        /// The name that was asked for.
        wanted: String,
        /// The columns that exist.
        columns: Vec<String>,
    },
    /// Ids that cannot be paired.
    #[error("{file}: expected {expected}, found {found}")]
    Ids {
        /// The file as typed.
        file: String,
        /// What should hold.
        expected: String,
        /// What does.
        found: String,
    },
    /// A label outside the label set.
    #[error(
        "{file}: item {item} has the label {}, which is not among {}",
        quote::quoted(label),
        quote::list(set)
    )]
    UnknownLabel {
        /// The file as typed.
        file: String,
        /// The item, from 1.
        item: usize,
        /// The label.
        label: String,
        /// The label set.
        set: Vec<String>,
    },
    /// An option that cannot be.
    #[error("expected {expected}, found {found}")]
    Option {
        /// What the option takes.
        expected: String,
        /// What was given.
        found: String,
        /// What to do.
        hint: Option<String>,
    },
    /// Options that do not go together, or with the files.
    #[error("{message}")]
    Usage {
        /// What was expected and what was found.
        message: String,
        /// What to do.
        hint: String,
    },
    /// A formula that does not parse, or names what does not exist.
    #[error("formula:{}: expected {expected}, found {found}\n  {formula}\n  {}", .at + 1, caret(formula, *.at))]
    Formula {
        /// The formula as typed.
        formula: String,
        /// The byte of the formula, from 0.
        at: usize,
        /// What should stand there.
        expected: String,
        /// What was found there.
        found: String,
        /// What to do.
        hint: Option<String>,
    },
    /// Reading from a stream failed.
    #[error("{file}: cannot be read: {reason}")]
    Read {
        /// The file as typed.
        file: String,
        /// What the system says.
        reason: String,
    },
}

/// A caret below the character that starts at byte `at`.
fn caret(formula: &str, at: usize) -> String {
    let before = formula
        .char_indices()
        .take_while(|(start, _)| *start < at)
        .count();
    " ".repeat(before) + "^"
}

impl Error {
    /// The kind of error, for scripts: `unreadable`, `empty`, `length_mismatch`, `ids`, `labels`, `usage`, `file` or `stopped`.
    pub fn class(&self) -> &'static str {
        match self {
            Self::Value { .. } => "unreadable",
            Self::Empty { .. } => "empty",
            Self::Lengths { .. } => "length_mismatch",
            Self::Ids { .. } => "ids",
            Self::UnknownLabel { .. } => "labels",
            Self::NoSuchColumn { .. }
            | Self::Option { .. }
            | Self::Usage { .. }
            | Self::Formula { .. } => "usage",
            Self::Read { .. } => "file",
            Self::Stopped => "stopped",
        }
    }

    /// What to do about it, where there is something to say.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Value { hint, .. } | Self::Option { hint, .. } | Self::Formula { hint, .. } => {
                hint.clone()
            }
            Self::Usage { hint, .. } => Some(hint.clone()),
            Self::NoSuchColumn { columns, .. } => {
                Some(format!("the columns are {}", quote::list(columns)))
            }
            Self::Lengths { what, .. } => Some(format!(
                "every file must hold the same {what} in the same order"
            )),
            Self::UnknownLabel { .. } => {
                let labels = asked("labels");
                Some(format!("add it to {labels}, or leave {labels} out"))
            }
            Self::Ids { .. } => {
                Some("ids are compared as text; every file must hold each id once".to_owned())
            }
            Self::Empty { .. } | Self::Read { .. } | Self::Stopped => None,
        }
    }

    /// The line that it names, if it names one.
    pub(crate) fn line(&self) -> Option<u64> {
        match self {
            Self::Value { place, .. } => Some(place.line),
            _ => None,
        }
    }

    /// Adds what to do about it.
    pub(crate) fn with_hint(mut self, text: impl Into<String>) -> Self {
        if let Self::Value { hint, .. } | Self::Option { hint, .. } | Self::Formula { hint, .. } =
            &mut self
        {
            *hint = Some(text.into());
        }
        self
    }

    /// Options that do not go together, and what to do.
    pub(crate) fn usage(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::Usage {
            message: message.into(),
            hint: hint.into(),
        }
    }

    /// An option that was given what it does not take.
    pub(crate) fn option(expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self::Option {
            expected: expected.into(),
            found: found.into(),
            hint: None,
        }
    }
}
