//! The law of the difference under random swaps of each item's two scores, for those who want to see it: shares of all swaps by where
//! the difference lies (Fisher 1935), by the same law that gives p.

use std::sync::Arc;

use super::data::{Owned, OwnedData};
use restrap_lib::Error;
use restrap_lib::GridChoice;
use restrap_lib::inner::BootstrapDesign;
use restrap_lib::inner::{Pair, Surveyed};

/// Standard deviations on each side of 0 that are told, at least.
const WIDE: f64 = 4.0;
/// The observed difference lies at most at this share of a side.
const INSIDE: f64 = 0.9;

/// How a difference is spread where each item's two scores are swapped at random.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SwapLaw {
    /// Name of the system.
    pub system: String,
    /// System − baseline, as observed.
    pub difference: f64,
    /// From one difference to the next, in score units, and the share of all swaps there.
    pub shares: Vec<(f64, f64, f64)>,
}

impl OwnedData {
    /// The law of each system after the first, in at most so many bins. Nothing where units are not items with a score of each system
    /// (clusters, training runs, raters, human scores, votes, corpus metrics).
    ///
    /// # Errors
    /// [`Error`] for scores that do not lie on the grid.
    pub fn swap_laws(&self, grid: GridChoice, bins: u32) -> Result<Vec<SwapLaw>, Error> {
        let Owned::Scores { systems, .. } = &self.owned else { return Ok(Vec::new()) };
        let Some((baseline, systems)) = systems.split_first() else { return Ok(Vec::new()) };
        let has_units = self.clusters.is_some()
            || self.crossed.is_some()
            || self.answered.is_some()
            || self.voted.is_some()
            || self.human.is_some()
            || self.mixed.is_some();
        if has_units || systems.iter().any(|system| system.values.len() != baseline.values.len()) {
            return Ok(Vec::new());
        }
        let design = Arc::new(BootstrapDesign::plain(baseline.values.len() as u64));
        let surveyed = Surveyed::new(baseline);
        let law = |system| {
            let pair = Pair::new(surveyed, Surveyed::new(system), grid, &design, None)?;
            Ok(of_pair(&pair, bins.max(1)))
        };
        systems.iter().map(law).collect()
    }
}

fn of_pair(pair: &Pair, bins: u32) -> SwapLaw {
    let law = pair.permutation_law();
    let (mut end, mut step) = (0_i128, 0_u64);
    for (difference, items) in pair.weighted() {
        end += i128::from(difference.unsigned_abs()) * i128::from(items);
        step = gcd(step, difference.unsigned_abs());
    }
    // Swapping an item moves the sum by twice its difference.
    let step = 2 * i128::from(step.max(1));
    let reach = (WIDE * law.variance().sqrt()).max((pair.total.unsigned_abs() as f64) / INSIDE);
    let steps = (2.0 * reach / step as f64 / f64::from(bins)).ceil().max(1.0) as i128;
    let width = steps * step;
    // Bins end half-way between two values of the sum, and one of them holds its least value.
    let from = -end + ((end - reach as i128).max(0) / width) * width;
    let upper = |sum: i128| law.at_least(sum).probability.value();
    let mut shares = Vec::new();
    let mut low = from;
    while low <= -from && low <= end {
        let place = |sum: i128| (sum as f64 - 0.5 * step as f64) / pair.divisor();
        shares.push((place(low), place(low + width), (upper(low) - upper(low + width)).max(0.0)));
        low += width;
    }
    SwapLaw { system: pair.system.name.clone(), difference: pair.difference(), shares }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use restrap_lib::Scores;

    fn laws(baseline: &[f64], system: &[f64], bins: u32) -> SwapLaw {
        let systems = vec![Scores::new("base", baseline.to_vec()), Scores::new("new", system.to_vec())];
        let data = OwnedData { owned: Owned::Scores { mean: None, systems }, ..OwnedData::default() };
        data.swap_laws(GridChoice::Auto, bins).expect("on a grid").remove(0)
    }

    #[test]
    fn four_items_of_equal_gain_are_a_binomial() {
        let law = laws(&[0.0; 5], &[1.0, 1.0, 1.0, 1.0, 0.0], 100);
        let shares: Vec<f64> = law.shares.iter().map(|share| share.2).collect();
        assert_eq!(law.difference, 0.8);
        for (share, ways) in shares.iter().zip([1.0, 4.0, 6.0, 4.0, 1.0]) {
            assert!((share - ways / 16.0).abs() < 1e-12, "{shares:?}");
        }
        assert_eq!(shares.len(), 5);
        let last = law.shares[4];
        assert!(last.0 < 0.8 && 0.8 < last.1, "{last:?}");
    }

    #[test]
    fn bins_of_many_values_hold_all_swaps() {
        let baseline: Vec<f64> = (0..200).map(|item| f64::from(item * 37 % 101)).collect();
        let system: Vec<f64> = (0..200).map(|item| f64::from(item * 53 % 101)).collect();
        let law = laws(&baseline, &system, 40);
        let all: f64 = law.shares.iter().map(|share| share.2).sum();
        // Beyond four standard deviations are 6e-5.
        assert!((all - 1.0).abs() < 2e-4 && law.shares.len() <= 42, "{all} {}", law.shares.len());
        let middle = law.shares.iter().map(|share| share.2).fold(0.0, f64::max);
        assert!(law.shares[0].2 < middle / 100.0);
    }
}
