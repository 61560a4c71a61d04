//! 128-bit vectors: 16 items an instruction, four of them a step. A byte becomes a count by comparing it with each
//! threshold, `tbl` looks second bytes up, `smull`, `smlal2` and `sadalp` multiply and add.
//!
//! First bytes have some five thresholds. In llvm-mca's models of Neoverse N1, N2, V1 and V2 comparing with them takes 0.3 to
//! 0.6 times as long as 256 entries by `tbl`, in that of Apple's M1 1.9 times; neither has been timed on hardware. The dot
//! products of Armv8.2 (`sdot`) would be one instruction instead of three; their intrinsics are not stable in the oldest
//! compiler that builds this.
#![allow(unsafe_code)]

use std::arch::aarch64::{
    int8x16_t, uint8x16_t, uint8x16x4_t, uint64x2_t, vaddlvq_s32, vaddlvq_u32, vaddq_u64, vandq_s8,
    vandq_u8, vcgeq_u8, vdupq_n_s16, vdupq_n_s32, vdupq_n_u8, vdupq_n_u32, vdupq_n_u64, veorq_u64,
    vget_low_s8, vgetq_lane_u64, vld1q_u8, vld1q_u64, vmlal_high_s8, vmull_s8, vpadalq_s8,
    vpadalq_s16, vpadalq_u8, vpadalq_u16, vpaddlq_u8, vpaddq_u8, vqtbl4q_u8, vqtbx4q_u8,
    vreinterpretq_s8_u8, vreinterpretq_u8_u64, vreinterpretq_u64_u8, vshlq_n_u64, vsriq_n_u64,
    vst1q_u8, vst1q_u64, vsubq_u8, vtstq_u8,
};
use std::array::from_fn;

use super::super::generic::{Lanes, picked, settle};
use super::super::kernels::{Escaped, Kernels, TILE};
use super::super::planes::{array, checked};
use super::super::sliced;
use crate::tables::CountLaw;

const _: () = assert!(cfg!(target_feature = "neon"), "a target with NEON");

pub(crate) const KERNELS: Kernels = Kernels {
    seed: |counter, key| Lanes::seeded(counter, key),
    fill: |lanes, bytes| {
        // SAFETY: the assertion above: whatever runs this program has NEON.
        unsafe { fill(lanes, bytes) }
    },
    counts: |lanes, law, out, escaped| {
        // SAFETY: as above.
        unsafe { counts(lanes, law, out, escaped) }
    },
    dot_counts: |counts, planes, sums| {
        // SAFETY: as above.
        unsafe { dot_counts(counts, planes, sums) }
    },
    dot_rows: |counts, planes, sums| {
        // SAFETY: as above.
        unsafe { dot_rows(counts, planes, sums) }
    },
    pick: |lanes, missing, values| {
        // SAFETY: as above.
        unsafe { pick(lanes, missing, values) }
    },
    dot_bits: |bits, stride, planes, sums| {
        // SAFETY: as above.
        unsafe { dot_bits(bits, stride, planes, sums) }
    },
    add_entries: sliced::add_entries,
    transpose: sliced::transpose,
    count_bits: sliced::count_bits,
};

/// 64 bytes in registers.
type Bytes = [uint8x16_t; 4];

/// 64 bytes from `first` on.
///
/// # Safety
/// `first + 64 <= bytes.len()`.
#[inline]
#[target_feature(enable = "neon")]
unsafe fn load<T>(bytes: &[T], first: usize) -> Bytes {
    const { assert!(size_of::<T>() == 1) };
    debug_assert!(first + 64 <= bytes.len());
    // SAFETY: the caller's condition; loads of bytes have no alignment requirement.
    from_fn(|quarter| unsafe { vld1q_u8(bytes.as_ptr().add(first + 16 * quarter).cast()) })
}

