//! A path as an argument, and as messages show it.

use super::held;

/// Standard input as an argument.
pub(crate) const STANDARD_INPUT: &str = "-";

/// Returns a path as messages show it.
pub fn shown(path: &str) -> &str {
    if path == STANDARD_INPUT {
        "<stdin>"
    } else {
        held::name(path).unwrap_or(path)
    }
}
