//! Text for people: answers on standard output, all else on standard error, styled where that is a terminal.

use std::io::Write;

use super::failure::Failure;

/// To standard output.
pub fn out(text: &str) -> Result<(), Failure> {
    Ok(anstream::stdout().lock().write_all(text.as_bytes())?)
}

/// To standard error.
pub fn err(text: &str) -> Result<(), Failure> {
    Ok(anstream::stderr().lock().write_all(text.as_bytes())?)
}

/// Warnings, to standard error.
pub fn warn(warnings: &[String]) -> Result<(), Failure> {
    err(&restrap_report::warnings(warnings))
}
