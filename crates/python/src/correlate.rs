//! `correlate`: metrics and a gold score, in files.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use restrap::{CorrelateRequest, CorrelateSources, correlate_files};

use crate::keywords::Keywords;
use crate::running::Running;
use crate::sources::options;

/// How metrics in files, written as on the command line, agree with a gold score; the JSON of the outcome.
#[pyfunction]
pub fn correlate(metrics: Vec<String>, gold: String, asked: Bound<'_, PyDict>) -> PyResult<String> {
    let asked = Keywords(asked);
    let request = request(&asked)?;
    let mut reading = options(&asked)?;
    reading.baseline = None;
    let globs = asked.texts("metrics")?;
    reading.systems = (!globs.is_empty()).then(|| globs.join(","));
    let (system, segment) = (asked.get("system")?, asked.get("segment")?);
    let sources = CorrelateSources {
        metrics,
        gold,
        system,
        segment,
        reading,
    };
    let ran = Running::asked(&asked)?.run(asked.py(), |control| {
        correlate_files(&sources, &request, control)
    })?;
    ran.told(asked.py())
}

fn request(asked: &Keywords<'_>) -> PyResult<CorrelateRequest> {
    let default = CorrelateRequest::default();
    Ok(CorrelateRequest {
        agreement: asked.word("agreement")?.unwrap_or(default.agreement),
        level: asked.word("level")?,
        redrawn: asked.word("redrawn")?.unwrap_or(default.redrawn),
        threshold: asked.get("tie_threshold")?,
        lower_is_better: asked.texts("lower_is_better")?,
        baseline: asked.get("baseline")?,
        alternative: asked.word("alternative")?.unwrap_or(default.alternative),
        correction: asked.word("adjust")?.unwrap_or(default.correction),
        alpha: asked.get("alpha")?.unwrap_or(default.alpha),
        confidence: asked.get("confidence")?.unwrap_or(default.confidence),
        resamples: asked.get("n_resamples")?.unwrap_or(default.resamples),
        seed: asked.get("seed")?.unwrap_or(default.seed),
    })
}
