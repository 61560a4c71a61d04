//! Laws of very few items on any lattice: all outcomes of each half, sorted, joined by two pointers.
//!
//! A sign-flip sum of m ≤ 40 items is the sum of two independent halves with `2^(m/2)` equally likely outcomes each
//! (Horowitz and Sahni 1974): an item doubles a sorted list by one merge, and a tail counts pairs, in integers. A
//! bootstrap sum of n ≤ 14 draws is the sum of ⌈n/2⌉ and ⌊n/2⌋ draws: each half lists the multisets of its draws with
//! their multinomial weights. All terms are positive; relative error below 1e-12. Cost: at most 2^20 outcomes a half,
//! made in some 10 ms, then one pass a tail.

use crate::Probability;

/// Sign-flip items at most: two halves of a million outcomes.
pub(super) const MOST_FLIPS: u64 = 40;
/// Bootstrap draws, and distinct values, at most: C(20, 7) = 77,520 outcomes a half.
pub(super) const MOST_DRAWS: u64 = 14;

/// One half: its distinct sums in ascending order, and `P(half >= sum)` and `P(half <= sum)` for each.
#[derive(Debug)]
struct Half {
    sums: Vec<i128>,
    weights: Vec<f64>,
    at_least: Vec<f64>,
    at_most: Vec<f64>,
}

impl Half {
    fn new(mut outcomes: Vec<(i128, f64)>) -> Self {
        outcomes.sort_unstable_by(|x, y| x.0.cmp(&y.0).then(x.1.total_cmp(&y.1)));
        outcomes.dedup_by(|later, kept| {
            let same = later.0 == kept.0;
            if same {
                kept.1 += later.1;
            }
            same
        });
        let (sums, weights): (Vec<i128>, Vec<f64>) = outcomes.into_iter().unzip();
        let (mut at_least, mut at_most) = (weights.clone(), weights.clone());
        for i in (1..weights.len()).rev() {
            at_least[i - 1] += at_least[i];
        }
        for i in 1..weights.len() {
            at_most[i] += at_most[i - 1];
        }
        Self {
            sums,
            weights,
            at_least,
            at_most,
        }
    }
}

/// A sum of fair coins times weights, as two independent halves.
#[derive(Debug)]
pub(super) struct CoinHalves {
    /// Ascending sums of the subsets of each half, one entry a subset.
    left: Vec<u64>,
    right: Vec<u64>,
}

impl CoinHalves {
    /// `Y = sum of B_i w_i` with fair coins; all weights together are below 2^64.
    pub fn new(atoms: &[(u64, u64)]) -> Self {
        let items: Vec<u64> = atoms
            .iter()
            .flat_map(|&(w, m)| (0..m).map(move |_| w))
            .collect();
        // Alternate items, so that both halves span the sizes.
        let half = |parity: usize| {
            let taken = items.iter().skip(parity).step_by(2);
            taken.fold(vec![0], |sums, &weight| with_and_without(&sums, weight))
        };
        Self {
            left: half(0),
            right: half(1),
        }
    }

    /// `P(Y >= y)`; by symmetry also `P(Y <= width − y)`.
    pub fn at_least(&self, y: u64) -> Probability {
        let mut first = self.right.len();
        let mut pairs = 0_u64;
        for left in &self.left {
            // Ascending: the first right sum that is large enough only moves down.
            let rest = y.saturating_sub(*left);
            while first > 0 && self.right[first - 1] >= rest {
                first -= 1;
            }
            pairs += (self.right.len() - first) as u64;
        }
        Probability::new(pairs as f64 / self.left.len() as f64 / self.right.len() as f64)
    }
}

/// Ascending sums, and the same with a weight added, in one ascending list.
fn with_and_without(sums: &[u64], weight: u64) -> Vec<u64> {
    let mut merged = Vec::with_capacity(2 * sums.len());
    let mut next = 0;
    for &sum in sums {
        // The merge knows which list runs out first: the one without the weight.
        while sums[next] + weight < sum {
            merged.push(sums[next] + weight);
            next += 1;
        }
        merged.push(sum);
    }
    merged.extend(sums[next..].iter().map(|sum| sum + weight));
    merged
}

/// A sum of draws, as two independent halves.
#[derive(Debug)]
pub(super) struct Halves {
    left: Half,
    right: Half,
}

impl Halves {
    /// `Y` = sum of `draws` draws with replacement from values with counts.
    pub fn of_draws(atoms: &[(u64, u64)], draws: u64) -> Self {
        let half = |draws: u64| {
            let mut outcomes = Vec::new();
            let items: u64 = atoms.iter().map(|a| a.1).sum();
            multisets(atoms, items as f64, draws, 0, 1.0, &mut outcomes);
            Half::new(outcomes)
        };
        Self {
            left: half(draws - draws / 2),
            right: half(draws / 2),
        }
    }

