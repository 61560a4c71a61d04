//! Cutting text at line ends for parallel parsing, and joining the pieces.

use restrap_core::memory::fallible;
use std::collections::TryReserveError;

use crate::meter::Reading;

/// How a text is cut, and who is told of the pieces.
#[derive(Clone, Copy)]
pub(crate) struct Cut<'r> {
    /// Bytes per piece of work.
    pub size: usize,
    pub reading: Option<&'r Reading<'r>>,
}

impl Cut<'_> {
    /// Large against the cost of a task, small enough that two cores finish together.
    pub const INTO_MEGABYTES: Self = Self {
        size: 1 << 20,
        reading: None,
    };

    /// One piece, of which nobody is told.
    pub const NOT: Self = Self {
        size: usize::MAX,
        reading: None,
    };

    /// So many bytes are parsed, of all.
    pub fn parsed(&self, bytes: usize, of: usize) {
        if let Some(reading) = self.reading {
            reading.parsed(bytes, of);
        }
    }
}

#[cfg(test)]
impl From<usize> for Cut<'_> {
    fn from(size: usize) -> Self {
        Self {
            size,
            reading: None,
        }
    }
}

/// Pieces of at least `size` bytes (except the last) that end after a newline.
pub(crate) fn split(mut text: &[u8], size: usize) -> Vec<&[u8]> {
    let mut pieces = Vec::with_capacity(text.len() / size.max(1) + 1);
    while !text.is_empty() {
        let from = size.saturating_sub(1).min(text.len());
        let end = memchr::memchr(b'\n', &text[from..]).map_or(text.len(), |at| from + at + 1);
        let (piece, rest) = text.split_at(end);
        pieces.push(piece);
        text = rest;
    }
    pieces
}

/// Lines of a piece: newlines, and a last line without one.
pub(crate) fn count_lines(piece: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', piece).count()
        + usize::from(piece.last().is_some_and(|last| *last != b'\n'))
}

/// An empty vector with room for `count` values, or an error in place of an abort.
pub(crate) fn room<T>(count: usize) -> Result<Vec<T>, TryReserveError> {
    let mut values = Vec::new();
    fallible(|| values.try_reserve_exact(count))?;
    Ok(values)
}

/// Concatenates, freeing each piece as it is copied: the peak is twice the values.
pub(crate) fn join(pieces: Vec<Vec<f64>>) -> Result<Vec<f64>, TryReserveError> {
    let mut pieces = pieces;
    if pieces.len() == 1
        && let Some(mut only) = pieces.pop()
    {
        only.shrink_to_fit();
        return Ok(only);
    }
    let mut all = room(pieces.iter().map(Vec::len).sum())?;
    for piece in pieces {
        all.extend_from_slice(&piece);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn pieces_end_at_newlines_and_make_up_the_text(text in "[a\n]{0,40}", size in 0usize..12) {
            let pieces = split(text.as_bytes(), size);
            prop_assert_eq!(pieces.concat(), text.as_bytes());
            if let Some((_, before)) = pieces.split_last() {
                prop_assert!(before.iter().all(|piece| piece.ends_with(b"\n") && piece.len() >= size));
            }
            let lines: usize = pieces.iter().map(|piece| count_lines(piece)).sum();
            prop_assert_eq!(lines, text.lines().count());
        }
    }
}
