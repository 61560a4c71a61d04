//! Small counts from bytes: a table that one byte indexes, and the exact law of what one byte does not decide.
//!
//! `floor(256 p_k)` of the 256 bytes stand for the count k, in ascending order; the few left over *escape* to a second
//! byte and a second table of the residual law `(256 p_k − floor(256 p_k)) / left`, which escapes again, once in some 60
//! times, to a 64-bit draw from what it leaves over. Tables come from integer arithmetic on the ratios of neighbouring
//! probabilities alone. The law is off by 2⁻⁶⁴ in a second escape, hence by less than 2⁻⁷⁰ per item.

/// Fractional bits of the weights.
const FRACTION: u32 = 84;
/// Counts of a table: Poisson(4) exceeds it with probability below 2^-160.
const MOST: usize = 96;
/// Denominator of means and shares: 2^32.
pub(crate) const ONE: u64 = 1 << 32;
/// Entry of a table that asks for a longer draw.
pub(crate) const ESCAPE: u8 = 128;

/// A law on 0, 1, ..., 96 as tables.
#[derive(Clone, Debug)]
pub(crate) struct CountLaw {
    /// Count of a byte: how many thresholds are at or below it; bytes from the last threshold on escape.
    // Compared with by the kernels of two machines; the scalar ones take the table.
    #[cfg_attr(
        not(any(
            target_arch = "x86_64",
            all(target_arch = "aarch64", target_endian = "little")
        )),
        expect(dead_code)
    )]
    pub thresholds: Vec<u8>,
    /// The bytes as a table of counts, with [`ESCAPE`] for the rest.
    pub first: Box<[u8; 256]>,
    /// Counts of escaped items by a second byte.
    pub second: Box<[u8; 256]>,
    /// `last[k]`: 64-bit draws below it are counts of at most k.
    last: Vec<u64>,
}

impl CountLaw {
    /// Poisson with mean λ = numerator / 2^32, at most 4.
    pub fn poisson(numerator: u64) -> Self {
        debug_assert!(
            numerator > 0 && numerator <= 4 * ONE,
            "the mean is in (0, 4]"
        );
        let mut weights = vec![1_u128 << FRACTION];
        for k in 1..=MOST as u128 {
            let last = weights[weights.len() - 1];
            weights.push(last * u128::from(numerator) / (k << 32));
        }
        Self::from_weights(&weights)
    }

    /// 1 with probability numerator / 2^32, else 0.
    pub fn bernoulli(numerator: u64) -> Self {
        debug_assert!(numerator <= ONE, "the share is in [0, 1]");
        Self::from_weights(&[u128::from(ONE - numerator), u128::from(numerator)])
    }

    fn from_weights(weights: &[u128]) -> Self {
        let (first, thresholds, residuals) = table(weights);
        let (second, _, residuals) = table(&residuals);
        let left: u128 = residuals.iter().sum();
        let mut below = 0;
        let last = residuals.iter().map(|residual| {
            below += residual;
            fraction(below, left)
        });
        let last = last.collect();
        Self {
            thresholds,
            first: Box::new(first),
            second: Box::new(second),
            last,
        }
    }

    /// The count of an item that escaped twice.
    pub fn by_word(&self, word: u64) -> u8 {
        self.last
            .iter()
            .position(|&below| word < below)
            .unwrap_or(self.last.len() - 1) as u8
    }
}

