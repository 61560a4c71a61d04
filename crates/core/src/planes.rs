//! Integer columns as balanced base-256 digits, one `i8` plane a digit.
//!
//! `value = sum over p of digit_p · 256^p`, digits in −128..=127. A dot product of small counts or of bits with an `i8`
//! plane is what a vector unit does best (64 items an instruction); here stands its scalar definition, which every
//! vector level must reproduce.

/// A column of integers as digit planes, least significant first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planes {
    planes: Vec<Vec<i8>>,
    items: usize,
}

impl Planes {
    /// As few planes as the column needs: 1 up to ±127, 2 up to ±32,639, 4 in fixed point.
    pub fn new(column: &[i64]) -> Self {
        let mut rest: Vec<i64> = column.to_vec();
        let mut planes = Vec::new();
        while planes.is_empty() || rest.iter().any(|&v| v != 0) {
            let mut plane = Vec::with_capacity(rest.len());
            for value in &mut rest {
                let digit = *value as i8;
                plane.push(digit);
                // Exact: value − digit is a multiple of 256, and the quotient cannot overflow.
                *value = (i128::from(*value) - i128::from(digit)).div_euclid(256) as i64;
            }
            planes.push(plane);
        }
        Self { planes, items: column.len() }
    }

    /// Number of items.
    pub fn items(&self) -> usize {
        self.items
    }

    /// The digit planes, least significant first.
    pub fn digits(&self) -> &[Vec<i8>] {
        &self.planes
    }

    /// The digits of a range of items, one slice a plane.
    pub(crate) fn slices(&self, items: std::ops::Range<usize>) -> Vec<&[i8]> {
        self.planes.iter().map(|plane| &plane[items.clone()]).collect()
    }

    /// One sum a plane to the sum of the values.
    pub(crate) fn combine(sums: &[i64]) -> i64 {
        sums.iter().rev().fold(0, |total, sum| total * 256 + sum)
    }

    /// `sum of bit_i · value_i`; bit i is bit `i % 64` of word `i / 64`. Bits beyond the column are ignored.
    ///
    /// # Panics
    /// If there are fewer than `items` bits.
    pub fn dot_bits(&self, words: &[u64]) -> i64 {
        self.weighted(|plane| {
            plane
                .chunks(64)
                .zip(words)
                .map(|(chunk, &word)| {
                    // Branch-free: a random bit would be mispredicted every other time.
                    let terms = chunk.iter().enumerate().map(|(i, &digit)| {
                        let mask = ((word >> i & 1) as i32).wrapping_neg();
                        i32::from(digit) & mask
                    });
                    i64::from(terms.sum::<i32>())
                })
                .sum()
        })
    }

    /// `sum of count_i · value_i`.
    ///
    /// # Panics
    /// If there are fewer counts than items.
    pub fn dot_counts(&self, counts: &[u8]) -> i64 {
        assert!(counts.len() >= self.items, "one count an item");
        self.weighted(|plane| {
            let chunks = plane.chunks(4096).zip(counts.chunks(4096));
            chunks
                .map(|(digits, counts)| {
                    let terms = digits.iter().zip(counts).map(|(&d, &c)| i32::from(d) * i32::from(c));
                    i64::from(terms.sum::<i32>())
                })
                .sum()
        })
    }

    fn weighted(&self, dot: impl Fn(&[i8]) -> i64) -> i64 {
        self.planes.iter().rev().fold(0, |total, plane| total * 256 + dot(plane))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMN: [i64; 9] = [0, 1, -1, 127, 128, -128, -129, 1 << 30, -(1 << 30)];

    #[test]
    fn digits_rebuild_every_value() {
        for column in [&COLUMN[..], &[i64::MAX, i64::MIN, 0], &[5, -7]] {
            let planes = Planes::new(column);
            for (i, &value) in column.iter().enumerate() {
                let rebuilt = planes
                    .digits()
                    .iter()
                    .rev()
                    .fold(0_i128, |total, plane| total * 256 + i128::from(plane[i]));
                assert_eq!(rebuilt, i128::from(value));
            }
        }
        assert_eq!(Planes::new(&[5, -7]).digits().len(), 1);
        assert_eq!(Planes::new(&[2520]).digits().len(), 2);
        assert_eq!(Planes::new(&COLUMN).digits().len(), 4);
    }

    #[test]
    fn dot_products_equal_plain_sums() {
        let column: Vec<i64> = (0..1000_i64).map(|i| (i * 7_919 % 2_000_003 - 1_000_000) * 500).collect();
        let planes = Planes::new(&column);
        let words: Vec<u64> = (1..=16_u64).map(|w| w.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        let by_bits: i64 = (0..1000).filter(|i| words[i / 64] >> (i % 64) & 1 == 1).map(|i| column[i]).sum();
        assert_eq!(planes.dot_bits(&words), by_bits);
        let counts: Vec<u8> = (0..1000).map(|i| (i % 256) as u8).collect();
        let by_counts: i64 = column.iter().zip(&counts).map(|(v, &c)| v * i64::from(c)).sum();
        assert_eq!(planes.dot_counts(&counts), by_counts);
    }
}
