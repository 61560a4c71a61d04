//! Commands whose draws are shared out between processes, or go on after a stop: [`Share`] draws a part of every draw, [`Shares`]
//! puts the parts together, [`Checkpoint`] keeps finished ranges in a folder.
//!
//! All three are a [`Ledger`] of the same command, run again: it reads its files, and every draw asks the ledger which of its numbers
//! are drawn here. So whatever draws can be shared out, and the outcome has the same bytes. A draw is told from others by BLAKE3 of
//! what determines it: stream, seed, address, tails, values that are kept, and the sums of its first 64 resamples, which data and
//! design leave their marks on.

#[cfg(feature = "files")]
mod checkpoint;
mod share;
mod shares;

#[cfg(feature = "files")]
pub use checkpoint::Checkpoint;
pub use share::{Share, Survey};
pub use shares::Shares;

use std::io::{Cursor, Write};
use std::ops::Range;

use restrap_core::STREAM_NAME;
use restrap_engine::EngineError;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::evidence::resample::container::{self, ContainerError, Contents};
use crate::number::grouped;

#[cfg(doc)]
use restrap_engine::Ledger;

/// Format of a file of ranges.
const FORMAT: &str = "restrap/part/1";

/// The result of a range of a draw.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Piece {
    /// Name of the draw, as [`named`] has it.
    draw: String,
    range: Range<u64>,
    result: Vec<u8>,
}

/// What a file of ranges says first.
#[derive(Serialize, Deserialize)]
struct About<A> {
    /// Another version may draw others.
    version: String,
    stream: String,
    of: A,
    /// Name and range of each block.
    draws: Vec<(String, u64, u64)>,
}

/// The name of a draw.
fn named(draw: &[u8]) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(STREAM_NAME.as_bytes()).update(draw);
    hasher.finalize().to_hex().to_string()
}

fn write<A: Serialize>(out: &mut dyn Write, of: A, pieces: &[Piece]) -> Result<(), ContainerError> {
    let about = About {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        stream: STREAM_NAME.to_owned(),
        of,
        draws: pieces
            .iter()
            .map(|piece| (piece.draw.clone(), piece.range.start, piece.range.end))
            .collect(),
    };
    let blocks: Vec<(&str, &dyn container::Numbers)> = pieces
        .iter()
        .map(|piece| ("range", &piece.result as &dyn container::Numbers))
        .collect();
    container::write(out, FORMAT, &about, &blocks)
}

/// # Errors
/// [`ContainerError::Damaged`] for another file, one that was cut or changed, or one of another version.
fn read<A: DeserializeOwned>(bytes: &[u8]) -> Result<(A, Vec<Piece>), ContainerError> {
    let mut contents = Contents::open(Cursor::new(bytes), FORMAT)?;
    let About {
        version,
        stream,
        of,
        draws,
    } = contents.about()?;
    let own = format!(
        "ranges drawn by restrap {} ({STREAM_NAME})",
        env!("CARGO_PKG_VERSION")
    );
    if (&version[..], &stream[..]) != (env!("CARGO_PKG_VERSION"), STREAM_NAME) {
        return Err(ContainerError::Damaged {
            expected: own,
            found: format!("some of {version} ({stream})"),
        });
    }
    let mut piece = |(draw, start, end)| -> Result<Piece, ContainerError> {
        Ok(Piece {
            draw,
            range: start..end,
            result: contents.block("range")?,
        })
    };
    let pieces = draws
        .into_iter()
        .map(&mut piece)
        .collect::<Result<_, _>>()?;
    Ok((of, pieces))
}

fn foreign<T>(what: impl Into<String>) -> Result<T, EngineError> {
    Err(EngineError::Foreign(what.into()))
}

/// Numbers as a message shows them: "1,024 to 2,047".
fn shown(range: &Range<u64>) -> String {
    format!(
        "{} to {}",
        grouped(range.start),
        grouped(range.end.saturating_sub(1))
    )
}