/// Writes 64 bytes from `first` on.
///
/// # Safety
/// `first + 64 <= bytes.len()`.
#[inline]
#[target_feature(enable = "neon")]
unsafe fn store(bytes: &mut [u8], first: usize, vectors: Bytes) {
    debug_assert!(first + 64 <= bytes.len());
    for (quarter, vector) in vectors.into_iter().enumerate() {
        // SAFETY: the caller's condition; stores of bytes have no alignment requirement.
        unsafe { vst1q_u8(bytes.as_mut_ptr().add(first + 16 * quarter), vector) };
    }
}

/// The lanes in registers: word w of lanes 2 p and 2 p + 1 is `0[w][p]`.
#[derive(Clone, Copy)]
struct Wide([[uint64x2_t; 4]; 4]);

impl Wide {
    #[inline]
    #[target_feature(enable = "neon")]
    fn new(lanes: &Lanes) -> Self {
        Self(lanes.0.map(|word| {
            // SAFETY: two lanes of a word are 16 readable bytes.
            from_fn(|pair| unsafe { vld1q_u64(word[2 * pair..2 * pair + 2].as_ptr()) })
        }))
    }

    #[inline]
    #[target_feature(enable = "neon")]
    fn leave(self, lanes: &mut Lanes) {
        for (word, vectors) in lanes.0.iter_mut().zip(self.0) {
            for (pair, vector) in word.as_chunks_mut::<2>().0.iter_mut().zip(vectors) {
                // SAFETY: two lanes of a word are 16 writable bytes.
                unsafe { vst1q_u64(pair.as_mut_ptr(), vector) };
            }
        }
    }

    #[inline]
    #[target_feature(enable = "neon")]
    fn next(&mut self) -> Bytes {
        let s = &mut self.0;
        from_fn(|p| {
            let sum = vaddq_u64(s[0][p], s[3][p]);
            let turned = vsriq_n_u64::<41>(vshlq_n_u64::<23>(sum), sum);
            let out = vaddq_u64(turned, s[0][p]);
            let t = vshlq_n_u64::<17>(s[1][p]);
            s[2][p] = veorq_u64(s[2][p], s[0][p]);
            s[3][p] = veorq_u64(s[3][p], s[1][p]);
            s[1][p] = veorq_u64(s[1][p], s[2][p]);
            s[0][p] = veorq_u64(s[0][p], s[3][p]);
            s[2][p] = veorq_u64(s[2][p], t);
            s[3][p] = vsriq_n_u64::<19>(vshlq_n_u64::<45>(s[3][p]), s[3][p]);
            vreinterpretq_u8_u64(out)
        })
    }
}

#[target_feature(enable = "neon")]
fn fill(lanes: &mut Lanes, bytes: &mut [u8]) {
    let mut wide = Wide::new(lanes);
    for first in (0..bytes.len() / 64 * 64).step_by(64) {
        // SAFETY: first + 64 <= bytes.len().
        unsafe { store(bytes, first, wide.next()) };
    }
    wide.leave(lanes);
}

#[target_feature(enable = "neon")]
fn counts(lanes: &mut Lanes, law: &CountLaw, counts: &mut [u8], escaped: &mut Escaped) {
    let mut length = 0;
    let whole = counts.len() / 64 * 64;
    assert!(whole <= TILE);
    let Some((&escape, thresholds)) = law.thresholds.split_last() else {
        return;
    };
    let mut wide = Wide::new(lanes);
    for first in (0..whole).step_by(64) {
        let bytes = wide.next();
        let mut looked_up = [vdupq_n_u8(0); 4];
        for &threshold in thresholds {
            let limit = vdupq_n_u8(threshold);
            for (count, byte) in looked_up.iter_mut().zip(bytes) {
                *count = vsubq_u8(*count, vcgeq_u8(byte, limit));
            }
        }
        // What is at escaped items means nothing: they are settled below.
        // SAFETY: first + 64 <= whole <= counts.len().
        unsafe { store(counts, first, looked_up) };
        let limit = vdupq_n_u8(escape);
        let mut left = bits_of(bytes.map(|byte| vcgeq_u8(byte, limit)));
        let many = left.count_ones() as usize;
        // Three places are always written, since whether there are escapes cannot be predicted; more are rare.
        for place in 0..many.max(3) {
            escaped[length + place] = (first + left.trailing_zeros() as usize) as u16;
            left &= left.wrapping_sub(1);
        }
        length += many;
    }
    wide.leave(lanes);
    let table = Table::new(&law.second);
    settle(lanes, law, &mut escaped[..length], counts, |lanes| {
        let mut wide = Wide::new(lanes);
        let mut second = [0; 64];
        // SAFETY: 64 writable bytes.
        unsafe {
            store(
                &mut second,
                0,
                wide.next().map(|index| table.look_up(index)),
            )
        };
        wide.leave(lanes);
        second
    });
}

