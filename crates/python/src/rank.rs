//! `rank`: for files, and for columns.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use restrap::{IntervalMethod, RankRequest, rank, rank_files};

use crate::given::Given;
use crate::keywords::Keywords;
use crate::metric::{Asked as AskedMetric, Callable};
use crate::request::unadjusted;
use crate::running::Running;
use crate::sources::{is_lower, metrics, sources};

/// Ranks systems in files, written as on the command line; the JSON of the outcome.
#[pyfunction]
pub fn rank_paths(systems: Vec<String>, asked: Bound<'_, PyDict>) -> PyResult<String> {
    let asked = Keywords(asked);
    let mut request = request(&asked)?;
    let mut sources = sources(systems, &asked)?;
    if sources.columns.is_empty() && is_lower(&metrics(&asked)?) {
        request.request = request.request.higher_is_better(false);
    }
    if let Some(dataset) = asked.get::<String>("dataset")? {
        sources.reading.by = Some(dataset);
        sources.are_sets = true;
    }
    let ran = Running::asked(&asked)?.run(asked.py(), |control| {
        rank_files(&sources, &request, control)
    })?;
    ran.told(asked.py())
}

/// Ranks systems that are columns of the same items; the JSON of the outcome.
#[pyfunction]
#[expect(
    clippy::needless_pass_by_value,
    reason = "what comes from Python is owned"
)]
pub fn rank_columns(
    given: Given<'_>,
    metric: Option<AskedMetric>,
    notes: Vec<String>,
    asked: Bound<'_, PyDict>,
) -> PyResult<String> {
    let asked = Keywords(asked);
    let request = request(&asked)?;
    let (metric, held) = (metric.map(Callable::from), given.borrow(asked.py())?);
    let data = held.data(metric.as_ref());
    let as_zero = asked.get::<bool>("were_missing")?;
    let ran = Running::asked(&asked)?.run(asked.py(), |control| {
        let mut outcome = rank(data, &request, control)?;
        outcome.run.warnings.extend(notes);
        if let Some(as_zero) = as_zero {
            outcome.run.were_missing(as_zero);
            outcome.put_recipe();
        }
        Ok::<_, restrap::Error>(outcome)
    })?;
    metric
        .and_then(Callable::failure)
        .or_else(|| held.failure(asked.py()))
        .map_or_else(|| ran.told(asked.py()), Err)
}

fn request(asked: &Keywords) -> PyResult<RankRequest> {
    let request = unadjusted(asked)?;
    let interval = request.question.interval;
    if !matches!(interval, IntervalMethod::Auto | IntervalMethod::None) {
        let found =
            format!("a ranking has the intervals of its correction, found interval=\"{interval}\"");
        return Err(asked.refuse(found, Some("interval=\"none\" leaves them out")));
    }
    Ok(RankRequest::new(request)
        .correction(asked.word("adjust")?)
        .against_first(asked.is("against_first")?)
        .memory(Some(restrap::io::allowed_memory())))
}
