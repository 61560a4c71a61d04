//! Distinct rows: items that no resample can tell apart, with their multiplicities.

/// Distinct integer rows in a fixed order: most frequent first, then by value.
///
/// The order never depends on the order of the items, so neither do draws over the groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DistinctRows {
    /// Distinct values, one a group.
    pub values: Vec<i64>,
    /// How many items hold each value.
    pub counts: Vec<u64>,
}

/// Widest range counted by table instead of sorted: 16 MiB of counters.
const WIDEST_TABLE: u64 = 1 << 21;

impl DistinctRows {
    /// Groups one column. Cost: one pass where the range is below two million, a sort otherwise.
    pub fn of_column(column: &[i64]) -> Self {
        let (Some(&least), Some(&most)) = (column.iter().min(), column.iter().max()) else {
            return Self { values: Vec::new(), counts: Vec::new() };
        };
        let span = most.abs_diff(least);
        let mut groups: Vec<(i64, u64)> = if span < WIDEST_TABLE && span < 16 * column.len() as u64 {
            let mut table = vec![0_u64; span as usize + 1];
            for value in column {
                table[value.abs_diff(least) as usize] += 1;
            }
            let seen = table.into_iter().enumerate().filter(|&(_, count)| count > 0);
            seen.map(|(offset, count)| (least + offset as i64, count)).collect()
        } else {
            let mut sorted = column.to_vec();
            sorted.sort_unstable();
            sorted.chunk_by(|a, b| a == b).map(|run| (run[0], run.len() as u64)).collect()
        };
        groups.sort_unstable_by(|x, y| y.1.cmp(&x.1).then(x.0.cmp(&y.0)));
        let (values, counts) = groups.into_iter().unzip();
        Self { values, counts }
    }

    /// Number of groups.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// No items at all.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Number of items.
    pub fn items(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// (value, count) pairs.
    pub fn pairs(&self) -> Vec<(i64, u64)> {
        self.values.iter().copied().zip(self.counts.iter().copied()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_come_by_multiplicity_then_value_whatever_the_item_order() {
        let column = [3, -1, 3, 0, -1, 7];
        let rows = DistinctRows::of_column(&column);
        assert_eq!(rows.values, [-1, 3, 0, 7]);
        assert_eq!(rows.counts, [2, 2, 1, 1]);
        let mut reversed = column;
        reversed.reverse();
        assert_eq!(DistinctRows::of_column(&reversed), rows);
    }

    #[test]
    fn table_and_sort_agree() {
        let narrow: Vec<i64> = (0..5000_i64).map(|i| i * i % 611 - 300).collect();
        let mut wide: Vec<i64> = narrow.iter().map(|v| v * 1_000_000_007).collect();
        let grouped = DistinctRows::of_column(&wide);
        let expected = DistinctRows::of_column(&narrow);
        assert_eq!(grouped.counts, expected.counts);
        wide.clear();
        assert!(DistinctRows::of_column(&wide).is_empty());
    }
}
