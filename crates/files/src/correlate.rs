//! From files to metrics and a gold score.

use std::path::Path;

use restrap_engine::Control;
use restrap_io::{By, Grouping, Missing, Options, load};

use restrap_words::{Code, asked};

use crate::sources::SourceError;
use restrap_lib::{
    CorrelateOutcome, CorrelateRequest, OutputsOf, Scores, correlate, outcome::Provenance,
};

/// Which files, and which of their columns.
///
/// Columns of metrics, the column of the gold score, columns of the system and the segment of each output, and how the files are
/// read.
#[derive(Clone, Debug, Default)]
pub struct CorrelateSources {
    /// Metrics, as systems are named: `[NAME=]FILE[:COLUMN]`.
    pub metrics: Vec<String>,
    /// The gold score: a column of the first file, or `FILE[:COLUMN]`.
    pub gold: String,
    /// The column that says which system made an output.
    pub system: Option<String>,
    /// The column that says of which segment it is.
    pub segment: Option<String>,
    /// How files are read and paired.
    pub reading: Options,
}

/// How the metrics of files agree with a gold score.
///
/// # Errors
/// [`SourceError`] for files that cannot be read or paired, a gold column that is not there, and as [`correlate`](restrap_lib::correlate()).
pub fn correlate_files(
    sources: &CorrelateSources,
    request: &CorrelateRequest,
    control: &Control,
) -> Result<CorrelateOutcome, SourceError> {
    let (system, segment) = (sources.system.as_deref(), sources.segment.as_deref());
    if system.is_some() != segment.is_some() {
        return Err(SourceError::usage(
            "expected the column of systems and the column of segments, found one of them",
            "name both, or neither for single items",
        ));
    }
    let of_outputs: Vec<String> = [segment, system]
        .into_iter()
        .flatten()
        .map(str::to_owned)
        .collect();
    let mut options = sources.reading.clone();
    options.roles = [(Grouping::Makers, system), (Grouping::Segments, segment)]
        .into_iter()
        .filter_map(|(kind, column)| Some((kind, column?.to_owned())))
        .collect();
    // What belongs together was said.
    options.clusters_elsewhere |= system.is_some();
    // A table of systems has one per row by nature.
    options.knows_rows = true;
    if options.id.is_empty() {
        options.id = of_outputs;
    }
    // The gold score goes first: a bare table that holds it, too, then gives its other columns.
    let arguments: Vec<String> = [gold(sources)?]
        .into_iter()
        .chain(sources.metrics.clone())
        .collect();
    let loaded = load(&arguments, &options)?;
    let mut scores = loaded.systems.iter().cloned().map(Scores::from);
    let gold = scores.next().ok_or(restrap_lib::Error::Empty)?;
    let metrics: Vec<Scores> = scores.collect();
    if metrics.is_empty() {
        return Err(SourceError::usage(
            format!(
                "expected a metric beside the gold score, found {} alone",
                gold.name
            ),
            "name the columns of metrics as FILE:COLUMN, or other files",
        ));
    }
    let of = match &loaded.roles[..] {
        [systems, segments] => Some(outputs(systems, segments, options.missing)),
        _ => None,
    };
    let mut outcome = correlate(&gold, &metrics, of.as_ref(), request, control)?;
    let inputs = loaded.inputs.into_iter().map(Into::into).collect();
    outcome.run.came_from(Provenance {
        inputs,
        ..Provenance::default()
    });
    // The gold score of a bare table is read once, which needs no word; and groups of rows have options of their own here.
    let notes = loaded.notes.into_iter().filter(|note| {
        !matches!(
            note.code,
            Code::NamedTwice | Code::SeemsGrouped | Code::SeemsSystems
        )
    });
    outcome.run.warnings.extend(notes);
    if let Some(column) = loaded.seems_clustered.filter(|_| system.is_none()) {
        outcome.run.warnings.push(Code::SeemsGrouped.says(format!(
            "`{column}` looks like groups of outputs, which are not independent items; {} and {} name the system and the segment of each output",
            asked("system"),
            asked("segment")
        )));
    }
    Ok(outcome)
}

/// The gold score as an argument of its own: a bare word that names no file is a column of the first file.
fn gold(sources: &CorrelateSources) -> Result<String, SourceError> {
    let typed = &sources.gold;
    if typed.contains(':') || Path::new(typed).exists() {
        return Ok(typed.clone());
    }
    let located = restrap_io::locate(&sources.metrics)?;
    match located.first() {
        Some(first) => Ok(format!("{}:{typed}", first.path)),
        None => Err(SourceError::usage(
            "expected a file of metrics, found none",
            "name one",
        )),
    }
}

fn outputs(systems: &By, segments: &By, missing: Missing) -> OutputsOf {
    // Codes count from 1; every row of these columns' own file has one.
    let places = systems.codes.iter().zip(&segments.codes);
    OutputsOf {
        systems: systems.values.clone(),
        segments: segments.values.clone(),
        places: places
            .map(|(system, segment)| (system.saturating_sub(1), segment.saturating_sub(1)))
            .collect(),
        complete_segments: missing == Missing::Drop,
    }
}
