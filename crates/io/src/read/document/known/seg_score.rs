//! mt-metrics-eval: `*.seg.score`, a line `SYSTEM<TAB>SCORE` for each system and segment, in the order of the segments.
//!
//! Source: google-research/mt-metrics-eval, `mt_metrics_eval/data.py` (`ReadScoreFile`). `None` is a segment without a score.

use std::collections::HashMap;

use crate::format::number;
use crate::read::document::table::{SCORE, Table};
use crate::read::jsonl::leaves::Leaf;
use crate::read::jsonl::part::Record;

/// The scores of a file of this name; nothing of another, or where a line has not two fields.
pub(super) fn read<'a>(text: &'a [u8], file: &str) -> Option<Table<'a>> {
    let name = file
        .strip_suffix(".gz")
        .or(file.strip_suffix(".zst"))
        .unwrap_or(file);
    if ![".seg.score", ".doc.score"]
        .iter()
        .any(|end| name.ends_with(end))
    {
        return None;
    }
    let mut counts: HashMap<&str, u64> = HashMap::new();
    let mut records = Vec::new();
    for (line, row) in (1..).zip(text.split(|byte| *byte == b'\n')) {
        let row = std::str::from_utf8(number::trim(row)).ok()?;
        if row.is_empty() {
            continue;
        }
        let (system, score) = row.split_once(['\t', ' '])?;
        let count = counts.entry(system).or_default();
        *count += 1;
        let score = score.trim();
        let score = if number::is_missing(score.as_bytes()) {
            Leaf::Null
        } else {
            Leaf::Number(score)
        };
        let leaves = [
            ("system", Leaf::Text(system.into())),
            ("item", Leaf::Value(*count as f64)),
            (SCORE, score),
        ];
        records.push(Record {
            leaves: leaves.map(|(name, leaf)| (name.to_owned(), leaf)).into(),
            ..Record::new(line)
        });
    }
    Some(Table {
        records,
        said: Some("segments are numbered by their order".to_owned()),
        ..Table::default()
    })
}
