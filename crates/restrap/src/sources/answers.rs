//! What several rows of one item are.

use restrap_stats::repeats::Reducer;

/// Which columns tell several rows of one item apart, and what becomes of them.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answers {
    /// The column of sampled answers to one item.
    pub repeat: Option<String>,
    /// How they become one value.
    pub reducer: Reducer,
    /// The column of training runs.
    pub seed: Option<String>,
}

impl Default for Answers {
    fn default() -> Self {
        Self { repeat: None, reducer: Reducer::Mean, seed: None }
    }
}

impl Answers {
    /// Rows are told apart by something.
    pub(super) fn is_some(&self) -> bool {
        self.repeat.is_some() || self.seed.is_some()
    }
}
