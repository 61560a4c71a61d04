//! A Python metric: a callable on summed counts, as the library defines metrics.

use std::sync::{Mutex, PoisonError};

use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use restrap::Counted;
use restrap::metrics::{ColumnName, Metric};

/// A callable of sums: name, signature, columns, direction, and the callable, which takes rows of sums and gives a double for each.
#[derive(FromPyObject)]
pub struct Asked(String, String, Vec<String>, bool, Py<PyAny>);

/// The metric, and what went wrong in the callable.
#[derive(Debug)]
pub struct Callable {
    name: String,
    signature: String,
    columns: Vec<ColumnName>,
    higher_is_better: bool,
    function: Py<PyAny>,
    failed: Mutex<Option<PyErr>>,
}

impl Callable {
    /// What is asked for.
    pub fn new(py: Python<'_>, asked: &Asked) -> Self {
        let Asked(name, signature, columns, higher_is_better, function) = asked;
        Self {
            name: name.clone(),
            signature: signature.clone(),
            columns: columns.iter().cloned().map(ColumnName::from).collect(),
            higher_is_better: *higher_is_better,
            function: function.clone_ref(py),
            failed: Mutex::new(None),
        }
    }

    /// Returns the exception of the callable, if it raised one.
    pub fn failure(&self) -> Option<PyErr> {
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        failed.take()
    }

    fn call(&self, py: Python<'_>, sums: &[i64]) -> PyResult<Vec<f64>> {
        let width = self.columns.len();
        let rows = PyArray1::from_slice(py, sums).reshape([sums.len() / width, width])?;
        let values: PyReadonlyArray1<f64> = self.function.bind(py).call1((rows,))?.extract()?;
        Ok(values.as_slice()?.to_vec())
    }
}

impl Metric for Callable {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn signature(&self) -> String {
        self.signature.clone()
    }

    fn columns(&self) -> &[ColumnName] {
        &self.columns
    }

    fn finish(&self, sums: &[i64]) -> f64 {
        self.finish_all(sums)
            .first()
            .copied()
            .filter(|value| value.is_finite())
            .unwrap_or(0.0)
    }

    fn is_defined(&self, sums: &[i64]) -> bool {
        self.finish_all(sums).iter().all(|value| value.is_finite())
    }

    fn higher_is_better(&self) -> bool {
        self.higher_is_better
    }

    fn is_batched(&self) -> bool {
        true
    }

    /// Once it has failed it is not called again: the run comes to its end, and the exception is raised there.
    fn finish_all(&self, sums: &[i64]) -> Vec<f64> {
        let failed = || self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        let undefined = || vec![f64::NAN; sums.len() / self.columns.len()];
        if failed().is_some() {
            return undefined();
        }
        Python::attach(|py| self.call(py, sums)).unwrap_or_else(|error| {
            failed().get_or_insert(error);
            undefined()
        })
    }
}

/// Counts of a system: its name, and a column of whole numbers for each statistic of the metric.
#[derive(FromPyObject)]
pub struct Sums<'py>(String, Vec<PyReadonlyArray1<'py, i64>>);

impl Sums<'_> {
    /// As the library has them.
    pub fn counted(&self) -> PyResult<Counted> {
        let columns = self
            .1
            .iter()
            .map(|column| Ok(column.as_slice()?.to_vec()))
            .collect::<PyResult<Vec<_>>>()?;
        Ok(Counted::new(&self.0, columns))
    }
}
