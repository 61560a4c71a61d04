//! Poisson counts from bytes: a table that one byte indexes, and the exact law of what a byte cannot tell.
//!
//! Of the 256 bytes, `floor(256 p_k)` stand for the count k, in ascending order; the 3 or 4 left over *escape* to a second
//! byte and a second table of the residual law `(256 p_k − floor(256 p_k)) / left`, which escapes again, once in some 60
//! times, to a 64-bit draw from what it leaves over. Tables come from integer arithmetic on the ratios `λ^k / k!` alone.
//! The law is off by 2⁻⁶⁴ in a second escape, hence by less than 2⁻⁷⁰ per item.

use rand::Rng;

use crate::arch::CountTable;

/// Fractional bits of the weights.
const FRACTION: u32 = 100;
/// Counts of the table: Poisson(1) exceeds 40 with probability below 2^-160.
const MOST: usize = 40;

/// Poisson(λ) with λ = numerator / 2^16 below 1.
#[derive(Clone, Debug)]
pub(crate) struct PoissonTable {
    pub bytes: CountTable,
    /// Counts of escaped items by a second byte; [`ESCAPE`] asks for a 64-bit draw.
    second: Box<[u8; 256]>,
    /// `last[k]`: 64-bit draws below it are counts of at most k.
    last: Vec<u64>,
}

/// Entry of a table that asks for a longer draw.
const ESCAPE: u8 = 128;

/// The table of a law given by weights, and the weights of what it leaves over.
fn table(weights: &[u128]) -> ([u8; 256], Vec<u8>, Vec<u128>) {
    let total: u128 = weights.iter().sum();
    let (mut lookup, mut thresholds, mut residuals) = ([ESCAPE; 256], Vec::new(), Vec::new());
    let mut filled = 0_usize;
    for (k, weight) in weights.iter().enumerate() {
        let slots = (weight * 256 / total) as usize;
        residuals.push(weight * 256 % total);
        lookup[filled..filled + slots].fill(k as u8);
        filled += slots;
        if slots > 0 {
            thresholds.push(filled as u8);
        }
    }
    (lookup, thresholds, residuals)
}

impl PoissonTable {
    /// # Panics
    /// In debug builds unless `0 < numerator <= 2^16`.
    pub fn new(numerator: u32) -> Self {
        debug_assert!(numerator > 0 && numerator <= 1 << 16, "lambda is in (0, 1]");
        let mut weights = vec![1_u128 << FRACTION];
        for k in 1..=MOST as u128 {
            let last = weights[weights.len() - 1];
            weights.push(last * u128::from(numerator) / (k << 16));
        }
        // Counts rise one by one up to the last threshold, where escapes begin.
        let (lookup, thresholds, residuals) = table(&weights);
        let (second, _, residuals) = table(&residuals);
        let left: u128 = residuals.iter().sum();
        let mut below = 0;
        let last = residuals.iter().map(|residual| {
            below += residual;
            fraction(below, left)
        });
        let last = last.collect();
        Self { bytes: CountTable { thresholds, lookup: Box::new(lookup) }, second: Box::new(second), last }
    }

    /// Counts of escaped items, eight for a 64-bit draw, in order.
    pub fn escapes<'a>(&'a self, stream: &'a mut impl Rng) -> impl FnMut() -> u64 + 'a {
        let (mut word, mut left) = (0, 0);
        move || {
            if left == 0 {
                (word, left) = (stream.next_u64(), 8);
            }
            let byte = word as u8;
            word >>= 8;
            left -= 1;
            match self.second[usize::from(byte)] {
                ESCAPE => self.last_count(stream.next_u64()),
                count => u64::from(count),
            }
        }
    }

    fn last_count(&self, draw: u64) -> u64 {
        self.last.iter().position(|&below| draw < below).unwrap_or(MOST) as u64
    }
}

/// `part / whole` as a 64-bit fraction, rounded down; both have at most 112 bits, so 16 bits are taken at a time.
fn fraction(part: u128, whole: u128) -> u64 {
    if part >= whole {
        return u64::MAX;
    }
    (0..4)
        .fold((0_u64, part), |(digits, rest), _| {
            (digits << 16 | ((rest << 16) / whole) as u64, (rest << 16) % whole)
        })
        .0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_escapes_together_are_the_poisson_law() {
        for numerator in [65_536, 65_000, 40_000, 700] {
            let table = PoissonTable::new(numerator);
            let lambda = f64::from(numerator) / 65_536.0;
            let share = |lookup: &[u8; 256], k| {
                lookup.iter().map(|&c| f64::from(u8::from(c == k))).sum::<f64>() / 256.0
            };
            let (escaping, again) = (share(&table.bytes.lookup, ESCAPE), share(&table.second, ESCAPE));
            let mut p = (-lambda).exp();
            let mut before = 0.0;
            for k in 0..12_u8 {
                let below = table.last[usize::from(k)] as f64 / 2_f64.powi(64);
                let second = share(&table.second, k) + again * (below - before);
                let got = share(&table.bytes.lookup, k) + escaping * second;
                assert!((got - p).abs() < 1e-15, "Poisson({lambda}) at {k}: {got} and {p}");
                before = below;
                p *= lambda / f64::from(k + 1);
            }
        }
    }

    #[test]
    fn thresholds_and_lookup_say_the_same() {
        let table = PoissonTable::new(65_000).bytes;
        for byte in 0..=255_u8 {
            let count = table.thresholds.iter().filter(|&&t| byte >= t).count();
            let expected = if count == table.thresholds.len() { 128 } else { count as u8 };
            assert_eq!(table.lookup[usize::from(byte)], expected, "byte {byte}");
        }
    }

    #[test]
    fn tables_have_known_values() {
        let table = PoissonTable::new(65_379);
        assert_eq!(table.bytes.thresholds, [94, 188, 234, 249, 252]);
        assert_eq!(
            table.last[..3],
            [3_658_642_408_185_251_455, 5_131_803_699_639_248_723, 7_161_439_848_001_348_863]
        );
    }
}
