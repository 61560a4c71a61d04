//! A difference that is a ratio of sums: items on a scale, clusters of items, error rates.

use super::{PSEUDO, Tolerance, increasing_root, lower_limit, weights};
use crate::{Law, Probability, StatsError};

/// The law under the null of `δ = ΣD / Σn`, more being better.
#[derive(Clone, Debug)]
pub struct TiltedRatio {
    /// D and n of each distinct unit, the pseudo unit last.
    units: Vec<(f64, f64)>,
    mass: Vec<f64>,
    /// `D − δ·n` on a lattice: δ* is at least δ exactly where the sum of the units drawn is not negative.
    excess: Vec<i64>,
    draws: u64,
    observed: f64,
    lowest: f64,
}

impl TiltedRatio {
    /// From distinct units (D, n, number of units), D in grid units and n in parts; `width`: the most that a part can lose, in grid units.
    /// Null differences are in grid units per part.
    ///
    /// # Errors
    /// When there are no units, no part, or `width` is not above 0.
    pub fn new(units: &[(i64, u64, u64)], width: f64) -> Result<Self, StatsError> {
        let width = crate::error::positive("the width of the scale", width)?;
        let all: u64 = units.iter().map(|unit| unit.2).sum();
        let wide = |value: i64, times: u64| i128::from(value) * i128::from(times);
        let total: i128 = units.iter().map(|&(d, _, times)| wide(d, times)).sum();
        let parts: i128 = units
            .iter()
            .map(|&(_, n, times)| i128::from(n) * i128::from(times))
            .sum();
        if all == 0 || parts == 0 {
            return Err(StatsError::TooFew {
                what: "units",
                needed: 1,
                found: 0,
            });
        }
        let squares: i128 = units
            .iter()
            .map(|&(_, n, times)| i128::from(n) * i128::from(n) * i128::from(times))
            .sum();
        let size = squares as f64 / parts as f64;
        let observed = total as f64 / parts as f64;
        // `D − δ·n` times `parts²`, of which the pseudo unit is whole too.
        let mut exact: Vec<i128> = units
            .iter()
            .map(|&(d, n, _)| parts * (i128::from(d) * parts - total * i128::from(n)))
            .collect();
        let lost = width * parts as f64 + total as f64;
        exact.push(-squares * libm::round(lost) as i128);
        let excess = lattice(&exact)?;
        let mut pairs: Vec<(f64, f64)> = units
            .iter()
            .map(|&(d, n, _)| (d as f64, n as f64))
            .collect();
        pairs.push((-width * size, size));
        let mut mass: Vec<f64> = units.iter().map(|unit| unit.2 as f64).collect();
        mass.push(PSEUDO);
        Ok(Self {
            units: pairs,
            mass,
            excess,
            draws: all,
            observed,
            lowest: -width,
        })
    }

    /// δ.
    pub fn observed(&self) -> f64 {
        self.observed
    }

    /// p-value of the null "the difference is at most `null`", and λ; 1 and infinity if every unit gains less.
    pub fn p(&self, null: f64) -> (Probability, f64) {
        let influence: Vec<f64> = self.units.iter().map(|(d, n)| d - null * n).collect();
        let largest = influence.iter().fold(0.0, |a: f64, l| a.max(l.abs()));
        let slope = |lambda: f64| {
            let own = weights(&self.mass, &influence, lambda);
            own.iter().zip(&influence).map(|(w, l)| w * l).sum::<f64>() / largest
        };
        let lambda = increasing_root(1.0 / largest, slope);
        if lambda.is_infinite() {
            let p = if lambda > 0.0 {
                Probability::ONE
            } else {
                Probability::ZERO
            };
            return (p, lambda);
        }
        let own = weights(&self.mass, &influence, lambda);
        let law = Law::weighted(self.excess.iter().copied().zip(own), self.draws);
        (law.at_least(0).probability, lambda)
    }

    /// The lower limit of the one-sided interval at level 1 − `alpha`: the null differences below it have a p-value of at most `alpha`.
    ///
    /// # Errors
    /// When `alpha` is outside (0, 1/2).
    pub fn lower_limit(&self, alpha: f64) -> Result<f64, StatsError> {
        lower_limit(
            (self.lowest, self.observed),
            alpha,
            Tolerance::EXACT,
            None,
            |null| self.p(null).0,
        )
    }
}

/// Largest value on a lattice: with counts of 2^52 its products fit 128 bits.
const LARGEST: u128 = 1 << 50;

/// Lattice points of all units between two of the real ones: each is one more lobe of the characteristic function.
const FINEST: u128 = 1 << 12;

/// Returns the values on their common lattice. Where that has too many points the last value, the pseudo unit, is rounded onto the lattice
/// of the others.
fn lattice(exact: &[i128]) -> Result<Vec<i64>, StatsError> {
    let divisor = |values: &[i128]| {
        values
            .iter()
            .fold(0, |a, b| gcd(a, b.unsigned_abs()))
            .max(1)
    };
    let (last, others) = exact.split_last().ok_or(StatsError::Unresolved)?;
    let largest = exact.iter().map(|z| z.unsigned_abs()).max().unwrap_or(0);
    let (all, real) = (divisor(exact), divisor(others));
    // All units at the observed ratio: they are on any lattice.
    let is_point = others.iter().all(|z| *z == 0);
    let is_exact = largest / all <= LARGEST && (is_point || real / all <= FINEST);
    let step = if is_exact { all } else { real } as i128;
    let nearest = |z: i128| (z + step.div_euclid(2)).div_euclid(step);
    if !is_exact && largest / real > LARGEST {
        return Err(StatsError::Unresolved);
    }
    let rounded = others.iter().chain([last]).map(|&z| nearest(z));
    rounded
        .map(|z| i64::try_from(z).map_err(|_| StatsError::Unresolved))
        .collect()
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_of_many_clusters_lie_close_to_the_difference() {
        // Near the lowest difference the law is a point, where p was taken for 1 and the limit for the end of the scale.
        for clusters in [100_i64, 101, 137, 500] {
            let units: Vec<(i64, u64, u64)> = (0..clusters)
                .map(|c| {
                    let parts = 5 + c % 29;
                    ((c * 7) % parts / 3 - parts / 8, parts.cast_unsigned(), 1)
                })
                .collect();
            let test = TiltedRatio::new(&units, 1.0).expect("units");
            let low = test.lower_limit(0.05).expect("a level");
            assert!(
                low > test.observed() - 0.1 && low < test.observed(),
                "{clusters}: {low} {}",
                test.observed()
            );
            assert!((test.p(low).0.value() - 0.05).abs() < 1e-9, "{clusters}");
        }
    }
}
