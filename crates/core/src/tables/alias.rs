//! Draws from a fixed law on consecutive integers by one 64-bit word: Walker's (1977) alias method, built after Vose
//! (1991).
//!
//! A word times the number of cells gives the cell (high half) and the fraction that chooses between the cell's own value
//! and its alias (low half). Weights come from ratios of neighbouring probabilities, multiplied outward from the mode
//! until they fall below 2⁻⁷⁵ of it, so a table needs only + − × ÷ and is the same on every machine. The error of the law
//! is the rounding of the weights, below 10⁻¹² of a probability, plus 2⁻⁶⁴ times the number of cells.

use std::hint::select_unpredictable;

/// Weights below this share of the mode are left out.
const NEGLIGIBLE: f64 = 1.0 / (1_u128 << 75) as f64;

#[derive(Clone, Copy, Debug)]
struct Cell {
    /// Fractions below this stay.
    keep: u64,
    /// Value otherwise, counted from the first.
    alias: u32,
}

/// A table of one law.
#[derive(Clone, Debug)]
pub(crate) struct AliasTable {
    first: u64,
    cells: Vec<Cell>,
}

impl AliasTable {
    /// Poisson with the given mean.
    pub fn poisson(mean: f64) -> Self {
        let mode = mean.floor();
        Self::around(mode as u64, |k| mean / k as f64, f64::INFINITY)
    }

    /// Fair coins: Binomial(trials, ½).
    pub fn coins(trials: u64) -> Self {
        Self::around(
            trials / 2,
            |k| (trials - k + 1) as f64 / k as f64,
            trials as f64,
        )
    }

    /// Binomial(trials, p) by its odds p / (1 − p).
    pub fn binomial(trials: u64, odds: f64) -> Self {
        let mode = ((trials + 1) as f64 * (odds / (1.0 + odds))).floor() as u64;
        Self::around(
            mode.min(trials),
            |k| (trials - k + 1) as f64 / k as f64 * odds,
            trials as f64,
        )
    }

    /// Any weights from 0 on.
    pub fn weighted(weights: &[f64]) -> Self {
        Self {
            first: 0,
            cells: cells(weights),
        }
    }

    /// From the mode and the ratio `p(k) / p(k − 1)`; `last` is the largest value.
    fn around(mode: u64, ratio: impl Fn(u64) -> f64, last: f64) -> Self {
        let mut below = Vec::new();
        let (mut weight, mut k) = (1.0, mode);
        while k > 0 && weight > NEGLIGIBLE {
            weight /= ratio(k);
            k -= 1;
            below.push(weight);
        }
        let first = mode - below.len() as u64;
        let mut weights: Vec<f64> = below.into_iter().rev().collect();
        (weight, k) = (1.0, mode);
        weights.push(weight);
        while (k as f64) < last && weight > NEGLIGIBLE {
            k += 1;
            weight *= ratio(k);
            weights.push(weight);
        }
        Self {
            first,
            cells: cells(&weights),
        }
    }

    /// The value of a uniform word.
    pub fn draw(&self, word: u64) -> u64 {
        let wide = u128::from(word) * self.cells.len() as u128;
        let place = (wide >> 64) as usize;
        let cell = self.cells[place];
        // No branch could predict it.
        self.first
            + select_unpredictable(
                (wide as u64) < cell.keep,
                place as u64,
                u64::from(cell.alias),
            )
    }

    /// Smallest value.
    pub fn least(&self) -> u64 {
        self.first
    }

    /// Largest value.
    pub fn most(&self) -> u64 {
        self.first + self.cells.len() as u64 - 1
    }
}

