//! Logs of Inspect (`inspect_ai`): `.eval`, a zip of `header.json`, `summaries.json` and one file per sample, or
//! `.json`.
//!
//! A scorer is a column; a scorer with several values has one column each (`SCORER.KEY`). Values are numbers, booleans,
//! or letters, which count as Inspect's own `value_to_float` has it: C (correct) 1, P (partial) ½, I (incorrect) and
//! N (no answer) 0. A bare `NaN` is a missing score, and so is that of a sample that errored or ran out of time, whatever score it
//! was given: missing is not wrong. Several epochs of a sample are averaged, as Inspect's default reducer does: they are one item; where
//! answers are told apart, each is a row with its `epoch`.

use std::borrow::Cow;
use std::collections::HashMap;

use restrap_words::{Code, Note, asked_as};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::error::fault::{Fault, Place};
use crate::error::kind::{self, FaultKind};
use crate::error::quote;
use crate::frame::contents::Contents;
use crate::frame::grid::Surveyed;
use crate::frame::parsed::{Parsed, Request};
use crate::read::jsonl::leaves::{self, Leaf};
use crate::read::jsonl::part::whole;
use crate::read::jsonl::part::{Dialect, MISSING, Part, Record, SAMPLE, TASK};
use crate::read::jsonl::rows;
use crate::read::jsonl::survey as fields;
use crate::read::logs::archive::{Unpacked, unpack};
use crate::{Error, Format};

/// The field that numbers the answers to a sample.
const EPOCH: &str = "epoch";

/// The status of a log that was run to its end.
const SUCCESS: &str = "success";

/// What restrap needs of a header (and, in a `.json` log, of all of it).
#[derive(Deserialize)]
struct Head<'a> {
    eval: Eval,
    #[serde(borrow, default)]
    status: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    samples: Option<Vec<&'a RawValue>>,
}

#[derive(Deserialize)]
struct Eval {
    task: String,
}

#[derive(Deserialize)]
struct Sample<'a> {
    #[serde(borrow)]
    id: &'a RawValue,
    #[serde(borrow, default)]
    epoch: Option<&'a RawValue>,
    #[serde(borrow, default)]
    scores: Option<&'a RawValue>,
    #[serde(borrow, default)]
    metadata: Option<&'a RawValue>,
    #[serde(borrow, default)]
    error: Option<&'a RawValue>,
    #[serde(borrow, default)]
    limit: Option<&'a RawValue>,
}

/// The limit that ended a sample; a summary has its kind alone.
#[derive(Deserialize)]
struct Limit {
    #[serde(rename = "type")]
    kind: String,
}

/// Why an answer has no score, in the order in which the reasons are told.
const REASONS: [&str; 3] = ["errored", "timed out", "unscored"];

impl Sample<'_> {
    /// Why it has no score, though it may have been given one: a place in [`REASONS`].
    fn failed(&self) -> Option<usize> {
        let told = |raw: Option<&RawValue>| {
            raw.map(RawValue::get)
                .filter(|text| *text != "null")
                .map(str::to_owned)
        };
        if told(self.error).is_some() {
            return Some(0);
        }
        let limit = told(self.limit)?;
        let kind = serde_json::from_str::<String>(&limit);
        let kind = kind
            .or_else(|_| serde_json::from_str::<Limit>(&limit).map(|limit| limit.kind))
            .ok()?;
        matches!(kind.as_str(), "time" | "working").then_some(1)
    }
}

#[derive(Deserialize)]
struct Score<'a> {
    #[serde(borrow)]
    value: &'a RawValue,
}

/// One log, read.
pub(crate) struct Log<'a> {
    pub part: Part<'a>,
    /// The scorers of its samples.
    pub metrics: Vec<String>,
    /// That it did not succeed, and which answers have no score.
    pub notes: Vec<Note>,
}

