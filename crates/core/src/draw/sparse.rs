//! Columns that are 0 almost everywhere, item by item: a label of 200 is right or wrong on few items.

use std::ops::Range;

use crate::arch::Entry;
use crate::rows::Entries;

/// What is not 0, item after item.
#[derive(Clone, Debug)]
pub(super) struct SparseRows {
    pub entries: Vec<Entry>,
    /// Where the entries of each item begin, and where those of the last one end.
    pub starts: Vec<usize>,
}

impl SparseRows {
    /// Holds columns whose sums over that many draws, of whatever items, are below 2^31; `None` of others.
    pub fn new<C: Entries + ?Sized>(
        columns: &[&C],
        place_in_tile: impl Fn(usize) -> usize,
        draws: u64,
    ) -> Option<Self> {
        let items = columns.first().map_or(0, |column| column.items());
        let mut starts = vec![0; items + 1];
        let mut most = 0;
        for column in columns {
            assert_eq!(column.items(), items, "columns have one length");
            column.each(|item, value| {
                starts[item + 1] += 1;
                most = most.max(value.unsigned_abs());
            });
        }
        // A resample that draws too much is drawn again: it may have drawn a few times as much.
        if most.saturating_mul(draws) >= 1 << 28 {
            return None;
        }
        for item in 0..items {
            starts[item + 1] += starts[item];
        }
        let mut next = starts.clone();
        let mut entries = vec![Entry::default(); starts[items]];
        for (number, column) in (0_u32..).zip(columns) {
            column.each(|item, value| {
                entries[next[item]] = Entry {
                    column: number,
                    item: place_in_tile(item) as u16,
                    value: value as i32,
                };
                next[item] += 1;
            });
        }
        Some(Self { entries, starts })
    }

    pub fn entries_of(&self, items: Range<usize>) -> &[Entry] {
        &self.entries[self.starts[items.start]..self.starts[items.end]]
    }

    pub fn add(&self, item: usize, sums: &mut [i64]) {
        for entry in self.entries_of(item..item + 1) {
            sums[entry.column as usize] += i64::from(entry.value);
        }
    }
}