    /// `P(Y >= y)`.
    pub fn at_least(&self, y: i128) -> Probability {
        let (sums, at_least) = (&self.right.sums, &self.right.at_least);
        let mut first = sums.len();
        let mut total = 0.0;
        for (left, weight) in self.left.sums.iter().zip(&self.left.weights) {
            while first > 0 && sums[first - 1] + left >= y {
                first -= 1;
            }
            total += weight * at_least.get(first).copied().unwrap_or(0.0);
        }
        Probability::new(total)
    }

    /// `P(Y <= y)`, of positive terms too: a small lower tail is not a complement of an upper one.
    pub fn at_most(&self, y: i128) -> Probability {
        let (sums, at_most) = (&self.right.sums, &self.right.at_most);
        let mut end = sums.len();
        let mut total = 0.0;
        for (left, weight) in self.left.sums.iter().zip(&self.left.weights) {
            while end > 0 && sums[end - 1] + left > y {
                end -= 1;
            }
            let Some(last) = end.checked_sub(1) else {
                break;
            };
            total += weight * at_most[last];
        }
        Probability::new(total)
    }
}

/// Lists the multisets of `draws` draws from `atoms`: the first atom is taken 0, 1, ... times with its conditional
/// binomial weight `C(draws, k) (c / items)^k`, the rest follow; weights multiply to the multinomial.
fn multisets(
    atoms: &[(u64, u64)],
    items: f64,
    draws: u64,
    sum: i128,
    weight: f64,
    outcomes: &mut Vec<(i128, f64)>,
) {
    let Some((&(value, count), rest)) = atoms.split_first() else {
        return;
    };
    let share = count as f64 / items;
    if rest.is_empty() {
        let all = (0..draws).fold(weight, |product, _| product * share);
        outcomes.push((sum + i128::from(value) * i128::from(draws), all));
        return;
    }
    let mut term = weight;
    for k in 0..=draws {
        multisets(
            rest,
            items,
            draws - k,
            sum + i128::from(value) * i128::from(k),
            term,
            outcomes,
        );
        term *= share * (draws - k) as f64 / (k + 1) as f64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flips_of_wide_values_match_enumeration() {
        let weights = [7_u64, 1_000_000_007, 30, 999_983, 123_456_789];
        let halves = CoinHalves::new(&weights.map(|w| (w, 1)));
        for y in [
            0_u64,
            1,
            37,
            999_983,
            1_000_000_007,
            1_123_456_796,
            1_124_456_816,
            1_124_456_817,
        ] {
            let count = (0..32_u32)
                .filter(|mask| {
                    (0..5)
                        .filter(|i| mask >> i & 1 == 1)
                        .map(|i| weights[i])
                        .sum::<u64>()
                        >= y
                })
                .count();
            assert_eq!(halves.at_least(y).value(), count as f64 / 32.0, "y = {y}");
        }
    }

    #[test]
    fn merged_subset_sums_are_sorted_and_complete() {
        let weights = [5_u64, 5, 1, 12, 3, 3, 3];
        let merged = weights
            .iter()
            .fold(vec![0], |sums, &w| with_and_without(&sums, w));
        let mut listed: Vec<u64> = (0..1_u32 << 7)
            .map(|mask| {
                (0..7)
                    .filter(|i| mask >> i & 1 == 1)
                    .map(|i| weights[i])
                    .sum()
            })
            .collect();
        listed.sort_unstable();
        assert_eq!(merged, listed);
    }

    #[test]
    fn a_small_lower_tail_keeps_its_digits() {
        // The least value holds one of 14 items: all 14 draws must fall on it.
        let halves = Halves::of_draws(&[(0, 1), (3, 6), (4, 7)], 14);
        let all_least = 14.0_f64.powi(-14);
        assert!((halves.at_most(2).value() / all_least - 1.0).abs() < 1e-14);
        assert!(
            (halves.at_most(3).value() / (all_least * 85.0) - 1.0).abs() < 1e-14,
            "or 13 and a 3"
        );
        assert_eq!(halves.at_most(-1).value(), 0.0);
        assert!((halves.at_most(56).value() - 1.0).abs() < 1e-15);
    }

    #[test]
    fn three_draws_from_two_values_are_binomial() {
        let halves = Halves::of_draws(&[(0, 2), (5, 1)], 3);
        for (y, cases) in [(0, 27.0), (5, 19.0), (6, 7.0), (11, 1.0), (16, 0.0)] {
            assert!(
                (halves.at_least(y).value() - cases / 27.0).abs() < 1e-15,
                "y = {y}"
            );
            assert!(
                (halves.at_most(y - 1).value() - (27.0 - cases) / 27.0).abs() < 1e-15,
                "y = {y}"
            );
        }
    }

    #[test]
    fn the_smallest_lower_tail_keeps_its_digits() {
        // 14 draws that all take the one item that was hurt: 14^-14 = 9.0e-17, below the last digit of 1.
        let halves = Halves::of_draws(&[(0, 1), (999, 6), (1000, 7)], 14);
        assert!((halves.at_most(0).value() * 14.0_f64.powi(14) - 1.0).abs() < 1e-14);
    }
}