/// The samples of an unpacked archive.
/// `each`: every epoch is a record of its own.
pub(crate) fn log<'a>(unpacked: &'a Unpacked, file: &str, each: bool) -> Result<Log<'a>, Error> {
    let place = format!("{file}: header.json");
    let head: Head<'_> = serde_json::from_slice(&unpacked.header)
        .map_err(|error| whole(&unpacked.header, &place, &error))?;
    let mut samples = Vec::new();
    for (name, bytes) in &unpacked.members {
        let place = format!("{file}: {name}");
        let wrong = |error: serde_json::Error| whole(bytes, &place, &error);
        if name == "summaries.json" {
            let items: Vec<&RawValue> = serde_json::from_slice(bytes).map_err(wrong)?;
            for item in items {
                samples.push(
                    serde_json::from_str(item.get())
                        .map_err(|error| whole(item.get().as_bytes(), &place, &error))?,
                );
            }
        } else {
            samples.push(serde_json::from_slice(bytes).map_err(wrong)?);
        }
    }
    collect(&head, samples, file, each)
}

/// Reads a zipped log or a `.json` one.
pub(crate) fn parse(bytes: &[u8], format: Format, request: &Request<'_>) -> Result<Parsed, Error> {
    if format == Format::Eval {
        let unpacked = unpack(bytes, request.file)?;
        let log = log(&unpacked, request.file, request.has_rows_of_items())?;
        return finish(&[log.part], log.metrics, log.notes, request);
    }
    let log = json_log(bytes, request.file, request.has_rows_of_items())?;
    finish(&[log.part], log.metrics, log.notes, request)
}

/// Number of samples, the fields' names, and per field what it holds and an example, of a zipped log.
pub(crate) fn survey(bytes: &[u8], _: Format, file: &str) -> Result<Surveyed, Error> {
    let unpacked = unpack(bytes, file)?;
    let part = log(&unpacked, file, false)?.part;
    let (samples, survey) = (part.records.len(), fields::survey(&[part])?);
    Ok((samples, survey.names, survey.kinds))
}

/// The same of a `.json` log.
pub(crate) fn survey_json(bytes: &[u8], file: &str) -> Result<(usize, fields::Survey), Error> {
    let part = json_log(bytes, file, false)?.part;
    Ok((part.records.len(), fields::survey(&[part])?))
}

/// Reads all fields of the samples of a log as text.
pub(crate) fn contents(bytes: &[u8], _: Format, file: &str) -> Result<Contents, Error> {
    let unpacked = unpack(bytes, file)?;
    let parts = [log(&unpacked, file, false)?.part];
    rows::contents(&parts, fields::survey(&parts)?, file)
}

/// Reads all fields of the samples of a `.json` log as text.
pub(crate) fn contents_json(bytes: &[u8], file: &str) -> Result<Contents, Error> {
    let parts = [json_log(bytes, file, false)?.part];
    rows::contents(&parts, fields::survey(&parts)?, file)
}

/// The samples of a `.json` log.
pub(crate) fn json_log<'a>(bytes: &'a [u8], file: &str, each: bool) -> Result<Log<'a>, Error> {
    let mut head: Head<'a> =
        serde_json::from_slice(bytes).map_err(|error| whole(bytes, file, &error))?;
    let samples = head.samples.take().unwrap_or_default().into_iter();
    let samples = samples
        .map(|item| {
            serde_json::from_str(item.get())
                .map_err(|error| whole(item.get().as_bytes(), file, &error))
        })
        .collect::<Result<_, Error>>()?;
    collect(&head, samples, file, each)
}

/// Reads logs whose parts, scorers and notes are known.
pub(crate) fn finish(
    parts: &[Part<'_>],
    metrics: Vec<String>,
    notes: impl IntoIterator<Item = Note>,
    request: &Request<'_>,
) -> Result<Parsed, Error> {
    if metrics.is_empty() && parts.iter().any(|part| !part.records.is_empty()) {
        let found = "an Inspect log whose samples were never scored";
        return Err(Error::Empty {
            path: request.file.to_owned(),
            found,
        });
    }
    let dialect = Dialect {
        ids: vec![TASK.to_owned(), SAMPLE.to_owned()],
        metrics: Some(metrics),
    };
    let mut parsed = rows::parse(parts, request, &dialect)?;
    parsed.notes.extend(notes);
    let averaged: usize = parts
        .iter()
        .flat_map(|part| &part.records)
        .filter(|record| epochs(record) > 1)
        .count();
    if averaged > 0 {
        parsed.notes.push(Code::EpochsAveraged.says(format!(
            "{}: the epochs of {} are averaged: items are samples, not answers; `{} {} {}` takes them otherwise",
            request.file,
            quote::count(averaged as u64, "sample"),
            asked_as("id", "id"),
            asked_as("repeat", EPOCH),
            asked_as("reduce", "pass@K")
        )));
    }
    Ok(parsed)
}

/// How many epochs were averaged into a sample.
fn epochs(record: &Record<'_>) -> u64 {
    let leaf = record.leaves.iter().find(|(path, _)| path == "epochs");
    leaf.and_then(|(_, leaf)| leaf.score().ok())
        .map_or(1, |count| count as u64)
}

/// One sample, its epochs together, or one of them.
struct Item<'a> {
    id: Leaf<'a>,
    epoch: Option<Leaf<'a>>,
    metadata: Option<&'a RawValue>,
    epochs: u64,
    /// Scorer, sum and number of the values.
    scores: Vec<(String, f64, u64)>,
    /// Why the last answer without a score has none.
    missing: Option<usize>,
}

