//! Text for people: answers on standard output, all else on standard error, styled where that is a terminal.

use std::io::{IsTerminal, Write};

use super::failure::Failure;
use super::visible::visible;

/// To standard output.
pub fn out(text: &str) -> Result<(), Failure> {
    Ok(anstream::stdout().lock().write_all(visible(text).as_bytes())?)
}

/// To standard output, for other programs: the text as it is, but on a terminal.
pub fn exact(text: &str) -> Result<(), Failure> {
    if std::io::stdout().is_terminal() {
        return out(text);
    }
    Ok(std::io::stdout().lock().write_all(text.as_bytes())?)
}

/// To standard error.
pub fn err(text: &str) -> Result<(), Failure> {
    Ok(anstream::stderr().lock().write_all(visible(text).as_bytes())?)
}

/// Warnings, to standard error.
pub fn warn(warnings: &[String]) -> Result<(), Failure> {
    err(&restrap_report::warnings(warnings))
}
