//! The definition: what every vector level must reproduce.

use super::{CountTable, Kernels, Lanes, TileSums};

pub(super) const KERNELS: Kernels = Kernels { fill, count_dot, bits_dot };

fn fill(counter: [u32; 4], key: [u32; 2], bytes: &mut [u8]) {
    Lanes::seeded(counter, key).fill(bytes);
}

pub(super) fn count_dot(bytes: &[u8], table: &CountTable, planes: &[&[i8]], sums: &mut TileSums) {
    count_dot_from(0, bytes, table, planes, sums);
}

/// Items from `first` on, for what is left beside whole vectors.
pub(super) fn count_dot_from(
    first: usize,
    bytes: &[u8],
    table: &CountTable,
    planes: &[&[i8]],
    sums: &mut TileSums,
) {
    for (i, &byte) in bytes.iter().enumerate().skip(first) {
        let count = table.lookup[usize::from(byte)];
        if count >= 128 {
            sums.escapes.push(i as u16);
            continue;
        }
        sums.drawn += u64::from(count);
        for (sum, plane) in sums.planes.iter_mut().zip(planes) {
            *sum += i64::from(count) * i64::from(plane[i]);
        }
    }
}

pub(super) fn bits_dot(bytes: &[u8], planes: &[&[i8]], sums: &mut [i64]) {
    bits_dot_from(0, bytes, planes, sums);
}

/// Items from `first` on, a multiple of 64.
pub(super) fn bits_dot_from(first: usize, bytes: &[u8], planes: &[&[i8]], sums: &mut [i64]) {
    for (sum, plane) in sums.iter_mut().zip(planes) {
        for (word, items) in bytes[first / 8..].chunks(8).zip(plane[first..].chunks(64)) {
            let mut bits = [0; 8];
            bits[..word.len()].copy_from_slice(word);
            let bits = u64::from_le_bytes(bits);
            // Branch-free: a random bit would be mispredicted every other time.
            let terms = items.iter().enumerate().map(|(i, &digit)| {
                let mask = ((bits >> i & 1) as i32).wrapping_neg();
                i32::from(digit) & mask
            });
            *sum += i64::from(terms.sum::<i32>());
        }
    }
}