/// Vose's construction: cells that are too small take the rest of their share from one that is too large.
fn cells(weights: &[f64]) -> Vec<Cell> {
    let count = weights.len();
    let total: f64 = weights.iter().sum();
    let mut shares: Vec<f64> = weights.iter().map(|w| w * count as f64 / total).collect();
    let mut cells: Vec<Cell> = (0..count)
        .map(|i| Cell {
            keep: u64::MAX,
            alias: i as u32,
        })
        .collect();
    let (mut small, mut large): (Vec<usize>, Vec<usize>) =
        (0..count).partition(|&i| shares[i] < 1.0);
    while let (Some(&less), Some(&more)) = (small.last(), large.last()) {
        small.pop();
        // 2^64 as a double; a share of almost 1 saturates.
        cells[less] = Cell {
            keep: (shares[less] * 18_446_744_073_709_551_616.0) as u64,
            alias: more as u32,
        };
        shares[more] -= 1.0 - shares[less];
        if shares[more] < 1.0 {
            large.pop();
            small.push(more);
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The law that a table draws from, by its cells.
    fn law(table: &AliasTable) -> Vec<f64> {
        let mut law = vec![0.0; table.cells.len()];
        for (i, cell) in table.cells.iter().enumerate() {
            let keep = cell.keep as f64 / 2_f64.powi(64);
            law[i] += keep / table.cells.len() as f64;
            law[cell.alias as usize] += (1.0 - keep) / table.cells.len() as f64;
        }
        law
    }

    #[test]
    fn tables_hold_the_poisson_law() {
        for mean in [0.003, 0.7, 1.0, 12.5, 4_000.25] {
            let table = AliasTable::poisson(mean);
            let law = law(&table);
            // ln p(k) = k ln mean − mean − ln k!, the factorial summed.
            let ln_factorial = |k: u64| (1..=k).map(|j| (j as f64).ln()).sum::<f64>();
            for (i, got) in law.iter().enumerate().step_by(7) {
                let k = table.first + i as u64;
                let want = (k as f64 * mean.ln() - mean - ln_factorial(k)).exp();
                assert!(
                    (got - want).abs() < 1e-11,
                    "Poisson({mean}) at {k}: {got:e} {want:e}"
                );
            }
            assert!((law.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn tables_hold_the_law_of_fair_coins() {
        for trials in [1_u64, 2, 7, 64, 1_001] {
            let table = AliasTable::coins(trials);
            let law = law(&table);
            let mut p = 0.5_f64.powi(trials as i32);
            for k in 0..=trials {
                if let Some(got) = k.checked_sub(table.first).and_then(|i| law.get(i as usize)) {
                    assert!(
                        (got - p).abs() < 1e-13,
                        "{trials} coins, {k} heads: {got:e} {p:e}"
                    );
                } else {
                    assert!(p < 1e-20, "{trials} coins: {k} heads left out at {p:e}");
                }
                p *= (trials - k) as f64 / (k + 1) as f64;
            }
        }
    }

    #[test]
    fn tables_hold_the_binomial_law() {
        for (trials, odds) in [(1_u64, 0.5), (9, 3.0), (400, 0.01), (5_000, 7.0)] {
            let table = AliasTable::binomial(trials, odds);
            let law = law(&table);
            let p = odds / (1.0 + odds);
            let mut ln = (1.0 - p).ln() * trials as f64;
            for k in 0..=trials {
                let got = k
                    .checked_sub(table.first)
                    .and_then(|i| law.get(i as usize))
                    .copied()
                    .unwrap_or(0.0);
                assert!(
                    (got - ln.exp()).abs() < 1e-11,
                    "Binomial({trials}, {p}) at {k}: {got:e} {:e}",
                    ln.exp()
                );
                ln += ((trials - k) as f64 / (k + 1) as f64 * odds).ln();
            }
        }
    }

    #[test]
    fn words_cover_the_table_from_end_to_end() {
        let table = AliasTable::weighted(&[1.0, 2.0, 1.0]);
        assert!(table.draw(0) < 3 && table.draw(u64::MAX) < 3);
        let mut seen = [0_u32; 3];
        for step in 0..4096_u64 {
            seen[table.draw(step << 52) as usize] += 1;
        }
        assert!(
            seen.iter()
                .zip([1024, 2048, 1024])
                .all(|(&got, want): (_, u32)| got.abs_diff(want) <= 2),
            "{seen:?}"
        );
    }
}
