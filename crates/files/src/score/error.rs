//! What stops scoring.

/// Why systems could not be scored.
///
/// A file that cannot be read, outputs that do not fit the metric, or an option that the metric needs or does not take, with what
/// to type next.
#[derive(Debug, thiserror::Error)]
pub enum ScoreError {
    /// A file cannot be read.
    #[error(transparent)]
    Io(#[from] restrap_io::Error),
    /// A file cannot be scored.
    #[error(transparent)]
    Metric(#[from] restrap_metrics::Error),
    /// An option that the metric needs, or does not take.
    #[error("{message}")]
    Usage {
        /// What was expected and what was found.
        message: String,
        /// What to do.
        hint: String,
    },
}

impl From<restrap_lib::Error> for ScoreError {
    fn from(error: restrap_lib::Error) -> Self {
        let hint = error.hint().unwrap_or_default();
        Self::usage(error.to_string(), hint)
    }
}

impl ScoreError {
    pub(crate) fn usage(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::Usage {
            message: message.into(),
            hint: hint.into(),
        }
    }

    /// The command line was wrong, rather than a file.
    pub fn is_usage(&self) -> bool {
        match self {
            Self::Io(error) => error.class() == restrap_io::ErrorClass::Usage,
            Self::Metric(error) => error.class() == "usage",
            Self::Usage { .. } => true,
        }
    }

    /// Memory was not to be had.
    pub fn is_memory(&self) -> bool {
        matches!(self, Self::Io(error) if error.class() == restrap_io::ErrorClass::Memory)
    }

    /// The file of which it is asked what a column is.
    pub fn asked_file(&self) -> Option<&str> {
        match self {
            Self::Io(error) => error.asked_file(),
            _ => None,
        }
    }

    /// What to do about it, where there is something to say.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Io(error) => error.hint(),
            Self::Metric(error) => error.hint(),
            Self::Usage { hint, .. } => Some(hint.clone()),
        }
    }
}
