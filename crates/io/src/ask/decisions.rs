//! The user's answers to questions about items, systems and numbers.

use std::fmt;
use std::str::FromStr;

use crate::Error;
use crate::RowsAre;

/// Words of scores (`--words yes=1,no=0`), each with its value.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ScoreWords(Vec<(String, f64)>);

impl ScoreWords {
    /// Returns `true` if no words were given.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the score of a word, in any case.
    pub(crate) fn score(&self, cell: &[u8]) -> Option<f64> {
        let is = |word: &str| word.as_bytes().eq_ignore_ascii_case(cell);
        let found = self.0.iter().find(|(word, _)| is(word));
        found.map(|(_, value)| *value)
    }
}

impl FromStr for ScoreWords {
    type Err = Error;

    /// Reads `yes=1,no=0`: each word once, with a finite number.
    fn from_str(text: &str) -> Result<Self, Error> {
        let bad = || Error::BadWords {
            found: text.to_owned(),
        };
        let mut words: Vec<(String, f64)> = Vec::new();
        for entry in text.split(',') {
            let (word, value) = entry.rsplit_once('=').ok_or_else(bad)?;
            let value: f64 = value.trim().parse().map_err(|_| bad())?;
            let word = word.trim();
            let is_known = words
                .iter()
                .any(|(known, _)| known.eq_ignore_ascii_case(word));
            if word.is_empty() || !value.is_finite() || is_known {
                return Err(bad());
            }
            words.push((word.to_owned(), value));
        }
        Ok(Self(words))
    }
}

impl fmt::Display for ScoreWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entries = self.0.iter().map(|(word, value)| format!("{word}={value}"));
        f.write_str(&entries.collect::<Vec<_>>().join(","))
    }
}

/// The direction in which scores are better.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Direction {
    /// Higher ones.
    #[default]
    Higher,
    /// Lower ones.
    Lower,
    /// Lower ones if the name of their column says so.
    ByName,
}

/// The answers that were given beforehand, so that nothing of it is asked.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Decisions {
    /// The meaning of a row (`--rows`).
    pub rows: Option<RowsAre>,
    /// Words that are scores (`--words`).
    pub words: ScoreWords,
    /// The number that means that there is no score (`--missing-value`).
    pub missing_value: Option<f64>,
    /// Rows with the same id are the same items, although their texts differ (`--same-items`).
    pub same_items: bool,
    /// The smallest and the largest score that there can be (`--range`), so that each number is a score.
    pub range: Option<(f64, f64)>,
    /// The direction in which scores are better.
    pub direction: Direction,
}

impl Decisions {
    /// The options that were typed, each with its value; an option without one has an empty value.
    pub fn typed(&self) -> Vec<(&'static str, String)> {
        let mut typed = Vec::new();
        typed.extend(
            self.missing_value
                .map(|value| ("missing-value", value.to_string())),
        );
        typed.extend(self.rows.map(|rows| ("rows", rows.to_string())));
        if !self.words.is_empty() {
            typed.push(("words", self.words.to_string()));
        }
        if self.same_items {
            typed.push(("same-items", String::new()));
        }
        typed
    }

    /// The answers as the recipe of a result has them: `rows=systems`.
    pub fn recipe(&self) -> Vec<String> {
        let one = |(name, value): (&'static str, String)| {
            if value.is_empty() {
                name.to_owned()
            } else {
                format!("{name}={value}")
            }
        };
        self.typed().into_iter().map(one).collect()
    }
}
