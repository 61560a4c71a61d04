//! 256-bit vectors: 32 items a step. A byte becomes a count by comparing it with each threshold; `vpmaddubsw` and
//! `vpmaddwd` multiply and add.
#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m256i, _mm256_add_epi16, _mm256_add_epi32, _mm256_add_epi64, _mm256_and_si256,
    _mm256_castsi256_si128, _mm256_cmpeq_epi8, _mm256_cvtepi32_epi64, _mm256_extract_epi64,
    _mm256_extracti128_si256, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_maddubs_epi16,
    _mm256_max_epu8, _mm256_movemask_epi8, _mm256_or_si256, _mm256_sad_epu8, _mm256_set_epi64x,
    _mm256_set1_epi8, _mm256_set1_epi16, _mm256_set1_epi64x, _mm256_setzero_si256,
    _mm256_slli_epi64, _mm256_srli_epi64, _mm256_storeu_si256, _mm256_sub_epi8, _mm256_xor_si256,
};

use super::super::generic::{Lanes, picked, settle};
use super::super::kernels::{BatchSum, DrawnItem, Entry, Escaped, Kernels, Side, TILE};
use super::super::planes::{array, checked};
use super::super::sliced;
use crate::tables::{CountLaw, ESCAPE};

pub(crate) const KERNELS: Kernels = Kernels {
    seed: |counter, key| {
        // SAFETY: `Level::kernels` hands these kernels out only after `has_avx2` saw the feature.
        unsafe { seed(counter, key) }
    },
    fill: |lanes, bytes| {
        // SAFETY: as above.
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
    add_entries: |counts, entries, sums| {
        // SAFETY: as above.
        unsafe { add_entries(counts, entries, sums) }
    },
    transpose: |rows| {
        // SAFETY: as above.
        unsafe { transpose(rows) }
    },
    count_bits: |signs, items, inverted, counters| {
        // SAFETY: as above.
        unsafe { count_bits(signs, items, inverted, counters) }
    },
};

#[target_feature(enable = "avx2")]
fn add_entries(counts: &[DrawnItem], entries: &[Entry], sums: &mut [BatchSum]) {
    sliced::add_entries(counts, entries, sums);
}

#[target_feature(enable = "avx2")]
fn transpose(rows: &mut [Side; 64]) {
    sliced::transpose(rows);
}

#[target_feature(enable = "avx2")]
fn count_bits(signs: &[Side], items: &[u16], inverted: bool, counters: &mut [Side]) {
    sliced::count_bits(signs, items, inverted, counters);
}

/// 32 bytes from `first` on.
///
/// # Safety
/// `first + 32 <= bytes.len()`.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn load<T>(bytes: &[T], first: usize) -> __m256i {
    const { assert!(size_of::<T>() == 1) };
    debug_assert!(first + 32 <= bytes.len());
    // SAFETY: the caller's condition; the load has no alignment requirement.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().add(first).cast()) }
}

/// Writes 32 bytes from `first` on.
///
/// # Safety
/// `first + 32 <= bytes.len()`.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn store(bytes: &mut [u8], first: usize, vector: __m256i) {
    debug_assert!(first + 32 <= bytes.len());
    // SAFETY: the caller's condition; the store has no alignment requirement.
    unsafe { _mm256_storeu_si256(bytes.as_mut_ptr().add(first).cast(), vector) }
}

#[target_feature(enable = "avx2")]
fn seed(counter: [u32; 4], key: [u32; 2]) -> Lanes {
    Lanes::seeded(counter, key)
}

/// Four of the eight lanes in registers, one vector a word of state.
#[derive(Clone, Copy)]
struct Half([__m256i; 4]);

