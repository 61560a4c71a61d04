//! The permutation law of few items on a small lattice: one convolution per item, all terms positive.
//!
//! The number of outcomes of fair coins `B_i` with `sum of B_i w_i = y`: start with one and for each item add
//! `count[y - w]` to `count[y]` (Zmigrod, Vieira and Cotterell 2022, section 3, without their pruning of small
//! probabilities). Every sum is of positive terms, so an entry is off by at most m·2⁻⁵³ relative: deep tails are as good
//! as the centre. Cost: m·W additions for width W.

use crate::Probability;

/// Cells updated at most: 30 ms of additions.
pub(super) const MOST_CELLS: u64 = 100_000_000;

/// Items at most: both `2^1000` and `2^-1000` are normal doubles, so no entry loses digits.
pub(super) const MOST_ITEMS: u64 = 1_000;

/// Weights below which a coin's entries are added one by one.
const SHORT: usize = 16;

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
        let (mut top, mut items) = (0, 0);
        for &(w, multiplicity) in atoms {
            for _ in 0..multiplicity {
                top += w as usize;
                add_coin(&mut p[..=top], w as usize);
            }
            items += multiplicity as i32;
        }
        // Symmetric about width / 2: sum from the far end, smallest first.
        for y in (0..width).rev() {
            p[y] += p[y + 1];
        }
        let outcome = libm::ldexp(1.0, -items);
        for p in &mut p {
            *p *= outcome;
        }
        Self { at_least: p }
    }

    /// `P(Y >= y)`.
    pub fn at_least(&self, y: i128) -> Probability {
        match usize::try_from(y) {
            Err(_) => Probability::ONE,
            Ok(y) => self
                .at_least
                .get(y)
                .map_or(Probability::ZERO, |&p| Probability::new(p)),
        }
    }
}

/// Counts of outcomes by their sum, from 0 on, with one more coin of weight `w`; sums beyond the table are dropped.
pub(super) fn add_coin(counts: &mut [f64], w: usize) {
    if w == 0 {
        for count in counts {
            *count *= 2.0;
        }
    } else if w < SHORT {
        for y in (w..counts.len()).rev() {
            counts[y] += counts[y - w];
        }
    } else {
        // A block of w entries from the top down never meets the entries that it adds: vectors can do it.
        let mut end = counts.len();
        while end > w {
            let first = w.max(end.saturating_sub(w));
            let (below, block) = counts[..end].split_at_mut(first);
            block
                .iter_mut()
                .zip(&below[first - w..])
                .for_each(|(count, other)| *count += other);
            end = first;
        }
    }
}

/// Adds two coins in one pass: tables beyond the cache cost their traffic, which this halves.
pub(super) fn add_two_coins(counts: &mut [f64], one: usize, other: usize) {
    let (near, far) = (one.min(other), one.max(other));
    if near < SHORT {
        add_coin(counts, far);
        add_coin(counts, near);
        return;
    }
    // From the top down in blocks of at most `near` entries, which never meet the entries that they add. Below a limit a coin, or
    // both, cannot have fallen: their terms are left out.
    let mut end = counts.len();
    let mut from = |limit: usize, shifts: &[usize]| {
        while end > limit {
            let first = limit.max(end.saturating_sub(near));
            let (below, block) = counts[..end].split_at_mut(first);
            let entries = block.len();
            let term = |shift: usize| &below[first - shift..][..entries];
            match *shifts {
                [a, b, c] => {
                    let terms = term(a).iter().zip(term(b)).zip(term(c));
                    block
                        .iter_mut()
                        .zip(terms)
                        .for_each(|(count, ((a, b), c))| *count += a + b + c);
                }
                [a, b] => {
                    let terms = term(a).iter().zip(term(b));
                    block
                        .iter_mut()
                        .zip(terms)
                        .for_each(|(count, (a, b))| *count += a + b);
                }
                _ => block
                    .iter_mut()
                    .zip(term(near))
                    .for_each(|(count, a)| *count += a),
            }
            end = first;
        }
    };
    from(near + far, &[near, far, near + far]);
    from(far, &[near, far]);
    from(near, &[near]);
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

    #[test]
    fn two_coins_in_one_pass_are_one_after_the_other() {
        for size in [1, 40, 100, 257] {
            let table: Vec<f64> = (0..size).map(|y: u32| f64::from(y * 7_919 % 101)).collect();
            for (one, other) in [
                (0, 20),
                (3, 50),
                (16, 16),
                (20, 33),
                (33, 20),
                (60, 90),
                (150, 90),
                (300, 17),
            ] {
                let (mut together, mut apart) = (table.clone(), table.clone());
                add_two_coins(&mut together, one, other);
                add_coin(&mut apart, one);
                add_coin(&mut apart, other);
                assert_eq!(together, apart, "{one} and {other} of {size}");
            }
        }
    }
}
