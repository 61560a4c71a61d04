//! A column of integers that is held whole, or by what is not 0 where that is little: a label of 4,000 is right or wrong on few items.

use std::borrow::Cow;
use std::ops::Range;

use super::times::Times;

/// A column that gives what is not 0 in it.
pub trait Entries {
    /// Returns the number of items.
    fn items(&self) -> usize;

    /// Calls `take` with the place and the value of everything that is not 0, in the order of the places.
    fn each(&self, take: impl FnMut(usize, i64));
}

impl Entries for [i64] {
    fn items(&self) -> usize {
        self.len()
    }

    fn each(&self, mut take: impl FnMut(usize, i64)) {
        for (place, &value) in self.iter().enumerate() {
            if value != 0 {
                take(place, value);
            }
        }
    }
}

impl Entries for Vec<i64> {
    fn items(&self) -> usize {
        self.len()
    }

    fn each(&self, take: impl FnMut(usize, i64)) {
        self.as_slice().each(take);
    }
}

/// One integer per item: a statistic of all items of a system.
#[derive(Clone, Debug)]
pub struct IntegerColumn(Held);

#[derive(Clone, Debug)]
enum Held {
    Whole(Vec<i64>),
    /// Places in ascending order, with values that are not 0.
    Sparse {
        items: usize,
        places: Vec<u32>,
        values: Vec<i64>,
    },
}

impl IntegerColumn {
    /// Returns a column of `items` zeros.
    pub fn zeros(items: usize) -> Self {
        if u32::try_from(items).is_err() {
            return Self(Held::Whole(vec![0; items]));
        }
        Self(Held::Sparse {
            items,
            places: Vec::new(),
            values: Vec::new(),
        })
    }

    /// Adds to the value of an item. Cost: constant for the last item that has been added to, and for those after it.
    ///
    /// # Panics
    /// If there is no such item.
    pub fn add(&mut self, item: usize, value: i64) {
        assert!(item < self.items(), "one of {} items", self.items());
        if value == 0 {
            return;
        }
        if let Held::Sparse {
            items,
            places,
            values,
        } = &mut self.0
        {
            let is_full = 2 * places.len() >= *items;
            match places.last() {
                Some(&last) if last as usize == item && values[places.len() - 1] + value != 0 => {
                    values[places.len() - 1] += value;
                    return;
                }
                // The number of items fits 32 bits.
                last if !is_full && last.is_none_or(|&last| (last as usize) < item) => {
                    places.push(item as u32);
                    values.push(value);
                    return;
                }
                _ => self.0 = Held::Whole(self.whole().into_owned()),
            }
        }
        if let Held::Whole(values) = &mut self.0 {
            values[item] += value;
        }
    }

    /// Returns the value of an item.
    ///
    /// # Panics
    /// If there is no such item.
    pub fn get(&self, item: usize) -> i64 {
        match &self.0 {
            Held::Whole(values) => values[item],
            Held::Sparse {
                items,
                places,
                values,
            } => {
                assert!(item < *items, "one of {items} items");
                places
                    .binary_search_by(|place| (*place as usize).cmp(&item))
                    .map_or(0, |at| values[at])
            }
        }
    }