/// Samples in the order of their ids: an archive keeps the order in which they were finished.
fn collect<'a>(
    head: &Head<'a>,
    samples: Vec<Sample<'a>>,
    file: &str,
    each: bool,
) -> Result<Log<'a>, Error> {
    let mut items: Vec<Item<'a>> = Vec::new();
    let mut places: HashMap<(&str, Option<&str>), usize> = HashMap::new();
    let mut metrics: Vec<String> = Vec::new();
    let (answers, mut without) = (samples.len(), [0_u64; REASONS.len()]);
    for sample in samples {
        let epoch = sample.epoch.filter(|_| each).map(RawValue::get);
        let index = *places
            .entry((sample.id.get(), epoch))
            .or_insert(items.len());
        if index == items.len() {
            let id = leaves::leaf(sample.id.get()).unwrap_or(Leaf::Null);
            let epoch = epoch.map(|epoch| leaves::leaf(epoch).unwrap_or(Leaf::Null));
            let (metadata, scores) = (sample.metadata, Vec::new());
            items.push(Item {
                id,
                epoch,
                metadata,
                epochs: 0,
                scores,
                missing: None,
            });
        }
        let item = &mut items[index];
        item.epochs += 1;
        let values = values(&sample, file)?;
        let unscored = values.iter().all(|(_, value)| value.is_none()).then_some(2);
        let failed = sample.failed().or(unscored);
        if let Some(reason) = failed {
            without[reason] += 1;
            item.missing = Some(reason);
        }
        for (scorer, value) in values {
            let value = value.filter(|_| failed.is_none());
            if !metrics.contains(&scorer) {
                metrics.push(scorer.clone());
            }
            let (value, one) = value.map_or((0.0, 0), |value| (value, 1));
            match item.scores.iter_mut().find(|(known, ..)| *known == scorer) {
                // A single value is kept as it is, also a negative zero.
                Some((_, sum, count)) if *count == 0 => (*sum, *count) = (value, one),
                Some((_, sum, count)) => {
                    *sum += value;
                    *count += one;
                }
                None => item.scores.push((scorer, value, one)),
            }
        }
    }
    items.sort_by(|a, b| {
        let number = |item: &Item<'_>| match &item.id {
            Leaf::Number(digits) => digits.parse::<f64>().unwrap_or(f64::INFINITY),
            _ => f64::INFINITY,
        };
        number(a)
            .total_cmp(&number(b))
            .then_with(|| a.id.text().cmp(&b.id.text()))
    });
    let mut records = Vec::with_capacity(items.len());
    for (line, item) in (1..).zip(items) {
        let mut leaves = vec![
            (TASK.to_owned(), Leaf::Text(head.eval.task.clone().into())),
            (SAMPLE.to_owned(), item.id),
        ];
        leaves.push(match item.epoch {
            Some(epoch) => (EPOCH.to_owned(), epoch),
            None => ("epochs".to_owned(), Leaf::Value(item.epochs as f64)),
        });
        if let Some(reason) = item.missing {
            leaves.push((MISSING.to_owned(), Leaf::Text(REASONS[reason].into())));
        }
        // Metadata that cannot be read is no reason to refuse the scores.
        let metadata = item
            .metadata
            .and_then(|raw| leaves::of(raw.get().as_bytes(), None).ok());
        leaves.extend(
            metadata
                .into_iter()
                .flatten()
                .map(|(path, leaf)| (format!("metadata.{path}"), leaf)),
        );
        leaves.extend(item.scores.into_iter().map(|(scorer, sum, count)| {
            let mean = match count {
                0 => Leaf::Null,
                1 => Leaf::Value(sum),
                _ => Leaf::Value(sum / count as f64),
            };
            (scorer, mean)
        }));
        records.push(Record {
            is_sample: true,
            leaves,
            ..Record::new(line)
        });
    }
    let samples = quote::count(records.len() as u64, "sample");
    let status = head.status.as_deref().filter(|status| *status != SUCCESS);
    let mut notes: Vec<Note> = Vec::new();
    let reasons = REASONS.iter().zip(without).filter(|(_, count)| *count > 0);
    let reasons: Vec<String> = reasons
        .map(|(reason, count)| format!("{count} {reason}"))
        .collect();
    // Where no answer has a score the error says so.
    if !reasons.is_empty() && !metrics.is_empty() {
        notes.push(Code::AnswersWithoutScore.says(format!(
            "{file}: {} of {} without a score: {}; none counts as wrong",
            without.iter().sum::<u64>(),
            quote::count(answers as u64, "answer"),
            reasons.join(", ")
        )));
    }
    notes.extend(status.map(|status| {
        let status = quote::quoted(status.as_bytes());
        Code::LogStatus.says(format!(
            "{file}: the status of the log is {status}, not `{SUCCESS}`: it has {samples}"
        ))
    }));
    Ok(Log {
        part: Part {
            file: file.to_owned(),
            records,
            task: None,
        },
        metrics,
        notes,
    })
}

