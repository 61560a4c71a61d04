//! WMT's MQM ratings: a row for each error that a rater marked, or for none, as the sum of its weights for each segment.
//!
//! Source: google/wmt-mqm-human-evaluation; weights of Freitag et al. 2021, "Experts, Errors, and Context", section 4 and table 12. `mqm_error`
//! takes 5 for a major error and 1 for a minor one; `mqm_wmt_error` also 25 for a non-translation and 0.1 for minor punctuation, as WMT does.

use std::collections::HashMap;

use crate::format::number;
use crate::read::document::table::Table;
use crate::read::jsonl::leaves::Leaf;
use crate::read::jsonl::part::{Dialect, Record};

/// Columns of a rating, each by the names that it had over the years: segments are numbered within documents since 2022.
const COLUMNS: [&[&str]; 5] = [
    &["system"],
    &["docSegId", "seg_id", "globalSegId"],
    &["rater"],
    &["category"],
    &["severity"],
];

/// Weights of an error, plain and as WMT has them; nothing where its severity is not known.
fn weights(category: &str, severity: &str) -> Option<[f64; 2]> {
    let category = category.to_ascii_lowercase();
    Some(match severity.trim().to_ascii_lowercase().as_str() {
        "major" | "critical" if category.starts_with("non-translation") => [5.0, 25.0],
        "major" | "critical" => [5.0; 2],
        "minor" if category.starts_with("fluency/punctuation") => [1.0, 0.1],
        "minor" => [1.0; 2],
        "no-error" | "neutral" | "" => [0.0; 2],
        _ => return None,
    })
}

/// System, segment and rater.
type Rating = (String, String, String);

/// The segments of a table of ratings; nothing where it is none.
pub(super) fn read(text: &[u8]) -> Option<Table<'_>> {
    // Quotes are text here: a segment may hold a single one.
    let mut lines = (1..).zip(text.split(|byte| *byte == b'\n'));
    let (_, header) = lines.next()?;
    let names: Vec<&[u8]> = cells(header);
    let place = |name: &str| {
        names
            .iter()
            .position(|cell| cell.eq_ignore_ascii_case(name.as_bytes()))
    };
    let known = |names: &&[&str]| names.iter().find_map(|name| place(name));
    let places: Vec<usize> = COLUMNS.iter().map(known).collect::<Option<_>>()?;
    let document = place("doc");
    let mut segments: HashMap<Rating, usize> = HashMap::new();
    let mut rows: Vec<(u64, Rating, [f64; 2])> = Vec::new();
    for (line, row) in lines {
        if row.trim_ascii().is_empty() {
            continue;
        }
        let cells = cells(row);
        let cell = |at: usize| {
            cells
                .get(at)
                .map(|cell| String::from_utf8_lossy(cell).into_owned())
        };
        let [system, segment, rater, category, severity] =
            <[usize; 5]>::try_from(&places[..]).ok()?.map(cell);
        let weights = weights(&category?, &severity?)?;
        let item = match document.and_then(cell) {
            Some(document) => format!("{document}:{}", segment?),
            None => segment?,
        };
        let key = (system?, item, rater?);
        let at = *segments.entry(key.clone()).or_insert_with(|| {
            rows.push((line, key, [0.0; 2]));
            rows.len() - 1
        });
        rows[at]
            .2
            .iter_mut()
            .zip(weights)
            .for_each(|(sum, weight)| *sum += weight);
    }
    let records = rows
        .into_iter()
        .map(|(line, (system, item, rater), [plain, wmt])| {
            let texts = [("system", system), ("item", item), ("rater", rater)];
            let texts = texts.map(|(name, text)| (name.to_owned(), Leaf::Text(text.into())));
            let sums = [("mqm_error", plain), ("mqm_wmt_error", wmt)]
                .map(|(name, sum)| (name.to_owned(), Leaf::Value(sum)));
            Record {
                leaves: texts.into_iter().chain(sums).collect(),
                ..Record::new(line)
            }
        });
    let metrics = Some(["mqm_error", "mqm_wmt_error"].map(str::to_owned).into());
    let said = "sums of the weights of a segment's errors; lower is better: `mqm_error` of 5 and 1, `mqm_wmt_error` of 25, 5, 1 and 0.1";
    Some(Table {
        records: records.collect(),
        dialect: Dialect {
            ids: Vec::new(),
            metrics,
        },
        said: Some(said.to_owned()),
        samples: None,
        only: None,
    })
}

fn cells(line: &[u8]) -> Vec<&[u8]> {
    line.split(|byte| *byte == b'\t')
        .map(number::trim)
        .collect()
}
