//! The far part of a permutation law of few items of any size: weights rounded to a lattice small enough to convolve,
//! and a proof of how far rounding can have moved the tail.
//!
//! `P(Y >= width − rest)` is `P(Z <= rest)` for `Z`, the sum of the weights whose coins fell the other way. With weights
//! `w_i = u k_i + e_i`, `|e_i| <= u/2`, the sum `u K` of the same coins lies within the sums of the negative and of the
//! positive `e_i` below and above `Z`, whatever the coins:
//!
//! ```text
//! P(u K <= rest − sum of e⁺)  <=  P(Z <= rest)  <=  P(u K <= rest − sum of e⁻)
//! ```
//!
//! Weights above `rest` take no part. Where the characteristic function of continuous scores does not fade within reach
//! (some 40 to 200 items far out), this needs no node at all: about 1e-5 of the tail, all terms positive. Cost: 20 ms.

use super::lattice::{add_coin, add_two_coins};
use super::tail::Tail;
use crate::Probability;

/// Additions at most.
const MOST_CELLS: u64 = 1 << 26;
/// Cells at most: 16 MiB.
const WIDEST: u64 = 1 << 21;
/// Items at most: what rounding moves grows with their number, and a count stays below 2^1023.
pub(super) const MOST_ITEMS: u64 = 256;

/// The law of `Z`.
#[derive(Debug)]
pub(super) struct Rounded {
    /// All of them.
    items: u64,
    rest: u64,
    /// The weights up to `rest`, smallest first: the table fills slowly.
    near: Vec<(u64, u64)>,
    /// `u`; 1 where nothing is rounded.
    unit: u64,
}

impl Rounded {
    /// `None` for too many items.
    pub fn new(atoms: impl Iterator<Item = (u64, u64)>, rest: i128) -> Option<Self> {
        let rest = u64::try_from(rest).ok().filter(|&rest| rest <= 1 << 62)?;
        let atoms: Vec<(u64, u64)> = atoms.collect();
        let items = |atoms: &[(u64, u64)]| atoms.iter().map(|a| a.1).sum::<u64>();
        let all = items(&atoms);
        if all > MOST_ITEMS {
            return None;
        }
        let mut near = atoms;
        near.retain(|&(weight, _)| weight <= rest);
        near.sort_unstable();
        let cells = (MOST_CELLS / items(&near).max(1)).min(WIDEST);
        Some(Self {
            items: all,
            rest,
            near,
            unit: rest / cells + 1,
        })
    }

    /// No weight is rounded.
    pub fn is_exact(&self) -> bool {
        self.unit == 1
    }

    /// `P(Z <= rest)`, its error half the width of the bounds; `None` where the lower one is 0. A table that serves is not counted again.
    pub fn at_most(&self, kept: &mut Option<RoundedSums>) -> Option<Tail> {
        match kept {
            Some(counted) if counted.serves(self.rest) => counted.at_most(self.rest),
            _ => kept.insert(self.counted()).at_most(self.rest),
        }
    }

    fn counted(&self) -> RoundedSums {
        let items: u64 = self.near.iter().map(|a| a.1).sum();
        let (mut below, mut above) = (0, 0);
        // Rounding is at most half a unit per item: sums that matter end within the table.
        let mut counts = vec![0.0_f64; (self.rest / self.unit + items) as usize + 1];
        counts[0] = 1.0;
        let mut coins = Vec::with_capacity(items as usize);
        for &(weight, copies) in &self.near {
            let rounded = (weight + self.unit / 2) / self.unit;
            let error = weight.cast_signed() - (rounded * self.unit).cast_signed();
            *if error < 0 { &mut below } else { &mut above } += error * copies.cast_signed();
            coins.extend(std::iter::repeat_n(rounded as usize, copies as usize));
        }
        let (mut top, last) = (0, counts.len() - 1);
        for coins in coins.chunks(2) {
            top = last.min(top + coins.iter().sum::<usize>());
            match *coins {
                [one, other] => add_two_coins(&mut counts[..=top], one, other),
                _ => add_coin(&mut counts[..=top], coins[0]),
            }
        }
        let coins = self.items;
        RoundedSums {
            counts,
            rest: self.rest,
            unit: self.unit,
            below,
            above,
            coins: coins as i32,
        }
    }
}

