//! JSON: lines (`.jsonl`, one object per line) and documents (`.json`), by the rules of tables.
//!
//! Blank lines hold no record. Samples of lm-evaluation-harness and logs of Inspect are recognised by their fields and
//! read as [`crate::read::logs`] says, other documents as [`crate::read::document`] does. `NaN` and the infinities, which JSON does
//! not have but Python writes, are missing values.

use crate::format::nan;
use crate::frame::contents::Contents;
use crate::frame::parsed::{Parsed, Request};
use crate::read::document;
use crate::read::document::node::{Lines, Node};
use crate::read::document::table::{Table, Wanted};
use crate::read::jsonl::leaves::{self, Leaf};
use crate::read::jsonl::part::{self, Part, Record};
use crate::read::jsonl::rows;
use crate::read::jsonl::survey::{self, Survey};
use crate::read::logs;
use crate::{Error, Format};
use restrap_words::{Code, asked_as};
use serde_json::value::RawValue;

/// Reads a file of either format, or the log that it is.
pub(crate) fn parse(bytes: &[u8], format: Format, request: &Request<'_>) -> Result<Parsed, Error> {
    let bytes = &nan::replaced(bytes)[..];
    let mut wanted = Wanted::of(request);
    let Some((part, table)) = part(bytes, format, request.file, &mut wanted)? else {
        return logs::inspect::parse(bytes, format, request);
    };
    if let Some(samples) = table
        .samples
        .filter(|_| request.said.paired && request.texts.is_none())
    {
        return Err(Error::NoTable {
            path: request.file.to_owned(),
            found: format!("{samples}, which are independent samples"),
            hint: format!("do not pair them: `{}`", asked_as("unpaired", true)),
        });
    }
    let part = if request.has_rows_of_items() {
        spread(part, &wanted.columns)?
    } else {
        part
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

/// Gives each answer a record of its own, where a column that is asked for holds a list of answers to the item, or an object of them by
/// rater. Of two columns the answers of one place, or by one rater, share a record.
fn spread<'a>(part: Part<'a>, columns: &[Option<&str>]) -> Result<Part<'a>, Error> {
    let named: Vec<&str> = columns.iter().copied().flatten().collect();
    let Some(first) = part.records.first() else {
        return Ok(part);
    };
    let answers = |found: &[(String, Leaf<'a>)], column: &str| -> Vec<(String, Leaf<'a>)> {
        let inside = |(path, leaf): &(String, Leaf<'a>)| {
            let rater = path.strip_prefix(column)?.strip_prefix('.')?;
            Some((rater.to_owned(), leaf.clone()))
        };
        let of_list = found.iter().find_map(|(path, leaf)| match leaf {
            Leaf::Other(text) if path == column && text.starts_with('[') => {
                let items = serde_json::from_str::<Vec<&'a RawValue>>(text).ok()?;
                let leaf = |item: &'a RawValue| leaves::leaf(item.get()).unwrap_or(Leaf::Null);
                Some(
                    (0..)
                        .zip(items)
                        .map(|(at, item)| (format!("{at}"), leaf(item)))
                        .collect(),
                )
            }
            _ => None,
        });
        of_list.unwrap_or_else(|| found.iter().filter_map(inside).collect())
    };
    let look = |record: &Record<'a>| {
        part.leaves(record, None)
            .map_err(|broken| Error::from(part.fault(record, broken)))
    };
    let of_first = look(first)?;
    let are_scores = |column: &&str| {
        let answers = answers(&of_first, column);
        !answers.is_empty() && answers.iter().all(|(_, leaf)| leaf.score().is_ok())
    };
    if named.is_empty() || !named.iter().all(are_scores) {
        return Ok(part);
    }
    let mut records = Vec::new();
    for record in &part.records {
        let found = look(record)?;
        let of_columns: Vec<_> = named.iter().map(|column| answers(&found, column)).collect();
        let mut keys: Vec<&String> = Vec::new();
        for (key, _) in of_columns.iter().flatten() {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        let is_other =
            |(path, _): &&(String, Leaf<'a>)| !named.iter().any(|column| path.starts_with(column));
        for key in keys {
            let mut own: Vec<(String, Leaf<'a>)> = found.iter().filter(is_other).cloned().collect();
            for (column, answers) in named.iter().zip(&of_columns) {
                let answer = answers.iter().find(|(known, _)| known == key);
                own.push((
                    (*column).to_owned(),
                    answer.map_or(Leaf::Null, |(_, leaf)| leaf.clone()),
                ));
            }
            records.push(Record {
                line: record.line,
                is_sample: record.is_sample,
                text: None,
                leaves: own,
            });
        }
    }
    Ok(Part { records, ..part })
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

/// Reads all fields of a file of either format, or of the log that it is, as text.
pub(crate) fn contents(bytes: &[u8], format: Format, file: &str) -> Result<Contents, Error> {
    if format == Format::Eval {
        return logs::inspect::contents(bytes, format, file);
    }
    let bytes = &nan::replaced(bytes)[..];
    match part(bytes, format, file, &mut Wanted::nothing())? {
        Some((part, _)) => {
            let parts = [part];
            rows::contents(&parts, survey::survey(&parts)?, file)
        }
        None => logs::inspect::contents_json(bytes, file),
    }
}

/// Reads all fields of the records that a tool wrote as lines of another kind.
pub(crate) fn contents_table(table: Table<'_>, file: &str) -> Result<Contents, Error> {
    let parts = [Part {
        file: file.to_owned(),
        records: table.records,
        task: None,
    }];
    rows::contents(&parts, survey::survey(&parts)?, file)
}
