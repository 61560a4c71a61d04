//! Records of JSON lines and of lists of objects, and the error of a document that is neither.

use serde_json::value::RawValue;

use crate::Error;
use crate::error::fault::{Fault, Place};
use crate::error::kind;
use crate::read::jsonl::leaves;
use crate::read::jsonl::part::{Body, Record};

/// The records of JSON lines.
pub(crate) fn lines(bytes: &[u8]) -> Vec<Record<'_>> {
    let numbered = (1..).zip(bytes.split(|byte| *byte == b'\n'));
    let filled = numbered.filter(|(_, text)| !text.trim_ascii().is_empty());
    filled.map(|(line, text)| Record { line, body: Body::Text(text) }).collect()
}

/// The records of a list of objects.
pub(crate) fn list<'a>(bytes: &'a [u8], file: &str) -> Result<Vec<Record<'a>>, Error> {
    let items: Vec<&RawValue> = serde_json::from_slice(bytes).map_err(|error| whole(bytes, file, &error))?;
    let mut records = Vec::with_capacity(items.len());
    let (mut line, mut counted) = (1, 0);
    for item in items {
        // The item is a part of `bytes`, so that its address tells its line.
        let start = (item.get().as_ptr() as usize).saturating_sub(bytes.as_ptr() as usize).min(bytes.len());
        line += memchr::memchr_iter(b'\n', &bytes[counted..start.max(counted)]).count() as u64;
        counted = start.max(counted);
        records.push(Record { line, body: Body::Text(item.get().as_bytes()) });
    }
    Ok(records)
}

/// The error of a document that is not the JSON that it should be.
pub(crate) fn whole(bytes: &[u8], file: &str, error: &serde_json::Error) -> Error {
    let line = bytes.split(|byte| *byte == b'\n').nth(error.line().saturating_sub(1)).unwrap_or_default();
    let from = error.column().saturating_sub(1).min(line.len());
    let broken = leaves::not_json(&String::from_utf8_lossy(&line[from..]), error, None);
    let place = Place::Line {
        file: file.to_owned(),
        line: error.line().max(1) as u64,
        column: Some(error.column().max(1) as u64),
        name: None,
    };
    let hint = kind::json_hint(broken.kind, &broken.found);
    Fault { place, kind: broken.kind, found: broken.found, more: 0, hint }.into()
}

/// Whether a JSON document is a log of Inspect rather than a list of records.
pub(crate) fn is_log(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().starts_with(b"{")
}
