//! Choice of the fields that hold the scores of a system.

use std::collections::HashMap;

use restrap_words::{Note, asked_as};

use crate::ask::columns::{self, Columns};
use crate::error::Bare;
use crate::format::identifier;
use crate::frame::parsed::Request;
use crate::read::jsonl::part::{Dialect, Part};
use crate::read::jsonl::survey::Survey;
use crate::read::jsonl::wanted::Plan;
use crate::{Error, Kind};

/// The scores that each argument means, as places among [`Plan::scores`].
pub(super) fn pick(
    columns: &Columns<'_>,
    survey: &Survey,
    plan: &mut Plan<'_>,
    request: &Request<'_>,
    dialect: &Dialect,
    ids: &[String],
    notes: &mut Vec<Note>,
) -> Result<Vec<Vec<usize>>, Error> {
    let mut bare: Option<Vec<String>> = None;
    let mut picks = Vec::with_capacity(request.arguments.len());
    let mut slots: HashMap<usize, usize> = HashMap::new();
    for argument in &request.arguments {
        let paths = match argument {
            Some(path) if columns.is_percent(path) => vec![path[..path.len() - 1].to_owned()],
            Some(path) => vec![(*path).to_owned()],
            None => match &bare {
                Some(paths) => paths.clone(),
                None => bare
                    .insert(systems(columns, survey, request, dialect, ids, notes)?)
                    .clone(),
            },
        };
        let mut places = Vec::new();
        for path in paths {
            let index = plan.want(&path);
            places.push(*slots.entry(index).or_insert_with(|| {
                plan.scores.push(index);
                plan.scores.len() - 1
            }));
        }
        picks.push(places);
    }
    Ok(picks)
}

/// The error of a file without numbers, with one that lies deeper.
pub(super) fn with_inside(error: Error, parts: &[Part<'_>]) -> Error {
    match error {
        Error::NoNumbers {
            path,
            columns,
            bare,
            ..
        } => Error::NoNumbers {
            path,
            columns,
            inside: inside(&parts[0]),
            bare,
        },
        other => other,
    }
}

/// The path of a number in a list of objects of the first record, as logs of statistics have them: that of a mean, a value or a score.
/// What counts references or items is passed over.
fn inside(part: &Part<'_>) -> Option<String> {
    let text = part.records.first()?.text?;
    let record: serde_json::Value = serde_json::from_slice(text).ok()?;
    let lists = record
        .as_object()?
        .iter()
        .filter_map(|(name, value)| Some((name, value.as_array()?)));
    lists.into_iter().find_map(|(name, elements)| {
        let is_of_counts =
            |element: &serde_json::Value| element["name"].to_string().contains("num_");
        let places = (0..elements.len()).filter(|place| !is_of_counts(&elements[*place]));
        places.into_iter().find_map(|place| {
            let field = ["mean", "value", "score"]
                .into_iter()
                .find(|field| elements[place][*field].is_number())?;
            Some(format!("{name}.{place}.{field}"))
        })
    })
}

/// The fields that are systems when none is named.
fn systems(
    columns: &Columns<'_>,
    survey: &Survey,
    request: &Request<'_>,
    dialect: &Dialect,
    ids: &[String],
    notes: &mut Vec<Note>,
) -> Result<Vec<String>, Error> {
    if let (Some(metrics), None) = (&dialect.metrics, request.globs) {
        if metrics.is_empty() {
            return Err(Error::NoNumbers {
                path: request.file.to_owned(),
                columns: columns.labels(),
                inside: None,
                bare: Bare::default(),
            });
        }
        return Ok(metrics.clone());
    }
    let is_taken = |name: &String| {
        ids.contains(name)
            || request.groups.iter().any(|(_, column)| column == name)
            || request.filters.iter().any(|filter| filter.column == *name)
    };
    let taken: Vec<usize> = (0..survey.names.len())
        .filter(|index| is_taken(&survey.names[*index]))
        .collect();
    // Beside a truth value, a word such as `passed` says the same, or why.
    let has_truths = (0..survey.names.len()).any(|index| {
        survey.kinds[index].0 == Kind::Numbers
            && matches!(&survey.kinds[index].1[..], "true" | "false")
            && !taken.contains(&index)
            && !identifier::is_identifier(&survey.names[index])
    });
    let kind = |(kind, example): &(Kind, String)| match kind {
        Kind::Verdicts if has_truths => (Kind::Text, example.clone()),
        kind => (*kind, example.clone()),
    };
    let kinds: Vec<(Kind, String)> = survey.kinds.iter().map(kind).collect();
    let (picked, note) = columns::bare(columns, &kinds, &taken, request.globs)?;
    notes.extend(note);
    if request.said.paired && request.globs.is_none() {
        columns::one_measure(columns, &picked)?;
    }
    Ok(picked
        .into_iter()
        .map(|index| survey.names[index].clone())
        .collect())
}

/// Returns the hint for a field with two numbers per sample, as lm-evaluation-harness logs them.
pub(super) fn of_pair(file: &str, path: &str) -> String {
    if matches!(path, "f1" | "mcc") {
        let (metric, gold) = (
            asked_as("metric", path),
            asked_as("gold", format_args!("{file}:{path}.0")),
        );
        return format!(
            "each item has a right answer and a prediction: `{file}:{path}.1 {metric} {}`",
            gold.quoted()
        );
    }
    if path.ends_with("perplexity") {
        let metric = format_args!("perplexity:{path}.0/{path}.1(loglik)").to_string();
        let metric = asked_as("metric", metric).quoted().to_string();
        return format!(
            "each item has a log likelihood and the number of its words or bytes: `{file} {metric}`"
        );
    }
    let lower = if identifier::is_loss(path) {
        "(lower)"
    } else {
        ""
    };
    let ratio = format_args!("ratio:{path}.0/{path}.1{lower}").to_string();
    let ratio = asked_as("metric", ratio).quoted().to_string();
    format!("each item has two numbers, of which the ratio of the sums is `{file} {ratio}`")
}
