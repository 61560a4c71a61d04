//! Distinct rows: items that no resample can tell apart, with their multiplicities.

use super::times::Times;

/// Distinct integer rows in a fixed order: most frequent first, then by value.
///
/// The order never depends on the order of the items, so neither do draws over the groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DistinctRows {
    /// Distinct values, one per group.
    pub values: Vec<i64>,
    /// How many items have each value.
    pub counts: Vec<u64>,
}

/// Widest range counted by table instead of sorted: 16 MiB of counters.
const WIDEST_TABLE: u64 = 1 << 21;

/// Bits sorted by in one pass: its counters fit the first-level cache.
const DIGIT: u32 = 11;

impl DistinctRows {
    /// Groups one column. Cost: one pass if the range is below two million, otherwise one pass for each 11 bits of the
    /// range.
    pub fn of_column(column: &[i64]) -> Self {
        Self::by_multiplicity(grouped(column, usize::MAX).unwrap_or_default())
    }

    /// Groups a column of at most `most` distinct values.
    ///
    /// # Errors
    /// The number of distinct values, where there are more.
    pub fn of_at_most(column: &[i64], most: usize) -> Result<Self, usize> {
        grouped(column, most).map(Self::by_multiplicity)
    }

    /// Groups a column of at most `most` distinct values, each of which occurs as often as `times` says.
    ///
    /// # Errors
    /// The number of distinct values, where there are more.
    pub fn of_times(column: &[i64], times: &Times, most: usize) -> Result<Self, usize> {
        counted(column, times, most).map(Self::by_multiplicity)
    }

    /// The rows of |value|.
    #[must_use]
    pub fn sizes(&self) -> Self {
        let mut groups: Vec<(i64, u64)> = self.iter().map(|(d, m)| (d.abs(), m)).collect();
        // Stable: each sign is in order already, so this is a merge.
        groups.sort_by_key(|group| group.0);
        groups.dedup_by(|later, kept| {
            let same = later.0 == kept.0;
            if same {
                kept.1 += later.1;
            }
            same
        });
        Self::by_multiplicity(groups)
    }

