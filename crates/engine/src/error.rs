//! Why nothing is drawn.

/// Why a run cannot start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// Memory for the replicates is not there.
    #[error("{resamples} kept resamples need {bytes} bytes, which could not be reserved")]
    Memory {
        /// Resamples of the range.
        resamples: u64,
        /// Bytes asked for.
        bytes: u64,
    },
    /// What was kept of earlier draws is of something else.
    #[error("{0}")]
    Foreign(String),
    /// What was drawn cannot be kept.
    #[error("{0}")]
    Unwritten(String),
}
