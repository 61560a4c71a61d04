//! Named choices: what a vocabulary names is what help lists and what is read.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use restrap_words::Word;

/// Reads one of all choices.
pub fn word<T: Word + Send + Sync>() -> impl TypedValueParser<Value = T> {
    one_of(T::ALL)
}

/// Reads one of these choices.
pub fn one_of<T: Word + Send + Sync>(choices: &[T]) -> impl TypedValueParser<Value = T> {
    let value = |choice: &T| PossibleValue::new(choice.name()).aliases(choice.aliases());
    PossibleValuesParser::new(choices.iter().map(value)).try_map(|name| T::named(&name))
}