/// The scores of one sample; `None` where one is missing.
fn values(sample: &Sample<'_>, file: &str) -> Result<Vec<(String, Option<f64>)>, Error> {
    let mut values = Vec::new();
    let Some(raw) = sample.scores.filter(|raw| raw.get() != "null") else {
        return Ok(values);
    };
    let wrong = |error: serde_json::Error| whole(raw.get().as_bytes(), file, &error);
    let scores: leaves::Members<'_> = serde_json::from_str(raw.get()).map_err(wrong)?;
    for (scorer, raw) in scores.0 {
        let score: Score<'_> = serde_json::from_str(raw.get()).map_err(wrong)?;
        let all = if score.value.get().starts_with('{') {
            let keyed: leaves::Members<'_> =
                serde_json::from_str(score.value.get()).map_err(wrong)?;
            keyed
                .0
                .into_iter()
                .map(|(key, raw)| (format!("{scorer}.{key}"), raw))
                .collect()
        } else {
            vec![(scorer.into_owned(), score.value)]
        };
        for (name, raw) in all {
            let value = leaves::leaf(raw.get()).map_err(|broken| (broken.kind, broken.found));
            let value = value.and_then(|leaf| number(&leaf).map_err(|kind| (kind, leaf.shown())));
            match value {
                Ok(value) => values.push((name, value)),
                Err((kind, found)) => {
                    let id = leaves::leaf(sample.id.get())
                        .map_or(String::new(), |id| id.text().into_owned());
                    let place = Place::Sample {
                        file: file.to_owned(),
                        sample: id,
                        name: Some(name),
                    };
                    let hint = match kind {
                        FaultKind::NotANumber => Some(
                            "a score is a number, a boolean, or one of C, P, I and N".to_owned(),
                        ),
                        kind => kind::json_hint(kind, &found),
                    };
                    return Err(Fault {
                        place,
                        kind,
                        found,
                        more: 0,
                        hint,
                    }
                    .into());
                }
            }
        }
    }
    Ok(values)
}

/// `value_to_float` of Inspect; `None` where there is no score.
fn number(leaf: &Leaf<'_>) -> Result<Option<f64>, FaultKind> {
    let Leaf::Text(text) = leaf else {
        return leaf
            .score()
            .map(|score| Some(score).filter(|x| !x.is_nan()));
    };
    match text.trim() {
        "C" => return Ok(Some(1.0)),
        "P" => return Ok(Some(0.5)),
        "I" | "N" => return Ok(Some(0.0)),
        _ => {}
    }
    match text.trim().to_ascii_lowercase().as_str() {
        "yes" | "true" => Ok(Some(1.0)),
        "no" | "false" => Ok(Some(0.0)),
        other => crate::format::number::score(other.as_bytes(), false)
            .map(|score| Some(score).filter(|x| !x.is_nan())),
    }
}
