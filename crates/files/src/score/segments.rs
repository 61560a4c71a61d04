//! Segments of text against references: lines of files, or columns of tables.

use std::sync::Arc;

use restrap_io::{
    Cells, Format, Located, Missing, Options, are_marked, check_texts, have_ids, is_json, locate,
    shown,
};
use restrap_metrics::{
    Error as MetricError, MetricName, SavedMetric,
    describe::Scorer,
    text::{ALTERNATIVES, Segments, Told},
};

use super::error::ScoreError;
use super::files::{Files, ids, info};
use super::request::ScoreRequest;
use super::scoring::{Scoring, scored};
use restrap_lib::{
    number::format::{count, grouped},
    outcome::Role,
};
use restrap_words::{Code, asked_as};

type Make = fn(&MetricName, usize) -> Result<Scorer<[Segments], Segments>, MetricError>;

pub(super) fn score(
    typed: &[String],
    systems: &[Located],
    make: Make,
    request: &ScoreRequest,
    files: &mut Files,
) -> Result<Scoring, ScoreError> {
    let meter = &request.reading.meter;
    let told: Told = {
        let meter = meter.clone();
        Arc::new(move || {
            meter.scored().add(1);
            !meter.is_stopped()
        })
    };
    let are_records = |located: &[Located]| {
        located
            .iter()
            .any(|file| file.column.is_some() || is_json(&file.path))
    };
    let in_columns = request.reads_columns()
        || are_records(systems)
        || are_records(&locate(&request.references)?);
    let of_lines = if in_columns {
        None
    } else {
        lines(systems, request, files)?
    };
    let Read {
        references,
        systems: read,
        scoring,
    } = match of_lines {
        Some(read) => read,
        None => columns(typed, systems, request, files)?,
    };
    meter
        .scored()
        .expect(read.iter().map(|system| system.len() as u64).sum());
    let read: Vec<Segments> = read
        .into_iter()
        .map(|system| system.watched(Arc::clone(&told)))
        .collect();
    let scorer = make(&request.metric, references.len())?;
    let saved = SavedMetric::new(request.metric.clone()).with_references(references.len());
    let scored = scored(systems, saved, scorer, &references[..], &read, meter)?;
    Ok(scoring(scored))
}

/// Texts of the references and the systems, and what else their tables say of the items.
struct Read {
    references: Vec<Segments>,
    systems: Vec<Segments>,
    scoring: Box<dyn FnOnce(Scoring) -> Scoring>,
}

/// Several references, some of which are missing for some segments, and a note of how many where an option allows it: lists of answers
/// have any length.
fn without(
    references: Vec<Segments>,
    absent: Vec<Vec<bool>>,
    request: &ScoreRequest,
    files: &mut Files,
) -> Vec<Segments> {
    let is_short = |at: &usize| absent.iter().any(|absent| absent.get(*at) == Some(&true));
    let segments = references.first().map_or(0, Segments::len);
    let short = (0..segments).filter(is_short).count();
    if short > 0 && request.may_lack_references() {
        files.notes.push(Code::ReferencesShort.says(format!(
            "{} of {} have fewer than {} references and are scored against those that they have ({})",
            grouped(short as u64),
            count(segments as u64, "segment"),
            references.len(),
            asked_as("missing", Missing::Zero)
        )));
    }
    references
        .into_iter()
        .zip(absent)
        .map(|(reference, absent)| reference.without(absent))
        .collect()
}

