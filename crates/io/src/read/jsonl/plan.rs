//! What is taken from each record.

use crate::ask::filter::Condition;
use crate::read::jsonl::wanted::Wanted;
use crate::{Cells, Filter, Missing};

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
    /// Leaves out rows of means.
    pub(super) no_summary: Option<Condition<'r>>,
    pub(super) missing: Missing,
}

impl<'r> Plan<'r> {
    /// Keeps the rows that pass the filters; `item`: the field that names the items, where one does, so that means are none.
    pub(super) fn keep<S: AsRef<str> + ?Sized>(
        &mut self,
        filters: &'r [Filter],
        item: Option<&'r S>,
    ) {
        for filter in filters {
            let index = self.want(filter.source());
            Condition::add(&mut self.filters, index, filter);
        }
        let item = item
            .map(AsRef::as_ref)
            .filter(|item| filters.iter().all(|filter| filter.column != *item));
        self.no_summary = item.map(|item| Condition::no_summary(self.want(item), item));
    }

    pub(super) fn want(&mut self, path: &str) -> usize {
        self.wanted.want(path)
    }
}
