//! The definition: what every vector level must reproduce.

use super::generic::{Lanes, picked, settle};
use super::kernels::{Escaped, Kernels, STEP};
use super::sliced;
use crate::tables::{CountLaw, ESCAPE};

pub(super) const KERNELS: Kernels = Kernels {
    seed,
    fill,
    counts,
    dot_counts,
    dot_rows,
    pick,
    dot_bits,
    add_entries: sliced::add_entries,
    transpose: sliced::transpose,
    count_bits: sliced::count_bits,
};

fn seed(counter: [u32; 4], key: [u32; 2]) -> Lanes {
    Lanes::seeded(counter, key)
}

fn fill(lanes: &mut Lanes, bytes: &mut [u8]) {
    for step in bytes.chunks_exact_mut(64) {
        step.copy_from_slice(&lanes.next_bytes());
    }
}

fn counts(lanes: &mut Lanes, law: &CountLaw, counts: &mut [u8], escaped: &mut Escaped) {
    let mut length = 0;
    fill(lanes, counts);
    for (i, count) in counts.iter_mut().enumerate() {
        *count = law.first[usize::from(*count)];
        // Branch-free: an escape would be mispredicted.
        escaped[length] = i as u16;
        length += usize::from(*count == ESCAPE);
    }
    settle(lanes, law, &mut escaped[..length], counts, |lanes| {
        lanes.next_bytes().map(|byte| law.second[usize::from(byte)])
    });
}

fn dot_counts(counts: &[u8], planes: &[&[i8]], sums: &mut [i64]) -> u64 {
    for (sum, plane) in sums.iter_mut().zip(planes) {
        // At most 4096 · 127 · 128: an i32 holds it.
        let terms = counts
            .iter()
            .zip(*plane)
            .map(|(&count, &digit)| i32::from(count) * i32::from(digit));
        *sum += i64::from(terms.sum::<i32>());
    }
    counts.iter().map(|&count| u64::from(count)).sum()
}

fn dot_rows(counts: &[u8], planes: &[&[i8]], sums: &mut [i64]) {
    for (counts, sums) in counts
        .chunks_exact(planes[0].len())
        .zip(sums.chunks_exact_mut(planes.len()))
    {
        dot_counts(counts, planes, sums);
    }
}

fn pick(lanes: &mut Lanes, missing: u64, values: &[i32]) -> i64 {
    picked(lanes, missing, values)
}

fn dot_bits(bits: &[u8], stride: usize, planes: &[&[i8]], sums: &mut [i64]) {
    for (r, sums) in sums.chunks_mut(planes.len()).enumerate() {
        let bits = &bits[r * stride..];
        for (sum, plane) in sums.iter_mut().zip(planes) {
            *sum += dot_bits_of(&bits[..plane.len() / 8], plane);
        }
    }
}

/// Eight digits at a time in one word: shifted to 0..=255, added up in 16-bit fields, shifted back.
fn dot_bits_of(bits: &[u8], plane: &[i8]) -> i64 {
    const FIELDS: u64 = 0x00ff_00ff_00ff_00ff;
    const ONES: u64 = 0x0101_0101_0101_0101;
    let fields = |sums: u64| (0..4).map(|f| sums >> (16 * f) & 0xffff).sum::<u64>();
    let (mut total, mut set) = (0, 0);
    // 32 steps of 8 bytes: 256 sums of bytes fit 16 bits.
    for (bits, digits) in bits.chunks(8 * 32).zip(plane.chunks(STEP * 32)) {
        let (mut even, mut odd) = (0, 0);
        for (bits, digits) in bits
            .as_chunks::<8>()
            .0
            .iter()
            .zip(digits.as_chunks::<STEP>().0)
        {
            let bits = u64::from_le_bytes(*bits);
            for (q, digits) in digits.as_chunks::<8>().0.iter().enumerate() {
                let digits = u64::from_le_bytes(digits.map(i8::cast_unsigned)) ^ (ONES << 7);
                let taken = digits & ((bits >> q & ONES) * 0xff);
                even += taken & FIELDS;
                odd += taken >> 8 & FIELDS;
            }
            set += u64::from(bits.count_ones());
        }
        total += fields(even) + fields(odd);
    }
    total.cast_signed() - 128 * set.cast_signed()
}
