//! `replicate`.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use restrap::{
    NamedSet, ReplicateRequest, Request, RowMetric, SourceError, Study, StudyFile, Test,
    are_lower_better, replicate_files,
};

use crate::error::Raise;
use crate::failure::Failure;
use crate::function::Function;
use crate::given::Given;
use crate::keywords::Keywords;
use crate::running::Running;
use crate::sources::metrics;

/// Compares systems, written as on the command line, on several data sets; the JSON of the outcome. `sets`: the data sets one by one, in
/// the place of systems.
#[pyfunction]
pub fn replicate(
    systems: Vec<String>,
    sets: Vec<Bound<'_, PyDict>>,
    asked: Bound<'_, PyDict>,
) -> PyResult<String> {
    let asked = Keywords(asked);
    let py = asked.py();
    let (request, running) = (request(&asked)?, Running::asked(&asked)?);
    let failure = Failure::default();
    let sets = sets
        .into_iter()
        .map(|set| named_set(&Keywords(set), &failure))
        .collect::<PyResult<Vec<_>>>()?;
    let (study, given) = study(systems, &sets, &asked)?;
    let ran = running.run(py, |control| {
        let mut outcome = replicate_files(&study, &request, control)?;
        if let Some(given) = &given {
            given.tell(&mut outcome.run);
        }
        Ok::<_, SourceError>(outcome)
    })?;
    let failed = failure
        .take()
        .or_else(|| given.and_then(|given| given.failure()));
    failed.map_or_else(|| ran.told(py), Err)
}

/// A data set of the keywords `name`, `systems`, `gold`, `references`, `cluster`, `item`, `function`.
fn named_set(set: &Keywords, failure: &Failure) -> PyResult<NamedSet> {
    let function = Function::asked(set, failure.clone())?;
    Ok(NamedSet {
        name: set.get("name")?.unwrap_or_default(),
        systems: set.texts("systems")?,
        gold: set.get("gold")?,
        references: set.texts("references")?,
        cluster: crate::sources::clusters(set)?,
        id: set.texts("item")?,
        rows: function.map(|function| Arc::new(function) as Arc<dyn RowMetric>),
    })
}

fn request(asked: &Keywords) -> PyResult<ReplicateRequest> {
    let mut request = crate::request::changed(Request::default(), asked)?;
    if are_lower_better(&metrics(asked)?) {
        request = request.higher_is_better(false);
    }
    if request.question.tests.is_empty() {
        request = request.tests([Test::Permutation]);
    }
    Ok(ReplicateRequest::new(request).micro(asked.is("micro")?))
}

/// The study file, where all systems are one.
fn study_file(systems: &[String]) -> Option<&String> {
    let [path] = systems else { return None };
    StudyFile::is_called(path).then_some(path)
}

/// What a study file says itself: what is read and how it is scored.
const OF_STUDY: [&str; 17] = [
    "baseline",
    "dataset",
    "item",
    "where",
    "unseen",
    "missing",
    "cluster",
    "repeat",
    "reduce",
    "seed_col",
    "metric",
    "gold",
    "references",
    "qrels",
    "systems",
    "long",
    "input_format",
];

/// A keyword that a study file says itself would be passed over.
fn refuse_inputs(path: &str, asked: &Keywords) -> PyResult<()> {
    for name in OF_STUDY {
        if asked.has(name)? {
            return Err(StudyFile::says_itself(path, name).raise(asked.py()));
        }
    }
    Ok(())
}

/// The files of all data sets, and how they are read if no study file says it.
fn study(
    systems: Vec<String>,
    sets: &[NamedSet],
    asked: &Keywords,
) -> PyResult<(Study, Option<Given>)> {
    let raise = |error: SourceError| error.raise(asked.py());
    if let Some(path) = study_file(&systems) {
        refuse_inputs(path, asked)?;
        let study = StudyFile::read(path).and_then(|file| file.study());
        return Ok((study.map_err(raise)?, None));
    }
    let given = Given::new(systems, asked)?;
    let study = if sets.is_empty() {
        let dataset = asked.get::<String>("dataset")?;
        Study::new(&given.sources, dataset.as_deref()).map_err(raise)?
    } else {
        Study::of_sets(&given.sources, sets)
    };
    Ok((study, Some(given)))
}
