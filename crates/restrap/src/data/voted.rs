//! What votes say besides who won.

/// Votes of which the scores are the shares of the systems.
#[derive(Clone, Debug)]
pub struct Voted {
    /// Whether the system was shown first.
    pub first: Vec<bool>,
    /// Rows without a winner.
    pub missing: u64,
    /// How many voted; 0 where nothing says it.
    pub judges: u64,
}
