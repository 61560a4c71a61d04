//! Columns of Python as scores: borrowed, not copied.

use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use restrap::io::{Options, load};
use restrap::{Clustering, Populations, Precision, Scores, Strata};

use restrap_words::escaped;

use crate::error::{Fault, Raise, raised};
use crate::keywords::Keywords;
use crate::sources::options;

/// A system: its name, a contiguous column of doubles, and whether they were single precision before.
#[derive(FromPyObject)]
pub struct Column<'py>(String, PyReadonlyArray1<'py, f64>, bool);

/// What the columns hold, borrowed for as long as they are.
pub fn scores<'a>(columns: &'a [Column<'_>]) -> PyResult<Vec<Scores<'a>>> {
    let borrowed = |Column(name, values, single): &'a Column<'_>| {
        let precision = if *single {
            Precision::Single
        } else {
            Precision::Double
        };
        Ok(Scores::new(name, values.as_slice()?).in_precision(precision))
    };
    columns.iter().map(borrowed).collect()
}

/// Digests of borrowed columns, which another thread may write to during a call.
pub struct Digests(Vec<u64>);

impl Digests {
    /// Computes the digests.
    pub fn new(systems: &[Scores<'_>]) -> Self {
        Self(systems.iter().map(|system| digest(system.rows())).collect())
    }

    /// Checks that the columns are as they were.
    ///
    /// # Errors
    /// `InputError` with the first that was changed.
    pub fn check(&self, py: Python<'_>, systems: &[Scores<'_>]) -> PyResult<()> {
        let mut seen = self.0.iter().zip(systems);
        let changed = seen.find(|(before, system)| **before != digest(system.rows()));
        changed.map_or(Ok(()), |(_, system)| {
            let found = format!(
                "expected scores that stay as they are, found those of {} changed during the call",
                system.name
            );
            Err(raised(
                py,
                &Fault::Input,
                found,
                Some("give a copy: array.copy()".to_owned()),
            ))
        })
    }
}

/// Returns a number that depends on every value and its place.
fn digest(values: &[f64]) -> u64 {
    let places = (1_u64..).step_by(2);
    values
        .iter()
        .zip(places)
        .fold(0, |sum: u64, (value, place)| {
            sum.wrapping_add(value.to_bits().wrapping_mul(place))
        })
}

/// A column of groups: its name, its values, and for each item the number of its value, from 1.
#[derive(FromPyObject)]
pub struct Codes<'py>(String, Vec<String>, PyReadonlyArray1<'py, u32>);

impl Codes<'_> {
    /// The number of each item's value.
    pub fn codes(&self) -> PyResult<&[u32]> {
        Ok(self.2.as_slice()?)
    }

    /// As sub-populations.
    pub fn populations(&self) -> PyResult<Populations> {
        let (column, codes) = (escaped(&self.0).into_owned(), self.codes()?.to_vec());
        let values = self
            .1
            .iter()
            .map(|value| escaped(value).into_owned())
            .collect();
        Ok(Populations {
            column,
            values,
            codes,
            shared: 0,
        })
    }

    /// As clusters of items.
    pub fn clusters(&self) -> PyResult<Clustering> {
        Ok(Clustering {
            column: self.0.clone(),
            codes: self.codes()?.into(),
        })
    }

    /// As strata.
    pub fn strata(&self) -> PyResult<Strata> {
        Ok(Strata {
            column: self.0.clone(),
            codes: self.codes()?.into(),
        })
    }
}

/// The scores of each system by its name.
type Named<'py> = Vec<(String, Bound<'py, PyArray1<f64>>)>;

/// The scores of systems in files, written as on the command line, and the items where they have names.
#[pyfunction]
#[expect(
    clippy::needless_pass_by_value,
    reason = "what comes from Python is owned"
)]
pub fn read_scores(
    systems: Vec<String>,
    asked: Bound<'_, PyDict>,
) -> PyResult<(Named<'_>, Option<Vec<String>>)> {
    let asked = Keywords(asked);
    let py = asked.py();
    let options = Options {
        keep_ids: true,
        ..options(&asked)?
    };
    let loaded = py
        .detach(|| load(&systems, &options))
        .map_err(|error| error.raise(py))?;
    let items = loaded.ids.as_ref().map(|ids| {
        (0..loaded.items())
            .filter_map(|item| ids.get(item))
            .collect()
    });
    let named = |system: restrap::io::System| (system.name, system.scores.into_pyarray(py));
    Ok((loaded.systems.into_iter().map(named).collect(), items))
}
