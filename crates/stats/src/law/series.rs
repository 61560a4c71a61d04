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
    /// What its values are counted in: nearly the smallest of them.
    unit: f64,
    /// Where the bucket begins among the atoms.
    start: usize,
    /// `sums[j]` = sum of `weight * (value / unit)^j`.
    sums: [f64; POWERS],
}

impl Bucket {
    /// `sum over j of coefficients[j] * sum of weight * (value * z)^j`.
    pub fn polynomial(&self, z: Complex64, coefficients: &[f64; POWERS]) -> Complex64 {
        let x = z * self.unit;
        let terms = self.sums.iter().zip(coefficients).rev();
        terms.fold(Complex64::ZERO, |total, (sum, coefficient)| {
            total * x + sum * coefficient
        })
    }

    /// The `order`-th derivative in t of `polynomial` at a real t.
    pub fn derivative(&self, t: f64, coefficients: &[f64; POWERS], order: usize) -> f64 {
        let x = t * self.unit;
        let falling = |j: usize| (0..order).map(|i| (j - i) as f64).product::<f64>();
        let total = (order..POWERS).rev().fold(0.0, |total, j| {
            total * x + self.sums[j] * coefficients[j] * falling(j)
        });
        (0..order).fold(total, |total, _| total * self.unit)
    }
}

/// Which powers a transform needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Powers {
    All,
    /// The others are left at 0.
    Even,
}

/// Power sums of weighted values in octaves of |value|, largest octave last.
#[derive(Debug)]
pub(super) struct OctaveSums {
    buckets: Vec<Bucket>,
    /// Number of atoms.
    len: usize,
}

impl OctaveSums {
    /// Puts atoms in order of the octave of their values, zeros first, and sums each octave. The values and weights
    /// summed are those that `raw` gives, divided by `per`. Cost: three passes and 21 (or 11) multiplications an atom;
    /// no memory.
    pub fn new<A>(
        atoms: &mut [A],
        raw: impl Fn(&A) -> Weighted,
        per: Weighted,
        powers: Powers,
    ) -> Self {
        let octave = |atom: &A| (raw(atom).value.abs().to_bits() >> 52) as usize;
        by_key(atoms, 1 << 11, octave);
        let mut buckets = Vec::new();
        let mut start = 0;
        while start < atoms.len() {
            let own = octave(&atoms[start]);
            let end = start + atoms[start..].partition_point(|atom| octave(atom) == own);
            let reach = atoms[start..end]
                .iter()
                .map(|atom| raw(atom).value.abs())
                .fold(0.0, f64::max);
            if reach > 0.0 {
                let unit = f64::from_bits(reach.to_bits() >> 52 << 52);
                let sums =
                    power_sums(&atoms[start..end], &raw, unit, powers).map(|sum| sum / per.weight);
                buckets.push(Bucket {
                    reach: reach / per.value,
                    unit: unit / per.value,
                    start,
                    sums,
                });
            }
            start = end;
        }
        Self {
            buckets,
            len: atoms.len(),
        }
    }

    /// Sum of the weighted squares of all values.
    pub fn squares(&self) -> f64 {
        let squares = |bucket: &Bucket| bucket.sums[2] * bucket.unit * bucket.unit;
        self.buckets.iter().map(squares).sum()
    }

    /// The same sums where every octave of values below four times `most` is one, so that shifts up to `most` leave digits.
    #[must_use]
    pub fn for_shifts(self, most: f64) -> Self {
        let low = self.buckets.partition_point(|b| b.unit < 4.0 * most);
        let Some(highest) = low.checked_sub(1) else {
            return self;
        };
        // A power of two, so that powers of a shift in it stay near 1.
        let reach = self.buckets[highest].reach;
        let unit = f64::from_bits(most.to_bits() >> 52 << 52).max(self.buckets[highest].unit);
        let mut sums = [0.0; POWERS];
        for bucket in &self.buckets[..low] {
            let mut factor = 1.0;
            for (sum, own) in sums.iter_mut().zip(bucket.sums) {
                *sum += own * factor;
                factor *= bucket.unit / unit;
            }
        }
        let lowest = Bucket {
            reach,
            unit,
            start: self.buckets[0].start,
            sums,
        };
        Self {
            buckets: std::iter::once(lowest)
                .chain(self.buckets.into_iter().skip(low))
                .collect(),
            len: self.len,
        }
    }

    /// The sums of all values less `by`, by the binomial theorem.
    pub fn shifted(&self, by: f64) -> Self {
        let shifted = |bucket: &Bucket| {
            let x = -by / bucket.unit;
            let mut sums = [0.0; POWERS];
            let mut binomials = [0.0; POWERS];
            for j in (0..POWERS).rev() {
                binomials[0] = 1.0;
                for k in 1..=j {
                    binomials[k] = binomials[k - 1] * (j + 1 - k) as f64 / k as f64;
                }
                let (mut total, mut power) = (0.0, 1.0);
                for k in (0..=j).rev() {
                    total += binomials[k] * power * bucket.sums[k];
                    power *= x;
                }
                sums[j] = total;
            }
            Bucket {
                reach: bucket.reach + by.abs(),
                unit: bucket.unit,
                start: bucket.start,
                sums,
            }
        };
        Self {
            buckets: self.buckets.iter().map(shifted).collect(),
            len: self.len,
        }
    }

