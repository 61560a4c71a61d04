//! Outcomes as JSON, on standard output or in a file.

use std::path::Path;

use serde::Serialize;

use crate::run::failure::Failure;
use crate::run::print;

/// Writes an outcome where it was asked for (`-` is standard output); whether standard output is still free for people.
pub fn write(place: Option<&Path>, outcome: &impl Serialize) -> Result<bool, Failure> {
    let Some(path) = place else { return Ok(true) };
    let text = text(outcome)?;
    if path.as_os_str() == "-" {
        print::json(&(text + "\n"))?;
        return Ok(false);
    }
    restrap::io::write_whole(&path.display().to_string(), |out| writeln!(out, "{text}"))?;
    Ok(true)
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
