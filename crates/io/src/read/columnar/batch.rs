//! Batches of rows, and the errors of their readers.
//!
//! `parquet` and `arrow-ipc` check most of what a file says, and assert the rest: of 1,000 Parquet files with one to five
//! changed bytes two meet an assertion. While they read, a panic on their thread prints nothing and ends in an error.

use std::cell::Cell;
use std::collections::TryReserveError;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

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

thread_local! {
    /// `true` while a panic of this thread is caught below, so that its message would tell the user nothing.
    static CAUGHT: Cell<bool> = const { Cell::new(false) };
}

/// Calls a reader of another crate; `read` must not wait for other threads, whose work it could take over.
pub(super) fn caught<T>(read: impl FnOnce() -> Result<T, Broken>) -> Result<T, Broken> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !CAUGHT.get() {
                before(info);
            }
        }));
    });
    let was = CAUGHT.replace(true);
    let outcome = panic::catch_unwind(AssertUnwindSafe(read));
    CAUGHT.set(was);
    outcome.unwrap_or(Err(Broken::Other("contents that contradict each other")))
}
