//! Statistics as CSV or TSV, with comment lines at the head.
//!
//! Only lines that start with `# restrap.` are comments of a table: a header of another program may start with `#`.

use std::io::{self, Write};

use super::{Metadata, Table, Values};

/// What every comment line starts with.
const MARK: &[u8] = b"# restrap.";

/// Comments, a header, and a row an item.
pub(super) fn write(
    out: &mut dyn Write,
    table: &Table<'_>,
    metadata: &Metadata,
    delimiter: u8,
) -> io::Result<()> {
    for (key, value) in metadata.pairs() {
        writeln!(out, "# {key}: {}", escape(value))?;
    }
    let mut rows = csv::WriterBuilder::new().delimiter(delimiter).from_writer(out);
    let names = table.ids.iter().map(|(name, _)| *name).chain(table.columns.iter().map(|(name, _)| *name));
    rows.write_record(names)?;
    for row in 0..table.rows {
        if let Some((_, ids)) = table.ids {
            rows.write_field(&ids[row])?;
        }
        for (_, values) in table.columns {
            match values {
                Values::Integers(values) => rows.write_field(values[row].to_string())?,
                Values::Doubles(values) => rows.write_field(values[row].to_string())?,
            }
        }
        rows.write_record(None::<&[u8]>)?;
    }
    rows.flush()
}

/// The comment lines at the head of a table, with their bytes, and the pairs that they hold.
pub(crate) fn comments(text: &[u8]) -> (&[u8], Vec<(String, String)>) {
    let mut end = 0;
    let mut pairs = Vec::new();
    while text[end..].starts_with(MARK) {
        let line = text[end..].split(|byte| *byte == b'\n').next().unwrap_or_default();
        end = (end + line.len() + 1).min(text.len());
        // Without the `# ` of the mark.
        let line = String::from_utf8_lossy(&line[2..]);
        if let Some((key, value)) = line.trim_end_matches('\r').split_once(": ") {
            pairs.push((key.to_owned(), unescape(value)));
        }
    }
    (&text[..end], pairs)
}

/// Line ends and backslashes as `\n`, `\r`, `\\`.
fn escape(value: &str) -> String {
    value.replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "\\r")
}

fn unescape(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut characters = value.chars();
    while let Some(character) = characters.next() {
        match (character, character == '\\') {
            (_, true) => match characters.next() {
                Some('n') => out.push('\n'),
                Some('r') => out.push('\r'),
                Some(other) => out.push(other),
                None => out.push('\\'),
            },
            (plain, false) => out.push(plain),
        }
    }
    out
}