/// One segment per line, paired by place; `None` if lines have ids, which pair them.
fn lines(
    systems: &[Located],
    request: &ScoreRequest,
    files: &mut Files,
) -> Result<Option<Read>, ScoreError> {
    let known = (files.inputs.len(), files.notes.len());
    let mut references = Vec::new();
    for typed in &request.references {
        references.push(files.other(Role::Reference, typed, |input, _| {
            Segments::read_reference(input)
        })?);
    }
    let read = files.systems(systems, |input, _| Segments::read(input))?;
    let is_plain = request.reading.format == Some(Format::Text);
    let has_choices = request.metric.get(&ALTERNATIVES);
    let all = references.iter().chain(&read);
    if !is_plain && all.clone().any(|one| are_marked(one.lines(), has_choices)) {
        files.inputs.truncate(known.0);
        files.notes.truncate(known.1);
        return Ok(None);
    }
    for one in all.clone().filter(|_| !is_plain) {
        check_texts(one.file(), one.lines(), has_choices)?;
    }
    if !is_plain && have_ids(all.map(|one| (one.file(), one.lines())))? {
        files.inputs.truncate(known.0);
        files.notes.truncate(known.1);
        return Ok(None);
    }
    request.check_whole()?;
    let references = if request.may_lack_references() {
        let absent = references.iter().map(Segments::empty_lines).collect();
        without(references, absent, request, files)
    } else {
        references
    };
    Ok(Some(Read {
        references,
        systems: read,
        scoring: Box::new(|scored| scored),
    }))
}

/// Columns of texts, paired by id or by row. The first reference is what systems are paired with; the others are columns beside them.
fn columns(
    typed: &[String],
    systems: &[Located],
    request: &ScoreRequest,
    files: &mut Files,
) -> Result<Read, ScoreError> {
    let others: Vec<String> = (2..)
        .zip(request.references.iter().skip(1))
        .map(|(at, typed)| format!("reference {at}={typed}"))
        .collect();
    let all = [typed, &others[..]].concat();
    let asked = Options {
        cells: Cells::Texts,
        gold: request.references.first().cloned(),
        alternatives: request.metric.get(&ALTERNATIVES),
        ..Options::default()
    };
    let loaded = files.columns(&all, systems, asked)?;
    for located in locate(&request.references)?.iter().skip(1) {
        let known = loaded
            .inputs
            .iter()
            .find(|input| input.path == located.path);
        files.inputs.extend(known.map(|input| {
            let mut info = info(Role::Reference, &input.path, input.blake3.clone());
            (info.items, info.dropped) = (input.items as u64, input.dropped as u64);
            info
        }));
    }
    let texts = |code: f64| {
        (code as usize)
            .checked_sub(1)
            .map_or(&[][..], |place| &loaded.labels[place][..])
    };
    let (own, beside) = loaded.systems.split_at(systems.len());
    for system in own {
        if let Some(item) = system.scores.iter().position(|code| texts(*code).len() > 1) {
            return Err(ScoreError::usage(
                format!(
                    "expected one text per item, found {} of {} for item {}",
                    texts(system.scores[item]).len(),
                    system.name,
                    item + 1
                ),
                format!(
                    "several texts of an item are references: {}",
                    asked_as("ref", "FILE:COLUMN")
                ),
            ));
        }
    }
    // What no row of a file has is an empty text, where that was asked for.
    let segments = |name: &str, codes: &[f64], at: usize| {
        Segments::from_lines(
            name,
            codes
                .iter()
                .map(|code| texts(*code).get(at).map_or("", String::as_str)),
        )
    };
    let read: Vec<Segments> = own
        .iter()
        .map(|system| segments(&system.name, &system.scores, 0))
        .collect();
    let first = locate(&request.references[..1])?;
    let first = first
        .first()
        .map(|located| shown(&located.path).to_owned())
        .unwrap_or_default();
    let gold = std::iter::once((&first, &loaded.gold));
    let (mut references, mut absent) = (Vec::new(), Vec::new());
    for (name, codes) in gold.chain(beside.iter().map(|other| (&other.name, &other.scores))) {
        let most = codes
            .iter()
            .map(|code| texts(*code).len())
            .max()
            .unwrap_or(0)
            .max(1);
        for at in 0..most {
            references.push(segments(name, codes, at));
            absent.push(codes.iter().map(|code| texts(*code).len() <= at).collect());
        }
    }
    if references.len() > 1 {
        references = without(references, absent, request, files);
    }
    let ids = ids(&loaded);
    let (by, clusters) = (loaded.by, loaded.clusters);
    Ok(Read {
        references,
        systems: read,
        scoring: Box::new(|scored| Scoring {
            ids,
            by,
            clusters,
            ..scored
        }),
    })
}
