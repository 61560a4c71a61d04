//! What all levels share, written on arrays so that a compiler that may use wide vectors does.
#![expect(clippy::inline_always, reason = "target features reach only what is inlined into their function")]

/// Eight xoshiro256++ generators side by side.
pub(crate) struct Lanes([[u64; 8]; 4]);

/// Philox4x32-10 on 16 counters that differ in the top byte of their last word: block, block + 1, ...
#[inline(always)]
fn philox_16(counter: [u32; 4], key: [u32; 2]) -> [[u32; 16]; 4] {
    const MULTIPLIERS: [u32; 2] = [0xD251_1F53, 0xCD9E_8D57];
    const WEYL: [u32; 2] = [0x9E37_79B9, 0xBB67_AE85];
    let mut c = [[counter[0]; 16], [counter[1]; 16], [counter[2]; 16], [counter[3]; 16]];
    for (lane, word) in c[3].iter_mut().enumerate() {
        *word = word.wrapping_add((lane as u32) << 24);
    }
    let mut key = key;
    for round in 0..10 {
        if round > 0 {
            key = [key[0].wrapping_add(WEYL[0]), key[1].wrapping_add(WEYL[1])];
        }
        let mut next = [[0; 16]; 4];
        for lane in 0..16 {
            let low = u64::from(c[0][lane]) * u64::from(MULTIPLIERS[0]);
            let high = u64::from(c[2][lane]) * u64::from(MULTIPLIERS[1]);
            next[0][lane] = (high >> 32) as u32 ^ c[1][lane] ^ key[0];
            next[1][lane] = high as u32;
            next[2][lane] = (low >> 32) as u32 ^ c[3][lane] ^ key[1];
            next[3][lane] = low as u32;
        }
        c = next;
    }
    c
}

impl Lanes {
    /// Lane l takes its state from blocks 2 l and 2 l + 1: words 0–1, 2–3 of each, little end first.
    #[inline(always)]
    pub fn seeded(counter: [u32; 4], key: [u32; 2]) -> Self {
        let blocks = philox_16(counter, key);
        let mut state = [[0; 8]; 4];
        for (part, words) in state.iter_mut().enumerate() {
            for (lane, word) in words.iter_mut().enumerate() {
                let (block, w) = (2 * lane + part / 2, 2 * (part % 2));
                *word = u64::from(blocks[w][block]) | u64::from(blocks[w + 1][block]) << 32;
            }
        }
        Self(state)
    }

    #[inline(always)]
    fn next(&mut self) -> [u64; 8] {
        let s = &mut self.0;
        let mut out = [0; 8];
        for l in 0..8 {
            out[l] = s[0][l].wrapping_add(s[3][l]).rotate_left(23).wrapping_add(s[0][l]);
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

    /// Whole steps of 8 words.
    #[inline(always)]
    pub fn fill(mut self, bytes: &mut [u8]) {
        for step in bytes.chunks_exact_mut(64) {
            for (place, word) in step.chunks_exact_mut(8).zip(self.next()) {
                place.copy_from_slice(&word.to_le_bytes());
            }
        }
    }
}
