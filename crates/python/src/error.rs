//! What stops a call, as an exception of `restrap.error`.

use std::fmt::Display;

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use restrap::{EngineError, ScoreError, SourceError};

/// What goes wrong.
pub enum Fault {
    /// Files, scores or keywords that allow no answer.
    Input,
    /// A test, interval or option that these scores do not allow.
    NotApplicable,
    /// A value that a keyword does not take.
    Keyword,
    /// Memory was not to be had.
    Memory,
}

/// An exception of this kind.
pub fn raised(py: Python<'_>, fault: &Fault, message: impl Display, hint: Option<String>) -> PyErr {
    let name = match fault {
        Fault::Memory => return PyMemoryError::new_err(message.to_string()),
        Fault::Input => "InputError",
        Fault::Keyword => "KeywordError",
        Fault::NotApplicable => "NotApplicable",
    };
    let class = py
        .import("restrap.error")
        .and_then(|module| module.getattr(name));
    match class.and_then(|class| class.call1((message.to_string(), hint))) {
        Ok(error) => PyErr::from_value(error),
        Err(error) => error,
    }
}

/// What the libraries say, as an exception.
pub trait Raise {
    /// The exception.
    fn raise(self, py: Python<'_>) -> PyErr;
}

impl Raise for restrap::Error {
    fn raise(self, py: Python<'_>) -> PyErr {
        let fault = match &self {
            Self::Engine(EngineError::Memory { .. }) => Fault::Memory,
            Self::NotApplicable { .. } => Fault::NotApplicable,
            _ => Fault::Input,
        };
        raised(py, &fault, &self, self.hint())
    }
}

impl Raise for ScoreError {
    fn raise(self, py: Python<'_>) -> PyErr {
        let fault = if self.is_memory() {
            Fault::Memory
        } else {
            Fault::Input
        };
        raised(py, &fault, &self, self.hint())
    }
}

impl Raise for SourceError {
    fn raise(self, py: Python<'_>) -> PyErr {
        match self {
            Self::Score(error) => error.raise(py),
            Self::Compare(error) => error.raise(py),
            other => raised(py, &Fault::Input, &other, other.hint()),
        }
    }
}

impl Raise for restrap::io::Error {
    fn raise(self, py: Python<'_>) -> PyErr {
        ScoreError::from(self).raise(py)
    }
}

impl Raise for restrap::metrics::Error {
    fn raise(self, py: Python<'_>) -> PyErr {
        ScoreError::from(self).raise(py)
    }
}
