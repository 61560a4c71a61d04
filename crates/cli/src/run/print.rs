//! Text for people: answers on standard output, all else on standard error, styled where that is a terminal.
//!
//! Nothing else writes to the streams of the process, which a lint holds (`clippy.toml`): what comes from files passes here, where
//! it is made visible.
#![expect(clippy::disallowed_methods, reason = "here and nowhere else")]

use std::fmt::Display;
use std::io;
use std::io::{IsTerminal, Write};

use restrap_report::visible;

/// To standard output.
pub fn out(text: &str) -> io::Result<()> {
    anstream::stdout()
        .lock()
        .write_all(visible(text).as_bytes())
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
    let text = if is_terminal {
        restrap_report::json(text)
    } else {
        text.into()
    };
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
    anstream::stderr()
        .lock()
        .write_all(visible(text).as_bytes())
}

/// Warnings, all of them, to standard error.
pub fn warn(warnings: &[impl Display]) -> io::Result<()> {
    err(&restrap_report::warnings(warnings, usize::MAX))
}

/// The first warnings, and how many more there are.
pub fn warn_of(warnings: &[impl Display]) -> io::Result<()> {
    /// Warnings that a reader takes in.
    const MOST: usize = 2;
    err(&restrap_report::warnings(warnings, MOST))
}

/// Says that a signal ended the program before it had an answer, on the line of the bar if there is one.
pub fn interrupted() {
    let line = if is_watched() { "\r\x1b[2K" } else { "" };
    // Where standard error is closed there is nobody to tell.
    let _ = writeln!(io::stderr(), "{line}error: interrupted");
}

/// Somebody watches standard error.
pub fn is_watched() -> bool {
    io::stderr().is_terminal()
}
