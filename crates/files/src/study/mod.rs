//! From paths to several data sets: `{dataset}` in a path, a column of a table, the tasks of a log folder, or a study file.

mod file;
mod logs;
mod places;
mod sets;
mod table;

pub use file::StudyFile;
pub use sets::{NamedSet, Study, StudyMeasure, StudySet};

use rayon::prelude::*;
use restrap_engine::Control;
use restrap_words::{asked, asked_as};

use crate::sources::{OwnedData, SourceError, Sources};
use restrap_lib::{
    DataSet, Measure, ReplicateOutcome, ReplicateRequest, inner::signature_of, outcome::InputInfo,
    replicate,
};

impl Study {
    /// The data sets of systems that are named alike on all of them. `dataset`: the column that tells data sets apart, where they
    /// stand in one table.
    ///
    /// # Errors
    /// [`SourceError`] for files that cannot be read, and where there is one data set alone by construction.
    pub fn new(template: &Sources, dataset: Option<&str>) -> Result<Self, SourceError> {
        if let Some(column) = dataset {
            return table::study(template, column);
        }
        if template
            .systems
            .iter()
            .any(|typed| typed.contains(places::WORD))
        {
            return places::study(template);
        }
        if let Some(study) = logs::study(template)? {
            return Ok(study);
        }
        Err(SourceError::usage(
            format!(
                "expected several data sets, found none in {}",
                template.systems.join(" ")
            ),
            format!(
                "write {} where the paths differ ('base=runs/base/{}.txt'), name the column of a table ({}), or give folders of logs \
                 or a study file",
                places::WORD,
                places::WORD,
                asked_as("dataset", "COL")
            ),
        ))
    }
}

/// A data set that was read: its name, what is measured, and its scores.
type Read = (String, Option<String>, OwnedData);

/// Reads, scores and compares: every system with the baseline on every data set under every metric.
///
/// # Errors
/// [`SourceError`] for files that cannot be read, paired or scored, and as [`replicate`].
pub fn replicate_files(
    study: &Study,
    request: &ReplicateRequest,
    control: &Control,
) -> Result<ReplicateOutcome, SourceError> {
    let read = |set: &StudySet| {
        let mut data = set.sources.read(&request.request)?;
        let own = data.name.take().or_else(|| data.full_name.take());
        Ok((set.name.clone(), set.metric.clone().or(own), data))
    };
    let owned = study
        .measures
        .par_iter()
        .map(|measure| measure.sets.par_iter().map(read).collect());
    let owned: Vec<Vec<Read>> = owned.collect::<Result<_, SourceError>>()?;
    if owned.iter().all(Vec::is_empty) {
        return Err(SourceError::usage(
            "expected a data set that the baseline and another system have, found none",
            format!("check the names: {} names the baseline", asked("baseline")),
        ));
    }
    let measures: Vec<Measure> = study
        .measures
        .iter()
        .zip(&owned)
        .map(|(measure, sets)| Measure {
            name: measure.name.clone(),
            sets: sets
                .iter()
                .map(|(name, metric, data)| DataSet {
                    name: name.clone(),
                    data: data.data(),
                    metric: metric.clone(),
                })
                .collect(),
        })
        .collect();
    // Where the files of all data sets say it, and nobody else.
    let is_lower = owned.iter().flatten().all(|(_, _, data)| data.is_lower);
    let mut request = request.clone();
    if is_lower {
        request.request = request.request.higher_is_better(false);
    }
    let mut outcome = replicate(&measures, &request, control)?;
    let mut inputs: Vec<InputInfo> = Vec::new();
    let mut notes = study.notes.clone();
    for (name, _, data) in owned.iter().flatten() {
        for input in &data.inputs {
            if !inputs
                .iter()
                .any(|known| known.path == input.path && known.role == input.role)
            {
                inputs.push(input.clone());
            }
        }
        let told = data
            .notes
            .iter()
            .map(|note| note.code.says(format!("{name}, {note}")));
        notes.extend(
            told.filter(|note| !notes.contains(note))
                .collect::<Vec<_>>(),
        );
    }
    outcome.run.take_inputs(inputs);
    let mut readings = owned.iter().flatten().map(|(_, _, data)| &data.reading);
    if let Some(first) = readings.next() {
        outcome.run.reading = first.clone();
        readings.for_each(|other| outcome.run.reading.agree(other));
    }
    outcome
        .run
        .report
        .push_str(&outcome.run.reading.sentences());
    outcome.run.signature = signature_of(&outcome);
    notes.append(&mut outcome.run.warnings);
    outcome.run.warnings = notes;
    Ok(outcome)
}
