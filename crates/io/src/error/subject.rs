//! What an error is about.

use std::fmt;

use restrap_words::asked;

/// What asked for a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Subject {
    /// The option of this name.
    Option(&'static str),
    /// A part of the argument that names a system: `:COLUMN`, or `:SYSTEM` of a long table.
    Part(&'static str),
}

impl Subject {
    /// `FILE:COLUMN`.
    pub(crate) const COLUMN: Self = Self::Part(":COLUMN");
    /// `FILE:SYSTEM`.
    pub(crate) const SYSTEM: Self = Self::Part(":SYSTEM");
    /// The option `id`.
    pub(crate) const ID: Self = Self::Option("id");
    /// The option `long`.
    pub(crate) const LONG: Self = Self::Option("long");
    /// The option `where`.
    pub(crate) const WHERE: Self = Self::Option("where");

    /// The name of the option or part.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Option(name) | Self::Part(name) => name,
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Option(name) => asked(name).fmt(f),
            // Keywords name no part of an argument.
            Self::Part(_) if restrap_words::speaks_keywords() => f.write_str("a system"),
            Self::Part(part) => f.write_str(part),
        }
    }
}