/// How many outcomes of all coins have each rounded sum, up to a rest.
#[derive(Debug)]
pub(super) struct RoundedSums {
    counts: Vec<f64>,
    rest: u64,
    unit: u64,
    /// Sums of the negative and of the positive roundings.
    below: i64,
    above: i64,
    coins: i32,
}

impl RoundedSums {
    /// A smaller rest loses as little by this unit as by its own.
    fn serves(&self, rest: u64) -> bool {
        rest <= self.rest && self.rest - rest <= self.rest >> 10
    }

    fn at_most(&self, rest: u64) -> Option<Tail> {
        let within = |limit: i64| {
            let last = limit.div_euclid(self.unit.cast_signed());
            usize::try_from(last).map_or(0.0, |last| self.counts.iter().take(last + 1).sum::<f64>())
        };
        let rest = rest.cast_signed();
        let (least, most) = (within(rest - self.above), within(rest - self.below));
        (least > 0.0).then(|| Tail {
            probability: Probability::new(libm::ldexp(0.5 * (least + most), -self.coins)),
            relative_error: (most - least) / (most + least) + 1e-13,
            complete: self.unit == 1,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::law::halves::CoinHalves;

    /// Weights of all sizes, without order.
    fn weights(items: u64, scale: u64) -> Vec<(u64, u64)> {
        (0..items)
            .map(|i| (((i * 7_919 + 13) % 1_009 * scale + i * i * 31).max(1), 1))
            .collect()
    }

    fn tail(weights: &[(u64, u64)], rest: u64) -> (f64, f64) {
        let law = Rounded::new(weights.iter().copied(), rest.into()).expect("few items");
        let tail = law.at_most(&mut None).expect("an outcome lies in the tail");
        (tail.probability.value(), tail.relative_error)
    }

    #[test]
    fn a_table_serves_a_smaller_rest_with_the_same_bounds() {
        let weights = weights(30, 1 << 33);
        let outcomes = CoinHalves::new(&weights);
        let width: u64 = weights.iter().map(|w| w.0).sum();
        let mut kept = None;
        for less in [0, 1, 1 << 20, width >> 14, width >> 8] {
            let rest = width / 5 - less;
            let law = Rounded::new(weights.iter().copied(), rest.into()).expect("few items");
            let tail = law.at_most(&mut kept).expect("an outcome lies in the tail");
            let off =
                (tail.probability.value() / outcomes.at_least(width - rest).value() - 1.0).abs();
            assert!(
                off <= tail.relative_error,
                "{less}: off by {off}, stated {}",
                tail.relative_error
            );
            let counted_for = kept.as_ref().map(|counted| counted.rest);
            assert_eq!(counted_for == Some(width / 5), less < width >> 10, "{less}");
        }
    }

    #[test]
    fn bounds_hold_what_all_outcomes_give() {
        let weights = weights(30, 1 << 33);
        let width: u64 = weights.iter().map(|w| w.0).sum();
        let outcomes = CoinHalves::new(&weights);
        for share in [0.001, 0.01, 0.05, 0.2, 0.5] {
            let rest = (share * width as f64) as u64;
            let exact = outcomes.at_least(width - rest).value();
            let (p, error) = tail(&weights, rest);
            let off = (p / exact - 1.0).abs();
            assert!(off <= error, "{share}: off by {off}, stated {error}");
            assert!(
                error < 1e-4 || p * 2.0_f64.powi(30) < 1e4,
                "{share}: {error}"
            );
        }
    }

    #[test]
    fn small_weights_are_not_rounded() {
        let weights = weights(60, 1);
        let width: u64 = weights.iter().map(|w| w.0).sum();
        let (p, error) = tail(&weights, width / 5);
        assert_eq!(error, 1e-13, "a lattice of step 1 holds them");
        let exact = crate::Law::permutation(weights.iter().map(|&(w, m)| (w.cast_signed(), m)));
        let exact = exact.at_least(i128::from(width) - 2 * i128::from(width / 5));
        assert!((p / exact.probability.value() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn weights_beyond_the_rest_stay_out() {
        // Only the coins of 3 and 5 may fall the other way, not both.
        let (p, _) = tail(&[(3, 1), (5, 1), (1 << 40, 8)], 7);
        assert_eq!(p, 3.0 / 1024.0);
    }
}
