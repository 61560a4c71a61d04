//! What was compared: all items, then each sub-population.

use restrap::Outcome;
use restrap::outcome::{ComparisonOutcome, SystemOutcome};

/// Items that were compared together.
pub(crate) struct Part<'a> {
    /// Their value of the column of sub-populations; `None` for all items.
    pub value: Option<&'a str>,
    pub items: u64,
    pub systems: &'a [SystemOutcome],
    pub comparisons: &'a [ComparisonOutcome],
}

impl<'a> Part<'a> {
    /// All items, then each sub-population.
    pub fn all(outcome: &'a Outcome) -> impl Iterator<Item = Self> {
        let Outcome { items, systems, comparisons, .. } = outcome;
        let whole = Self { value: None, items: *items, systems, comparisons };
        let populations = outcome.by.iter().flat_map(|by| &by.populations).map(|part| Self {
            value: Some(&part.value),
            items: part.items,
            systems: &part.systems,
            comparisons: &part.comparisons,
        });
        std::iter::once(whole).chain(populations)
    }
}
