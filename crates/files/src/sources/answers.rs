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
    /// The column of raters.
    pub judge: Option<String>,
}

impl Default for Answers {
    fn default() -> Self {
        Self { repeat: None, reducer: Reducer::Mean, seed: None, judge: None }
    }
}

impl Answers {
    /// Rows are told apart by a column.
    pub(super) fn has_column(&self) -> bool {
        self.repeat.is_some() || self.seed.is_some() || self.judge.is_some()
    }
}
