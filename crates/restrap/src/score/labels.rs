//! Labels of items against the gold.

use restrap_io::{Format, Located};
use restrap_metrics::describe::Scorer;
use restrap_metrics::labels::{Arity, LABELS, LabelSet, Labels, MULTI_LABEL, arity};
use restrap_metrics::{Error as MetricError, Input, MetricName, SavedMetric};
use restrap_words::asked;

use super::error::ScoreError;
use super::files::Files;
use super::request::ScoreRequest;
use super::scoring::{Scoring, scored};
use crate::outcome::Role;

/// Reads labels by the format of their file.
fn read(
    input: Input<'_>,
    column: Option<&str>,
    format: Option<Format>,
    request: &ScoreRequest,
) -> Result<Labels, MetricError> {
    let arity = arity(&request.metric);
    let id = request.id.as_deref();
    let option = |expected: &str, found: &str| MetricError::Option {
        expected: expected.to_owned(),
        found: found.to_owned(),
        hint: None,
    };
    let named = |what: &str| {
        column.ok_or_else(|| {
            let expected = format!("the {what} of the labels, as {}:{}", input.name, what.to_uppercase());
            option(&expected, "none")
        })
    };
    match request.format.or(format) {
        Some(Format::Csv) => Labels::table(input, b',', named("column")?, id, arity),
        Some(Format::Tsv) => Labels::table(input, b'\t', named("column")?, id, arity),
        Some(Format::Jsonl) => Labels::json_lines(input, named("field")?, id, arity),
        None | Some(Format::Text) => match (column, id) {
            (None, None) if arity == Arity::Multi => Labels::multi_lines(input),
            (None, None) => Labels::lines(input),
            _ => Err(option(
                &format!("a table or JSON lines in {}, for its columns", input.name),
                "one label a line",
            )),
        },
        Some(other) => {
            Err(option(&format!("labels in {} as text, CSV, TSV or JSON lines", input.name), other.name()))
        }
    }
}

#[expect(clippy::type_complexity, reason = "a type of its own would hide what the constructor takes")]
pub(super) fn score(
    systems: &[Located],
    make: fn(&MetricName, &LabelSet) -> Result<Scorer<Labels, Labels>, MetricError>,
    request: &ScoreRequest,
    files: &mut Files,
) -> Result<Scoring, ScoreError> {
    let name = &request.metric;
    let typed = request.gold.clone().unwrap_or_default();
    let gold =
        files.other(Role::Gold, &typed, |input, column, format| read(input, column, format, request))?;
    let read = files.formatted(systems, |input, column, format| read(input, column, format, request))?;
    let all = LabelSet::of(read.iter().chain([&gold]));
    if !name.get(&MULTI_LABEL) && all.names().iter().any(|name| name.contains('|')) {
        files.notes.push(format!(
            "labels contain `|`, and each is one label; {} reads several an item",
            asked("multi-label")
        ));
    }
    let given = name.get(&LABELS);
    let in_gold = LabelSet::of([&gold]);
    let foreign: Vec<&str> =
        all.names().iter().filter(|name| !in_gold.names().contains(name)).map(String::as_str).collect();
    if let (Some(first), true) = (foreign.first(), given.is_empty()) {
        files.notes.push(format!(
            "{} of the systems' labels {} not in the gold, such as `{first}`: each counts as a class, for every system; \
             {} fixes the set",
            foreign.len(),
            if foreign.len() == 1 { "is" } else { "are" },
            asked("labels")
        ));
    }
    let set = if given.is_empty() { all } else { LabelSet::given(&given)? };
    let saved = SavedMetric::new(name.clone()).with_classes(&set);
    scored(systems, saved, make(name, &set)?, &gold, &read)
}
