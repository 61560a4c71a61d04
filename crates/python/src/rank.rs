//! `rank`.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use restrap::{IntervalMethod, RankRequest, SourceError, rank_files};

use crate::given::Given;
use crate::keywords::Keywords;
use crate::request::unadjusted;
use crate::running::Running;

/// Ranks systems; the JSON of the outcome.
#[pyfunction]
pub fn rank(systems: Vec<String>, asked: Bound<'_, PyDict>) -> PyResult<String> {
    let asked = Keywords(asked);
    let mut request = request(&asked)?;
    let mut given = Given::new(systems, &asked)?;
    if given.is_lower(&asked)? {
        request.request = request.request.higher_is_better(false);
    }
    if let Some(dataset) = asked.get("dataset")? {
        given.sources.reading.by = Some(dataset);
        given.sources.are_sets = true;
    }
    let ran = Running::asked(&asked)?.run(asked.py(), |control| {
        let mut outcome = rank_files(&given.sources, &request, control)?;
        given.tell(&mut outcome.run);
        Ok::<_, SourceError>(outcome)
    })?;
    given.failure().map_or_else(|| ran.told(asked.py()), Err)
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
