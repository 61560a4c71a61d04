//! Text that Python holds, read by the readers of files.

use pyo3::prelude::*;

/// Text under a path that the readers of files take, for as long as this lives; `name` is what messages call it.
#[pyclass(frozen)]
pub struct Held(restrap::io::Held);

#[pymethods]
impl Held {
    #[new]
    fn new(name: &str, text: String) -> Self {
        Self(restrap::io::Held::new(name, text.into_bytes()))
    }

    /// The path to ask for it by.
    #[getter]
    fn path(&self) -> &str {
        self.0.path()
    }
}
