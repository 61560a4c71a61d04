//! Statistics as a structured NumPy array, and its metadata as JSON beside it: a `.npy` header has no room for them.
//!
//! Ids are of type `U`: four bytes a character, as many for each as the longest needs.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::{Metadata, Table, Values};
use crate::{Error, jsonl};

/// A one-dimensional structured array, little-endian.
pub(super) fn write(out: &mut dyn Write, table: &Table<'_>) -> io::Result<()> {
    let width = table.ids.map(|(_, ids)| ids.iter().map(|id| id.chars().count()).max().unwrap_or(0).max(1));
    let ids = table.ids.iter().map(|(name, _)| (*name, format!("<U{}", width.unwrap_or(1))));
    let values = table.columns.iter().map(|(name, values)| match values {
        Values::Integers(_) => (*name, "<i8".to_owned()),
        Values::Doubles(_) => (*name, "<f8".to_owned()),
    });
    let fields: Vec<String> =
        ids.chain(values).map(|(name, descr)| format!("({}, '{descr}')", python(name))).collect();
    let dict =
        format!("{{'descr': [{}], 'fortran_order': False, 'shape': ({},), }}", fields.join(", "), table.rows);
    crate::write::npy_header(out, &dict)?;
    for row in 0..table.rows {
        if let (Some((_, ids)), Some(width)) = (table.ids, width) {
            let filled = ids[row].chars().map(u32::from).chain(std::iter::repeat(0)).take(width);
            filled.map(u32::to_le_bytes).try_for_each(|bytes| out.write_all(&bytes))?;
        }
        for (_, values) in table.columns {
            match values {
                Values::Integers(values) => out.write_all(&values[row].to_le_bytes())?,
                Values::Doubles(values) => out.write_all(&values[row].to_le_bytes())?,
            }
        }
    }
    Ok(())
}

/// A name as a literal of Python.
fn python(name: &str) -> String {
    let mut out = String::from("'");
    for character in name.chars() {
        match character {
            '\'' | '\\' => out.extend(['\\', character]),
            control if control.is_control() => out.push_str(&format!("\\u{:04x}", u32::from(control))),
            plain => out.push(plain),
        }
    }
    out + "'"
}

/// One JSON object.
pub(super) fn write_metadata(out: &mut dyn Write, metadata: &Metadata) -> io::Result<()> {
    let pairs: BTreeMap<&str, &str> = metadata.pairs().into_iter().collect();
    writeln!(out, "{}", serde_json::to_string_pretty(&pairs)?)
}

/// The inverse of [`write_metadata`]; other keys are passed over.
pub(super) fn metadata(bytes: &[u8], path: &str) -> Result<Option<Metadata>, Error> {
    let pairs: BTreeMap<String, serde_json::Value> =
        serde_json::from_slice(bytes).map_err(|error| jsonl::whole(bytes, path, &error))?;
    let text = |(key, value): (String, serde_json::Value)| Some((key, value.as_str()?.to_owned()));
    Ok(Metadata::from_pairs(pairs.into_iter().filter_map(text)))
}