    /// The sums of all values times a positive factor.
    #[must_use]
    pub fn scaled(mut self, factor: f64) -> Self {
        for bucket in &mut self.buckets {
            bucket.reach *= factor;
            bucket.unit *= factor;
        }
        self
    }

    /// The buckets small enough for `|value| * radius <= limit`, and the place from which on atoms belong to others.
    pub fn split(&self, radius: f64, limit: f64) -> (&[Bucket], usize) {
        let small = self.buckets.partition_point(|b| b.reach * radius <= limit);
        (
            &self.buckets[..small],
            self.buckets.get(small).map_or(self.len, |b| b.start),
        )
    }
}

/// Orders by a small key in place: each misplaced one changes places with the next of its key's own range.
fn by_key<A>(atoms: &mut [A], keys: usize, key: impl Fn(&A) -> usize) {
    let mut ends = vec![0; keys];
    for atom in atoms.iter() {
        ends[key(atom)] += 1;
    }
    for k in 1..keys {
        ends[k] += ends[k - 1];
    }
    let mut next: Vec<usize> = std::iter::once(0).chain(ends.iter().copied()).collect();
    for k in 0..keys {
        while next[k] < ends[k] {
            let own = key(&atoms[next[k]]);
            atoms.swap(next[k], next[own]);
            next[own] += 1;
        }
    }
}

/// Values whose powers grow side by side.
const LANES: usize = 8;

fn power_sums<A>(
    atoms: &[A],
    value: &impl Fn(&A) -> Weighted,
    unit: f64,
    powers: Powers,
) -> [f64; POWERS] {
    let step = if powers == Powers::Even { 2 } else { 1 };
    // Exact: a power of two, and no value of a law is near the smallest double.
    let per_unit = 1.0 / unit;
    let mut total = [0.0; POWERS];
    for chunk in atoms.chunks(CHUNK) {
        let mut parts = [[0.0; LANES]; POWERS];
        for group in chunk.chunks(LANES) {
            let (mut power, mut factor) = ([0.0; LANES], [0.0; LANES]);
            for (lane, atom) in group.iter().enumerate() {
                let v = value(atom);
                let x = v.value * per_unit;
                power[lane] = v.weight;
                factor[lane] = if powers == Powers::Even { x * x } else { x };
            }
            for part in parts.iter_mut().step_by(step) {
                for lane in 0..LANES {
                    part[lane] += power[lane];
                    power[lane] *= factor[lane];
                }
            }
        }
        for (sum, part) in total.iter_mut().zip(parts) {
            *sum += part.iter().sum::<f64>();
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordering_by_key_moves_all_and_loses_none() {
        let mut atoms: Vec<u32> = (0..5_000).map(|i| i * 7_919 % 5_003).collect();
        by_key(&mut atoms, 9, |&a| (a % 9) as usize);
        assert!(atoms.is_sorted_by_key(|a| a % 9));
        atoms.sort_unstable();
        let mut expected: Vec<u32> = (0..5_000).map(|i| i * 7_919 % 5_003).collect();
        expected.sort_unstable();
        assert_eq!(atoms, expected);
    }

    #[test]
    fn a_bucket_polynomial_equals_the_sum_over_its_values() {
        let values: Vec<Weighted> = (1..=1000)
            .map(|i| Weighted {
                value: f64::from(i * i % 997 - 450),
                weight: f64::from(i % 7),
            })
            .collect();
        let mut atoms = values.clone();
        let sums = OctaveSums::new(
            &mut atoms,
            |v| *v,
            Weighted {
                value: 1.0,
                weight: 1.0,
            },
            Powers::All,
        );
        let z = Complex64::new(3e-4, 8e-4);
        let mut coefficients = [1.0; POWERS];
        for j in 1..POWERS {
            coefficients[j] = coefficients[j - 1] / j as f64;
        }
        let (small, first_large) = sums.split(z.norm(), 0.2);
        let large = &atoms[first_large..];
        assert!(
            !small.is_empty() && !large.is_empty(),
            "both parts must be exercised"
        );
        let by_sums: Complex64 = small
            .iter()
            .map(|b| b.polynomial(z, &coefficients))
            .sum::<Complex64>()
            + large
                .iter()
                .map(|v| (z * v.value).exp() * v.weight)
                .sum::<Complex64>();
        let direct: Complex64 = values
            .iter()
            .filter(|v| v.value != 0.0)
            .map(|v| (z * v.value).exp() * v.weight)
            .sum();
        assert!(
            (by_sums - direct).norm() <= 1e-13 * direct.norm(),
            "{by_sums} against {direct}"
        );
    }
}
