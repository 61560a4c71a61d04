//! `replicate`.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use restrap::{
    DataSet, Measure, ReplicateRequest, Request, SourceError, Study, StudyFile, Test,
    are_lower_better, replicate_files,
};

use crate::error::Raise;
use crate::given::Columns;
use crate::keywords::Keywords;
use crate::running::Running;
use crate::sources::{metrics, sources};

/// Paths, written as on the command line, or a study file; or the columns of each data set.
#[derive(FromPyObject)]
pub enum Sets<'py> {
    Paths(Vec<String>),
    Columns(Vec<(String, Columns<'py>)>),
}

/// Compares systems on several data sets; the JSON of the outcome.
#[pyfunction]
pub fn replicate(sets: Sets<'_>, asked: Bound<'_, PyDict>) -> PyResult<String> {
    let asked = Keywords(asked);
    let py = asked.py();
    let (request, running) = (request(&asked)?, Running::asked(&asked)?);
    let sets = match sets {
        Sets::Paths(systems) => {
            let study = study(systems, &asked)?;
            let ran = running.run(py, |control| replicate_files(&study, &request, control))?;
            return ran.told(py);
        }
        Sets::Columns(sets) => sets,
    };
    let held = sets
        .iter()
        .map(|(name, columns)| Ok((name, columns.borrow(py)?)))
        .collect::<PyResult<Vec<_>>>()?;
    let sets = held
        .iter()
        .map(|(name, held)| DataSet {
            name: (*name).clone(),
            data: held.data(),
            metric: None,
        })
        .collect();
    let measures = [Measure { name: None, sets }];
    let notes = asked.notes()?;
    let ran = running.run(py, |control| {
        let mut outcome = restrap::replicate(&measures, &request, control)?;
        outcome.run.warnings.splice(..0, notes);
        Ok::<_, restrap::Error>(outcome)
    })?;
    let failure = held.iter().find_map(|(_, held)| held.failure(py));
    failure.map_or_else(|| ran.told(py), Err)
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

/// The files of all data sets.
fn study(systems: Vec<String>, asked: &Keywords) -> PyResult<Study> {
    let raise = |error: SourceError| error.raise(asked.py());
    if let Some(path) = study_file(&systems) {
        refuse_inputs(path, asked)?;
        return StudyFile::read(path)
            .and_then(|file| file.study())
            .map_err(raise);
    }
    let sources = sources(systems, asked)?;
    Study::new(&sources, asked.get::<String>("dataset")?.as_deref()).map_err(raise)
}
