//! Batches of rows, and the errors of their readers.

use std::collections::TryReserveError;

use arrow_array::{Array, RecordBatch};
use arrow_schema::ArrowError;
use parquet::errors::ParquetError;

/// What the readers of the two formats say.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Broken {
    #[error("{0}")]
    Parquet(#[from] ParquetError),
    #[error("{0}")]
    Arrow(#[from] ArrowError),
    #[error("{0}")]
    Other(&'static str),
}

/// Called with each batch of rows: its first row, from 0, and its columns.
pub(super) type Take<'t> = dyn FnMut(u64, &[&dyn Array]) -> Result<(), TryReserveError> + 't;

/// The columns of a batch, when they are as many as were asked for.
pub(super) fn arrays<'b>(
    batch: &'b RecordBatch,
    columns: &[usize],
) -> Result<Vec<&'b dyn Array>, Broken> {
    if batch.num_columns() != columns.len() {
        return Err(Broken::Other(
            "a batch of rows with another number of columns than the schema",
        ));
    }
    Ok(batch.columns().iter().map(|array| &**array).collect())
}
