//! Functions of Python as metrics: what they are computed from.

use numpy::PyArray1;
use pyo3::prelude::*;
use restrap::{Measured, RowMetric, SourceError};

use crate::failure::Failure;
use crate::items::{self, Sampled};
use crate::keywords::Keywords;
use crate::metric::{self, Callable, Sums};

/// A metric of rows that an object of Python computes (`restrap.metric`, `restrap.item_metric`): counts with their metric, or a metric of samples.
#[derive(FromPyObject)]
enum Made<'py> {
    Sums(metric::Asked, Vec<Sums<'py>>),
    Sampled(items::Asked),
}

/// An object with a method `measured(names, places)`.
#[derive(Debug)]
pub struct Function {
    object: Py<PyAny>,
    failure: Failure,
}

impl Function {
    /// The function of a call, if it has one; what goes wrong in it is kept in `failure`.
    pub fn asked(asked: &Keywords, failure: Failure) -> PyResult<Option<Self>> {
        let object: Option<Py<PyAny>> = asked.get("function")?;
        Ok(object.map(|object| Self { object, failure }))
    }

    fn measure(&self, py: Python<'_>, systems: &[(String, Vec<usize>)]) -> PyResult<Measured> {
        let names: Vec<&String> = systems.iter().map(|(name, _)| name).collect();
        let places: Vec<_> = systems
            .iter()
            .map(|(_, places)| PyArray1::from_iter(py, places.iter().map(|&place| place as i64)))
            .collect();
        let made = self
            .object
            .bind(py)
            .call_method1("measured", (names, places))?;
        Ok(match made.extract()? {
            Made::Sums(asked, sums) => Measured::Sums(
                Box::new(Callable::new(py, &asked, self.failure.clone())),
                sums.iter().map(Sums::counted).collect::<PyResult<_>>()?,
            ),
            Made::Sampled(asked) => {
                Measured::Items(Box::new(Sampled::new(py, &asked, self.failure.clone())?))
            }
        })
    }
}

impl RowMetric for Function {
    fn measured(&self, systems: &[(String, Vec<usize>)]) -> Result<Measured, SourceError> {
        let found = self
            .failure
            .attached(|py| self.measure(py, systems).map(Some), || None);
        // The exception is raised in the place of this error.
        found.ok_or_else(|| restrap::Error::Empty.into())
    }
}
