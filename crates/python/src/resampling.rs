//! `bootstrap` and `permutation_test`: means and other statistics of a sample.

use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use restrap::{Control, Error, Request, SampleStatistic, Scores};

use crate::keywords::Keywords;
use crate::running::Running;

/// The means of bootstrap resamples of a column, drawn with this seed.
#[pyfunction]
#[expect(
    clippy::needless_pass_by_value,
    reason = "what comes from Python is owned"
)]
pub fn resampled_means<'py>(
    values: PyReadonlyArray1<'py, f64>,
    resamples: u64,
    seed: u64,
    asked: Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let py = asked.py();
    let system = Scores::new("data", values.as_slice()?);
    let request = Request::default().resamples(resamples).seed(seed);
    let ran = Running::asked(&Keywords(asked))?.run(py, |control| {
        restrap::resampled_means(&system, &request, control)
    })?;
    Ok(ran.whole(py)?.into_pyarray(py))
}

/// Runs this on borrowed columns to its end.
fn finished<T: Send>(
    asked: &Keywords,
    columns: &[PyReadonlyArray1<f64>],
    work: impl FnOnce(&[&[f64]], &Request, &Control) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let columns = columns
        .iter()
        .map(|column| Ok(column.as_slice()?))
        .collect::<PyResult<Vec<_>>>()?;
    let request = crate::request::request(asked)?;
    let running = Running::asked(asked)?;
    let ran = running.run(asked.py(), |control| work(&columns, &request, control))?;
    ran.whole(asked.py())
}

/// Both ends of an interval (or a statistic and its p-value), and the statistic of each resample.
type Found<'py> = (f64, f64, Bound<'py, PyArray1<f64>>);

fn known(statistic: &str, share: f64, fewer: u32) -> SampleStatistic {
    match statistic {
        "mean" => SampleStatistic::Mean,
        "mean difference" => SampleStatistic::MeanDifference,
        "variance" => SampleStatistic::Variance(fewer),
        "deviation" => SampleStatistic::Deviation(fewer),
        "quantile" => SampleStatistic::Quantile(share),
        "ratio" => SampleStatistic::Ratio,
        _ => SampleStatistic::Correlation,
    }
}

/// The interval of a statistic that is not a mean, and its value on each resample. `share` is of a quantile, `fewer` of a deviation.
#[pyfunction]
#[expect(
    clippy::needless_pass_by_value,
    reason = "what comes from Python is owned"
)]
pub fn bootstrap<'py>(
    columns: Vec<PyReadonlyArray1<'py, f64>>,
    statistic: &str,
    share: f64,
    fewer: u32,
    asked: Bound<'py, PyDict>,
) -> PyResult<Found<'py>> {
    let asked = Keywords(asked);
    let statistic = known(statistic, share, fewer);
    let found = finished(&asked, &columns, |columns, request, control| {
        restrap::bootstrap(columns, statistic, request, control)
    })?;
    let py = asked.py();
    Ok((
        found.interval.0,
        found.interval.1,
        found.replicates.into_pyarray(py),
    ))
}

/// The statistic, its p-value, and its value on each permutation.
#[pyfunction]
#[expect(
    clippy::needless_pass_by_value,
    reason = "what comes from Python is owned"
)]
pub fn permuted<'py>(
    columns: Vec<PyReadonlyArray1<'py, f64>>,
    statistic: &str,
    share: f64,
    fewer: u32,
    permutation: &str,
    asked: Bound<'py, PyDict>,
) -> PyResult<Found<'py>> {
    let asked = Keywords(asked);
    let (statistic, permutation) = (
        known(statistic, share, fewer),
        asked.read("permutation_type", permutation)?,
    );
    let found = finished(&asked, &columns, |columns, request, control| {
        restrap::permuted(columns, statistic, permutation, request, control)
    })?;
    let py = asked.py();
    Ok((found.observed, found.pvalue, found.null.into_pyarray(py)))
}
