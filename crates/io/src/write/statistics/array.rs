//! Statistics as a two-dimensional NumPy array, one column per statistic, with a description in a JSON file next to it: a
//! `.npy` header has no room for names, ids or metadata.

use std::io::{self, Write};

use serde_json::{Map, Value, json};

use super::table::{Metadata, Table, Values};
use crate::Error;
use crate::read::jsonl::part;

/// Integers if all columns are; doubles otherwise. Little-endian, row after row.
pub(super) fn write(out: &mut impl Write, table: &Table<'_>) -> io::Result<()> {
    let integers = table
        .columns
        .iter()
        .all(|(_, values)| matches!(values, Values::Integers(_)));
    let descr = if integers { "<i8" } else { "<f8" };
    let shape = format!("({}, {})", table.rows, table.columns.len());
    let dict = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}");
    crate::write::npy::header(out, &dict)?;
    for row in 0..table.rows {
        for (_, values) in table.columns {
            let bytes = match values {
                Values::Integers(values) if integers => values[row].to_le_bytes(),
                Values::Integers(values) => (values[row] as f64).to_le_bytes(),
                Values::Doubles(values) => values[row].to_le_bytes(),
            };
            out.write_all(&bytes)?;
        }
    }
    Ok(())
}

/// The BLAKE3 of the array, which ties the two files.
const ARRAY: &str = "restrap.array";

/// One JSON object: the metadata, the digest of the array, the names of the columns, and the ids.
pub(super) fn write_metadata(
    out: &mut dyn Write,
    table: &Table<'_>,
    metadata: &Metadata,
    digest: &blake3::Hash,
) -> io::Result<()> {
    let mut object: Map<String, Value> = metadata
        .pairs()
        .map(|(key, value)| (key.to_owned(), Value::from(value)))
        .collect();
    object.insert(ARRAY.to_owned(), json!(digest.to_hex().as_str()));
    let names: Vec<&str> = table.columns.iter().map(|column| column.0).collect();
    object.insert("columns".to_owned(), json!(names));
    if let Some((_, ids)) = table.ids {
        object.insert("ids".to_owned(), json!(ids));
    }
    writeln!(out, "{}", serde_json::to_string_pretty(&object)?)
}

/// The inverse of [`write_metadata`]: the metadata and the digest; other keys are passed over.
pub(super) fn metadata(
    bytes: &[u8],
    path: &str,
) -> Result<Option<(Metadata, Option<String>)>, Error> {
    let pairs: Map<String, Value> =
        serde_json::from_slice(bytes).map_err(|error| part::whole(bytes, path, &error))?;
    let digest = pairs.get(ARRAY).and_then(Value::as_str).map(str::to_owned);
    let text = |(key, value): (String, Value)| Some((key, value.as_str()?.to_owned()));
    // The array itself has no column of ids.
    let found = Metadata::from_pairs(pairs.into_iter().filter_map(text));
    Ok(found.map(|metadata| {
        (
            Metadata {
                id: None,
                ..metadata
            },
            digest,
        )
    }))
}
