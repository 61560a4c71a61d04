//! Integer columns as balanced base-256 digits, one `i8` plane per digit.
//!
//! `value = sum over p of digit_p · 256^p`, digits in −128..=127. A dot product of small counts or of bits with an `i8`
//! plane is what a vector unit does best (64 items per instruction); this is its scalar definition, which every vector
//! level must reproduce.

use bytemuck::{Pod, Zeroable};

use crate::arch::STEP;

/// A step of a kernel, aligned so that loading it touches one cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C, align(64))]
struct Line([i8; STEP]);

/// Columns of integers as digit planes, least significant first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planes {
    /// Column after column; each is followed by enough zeros for a whole step of a kernel.
    lines: Vec<Vec<Line>>,
    /// How many planes each column has.
    digits: Vec<usize>,
    items: usize,
}

impl Planes {
    /// Splits columns of one length into planes, as few per column as it needs: 1 up to ±127, 2 up to ±32,639, 4 in fixed point.
    ///
    /// # Panics
    /// If lengths differ.
    pub fn of_columns(columns: &[&[i64]]) -> Self {
        let items = columns.first().map_or(0, |column| column.len());
        assert!(
            columns.iter().all(|column| column.len() == items),
            "columns have one length"
        );
        let mut planes = Vec::new();
        let digits = columns.iter().map(|column| {
            let before = planes.len();
            add_planes(column, &mut planes);
            planes.len() - before
        });
        let digits = digits.collect();
        Self {
            lines: planes,
            digits,
            items,
        }
    }

    /// Number of items.
    pub fn items(&self) -> usize {
        self.items
    }

    /// The digit planes, column after column, least significant first; each is padded with zeros.
    pub fn digits(&self) -> impl ExactSizeIterator<Item = &[i8]> + DoubleEndedIterator {
        self.lines.iter().map(|plane| bytemuck::cast_slice(plane))
    }

    /// One sum per plane to one sum per column, added to `sums`.
    pub(crate) fn combine(&self, mut dots: &[i64], sums: &mut [i64]) {
        for (sum, &digits) in sums.iter_mut().zip(&self.digits) {
            let (column, rest) = dots.split_at(digits);
            *sum += column.iter().rev().fold(0, |total, dot| total * 256 + dot);
            dots = rest;
        }
    }
}

/// Appends the balanced digits of one column.
fn add_planes(column: &[i64], planes: &mut Vec<Vec<Line>>) {
    let (low, high) = column
        .iter()
        .fold((0, 0), |(low, high), &v| (v.min(low), v.max(high)));
    // 128 in every digit makes all of them count from 0: the digits of value + bias are those of the value, plus 128.
    let mut bias = 128_i128;
    let mut count = 1;
    while i128::from(low) + bias < 0 || (i128::from(high) + bias) >> (8 * count) != 0 {
        bias = bias << 8 | 128;
        count += 1;
    }
    for p in 0..count {
        let mut plane = vec![Line([0; STEP]); column.len().div_ceil(STEP) + 1];
        let digits = bytemuck::cast_slice_mut::<Line, u8>(&mut plane)
            .iter_mut()
            .zip(column);
        if count < 8 {
            let bias = bias as i64;
            digits.for_each(|(digit, value)| {
                *digit = (value.wrapping_add(bias) >> (8 * p)) as u8 ^ 0x80;
            });
        } else {
            // Sums of clusters at the end of the range.
            digits.for_each(|(digit, &value)| {
                *digit = ((i128::from(value) + bias) >> (8 * p)) as u8 ^ 0x80;
            });
        }
        planes.push(plane);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMN: [i64; 9] = [0, 1, -1, 127, 128, -128, -129, 1 << 30, -(1 << 30)];

    #[test]
    fn digits_rebuild_every_value() {
        for column in [&COLUMN[..], &[i64::MAX, i64::MIN, 0], &[5, -7]] {
            let planes = Planes::of_columns(&[column]);
            for (i, &value) in column.iter().enumerate() {
                let rebuilt = planes
                    .digits()
                    .rev()
                    .fold(0_i128, |total, plane| total * 256 + i128::from(plane[i]));
                assert_eq!(rebuilt, i128::from(value));
            }
        }
        assert_eq!(Planes::of_columns(&[&[5, -7]]).digits().len(), 1);
        assert_eq!(Planes::of_columns(&[&[2520]]).digits().len(), 2);
        assert_eq!(Planes::of_columns(&[&COLUMN]).digits().len(), 4);
        assert_eq!(
            Planes::of_columns(&[&[5, -7], &[2520, 0]]).digits().len(),
            3
        );
    }
}
