//! `compare`: of files, and of columns.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use restrap::{Counted, Data, Outcome, Request, Test};

use crate::error::Raise;
use crate::keywords::Keywords;
use crate::metric::{Asked as AskedMetric, Callable, Sums};
use crate::request::{is_all, request};
use crate::running::{Ran, Running};
use crate::scores::{Column, Groups, scores};
use crate::sources::{is_lower, metrics, sources};

const LEFT_OUT: &str = "test=\"all\" leaves mcnemar out: it needs scores that are all 0 or 1";

/// Compares systems in files, written as on the command line, baseline first; the JSON of the outcome, and how many
/// systems were compared.
#[pyfunction]
pub fn compare_paths(systems: Vec<String>, asked: Bound<'_, PyDict>) -> PyResult<(String, usize)> {
    let asked = Keywords(asked);
    let py = asked.py();
    let mut request = request(&asked)?;
    if is_lower(&metrics(&asked)?) {
        request = request.higher_is_better(false);
    }
    let (sources, all) = (sources(systems, &asked)?, is_all(&asked)?);
    let Ran { made, stopped } = Running::asked(&asked)?.run(py, |control| {
        let mut data = sources.read(&request)?;
        let mut request = request.clone();
        if all && leave_mcnemar_out(&mut request, data.has_other_scores()) {
            data.note(LEFT_OUT);
        }
        data.compare(&request, control).map_err(restrap::SourceError::from)
    })?;
    let folder = asked.get::<String>("folder")?;
    let made = made.map(|mut outcome| {
        if let Some(folder) = &folder {
            // Values were written to files of no interest.
            outcome.inputs.clear();
            outcome.warnings.iter_mut().for_each(|warning| *warning = warning.replace(folder, ""));
        }
        outcome
    });
    answer(py, made, stopped)
}

/// Compares systems whose scores are columns, baseline first, of the same items in the same order; the JSON of the outcome, and how many
/// systems were compared.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "what comes from Python is owned")]
pub fn compare_scores(
    columns: Vec<Column<'_>>,
    by: Option<Groups<'_>>,
    cluster: Option<Groups<'_>>,
    stratum: Option<Groups<'_>>,
    items: Option<Vec<String>>,
    notes: Vec<String>,
    asked: Bound<'_, PyDict>,
) -> PyResult<(String, usize)> {
    let asked = Keywords(asked);
    let py = asked.py();
    let mut request = request(&asked)?;
    let systems = scores(&columns)?;
    let other = || systems.iter().flat_map(|system| system.values.iter()).any(|&x| x != 0.0 && x != 1.0);
    let left_out = is_all(&asked)? && leave_mcnemar_out(&mut request, other());
    let (clusters, strata) = (
        cluster.as_ref().map(Groups::clusters).transpose()?,
        stratum.as_ref().map(Groups::strata).transpose()?,
    );
    let mut data = Data::scores(&systems);
    if let Some(clusters) = &clusters {
        data = data.clustered(clusters);
    }
    if let Some(strata) = &strata {
        data = data.within(strata);
    }
    let codes = by.as_ref().map(Groups::codes).transpose()?;
    if let Some(by) = &by {
        data = data.by(by.populations()?);
    }
    let Ran { made, stopped } =
        Running::asked(&asked)?.run(py, |control| restrap::compare(data, &request, control))?;
    let made = made.map(|mut outcome| {
        if let Some(items) = &items {
            outcome.name_items(|place| items.get(place).cloned(), codes);
        }
        outcome.warnings.extend(notes);
        outcome.warnings.extend(left_out.then(|| LEFT_OUT.to_owned()));
        outcome
    });
    answer(py, made, stopped)
}

/// Compares systems by a metric of Python, whose counts are columns, baseline first; the JSON of the outcome, and how many systems
/// were compared.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "what comes from Python is owned")]
pub fn compare_sums(
    systems: Vec<Sums<'_>>,
    metric: AskedMetric,
    by: Option<Groups<'_>>,
    cluster: Option<Groups<'_>>,
    notes: Vec<String>,
    asked: Bound<'_, PyDict>,
) -> PyResult<(String, usize)> {
    let asked = Keywords(asked);
    let py = asked.py();
    let request = request(&asked)?;
    let metric = Callable::from(metric);
    let systems: Vec<Counted> = systems.iter().map(Sums::counted).collect::<PyResult<_>>()?;
    let clusters = cluster.as_ref().map(Groups::clusters).transpose()?;
    let mut data = Data::counted(&metric, &systems);
    if let Some(clusters) = &clusters {
        data = data.clustered(clusters);
    }
    if let Some(by) = &by {
        data = data.by(by.populations()?);
    }
    let Ran { made, stopped } =
        Running::asked(&asked)?.run(py, |control| restrap::compare(data, &request, control))?;
    let made = made.map(|mut outcome| {
        outcome.warnings.extend(notes);
        outcome
    });
    match metric.failure() {
        Some(failure) => Err(failure),
        None => answer(py, made, stopped),
    }
}

/// `test="all"` is all that the scores allow; whether that leaves one out.
fn leave_mcnemar_out(request: &mut Request, other: bool) -> bool {
    let leaves = other && request.question.tests.first() != Some(&Test::McNemar);
    if leaves {
        request.question.tests.retain(|&test| test != Test::McNemar);
    }
    leaves
}

/// The JSON of an outcome. What stopped a run is raised, with the outcome of what was finished, if there is one.
fn answer<E: Raise>(
    py: Python<'_>,
    made: Result<Outcome, E>,
    stopped: Option<PyErr>,
) -> PyResult<(String, usize)> {
    let told = made.map_err(|error| error.raise(py)).and_then(|mut outcome| {
        // A machine is no part of the answer.
        outcome.plan.level = None;
        Ok((crate::render::json(&outcome)?, outcome.comparisons.len()))
    });
    let Some(stopped) = stopped else { return told };
    if let Ok((json, _)) = told {
        stopped.value(py).setattr("partial", json)?;
    }
    Err(stopped)
}
