//! Arrow IPC streams, and files, which are a stream between a magic number and a footer.
//!
//! Files are read as the stream that they contain: their footer only repeats the positions that the stream has as well.
//! A stream must end with its end mark, so that a stream that was cut between two batches is detected. The positions and
//! unpacked lengths that a batch declares are checked before `arrow-ipc` uses them to slice and reserve.

use restrap_core::memory::fallible;
use std::collections::TryReserveError;

use arrow_ipc::reader::StreamReader;
use arrow_ipc::{RecordBatch, root_as_message};
use arrow_schema::SchemaRef;

use super::batch::{self, Broken, Take};
use crate::format::magic;

/// A message of length 0.
const END: &[u8] = &[0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0];

/// Reads the schema; also the stream.
pub(super) fn open(bytes: &[u8]) -> Result<(SchemaRef, &[u8]), Broken> {
    if bytes.starts_with(b"FEA1") {
        return Err(Broken::Other(
            "Feather of version 1, which is not Arrow; version 2 is",
        ));
    }
    let stream = match bytes.strip_prefix(magic::ARROW) {
        // The magic number is padded to 8 bytes.
        Some(_) => {
            let rest = bytes
                .strip_suffix(magic::ARROW)
                .ok_or(Broken::Other("no ARROW1 at its end: it is incomplete"))?;
            let (rest, length) = rest
                .split_last_chunk::<4>()
                .ok_or(Broken::Other("no footer"))?;
            let footer = usize::try_from(i32::from_le_bytes(*length)).unwrap_or(usize::MAX);
            let end = rest.len().checked_sub(footer).filter(|end| *end >= 8);
            &rest[8..end.ok_or(Broken::Other("a footer that is longer than the file"))?]
        }
        None => bytes,
    };
    check(stream)?;
    let reader = StreamReader::try_new(stream, None)?;
    Ok((reader.schema(), stream))
}

/// Checks that every message lies in the stream, and every buffer in its message.
fn check(stream: &[u8]) -> Result<(), Broken> {
    const CUT: Broken = Broken::Other("a message that is longer than the file: it is incomplete");
    let length = |bytes: &[u8; 4]| usize::try_from(i32::from_le_bytes(*bytes)).map_err(|_| CUT);
    let mut rest = stream;
    // The end mark, or its absence, is the reader's to judge.
    while let Some((start, after)) = rest.split_first_chunk::<4>() {
        // Before version 0.15 of the format messages started with their length.
        let (size, after) = if start == magic::CONTINUATION {
            let (size, after) = after.split_first_chunk::<4>().ok_or(CUT)?;
            (length(size)?, after)
        } else {
            (length(start)?, after)
        };
        if size == 0 {
            return Ok(());
        }
        let (head, after) = after.split_at_checked(size).ok_or(CUT)?;
        let message = root_as_message(head)
            .map_err(|_| Broken::Other("a message whose description cannot be read"))?;
        let body = usize::try_from(message.bodyLength()).map_err(|_| CUT)?;
        let (body, after) = after.split_at_checked(body).ok_or(CUT)?;
        rest = after;
        let batch = message.header_as_record_batch().or_else(|| {
            message
                .header_as_dictionary_batch()
                .and_then(|dictionary| dictionary.data())
        });
        if !batch.is_none_or(|batch| is_sound(batch, body)) {
            return Err(Broken::Other("a batch of rows whose parts lie outside it"));
        }
    }
    Ok(())
}

/// Whether the lengths of a batch can be, its buffers lie in its body, and what they unpack to fits the memory.
fn is_sound(batch: RecordBatch<'_>, body: &[u8]) -> bool {
    let packed = batch.compression().is_some();
    let is_buffer = |offset: i64, length: i64| {
        let start = usize::try_from(offset).ok();
        let end = offset
            .checked_add(length)
            .and_then(|end| usize::try_from(end).ok());
        let bytes = start.zip(end).and_then(|(start, end)| body.get(start..end));
        bytes.is_some_and(|bytes| !packed || fits(bytes))
    };
    let mut buffers = batch.buffers().into_iter().flatten();
    let mut nodes = batch.nodes().into_iter().flatten();
    batch.length() >= 0
        && buffers.all(|part| is_buffer(part.offset(), part.length()))
        && nodes.all(|node| node.length() >= 0 && (0..=node.length()).contains(&node.null_count()))
}

/// Whether a compressed buffer declares a length that it can unpack to and that can be had: `arrow-ipc` reserves it.
fn fits(buffer: &[u8]) -> bool {
    // What a byte of zstd unpacks to at most: blocks of 128 KiB take four bytes.
    const RATIO: usize = 1 << 15;
    let Some((declared, data)) = buffer.split_first_chunk::<8>() else {
        return buffer.is_empty();
    };
    match i64::from_le_bytes(*declared) {
        // Stored as it is.
        -1 => true,
        declared => usize::try_from(declared).is_ok_and(|declared| {
            declared <= data.len().saturating_mul(RATIO)
                && fallible(|| Vec::<u8>::new().try_reserve_exact(declared)).is_ok()
        }),
    }
}

/// Gives each batch to `take`.
pub(super) fn read(
    stream: &[u8],
    columns: &[usize],
    take: &mut Take<'_>,
) -> Result<Result<(), TryReserveError>, Broken> {
    let mut reader = StreamReader::try_new(stream, Some(columns.to_vec()))?;
    let mut first = 0;
    for batch in reader.by_ref() {
        let batch = batch?;
        if let Err(error) = take(first, &batch::arrays(&batch, columns)?) {
            return Ok(Err(error));
        }
        first += batch.num_rows() as u64;
    }
    let read = stream.len() - reader.get_ref().len();
    if !stream[..read].ends_with(END) {
        return Err(Broken::Other(
            "a stream without its end mark: it is incomplete",
        ));
    }
    Ok(Ok(()))
}
