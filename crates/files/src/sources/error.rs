//! What stops the way from files to an outcome.

use crate::score::ScoreError;
use restrap_lib::Error;

/// Why files gave no outcome.
///
/// Files that cannot be read or paired, outputs that cannot be scored, or scores that cannot be compared. [`SourceError::hint`]
/// says what to type next.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// Files cannot be read, paired or scored.
    #[error(transparent)]
    Score(#[from] ScoreError),
    /// What they hold cannot be compared.
    #[error(transparent)]
    Compare(#[from] Error),
}

impl From<restrap_io::Error> for SourceError {
    fn from(error: restrap_io::Error) -> Self {
        Self::Score(error.into())
    }
}

impl SourceError {
    pub(crate) fn usage(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::Score(ScoreError::usage(message, hint))
    }

    /// What to do about it, where there is something to say.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Score(error) => error.hint(),
            Self::Compare(error) => error.hint(),
        }
    }
}
