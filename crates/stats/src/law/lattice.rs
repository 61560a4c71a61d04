//! The permutation law of few items on a small lattice: one convolution an item, all terms positive.
//!
//! `P(Y = y)` for `Y = sum of B_i w_i`, fair coins `B_i`: start at 1 and for each item set
//! `p[y] = (p[y] + p[y - w]) / 2` (Zmigrod, Vieira and Cotterell 2022, section 3, without their pruning of small
//! probabilities). Halving is exact and every sum is of positive terms, so an entry is off by at most m·2⁻⁵³
//! relative: deep tails are as good as the centre. Cost: m·W additions for width W.

use crate::Probability;

/// Cells updated at most: 30 ms of additions.
pub(super) const MOST_CELLS: u64 = 100_000_000;

/// Items at most: `2^-1000` is still a normal double, so no entry loses digits to underflow.
pub(super) const MOST_ITEMS: u64 = 1_000;

/// Upper tail sums of `Y` on `0..=width`.
#[derive(Debug)]
pub(super) struct Lattice {
    /// `at_least[y] = P(Y >= y)`.
    at_least: Vec<f64>,
}

impl Lattice {
    /// From the weights `w_i > 0` with their multiplicities.
    pub fn new(atoms: &[(u64, u64)], width: usize) -> Self {
        let mut p = vec![0.0; width + 1];
        p[0] = 1.0;
        let mut top = 0;
        for &(w, multiplicity) in atoms {
            let w = w as usize;
            for _ in 0..multiplicity {
                top += w;
                for y in (w..=top).rev() {
                    p[y] = 0.5 * (p[y] + p[y - w]);
                }
                for entry in &mut p[..w] {
                    *entry *= 0.5;
                }
            }
        }
        // Symmetric about width / 2: sum from the far end, smallest first.
        for y in (0..width).rev() {
            p[y] += p[y + 1];
        }
        Self { at_least: p }
    }

    /// `P(Y >= y)`.
    pub fn at_least(&self, y: i128) -> Probability {
        match usize::try_from(y) {
            Err(_) => Probability::ONE,
            Ok(y) => self.at_least.get(y).map_or(Probability::ZERO, |&p| Probability::new(p)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_items_of_weight_one_two_two() {
        let lattice = Lattice::new(&[(1, 1), (2, 2)], 5);
        let expected = [1.0, 0.875, 0.75, 0.5, 0.25, 0.125];
        for (y, p) in expected.into_iter().enumerate() {
            assert_eq!(lattice.at_least(y as i128).value(), p, "P(Y >= {y})");
        }
        assert_eq!(lattice.at_least(-1).value(), 1.0);
        assert_eq!(lattice.at_least(6).value(), 0.0);
    }
}
