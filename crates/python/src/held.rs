//! Columns that Python holds, as a table in memory for the stage that pairs files.

use std::sync::Arc;

use arrow_array::{
    ArrayRef, BooleanArray, Float32Array, Float64Array, Int64Array, RecordBatch, StringArray,
    UInt64Array,
};
use arrow_schema::{Field, Schema};
use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A table under a path that the readers of files take, for as long as this lives; `name` is what messages call it.
#[pyclass(frozen)]
pub struct Held(restrap::io::Held);

/// The cells of a column, as `restrap.objects.cells` makes them; None is missing.
#[derive(FromPyObject)]
enum Cells<'py> {
    Booleans(PyReadonlyArray1<'py, bool>),
    Doubles(PyReadonlyArray1<'py, f64>),
    Singles(PyReadonlyArray1<'py, f32>),
    Integers(PyReadonlyArray1<'py, i64>),
    Unsigned(PyReadonlyArray1<'py, u64>),
    SomeBooleans(Vec<Option<bool>>),
    SomeIntegers(Vec<Option<i64>>),
    Texts(Vec<Option<String>>),
}

impl Cells<'_> {
    fn into_array(self) -> PyResult<ArrayRef> {
        Ok(match self {
            Self::Booleans(values) => Arc::new(BooleanArray::from(values.as_slice()?.to_vec())),
            Self::Doubles(values) => Arc::new(Float64Array::from(values.as_slice()?.to_vec())),
            Self::Singles(values) => Arc::new(Float32Array::from(values.as_slice()?.to_vec())),
            Self::Integers(values) => Arc::new(Int64Array::from(values.as_slice()?.to_vec())),
            Self::Unsigned(values) => Arc::new(UInt64Array::from(values.as_slice()?.to_vec())),
            Self::SomeBooleans(values) => Arc::new(BooleanArray::from(values)),
            Self::SomeIntegers(values) => Arc::new(Int64Array::from(values)),
            Self::Texts(values) => Arc::new(StringArray::from(values)),
        })
    }
}

#[pymethods]
impl Held {
    /// A table of columns of one length; `labels`: the names of those that label its rows.
    #[new]
    #[expect(
        clippy::needless_pass_by_value,
        reason = "what comes from Python is owned"
    )]
    fn new(name: &str, columns: Vec<(String, Cells<'_>)>, labels: Vec<String>) -> PyResult<Self> {
        let places = labels
            .iter()
            .filter_map(|label| columns.iter().position(|(known, _)| known == label));
        let places = places.collect();
        let (mut fields, mut arrays) = (Vec::new(), Vec::new());
        for (called, cells) in columns {
            let array = cells.into_array()?;
            fields.push(Field::new(called, array.data_type().clone(), true));
            arrays.push(array);
        }
        let table = RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays)
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Self(restrap::io::Held::new(name, table, places)))
    }

    /// The path to ask for it by.
    #[getter]
    fn path(&self) -> &str {
        self.0.path()
    }
}
