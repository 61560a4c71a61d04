//! Scores of systems in files, as arrays.

use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use restrap::io::{Options, load};

use crate::error::Raise;
use crate::keywords::Keywords;
use crate::sources::options;

/// The scores of each system by its name.
type Named<'py> = Vec<(String, Bound<'py, PyArray1<f64>>)>;

/// The scores of systems in files, written as on the command line, and the items where they have names.
#[pyfunction]
#[expect(
    clippy::needless_pass_by_value,
    reason = "what comes from Python is owned"
)]
pub fn read_scores(
    systems: Vec<String>,
    asked: Bound<'_, PyDict>,
) -> PyResult<(Named<'_>, Option<Vec<String>>)> {
    let asked = Keywords(asked);
    let py = asked.py();
    let options = Options {
        keep_ids: true,
        ..options(&asked)?
    };
    let loaded = py
        .detach(|| load(&systems, &options))
        .map_err(|error| error.raise(py))?;
    let items = loaded.ids.as_ref().map(|ids| {
        (0..loaded.items())
            .filter_map(|item| ids.get(item))
            .collect()
    });
    let named = |system: restrap::io::System| (system.name, system.scores.into_pyarray(py));
    Ok((loaded.systems.into_iter().map(named).collect(), items))
}
