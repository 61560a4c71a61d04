//! What a caller passes: systems as paths, written as on the command line, of files or of tables in memory.

use std::sync::Arc;

use pyo3::prelude::*;
use restrap::outcome::Run;
use restrap::{Sources, are_lower_better};
use restrap_words::Note;

use crate::failure::Failure;
use crate::function::Function;
use crate::keywords::Keywords;
use crate::sources::{metrics, sources};

/// The sources of a call, and what went wrong in its functions.
pub struct Given {
    pub sources: Sources,
    failure: Failure,
    notes: Vec<Note>,
}

impl Given {
    /// The sources that paths and keywords say.
    pub fn new(systems: Vec<String>, asked: &Keywords) -> PyResult<Self> {
        let mut sources = sources(systems, asked)?;
        let failure = Failure::default();
        let function = Function::asked(asked, failure.clone())?;
        if let Some(function) = function {
            sources.rows = Some(Arc::new(function));
        }
        Ok(Self {
            sources,
            failure,
            notes: asked.notes()?,
        })
    }

    /// Whether lower scores are better, of scores that stand in files.
    pub fn is_lower(&self, asked: &Keywords) -> PyResult<bool> {
        Ok(self.sources.columns.is_empty() && are_lower_better(&metrics(asked)?))
    }

    /// Returns the exception that a function raised.
    pub fn failure(&self) -> Option<PyErr> {
        self.failure.take()
    }

    /// Adds the notes on the keywords to a run.
    pub fn tell(&self, run: &mut Run) {
        run.warnings.extend(self.notes.iter().cloned());
    }
}
