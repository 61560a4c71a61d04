//! Outcomes as JSON, on standard output or in a file.

use std::path::Path;

use restrap::io::Prepared;
use serde::Serialize;

use crate::run::failure::Failure;

/// Prepares the file of an outcome.
pub fn prepared(path: &str, outcome: &impl Serialize) -> Result<Prepared, Failure> {
    let text = text(outcome)?;
    Ok(Prepared::new(path, |out| writeln!(out, "{text}"))?)
}

/// An outcome as it is written.
pub fn text(outcome: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string_pretty(outcome)
        .map_err(|error| Failure::from(std::io::Error::other(error)))
}

/// The file that JSON goes to, if it does not go to standard output.
pub fn file(place: Option<&Path>) -> Option<&str> {
    place.filter(|path| path.as_os_str() != "-")?.to_str()
}
