//! `rank`.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use restrap::{IntervalMethod, RankRequest, SourceError, rank_files};

use crate::given::{Input, Source};
use crate::keywords::Keywords;
use crate::request::unadjusted;
use crate::running::Running;

/// Ranks systems; the JSON of the outcome.
#[pyfunction]
#[expect(
    clippy::needless_pass_by_value,
    reason = "what comes from Python is owned"
)]
pub fn rank(given: Input<'_>, asked: Bound<'_, PyDict>) -> PyResult<String> {
    let asked = Keywords(asked);
    let mut request = request(&asked)?;
    let mut source = given.source(&asked)?;
    if source.is_lower(&asked)? {
        request.request = request.request.higher_is_better(false);
    }
    if let (Source::Files(sources), Some(dataset)) = (&mut source, asked.get("dataset")?) {
        sources.reading.by = Some(dataset);
        sources.are_sets = true;
    }
    let seen = source.seen(&asked)?;
    let ran = Running::asked(&asked)?.run(asked.py(), |control| {
        let mut outcome = match &source {
            Source::Files(sources) => rank_files(sources, &request, control)?,
            Source::Held(held) => restrap::rank(held.data(), &request, control)?,
        };
        if seen.tell(&mut outcome.run) {
            outcome.put_recipe();
        }
        Ok::<_, SourceError>(outcome)
    })?;
    let failure = source.failure(asked.py());
    failure.map_or_else(|| ran.told(asked.py()), Err)
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
