//! `ci`: each system on its own.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use restrap::inner::Systems;
use restrap::outcome::MetricInfo;
use restrap::{
    BudgetRequest, DescribeRequest, ListedScores, Numbers, Over, Request, Sampling, SourceError,
    describe_counted, describe_items,
};

use crate::error::Raise;
use crate::given::{Input, Source};
use crate::keywords::Keywords;
use crate::request::score_range;
use crate::running::{Ran, Running};

/// Describes systems; the JSON of the outcome, and how many systems there are.
#[pyfunction]
#[expect(
    clippy::needless_pass_by_value,
    reason = "what comes from Python is owned"
)]
pub fn describe(given: Input<'_>, asked: Bound<'_, PyDict>) -> PyResult<(String, usize)> {
    let asked = Keywords(asked);
    let py = asked.py();
    let mut request = request(&asked)?;
    let source = given.source(&asked)?;
    let seen = source.seen(&asked)?;
    let Ran { made, stopped } = Running::asked(&asked)?.run(py, |control| {
        let mut outcome = match &source {
            Source::Files(sources) => {
                let counted = match &sources.numbers {
                    Some(Numbers::Scores(lists)) => {
                        lists.iter().map(ListedScores::scores).collect()
                    }
                    _ => Vec::new(),
                };
                restrap::describe_files(sources, counted, &request, control)?
            }
            Source::Held(held) => {
                let data = held.data();
                let sampling = Sampling::from(data.sampling.units.clone());
                request.of = vec![sampling; data.number()];
                match data.systems {
                    Systems::Items(items) => {
                        let rows: Vec<_> = (0..data.number()).map(|place| (items, place)).collect();
                        describe_items(&rows, MetricInfo::of_items(items), &request, control)?
                    }
                    Systems::Counted(of, systems) => {
                        describe_counted(of, systems, MetricInfo::of_sums(of), &request, control)?
                    }
                    Systems::Scores(systems) => restrap::describe(systems, &request, control)?,
                }
            }
        };
        if seen.tell(&mut outcome.run) {
            outcome.put_recipe();
        }
        Ok::<_, SourceError>(outcome)
    })?;
    if let Some(failure) = source.failure(py) {
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
