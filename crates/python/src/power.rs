//! `power`: a question and its request as JSON, the JSON of the answer.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use restrap::power::{
    CurveRequest, PlanOutcome, PlanRequest, PowerModel, PowerQuestion, PowerRequest, audit,
    compare, curve, plan, read_difference, read_share,
};
use restrap::{Control, Profile, Request, SourceError, Sources, StudyFile, plan_files, plan_study};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::{Fault, Raise, raised};
use crate::keywords::Keywords;
use crate::running::{Ran, Running};
use crate::sources::sources;

/// Answers a question of power; `paths` are a baseline and a system, written as on the command line, or none.
#[pyfunction]
#[expect(
    clippy::needless_pass_by_value,
    reason = "what comes from Python is owned"
)]
pub fn power(
    question: &str,
    request: &str,
    paths: Vec<String>,
    asked: Bound<'_, PyDict>,
) -> PyResult<String> {
    let asked = Keywords(asked);
    let mut sources = sources(paths.clone(), &asked)?;
    match asked.read("question", question)? {
        PowerQuestion::Audit => {
            let request = read(&asked, request)?;
            told(&asked, |_| audit(&request))
        }
        PowerQuestion::Curve => {
            let request: CurveRequest = read(&asked, request)?;
            told(&asked, |control| curve(&request, control))
        }
        PowerQuestion::Plan => {
            let request: PlanRequest = read(&asked, request)?;
            if paths.is_empty() {
                return told(&asked, |_| plan(&request));
            }
            sources.reading.cluster = crate::sources::clusters(&asked)?;
            told(&asked, |_| planned(&paths, &sources, &request))
        }
        PowerQuestion::Compare => {
            let mut request: PowerRequest = read(&asked, request)?;
            if paths.is_empty() {
                return told(&asked, |control| compare(&request, control));
            }
            let grid = asked.word("grid")?.unwrap_or_default();
            told(&asked, |control| {
                let data = sources.read(&Request::default())?;
                let (population, notes) = data.population(grid)?;
                if request.model == PowerModel::Files {
                    request = request.model(population.model());
                }
                let mut outcome = population.compare(&request, control)?;
                outcome.run.warnings.extend(notes);
                Ok::<_, SourceError>(outcome)
            })
        }
    }
}

/// The plan of a pilot in files, or of the data sets of a study.
fn planned(
    paths: &[String],
    sources: &Sources,
    request: &PlanRequest,
) -> Result<PlanOutcome, SourceError> {
    let Some((path, system)) = StudyFile::typed(paths) else {
        return plan_files(sources, request);
    };
    let study = StudyFile::read(path)?.study()?;
    let comparisons = if request.comparisons == 1 {
        study.comparisons()
    } else {
        request.comparisons
    };
    plan_study(&study, system, &request.clone().comparisons(comparisons))
}

/// The request of a published recipe, or of no recipe, as JSON.
#[pyfunction]
pub fn profiled(py: Python<'_>, profile: Option<&str>) -> PyResult<String> {
    let request = match profile.map(str::parse::<Profile>) {
        None => Request::default(),
        Some(Ok(profile)) => Request::default().profile(profile),
        Some(Err(error)) => return Err(raised(py, &Fault::Input, error, None)),
    };
    crate::render::json(&request)
}

fn read<T: DeserializeOwned>(asked: &Keywords, request: &str) -> PyResult<T> {
    let mut json = serde_json::Deserializer::from_str(request);
    serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let what = error.inner().to_string();
        // Nobody sees the text whose place serde names.
        let what = what.split(" at line ").next().unwrap_or_default();
        asked.refuse(format!("{}: {what}", error.path()), None)
    })
}

/// Reads a share or a difference from text.
#[pyfunction]
pub fn amount(py: Python<'_>, name: &str, text: &str, is_share: bool) -> PyResult<f64> {
    let read = if is_share {
        read_share(text)
    } else {
        read_difference(text)
    };
    read.map_err(|error| {
        let found = format!("{name}: {error}, found {text}");
        raised(py, &Fault::Input, found, None)
    })
}

fn told<T: Serialize + Send, E: Raise + Send>(
    asked: &Keywords,
    answer: impl FnOnce(&Control) -> Result<T, E> + Send,
) -> PyResult<String> {
    let Ran { made, stopped } = Running::asked(asked)?.run(asked.py(), answer)?;
    match stopped {
        Some(stopped) => Err(stopped),
        None => crate::render::json(&made.map_err(|error| error.raise(asked.py()))?),
    }
}