/// Bit i says whether byte i, all ones or all zeros, is set: bits of their own, added up over eight bytes.
#[inline]
#[target_feature(enable = "neon")]
fn bits_of(bytes: Bytes) -> u64 {
    let of_byte = vreinterpretq_u8_u64(vdupq_n_u64(0x8040_2010_0804_0201));
    let [a, b, c, d] = bytes.map(|byte| vandq_u8(byte, of_byte));
    let fours = vpaddq_u8(vpaddq_u8(a, b), vpaddq_u8(c, d));
    vgetq_lane_u64::<0>(vreinterpretq_u64_u8(vpaddq_u8(fours, fours)))
}

/// A table of 256 bytes in registers.
#[derive(Clone, Copy)]
struct Table([uint8x16x4_t; 4]);

impl Table {
    #[inline]
    #[target_feature(enable = "neon")]
    fn new(table: &[u8; 256]) -> Self {
        Self([0, 64, 128, 192].map(|first| {
            // SAFETY: the last row ends with the table.
            let [a, b, c, d] = unsafe { load(table, first) };
            uint8x16x4_t(a, b, c, d)
        }))
    }

    /// A row answers for its 64 indices; for others `tbl` gives 0 and `tbx` what stood there.
    #[inline]
    #[target_feature(enable = "neon")]
    fn look_up(&self, index: uint8x16_t) -> uint8x16_t {
        let row = vdupq_n_u8(64);
        let second = vsubq_u8(index, row);
        let third = vsubq_u8(second, row);
        let fourth = vsubq_u8(third, row);
        let found = vqtbl4q_u8(self.0[0], index);
        let found = vqtbx4q_u8(found, self.0[1], second);
        let found = vqtbx4q_u8(found, self.0[2], third);
        vqtbx4q_u8(found, self.0[3], fourth)
    }
}

#[target_feature(enable = "neon")]
fn dot_counts(counts: &[u8], planes: &[&[i8]], sums: &mut [i64]) -> u64 {
    let mut drawn = 0;
    for (planes, sums) in planes.chunks(4).zip(sums.chunks_mut(4)) {
        drawn = match planes.len() {
            1 => dot_counts_of::<1>(counts, array(planes), sums),
            2 => dot_counts_of::<2>(counts, array(planes), sums),
            3 => dot_counts_of::<3>(counts, array(planes), sums),
            _ => dot_counts_of::<4>(counts, array(planes), sums),
        };
    }
    drawn
}

#[inline]
#[target_feature(enable = "neon")]
fn dot_counts_of<const P: usize>(counts: &[u8], planes: [&[i8]; P], sums: &mut [i64]) -> u64 {
    let whole = checked(&planes, counts.len());
    let mut drawn = vdupq_n_u32(0);
    // Few planes have two sums each, so that neighbours need not wait for each other; more fill the registers with one.
    let split = if P < 3 { 2 } else { 1 };
    let mut dots = [[vdupq_n_s32(0); 2]; P];
    for first in (0..whole).step_by(64) {
        // SAFETY: first + 64 <= whole, which neither the counts nor a plane falls short of.
        let [a, b, c, d] = unsafe { load(counts, first) };
        drawn = vpadalq_u16(
            drawn,
            vpadalq_u8(vpadalq_u8(vpadalq_u8(vpaddlq_u8(a), b), c), d),
        );
        let taken = [a, b, c, d].map(|counts| vreinterpretq_s8_u8(counts));
        for p in 0..P {
            // SAFETY: as above.
            let digits = unsafe { load(planes[p], first) };
            for (q, digits) in digits.into_iter().enumerate() {
                let digits = vreinterpretq_s8_u8(digits);
                // Two products stay within 2·127·128 = 32,512. Lanes of a tile stay below 2^31: 256 times four
                // products are 16.6 million.
                let low = vmull_s8(vget_low_s8(taken[q]), vget_low_s8(digits));
                let sum = &mut dots[p][q % split];
                *sum = vpadalq_s16(*sum, vmlal_high_s8(low, taken[q], digits));
            }
        }
    }
    for (sum, dots) in sums.iter_mut().zip(dots) {
        *sum += dots.map(|dot| vaddlvq_s32(dot)).iter().sum::<i64>();
    }
    vaddlvq_u32(drawn)
}