    /// From groups in order of value.
    fn by_multiplicity(groups: Vec<(i64, u64)>) -> Self {
        let mut repeated: Vec<(i64, u64)> =
            groups.iter().copied().filter(|group| group.1 > 1).collect();
        repeated.sort_by_key(|group| std::cmp::Reverse(group.1));
        let mut rows = Self {
            values: Vec::with_capacity(groups.len()),
            counts: Vec::with_capacity(groups.len()),
        };
        for (value, count) in repeated
            .into_iter()
            .chain(groups.into_iter().filter(|group| group.1 == 1))
        {
            rows.values.push(value);
            rows.counts.push(count);
        }
        rows
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

    /// (value, count) pairs, one after the other.
    pub fn iter(&self) -> impl Iterator<Item = (i64, u64)> {
        self.values.iter().copied().zip(self.counts.iter().copied())
    }

    /// (value, count) pairs.
    pub fn pairs(&self) -> Vec<(i64, u64)> {
        self.iter().collect()
    }
}

/// As [`grouped`], of rows that occur as often as `times` says.
///
/// # Errors
/// As [`grouped`].
pub fn counted(column: &[i64], times: &Times, most: usize) -> Result<Vec<(i64, u64)>, usize> {
    if times.are_once() {
        return grouped(column, most);
    }
    let mut groups: Vec<(i64, u64)> = times.each(column).collect();
    groups.sort_unstable_by_key(|group| group.0);
    groups.dedup_by(|later, kept| {
        let same = later.0 == kept.0;
        if same {
            kept.1 += later.1;
        }
        same
    });
    if groups.len() > most {
        return Err(groups.len());
    }
    Ok(groups)
}

/// Distinct values in ascending order, each with its number of items, where there are at most `most`.
///
/// # Errors
/// The number of distinct values, where there are more.
pub fn grouped(column: &[i64], most: usize) -> Result<Vec<(i64, u64)>, usize> {
    let (Some(&least), Some(&greatest)) = (column.iter().min(), column.iter().max()) else {
        return Ok(Vec::new());
    };
    let span = greatest.abs_diff(least);
    if span < WIDEST_TABLE && span < 16 * column.len() as u64 {
        let table = table_of(column, least, span as usize + 1);
        let distinct = table.iter().filter(|&&count| count > 0).count();
        if distinct > most {
            return Err(distinct);
        }
        let seen = table
            .into_iter()
            .enumerate()
            .filter(|&(_, count)| count > 0);
        return Ok(seen
            .map(|(offset, count)| (least + offset as i64, count))
            .collect());
    }
    if let Ok(span) = u32::try_from(span)
        && column.len() > 1 << DIGIT
    {
        let offsets = column
            .iter()
            .map(|value| value.abs_diff(least) as u32)
            .collect();
        return runs(&sorted(offsets, span), most, |offset| {
            least + i64::from(offset)
        });
    }
    let mut sorted = column.to_vec();
    sorted.sort_unstable();
    runs(&sorted, most, |value| value)
}

/// Widest range counted in four tables at once: one counter raised twice in a row waits for itself.
const FOUR_TABLES: usize = 1 << 12;

/// How many items hold each value from `least` on.
fn table_of(column: &[i64], least: i64, width: usize) -> Vec<u64> {
    let tables = if width <= FOUR_TABLES { 4 } else { 1 };
    let mut all = vec![0_u64; tables * width];
    for four in column.chunks(tables) {
        for (i, value) in four.iter().enumerate() {
            all[i * width + value.abs_diff(least) as usize] += 1;
        }
    }
    let (first, others) = all.split_at_mut(width);
    for other in others.chunks(width) {
        first
            .iter_mut()
            .zip(other)
            .for_each(|(count, more)| *count += more);
    }
    all.truncate(width);
    all
}

/// Runs of equal values, with their lengths; their number where there are more than `most`.
fn runs<T: Copy + PartialEq>(
    sorted: &[T],
    most: usize,
    value: impl Fn(T) -> i64,
) -> Result<Vec<(i64, u64)>, usize> {
    let distinct = sorted.windows(2).filter(|pair| pair[0] != pair[1]).count() + 1;
    if distinct > most {
        return Err(distinct);
    }
    let mut runs = Vec::with_capacity(distinct);
    runs.extend(
        sorted
            .chunk_by(|a, b| a == b)
            .map(|run| (value(run[0]), run.len() as u64)),
    );
    Ok(runs)
}

/// Sorted by digits from the lowest up: three passes for fixed point.
fn sorted(mut values: Vec<u32>, largest: u32) -> Vec<u32> {
    let digit = |value: u32, shift: u32| (value >> shift) as usize & ((1 << DIGIT) - 1);
    let mut other = vec![0; values.len()];
    for shift in (0..u32::BITS - largest.leading_zeros()).step_by(DIGIT as usize) {
        let mut starts = vec![0_usize; 1 << DIGIT];
        for &value in &values {
            starts[digit(value, shift)] += 1;
        }
        let mut next = 0;
        for start in &mut starts {
            next += std::mem::replace(start, next);
        }
        for &value in &values {
            let place = &mut starts[digit(value, shift)];
            other[*place] = value;
            *place += 1;
        }
        std::mem::swap(&mut values, &mut other);
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counted_rows_are_those_of_their_items() {
        let column = [7, -2, 7, 0, 3];
        let times = Times::Counted(vec![2, 5, 1, 4, 1].into());
        let items = times.repeat(&column);
        let rows = DistinctRows::of_times(&column, &times, 4).expect("four");
        assert_eq!(rows, DistinctRows::of_column(&items));
        assert_eq!(DistinctRows::of_times(&column, &times, 3), Err(4));
    }
    use restrap_testing::Numbers;

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
    fn digits_and_comparisons_sort_alike() {
        let mut numbers = Numbers(1);
        let column: Vec<i64> = (0..50_000)
            .map(|_| (numbers.bits() >> 45 << 12) as i64 - (1 << 30))
            .collect();
        let rows = DistinctRows::of_column(&column);
        let mut by_value = rows.pairs();
        by_value.sort_unstable();
        let mut sorted = column.clone();
        sorted.sort_unstable();
        assert_eq!(Ok(by_value), runs(&sorted, usize::MAX, |value| value));
        assert_eq!(grouped(&column, rows.len() - 1), Err(rows.len()));
        assert!(
            rows.counts.is_sorted_by(|a, b| a >= b) && rows.counts[0] > 1 && rows.len() > 40_000
        );
        let sizes: Vec<i64> = column.iter().map(|d| d.abs()).collect();
        assert_eq!(rows.sizes(), DistinctRows::of_column(&sizes));
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