/// The table of a law given by weights, its thresholds, and the weights of what it leaves over.
fn table(weights: &[u128]) -> ([u8; 256], Vec<u8>, Vec<u128>) {
    let total: u128 = weights.iter().sum();
    let mut slots: Vec<usize> = weights
        .iter()
        .map(|weight| (weight * 256 / total) as usize)
        .collect();
    if slots.iter().sum::<usize>() == 256 {
        // Nothing is left over; one byte still escapes, so that every table has the same form.
        let largest = slots.iter_mut().max().expect("a law has a count");
        *largest -= 1;
    }
    let residuals = weights
        .iter()
        .zip(&slots)
        .map(|(weight, &slots)| weight * 256 - total * slots as u128);
    let residuals = residuals.collect();
    let (mut lookup, mut thresholds) = ([ESCAPE; 256], Vec::new());
    let used = slots
        .iter()
        .rposition(|&slots| slots > 0)
        .map_or(0, |last| last + 1);
    let mut filled = 0;
    for (k, &slots) in slots[..used].iter().enumerate() {
        lookup[filled..filled + slots].fill(k as u8);
        filled += slots;
        thresholds.push(filled as u8);
    }
    (lookup, thresholds, residuals)
}

/// `part / whole` as a 64-bit fraction, rounded down; both have at most 110 bits, so 16 bits are taken at a time.
fn fraction(part: u128, whole: u128) -> u64 {
    if part >= whole {
        return u64::MAX;
    }
    (0..4)
        .fold((0_u64, part), |(digits, rest), _| {
            (
                digits << 16 | ((rest << 16) / whole) as u64,
                (rest << 16) % whole,
            )
        })
        .0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(lookup: &[u8; 256], k: u8) -> f64 {
        lookup
            .iter()
            .map(|&c| f64::from(u8::from(c == k)))
            .sum::<f64>()
            / 256.0
    }

    /// The probability of a count, by all three tables.
    fn probability(law: &CountLaw, k: u8) -> f64 {
        let below = |k: usize| law.last[k] as f64 / 2_f64.powi(64);
        let before = usize::from(k).checked_sub(1).map_or(0.0, below);
        let second =
            share(&law.second, k) + share(&law.second, ESCAPE) * (below(usize::from(k)) - before);
        share(&law.first, k) + share(&law.first, ESCAPE) * second
    }

    #[test]
    fn bytes_and_escapes_together_are_the_poisson_law() {
        for lambda in [1.0, 0.997, 0.61, 0.0107, 1e-7, 1.8, 4.0] {
            let numerator = (lambda * ONE as f64) as u64;
            let lambda = numerator as f64 / ONE as f64;
            let law = CountLaw::poisson(numerator);
            let mut p = (-lambda).exp();
            for k in 0..20_u8 {
                let got = probability(&law, k);
                assert!(
                    (got - p).abs() < 1e-15,
                    "Poisson({lambda}) at {k}: {got} and {p}"
                );
                p *= lambda / f64::from(k + 1);
            }
        }
    }

    #[test]
    fn bytes_and_escapes_together_are_a_coin() {
        for numerator in [0, 1, ONE / 256, ONE / 2, 123_456_789, ONE - 1] {
            let law = CountLaw::bernoulli(numerator);
            let p = numerator as f64 / ONE as f64;
            assert!((probability(&law, 1) - p).abs() < 1e-15, "{p}");
            assert!((probability(&law, 0) - (1.0 - p)).abs() < 1e-15, "{p}");
        }
    }

    #[test]
    fn thresholds_and_lookup_say_the_same() {
        for law in [
            CountLaw::poisson(ONE),
            CountLaw::poisson(4 * ONE),
            CountLaw::bernoulli(ONE / 2),
        ] {
            for byte in 0..=255_u8 {
                let count = law.thresholds.iter().filter(|&&t| byte >= t).count();
                let expected = if count == law.thresholds.len() {
                    ESCAPE
                } else {
                    count as u8
                };
                assert_eq!(law.first[usize::from(byte)], expected, "byte {byte}");
            }
        }
    }

    #[test]
    fn tables_have_known_values() {
        let law = CountLaw::poisson(ONE - ONE / 400);
        assert_eq!(law.thresholds, [94, 188, 234, 249, 252]);
        assert_eq!(
            law.last[..3],
            [
                2_606_874_558_995_505_060,
                4_561_597_965_174_749_714,
                5_328_991_428_662_745_590
            ]
        );
    }
}
