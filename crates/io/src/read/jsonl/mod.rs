//! JSON lines (`.jsonl`, one object per line) and lists of objects (`.json`), by the rules of tables.
//!
//! Blank lines hold no record. Samples of lm-evaluation-harness and logs of Inspect are recognised by their fields and
//! read as [`crate::read::logs`] says.

pub(crate) mod filtered;
pub(crate) mod leaves;
pub(crate) mod part;
mod plan;
pub(crate) mod records;
pub(crate) mod rows;
pub(crate) mod survey;
mod tally;
mod wanted;
use crate::frame::parsed::{Parsed, Request};
use crate::read::logs;
use crate::{Error, Format};
use part::Part;
use survey::Survey;

/// Reads a file of either format, or the log that it is.
pub(crate) fn parse(bytes: &[u8], format: Format, request: &Request<'_>) -> Result<Parsed, Error> {
    if format == Format::Json && records::is_log(bytes) {
        return logs::inspect::parse(bytes, format, request);
    }
    let part = part(bytes, format, request.file)?;
    let dialect = logs::harness::dialect(std::slice::from_ref(&part));
    rows::parse(&[part], request, &dialect)
}

fn part<'a>(bytes: &'a [u8], format: Format, file: &str) -> Result<Part<'a>, Error> {
    let records = if format == Format::Json { records::list(bytes, file)? } else { records::lines(bytes) };
    Ok(Part { file: file.to_owned(), records, task: logs::harness::task(file) })
}

/// How many records there are, and what their fields hold.
pub(crate) fn survey(bytes: &[u8], format: Format, file: &str) -> Result<(usize, Survey), Error> {
    let part = part(bytes, format, file)?;
    Ok((part.records.len(), survey::survey(&[part])?))
}
