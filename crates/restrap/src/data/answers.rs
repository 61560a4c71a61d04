//! Several scores per item: sampled answers, and training runs that each answer every item.

use restrap_stats::repeats::Repeats;
use restrap_stats::seeds::Runs;

/// What the rows of an item are, where it has several: one value of them is in the scores, and these say how it came about.
#[derive(Clone, Debug, Default)]
pub struct Answered {
    /// Sampled answers of each system, with the column that tells them apart and how they were reduced.
    #[doc(hidden)]
    pub repeats: Option<(String, String, Vec<Repeats>)>,
    /// Training runs of each system, with the column that tells them apart.
    #[doc(hidden)]
    pub runs: Option<(String, Vec<Runs>)>,
}
