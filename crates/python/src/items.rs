//! A Python metric that sums do not determine: a callable on samples of items, as the library defines such metrics.

use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use restrap::ItemMetric;

use crate::failure::Failure;

/// Name, signature, direction, systems, items, samples at once, the object that has the values (`restrap.item_metric.Sampled`), and
/// whether a value costs so much that only those that are asked for are computed.
#[derive(FromPyObject)]
pub struct Asked(
    String,
    String,
    bool,
    Vec<String>,
    usize,
    usize,
    Py<PyAny>,
    bool,
);

/// The metric, and what went wrong in its callables.
#[derive(Debug)]
pub struct Sampled {
    name: String,
    signature: String,
    higher_is_better: bool,
    systems: Vec<String>,
    items: usize,
    batch: usize,
    takes_samples: bool,
    is_costly: bool,
    values: Py<PyAny>,
    failure: Failure,
}

impl Sampled {
    /// What is asked for.
    pub fn new(py: Python<'_>, asked: &Asked, failure: Failure) -> PyResult<Self> {
        let Asked(name, signature, higher_is_better, systems, items, batch, values, is_costly) =
            asked;
        Ok(Self {
            name: name.clone(),
            signature: signature.clone(),
            higher_is_better: *higher_is_better,
            systems: systems
                .iter()
                .map(|name| restrap_words::escaped(name).into_owned())
                .collect(),
            items: *items,
            batch: *batch,
            is_costly: *is_costly,
            takes_samples: values.getattr(py, "takes_samples")?.extract(py)?,
            values: values.clone_ref(py),
            failure,
        })
    }

    fn undefined(&self, counts: &[i64]) -> Vec<f64> {
        vec![f64::NAN; counts.len() / self.items.max(1)]
    }

    /// Several lists of values, one value a sample each.
    fn lists(
        &self,
        py: Python<'_>,
        method: &str,
        systems: Vec<usize>,
        counts: &[i64],
    ) -> PyResult<Vec<Vec<f64>>> {
        // Doubles: products with counts then go by BLAS.
        let counts: Vec<f64> = counts.iter().map(|&count| count as f64).collect();
        let samples = counts.len() / self.items;
        let counts = PyArray1::from_vec(py, counts).reshape([samples, self.items])?;
        let lists = self
            .values
            .bind(py)
            .call_method1(method, (systems, counts))?;
        let lists: Vec<PyReadonlyArray1<'_, f64>> = lists.extract()?;
        lists
            .iter()
            .map(|list| Ok(list.as_slice()?.to_vec()))
            .collect()
    }
}

impl ItemMetric for Sampled {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn signature(&self) -> String {
        self.signature.clone()
    }

    fn higher_is_better(&self) -> bool {
        self.higher_is_better
    }

    fn systems(&self) -> &[String] {
        &self.systems
    }

    fn items(&self) -> usize {
        self.items
    }

    fn batch(&self) -> usize {
        self.batch
    }

    fn is_costly(&self) -> bool {
        self.is_costly
    }

    fn takes_samples(&self) -> bool {
        self.takes_samples
    }

    fn differs(&self, one: usize, other: usize) -> Vec<bool> {
        let call = |py: Python<'_>| {
            let differs = self.values.bind(py).call_method1("differs", (one, other))?;
            let differs: PyReadonlyArray1<'_, bool> = differs.extract()?;
            Ok(differs.as_slice()?.to_vec())
        };
        self.failure.attached(call, || vec![true; self.items])
    }

    fn of_samples(&self, systems: &[usize], counts: &[i64]) -> Vec<Vec<f64>> {
        let call = |py: Python<'_>| self.lists(py, "samples", systems.to_vec(), counts);
        self.failure.attached(call, || {
            systems.iter().map(|_| self.undefined(counts)).collect()
        })
    }

    fn of_swaps(&self, systems: [usize; 2], swapped: &[i64]) -> [Vec<f64>; 2] {
        let call = |py: Python<'_>| {
            let mut lists = self
                .lists(py, "swaps", systems.to_vec(), swapped)?
                .into_iter();
            Ok([lists.next(), lists.next()].map(Option::unwrap_or_default))
        };
        self.failure
            .attached(call, || [self.undefined(swapped), self.undefined(swapped)])
    }
}
