//! What is taken from each record.

use crate::ask::filter::Condition;
use crate::read::jsonl::wanted::Wanted;
use crate::{Cells, Missing};

/// What is taken from each record: places in `wanted`.
#[derive(Default)]
pub(super) struct Plan<'r> {
    pub(super) wanted: Wanted,
    pub(super) scores: Vec<usize>,
    /// Each of one or several fields; those marked `true` may not be empty.
    pub(super) keys: Vec<(Vec<usize>, bool)>,
    /// The first key that is a column of labels or counts, and which of these it is.
    pub(super) texts: Option<(usize, Cells)>,
    pub(super) filters: Vec<Condition<'r>>,
    pub(super) missing: Missing,
}

impl Plan<'_> {
    pub(super) fn want(&mut self, path: &str) -> usize {
        self.wanted.want(path)
    }
}
