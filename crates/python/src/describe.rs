//! `ci`: each system on its own.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use restrap::{BudgetRequest, DescribeRequest, ListedScores, Numbers, Over, Request, SourceError};

use crate::error::Raise;
use crate::given::Given;
use crate::keywords::Keywords;
use crate::request::score_range;
use crate::running::{Ran, Running};

/// Describes systems; the JSON of the outcome, and how many systems there are.
#[pyfunction]
pub fn describe(systems: Vec<String>, asked: Bound<'_, PyDict>) -> PyResult<(String, usize)> {
    let asked = Keywords(asked);
    let py = asked.py();
    let request = request(&asked)?;
    let given = Given::new(systems, &asked)?;
    let Ran { made, stopped } = Running::asked(&asked)?.run(py, |control| {
        let counted = match &given.sources.numbers {
            Some(Numbers::Scores(lists)) => lists.iter().map(ListedScores::scores).collect(),
            _ => Vec::new(),
        };
        let mut outcome = restrap::describe_files(&given.sources, counted, &request, control)?;
        given.tell(&mut outcome.run);
        Ok::<_, SourceError>(outcome)
    })?;
    if let Some(failure) = given.failure() {
        return Err(failure);
    }
    let told = made.map_err(|error| error.raise(py));
    let told = told.and_then(|outcome| {
        Ok((
            crate::render::json(&outcome)?,
            outcome.by_metric().map(|one| one.systems.len()).sum(),
        ))
    });
    let Some(stopped) = stopped else { return told };
    if let Ok(partial) = told {
        stopped.value(py).setattr("partial", partial)?;
    }
    Err(stopped)
}

fn request(asked: &Keywords) -> PyResult<DescribeRequest> {
    let mut request = Request::default()
        .digits(asked.get::<u8>("digits")?)
        .range(score_range(asked, "range")?);
    if let Some(method) = asked.word("interval")? {
        request = request.interval(method);
    }
    if let Some(confidence) = asked.get("confidence")? {
        request = request.confidence(confidence);
    }
    if let Some(grid) = asked.word("grid")? {
        request = request.grid(grid);
    }
    let over: Over = asked.word("over")?.unwrap_or_default();
    let (test_fraction, plus_minus) = (asked.get("test_fraction")?, asked.get("plus_minus")?);
    let higher_is_better = asked.get("higher_is_better")?.unwrap_or(true);
    let budget = asked.is("budget")?;
    // A trial is a replication: it shares no data with another.
    let over = if budget && over == Over::Items {
        Over::Replications
    } else {
        over
    };
    Ok(DescribeRequest {
        request,
        over,
        test_fraction,
        plus_minus,
        budget: budget.then_some(BudgetRequest {
            estimator: asked.word("estimator")?.unwrap_or_default(),
            higher_is_better,
        }),
        ..DescribeRequest::default()
    })
}
