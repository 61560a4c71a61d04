//! What all levels share, written on arrays so that a compiler that may use wide vectors does.
#![expect(
    clippy::inline_always,
    reason = "target features reach only what is inlined into their function"
)]

use crate::tables::{CountLaw, ESCAPE};

/// Eight xoshiro256++ generators side by side: word w of lane l is `0[w][l]`.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub(crate) struct Lanes(pub [[u64; 8]; 4]);

/// Philox4x32-10 on the 8 counters that are `first`, `first + 2`, ... in the top byte of their last word; every 32-bit
/// word in a field of 64 bits whose upper half means nothing, as 32-bit vector multiplications want it.
#[inline(always)]
fn philox_8(counter: [u32; 4], key: [u32; 2], first: u32) -> [[u64; 8]; 4] {
    const LOW: u64 = 0xffff_ffff;
    const MULTIPLIERS: [u64; 2] = [0xD251_1F53, 0xCD9E_8D57];
    const WEYL: [u32; 2] = [0x9E37_79B9, 0xBB67_AE85];
    let mut c = counter.map(|word| [u64::from(word); 8]);
    for (lane, word) in c[3].iter_mut().enumerate() {
        *word = u64::from(counter[3].wrapping_add((first + 2 * lane as u32) << 24));
    }
    let mut key = key;
    for round in 0..10 {
        if round > 0 {
            key = [key[0].wrapping_add(WEYL[0]), key[1].wrapping_add(WEYL[1])];
        }
        let mut next = [[0; 8]; 4];
        for l in 0..8 {
            let low = (c[0][l] & LOW) * MULTIPLIERS[0];
            let high = (c[2][l] & LOW) * MULTIPLIERS[1];
            next[0][l] = high >> 32 ^ c[1][l] ^ u64::from(key[0]);
            next[1][l] = high;
            next[2][l] = low >> 32 ^ c[3][l] ^ u64::from(key[1]);
            next[3][l] = low;
        }
        c = next;
    }
    c
}

impl Lanes {
    /// Lane l takes its state from blocks 2 l and 2 l + 1: words 0–1, 2–3 of each, little end first.
    #[inline(always)]
    pub fn seeded(counter: [u32; 4], key: [u32; 2]) -> Self {
        let mut state = [[0; 8]; 4];
        for half in 0..2 {
            let words = philox_8(counter, key, half as u32);
            for l in 0..8 {
                state[2 * half][l] = words[0][l] & 0xffff_ffff | words[1][l] << 32;
                state[2 * half + 1][l] = words[2][l] & 0xffff_ffff | words[3][l] << 32;
            }
        }
        Self(state)
    }

    /// One output of every lane.
    #[inline(always)]
    pub fn next(&mut self) -> [u64; 8] {
        let s = &mut self.0;
        let mut out = [0; 8];
        for l in 0..8 {
            out[l] = s[0][l]
                .wrapping_add(s[3][l])
                .rotate_left(23)
                .wrapping_add(s[0][l]);
            let t = s[1][l] << 17;
            s[2][l] ^= s[0][l];
            s[3][l] ^= s[1][l];
            s[1][l] ^= s[2][l];
            s[0][l] ^= s[3][l];
            s[2][l] ^= t;
            s[3][l] = s[3][l].rotate_left(45);
        }
        out
    }

    /// One output of every lane as 64 bytes, little end first.
    #[inline(always)]
    pub fn next_bytes(&mut self) -> [u8; 64] {
        let mut bytes = [0; 64];
        for (place, word) in bytes.chunks_exact_mut(8).zip(self.next()) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }
}

/// The sum of values that 16-bit words name; see `arch`.
#[inline(always)]
pub(crate) fn picked(lanes: &mut Lanes, mut missing: u64, values: &[i32]) -> i64 {
    // At most TILE values: products of 16 bits by 13.
    let n = values.len() as u16;
    let biased = ((1_u32 << 16) % u32::from(n)) as u16;
    let mut sum = 0;
    while missing > 0 {
        let bytes = lanes.next_bytes();
        let (mut items, mut skipped) = ([0_u16; 32], [false; 32]);
        let mut any = false;
        for (i, word) in bytes.as_chunks::<2>().0.iter().enumerate() {
            let wide = u32::from(u16::from_le_bytes(*word)) * u32::from(n);
            items[i] = (wide >> 16) as u16;
            skipped[i] = (wide as u16) < biased;
            any |= skipped[i];
        }
        if any {
            for item in items
                .into_iter()
                .zip(skipped)
                .filter(|item| !item.1)
                .map(|item| item.0)
            {
                if missing > 0 {
                    sum += i64::from(values[usize::from(item)]);
                    missing -= 1;
                }
            }
        } else {
            let now = missing.min(32);
            sum += items[..now as usize]
                .iter()
                .map(|&i| i64::from(values[usize::from(i)]))
                .sum::<i64>();
            missing -= now;
        }
    }
    sum
}

/// Gives escaped items their counts: second bytes 64 at a time, then words eight at a time for those that escape again.
///
/// `look_up` turns the next 64 bytes of the lanes into counts of the second table.
#[inline(always)]
pub(crate) fn settle(
    lanes: &mut Lanes,
    law: &CountLaw,
    escaped: &mut [u16],
    counts: &mut [u8],
    look_up: impl Fn(&mut Lanes) -> [u8; 64],
) {
    let mut again = 0;
    for first in (0..escaped.len()).step_by(64) {
        let second = look_up(lanes);
        for (place, count) in (first..escaped.len()).zip(second) {
            let item = escaped[place];
            counts[usize::from(item)] = count;
            // Branch-free: those that escape again move to the front.
            escaped[again] = item;
            again += usize::from(count == ESCAPE);
        }
    }
    settle_by_words(lanes, law, &escaped[..again], counts);
}

#[inline(always)]
fn settle_by_words(lanes: &mut Lanes, law: &CountLaw, items: &[u16], counts: &mut [u8]) {
    for items in items.chunks(8) {
        for (&item, word) in items.iter().zip(lanes.next()) {
            counts[usize::from(item)] = law.by_word(word);
        }
    }
}
