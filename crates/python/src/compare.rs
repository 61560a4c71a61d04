//! `compare`.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use restrap::SourceError;

use crate::given::Given;
use crate::keywords::Keywords;
use crate::request::{is_all, request};
use crate::running::{Ran, Running};

/// Compares systems, baseline first; the JSON of the outcome, and how many systems were compared.
#[pyfunction]
pub fn compare(systems: Vec<String>, asked: Bound<'_, PyDict>) -> PyResult<(String, usize)> {
    let asked = Keywords(asked);
    let py = asked.py();
    let mut request = request(&asked)?;
    let given = Given::new(systems, &asked)?;
    if given.is_lower(&asked)? {
        request = request.higher_is_better(false);
    }
    let is_all = is_all(&asked)?;
    let Ran { made, stopped } = Running::asked(&asked)?.run(py, |control| {
        let mut left_out = None;
        let (primary, mut own) = given.sources.primary(&request)?;
        let data = primary.read(&own)?;
        if is_all {
            left_out = data.data().leave_out(&mut own);
        }
        let mut outcome = given.sources.decided(data, &own, &request, control)?;
        given.tell(&mut outcome.run);
        outcome.run.warnings.extend(left_out);
        Ok::<_, SourceError>(outcome)
    })?;
    if let Some(failure) = given.failure() {
        return Err(failure);
    }
    let mut compared = 0;
    let made = made.map(|mut outcome| {
        // The machine is not part of the answer.
        outcome.plan.level = None;
        compared = outcome.comparisons.len();
        outcome
    });
    Ok((Ran { made, stopped }.told(py)?, compared))
}
