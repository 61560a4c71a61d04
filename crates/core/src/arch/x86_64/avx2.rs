//! 256-bit vectors: 32 items a step. Counts by comparing bytes with the thresholds; `vpmaddubsw` and `vpmaddwd` multiply
//! and add: counts stay below 128, so a pair of products is at most 2·127·128 = 32,512 and never saturates.
#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m256i, _mm256_add_epi32, _mm256_add_epi64, _mm256_and_si256, _mm256_andnot_si256,
    _mm256_castsi256_si128, _mm256_cmpeq_epi8, _mm256_cvtepi32_epi64, _mm256_extract_epi64,
    _mm256_extracti128_si256, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_max_epu8,
    _mm256_movemask_epi8, _mm256_set1_epi8, _mm256_set1_epi16, _mm256_set1_epi32, _mm256_setr_epi8,
    _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_sub_epi8,
};

use super::super::{CountTable, Kernels, Lanes, TileSums, scalar};
use super::first_planes;

pub(crate) const KERNELS: Kernels = Kernels {
    fill: |counter, key, bytes| {
        // SAFETY: `Level::kernels` hands these kernels out only after `has_avx2` saw the feature.
        unsafe { fill(counter, key, bytes) }
    },
    count_dot: |bytes, table, planes, sums| {
        // SAFETY: as above.
        unsafe { count_dot(bytes, table, planes, sums) }
    },
    bits_dot: |bytes, planes, sums| {
        // SAFETY: as above.
        unsafe { bits_dot(bytes, planes, sums) }
    },
};

#[target_feature(enable = "avx2")]
fn fill(counter: [u32; 4], key: [u32; 2], bytes: &mut [u8]) {
    Lanes::seeded(counter, key).fill(bytes);
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

/// `lanes + sum over four of counts·digits` in each i32 lane.
#[inline]
#[target_feature(enable = "avx2")]
fn dot(lanes: __m256i, counts: __m256i, digits: __m256i) -> __m256i {
    let pairs = _mm256_maddubs_epi16(counts, digits);
    _mm256_add_epi32(lanes, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)))
}

/// Sum of eight i32 lanes as i64; lanes of a tile stay far below 2^31.
#[inline]
#[target_feature(enable = "avx2")]
fn total(lanes: __m256i) -> i64 {
    let low = _mm256_cvtepi32_epi64(_mm256_castsi256_si128(lanes));
    let high = _mm256_cvtepi32_epi64(_mm256_extracti128_si256::<1>(lanes));
    let sums = _mm256_add_epi64(low, high);
    _mm256_extract_epi64::<0>(sums)
        + _mm256_extract_epi64::<1>(sums)
        + _mm256_extract_epi64::<2>(sums)
        + _mm256_extract_epi64::<3>(sums)
}

