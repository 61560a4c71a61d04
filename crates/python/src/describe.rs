//! `ci`: each system on its own, for files and for columns.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use restrap::io::{Options, load};
use restrap::outcome::Provenance;
use restrap::{
    BudgetRequest, Control, DescribeOutcome, DescribeRequest, Mix, Over, Request, Scores, ScoresOf,
    SourceError, Sources, Units, describe, describe_scored,
};

use crate::error::Raise;
use crate::keywords::Keywords;
use crate::request::score_range;
use crate::running::{Ran, Running};
use crate::scores::{Codes, Column, scores};
use crate::sources::{answers, clusters, options};

/// Describes systems in files, written as on the command line; the JSON of the outcome, and
/// how many systems there are.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "what comes from Python is owned")]
pub fn describe_paths(systems: Vec<String>, asked: Bound<'_, PyDict>) -> PyResult<(String, usize)> {
    let asked = Keywords(asked);
    let py = asked.py();
    let request = request(&asked)?;
    let reading = Options { cluster: clusters(&asked)?, ..options(&asked)? };
    let (answers, human) = (answers(&asked)?, asked.get::<String>("human")?);
    let mix: Option<Mix> = asked.word("mix")?;
    let of = |systems: &[String]| {
        let mut sources = Sources::new(systems).reading(reading.clone()).answers(answers.clone());
        sources.human.clone_from(&human);
        match &mix {
            Some(mix) => sources.mix(mix.clone()),
            None => sources,
        }
    };
    let of_units = reading.cluster.is_some() || human.is_some() || mix.is_some() || of(&systems).has_units();
    let Ran { made, stopped } = Running::asked(&asked)?.run(py, |control| {
        if of_units {
            units(&systems, of, request, control)
        } else {
            plain(&systems, &reading, &request, control)
        }
    })?;
    answer(py, made, stopped)
}

/// Describes systems whose scores are columns; the JSON of the outcome, and
/// how many systems there are.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "what comes from Python is owned")]
pub fn describe_scores(
    columns: Vec<Column<'_>>,
    clusters: Vec<Codes<'_>>,
    notes: Vec<String>,
    asked: Bound<'_, PyDict>,
) -> PyResult<(String, usize)> {
    let asked = Keywords(asked);
    let py = asked.py();
    let mut request = request(&asked)?;
    let of =
        |codes: &Codes| Ok(ScoresOf { units: Units::Clusters(codes.clusters()?), ..ScoresOf::default() });
    request.of = clusters.iter().map(of).collect::<PyResult<_>>()?;
    let systems = scores(&columns)?;
    let Ran { made, stopped } = Running::asked(&asked)?.run(py, |control| {
        let mut outcome = describe(&systems, &request, control).map_err(SourceError::from)?;
        outcome.run.warnings.extend(notes);
        Ok(outcome)
    })?;
    answer(py, made, stopped)
}

fn request(asked: &Keywords) -> PyResult<DescribeRequest> {
    let mut request =
        Request::default().digits(asked.get::<u8>("digits")?).range(score_range(asked, "range")?);
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
    let over = if budget && over == Over::Items { Over::Replications } else { over };
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

/// Systems as they stand in their files: scores, or statistics that an earlier run saved.
fn plain(
    systems: &[String],
    reading: &Options,
    asked: &DescribeRequest,
    control: &Control,
) -> Result<DescribeOutcome, SourceError> {
    let reading = Options { paired: false, ..reading.clone() };
    let sources = Sources::new(systems).reading(reading.clone());
    if let Some(scoring) = sources.saved(&asked.request)? {
        return Ok(describe_scored(&scoring, asked, control)?);
    }
    let mut loaded = load(systems, &reading)?;
    let from = Provenance::of_loaded(&mut loaded, &reading);
    let systems: Vec<Scores> = loaded.systems.into_iter().map(Scores::from).collect();
    let mut outcome = describe(&systems, asked, control)?;
    outcome.came_from(from);
    Ok(outcome)
}

/// Each system with what its own items belong to, or with items that have several values.
fn units(
    systems: &[String],
    of: impl Fn(&[String]) -> Sources,
    mut asked: DescribeRequest,
    control: &Control,
) -> Result<DescribeOutcome, SourceError> {
    let (mut all, mut from) = (Vec::new(), Provenance::default());
    for system in systems.chunks(1) {
        let read = of(system).read(&Request::default())?;
        from.add(read.describe_in(&mut asked, &mut all)?);
    }
    let mut outcome = describe(&all, &asked, control)?;
    outcome.came_from(from);
    Ok(outcome)
}

fn answer(
    py: Python<'_>,
    made: Result<DescribeOutcome, SourceError>,
    stopped: Option<PyErr>,
) -> PyResult<(String, usize)> {
    let told = made.map_err(|error| error.raise(py));
    let told = told.and_then(|outcome| Ok((crate::render::json(&outcome)?, outcome.systems.len())));
    let Some(stopped) = stopped else { return told };
    if let Ok(partial) = told {
        stopped.value(py).setattr("partial", partial)?;
    }
    Err(stopped)
}
