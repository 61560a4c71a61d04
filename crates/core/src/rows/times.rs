//! How often each row of a table occurs.

use std::sync::Arc;

/// How often each row occurs: once, or as a column of counts says.
///
/// Counts are from 1 to 2^53, and so is their sum.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Times {
    /// Each row is one item.
    #[default]
    Once,
    /// Each row stands for so many items.
    Counted(Arc<[u64]>),
}

impl Times {
    /// Returns how often a row occurs.
    ///
    /// # Panics
    /// If there is no such row among counted ones.
    #[inline]
    pub fn of(&self, row: usize) -> u64 {
        match self {
            Self::Once => 1,
            Self::Counted(counts) => counts[row],
        }
    }

    /// Returns the counts, unless each row is one item.
    pub fn counts(&self) -> Option<&[u64]> {
        match self {
            Self::Once => None,
            Self::Counted(counts) => Some(counts),
        }
    }

    /// Returns the number of items in so many rows.
    pub fn items(&self, rows: usize) -> u64 {
        match self {
            Self::Once => rows as u64,
            Self::Counted(counts) => counts.iter().sum(),
        }
    }

    /// Returns `true` if rows are items.
    pub fn are_once(&self) -> bool {
        matches!(self, Self::Once)
    }

    /// Keeps the rows whose places `is_in` picks.
    #[must_use]
    pub fn only(&self, is_in: impl Fn(usize) -> bool) -> Self {
        match self {
            Self::Once => Self::Once,
            Self::Counted(counts) => {
                let kept = counts.iter().enumerate().filter(|(row, _)| is_in(*row));
                Self::Counted(kept.map(|(_, count)| *count).collect())
            }
        }
    }

    /// Returns the values of rows, each with how often it occurs.
    pub fn each<'a, T: Copy>(
        &'a self,
        rows: &'a [T],
    ) -> impl Iterator<Item = (T, u64)> + Clone + 'a {
        rows.iter()
            .enumerate()
            .map(|(row, value)| (*value, self.of(row)))
    }

    /// Returns the value of each item: of a row as often as it occurs.
    pub fn repeat<T: Copy>(&self, rows: &[T]) -> Vec<T> {
        let mut items = Vec::with_capacity(self.items(rows.len()) as usize);
        for (value, times) in self.each(rows) {
            items.extend(std::iter::repeat_n(value, times as usize));
        }
        items
    }
}

impl From<Option<Arc<[u64]>>> for Times {
    fn from(counts: Option<Arc<[u64]>>) -> Self {
        counts.map_or(Self::Once, Self::Counted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_as_many_items_as_it_occurs() {
        let times = Times::Counted(vec![3, 1, 2].into());
        assert_eq!((times.items(3), times.of(2)), (6, 2));
        assert_eq!(
            times.repeat(&['a', 'b', 'c']),
            ['a', 'a', 'a', 'b', 'c', 'c']
        );
        let kept = times.only(|row| row != 1);
        assert_eq!(kept.each(&[5, 7]).collect::<Vec<_>>(), [(5, 3), (7, 2)]);
        assert_eq!((Times::Once.items(4), Times::Once.of(9)), (4, 1));
        assert!(Times::from(None).are_once() && !times.are_once());
    }
}
