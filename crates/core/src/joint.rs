//! Distinct rows of several columns: what no resample can tell apart where several statistics are summed at once.

use std::collections::HashMap;

use crate::rows::DistinctRows;

/// Distinct rows in a fixed order: most frequent first, then by their values, whatever the order of the items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JointRows {
    /// Values a row.
    pub columns: usize,
    /// Row after row.
    pub values: Vec<i64>,
    /// How many items hold each row.
    pub counts: Vec<u64>,
}

impl JointRows {
    /// Groups the items of columns of one length, or `None` once there are more than `most` groups.
    ///
    /// # Panics
    /// If lengths differ.
    pub fn of_columns(columns: &[&[i64]], most: usize) -> Option<Self> {
        Self::of_rows(columns, most, |_| {})
    }

    /// Groups rows that swapping makes alike: a row and its negative are one group, held by the one whose first non-zero
    /// value is positive. Rows of zeros are left out.
    ///
    /// # Panics
    /// If lengths differ.
    pub fn of_differences(columns: &[&[i64]], most: usize) -> Option<Self> {
        let rows = Self::of_rows(columns, most.saturating_add(1), |row| {
            if row.iter().find(|&&value| value != 0).is_some_and(|&value| value < 0) {
                for value in row {
                    *value = -*value;
                }
            }
        })?;
        let rows = rows.without_zeros();
        (rows.counts.len() <= most).then_some(rows)
    }

    /// Leaves the row of zeros out.
    pub(crate) fn without_zeros(mut self) -> Self {
        let zero = (0..self.len()).find(|&g| self.row(g).iter().all(|&value| value == 0));
        if let Some(zero) = zero {
            self.counts.remove(zero);
            self.values.drain(zero * self.columns..(zero + 1) * self.columns);
        }
        self
    }

    fn of_rows(columns: &[&[i64]], most: usize, change: impl Fn(&mut [i64])) -> Option<Self> {
        let items = columns.first().map_or(0, |column| column.len());
        assert!(columns.iter().all(|column| column.len() == items), "columns have one length");
        let mut groups: HashMap<Box<[i64]>, u64> = HashMap::new();
        let mut row = vec![0; columns.len()];
        for item in 0..items {
            for (value, column) in row.iter_mut().zip(columns) {
                *value = column[item];
            }
            change(&mut row);
            if let Some(count) = groups.get_mut(&row[..]) {
                *count += 1;
            } else if groups.len() == most {
                return None;
            } else {
                groups.insert(row.clone().into_boxed_slice(), 1);
            }
        }
        let mut groups: Vec<(Box<[i64]>, u64)> = groups.into_iter().collect();
        groups.sort_unstable_by(|x, y| y.1.cmp(&x.1).then_with(|| x.0.cmp(&y.0)));
        let counts = groups.iter().map(|group| group.1).collect();
        let values = groups.into_iter().flat_map(|group| group.0).collect();
        Some(Self { columns: columns.len(), values, counts })
    }

    /// The values of a group.
    pub fn row(&self, group: usize) -> &[i64] {
        &self.values[group * self.columns..][..self.columns]
    }

    /// Number of groups.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// No items at all.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Number of items.
    pub fn items(&self) -> u64 {
        self.counts.iter().sum()
    }
}

impl From<DistinctRows> for JointRows {
    fn from(rows: DistinctRows) -> Self {
        Self { columns: 1, values: rows.values, counts: rows.counts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_column_is_grouped_as_distinct_rows_are() {
        let column: Vec<i64> = (0..5_000_i64).map(|i| i * i % 97 - 40).collect();
        let expected = JointRows::from(DistinctRows::of_column(&column));
        assert_eq!(JointRows::of_columns(&[&column], 97), Some(expected.clone()));
        assert_eq!(JointRows::of_columns(&[&column], expected.len() - 1), None);
    }

    #[test]
    fn rows_and_their_negatives_are_one_group_of_differences() {
        let rows =
            JointRows::of_differences(&[&[1, -1, 0, 0, 2], &[-3, 3, 0, -5, 0]], 3).expect("three groups");
        assert_eq!((rows.values, rows.counts), (vec![1, -3, 0, 5, 2, 0], vec![2, 1, 1]));
        assert_eq!(JointRows::of_differences(&[&[1, 0], &[0, 1]], 1), None);
    }
}
