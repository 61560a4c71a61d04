//! 512-bit vectors: 64 items a step. `vpermi2b` looks 64 bytes up in a 256-entry table, `vpdpbusd` multiplies and adds 64
//! counts with 64 digits.
#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m512i, _mm_add_epi32, _mm_storeu_si128, _mm256_add_epi16, _mm256_add_epi32,
    _mm256_castsi256_si128, _mm256_cvtepu8_epi16, _mm256_extracti128_si256, _mm256_set1_epi16,
    _mm256_storeu_si256, _mm512_add_epi32, _mm512_add_epi64, _mm512_and_si512,
    _mm512_castsi512_si128, _mm512_castsi512_si256, _mm512_dpbusd_epi32, _mm512_extracti64x4_epi64,
    _mm512_loadu_si512, _mm512_mask_blend_epi8, _mm512_maskz_compress_epi8, _mm512_movepi8_mask,
    _mm512_mul_epu32, _mm512_or_si512, _mm512_permutex2var_epi8, _mm512_reduce_add_epi64,
    _mm512_rol_epi64, _mm512_sad_epu8, _mm512_set_epi64, _mm512_set1_epi64, _mm512_setzero_si512,
    _mm512_slli_epi64, _mm512_srai_epi64, _mm512_srav_epi64, _mm512_srli_epi64,
    _mm512_storeu_si512, _mm512_ternarylogic_epi64, _mm512_unpackhi_epi32, _mm512_unpackhi_epi64,
    _mm512_unpacklo_epi32, _mm512_unpacklo_epi64, _mm512_xor_si512,
};

use super::super::generic::{Lanes, picked, settle};
use super::super::kernels::{BatchSum, DrawnItem, Entry, Escaped, Kernels, Side, TILE};
use super::super::planes::{array, checked};
use super::super::sliced;
use crate::tables::CountLaw;

