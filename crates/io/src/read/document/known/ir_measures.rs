//! ir_measures: what its program prints with `-q`, a line `QUERY<TAB>MEASURE<TAB>VALUE` each, and means under the query `all` at the end.
//!
//! Source: terrierteam/ir_measures, `ir_measures/bin/cmd.py`. `trec_eval` prints the measure first.

use std::collections::{HashMap, HashSet};

use crate::format::trec::by_query;
use crate::read::document::table::Table;
use crate::read::jsonl::leaves::Leaf;
use crate::read::jsonl::part::{Dialect, Record};

/// The field of a query.
const QUERY: &str = "query";

pub(super) fn read(text: &[u8]) -> Option<Table<'_>> {
    if !by_query::is_output(text) {
        return None;
    }
    let (mut places, mut names, mut metrics) = (HashMap::new(), HashSet::new(), Vec::new());
    let mut records: Vec<Record<'_>> = Vec::new();
    for (line, row) in (1..).zip(text.split(|byte| *byte == b'\n')) {
        if row.trim_ascii().is_empty() {
            continue;
        }
        let [query, measure, value] = by_query::fields(row)?;
        if query == by_query::ALL {
            continue;
        }
        if names.insert(measure) {
            metrics.push(measure.to_owned());
        }
        let at = *places.entry(query).or_insert_with(|| {
            let leaves = vec![(QUERY.to_owned(), Leaf::Text(query.into()))];
            records.push(Record {
                leaves,
                ..Record::new(line)
            });
            records.len() - 1
        });
        records[at]
            .leaves
            .push((measure.to_owned(), Leaf::Number(value)));
    }
    let dialect = Dialect {
        ids: vec![QUERY.to_owned()],
        metrics: Some(metrics),
    };
    Some(Table {
        records,
        dialect,
        said: None,
        samples: None,
        only: None,
    })
}
