//! A Python metric: a callable on summed counts, as the library defines metrics.

use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use restrap::Counted;
use restrap::metrics::{ColumnName, Metric};

use crate::failure::Failure;

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
    failure: Failure,
}

impl Callable {
    /// What is asked for.
    pub fn new(py: Python<'_>, asked: &Asked, failure: Failure) -> Self {
        let Asked(name, signature, columns, higher_is_better, function) = asked;
        Self {
            name: name.clone(),
            signature: signature.clone(),
            columns: columns.iter().cloned().map(ColumnName::from).collect(),
            higher_is_better: *higher_is_better,
            function: function.clone_ref(py),
            failure,
        }
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

    fn finish_all(&self, sums: &[i64]) -> Vec<f64> {
        let undefined = || vec![f64::NAN; sums.len() / self.columns.len()];
        self.failure.attached(|py| self.call(py, sums), undefined)
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