#[target_feature(enable = "avx2")]
fn count_dot(bytes: &[u8], table: &CountTable, planes: &[&[i8]], sums: &mut TileSums) {
    match planes.len() {
        1 => count_dot_of::<1>(bytes, table, first_planes(planes), sums),
        2 => count_dot_of::<2>(bytes, table, first_planes(planes), sums),
        3 => count_dot_of::<3>(bytes, table, first_planes(planes), sums),
        4 => count_dot_of::<4>(bytes, table, first_planes(planes), sums),
        5 => count_dot_of::<5>(bytes, table, first_planes(planes), sums),
        6 => count_dot_of::<6>(bytes, table, first_planes(planes), sums),
        7 => count_dot_of::<7>(bytes, table, first_planes(planes), sums),
        8 => count_dot_of::<8>(bytes, table, first_planes(planes), sums),
        _ => scalar::count_dot(bytes, table, planes, sums),
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn count_dot_of<const P: usize>(bytes: &[u8], table: &CountTable, planes: [&[i8]; P], sums: &mut TileSums) {
    let whole = bytes.len() / 32 * 32;
    assert!(planes.iter().all(|plane| plane.len() >= whole));
    let Some((&escape, thresholds)) = table.thresholds.split_last() else { return };
    let at_least = |bytes: __m256i, threshold: u8| {
        let limit = _mm256_set1_epi8(threshold.cast_signed());
        _mm256_cmpeq_epi8(_mm256_max_epu8(bytes, limit), bytes)
    };
    let ones = _mm256_set1_epi8(1);
    let mut drawn = _mm256_setzero_si256();
    let mut dots = [_mm256_setzero_si256(); P];
    for first in (0..whole).step_by(32) {
        // SAFETY: first + 32 <= whole, which no plane and not the bytes fall short of.
        let index = unsafe { load(bytes, first) };
        let mut counts = _mm256_setzero_si256();
        for &threshold in thresholds {
            counts = _mm256_sub_epi8(counts, at_least(index, threshold));
        }
        let out = at_least(index, escape);
        let counts = _mm256_andnot_si256(out, counts);
        drawn = dot(drawn, counts, ones);
        for p in 0..P {
            // SAFETY: as above.
            dots[p] = dot(dots[p], counts, unsafe { load(planes[p], first) });
        }
        let mut escaped = _mm256_movemask_epi8(out).cast_unsigned();
        while escaped != 0 {
            sums.escapes.push((first + escaped.trailing_zeros() as usize) as u16);
            escaped &= escaped - 1;
        }
    }
    sums.drawn += total(drawn).cast_unsigned();
    for (sum, lanes) in sums.planes.iter_mut().zip(dots) {
        *sum += total(lanes);
    }
    scalar::count_dot_from(whole, bytes, table, &planes, sums);
}

#[target_feature(enable = "avx2")]
fn bits_dot(bytes: &[u8], planes: &[&[i8]], sums: &mut [i64]) {
    match planes.len() {
        1 => bits_dot_of::<1>(bytes, first_planes(planes), sums),
        2 => bits_dot_of::<2>(bytes, first_planes(planes), sums),
        3 => bits_dot_of::<3>(bytes, first_planes(planes), sums),
        4 => bits_dot_of::<4>(bytes, first_planes(planes), sums),
        5 => bits_dot_of::<5>(bytes, first_planes(planes), sums),
        6 => bits_dot_of::<6>(bytes, first_planes(planes), sums),
        7 => bits_dot_of::<7>(bytes, first_planes(planes), sums),
        8 => bits_dot_of::<8>(bytes, first_planes(planes), sums),
        _ => scalar::bits_dot(bytes, planes, sums),
    }
}

/// 32 bits to 32 bytes of 0 or 1.
#[inline]
#[target_feature(enable = "avx2")]
fn spread(bits: u32) -> __m256i {
    let which = _mm256_setr_epi8(
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3,
    );
    let one_of_eight = _mm256_setr_epi8(
        1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8,
        16, 32, 64, -128,
    );
    let bytes = _mm256_shuffle_epi8(_mm256_set1_epi32(bits.cast_signed()), which);
    let set = _mm256_cmpeq_epi8(_mm256_and_si256(bytes, one_of_eight), one_of_eight);
    _mm256_and_si256(set, _mm256_set1_epi8(1))
}

#[inline]
#[target_feature(enable = "avx2")]
fn bits_dot_of<const P: usize>(bytes: &[u8], planes: [&[i8]; P], sums: &mut [i64]) {
    let whole = planes[0].len() / 64 * 64;
    assert!(planes.iter().all(|plane| plane.len() >= whole));
    let mut dots = [_mm256_setzero_si256(); P];
    for (first, word) in (0..whole).step_by(32).zip(bytes.as_chunks::<4>().0) {
        let taken = spread(u32::from_le_bytes(*word));
        for p in 0..P {
            // SAFETY: first + 32 <= whole, which no plane falls short of.
            dots[p] = dot(dots[p], taken, unsafe { load(planes[p], first) });
        }
    }
    for (sum, lanes) in sums.iter_mut().zip(dots) {
        *sum += total(lanes);
    }
    scalar::bits_dot_from(whole, bytes, &planes, sums);
}
