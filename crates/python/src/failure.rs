//! Exceptions of functions that are called from other threads.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;

/// The first exception of a call's functions: once there is one they are not called again, and it is raised at the end of the run.
#[derive(Clone, Debug, Default)]
pub struct Failure(Arc<Mutex<Option<PyErr>>>);

impl Failure {
    /// Calls Python, if nothing has failed yet.
    pub fn attached<T>(
        &self,
        call: impl FnOnce(Python<'_>) -> PyResult<T>,
        otherwise: impl FnOnce() -> T,
    ) -> T {
        let failed = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if failed().is_some() {
            return otherwise();
        }
        Python::attach(call).unwrap_or_else(|error| {
            failed().get_or_insert(error);
            otherwise()
        })
    }

    /// Returns the exception.
    pub fn take(&self) -> Option<PyErr> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}
