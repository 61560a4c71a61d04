//! Vocabularies in JSON schemas: a string that is one of the names, each with its help line.

use schemars::{Schema, json_schema};

use crate::Word;

/// The schema of a vocabulary.
#[doc(hidden)]
pub fn schema_of<W: Word>() -> Schema {
    let names = W::ALL.iter().map(|word| json_schema!({ "const": word.name(), "description": word.help() }));
    json_schema!({ "type": "string", "oneOf": names.collect::<Vec<_>>() })
}

/// Gives a vocabulary its schema; the same macro makes nothing without the feature `schema`, which is this crate's and not that
/// of the crate where [`vocabulary!`](crate::vocabulary) stands.
#[doc(hidden)]
#[macro_export]
macro_rules! schema_of_words {
    ($name:ident) => {
        impl $crate::schemars::JsonSchema for $name {
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut $crate::schemars::SchemaGenerator) -> $crate::schemars::Schema {
                $crate::schema_of::<Self>()
            }
        }
    };
}
