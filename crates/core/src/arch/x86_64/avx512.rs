//! 512-bit vectors: 64 items a step. `vpermi2b` looks 64 bytes up in a 256-entry table, `vpdpbusd` multiplies and adds 64
//! counts with 64 digits.
#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m512i, _mm512_add_epi16, _mm512_add_epi64, _mm512_castsi512_si256, _mm512_cvtepi32_epi64,
    _mm512_cvtepu8_epi16, _mm512_dpbusd_epi32, _mm512_extracti64x4_epi64, _mm512_loadu_si512,
    _mm512_mask_blend_epi8, _mm512_maskz_compress_epi8, _mm512_maskz_mov_epi8, _mm512_maskz_set1_epi8,
    _mm512_movepi8_mask, _mm512_permutex2var_epi8, _mm512_reduce_add_epi64, _mm512_set1_epi8,
    _mm512_set1_epi16, _mm512_setzero_si512, _mm512_storeu_si512,
};

use super::super::{CountTable, Kernels, Lanes, TILE, TileSums, scalar};
use super::first_planes;

pub(crate) const KERNELS: Kernels = Kernels {
    fill: |counter, key, bytes| {
        // SAFETY: `Level::kernels` hands these kernels out only after `has_avx512` saw every feature named below.
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

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vbmi2,avx512vnni,popcnt")]
fn fill(counter: [u32; 4], key: [u32; 2], bytes: &mut [u8]) {
    Lanes::seeded(counter, key).fill(bytes);
}

/// 64 bytes from `first` on.
///
/// # Safety
/// `first + 64 <= bytes.len()`.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn load<T>(bytes: &[T], first: usize) -> __m512i {
    const { assert!(size_of::<T>() == 1) };
    debug_assert!(first + 64 <= bytes.len());
    // SAFETY: the caller's condition; the load has no alignment requirement.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().add(first).cast()) }
}

/// Sum of sixteen i32 lanes as i64: lanes of a tile stay below 2^31 (4096/64 steps of 4·127·128 are 4.2 million; 512
/// steps of four ±128 are 262,144), their sum need not.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
fn total(lanes: __m512i) -> i64 {
    let low = _mm512_cvtepi32_epi64(_mm512_castsi512_si256(lanes));
    let high = _mm512_cvtepi32_epi64(_mm512_extracti64x4_epi64::<1>(lanes));
    _mm512_reduce_add_epi64(_mm512_add_epi64(low, high))
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vbmi2,avx512vnni,popcnt")]
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
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vbmi2,avx512vnni,popcnt")]
fn count_dot_of<const P: usize>(bytes: &[u8], table: &CountTable, planes: [&[i8]; P], sums: &mut TileSums) {
    let whole = bytes.len() / 64 * 64;
    assert!(planes.iter().all(|plane| plane.len() >= whole));
    // SAFETY: the table has 256 entries.
    let rows = unsafe { [0, 64, 128, 192].map(|first| load(&table.lookup[..], first)) };
    let ones = _mm512_set1_epi8(1);
    // SAFETY: 64 readable bytes; the load has no alignment requirement.
    let numbers = unsafe { load(&std::array::from_fn::<u8, 64, _>(|i| i as u8), 0) };
    let (places, mut length) = sums.escapes.places();
    assert!(length + whole <= TILE);
    let mut drawn = _mm512_setzero_si512();
    let mut dots = [_mm512_setzero_si512(); P];
    for first in (0..whole).step_by(64) {
        // SAFETY: first + 64 <= whole, which no plane and not the bytes fall short of.
        let index = unsafe { load(bytes, first) };
        let below = _mm512_permutex2var_epi8(rows[0], index, rows[1]);
        let above = _mm512_permutex2var_epi8(rows[2], index, rows[3]);
        let looked_up = _mm512_mask_blend_epi8(_mm512_movepi8_mask(index), below, above);
        let escaped = _mm512_movepi8_mask(looked_up);
        let counts = _mm512_maskz_mov_epi8(!escaped, looked_up);
        drawn = _mm512_dpbusd_epi32(drawn, counts, ones);
        for p in 0..P {
            // SAFETY: as above.
            dots[p] = _mm512_dpbusd_epi32(dots[p], counts, unsafe { load(planes[p], first) });
        }
        // One byte in 85 escapes: a branch for each would be mispredicted every other time, so 32 places are always
        // written and the length says how many were meant.
        let escaping = escaped.count_ones() as usize;
        if escaping <= 32 {
            let packed = _mm512_castsi512_si256(_mm512_maskz_compress_epi8(escaped, numbers));
            let items = _mm512_add_epi16(_mm512_cvtepu8_epi16(packed), _mm512_set1_epi16(first as i16));
            // SAFETY: `length` grows by at most 64 a step of 64 items, and 64 more places follow TILE.
            unsafe { _mm512_storeu_si512(places.as_mut_ptr().add(length).cast(), items) };
            length += escaping;
        } else {
            for bit in (0..64).filter(|bit| escaped >> bit & 1 == 1) {
                places[length] = (first + bit) as u16;
                length += 1;
            }
        }
    }
    sums.escapes.set_length(length);
    sums.drawn += total(drawn).cast_unsigned();
    for (sum, dot) in sums.planes.iter_mut().zip(dots) {
        *sum += total(dot);
    }
    scalar::count_dot_from(whole, bytes, table, &planes, sums);
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vbmi2,avx512vnni,popcnt")]
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

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vbmi2,avx512vnni,popcnt")]
fn bits_dot_of<const P: usize>(bytes: &[u8], planes: [&[i8]; P], sums: &mut [i64]) {
    let whole = planes[0].len() / 64 * 64;
    assert!(planes.iter().all(|plane| plane.len() >= whole));
    let mut dots = [_mm512_setzero_si512(); P];
    for (first, word) in (0..whole).step_by(64).zip(bytes.as_chunks::<8>().0) {
        let taken = _mm512_maskz_set1_epi8(u64::from_le_bytes(*word), 1);
        for p in 0..P {
            // SAFETY: first + 64 <= whole, which no plane falls short of.
            dots[p] = _mm512_dpbusd_epi32(dots[p], taken, unsafe { load(planes[p], first) });
        }
    }
    for (sum, dot) in sums.iter_mut().zip(dots) {
        *sum += total(dot);
    }
    scalar::bits_dot_from(whole, bytes, &planes, sums);
}
