//! Resamples side by side, bits of 512 and counts of 16: the definition, which the compiler widens at every level.
#![allow(
    clippy::inline_always,
    reason = "a body is compiled for each vector level only where it is inlined"
)]

use super::kernels::{BatchSum, DrawnItem, Entry, SIGNS_OF_BLOCK, Side};

/// Exchanges rows and bits: bit r of word w of row p is bit p of word w of row r.
#[inline(always)]
pub(super) fn transpose(rows: &mut [Side; 64]) {
    let mut width = 32;
    let mut mask = u64::MAX >> 32;
    while width > 0 {
        let mut row = 0;
        while row < 64 {
            for low in row..row + width {
                let (mut one, mut other) = (rows[low], rows[low + width]);
                for (one, other) in one.iter_mut().zip(&mut other) {
                    let moved = ((*one >> width) ^ *other) & mask;
                    *other ^= moved;
                    *one ^= moved << width;
                }
                (rows[low], rows[low + width]) = (one, other);
            }
            row += 2 * width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

/// The sum of three bits: the carry; `sum` is replaced by its lower digit.
#[inline(always)]
fn add_two(sum: &mut Side, one: &Side, other: &Side) -> Side {
    let mut carry = [0; 8];
    for w in 0..8 {
        let half = sum[w] ^ one[w];
        carry[w] = (sum[w] & one[w]) | (half & other[w]);
        sum[w] = half ^ other[w];
    }
    carry
}

/// Adds a bit to counters from one of their digits on.
#[inline(always)]
fn add_one(digits: &mut [Side], mut carry: Side) {
    for digit in digits {
        let mut any = 0;
        for w in 0..8 {
            (digit[w], carry[w]) = (digit[w] ^ carry[w], digit[w] & carry[w]);
            any |= carry[w];
        }
        if any == 0 {
            return;
        }
    }
}

/// Adds the bits of the named items to counters, digit by digit from the lowest, eight items at a time (Harley and Seal, in Warren
/// 2013, section 5-1).
#[inline(always)]
pub(super) fn count_bits(signs: &[Side], items: &[u16], inverted: bool, counters: &mut [Side]) {
    // No check for each item.
    assert!(signs.len() == SIGNS_OF_BLOCK, "a block of signs");
    let flip = if inverted { u64::MAX } else { 0 };
    let bits =
        |item: u16| -> Side { signs[usize::from(item) % SIGNS_OF_BLOCK].map(|word| word ^ flip) };
    let (eights, rest) = items.as_chunks::<8>();
    if let [ones, twos, fours, above @ ..] = counters {
        for items in eights {
            let [a, b, c, d, e, f, g, h] = items.map(bits);
            let two = add_two(ones, &a, &b);
            let other = add_two(ones, &c, &d);
            let four = add_two(twos, &two, &other);
            let two = add_two(ones, &e, &f);
            let other = add_two(ones, &g, &h);
            let other = add_two(twos, &two, &other);
            let eight = add_two(fours, &four, &other);
            add_one(above, eight);
        }
    }
    for &item in rest {
        add_one(counters, bits(item));
    }
}

/// Adds each value to the sums of its column, as often as each resample has drawn the item.
#[inline(always)]
pub(super) fn add_entries(counts: &[DrawnItem], entries: &[Entry], sums: &mut [BatchSum]) {
    for entry in entries {
        let counts = &counts[usize::from(entry.item)];
        let sums = &mut sums[entry.column as usize];
        for (sum, count) in sums.iter_mut().zip(counts) {
            *sum += i32::from(*count) * entry.value;
        }
    }
}
