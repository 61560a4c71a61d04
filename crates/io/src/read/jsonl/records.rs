//! Records of JSON lines, and the error of a document that is not JSON.

use crate::Error;
use crate::error::fault::{Fault, Place};
use crate::error::kind;
use crate::read::jsonl::leaves;
use crate::read::jsonl::part::Record;

/// The records of JSON lines.
pub(crate) fn lines(bytes: &[u8]) -> Vec<Record<'_>> {
    let ends = memchr::memchr_iter(b'\n', bytes).chain(std::iter::once(bytes.len()));
    let starts = std::iter::once(0).chain(memchr::memchr_iter(b'\n', bytes).map(|end| end + 1));
    let numbered = (1..).zip(starts.zip(ends).map(|(start, end)| &bytes[start..end]));
    let filled = numbered.filter(|(_, text)| !text.trim_ascii().is_empty());
    filled
        .map(|(line, text)| Record::text(line, text))
        .collect()
}

/// The error of a document that is not the JSON that it should be.
pub(crate) fn whole(bytes: &[u8], file: &str, error: &serde_json::Error) -> Error {
    let line = bytes
        .split(|byte| *byte == b'\n')
        .nth(error.line().saturating_sub(1))
        .unwrap_or_default();
    let from = error.column().saturating_sub(1).min(line.len());
    let broken = leaves::not_json(&String::from_utf8_lossy(&line[from..]), error, None);
    let place = Place::Line {
        file: file.to_owned(),
        line: error.line().max(1) as u64,
        column: Some(error.column().max(1) as u64),
        name: None,
    };
    let hint = kind::json_hint(broken.kind, &broken.found);
    Fault {
        place,
        kind: broken.kind,
        found: broken.found,
        more: 0,
        hint,
    }
    .into()
}
