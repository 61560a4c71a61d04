//! Pairs of items that two columns put in the same or in the opposite order, in O(n log n) (Knight 1966).

/// Ascending order of finite numbers; 0 and -0 are equal.
pub(super) fn ascending(a: f64, b: f64) -> std::cmp::Ordering {
    (a + 0.0).total_cmp(&(b + 0.0))
}

/// All pairs of items of two columns, by how the columns order them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairCounts {
    /// Ordered alike.
    pub concordant: u64,
    /// Ordered against each other.
    pub discordant: u64,
    /// Tied in the first column only.
    pub tied_first: u64,
    /// Tied in the second column only.
    pub tied_second: u64,
    /// Tied in both.
    pub tied_both: u64,
}

pub(super) fn pairs_of(items: u64) -> u64 {
    items * items.saturating_sub(1) / 2
}

impl PairCounts {
    /// Counts the pairs of two columns of equal length; equal numbers are ties.
    pub(crate) fn of(x: &[f64], y: &[f64]) -> Self {
        let mut both: Vec<(f64, f64)> = x.iter().copied().zip(y.iter().copied()).collect();
        both.sort_by(|a, b| ascending(a.0, b.0).then(ascending(a.1, b.1)));
        let ties = |lengths: &mut dyn Iterator<Item = usize>| -> u64 {
            lengths.map(|length| pairs_of(length as u64)).sum()
        };
        let in_x = ties(&mut both.chunk_by(|a, b| a.0 == b.0).map(<[_]>::len));
        let in_both = ties(&mut both.chunk_by(|a, b| a == b).map(<[_]>::len));
        let mut second: Vec<f64> = both.iter().map(|pair| pair.1).collect();
        let mut spare = second.clone();
        let discordant = inversions(&mut second, &mut spare);
        let in_y = ties(&mut second.chunk_by(|a, b| a == b).map(<[_]>::len));
        let all = pairs_of(x.len() as u64);
        Self {
            concordant: all + in_both - in_x - in_y - discordant,
            discordant,
            tied_first: in_x - in_both,
            tied_second: in_y - in_both,
            tied_both: in_both,
        }
    }

    /// Kendall's tau-b; `None` where a column is one number.
    pub fn tau_b(self) -> Option<f64> {
        let untied = self.concordant + self.discordant;
        let (first, second) = (untied + self.tied_second, untied + self.tied_first);
        if first == 0 || second == 0 {
            return None;
        }
        let ahead = self.concordant as f64 - self.discordant as f64;
        Some((ahead / ((first as f64).sqrt() * (second as f64).sqrt())).clamp(-1.0, 1.0))
    }
}

/// Pairs in descending order, counted while `column` is merged into ascending order.
fn inversions(column: &mut [f64], spare: &mut [f64]) -> u64 {
    let n = column.len();
    if n < 2 {
        return 0;
    }
    let middle = n / 2;
    let mut found = {
        let (left, right) = column.split_at_mut(middle);
        let (spare_left, spare_right) = spare.split_at_mut(middle);
        inversions(left, spare_left) + inversions(right, spare_right)
    };
    let (mut i, mut j) = (0, middle);
    for place in spare.iter_mut() {
        if j == n || (i < middle && column[i] <= column[j]) {
            *place = column[i];
            i += 1;
        } else {
            *place = column[j];
            found += (middle - i) as u64;
            j += 1;
        }
    }
    column.copy_from_slice(spare);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use restrap_testing::Numbers;

    /// Every pair by itself.
    fn by_pairs(x: &[f64], y: &[f64]) -> PairCounts {
        let mut counts = PairCounts {
            concordant: 0,
            discordant: 0,
            tied_first: 0,
            tied_second: 0,
            tied_both: 0,
        };
        for i in 0..x.len() {
            for j in 0..i {
                let place = match (x[i] == x[j], y[i] == y[j]) {
                    (true, true) => &mut counts.tied_both,
                    (true, false) => &mut counts.tied_first,
                    (false, true) => &mut counts.tied_second,
                    (false, false) if (x[i] > x[j]) == (y[i] > y[j]) => &mut counts.concordant,
                    (false, false) => &mut counts.discordant,
                };
                *place += 1;
            }
        }
        counts
    }

    #[test]
    fn merging_counts_what_every_pair_by_itself_counts() {
        // A linear congruential generator; few distinct values give ties of each kind.
        let mut numbers = Numbers(20_231_206);
        let mut next = |values: u64| numbers.below(values) as f64 - 2.0;
        let mut kinds = [0; 5];
        for n in 0..60 {
            for values in [1, 2, 5, 1000] {
                let x: Vec<f64> = (0..n).map(|_| next(values)).collect();
                let y: Vec<f64> = (0..n).map(|_| next(values + 1)).collect();
                let counts = PairCounts::of(&x, &y);
                assert_eq!(counts, by_pairs(&x, &y), "{x:?} {y:?}");
                let all = [
                    counts.concordant,
                    counts.discordant,
                    counts.tied_first,
                    counts.tied_second,
                    counts.tied_both,
                ];
                kinds
                    .iter_mut()
                    .zip(all)
                    .for_each(|(kind, count)| *kind += count);
            }
        }
        assert!(kinds.iter().all(|kind| *kind > 1000), "{kinds:?}");
    }
}
