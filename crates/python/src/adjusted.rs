//! `adjust`: p-values of others, in files and in memory.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use restrap::{AdjustRequest, GivenP, adjust, adjust_files};

use crate::error::Raise;
use crate::keywords::Keywords;
use crate::sources::options;

/// Adjusts the p-values of a file; the JSON of the outcome.
#[pyfunction]
#[expect(
    clippy::needless_pass_by_value,
    reason = "what comes from Python is owned"
)]
pub fn adjust_path(file: String, asked: Bound<'_, PyDict>) -> PyResult<String> {
    let asked = Keywords(asked);
    let id: Option<String> = asked.get("item")?;
    let reading = restrap::io::Options {
        id: Vec::new(),
        ..options(&asked)?
    };
    let made = adjust_files(&file, id.as_deref(), &reading, &request(&asked)?);
    crate::render::json(&made.map_err(|error| error.raise(asked.py()))?)
}

/// Adjusts p-values with names, as papers write them; the JSON of the outcome.
#[pyfunction]
#[expect(
    clippy::needless_pass_by_value,
    reason = "what comes from Python is owned"
)]
pub fn adjust_values(given: Vec<(String, String)>, asked: Bound<'_, PyDict>) -> PyResult<String> {
    let asked = Keywords(asked);
    let request = request(&asked)?;
    let read = given
        .iter()
        .map(|(name, text)| GivenP::read(name.clone(), text))
        .collect::<Result<_, _>>();
    let made = read.and_then(|given| adjust(given, &request));
    crate::render::json(&made.map_err(|error| error.raise(asked.py()))?)
}

fn request(asked: &Keywords<'_>) -> PyResult<AdjustRequest> {
    let default = AdjustRequest::default();
    Ok(AdjustRequest {
        adjust: asked.word("adjust")?.unwrap_or(default.adjust),
        alpha: asked.get("alpha")?.unwrap_or(default.alpha),
        independent: asked.is("independent")?,
    })
}
