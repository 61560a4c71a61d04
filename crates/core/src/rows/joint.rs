//! Distinct rows of several columns: items that no resample can tell apart when several statistics are summed.
//!
//! Rows are stored by their non-zero values: a wrong answer among twenty classes touches two counts of sixty. Items are
//! grouped column by column: an item's code stands for its values so far, and zeros do not change it, so the cost is
//! one look-up per non-zero value and one pass per column.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::column::Entries;
use super::distinct::DistinctRows;
use super::times::Times;

/// Distinct rows in a fixed order: most frequent first, then by their values, whatever the order of the items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JointRows {
    columns: usize,
    /// Column and value of everything that is not zero, row after row.
    entries: Vec<(u32, i64)>,
    /// Where the entries of each row begin, and where those of the last one end.
    starts: Vec<usize>,
    counts: Vec<u64>,
}

/// What a code stands for: the code before, and the value that made another one of it.
struct Prefix {
    before: u32,
    column: u32,
    value: i64,
}

impl JointRows {
    /// Groups the items of columns of one length, or `None` once there are more than `most` groups.
    ///
    /// # Panics
    /// If lengths differ.
    pub fn of_columns<C: Entries + ?Sized>(columns: &[&C], most: usize) -> Option<Self> {
        Self::grouped(columns, |_| 1, most, false)
    }

    /// As [`JointRows::of_columns`], of rows that occur as often as `times` says.
    ///
    /// # Panics
    /// If lengths differ.
    pub fn of_times<C: Entries + ?Sized>(
        columns: &[&C],
        times: &Times,
        most: usize,
    ) -> Option<Self> {
        match times {
            Times::Once => Self::of_columns(columns, most),
            Times::Counted(counts) => Self::grouped(columns, |row| counts[row], most, false),
        }
    }

    /// As [`JointRows::of_differences`], of rows that occur as often as `times` says.
    ///
    /// # Panics
    /// If lengths differ.
    pub fn of_counted_differences<C: Entries + ?Sized>(
        columns: &[&C],
        times: &Times,
        most: usize,
    ) -> Option<Self> {
        let Times::Counted(counts) = times else {
            return Self::of_differences(columns, most);
        };
        let most_with_zeros = most.saturating_add(1);
        let rows = Self::grouped(columns, |row| counts[row], most_with_zeros, true)?;
        let rows = rows.without_zeros();
        (rows.len() <= most).then_some(rows)
    }

    /// Groups rows that swapping makes equal: a row and its negative are one group, represented by the one whose first
    /// non-zero value is positive. Rows of zeros are left out.
    ///
    /// # Panics
    /// If lengths differ.
    pub fn of_differences<C: Entries + ?Sized>(columns: &[&C], most: usize) -> Option<Self> {
        let rows = Self::grouped(columns, |_| 1, most.saturating_add(1), true)?.without_zeros();
        (rows.len() <= most).then_some(rows)
    }

    /// From rows of `columns` values each, in their order.
    ///
    /// # Panics
    /// If there are not `columns` values for each count.
    pub fn new(columns: usize, values: &[i64], counts: Vec<u64>) -> Self {
        assert_eq!(
            values.len(),
            columns * counts.len(),
            "a row has {columns} values"
        );
        let rows = values.chunks_exact(columns.max(1)).map(|row| {
            let all = (0_u32..).zip(row.iter().copied());
            all.filter(|entry| entry.1 != 0).collect()
        });
        Self::of_entries(columns, rows.zip(counts))
    }

    fn of_entries(columns: usize, rows: impl Iterator<Item = (Vec<(u32, i64)>, u64)>) -> Self {
        let mut all = Self {
            columns,
            entries: Vec::new(),
            starts: vec![0],
            counts: Vec::new(),
        };
        for (row, count) in rows {
            all.entries.extend(row);
            all.starts.push(all.entries.len());
            all.counts.push(count);
        }
        all
    }

