//! Scores of several systems shuffled within each item: the null hypothesis of randomised HSD (Carterette 2012), under which all
//! systems are alike.
//!
//! A resample takes the scalar stream of its address in a domain of its own. Items come in order; the scores of each are shuffled
//! from the last place down (Durstenfeld 1964), place p with a place from 0 to p. Items that all systems score alike are left
//! out: shuffling them changes nothing. Cost: items times systems.

use super::resampler::Resampler;
use crate::stream::{Address, Domain, ScalarStream, below};

/// Shuffles of the columns within each item.
#[derive(Clone, Debug)]
pub struct WithinItems {
    /// Item after item, the values of its columns.
    rows: Vec<i64>,
    columns: usize,
    /// Sums of the items that are left out.
    fixed: i64,
}

impl WithinItems {
    /// Takes columns of one length, in item order.
    ///
    /// # Panics
    /// If lengths differ.
    pub fn new(columns: &[&[i64]]) -> Self {
        let items = columns.first().map_or(0, |column| column.len());
        assert!(
            columns.iter().all(|column| column.len() == items),
            "columns have one length"
        );
        let (mut rows, mut fixed) = (Vec::new(), 0);
        for item in 0..items {
            let first = columns[0][item];
            if columns.iter().all(|column| column[item] == first) {
                fixed += first;
            } else {
                rows.extend(columns.iter().map(|column| column[item]));
            }
        }
        Self {
            rows,
            columns: columns.len(),
            fixed,
        }
    }

    /// The places that a resample gives the values of each kept item.
    fn each(&self, seed: u64, comparison: u16, resample: u64, mut take: impl FnMut(&[i64])) {
        let address = Address {
            seed,
            domain: Domain::Shuffle,
            comparison,
            resample,
            tile: 0,
            attempt: 0,
        };
        let mut stream: ScalarStream = address.scalar();
        let mut row = vec![0; self.columns];
        for values in self.rows.chunks_exact(self.columns) {
            row.copy_from_slice(values);
            for place in (1..self.columns).rev() {
                row.swap(place, below(&mut stream, place as u64 + 1) as usize);
            }
            take(&row);
        }
    }
}

impl Resampler for WithinItems {
    fn columns(&self) -> usize {
        self.columns
    }

    fn sums(&self, seed: u64, comparison: u16, first: u64, sums: &mut [i64]) {
        for (resample, sums) in (first..).zip(sums.chunks_mut(self.columns)) {
            sums.fill(self.fixed);
            self.each(seed, comparison, resample, |row| {
                sums.iter_mut()
                    .zip(row)
                    .for_each(|(sum, value)| *sum += value);
            });
        }
    }

    /// Shuffles have no counts: none.
    fn counts(&self, _: u64, _: u16, _: u64) -> Vec<u64> {
        Vec::new()
    }

    fn cost(&self) -> u64 {
        self.rows.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Chi-square of the 36 pairs of orders of two items with three values each; its 1e-6 quantile at 35 degrees of freedom is 93.
    fn chi_square(order_of: impl Fn(u64) -> usize) -> f64 {
        let mut counts = [0_u32; 36];
        (0..36_000).for_each(|resample| counts[order_of(resample)] += 1);
        counts
            .iter()
            .map(|&count| (f64::from(count) - 1_000.0).powi(2) / 1_000.0)
            .sum()
    }

    #[test]
    fn all_orders_of_all_items_are_alike_and_a_naive_shuffle_is_not() {
        // Three values whose sums tell the orders of both items apart.
        let shuffled = WithinItems::new(&[&[1, 9, 10], &[2, 9, 20], &[4, 9, 40]]);
        let orders = [
            [1, 2, 4],
            [1, 4, 2],
            [2, 1, 4],
            [2, 4, 1],
            [4, 1, 2],
            [4, 2, 1],
        ];
        let place = |sums: [i64; 3]| {
            let of = |digit: fn(i64) -> i64| {
                orders
                    .iter()
                    .position(|order| order[..] == sums.map(digit))
                    .expect("an order")
            };
            6 * of(|sum| (sum - 9) % 10) + of(|sum| (sum - 9) / 10)
        };
        let drawn = |resample| {
            let mut sums = [0; 3];
            shuffled.sums(3, 0, resample, &mut sums);
            place(sums)
        };
        let worst = chi_square(drawn);
        assert!(worst < 93.0, "{worst}");
        // Negative control: every place swapped with any place (27 ways to 6 orders).
        let naive = |resample| {
            let mut stream = Address {
                seed: 3,
                domain: Domain::Shuffle,
                comparison: 1,
                resample,
                tile: 0,
                attempt: 0,
            }
            .scalar();
            let mut of = |mut row: [i64; 3]| {
                (0..3).for_each(|at| row.swap(at, below(&mut stream, 3) as usize));
                orders
                    .iter()
                    .position(|order| *order == row)
                    .expect("an order")
            };
            6 * of([1, 2, 4]) + of([1, 2, 4])
        };
        assert!(
            chi_square(naive) > 93.0,
            "the judge must see a naive shuffle"
        );
    }

    #[test]
    fn sums_have_known_values_from_any_start() {
        let columns: Vec<Vec<i64>> = (0..5)
            .map(|s| (0..40).map(|i| (i * i * 7 + s * 13 * i) % 101).collect())
            .collect();
        let columns: Vec<&[i64]> = columns.iter().map(Vec::as_slice).collect();
        let shuffled = WithinItems::new(&columns);
        let mut sums = vec![0; 15];
        shuffled.sums(7, 1, 0, &mut sums);
        let total: i64 = columns.iter().flat_map(|column| column.iter()).sum();
        sums.chunks(5)
            .for_each(|sums| assert_eq!(sums.iter().sum::<i64>(), total));
        let mut later = vec![0; 5];
        shuffled.sums(7, 1, 2, &mut later);
        assert_eq!(later, sums[10..]);
        assert_eq!(sums[..5], KNOWN);
    }

    /// As drawn when the stream of shuffles was defined.
    const KNOWN: [i64; 5] = [1_901, 1_687, 1_982, 1_905, 2_098];
}
