//! Text for people: answers on standard output, all else on standard error, styled where that is a terminal.
//!
//! Nothing else writes to the streams of the process, which a lint holds (`clippy.toml`): what comes from files passes here, where
//! it is made visible.
#![expect(clippy::disallowed_methods, reason = "here and nowhere else")]

use std::io;
use std::io::{IsTerminal, Write};
use std::path::Path;

use restrap_report::visible;
use serde::Serialize;

use crate::run::failure::Failure;

/// To standard output.
pub fn out(text: &str) -> io::Result<()> {
    anstream::stdout().lock().write_all(visible(text).as_bytes())
}

/// To standard output, for other programs: the text as it is, but on a terminal.
pub fn exact(text: &str) -> io::Result<()> {
    if io::stdout().is_terminal() {
        return out(text);
    }
    io::stdout().lock().write_all(text.as_bytes())
}

/// JSON to standard output: what it holds of files stays JSON on a terminal, too.
pub fn json(text: &str) -> io::Result<()> {
    let is_terminal = io::stdout().is_terminal();
    let text = if is_terminal { restrap_report::json(text) } else { text.into() };
    io::stdout().lock().write_all(text.as_bytes())
}

/// Numbers to standard output, as they are made.
pub fn numbers(fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    fill(&mut out)?;
    out.flush()
}

/// To standard error.
pub fn err(text: &str) -> io::Result<()> {
    anstream::stderr().lock().write_all(visible(text).as_bytes())
}

/// Warnings, all of them, to standard error.
pub fn warn(warnings: &[String]) -> io::Result<()> {
    err(&restrap_report::warnings(warnings, usize::MAX))
}

/// The first warnings, and how many more there are.
pub fn warn_of(warnings: &[String]) -> io::Result<()> {
    /// Warnings that a reader takes in.
    const MOST: usize = 2;
    err(&restrap_report::warnings(warnings, MOST))
}

/// Somebody watches standard error.
pub fn is_watched() -> bool {
    io::stderr().is_terminal()
}

/// Writes an outcome where it was asked for (`-` is standard output); whether standard output is still free for people.
pub fn outcome(place: Option<&Path>, outcome: &impl Serialize) -> Result<bool, Failure> {
    let Some(path) = place else { return Ok(true) };
    let text = as_json(outcome)?;
    if path.as_os_str() == "-" {
        json(&(text + "\n"))?;
        return Ok(false);
    }
    restrap::io::write_whole(&path.display().to_string(), |out| writeln!(out, "{text}"))?;
    Ok(true)
}

/// An outcome as it is written.
pub fn as_json(outcome: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string_pretty(outcome).map_err(|error| Failure::from(io::Error::other(error)))
}

/// The file that JSON goes to, if it does not go to standard output.
pub fn json_file(place: Option<&Path>) -> Option<&str> {
    place.filter(|path| path.as_os_str() != "-")?.to_str()
}
