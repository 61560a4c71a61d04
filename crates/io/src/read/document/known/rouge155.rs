//! ROUGE-1.5.5: a line for each document and measure, `11 ROUGE-1 Eval d1.11 R:0.64546 P:0.51546 F:0.56546`, between lines of averages.
//!
//! Source: the Perl script of Lin (2004), with option `-d`.

use std::collections::HashMap;

use crate::format::number;
use crate::read::document::table::Table;
use crate::read::jsonl::leaves::Leaf;
use crate::read::jsonl::part::{Dialect, Record};

/// The field of a document.
const DOCUMENT: &str = "document";

/// Reads the lines of documents; returns `None` if a line is of another kind.
pub(super) fn read(text: &[u8]) -> Option<Table<'_>> {
    let (mut records, mut places, mut metrics) =
        (Vec::<Record<'_>>::new(), HashMap::new(), Vec::new());
    for (line, row) in (1..).zip(text.split(|byte| *byte == b'\n')) {
        let row = std::str::from_utf8(number::trim(row)).ok()?;
        if row.is_empty() || row.bytes().all(|byte| matches!(byte, b'-' | b'.')) {
            continue;
        }
        let mut words = row.split_whitespace();
        let (system, measure, kind) = (words.next()?, words.next()?, words.next()?);
        if !measure.starts_with("ROUGE-") {
            return None;
        }
        if kind.starts_with("Average_") {
            continue;
        }
        if kind != "Eval" {
            return None;
        }
        // The name of a document ends with the number of the system.
        let document = words.next()?;
        let document = document
            .strip_suffix(system)
            .and_then(|name| name.strip_suffix('.'))
            .unwrap_or(document);
        let f = words.find_map(|word| word.strip_prefix("F:"))?;
        if !metrics.contains(&measure.to_owned()) {
            metrics.push(measure.to_owned());
        }
        let place = *places.entry(document.to_owned()).or_insert_with(|| {
            records.push(Record {
                leaves: vec![(DOCUMENT.to_owned(), Leaf::Text(document.to_owned().into()))],
                ..Record::new(line)
            });
            records.len() - 1
        });
        records[place]
            .leaves
            .push((measure.to_owned(), Leaf::Number(f)));
    }
    (!records.is_empty()).then(|| Table {
        records,
        dialect: Dialect {
            ids: vec![DOCUMENT.to_owned()],
            metrics: Some(metrics),
        },
        said: Some("F of each document".to_owned()),
        samples: None,
        only: None,
    })
}
