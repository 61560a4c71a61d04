//! Binomial draws whose number of trials varies from draw to draw: a few table look-ups, no rejection.
//!
//! Binomial(m, p) is a sum of independent binomials of the same p whose trials add up to m. So m is written as a floor that
//! every likely m reaches, plus hexadecimal digits: a table for the floor, and a table for each digit d of each weight,
//! Binomial(d · 16^w, p). Cost: one look-up, and one more per non-zero digit, about 3 ns each. Exact in distribution up to
//! the tables of `alias`.

use super::alias::AliasTable;

/// Draws Binomial(m, p) for m up to a limit.
#[derive(Clone, Debug)]
pub(crate) struct ConditionalBinomial {
    floor: u64,
    of_floor: AliasTable,
    /// `digits[w][d - 1]`: Binomial(d · 16^w, p).
    digits: Vec<Vec<AliasTable>>,
}

impl ConditionalBinomial {
    /// For m up to `most`, mostly at least `floor`, with success odds of `successes` to `failures`.
    pub fn new(floor: u64, most: u64, successes: u64, failures: u64) -> Self {
        let odds = successes as f64 / failures as f64;
        let widest = (most - floor).max(floor);
        let mut digits = Vec::new();
        let mut weight = 1;
        while weight <= widest {
            let largest = (widest / weight).min(15);
            digits.push(
                (1..=largest)
                    .map(|d| AliasTable::binomial(d * weight, odds))
                    .collect(),
            );
            weight *= 16;
        }
        Self {
            floor,
            of_floor: AliasTable::binomial(floor, odds),
            digits,
        }
    }

    /// How many look-ups a draw needs.
    pub fn look_ups(&self) -> usize {
        self.digits.len() + 1
    }

    /// Successes in m trials, from the words that `word` returns.
    pub fn draw(&self, m: u64, mut word: impl FnMut() -> u64) -> u64 {
        let (mut successes, mut rest) = if m >= self.floor && self.floor > 0 {
            (self.of_floor.draw(word()), m - self.floor)
        } else {
            (0, m)
        };
        for tables in &self.digits {
            let digit = rest as usize % 16;
            if digit > 0 {
                successes += tables[digit - 1].draw(word());
            }
            rest /= 16;
        }
        successes
    }
}

#[cfg(test)]
mod tests {
    use rand::Rng;

    use super::*;
    use crate::stream::{Address, Domain};

    /// Chi-square of draws of Binomial(m, 3/10) in cells that are expected often enough, and its degrees of freedom.
    fn chi_square(m: u64, mut draw: impl FnMut() -> u64) -> (f64, f64) {
        const DRAWS: u32 = 200_000;
        let mut seen = vec![0_u32; m as usize + 1];
        for _ in 0..DRAWS {
            seen[draw() as usize] += 1;
        }
        let (mut statistic, mut cells) = (0.0, -1.0);
        let mut ln = m as f64 * 0.7_f64.ln();
        for (k, &observed) in seen.iter().enumerate() {
            let expected = ln.exp() * f64::from(DRAWS);
            if expected > 10.0 {
                statistic += (f64::from(observed) - expected).powi(2) / expected;
                cells += 1.0;
            }
            ln += ((m as f64 - k as f64) / (k as f64 + 1.0) * 3.0 / 7.0).ln();
        }
        (statistic, cells)
    }

    #[test]
    fn sums_of_digits_are_binomial_and_a_lost_digit_is_not() {
        let law = ConditionalBinomial::new(100, 900, 3, 7);
        let mut stream = Address {
            seed: 1,
            domain: Domain::Bootstrap,
            comparison: 0,
            resample: 0,
            tile: 0,
            attempt: 0,
        }
        .scalar();
        for m in [1, 15, 16, 99, 100, 101, 356, 900] {
            let (statistic, cells) = chi_square(m, || law.draw(m, || stream.next_u64()));
            // Six standard deviations of a chi-square.
            assert!(
                statistic < cells + 6.0 * (2.0 * f64::max(cells, 1.0)).sqrt() + 10.0,
                "{m}: {statistic} of {cells}"
            );
        }
        // Negative control: 1 of 356 trials is missing.
        let (statistic, cells) = chi_square(356, || law.draw(355, || stream.next_u64()));
        assert!(
            statistic > cells + 6.0 * (2.0 * cells).sqrt() + 10.0,
            "the judge must see a lost trial: {statistic}"
        );
    }
}
