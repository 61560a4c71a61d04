//! Statistics that an earlier run saved: summed and finished without the outputs that they were computed from.

use std::path::Path;

use restrap_io::{Located, Metadata, Options, load, locate, read_metadata};
use restrap_metrics::{Restored, SavedMetric};
use restrap_words::asked;

use super::error::ScoreError;
use super::files::role;
use super::scoring::{Scored, Scoring};
use restrap_lib::{Counted, Scores, outcome::InputInfo};

/// Doubles hold integers up to here.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Systems whose statistics `restrap score` wrote; `None` unless all files are such.
///
/// # Errors
/// [`ScoreError`] for files that cannot be read, or that hold statistics of different metrics.
pub fn score_saved(typed: &[String], mmap: bool) -> Result<Option<Scoring>, ScoreError> {
    if typed.iter().any(|argument| argument == "-") {
        return Ok(None);
    }
    // What does not resolve is for the reader of scores to explain.
    let Ok(systems) = locate(typed) else {
        return Ok(None);
    };
    let mut found = Vec::new();
    for system in &systems {
        let metadata = if system.column.is_none() {
            read_metadata(&system.path)?
        } else {
            None
        };
        let Some(metadata) = metadata else { continue };
        let saved = serde_json::from_str::<SavedMetric>(&metadata.metric).map_err(|_| {
            ScoreError::usage(
                format!(
                    "{}: expected statistics of a metric of this version, found `{}`",
                    system.path, metadata.metric
                ),
                "write the file anew with restrap score, or name a column to read it as scores: FILE:COLUMN",
            )
        })?;
        found.push((saved, metadata));
    }
    if found.is_empty() {
        return Ok(None);
    }
    if found.len() < systems.len() {
        return Err(ScoreError::usage(
            "expected statistics that restrap score wrote in every file or in none, found both kinds",
            "score all systems, or name a column to read a file as scores: FILE:COLUMN",
        ));
    }
    let Some(((saved, first), rest)) = found.split_first() else {
        return Ok(None);
    };
    for ((other, metadata), system) in rest.iter().zip(&systems[1..]) {
        if other != saved {
            return Err(ScoreError::usage(
                format!(
                    "expected statistics of one metric, found {} in {} and {} in {}",
                    first.signature, systems[0].path, metadata.signature, system.path
                ),
                format!(
                    "score all systems together, with the same {} and options; of labels, {} fixes the set",
                    asked("metric"),
                    asked("labels")
                ),
            ));
        }
        // What they were scored against comes before the digest of the system itself.
        let against =
            |metadata: &Metadata| metadata.digest.split("system:").next().map(str::to_owned);
        if against(metadata) != against(first) {
            return Err(ScoreError::usage(
                format!(
                    "expected statistics against the same gold, references or judgements, found others in {} than in {}",
                    system.path, systems[0].path
                ),
                "score all systems against the same files",
            ));
        }
    }
    Ok(Some(read(&systems, saved, first, mmap)?))
}

/// Reads the columns of all systems at once, so that they pair by id where there are ids.
fn read(
    systems: &[Located],
    saved: &SavedMetric,
    metadata: &Metadata,
    mmap: bool,
) -> Result<Scoring, ScoreError> {
    let restored = saved.restore()?;
    let names: Vec<String> = match &restored {
        Restored::Sums(metric) => metric.columns().iter().map(ToString::to_string).collect(),
        Restored::Mean(mean) => vec![mean.name.clone()],
    };
    let columns = systems.iter().enumerate().flat_map(|(place, system)| {
        let is_array = Path::new(&system.path)
            .extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("npy"));
        let named = names.iter().enumerate().map(move |(at, name)| {
            // An array has no names.
            let column = if is_array {
                (at + 1).to_string()
            } else {
                name.clone()
            };
            format!("{place} {at}={}:{column}", system.path)
        });
        named.collect::<Vec<_>>()
    });
    let options = Options {
        mmap,
        id: metadata.id.iter().cloned().collect(),
        ..Options::default()
    };
    let loaded = load(&columns.collect::<Vec<_>>(), &options)?;
    let items = loaded.items() as u64;
    let inputs = loaded
        .inputs
        .into_iter()
        .enumerate()
        .map(|(place, input)| InputInfo {
            role: role(place),
            path: input.path,
            items,
            dropped: 0,
            zeroed: 0,
            blake3: input.blake3,
        });
    let inputs = inputs.collect();
    let chunks = loaded.systems.chunks(names.len()).zip(systems);
    let scored = match restored {
        Restored::Sums(metric) => {
            let mut counted = Vec::new();
            for (columns, system) in chunks {
                let mut whole = Vec::new();
                for column in columns {
                    let is_count =
                        |value: &f64| value.fract() == 0.0 && (0.0..=EXACT).contains(value);
                    if !column.scores.iter().all(is_count) {
                        return Err(ScoreError::usage(
                            format!("expected counts in {}, found other numbers", system.path),
                            "write the file anew with restrap score",
                        ));
                    }
                    whole.push(column.scores.iter().map(|&value| value as i64).collect());
                }
                counted.push(Counted {
                    name: system.name.clone(),
                    columns: whole,
                    times: restrap_core::Times::Once,
                });
            }
            Scored::Counted {
                metric,
                systems: counted,
            }
        }
        Restored::Mean(mean) => {
            let systems = chunks
                .map(|(columns, system)| Scores::new(&system.name, columns[0].scores.clone()))
                .collect();
            Scored::Scores { mean, systems }
        }
    };
    let ids = None;
    Ok(Scoring {
        interrupted_of: None,
        scored,
        saved: saved.clone(),
        ids,
        by: None,
        clusters: None,
        inputs,
        notes: loaded.notes,
        digits: None,
    })
}
