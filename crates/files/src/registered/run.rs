//! Writing a study down, and running one that was.

use std::collections::BTreeMap;
use std::path::Path;

use restrap_core::STREAM_NAME;
use restrap_engine::Control;

use super::departures::departures;
use super::outcome::digest;
use super::outcome::{REGISTER_SCHEMA, RegisterOutcome, RegisteredPlan, RegisteredUnits};
use super::stored::refuse_second;
use crate::sources::SourceError;
use crate::study::{StudyFile, replicate_files};
use restrap_lib::{
    DatasetOutcome, Error, RegisteredOutcome, ReplicateOutcome, ReplicateRequest, Survey,
};

/// Registers a study file: writes `STUDY.registered.json` beside it. Data sets whose files are there are read and counted, and nothing of
/// their scores is told. `date`: a note.
///
/// # Errors
/// [`SourceError`] where the study was registered before, for what is not a study, for files that are there and cannot be compared as is
/// asked, and where the registration cannot be written.
pub fn register(
    study: &str,
    request: &ReplicateRequest,
    date: Option<String>,
) -> Result<RegisterOutcome, SourceError> {
    if !StudyFile::is_called(study) {
        return Err(SourceError::usage(
            format!("expected a study file, STUDY.toml, found {study}"),
            "rename it: by this ending a run tells it from scores",
        ));
    }
    let file = StudyFile::read(study)?;
    refuse_second(study)?;
    request.request.fits()?;
    let ready = file.study()?.ready();
    let datasets = if ready.measures.iter().all(|measure| measure.sets.is_empty()) {
        Vec::new()
    } else {
        // Everything but the draws, so that units are those of the run, and what cannot be run is refused now.
        let survey = Survey::default();
        let control = Control {
            ledger: Some(&survey),
            ..Control::default()
        };
        replicate_files(&ready, request, &control)?.datasets
    };
    let plan = plan(&file, request, &datasets, file.files()?)?;
    let digest = plan.digest().map_err(|error| not_told(&error))?;
    let name = Path::new(study)
        .file_name()
        .map_or_else(|| study.into(), |name| name.to_string_lossy());
    let outcome = RegisterOutcome {
        schema: REGISTER_SCHEMA.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        digest,
        date,
        study: name.into_owned(),
        plan,
    };
    outcome.write(study)?;
    Ok(outcome)
}

/// Runs a registered study, and says whether that is what was registered. `request`: that of the registration, perhaps with changes.
///
/// # Errors
/// As [`replicate_files`]; and for files that are there and cannot be read.
pub fn replicate_registered(
    study: &str,
    registration: &RegisterOutcome,
    request: &ReplicateRequest,
    control: &Control,
) -> Result<ReplicateOutcome, SourceError> {
    let file = StudyFile::read(study)?;
    let mut outcome = replicate_files(&file.study()?, request, control)?;
    let files = registration.plan.inputs.keys().cloned().collect();
    let run = plan(&file, request, &outcome.datasets, files)?;
    let departures = departures(&registration.plan, &run).map_err(|error| not_told(&error))?;
    let later =
        |(file, was): &(&String, &Option<String>)| was.is_none() && run.inputs[*file].is_some();
    let registered = RegisteredOutcome {
        digest: registration.digest.clone(),
        version: registration.version.clone(),
        inputs: registration.plan.inputs.len() as u64,
        later: registration.plan.inputs.iter().filter(later).count() as u64,
        departures,
    };
    outcome.run.report = format!(
        "{} {}",
        outcome.run.report,
        registered.sentences().join(" ")
    );
    if registered.version != outcome.run.version {
        outcome.run.warnings.push(format!(
            "registered with restrap {}, run with {}: the changelog lists the values that differ",
            registered.version, outcome.run.version
        ));
    }
    outcome.registered = Some(registered);
    Ok(outcome)
}

/// Everything that two runs have alike when they are the same.
fn plan(
    file: &StudyFile,
    request: &ReplicateRequest,
    datasets: &[DatasetOutcome],
    files: Vec<String>,
) -> Result<RegisteredPlan, SourceError> {
    let folder = file.opened("");
    let mut inputs = BTreeMap::new();
    for path in files {
        let of = digest(&file.opened(&path), Path::new(&folder)).map_err(|error| {
            SourceError::usage(
                format!("{path}: cannot be read: {error}"),
                "make it readable, or leave it out of the study",
            )
        })?;
        inputs.insert(path, of);
    }
    let units = |set: &DatasetOutcome| RegisteredUnits {
        unit: set.unit,
        items: set.items,
        clusters: set.clusters,
        runs: set.runs,
    };
    Ok(RegisteredPlan {
        stream: STREAM_NAME.to_owned(),
        request: request.clone(),
        study: file.planned()?,
        units: datasets
            .iter()
            .filter(|set| set.items > 0)
            .map(|set| (set.name.clone(), units(set)))
            .collect(),
        inputs,
    })
}

fn not_told(error: &serde_json::Error) -> SourceError {
    Error::BadParameter {
        expected: "a plan that JSON can hold",
        found: error.to_string(),
    }
    .into()
}