    /// Leaves the row of zeros out.
    pub(crate) fn without_zeros(mut self) -> Self {
        if let Some(zero) = (0..self.len()).find(|&g| self.entries(g).is_empty()) {
            self.counts.remove(zero);
            self.starts.remove(zero);
        }
        self
    }

    fn grouped<C: Entries + ?Sized>(
        columns: &[&C],
        times: impl Fn(usize) -> u64,
        most: usize,
        up_to_sign: bool,
    ) -> Option<Self> {
        let items = columns.first().map_or(0, |column| column.items());
        assert!(
            columns.iter().all(|column| column.items() == items),
            "columns have one length"
        );
        // Code 0 is the row that has been zero so far.
        let mut codes = vec![0_u32; items];
        let mut negative = vec![false; if up_to_sign { items } else { 0 }];
        let mut known: HashMap<(u32, i64), u32> = HashMap::new();
        let mut prefixes = vec![Prefix {
            before: 0,
            column: 0,
            value: 0,
        }];
        let mut holders: Vec<u64> = vec![(0..items).map(&times).sum()];
        let mut live = usize::from(items > 0);
        for (number, column) in (0_u32..).zip(columns) {
            known.clear();
            column.each(|item, mut value| {
                let before = codes[item];
                if up_to_sign {
                    if before == 0 {
                        negative[item] = value < 0;
                    }
                    if negative[item] {
                        value = -value;
                    }
                }
                let code = *known.entry((before, value)).or_insert_with(|| {
                    prefixes.push(Prefix {
                        before,
                        column: number,
                        value,
                    });
                    holders.push(0);
                    prefixes.len() as u32 - 1
                });
                holders[before as usize] -= times(item);
                live -= usize::from(holders[before as usize] == 0);
                live += usize::from(holders[code as usize] == 0);
                holders[code as usize] += times(item);
                codes[item] = code;
            });
            // Values of later columns only split groups.
            if live > most {
                return None;
            }
        }
        let held = (0..prefixes.len()).filter(|&code| holders[code] > 0);
        let mut rows: Vec<(Vec<(u32, i64)>, u64)> = held
            .map(|code| (entries(&prefixes, code), holders[code]))
            .collect();
        rows.sort_unstable_by(|x, y| y.1.cmp(&x.1).then_with(|| by_values(&x.0, &y.0)));
        Some(Self::of_entries(columns.len(), rows.into_iter()))
    }

    /// Values per row.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// How many items have each row.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Column and value of every non-zero entry of a row, in the order of the columns.
    pub fn entries(&self, group: usize) -> &[(u32, i64)] {
        &self.entries[self.starts[group]..self.starts[group + 1]]
    }

