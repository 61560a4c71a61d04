//! `compare`: for files, and for columns.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use restrap::{Outcome, Request, Test};

use crate::error::Raise;
use crate::given::Given;
use crate::keywords::Keywords;
use crate::metric::{Asked as AskedMetric, Callable};
use crate::request::{is_all, request};
use crate::running::{Ran, Running};
use crate::sources::{is_lower, metrics, sources};

const LEFT_OUT: &str = "test=\"all\" leaves mcnemar out: it needs scores that are all 0 or 1";

/// Compares systems in files, written as on the command line, baseline first; the JSON of the outcome, and how many
/// systems were compared.
#[pyfunction]
pub fn compare_paths(systems: Vec<String>, asked: Bound<'_, PyDict>) -> PyResult<(String, usize)> {
    let asked = Keywords(asked);
    let py = asked.py();
    let mut request = request(&asked)?;
    let (sources, all, notes) = (
        sources(systems, &asked)?,
        is_all(&asked)?,
        asked.texts("notes")?,
    );
    if sources.columns.is_empty() && is_lower(&metrics(&asked)?) {
        request = request.higher_is_better(false);
    }
    let Ran { made, stopped } = Running::asked(&asked)?.run(py, |control| {
        let (primary, mut own) = sources.primary(&request)?;
        let mut data = primary.read(&own)?;
        for note in notes {
            data.note(note);
        }
        if all && leave_mcnemar_out(&mut own, data.has_other_scores()) {
            data.note(LEFT_OUT);
        }
        sources.decided(data, &own, &request, control)
    })?;
    answer(py, made, stopped)
}

/// Compares systems that are columns of the same items, baseline first; the JSON of the outcome, and how many systems were compared.
#[pyfunction]
#[expect(
    clippy::needless_pass_by_value,
    reason = "what comes from Python is owned"
)]
pub fn compare_columns(
    given: Given<'_>,
    metric: Option<AskedMetric>,
    items: Option<Vec<String>>,
    notes: Vec<String>,
    asked: Bound<'_, PyDict>,
) -> PyResult<(String, usize)> {
    let asked = Keywords(asked);
    let py = asked.py();
    let mut request = request(&asked)?;
    let (metric, held) = (metric.map(Callable::from), given.level_prefix(py)?);
    let left_out = is_all(&asked)? && leave_mcnemar_out(&mut request, held.has_other_scores());
    let data = held.data(metric.as_ref());
    let Ran { made, stopped } =
        Running::asked(&asked)?.run(py, |control| restrap::compare(data, &request, control))?;
    let made = made.map(|mut outcome| {
        if let Some(items) = &items {
            outcome.name_items(|place| items.get(place).cloned(), held.codes());
        }
        outcome.run.warnings.extend(notes);
        outcome
            .run
            .warnings
            .extend(left_out.then(|| LEFT_OUT.to_owned()));
        outcome
    });
    let failure = metric
        .and_then(Callable::failure)
        .or_else(|| held.failure());
    failure.map_or_else(|| answer(py, made, stopped), Err)
}

/// `test="all"` is all that the scores allow; whether that leaves one out.
fn leave_mcnemar_out(request: &mut Request, other: bool) -> bool {
    let leaves = other && request.question.tests.first() != Some(&Test::McNemar);
    if leaves {
        request.question.tests.retain(|&test| test != Test::McNemar);
    }
    leaves
}

/// The JSON of an outcome, and how many systems were compared.
fn answer<E: Raise>(
    py: Python<'_>,
    made: Result<Outcome, E>,
    stopped: Option<PyErr>,
) -> PyResult<(String, usize)> {
    let mut compared = 0;
    let made = made.map(|mut outcome| {
        // The machine is not part of the answer.
        outcome.plan.level = None;
        compared = outcome.comparisons.len();
        outcome
    });
    Ok((Ran { made, stopped }.told(py)?, compared))
}
