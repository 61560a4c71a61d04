//! Row groups of a Parquet file.

use restrap_core::memory::fallible;
use std::collections::TryReserveError;

use arrow_array::Array;
use arrow_schema::SchemaRef;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder,
};
use rayon::prelude::*;

use super::batch::caught;
use super::batch::{self, Broken};
use crate::frame::grid::Rows;

/// Rows decoded at a time.
const BATCH: usize = 1 << 14;

/// A file's bytes, which are of the type that its reader takes, and its footer.
pub(super) struct Opened {
    bytes: bytes::Bytes,
    footer: ArrowReaderMetadata,
}

/// Reads the footer.
pub(super) fn open(stored: &[u8]) -> Result<(SchemaRef, Opened), Broken> {
    let mut copy = Vec::new();
    fallible(|| copy.try_reserve_exact(stored.len()))
        .map_err(|_| Broken::Other("more bytes than fit the memory"))?;
    copy.extend_from_slice(stored);
    let bytes = bytes::Bytes::from(copy);
    let footer = ArrowReaderMetadata::load(&bytes, ArrowReaderOptions::new())?;
    Ok((footer.schema().clone(), Opened { bytes, footer }))
}

/// The rows of each row group, as `take` makes them from batches, in the order of the file.
pub(super) fn pieces(
    opened: &Opened,
    columns: &[usize],
    take: impl Fn(&mut Option<Rows>, u64, &[&dyn Array]) -> Result<(), TryReserveError> + Sync,
) -> Result<(Result<(), TryReserveError>, Vec<Rows>), Broken> {
    let groups = opened.footer.metadata().row_groups();
    let mut firsts = Vec::with_capacity(groups.len());
    let mut next = 0u64;
    for group in groups {
        firsts.push(next);
        let rows = u64::try_from(group.num_rows())
            .ok()
            .and_then(|rows| next.checked_add(rows));
        next = rows.ok_or(Broken::Other(
            "a row group of fewer than 0 rows or more than 2^64",
        ))?;
    }
    let read =
        |index: usize, first: u64| -> Result<Result<Option<Rows>, TryReserveError>, Broken> {
            let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(
                opened.bytes.clone(),
                opened.footer.clone(),
            );
            let mask = ProjectionMask::roots(builder.parquet_schema(), columns.iter().copied());
            let reader = builder
                .with_row_groups(vec![index])
                .with_projection(mask)
                .with_batch_size(BATCH)
                .build()?;
            let (mut rows, mut at) = (None, first);
            for batch in reader {
                let batch = batch?;
                if let Err(error) = take(&mut rows, at, &batch::arrays(&batch, columns)?) {
                    return Ok(Err(error));
                }
                at += batch.num_rows() as u64;
            }
            if at - first != groups[index].num_rows() as u64 {
                return Err(Broken::Other(
                    "a row group whose number of rows differs from the footer",
                ));
            }
            Ok(Ok(rows))
        };
    let found: Vec<_> = firsts
        .par_iter()
        .enumerate()
        .map(|(index, first)| caught(|| read(index, *first)))
        .collect();
    let mut pieces = Vec::with_capacity(found.len());
    for piece in found {
        match piece? {
            Ok(rows) => pieces.extend(rows),
            Err(error) => return Ok((Err(error), Vec::new())),
        }
    }
    Ok((Ok(()), pieces))
}
