//! Statistics as CSV or TSV, with comment lines at the head.
//!
//! Only lines that start with `# restrap.` are comments of a table: a header of another program may start with `#`.

use std::io::{self, Write};

use super::table::{Metadata, Table, Values};
use crate::format::spreadsheet::text_cell;

/// Comments, a header, and one row per item.
pub(super) fn write(
    out: &mut dyn Write,
    table: &Table<'_>,
    metadata: &Metadata,
    delimiter: u8,
) -> io::Result<()> {
    for (key, value) in metadata.pairs() {
        writeln!(out, "# {key}: {}", escape(value))?;
    }
    let mut rows = csv::WriterBuilder::new()
        .delimiter(delimiter)
        .from_writer(out);
    let names = table
        .ids
        .iter()
        .map(|(name, _)| *name)
        .chain(table.columns.iter().map(|(name, _)| *name));
    rows.write_record(names)?;
    for row in 0..table.rows {
        if let Some((_, ids)) = table.ids {
            rows.write_field(text_cell(&ids[row]).as_bytes())?;
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

/// Line ends and backslashes as `\n`, `\r`, `\\`.
fn escape(value: &str) -> String {
    value
        .replace('\\', "\\\\")
        .replace('\n', "\\n")
        .replace('\r', "\\r")
}
