//! Cells of text that may be scores, and the kind of the column that they are in.

use crate::error::kind::FaultKind;
use crate::error::quote;
use crate::format::number;
use crate::{Kind, ScoreWords};

/// Rows after which a column's kind is settled, if it has any cell that is not missing.
pub(crate) const SAMPLE: usize = 100;

/// The score of a cell; words that were given come first.
#[inline]
pub(crate) fn score(cell: &[u8], words: Option<&ScoreWords>) -> Result<f64, FaultKind> {
    let given = words.and_then(|words| words.score(number::trim(cell)));
    given.map_or_else(|| number::score(cell, true), Ok)
}

/// The cells of a column by their kinds.
///
/// A column holds numbers when at least half of its cells do: then a slip among numbers is an error later on, and a number among words
/// is not.
#[derive(Clone, Default)]
pub(crate) struct Tally {
    numbers: usize,
    verdicts: usize,
    words: usize,
    example: String,
}

impl Tally {
    /// Returns `true` if no cell said anything.
    pub(crate) fn is_empty(&self) -> bool {
        self.numbers + self.verdicts + self.words == 0
    }

    /// Adds a cell, unless it is missing.
    pub(crate) fn add(&mut self, cell: &[u8], words: Option<&ScoreWords>) {
        let cell = number::trim(cell);
        if number::is_missing(cell) {
            return;
        }
        if self.is_empty() {
            self.example = quote::plain(cell);
        }
        let is_word = score(cell, words) == Err(FaultKind::NotANumber);
        let is_given = words.is_some_and(|words| words.score(cell).is_some());
        *(match is_word {
            true => &mut self.words,
            false if is_given || number::is_verdict(cell) => &mut self.verdicts,
            false => &mut self.numbers,
        }) += 1;
    }

    /// The kind of the column, and its first cell that is not missing.
    pub(crate) fn into_kind(self) -> (Kind, String) {
        (
            Kind::of(self.numbers, self.verdicts, self.words),
            self.example,
        )
    }
}
