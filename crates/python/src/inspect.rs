//! `inspect`: what files, folders and tables hold.

use pyo3::prelude::*;
use restrap::Request;
use restrap::io::Options;

use crate::error::Raise;

/// Looks at paths; the JSON of the outcome, and the page that a terminal shows.
#[pyfunction]
#[expect(
    clippy::needless_pass_by_value,
    reason = "what comes from Python is owned"
)]
pub fn inspect(py: Python<'_>, paths: Vec<String>) -> PyResult<(String, String)> {
    let seen =
        py.detach(|| restrap::inspect_files(&paths, &Options::default(), &Request::default()));
    let outcome = seen.map_err(|error| error.raise(py))?;
    let page = anstream::adapter::strip_str(&restrap_report::inspect::page(&outcome)).to_string();
    Ok((crate::render::json(&outcome)?, page))
}
