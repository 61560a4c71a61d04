//! Power sums of many small values, by octave of their size, so that a transform of a million distinct values
//! costs a polynomial instead of a pass.
//!
//! Values within one factor of two share a bucket. For an argument of modulus `r`, every bucket whose values
//! satisfy `|v| r <= limit` is summed by its powers; the few larger values stay single. By Chebyshev about
//! `(2 sd_T r / limit)^2` values are larger at most: hundreds in the main lobe, whatever the number of items.

use num_complex::Complex64;

/// Powers kept per bucket: at `|v z| <= 1` the first one left out weighs less than 1e-19 of the second.
pub(super) const POWERS: usize = 21;

/// Values summed one after the other before their sum joins the total: rounding grows with the square root of
/// this and of the number of chunks, not with the number of values.
const CHUNK: usize = 4096;

/// `weight` copies of `value`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weighted {
    pub value: f64,
    pub weight: f64,
}

/// The values of one octave, as their power sums.
#[derive(Debug)]
pub(super) struct Bucket {
    /// Largest |value| of the bucket.
    reach: f64,
    /// Where the bucket begins in `OctaveSums::values`.
    start: usize,
    /// `sums[j]` = sum of `weight * (value / reach)^j`.
    sums: [f64; POWERS],
}

impl Bucket {
    /// `sum over j of coefficients[j] * sum of weight * (value * z)^j`.
    pub fn polynomial(&self, z: Complex64, coefficients: &[f64; POWERS]) -> Complex64 {
        let x = z * self.reach;
        let terms = self.sums.iter().zip(coefficients).rev();
        terms.fold(Complex64::ZERO, |total, (sum, coefficient)| total * x + sum * coefficient)
    }

    /// The `order`-th derivative in t of `polynomial` at a real t.
    pub fn derivative(&self, t: f64, coefficients: &[f64; POWERS], order: usize) -> f64 {
        let x = t * self.reach;
        let falling = |j: usize| (0..order).map(|i| (j - i) as f64).product::<f64>();
        let total = (order..POWERS)
            .rev()
            .fold(0.0, |total, j| total * x + self.sums[j] * coefficients[j] * falling(j));
        (0..order).fold(total, |total, _| total * self.reach)
    }
}

/// Power sums of weighted values in octaves of |value|, largest octave last.
#[derive(Debug)]
pub(super) struct OctaveSums {
    values: Vec<Weighted>,
    buckets: Vec<Bucket>,
}

impl OctaveSums {
    /// Sorts by size and sums each octave. Cost: D log D comparisons and 21 D multiplications.
    pub fn new(mut values: Vec<Weighted>) -> Self {
        values.retain(|v| v.value != 0.0);
        values.sort_unstable_by(|x, y| {
            x.value.abs().total_cmp(&y.value.abs()).then(x.value.total_cmp(&y.value))
        });
        let mut buckets = Vec::new();
        let mut start = 0;
        while start < values.len() {
            let ceiling = values[start].value.abs() * 2.0;
            let end = start + values[start..].partition_point(|v| v.value.abs() < ceiling);
            let reach = values[end - 1].value.abs();
            buckets.push(Bucket { reach, start, sums: power_sums(&values[start..end], reach) });
            start = end;
        }
        Self { values, buckets }
    }

    /// The buckets small enough for `|value| * radius <= limit`, and the values of all others.
    pub fn split(&self, radius: f64, limit: f64) -> (&[Bucket], &[Weighted]) {
        let small = self.buckets.partition_point(|b| b.reach * radius <= limit);
        let first_large = self.buckets.get(small).map_or(self.values.len(), |b| b.start);
        (&self.buckets[..small], &self.values[first_large..])
    }
}

fn power_sums(values: &[Weighted], reach: f64) -> [f64; POWERS] {
    let mut total = [0.0; POWERS];
    for chunk in values.chunks(CHUNK) {
        let mut part = [0.0; POWERS];
        for v in chunk {
            let x = v.value / reach;
            let mut power = v.weight;
            for sum in &mut part {
                *sum += power;
                power *= x;
            }
        }
        for (sum, part) in total.iter_mut().zip(part) {
            *sum += part;
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_polynomial_equals_the_sum_over_its_values() {
        let values: Vec<Weighted> = (1..=1000)
            .map(|i| Weighted { value: f64::from(i * i % 997 - 450), weight: f64::from(i % 7) })
            .collect();
        let sums = OctaveSums::new(values.clone());
        let z = Complex64::new(3e-4, 8e-4);
        let mut coefficients = [1.0; POWERS];
        for j in 1..POWERS {
            coefficients[j] = coefficients[j - 1] / j as f64;
        }
        let (small, large) = sums.split(z.norm(), 0.2);
        assert!(!small.is_empty() && !large.is_empty(), "both parts must be exercised");
        let by_sums: Complex64 = small.iter().map(|b| b.polynomial(z, &coefficients)).sum::<Complex64>()
            + large.iter().map(|v| (z * v.value).exp() * v.weight).sum::<Complex64>();
        let direct: Complex64 =
            values.iter().filter(|v| v.value != 0.0).map(|v| (z * v.value).exp() * v.weight).sum();
        assert!((by_sums - direct).norm() <= 1e-13 * direct.norm(), "{by_sums} against {direct}");
    }
}
