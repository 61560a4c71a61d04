//! Columns of CSV and TSV tables: a header, quotes as in RFC 4180, rows that may be paired by an id.
//!
//! The table is in memory already, so that the reader of the `csv` crate, whose record grows with what it reads, is bounded by it; records
//! of more than 1 MiB are refused all the same.

use std::collections::HashMap;

use crate::input::LINE_LIMIT;
use crate::{Error, Input, quote};

/// Gives the wanted columns of every row to `row`, with the line that the row starts on; returns the ids.
pub(crate) fn rows(
    input: Input<'_>,
    delimiter: u8,
    columns: &[&str],
    id: Option<&str>,
    mut row: impl FnMut(u64, &[&str]) -> Result<(), Error>,
) -> Result<Option<Vec<String>>, Error> {
    let content = input.content("a table with a header")?;
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .terminator(csv::Terminator::Any(b'\n'))
        .has_headers(false)
        .flexible(true)
        .from_reader(content);
    let mut ids = id.map(|_| Vec::new());
    let mut header: Option<Header> = None;
    let mut record = csv::ByteRecord::new();
    let (mut last_line, mut items) = (1, 0);
    while reader
        .read_byte_record(&mut record)
        .map_err(|error| input.fault(last_line, None, "a table", &error.to_string()))?
    {
        let line = record.position().map_or(last_line, csv::Position::line);
        if record.as_slice().len() > LINE_LIMIT {
            let found = format!("a longer one: {}", quote::quoted(record.as_slice()));
            return Err(input.fault(line, None, "records of at most 1 MiB", &found));
        }
        last_line = line;
        let fields = fields(&record, input, line)?;
        let Some(header) = &header else {
            header = Some(Header::read(&fields, input, columns, id)?);
            continue;
        };
        if fields.len() != header.width {
            let end = if fields.iter().any(|field| field.contains('\n')) { u64::MAX } else { line };
            open_quote(content, input, line, end)?;
            let expected = format!("{} as in the header", quote::count(header.width, "field"));
            return Err(input.fault(line, None, &expected, &quote::count(fields.len(), "field")));
        }
        let wanted: Vec<&str> = header.columns.iter().map(|at| fields[*at]).collect();
        row(line, &wanted)?;
        if let (Some(ids), Some(at)) = (&mut ids, header.id) {
            ids.push(fields[at].to_owned());
        }
        items += 1;
    }
    open_quote(content, input, last_line, reader.position().line())?;
    if items == 0 {
        return Err(input.fault(1, None, "items below the header", "none"));
    }
    if let Some(ids) = &ids {
        check_ids(input, ids)?;
    }
    Ok(ids)
}

/// Refuses ids that are empty or stand twice.
pub(crate) fn check_ids(input: Input<'_>, ids: &[String]) -> Result<(), Error> {
    let mut first: HashMap<&str, usize> = HashMap::new();
    for (item, id) in ids.iter().enumerate() {
        let fault =
            |found| Error::Ids { file: input.name.to_owned(), expected: "each id once".to_owned(), found };
        if id.is_empty() {
            return Err(fault(format!("an empty id at item {}", item + 1)));
        }
        if let Some(before) = first.insert(id, item) {
            return Err(fault(format!("{} at items {} and {}", quote::quoted(id), before + 1, item + 1)));
        }
    }
    Ok(())
}

/// Where the columns of a table are.
struct Header {
    width: usize,
    columns: Vec<usize>,
    id: Option<usize>,
}

impl Header {
    fn read(names: &[&str], input: Input<'_>, columns: &[&str], id: Option<&str>) -> Result<Self, Error> {
        let find = |wanted: &str| {
            let mut places = names.iter().enumerate().filter(|(_, name)| **name == wanted).map(|(at, _)| at);
            match (places.next(), places.next()) {
                (Some(at), None) => Ok(at),
                (Some(first), Some(second)) => Err(input.fault(
                    1,
                    None,
                    &format!("one column {}", quote::quoted(wanted)),
                    &format!("it at {} and {}", first + 1, second + 1),
                )),
                (None, _) => Err(Error::NoSuchColumn {
                    file: input.name.to_owned(),
                    wanted: wanted.to_owned(),
                    columns: names.iter().map(|&name| name.to_owned()).collect(),
                }),
            }
        };
        let columns = columns.iter().map(|column| find(column)).collect::<Result<_, _>>()?;
        Ok(Self { width: names.len(), columns, id: id.map(find).transpose()? })
    }
}

/// The fields of a record as text; a carriage return before the line end is not part of the last.
fn fields<'r>(record: &'r csv::ByteRecord, input: Input<'_>, line: u64) -> Result<Vec<&'r str>, Error> {
    let last = record.len().saturating_sub(1);
    let text = |(at, bytes): (usize, &'r [u8])| {
        let bytes = if at == last { bytes.strip_suffix(b"\r").unwrap_or(bytes) } else { bytes };
        std::str::from_utf8(bytes).map_err(|error| {
            input
                .fault(line, None, "UTF-8 text", &quote::quoted(&bytes[error.valid_up_to()..]))
                .with_hint("save the file as UTF-8")
        })
    };
    record.iter().enumerate().map(text).collect()
}

/// Refuses a last record that runs over a line end behind a quote that is never closed.
fn open_quote(content: &[u8], input: Input<'_>, start: u64, end: u64) -> Result<(), Error> {
    let odd = memchr::memchr_iter(b'"', content).count() % 2 == 1;
    if odd && end > start + 1 {
        return Err(input.fault(start, None, "a closing quote", "the end of the file"));
    }
    Ok(())
}
