//! Why a run cannot draw.

/// Why a run cannot start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// There is not enough memory for the replicates.
    #[error("{resamples} kept resamples need {bytes} bytes, which could not be reserved")]
    Memory {
        /// Resamples of the range.
        resamples: u64,
        /// Bytes asked for.
        bytes: u64,
    },
    /// The stored draws belong to something else.
    #[error("{0}")]
    Foreign(String),
    /// The draws cannot be stored.
    #[error("{0}")]
    Unwritten(String),
}
