//! `compare`: for files, and for columns.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use restrap::Outcome;

use crate::error::Raise;
use crate::given::Given;
use crate::keywords::Keywords;
use crate::metric::{Asked as AskedMetric, Callable};
use crate::request::{is_all, request};
use crate::running::{Ran, Running};
use crate::sources::{is_lower, metrics, sources};

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
        if let Some(note) = all.then(|| data.data().leave_out(&mut own)).flatten() {
            data.note(note);
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
    let (metric, held) = (metric.map(Callable::from), given.borrow(py)?);
    let data = held.data(metric.as_ref());
    let as_zero = asked.get::<bool>("were_missing")?;
    let left_out = if is_all(&asked)? {
        data.leave_out(&mut request)
    } else {
        None
    };
    let Ran { made, stopped } =
        Running::asked(&asked)?.run(py, |control| restrap::compare(data, &request, control))?;
    let made = made.map(|mut outcome| {
        if let Some(items) = &items {
            outcome.name_items(|place| items.get(place).cloned(), held.codes());
        }
        outcome.run.warnings.extend(notes);
        outcome.run.warnings.extend(left_out);
        if let Some(as_zero) = as_zero {
            outcome.run.were_missing(as_zero);
            outcome.put_recipe();
        }
        outcome
    });
    let failure = metric
        .and_then(Callable::failure)
        .or_else(|| held.failure(py));
    failure.map_or_else(|| answer(py, made, stopped), Err)
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