pub(crate) const KERNELS: Kernels = Kernels {
    seed: |counter, key| {
        // SAFETY: `Level::kernels` hands these kernels out only after `has_avx512` saw every feature named below.
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

#[target_feature(enable = "avx512f,avx512bw")]
fn add_entries(counts: &[DrawnItem], entries: &[Entry], sums: &mut [BatchSum]) {
    sliced::add_entries(counts, entries, sums);
}

#[target_feature(enable = "avx512f")]
fn transpose(rows: &mut [Side; 64]) {
    sliced::transpose(rows);
}

#[target_feature(enable = "avx512f")]
fn count_bits(signs: &[Side], items: &[u16], inverted: bool, counters: &mut [Side]) {
    sliced::count_bits(signs, items, inverted, counters);
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

/// Writes 64 bytes from `first` on.
///
/// # Safety
/// `first + 64 <= bytes.len()`.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn store(bytes: &mut [u8], first: usize, vector: __m512i) {
    debug_assert!(first + 64 <= bytes.len());
    // SAFETY: the caller's condition; the store has no alignment requirement.
    unsafe { _mm512_storeu_si512(bytes.as_mut_ptr().add(first).cast(), vector) }
}

/// Philox4x32-10 on even and on odd blocks, a 32-bit word in each 64-bit field: `vpmuludq` looks at nothing else.
#[target_feature(enable = "avx512f,avx512dq")]
fn seed(counter: [u32; 4], key: [u32; 2]) -> Lanes {
    let word = |word: u32| _mm512_set1_epi64(i64::from(word));
    let blocks = _mm512_slli_epi64::<24>(_mm512_set_epi64(14, 12, 10, 8, 6, 4, 2, 0));
    let even = _mm512_add_epi64(word(counter[3]), blocks);
    let odd = _mm512_add_epi64(even, word(1 << 24));
    let mut halves =
        [even, odd].map(|last| [word(counter[0]), word(counter[1]), word(counter[2]), last]);
    let mut key = key;
    for _ in 0..10 {
        for c in &mut halves {
            let low = _mm512_mul_epu32(c[0], word(0xD251_1F53));
            let high = _mm512_mul_epu32(c[2], word(0xCD9E_8D57));
            *c = [
                xor3(_mm512_srli_epi64::<32>(high), c[1], word(key[0])),
                high,
                xor3(_mm512_srli_epi64::<32>(low), c[3], word(key[1])),
                low,
            ];
        }
        key = [
            key[0].wrapping_add(0x9E37_79B9),
            key[1].wrapping_add(0xBB67_AE85),
        ];
    }
    let mut lanes = Lanes::default();
    let low = word(u32::MAX);
    let pair = |low_word, high_word| {
        _mm512_or_si512(
            _mm512_and_si512(low_word, low),
            _mm512_slli_epi64::<32>(high_word),
        )
    };
    let [e, o] = halves;
    Wide([
        pair(e[0], e[1]),
        pair(e[2], e[3]),
        pair(o[0], o[1]),
        pair(o[2], o[3]),
    ])
    .leave(&mut lanes);
    lanes
}

/// The lanes in registers, one vector a word of state.
#[derive(Clone, Copy)]
struct Wide([__m512i; 4]);

impl Wide {
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn new(lanes: &Lanes) -> Self {
        // SAFETY: each word of state is 64 readable bytes.
        Self(
            lanes
                .0
                .map(|word| unsafe { _mm512_loadu_si512(word.as_ptr().cast()) }),
        )
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn leave(self, lanes: &mut Lanes) {
        for (word, vector) in lanes.0.iter_mut().zip(self.0) {
            // SAFETY: each word of state is 64 writable bytes.
            unsafe { _mm512_storeu_si512(word.as_mut_ptr().cast(), vector) };
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn next(&mut self) -> __m512i {
        let s = &mut self.0;
        let out = _mm512_add_epi64(_mm512_rol_epi64::<23>(_mm512_add_epi64(s[0], s[3])), s[0]);
        // The three-way exclusive or is one instruction.
        let t = _mm512_slli_epi64::<17>(s[1]);
        let turned = _mm512_rol_epi64::<45>(_mm512_xor_si512(s[3], s[1]));
        *s = [
            xor3(s[0], s[3], s[1]),
            xor3(s[1], s[2], s[0]),
            xor3(s[2], s[0], t),
            turned,
        ];
        out
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn xor3(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    _mm512_ternarylogic_epi64::<0x96>(a, b, c)
}

#[target_feature(enable = "avx512f")]
fn fill(lanes: &mut Lanes, bytes: &mut [u8]) {
    let mut wide = Wide::new(lanes);
    for first in (0..bytes.len() / 64 * 64).step_by(64) {
        // SAFETY: first + 64 <= bytes.len().
        unsafe { store(bytes, first, wide.next()) };
    }
    wide.leave(lanes);
}

#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vbmi2,avx512vl,avx512vnni,popcnt"
)]
fn counts(lanes: &mut Lanes, law: &CountLaw, counts: &mut [u8], escaped: &mut Escaped) {
    let mut length = 0;
    let whole = counts.len() / 64 * 64;
    assert!(whole <= TILE);
    let table = Table::new(&law.first);
    // SAFETY: 64 readable bytes.
    let numbers = unsafe { load(&std::array::from_fn::<u8, 64, _>(|i| i as u8), 0) };
    let mut wide = Wide::new(lanes);
    for first in (0..whole).step_by(64) {
        let looked_up = table.look_up(wide.next());
        // SAFETY: first + 64 <= whole <= counts.len().
        unsafe { store(counts, first, looked_up) };
        // One byte in 85 escapes: a branch for each would be mispredicted every other time, so 16 places are always
        // written and the length says how many were meant.
        let escapes = _mm512_movepi8_mask(looked_up);
        let many = escapes.count_ones() as usize;
        if many <= 16 {
            let packed = _mm512_castsi512_si128(_mm512_maskz_compress_epi8(escapes, numbers));
            let items = _mm256_add_epi16(
                _mm256_cvtepu8_epi16(packed),
                _mm256_set1_epi16(first as i16),
            );
            // SAFETY: `length` grows by at most 64 a step of 64 items, and 16 more places follow TILE.
            unsafe { _mm256_storeu_si256(escaped.as_mut_ptr().add(length).cast(), items) };
        } else {
            for (place, bit) in (0..64).filter(|bit| escapes >> bit & 1 == 1).enumerate() {
                escaped[length + place] = (first + bit) as u16;
            }
        }
        length += many;
    }
    wide.leave(lanes);
    let table = Table::new(&law.second);
    settle(lanes, law, &mut escaped[..length], counts, |lanes| {
        let mut wide = Wide::new(lanes);
        let mut second = [0; 64];
        // SAFETY: 64 writable bytes.
        unsafe { store(&mut second, 0, table.look_up(wide.next())) };
        wide.leave(lanes);
        second
    });
}

/// A table of 256 bytes in registers.
#[derive(Clone, Copy)]
struct Table([__m512i; 4]);

impl Table {
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn new(table: &[u8; 256]) -> Self {
        // SAFETY: the last row ends with the table.
        Self([0, 64, 128, 192].map(|first| unsafe { load(table, first) }))
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn look_up(&self, index: __m512i) -> __m512i {
        let below = _mm512_permutex2var_epi8(self.0[0], index, self.0[1]);
        let above = _mm512_permutex2var_epi8(self.0[2], index, self.0[3]);
        _mm512_mask_blend_epi8(_mm512_movepi8_mask(index), below, above)
    }
}

/// Sums of the eight pairs of i32 lanes: lanes of a tile stay below 2^31 (4096/64 steps of 4·127·128 are 4.2 million;
/// 512 steps of 4·128·128 are 33.6 million), their sum need not.
#[inline]
#[target_feature(enable = "avx512f")]
fn pairs(lanes: __m512i) -> __m512i {
    let even = _mm512_srai_epi64::<32>(_mm512_slli_epi64::<32>(lanes));
    _mm512_add_epi64(even, _mm512_srai_epi64::<32>(lanes))
}

#[inline]
#[target_feature(enable = "avx512f")]
fn total(lanes: __m512i) -> i64 {
    _mm512_reduce_add_epi64(pairs(lanes))
}

/// Adds 64-bit lanes, of which lane q weighs 2^q.
#[inline]
#[target_feature(enable = "avx512f")]
fn total_of_bits(lanes: __m512i) -> i64 {
    let weights = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
    _mm512_reduce_add_epi64(_mm512_srav_epi64(pairs(lanes), weights))
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vnni")]
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
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vnni")]
fn dot_counts_of<const P: usize>(counts: &[u8], planes: [&[i8]; P], sums: &mut [i64]) -> u64 {
    let whole = checked(&planes, counts.len());
    let mut drawn = _mm512_setzero_si512();
    let mut dots = [_mm512_setzero_si512(); P];
    for first in (0..whole).step_by(64) {
        // SAFETY: first + 64 <= whole, which neither the counts nor a plane falls short of.
        let taken = unsafe { load(counts, first) };
        drawn = _mm512_add_epi64(drawn, _mm512_sad_epu8(taken, _mm512_setzero_si512()));
        for p in 0..P {
            // SAFETY: as above.
            dots[p] = _mm512_dpbusd_epi32(dots[p], taken, unsafe { load(planes[p], first) });
        }
    }
    for (sum, dot) in sums.iter_mut().zip(dots) {
        *sum += total(dot);
    }
    _mm512_reduce_add_epi64(drawn).cast_unsigned()
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vnni")]
fn dot_rows(counts: &[u8], planes: &[&[i8]], sums: &mut [i64]) {
    let count = planes.len();
    let stride = planes[0].len();
    for (group, planes) in planes.chunks(4).enumerate() {
        let rows = counts.chunks(4 * stride).zip(sums.chunks_mut(4 * count));
        for (counts, sums) in rows {
            let first = 4 * group;
            match planes.len() {
                1 => dot_rows_of::<1>(counts, stride, array(planes), sums, count, first),
                2 => dot_rows_of::<2>(counts, stride, array(planes), sums, count, first),
                3 => dot_rows_of::<3>(counts, stride, array(planes), sums, count, first),
                _ => dot_rows_of::<4>(counts, stride, array(planes), sums, count, first),
            }
        }
    }
}

/// P planes with up to four rows, which share what is loaded of the planes; `count` sums a row, of which those from
/// `first_plane` on are meant.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vnni")]
fn dot_rows_of<const P: usize>(
    counts: &[u8],
    stride: usize,
    planes: [&[i8]; P],
    sums: &mut [i64],
    count: usize,
    first_plane: usize,
) {
    let whole = checked(&planes, stride);
    let rows = (counts.len() / stride).min(4);
    // Rows that are not there repeat the first: their sums are dropped.
    let row: [&[u8]; 4] = std::array::from_fn(|r| {
        let first = if r < rows { r * stride } else { 0 };
        &counts[first..first + whole]
    });
    let mut dots = [[_mm512_setzero_si512(); 4]; P];
    for first in (0..whole).step_by(64) {
        // SAFETY: first + 64 <= whole, which neither a row nor a plane falls short of.
        let (taken, digits) = unsafe {
            (
                row.map(|row| load(row, first)),
                planes.map(|plane| load(plane, first)),
            )
        };
        for p in 0..P {
            for r in 0..4 {
                dots[p][r] = _mm512_dpbusd_epi32(dots[p][r], taken[r], digits[p]);
            }
        }
    }
    for (p, dots) in dots.into_iter().enumerate() {
        for (sums, total) in sums.chunks_exact_mut(count).zip(four_totals(dots)) {
            sums[first_plane + p] += i64::from(total);
        }
    }
}

/// Sums of the 32-bit lanes of four vectors, which 32 bits hold.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
fn four_totals([a, b, c, d]: [__m512i; 4]) -> [i32; 4] {
    let pair = |x, y| _mm512_add_epi32(_mm512_unpacklo_epi32(x, y), _mm512_unpackhi_epi32(x, y));
    let (ab, cd) = (pair(a, b), pair(c, d));
    let all = _mm512_add_epi32(_mm512_unpacklo_epi64(ab, cd), _mm512_unpackhi_epi64(ab, cd));
    let half = _mm256_add_epi32(
        _mm512_castsi512_si256(all),
        _mm512_extracti64x4_epi64::<1>(all),
    );
    let quarter = _mm_add_epi32(
        _mm256_castsi256_si128(half),
        _mm256_extracti128_si256::<1>(half),
    );
    let mut totals = [0; 4];
    // SAFETY: 16 writable bytes.
    unsafe { _mm_storeu_si128(totals.as_mut_ptr().cast(), quarter) };
    totals
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn pick(lanes: &mut Lanes, missing: u64, values: &[i32]) -> i64 {
    picked(lanes, missing, values)
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vnni")]
fn dot_bits(bits: &[u8], stride: usize, planes: &[&[i8]], sums: &mut [i64]) {
    let count = planes.len();
    for (group, planes) in planes.chunks(4).enumerate() {
        // Up to four resamples share what is loaded of the planes.
        let mut r = 0;
        while r * count < sums.len() {
            let (bits, sums) = (&bits[r * stride..], &mut sums[r * count..]);
            let now = (sums.len() / count).min(4);
            let sums = (&mut *sums, count, 4 * group);
            match planes.len() {
                1 => dot_bits_with::<1>(now, bits, stride, array(planes), sums),
                2 => dot_bits_with::<2>(now, bits, stride, array(planes), sums),
                3 => dot_bits_with::<3>(now, bits, stride, array(planes), sums),
                _ => dot_bits_with::<4>(now, bits, stride, array(planes), sums),
            }
            r += now;
        }
    }
}

/// P planes with one to four resamples.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vnni")]
fn dot_bits_with<const P: usize>(
    resamples: usize,
    bits: &[u8],
    stride: usize,
    planes: [&[i8]; P],
    sums: (&mut [i64], usize, usize),
) {
    match resamples {
        1 => dot_bits_of::<P, 1>(bits, stride, planes, sums),
        2 => dot_bits_of::<P, 2>(bits, stride, planes, sums),
        3 => dot_bits_of::<P, 3>(bits, stride, planes, sums),
        _ => dot_bits_of::<P, 4>(bits, stride, planes, sums),
    }
}

/// P planes with R resamples; `sums` are all sums, their number per resample, and the first one meant.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vnni")]
fn dot_bits_of<const P: usize, const R: usize>(
    bits: &[u8],
    stride: usize,
    planes: [&[i8]; P],
    (sums, count, first_plane): (&mut [i64], usize, usize),
) {
    let whole = checked(&planes, planes[0].len());
    let of_resample: [&[[u8; 8]]; R] = std::array::from_fn(|r| {
        &bits[r * stride..r * stride + whole / 8].as_chunks::<8>().0[..whole / 64]
    });
    // Bit q of every byte stays where it is: as a count it weighs 2^q, and all counts of 64-bit lane q weigh the same.
    let of_lane = _mm512_set_epi64(
        0x8080_8080_8080_8080_u64.cast_signed(),
        0x4040_4040_4040_4040,
        0x2020_2020_2020_2020,
        0x1010_1010_1010_1010,
        0x0808_0808_0808_0808,
        0x0404_0404_0404_0404,
        0x0202_0202_0202_0202,
        0x0101_0101_0101_0101,
    );
    let mut dots = [[_mm512_setzero_si512(); P]; R];
    #[expect(clippy::needless_range_loop, reason = "several arrays share the index")]
    for step in 0..whole / 64 {
        // SAFETY: 64 step + 64 <= whole, which no plane falls short of.
        let digits = planes.map(|plane| unsafe { load(plane, 64 * step) });
        for r in 0..R {
            let bytes = _mm512_set1_epi64(i64::from_le_bytes(of_resample[r][step]));
            let taken = _mm512_and_si512(bytes, of_lane);
            for p in 0..P {
                dots[r][p] = _mm512_dpbusd_epi32(dots[r][p], taken, digits[p]);
            }
        }
    }
    for (r, dots) in dots.into_iter().enumerate() {
        for (p, dot) in dots.into_iter().enumerate() {
            sums[r * count + first_plane + p] += total_of_bits(dot);
        }
    }
}