    /// Returns the values of all items.
    pub fn whole(&self) -> Cow<'_, [i64]> {
        match &self.0 {
            Held::Whole(values) => Cow::Borrowed(values),
            Held::Sparse { items, .. } => {
                let mut all = vec![0; *items];
                self.each(|item, value| all[item] = value);
                Cow::Owned(all)
            }
        }
    }

    /// Returns the sum over all items.
    pub fn sum(&self) -> i64 {
        match &self.0 {
            Held::Whole(values) | Held::Sparse { values, .. } => values.iter().sum(),
        }
    }

    /// Returns the sum over all items of rows that occur as often as `times` says.
    pub fn sum_of_times(&self, times: &Times) -> i64 {
        if times.are_once() {
            return self.sum();
        }
        let mut sum = 0;
        self.each(|row, value| sum += value * times.of(row).cast_signed());
        sum
    }

    /// Returns the values of rows as often as they occur.
    #[must_use]
    pub fn multiplied(&self, times: &Times) -> Self {
        if times.are_once() {
            return self.clone();
        }
        let mut multiplied = Self::zeros(self.items());
        self.each(|row, value| multiplied.add(row, value * times.of(row).cast_signed()));
        multiplied
    }

    /// Returns the values of the items of rows.
    #[must_use]
    pub fn repeated(&self, times: &Times) -> Self {
        if times.are_once() {
            return self.clone();
        }
        let mut repeated = Self::zeros(times.items(self.items()) as usize);
        let (mut row, mut item) = (0, 0);
        self.each(|next, value| {
            while row < next {
                item += times.of(row) as usize;
                row += 1;
            }
            for place in 0..times.of(row) as usize {
                repeated.add(item + place, value);
            }
        });
        repeated
    }

    /// Returns the sum over a run of items.
    ///
    /// # Panics
    /// If it ends beyond the items.
    pub fn sum_of(&self, run: Range<usize>) -> i64 {
        match &self.0 {
            Held::Whole(values) => values[run].iter().sum(),
            Held::Sparse { places, values, .. } => {
                let before = |end: usize| places.partition_point(|place| (*place as usize) < end);
                values[before(run.start)..before(run.end)].iter().sum()
            }
        }
    }

    /// Returns the value that all items have; `None` where there are several, or no items.
    pub fn constant(&self) -> Option<i64> {
        match &self.0 {
            Held::Whole(values) => {
                let first = *values.first()?;
                values.iter().all(|value| *value == first).then_some(first)
            }
            Held::Sparse { items: 0, .. } => None,
            Held::Sparse { places, .. } if places.is_empty() => Some(0),
            Held::Sparse { items, values, .. } => {
                let is_everywhere = values.len() == *items;
                (is_everywhere && values.iter().all(|value| *value == values[0])).then(|| values[0])
            }
        }
    }

    /// Returns a column of `items` items, in which each value is added to the item that `to` gives for its place, if any.
    #[must_use]
    pub fn regrouped(&self, items: usize, to: impl Fn(usize) -> Option<usize>) -> Self {
        let is_sparse = matches!(self.0, Held::Sparse { .. }) && u32::try_from(items).is_ok();
        if !is_sparse {
            let mut all = vec![0; items];
            self.each(|item, value| {
                if let Some(item) = to(item) {
                    all[item] += value;
                }
            });
            return all.into();
        }
        let mut moved: Vec<(u32, i64)> = Vec::new();
        self.each(|item, value| moved.extend(to(item).map(|item| (item as u32, value))));
        moved.sort_by_key(|(item, _)| *item);
        moved.dedup_by(|next, first| {
            let is_same = next.0 == first.0;
            first.1 += if is_same { next.1 } else { 0 };
            is_same
        });
        moved.retain(|(_, value)| *value != 0);
        let (places, values) = moved.into_iter().unzip();
        Self(Held::Sparse {
            items,
            places,
            values,
        })
    }

    /// Returns `true` if each value is that of `other`, multiplied by `factor`.
    pub fn is_multiple(&self, factor: i64, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (
                Held::Sparse {
                    items,
                    places,
                    values,
                },
                Held::Sparse {
                    items: others,
                    places: at,
                    values: of,
                },
            ) => (items, places) == (others, at) && is_multiple(values, factor, of),
            _ => is_multiple(&self.whole(), factor, &other.whole()),
        }
    }

    /// Returns the sum of both columns, the values of `other` multiplied by `factor`.
    ///
    /// # Panics
    /// If lengths differ.
    #[must_use]
    pub fn plus(&self, factor: i64, other: &Self) -> Self {
        assert_eq!(self.items(), other.items(), "columns have one length");
        if let (Held::Sparse { items, .. }, Held::Sparse { .. }) = (&self.0, &other.0) {
            let mut both: Vec<(usize, i64)> = Vec::new();
            self.each(|item, value| both.push((item, value)));
            other.each(|item, value| both.push((item, factor * value)));
            both.sort_by_key(|(item, _)| *item);
            let mut sums = Self::zeros(*items);
            let mut of_one = both.as_slice();
            while let Some(&(item, first)) = of_one.first() {
                let is_shared = of_one.get(1).is_some_and(|next| next.0 == item);
                let more = if is_shared { of_one[1].1 } else { 0 };
                sums.add(item, first + more);
                of_one = &of_one[1 + usize::from(is_shared)..];
            }
            return sums;
        }
        let (one, other) = (self.whole(), other.whole());
        one.iter()
            .zip(&*other)
            .map(|(one, other)| one + factor * other)
            .collect()
    }

    /// Returns the column with each item at another place.
    ///
    /// # Panics
    /// If there are not as many places as items.
    #[must_use]
    pub fn moved(&self, places: &[u32]) -> Self {
        assert_eq!(places.len(), self.items(), "a place for each item");
        let mut entries = Vec::new();
        self.each(|item, value| entries.push((places[item], value)));
        entries.sort_unstable();
        let mut moved = Self::zeros(self.items());
        for (place, value) in entries {
            moved.add(place as usize, value);
        }
        moved
    }
}

fn is_multiple(values: &[i64], factor: i64, of: &[i64]) -> bool {
    let mut both = values.iter().zip(of);
    values.len() == of.len() && both.all(|(value, of)| *value == factor * of)
}

impl Entries for IntegerColumn {
    fn items(&self) -> usize {
        match &self.0 {
            Held::Whole(values) => values.len(),
            Held::Sparse { items, .. } => *items,
        }
    }

