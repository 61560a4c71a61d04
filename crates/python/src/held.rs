//! Text and arrays that Python holds, read by the readers of files.

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

/// Text under a path that the readers of files take, for as long as this lives; `name` is what messages call it.
#[pyclass(frozen)]
pub struct Held(restrap::io::Held);

#[derive(FromPyObject)]
enum Content {
    Text(String),
    Bytes(PyBackedBytes),
}

#[pymethods]
impl Held {
    #[new]
    fn new(name: &str, content: Content) -> Self {
        Self(match content {
            Content::Text(text) => restrap::io::Held::new(name, text.into_bytes()),
            Content::Bytes(bytes) => restrap::io::Held::new(name, bytes.to_vec()),
        })
    }

    /// The path to ask for it by.
    #[getter]
    fn path(&self) -> &str {
        self.0.path()
    }
}