    /// The values of a row.
    pub fn row(&self, group: usize) -> Vec<i64> {
        let mut row = vec![0; self.columns];
        self.entries(group)
            .iter()
            .for_each(|&(column, value)| row[column as usize] = value);
        row
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

    /// Adds every row as often as its coefficient says.
    #[inline]
    pub(crate) fn add(&self, coefficients: impl Iterator<Item = i64>, sums: &mut [i64]) {
        let mut start = 0;
        for (coefficient, &end) in coefficients.zip(&self.starts[1..]) {
            for &(column, value) in &self.entries[start..end] {
                sums[column as usize] += coefficient * value;
            }
            start = end;
        }
    }
}

/// The values that a code stands for, by column.
fn entries(prefixes: &[Prefix], code: usize) -> Vec<(u32, i64)> {
    let mut entries = Vec::new();
    let mut at = code;
    while at > 0 {
        entries.push((prefixes[at].column, prefixes[at].value));
        at = prefixes[at].before as usize;
    }
    entries.reverse();
    entries
}

/// The order of rows by their values, those that are zero included.
fn by_values(x: &[(u32, i64)], y: &[(u32, i64)]) -> Ordering {
    let same = x.iter().zip(y).take_while(|(x, y)| x == y).count();
    match (x.get(same), y.get(same)) {
        (None, None) => Ordering::Equal,
        (Some(x), None) => x.1.cmp(&0),
        (None, Some(y)) => 0.cmp(&y.1),
        (Some(x), Some(y)) => match x.0.cmp(&y.0) {
            Ordering::Equal => x.1.cmp(&y.1),
            Ordering::Less => x.1.cmp(&0),
            Ordering::Greater => 0.cmp(&y.1),
        },
    }
}

impl From<DistinctRows> for JointRows {
    fn from(rows: DistinctRows) -> Self {
        Self::new(1, &rows.values, rows.counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_column_is_grouped_as_distinct_rows_are() {
        let column: Vec<i64> = (0..5_000_i64).map(|i| i * i % 97 - 40).collect();
        let expected = JointRows::from(DistinctRows::of_column(&column));
        assert_eq!(
            JointRows::of_columns(&[&column[..]], 97),
            Some(expected.clone())
        );
        assert_eq!(
            JointRows::of_columns(&[&column[..]], expected.len() - 1),
            None
        );
    }

    #[test]
    fn counted_rows_are_those_of_their_items() {
        let columns = [vec![1, -1, 0, 0, 2, 1], vec![-3, 3, 0, -5, 0, -3]];
        let times = Times::Counted(vec![4, 1, 9, 2, 3, 5].into());
        let items = columns.clone().map(|column| times.repeat(&column));
        let (rows, items) = ([&columns[0], &columns[1]], [&items[0], &items[1]]);
        assert_eq!(
            JointRows::of_times(&rows, &times, 9),
            JointRows::of_columns(&items, 9)
        );
        assert_eq!(
            JointRows::of_counted_differences(&rows, &times, 9),
            JointRows::of_differences(&items, 9)
        );
        assert_eq!(JointRows::of_counted_differences(&rows, &times, 2), None);
    }

    #[test]
    fn rows_and_their_negatives_are_one_group_of_differences() {
        let rows = JointRows::of_differences(&[&[1, -1, 0, 0, 2][..], &[-3, 3, 0, -5, 0]], 3)
            .expect("three groups");
        let all: Vec<_> = (0..3).map(|g| (rows.row(g), rows.counts()[g])).collect();
        assert_eq!(all, [(vec![1, -3], 2), (vec![0, 5], 1), (vec![2, 0], 1)]);
        assert_eq!(JointRows::of_differences(&[&[1, 0][..], &[0, 1]], 1), None);
    }

    #[test]
    fn rows_are_those_of_a_map_in_its_order() {
        let value = |i: usize, modulus: usize| (i * i % modulus).cast_signed() as i64 - 2;
        let columns: [Vec<i64>; 3] =
            [5, 3, 7].map(|modulus| (0..400).map(|i| value(i, modulus)).collect::<Vec<_>>());
        let mut groups: HashMap<[i64; 3], u64> = HashMap::new();
        for ((&x, &y), &z) in columns[0].iter().zip(&columns[1]).zip(&columns[2]) {
            *groups.entry([x, y, z]).or_default() += 1;
        }
        let mut groups: Vec<_> = groups.into_iter().collect();
        groups.sort_unstable_by(|x, y| y.1.cmp(&x.1).then_with(|| x.0.cmp(&y.0)));
        let slices = [&columns[0][..], &columns[1], &columns[2]];
        let rows = JointRows::of_columns(&slices, groups.len()).expect("so many");
        let got: Vec<_> = (0..rows.len())
            .map(|g| (rows.row(g), rows.counts()[g]))
            .collect();
        assert_eq!(
            got,
            groups
                .into_iter()
                .map(|(row, m)| (row.to_vec(), m))
                .collect::<Vec<_>>()
        );
        assert_eq!(rows.items(), 400);
        assert_eq!(JointRows::of_columns(&slices, rows.len() - 1), None);
    }
}