impl Half {
    #[inline]
    #[target_feature(enable = "avx2")]
    fn both(lanes: &Lanes) -> [Self; 2] {
        [0, 4].map(|first| {
            // SAFETY: lanes first to first + 3 of a word are 32 readable bytes.
            Self(
                lanes.0.map(|word| unsafe {
                    _mm256_loadu_si256(word[first..first + 4].as_ptr().cast())
                }),
            )
        })
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn leave(halves: [Self; 2], lanes: &mut Lanes) {
        for (first, half) in [0, 4].into_iter().zip(halves) {
            for (word, vector) in lanes.0.iter_mut().zip(half.0) {
                // SAFETY: lanes first to first + 3 of a word are 32 writable bytes.
                unsafe { _mm256_storeu_si256(word[first..first + 4].as_mut_ptr().cast(), vector) };
            }
        }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn next(&mut self) -> __m256i {
        let s = &mut self.0;
        let sum = _mm256_add_epi64(s[0], s[3]);
        let turned = _mm256_or_si256(_mm256_slli_epi64::<23>(sum), _mm256_srli_epi64::<41>(sum));
        let out = _mm256_add_epi64(turned, s[0]);
        let t = _mm256_slli_epi64::<17>(s[1]);
        s[2] = _mm256_xor_si256(s[2], s[0]);
        s[3] = _mm256_xor_si256(s[3], s[1]);
        s[1] = _mm256_xor_si256(s[1], s[2]);
        s[0] = _mm256_xor_si256(s[0], s[3]);
        s[2] = _mm256_xor_si256(s[2], t);
        s[3] = _mm256_or_si256(_mm256_slli_epi64::<45>(s[3]), _mm256_srli_epi64::<19>(s[3]));
        out
    }
}

#[target_feature(enable = "avx2")]
fn fill(lanes: &mut Lanes, bytes: &mut [u8]) {
    let mut halves = Half::both(lanes);
    for first in (0..bytes.len() / 64 * 64).step_by(64) {
        for (h, half) in halves.iter_mut().enumerate() {
            // SAFETY: first + 64 <= bytes.len().
            unsafe { store(bytes, first + 32 * h, half.next()) };
        }
    }
    Half::leave(halves, lanes);
}

#[target_feature(enable = "avx2,bmi1,popcnt")]
fn counts(lanes: &mut Lanes, law: &CountLaw, counts: &mut [u8], escaped: &mut Escaped) {
    let mut length = 0;
    let whole = counts.len() / 64 * 64;
    assert!(whole <= TILE);
    let Some((&escape, thresholds)) = law.thresholds.split_last() else {
        return;
    };
    let at_least = |bytes: __m256i, threshold: u8| {
        let limit = _mm256_set1_epi8(threshold.cast_signed());
        _mm256_cmpeq_epi8(_mm256_max_epu8(bytes, limit), bytes)
    };
    let mut halves = Half::both(lanes);
    for first in (0..whole).step_by(32) {
        let index = halves[first / 32 % 2].next();
        let mut looked_up = _mm256_setzero_si256();
        for &threshold in thresholds {
            looked_up = _mm256_sub_epi8(looked_up, at_least(index, threshold));
        }
        let out = at_least(index, escape);
        let marked = _mm256_and_si256(out, _mm256_set1_epi8(ESCAPE.cast_signed()));
        // SAFETY: first + 32 <= whole <= counts.len().
        unsafe { store(counts, first, _mm256_or_si256(looked_up, marked)) };
        // Three places are always written, since whether there are escapes cannot be predicted; more are rare.
        let mut left = _mm256_movemask_epi8(out).cast_unsigned();
        let many = left.count_ones() as usize;
        for place in 0..many.max(3) {
            escaped[length + place] = (first + left.trailing_zeros() as usize) as u16;
            left &= left.wrapping_sub(1);
        }
        length += many;
    }
    Half::leave(halves, lanes);
    settle(lanes, law, &mut escaped[..length], counts, |lanes| {
        lanes.next_bytes().map(|byte| law.second[usize::from(byte)])
    });
}

/// Sum of eight i32 lanes as i64; lanes of a tile stay far below 2^31.
#[inline]
#[target_feature(enable = "avx2")]
fn total(lanes: __m256i) -> i64 {
    let low = _mm256_cvtepi32_epi64(_mm256_castsi256_si128(lanes));
    let high = _mm256_cvtepi32_epi64(_mm256_extracti128_si256::<1>(lanes));
    total_of_wide(_mm256_add_epi64(low, high))
}

#[inline]
#[target_feature(enable = "avx2")]
fn total_of_wide(lanes: __m256i) -> i64 {
    _mm256_extract_epi64::<0>(lanes)
        + _mm256_extract_epi64::<1>(lanes)
        + _mm256_extract_epi64::<2>(lanes)
        + _mm256_extract_epi64::<3>(lanes)
}

#[target_feature(enable = "avx2")]
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
#[target_feature(enable = "avx2")]
fn dot_counts_of<const P: usize>(counts: &[u8], planes: [&[i8]; P], sums: &mut [i64]) -> u64 {
    let whole = checked(&planes, counts.len());
    let mut drawn = _mm256_setzero_si256();
    let mut dots = [_mm256_setzero_si256(); P];
    for first in (0..whole).step_by(32) {
        // SAFETY: first + 32 <= whole, which neither the counts nor a plane falls short of.
        let taken = unsafe { load(counts, first) };
        drawn = _mm256_add_epi64(drawn, _mm256_sad_epu8(taken, _mm256_setzero_si256()));
        for p in 0..P {
            // Pairs of products stay within 2·127·128 = 32,512: no saturation.
            // SAFETY: as above.
            let pairs = _mm256_maddubs_epi16(taken, unsafe { load(planes[p], first) });
            dots[p] = _mm256_add_epi32(dots[p], _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
        }
    }
    for (sum, dot) in sums.iter_mut().zip(dots) {
        *sum += total(dot);
    }
    total_of_wide(drawn).cast_unsigned()
}

#[target_feature(enable = "avx2")]
fn dot_rows(counts: &[u8], planes: &[&[i8]], sums: &mut [i64]) {
    for (counts, sums) in counts
        .chunks_exact(planes[0].len())
        .zip(sums.chunks_exact_mut(planes.len()))
    {
        dot_counts(counts, planes, sums);
    }
}

#[target_feature(enable = "avx2")]
fn pick(lanes: &mut Lanes, missing: u64, values: &[i32]) -> i64 {
    picked(lanes, missing, values)
}

#[target_feature(enable = "avx2")]
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

/// Steps whose two pairs of ±128 add up within 16 bits: 63 · 512 = 32,256.
const NARROW: usize = 63;

#[inline]
#[target_feature(enable = "avx2")]
fn dot_bits_of<const P: usize>(bits: &[u8], planes: [&[i8]; P], sums: &mut [i64]) {
    let whole = checked(&planes, planes[0].len());
    let words = &bits[..whole / 8].as_chunks::<8>().0[..whole / 64];
    // Bits 0 to 3 of eight bytes are 32 items, bits 4 to 7 the next.
    let of_lane = [
        _mm256_set_epi64x(
            0x0808_0808_0808_0808,
            0x0404_0404_0404_0404,
            0x0202_0202_0202_0202,
            0x0101_0101_0101_0101,
        ),
        _mm256_set_epi64x(
            0x8080_8080_8080_8080_u64.cast_signed(),
            0x4040_4040_4040_4040,
            0x2020_2020_2020_2020,
            0x1010_1010_1010_1010,
        ),
    ];
    let mut dots = [_mm256_setzero_si256(); P];
    for (group, words) in words.chunks(NARROW).enumerate() {
        let mut narrow = [_mm256_setzero_si256(); P];
        for (step, word) in words.iter().enumerate() {
            let bytes = _mm256_set1_epi64x(i64::from_le_bytes(*word));
            for (half, of_lane) in of_lane.into_iter().enumerate() {
                let set = _mm256_cmpeq_epi8(_mm256_and_si256(bytes, of_lane), of_lane);
                let taken = _mm256_and_si256(set, _mm256_set1_epi8(1));
                let first = 64 * (group * NARROW + step) + 32 * half;
                for p in 0..P {
                    // SAFETY: first + 32 <= whole, which no plane falls short of.
                    let pairs = _mm256_maddubs_epi16(taken, unsafe { load(planes[p], first) });
                    narrow[p] = _mm256_add_epi16(narrow[p], pairs);
                }
            }
        }
        for p in 0..P {
            dots[p] = _mm256_add_epi32(dots[p], _mm256_madd_epi16(narrow[p], _mm256_set1_epi16(1)));
        }
    }
    for (sum, dot) in sums.iter_mut().zip(dots) {
        *sum += total(dot);
    }
}
