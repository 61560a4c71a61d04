//! The bootstrap law of few draws on a small lattice: one convolution a draw, all terms positive, so that deep tails are
//! as good as the centre. Cost: draws times distinct values times width.

use crate::Probability;

/// Cells updated at most: 30 ms of multiplications.
pub(super) const MOST_CELLS: i128 = 20_000_000;

/// Tails below this may have lost digits where points underflow.
const LEAST: f64 = 1e-280;

/// Tail sums of `Y` on `0..=width`.
#[derive(Debug)]
pub(super) struct Table {
    /// `P(Y >= y)` and `P(Y <= y)`.
    at_least: Vec<f64>,
    at_most: Vec<f64>,
}

impl Table {
    /// Cells that [`Self::new`] would update.
    pub fn cells(strata: &[(Vec<(u64, u64)>, u64)], width: i128) -> i128 {
        let each =
            |(atoms, draws): &(Vec<(u64, u64)>, u64)| i128::from(*draws) * atoms.len() as i128;
        width.saturating_mul(strata.iter().map(each).sum())
    }

    /// Tabulates values with their numbers of items and the draws from them, stratum by stratum; each least value is 0.
    pub fn new(strata: &[(Vec<(u64, u64)>, u64)], width: usize) -> Self {
        let mut p = vec![0.0; width + 1];
        p[0] = 1.0;
        let mut top = 0;
        for (atoms, draws) in strata {
            let items: u64 = atoms.iter().map(|atom| atom.1).sum();
            let shares: Vec<(usize, f64)> = atoms
                .iter()
                .map(|&(y, count)| (y as usize, count as f64 / items as f64))
                .collect();
            let most = shares.iter().map(|share| share.0).max().unwrap_or(0);
            for _ in 0..*draws {
                top += most;
                // From the top down, every entry still finds the ones below it as they were.
                for y in (0..=top).rev() {
                    let reached = shares.iter().filter(|(value, _)| *value <= y);
                    p[y] = reached.map(|&(value, share)| share * p[y - value]).sum();
                }
            }
        }
        let (mut at_least, mut at_most) = (p.clone(), p);
        for y in (0..width).rev() {
            at_least[y] += at_least[y + 1];
        }
        for y in 1..=width {
            at_most[y] += at_most[y - 1];
        }
        Self { at_least, at_most }
    }

    /// `P(Y >= y)` for `y` of the lattice, unless too small for the table.
    pub fn at_least(&self, y: i128) -> Option<Probability> {
        found(&self.at_least, y)
    }

    /// `P(Y <= y)`, likewise.
    pub fn at_most(&self, y: i128) -> Option<Probability> {
        found(&self.at_most, y)
    }
}

fn found(tails: &[f64], y: i128) -> Option<Probability> {
    let tail = usize::try_from(y)
        .ok()
        .and_then(|y| tails.get(y))
        .copied()?;
    (tail >= LEAST).then(|| Probability::new(tail.min(1.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_strata_of_coins_and_thirds() {
        // Two fair coins, and one draw that is 3 in a third: 9 of 12 outcomes stay below 3.
        let strata = [(vec![(0, 1), (1, 1)], 2), (vec![(0, 2), (3, 1)], 1)];
        let table = Table::new(&strata, 5);
        for (y, twelfths) in [(1, 10.0), (2, 6.0), (3, 4.0), (4, 3.0), (5, 1.0)] {
            let tail = table.at_least(y).expect("not small").value();
            assert!(
                (tail - twelfths / 12.0).abs() < 1e-15,
                "P(Y >= {y}) is {tail}"
            );
            let below = table.at_most(y - 1).expect("not small").value();
            assert!((below + tail - 1.0).abs() < 1e-15, "{y}");
        }
    }

    #[test]
    fn what_underflows_is_not_told() {
        let table = Table::new(&[(vec![(0, 999), (1, 1)], 120)], 120);
        assert!(table.at_least(60).is_some() && table.at_least(120).is_none());
    }
}
