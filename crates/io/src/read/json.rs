//! JSON: lines (`.jsonl`, one object per line) and documents (`.json`), by the rules of tables.
//!
//! Blank lines hold no record. Samples of lm-evaluation-harness and logs of Inspect are recognised by their fields and
//! read as [`crate::read::logs`] says, other documents as [`crate::read::document`] does. `NaN` and the infinities, which JSON does
//! not have but Python writes, are missing values.

use crate::format::nan;
use crate::frame::parsed::{Parsed, Request};
use crate::read::document;
use crate::read::document::node::{Lines, Node};
use crate::read::document::table::{Table, Wanted};
use crate::read::jsonl::part::{self, Part};
use crate::read::jsonl::rows;
use crate::read::jsonl::survey::{self, Survey};
use crate::read::logs;
use crate::{Error, Format};
use restrap_words::Code;

/// Reads a file of either format, or the log that it is.
pub(crate) fn parse(bytes: &[u8], format: Format, request: &Request<'_>) -> Result<Parsed, Error> {
    let bytes = &nan::replaced(bytes)[..];
    let mut wanted = Wanted::of(request);
    let Some((part, table)) = part(bytes, format, request.file, &mut wanted)? else {
        return logs::inspect::parse(bytes, format, request);
    };
    if request.texts.is_some() {
        wanted
            .columns
            .iter_mut()
            .for_each(|column| *column = column.or(table.only));
    }
    let harness = logs::harness::dialect(std::slice::from_ref(&part));
    let dialect = if table.dialect.is_known() {
        table.dialect
    } else {
        harness
    };
    let mut parsed = rows::parse(&[part], &request.of_columns(wanted.columns), &dialect)?;
    parsed.notes.extend(
        table
            .said
            .map(|said| Code::Tool.says(format!("{}: {said}", request.file))),
    );
    Ok(parsed)
}

/// Reads the records that a tool wrote as lines of another kind.
pub(crate) fn parse_table(mut table: Table<'_>, request: &Request<'_>) -> Result<Parsed, Error> {
    let part = Part {
        file: request.file.to_owned(),
        records: std::mem::take(&mut table.records),
        task: None,
    };
    // The second of two fields.
    let columns = request.arguments.iter().map(|column| {
        if *column == Some("2") {
            column.and(table.only).or(*column)
        } else {
            *column
        }
    });
    let request = &request.of_columns(columns.collect());
    let mut parsed = rows::parse(&[part], request, &table.dialect)?;
    parsed.notes.extend(
        table
            .said
            .map(|said| Code::Tool.says(format!("{}: {said}", request.file))),
    );
    Ok(parsed)
}

/// Returns the number of records of such lines, and the kind of each field.
pub(crate) fn survey_table(table: Table<'_>, file: &str) -> Result<(usize, Survey), Error> {
    let part = Part {
        file: file.to_owned(),
        records: table.records,
        task: None,
    };
    Ok((part.records.len(), survey::survey(&[part])?))
}

/// The records of a file, and what is known of them besides; nothing where it is a log of Inspect.
fn part<'a>(
    bytes: &'a [u8],
    format: Format,
    file: &str,
    wanted: &mut Wanted<'_>,
) -> Result<Option<(Part<'a>, Table<'a>)>, Error> {
    let mut table = if format == Format::Json {
        let root = Node::document(bytes).map_err(|error| part::whole(bytes, file, &error))?;
        if root.at(&["eval", "task"]).is_some() {
            return Ok(None);
        }
        document::table(root, file, wanted, &mut Lines::of(bytes))?
    } else {
        let records = part::lines(bytes);
        match document::known::lines(&records, file) {
            Some(table) => table?,
            None => Table {
                records,
                ..Table::default()
            },
        }
    };
    let records = std::mem::take(&mut table.records);
    Ok(Some((
        Part {
            file: file.to_owned(),
            records,
            task: logs::harness::task(file),
        },
        table,
    )))
}

/// Returns the number of records, and the kind of each field.
pub(crate) fn survey(bytes: &[u8], format: Format, file: &str) -> Result<(usize, Survey), Error> {
    let bytes = &nan::replaced(bytes)[..];
    match part(bytes, format, file, &mut Wanted::nothing())? {
        Some((part, _)) => Ok((part.records.len(), survey::survey(&[part])?)),
        None => logs::inspect::survey_json(bytes, file),
    }
}
