//! What votes say besides who won.

/// Votes of which the scores are the shares of the systems.
#[derive(Clone, Debug)]
pub struct Voted {
    /// Whether the system was shown first.
    pub(crate) first: Vec<bool>,
    /// Rows without a winner.
    pub(crate) missing: u64,
    /// How many voted; 0 where nothing says it.
    pub(crate) judges: u64,
}