#[target_feature(enable = "neon")]
fn dot_rows(counts: &[u8], planes: &[&[i8]], sums: &mut [i64]) {
    for (counts, sums) in counts
        .chunks_exact(planes[0].len())
        .zip(sums.chunks_exact_mut(planes.len()))
    {
        dot_counts(counts, planes, sums);
    }
}

#[target_feature(enable = "neon")]
fn pick(lanes: &mut Lanes, missing: u64, values: &[i32]) -> i64 {
    picked(lanes, missing, values)
}

#[target_feature(enable = "neon")]
fn dot_bits(bits: &[u8], stride: usize, planes: &[&[i8]], sums: &mut [i64]) {
    for (r, sums) in sums.chunks_mut(planes.len()).enumerate() {
        let bits = &bits[r * stride..];
        for (planes, sums) in planes.chunks(4).zip(sums.chunks_mut(4)) {
            match planes.len() {
                1 => dot_bits_of::<1>(bits, array(planes), sums),
                2 => dot_bits_of::<2>(bits, array(planes), sums),
                3 => dot_bits_of::<3>(bits, array(planes), sums),
                _ => dot_bits_of::<4>(bits, array(planes), sums),
            }
        }
    }
}

/// Steps whose pairs of −128 add up within 16 bits: 127 · 256 = 32,512.
const NARROW: usize = 127;

#[inline]
#[target_feature(enable = "neon")]
fn dot_bits_of<const P: usize>(bits: &[u8], planes: [&[i8]; P], sums: &mut [i64]) {
    let whole = checked(&planes, planes[0].len());
    let words = &bits[..whole / 8].as_chunks::<8>().0[..whole / 64];
    // Bits 2 q and 2 q + 1 of eight bytes are the 16 items of quarter q.
    let of_quarter: Bytes = from_fn(|q| {
        let bit: [u8; 16] = from_fn(|i| 1 << (2 * q + i / 8));
        // SAFETY: 16 readable bytes.
        unsafe { vld1q_u8(bit.as_ptr()) }
    });
    let mut dots = [vdupq_n_s32(0); P];
    for (group, words) in words.chunks(NARROW).enumerate() {
        let mut narrow = [[vdupq_n_s16(0); 4]; P];
        for (step, word) in words.iter().enumerate() {
            let bytes = vreinterpretq_u8_u64(vdupq_n_u64(u64::from_le_bytes(*word)));
            let set: [int8x16_t; 4] =
                of_quarter.map(|bit| vreinterpretq_s8_u8(vtstq_u8(bytes, bit)));
            for p in 0..P {
                // SAFETY: 64 times the steps so far, this one among them, are at most `whole`, which no plane falls
                // short of.
                let digits = unsafe { load(planes[p], 64 * (group * NARROW + step)) };
                for (q, digits) in digits.into_iter().enumerate() {
                    let taken = vandq_s8(set[q], vreinterpretq_s8_u8(digits));
                    narrow[p][q] = vpadalq_s8(narrow[p][q], taken);
                }
            }
        }
        for p in 0..P {
            for narrow in narrow[p] {
                dots[p] = vpadalq_s16(dots[p], narrow);
            }
        }
    }
    for (sum, dot) in sums.iter_mut().zip(dots) {
        *sum += vaddlvq_s32(dot);
    }
}