    fn each(&self, mut take: impl FnMut(usize, i64)) {
        match &self.0 {
            Held::Whole(values) => values.each(take),
            Held::Sparse { places, values, .. } => {
                for (&place, &value) in places.iter().zip(values) {
                    take(place as usize, value);
                }
            }
        }
    }
}

/// Columns are equal when their items are, however they are held.
impl PartialEq for IntegerColumn {
    fn eq(&self, other: &Self) -> bool {
        self.is_multiple(1, other)
    }
}

impl Eq for IntegerColumn {}

impl From<Vec<i64>> for IntegerColumn {
    fn from(values: Vec<i64>) -> Self {
        Self(Held::Whole(values))
    }
}

impl FromIterator<i64> for IntegerColumn {
    fn from_iter<T: IntoIterator<Item = i64>>(values: T) -> Self {
        Self(Held::Whole(values.into_iter().collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both ways to hold the same values.
    fn both(values: &[i64]) -> [IntegerColumn; 2] {
        let mut sparse = IntegerColumn::zeros(values.len());
        for (item, &value) in values.iter().enumerate() {
            sparse.add(item, value);
        }
        [values.to_vec().into(), sparse]
    }

    const FEW: [i64; 9] = [0, 3, 0, 0, -2, 0, 0, 0, 1];
    const OTHERS: [i64; 9] = [0, -3, 0, 5, 0, 0, 0, 0, 1];

    #[test]
    fn rows_that_occur_several_times_are_their_items() {
        let times = Times::Counted(vec![2, 1, 3].into());
        for values in [vec![5_i64, 0, -1], vec![0, 0, 7], vec![1, 2, 3]] {
            let mut column = IntegerColumn::zeros(3);
            (0..3).for_each(|row| column.add(row, values[row]));
            let items = times.repeat(&values);
            assert_eq!(column.repeated(&times).whole(), items);
            assert_eq!(column.sum_of_times(&times), items.iter().sum::<i64>());
            let of_rows: Vec<i64> = times.each(&values).map(|(x, n)| x * n as i64).collect();
            assert_eq!(column.multiplied(&times).whole(), of_rows);
        }
    }

    #[test]
    fn values_are_the_same_however_they_are_held() {
        for values in [&FEW[..], &[7, 7, 7], &[0, 0], &[], &[1, 2, 3, 4, 5]] {
            let [whole, sparse] = both(values);
            assert_eq!(whole, sparse);
            assert_eq!(*sparse.whole(), *values);
            assert_eq!(whole.sum(), sparse.sum());
            assert_eq!(whole.constant(), sparse.constant());
            let end = values.len();
            for run in [0..end, 0..end / 2, end / 3..end] {
                assert_eq!(whole.sum_of(run.clone()), sparse.sum_of(run));
            }
            for (item, value) in values.iter().enumerate() {
                assert_eq!([whole.get(item), sparse.get(item)], [*value; 2]);
            }
        }
        assert!(matches!(both(&FEW)[1].0, Held::Sparse { .. }));
        assert_ne!(both(&FEW)[0], both(&OTHERS)[1]);
        let opposite = FEW.map(|value| -value);
        for one in both(&FEW) {
            for other in both(&opposite) {
                assert!(one.is_multiple(-1, &other) && !one.is_multiple(1, &other));
            }
        }
    }

    #[test]
    fn what_is_added_again_or_before_the_last_item_is_kept() {
        let mut column = IntegerColumn::zeros(9);
        for (item, value) in [(4, 1), (4, 2), (1, 5), (4, -3), (8, 0)] {
            column.add(item, value);
        }
        assert_eq!(*column.whole(), [0, 5, 0, 0, 0, 0, 0, 0, 0]);
        let mut cancelled = IntegerColumn::zeros(9);
        cancelled.add(4, 1);
        cancelled.add(4, -1);
        let mut entries = 0;
        cancelled.each(|_, _| entries += 1);
        assert_eq!((entries, cancelled.constant()), (0, Some(0)));
    }

    #[test]
    fn sums_and_groups_of_sparse_columns_are_those_of_whole_ones() {
        let difference: Vec<i64> = FEW.iter().zip(OTHERS).map(|(x, y)| x - y).collect();
        let clusters = |item: usize| (item != 3).then_some(2 - item % 3);
        let mut totals = vec![0; 3];
        for (item, value) in FEW.iter().enumerate() {
            if let Some(cluster) = clusters(item) {
                totals[cluster] += value;
            }
        }
        for one in both(&FEW) {
            for other in both(&OTHERS) {
                assert_eq!(*one.plus(-1, &other).whole(), difference);
            }
            assert_eq!(*one.regrouped(3, clusters).whole(), totals);
        }
    }
}
