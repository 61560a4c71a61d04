//! The words of restrap: every name that a user types, reads in JSON or finds in the documentation is defined once.
//!
//! [`vocabulary!`] makes an enum of named choices with its names, aliases, help lines, parsing and serde form. [`Asked`] is an
//! option in a sentence, spelled as the interface of the process (command line or Python) spells options: [`speak`].

mod escape;
pub mod note;
mod option;
#[cfg(feature = "schema")]
mod schema;
mod vocabulary;
mod word;

pub use escape::{escaped, refers_to, shell_word, turns};
pub use note::{Code, Note};
pub use option::{Asked, Spelling, asked, asked_as, speak, speaks_keywords};
#[cfg(feature = "schema")]
#[doc(hidden)]
pub use schema::{schema_of_text, schema_of_words};
pub use word::{UnknownWord, Word};

#[cfg(feature = "schema")]
#[doc(hidden)]
pub use schemars;
#[doc(hidden)]
pub use serde_core;

/// The mark of a path of a table that the caller holds in memory: no file can have it, and no answer names it.
pub const HELD: char = '\0';

/// Makes nothing: no schema was asked for.
#[cfg(not(feature = "schema"))]
#[doc(hidden)]
#[macro_export]
macro_rules! with_schema {
    ($name:ty, $schema:expr) => {};
}
