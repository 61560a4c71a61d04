//! The words of restrap: every name that a user types, reads in JSON or finds in the documentation is defined once.
//!
//! [`vocabulary!`] makes an enum of named choices with its names, aliases, help lines, parsing and serde form. [`Asked`] is an
//! option in a sentence, spelled as the face of the process spells options: [`speak`].

mod option;
mod vocabulary;

pub use option::{Asked, Spelling, asked, asked_as, speak};
pub use vocabulary::{UnknownWord, Word};

#[doc(hidden)]
pub use serde_core;
