//! `ci`: each system on its own, for files and for columns.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use restrap::inner::Systems;
use restrap::outcome::MetricInfo;
use restrap::{
    BudgetRequest, DescribeOutcome, DescribeRequest, Over, Request, Sampling, SourceError, Units,
    describe, describe_counted, describe_items,
};

use crate::error::Raise;
use crate::given::Given;
use crate::keywords::Keywords;
use crate::metric::{Asked as AskedMetric, Callable};
use crate::request::score_range;
use crate::running::{Ran, Running};
use crate::scores::{Codes, Column, Digests, scores};
use crate::sources::sources;

/// Describes systems in files, written as on the command line; the JSON of the outcome, and
/// how many systems there are.
#[pyfunction]
pub fn describe_paths(systems: Vec<String>, asked: Bound<'_, PyDict>) -> PyResult<(String, usize)> {
    let asked = Keywords(asked);
    let py = asked.py();
    let request = request(&asked)?;
    let (sources, notes) = (sources(systems, &asked)?, asked.texts("notes")?);
    let Ran { made, stopped } = Running::asked(&asked)?.run(py, |control| {
        let mut outcome = restrap::describe_files(&sources, Vec::new(), &request, control)?;
        outcome.run.warnings.extend(notes);
        Ok(outcome)
    })?;
    answer(py, made, stopped)
}

/// Describes systems whose scores are columns; the JSON of the outcome, and
/// how many systems there are.
#[pyfunction]
#[expect(
    clippy::needless_pass_by_value,
    reason = "what comes from Python is owned"
)]
pub fn describe_scores(
    columns: Vec<Column<'_>>,
    clusters: Vec<Codes<'_>>,
    notes: Vec<String>,
    asked: Bound<'_, PyDict>,
) -> PyResult<(String, usize)> {
    let asked = Keywords(asked);
    let py = asked.py();
    let mut request = request(&asked)?;
    let of = |codes: &Codes| Ok(Sampling::from(Units::Clusters(codes.clusters()?)));
    request.of = clusters.iter().map(of).collect::<PyResult<_>>()?;
    let systems = scores(&columns)?;
    let digests = Digests::new(&systems);
    let as_zero = asked.get::<bool>("were_missing")?;
    let Ran { made, stopped } = Running::asked(&asked)?.run(py, |control| {
        let mut outcome = describe(&systems, &request, control).map_err(SourceError::from)?;
        if let Some(as_zero) = as_zero {
            outcome.run.were_missing(as_zero);
            outcome.put_recipe();
        }
        outcome.run.warnings.extend(notes);
        Ok(outcome)
    })?;
    digests.check(py, &systems)?;
    answer(py, made, stopped)
}

/// Describes systems by a metric of counts or of items; the JSON of the outcome, and how many systems there are.
#[pyfunction]
#[expect(
    clippy::needless_pass_by_value,
    reason = "what comes from Python is owned"
)]
pub fn describe_columns(
    given: Given<'_>,
    metric: Option<AskedMetric>,
    _items: Option<Vec<String>>,
    notes: Vec<String>,
    asked: Bound<'_, PyDict>,
) -> PyResult<(String, usize)> {
    let asked = Keywords(asked);
    let py = asked.py();
    let mut request = request(&asked)?;
    let (metric, held) = (metric.map(Callable::from), given.borrow(py)?);
    let data = held.data(metric.as_ref());
    request.of = vec![Sampling::from(data.sampling.units.clone()); data.number()];
    let Ran { made, stopped } = Running::asked(&asked)?.run(py, |control| {
        let mut outcome = match data.systems {
            Systems::Items(items) => {
                let rows: Vec<_> = (0..data.number()).map(|place| (items, place)).collect();
                describe_items(&rows, MetricInfo::of_items(items), &request, control)?
            }
            Systems::Counted(of, systems) => {
                describe_counted(of, systems, MetricInfo::of_sums(of), &request, control)?
            }
            Systems::Scores(systems) => describe(systems, &request, control)?,
        };
        outcome.run.warnings.extend(notes);
        Ok::<_, SourceError>(outcome)
    })?;
    let failure = metric
        .and_then(Callable::failure)
        .or_else(|| held.failure(py));
    failure.map_or_else(|| answer(py, made, stopped), Err)
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
    let reproduction = asked.get("reproduction")?.unwrap_or_default();
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
        reproduction,
        budget: budget.then_some(BudgetRequest {
            estimator: asked.word("estimator")?.unwrap_or_default(),
            higher_is_better,
        }),
        ..DescribeRequest::default()
    })
}

fn answer(
    py: Python<'_>,
    made: Result<DescribeOutcome, SourceError>,
    stopped: Option<PyErr>,
) -> PyResult<(String, usize)> {
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
