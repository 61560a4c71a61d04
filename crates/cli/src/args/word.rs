//! Named choices: what a vocabulary names is what help lists and what is read.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use restrap_words::Word;

/// A choice, or `None` by a word of its own, such as `all`. The derive of clap takes a field that it sees to be an `Option` as one
/// that may be missing; it does not look through this name.
pub type Choice<T> = Option<T>;

/// Reads one of all choices.
pub fn word<T: Word + Send + Sync>() -> impl TypedValueParser<Value = T> {
    one_of(T::ALL.iter().copied())
}

/// Reads one of these choices.
pub fn one_of<T: Word + Send + Sync>(
    choices: impl IntoIterator<Item = T>,
) -> impl TypedValueParser<Value = T> {
    read::<T>(choices.into_iter().map(listed))
}

/// Reads one of all choices; help does not list these.
pub fn hiding<T: Word + Send + Sync>(hidden: &[T]) -> impl TypedValueParser<Value = T> {
    read(
        T::ALL
            .iter()
            .map(|&choice| listed(choice).hide(hidden.contains(&choice))),
    )
}

/// Reads one of these choices, or the word that stands for something else: `None`.
pub fn one_of_or<T: Word + Send + Sync>(
    choices: impl IntoIterator<Item = T>,
    other: &'static str,
) -> impl TypedValueParser<Value = Choice<T>> {
    let values = choices
        .into_iter()
        .map(listed)
        .chain([PossibleValue::new(other)]);
    let chosen = move |name: String| {
        if name == other {
            Ok(None)
        } else {
            T::named(&name).map(Some)
        }
    };
    PossibleValuesParser::new(values).try_map(chosen)
}

/// Names of an earlier version, which are read so that the refusal says what to use instead.
fn gone<T: Word>() -> impl Iterator<Item = PossibleValue> {
    T::GONE
        .iter()
        .map(|(name, _)| PossibleValue::new(*name).hide(true))
}

fn listed<T: Word>(choice: T) -> PossibleValue {
    PossibleValue::new(choice.name()).aliases(choice.aliases())
}

fn read<T: Word + Send + Sync>(
    values: impl Iterator<Item = PossibleValue>,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(values.chain(gone::<T>())).try_map(|name| T::named(&name))
}
