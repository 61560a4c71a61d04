//! Words in JSON schemas.

use schemars::{Schema, json_schema};

use crate::Word;

/// The schema of a vocabulary: a string that is one of the names, each with its help line.
#[doc(hidden)]
pub fn schema_of_words<W: Word>() -> Schema {
    let names = W::ALL
        .iter()
        .map(|word| json_schema!({ "const": word.name(), "description": word.help() }));
    json_schema!({ "type": "string", "oneOf": names.collect::<Vec<_>>() })
}

/// The schema of a value that is parsed from the text that it prints as.
#[doc(hidden)]
pub fn schema_of_text() -> Schema {
    json_schema!({ "type": "string" })
}

/// Gives a type a schema. The same macro makes nothing without the feature `schema`, which is this crate's and not that of the
/// crate where [`vocabulary!`](crate::vocabulary) stands.
#[doc(hidden)]
#[macro_export]
macro_rules! with_schema {
    ($name:ty, $schema:expr) => {
        impl $crate::schemars::JsonSchema for $name {
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut $crate::schemars::SchemaGenerator) -> $crate::schemars::Schema {
                $schema
            }
        }
    };
}
