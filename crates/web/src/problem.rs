//! Why a request has no answer.

use std::fmt::Display;

use restrap::Error;
use serde::Serialize;

/// A request that has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(
    target_arch = "wasm32",
    wasm_bindgen::prelude::wasm_bindgen(getter_with_clone)
)]
pub struct Problem {
    /// What was expected, and what was found.
    pub message: String,
    /// What to do; empty if the message says it.
    pub hint: String,
    /// The name of the field that it is about, if one is.
    pub field: String,
}

impl Problem {
    /// Returns the problem of a field whose text cannot be read.
    pub(crate) fn of_field(field: &str, error: impl Display) -> Self {
        Self {
            message: error.to_string(),
            hint: String::new(),
            field: field.to_owned(),
        }
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        Self {
            message: error.to_string(),
            hint: error
                .hint()
                .map_or_else(String::new, |hint| of_fields(&hint)),
            field: String::new(),
        }
    }
}

impl From<serde_json::Error> for Problem {
    fn from(error: serde_json::Error) -> Self {
        Self {
            message: error.to_string(),
            hint: String::new(),
            field: String::new(),
        }
    }
}

/// A hint about fields of a page: options without the dashes of a command line.
fn of_fields(hint: &str) -> String {
    let words = hint.split(' ').map(|word| match word.split_once("--") {
        Some((before, name)) if name.starts_with(|c: char| c.is_ascii_lowercase()) => {
            format!("{before}{}", name.replace('-', " "))
        }
        _ => word.to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::of_fields;

    #[test]
    fn hints_name_fields_and_not_flags() {
        assert_eq!(
            of_fields("drop --alternative or use --sign-ties split (--alpha 0.01)"),
            "drop alternative or use sign ties split (alpha 0.01)"
        );
        assert_eq!(
            of_fields("use 10--20 items -- or more"),
            "use 10--20 items -- or more"
        );
    }
}
