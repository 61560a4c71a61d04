//! Lines of an id and a score without a header: `q1 0.53`.
//!
//! Every line has these two fields, and no id is a number, so that a first line of names, thousands with a blank and columns of numbers
//! are something else.

use crate::format::number;
use crate::read::document::table::{SCORE, Table};
use crate::read::jsonl::leaves::Leaf;
use crate::read::jsonl::part::{Dialect, Record};

/// The pairs of a text; nothing where a line holds anything else.
pub(super) fn read(text: &[u8]) -> Option<Table<'_>> {
    let mut records = Vec::new();
    for (line, row) in (1..).zip(text.split(|byte| *byte == b'\n')) {
        let row = std::str::from_utf8(row).ok()?;
        let mut words = row.split_ascii_whitespace();
        let Some(id) = words.next() else { continue };
        let (score, None) = (words.next()?, words.next()) else {
            return None;
        };
        let (is_number, bytes) = (number::score(id.as_bytes(), true).is_ok(), score.as_bytes());
        if is_number || number::score(bytes, false).is_err() {
            return None;
        }
        let score = if number::is_missing(bytes) {
            Leaf::Null
        } else {
            Leaf::Number(score)
        };
        let leaves = vec![
            ("id".to_owned(), Leaf::Text(id.into())),
            (SCORE.to_owned(), score),
        ];
        records.push(Record {
            leaves,
            ..Record::new(line)
        });
    }
    let dialect = Dialect {
        ids: vec!["id".to_owned()],
        metrics: None,
    };
    let said = "an id and a score per line".to_owned();
    (records.len() > 1).then_some(Table {
        records,
        dialect,
        said: Some(said),
        samples: None,
        only: Some(SCORE),
    })
}
