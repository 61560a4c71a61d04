//! Clipped n-gram matches of all orders from one sort.
//!
//! A position of a sequence becomes a 128-bit key: its next six symbols of 21 bits, the first one highest, 0 behind the end.
//! In sorted keys the n-grams of every order n ≤ 6 are in groups, so that matches come from merging two sorted lists once
//! per order, without a hash table. Cost: about 6 µs for two segments of 120 characters and six orders.

/// Symbols in a key.
pub(super) const ORDERS: usize = 6;

/// Bits of a symbol: enough for any character plus one.
const BITS: usize = 21;

/// The sorted n-grams of a sequence.
#[derive(Debug, Clone, Default)]
pub(super) struct Grams {
    keys: Vec<u128>,
}

impl Grams {
    /// Indexes a sequence of symbols below 2^21 - 1.
    pub(super) fn new(symbols: impl DoubleEndedIterator<Item = u32>) -> Self {
        let mut keys: Vec<u128> = Vec::with_capacity(symbols.size_hint().0);
        let mut key = 0;
        for symbol in symbols.rev() {
            key = (key >> BITS) | (u128::from(symbol + 1) << (BITS * (ORDERS - 1)));
            keys.push(key);
        }
        keys.sort_unstable();
        Self { keys }
    }

    /// How many n-grams of an order there are.
    pub(super) fn total(&self, order: usize) -> i64 {
        (self.keys.len() + 1).saturating_sub(order) as i64
    }

    /// How many n-grams of an order match, each as often as the reference that has it most often.
    pub(super) fn matches(&self, references: &[Self], order: usize) -> i64 {
        let mut places = vec![0; references.len()];
        let mut at = 0;
        let mut matched = 0;
        while let Some((gram, count)) = self.next_group(&mut at, order) {
            let of =
                |(reference, place): (&Self, &mut usize)| reference.count_of(gram, place, order);
            matched += count.min(
                references
                    .iter()
                    .zip(&mut places)
                    .map(of)
                    .max()
                    .unwrap_or(0),
            );
        }
        matched
    }

    /// The next distinct n-gram from key `at` on, and how often it occurs.
    fn next_group(&self, at: &mut usize, order: usize) -> Option<(u128, i64)> {
        let shift = BITS * (ORDERS - order);
        while let Some(key) = self.keys.get(*at) {
            let gram = key >> shift;
            let start = *at;
            while self.keys.get(*at).is_some_and(|key| key >> shift == gram) {
                *at += 1;
            }
            // A key whose last symbol is 0 is a suffix that is too short for the order.
            if gram & ((1 << BITS) - 1) != 0 {
                return Some((gram, (*at - start) as i64));
            }
        }
        None
    }

    /// How often `gram` occurs; `place` moves on, so that grams must be asked for in order.
    fn count_of(&self, gram: u128, place: &mut usize, order: usize) -> i64 {
        let shift = BITS * (ORDERS - order);
        while self.keys.get(*place).is_some_and(|key| key >> shift < gram) {
            *place += 1;
        }
        let start = *place;
        while self
            .keys
            .get(*place)
            .is_some_and(|key| key >> shift == gram)
        {
            *place += 1;
        }
        (*place - start) as i64
    }
}

/// The numbers of words, in order of appearance over all texts that are given.
#[derive(Debug, Default)]
pub(super) struct Vocabulary<'a> {
    numbers: std::collections::HashMap<&'a str, u32>,
}

impl<'a> Vocabulary<'a> {
    /// The number of a word. Lines hold at most 1 MiB, so that the different words of a few of them stay below 2^21.
    pub(super) fn number(&mut self, word: &'a str) -> u32 {
        let next = self.numbers.len() as u32;
        *self.numbers.entry(word).or_insert(next)
    }

    /// The numbers of some words.
    pub(super) fn numbers(&mut self, words: impl Iterator<Item = &'a str>) -> Vec<u32> {
        words.map(|word| self.number(word)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// By counting windows.
    fn naive(system: &[u32], references: &[Vec<u32>], order: usize) -> i64 {
        let counts = |symbols: &[u32]| {
            let mut counts: HashMap<Vec<u32>, i64> = HashMap::new();
            symbols
                .windows(order)
                .for_each(|gram| *counts.entry(gram.to_vec()).or_default() += 1);
            counts
        };
        let references: Vec<_> = references
            .iter()
            .map(|reference| counts(reference))
            .collect();
        let most = |gram: &Vec<u32>| {
            references
                .iter()
                .map(|counts| counts.get(gram).copied().unwrap_or(0))
                .max()
        };
        counts(system)
            .iter()
            .map(|(gram, count)| (*count).min(most(gram).unwrap_or(0)))
            .sum()
    }

    proptest::proptest! {
        #[test]
        fn matches_are_those_of_counted_windows(
            system in proptest::collection::vec(0u32..3, 0..20),
            references in proptest::collection::vec(proptest::collection::vec(0u32..3, 0..20), 0..4),
        ) {
            let grams = |symbols: &Vec<u32>| Grams::new(symbols.iter().copied());
            let sorted: Vec<Grams> = references.iter().map(grams).collect();
            for order in 1..=ORDERS {
                proptest::prop_assert_eq!(grams(&system).matches(&sorted, order), naive(&system, &references, order));
                proptest::prop_assert_eq!(grams(&system).total(order), system.windows(order).count() as i64);
            }
        }
    }
}
