//! Almost stochastic order of two samples (del Barrio, Cuesta-Albertos and Matrán 2018, section 2; Dror, Shlomov and Reichart 2019).
//!
//! With F⁻¹ and G⁻¹ the empirical quantile functions of A and B, the violation ratio is the part of `∫ (F⁻¹ − G⁻¹)²` where
//! `F⁻¹ < G⁻¹`: 0 where A is as good as B or better at every quantile, 1 the other way round. The integral is exact, over the
//! merged grid `{i/n} ∪ {j/m}`. Units: runs or trials. It is not a p-value.

use crate::error::{StatsError, finite};
use crate::moments::CompensatedSum;

/// How far one sample is from being stochastically larger than another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ViolationRatio {
    against: f64,
    total: f64,
}

impl ViolationRatio {
    /// The violation ratio of the claim that `a` is stochastically larger than `b`.
    ///
    /// # Errors
    /// [`StatsError`] for an empty sample, and for values that are not finite.
    pub fn of(a: &[f64], b: &[f64]) -> Result<Self, StatsError> {
        let [a, b] = [sorted(a)?, sorted(b)?];
        let once = |values: &[f64]| values.iter().map(|&value| (value, 1)).collect::<Vec<_>>();
        Ok(Self::of_counts(once(&a), once(&b)))
    }

    /// The violation ratio of values in ascending order, with how often each stands there, such as those of a resample: finite, and at least one
    /// on each side.
    pub fn of_counts(
        a: impl IntoIterator<Item = (f64, u64), IntoIter: Clone>,
        b: impl IntoIterator<Item = (f64, u64), IntoIter: Clone>,
    ) -> Self {
        let (mut a, mut b) = (a.into_iter(), b.into_iter());
        let (n, m) = (
            a.clone().map(|x| x.1).sum::<u64>(),
            b.clone().map(|y| y.1).sum::<u64>(),
        );
        let (mut against, mut total) = (CompensatedSum::default(), CompensatedSum::default());
        // What is left of a value, in parts of 1 / (n m).
        let (mut x, mut y) = ((0.0, 0), (0.0, 0));
        loop {
            if x.1 == 0 {
                let Some((value, times)) = a.next() else {
                    break;
                };
                x = (value, times * m);
            }
            if y.1 == 0 {
                let Some((value, times)) = b.next() else {
                    break;
                };
                y = (value, times * n);
            }
            let width = x.1.min(y.1);
            let apart = x.0 - y.0;
            let piece = width as f64 * apart * apart;
            total.add(piece);
            if apart < 0.0 {
                against.add(piece);
            }
            (x.1, y.1) = (x.1 - width, y.1 - width);
        }
        Self {
            against: against.total(),
            total: total.total(),
        }
    }

    /// The ratio, 0 to 1; one half, by convention, where the samples have the same quantiles.
    pub fn value(&self) -> f64 {
        if self.undefined() {
            0.5
        } else {
            self.against / self.total
        }
    }

    /// The samples have the same quantiles: there is no ratio.
    pub fn undefined(&self) -> bool {
        self.total == 0.0
    }
}

/// Violation ratios of resamples of both samples.
///
/// The bound is their percentile: on 3 to 200 runs per side it stays closer to its level than the normal bound of
/// `ε + z(1 − alpha) sd(ε*)` (del Barrio et al. 2018), whose ratios are no more normal than they are unbounded.
#[derive(Clone, Debug, PartialEq)]
pub struct ResampledRatios {
    descending: Vec<f64>,
}

impl ResampledRatios {
    /// # Errors
    /// [`StatsError`] for no resample, and for ratios that are not finite.
    pub fn new(mut ratios: Vec<f64>) -> Result<Self, StatsError> {
        finite(&ratios)?;
        if ratios.is_empty() {
            return Err(StatsError::TooFew {
                what: "resamples",
                needed: 1,
                found: 0,
            });
        }
        ratios.sort_unstable_by(|a, b| b.total_cmp(a));
        Ok(Self { descending: ratios })
    }

    /// The ratio of the opposite claim.
    #[must_use]
    pub fn swapped(&self) -> Self {
        Self {
            descending: self
                .descending
                .iter()
                .rev()
                .map(|ratio| 1.0 - ratio)
                .collect(),
        }
    }

    /// Number of resamples.
    pub fn resamples(&self) -> u64 {
        self.descending.len() as u64
    }

    /// Resamples whose ratio is at or above a threshold: `(c + 1) / (R + 1)` is the p-value of "the ratio is not below it".
    pub fn reaching(&self, threshold: f64) -> u64 {
        self.descending.partition_point(|&ratio| ratio >= threshold) as u64
    }

    /// ε_min: the least threshold above which that p-value is at most alpha; 1 where no ratio of so few resamples gives it.
    pub fn bound(&self, alpha: f64) -> f64 {
        let place = (alpha * (self.descending.len() as f64 + 1.0)).floor();
        if place < 1.0 {
            1.0
        } else {
            self.descending[(place as usize).min(self.descending.len()) - 1]
        }
    }
}

fn sorted(values: &[f64]) -> Result<Vec<f64>, StatsError> {
    finite(values)?;
    if values.is_empty() {
        return Err(StatsError::TooFew {
            what: "runs or trials",
            needed: 1,
            found: 0,
        });
    }
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    Ok(sorted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ratio_equals_one_over_samples_repeated_to_one_size() {
        // Each value of A m times and each of B n times: quantiles pair by rank.
        let (a, b) = ([0.3, 1.2, 0.9], [0.8, 0.1, 1.0, 0.7, 1.3]);
        let pairs = |ratio: &mut [f64; 2]| {
            let (x, y) = (sorted(&a).unwrap(), sorted(&b).unwrap());
            for rank in 0..15 {
                let apart = x[rank / 5] - y[rank / 3];
                ratio[usize::from(apart < 0.0)] += apart * apart;
            }
        };
        let mut parts = [0.0; 2];
        pairs(&mut parts);
        let (there, back) = (
            ViolationRatio::of(&a, &b).unwrap(),
            ViolationRatio::of(&b, &a).unwrap(),
        );
        assert!(
            (there.value() - parts[1] / (parts[0] + parts[1])).abs() < 1e-14,
            "{there:?}"
        );
        assert!((there.value() + back.value() - 1.0).abs() < 1e-14);
        assert!(
            (there.value() - back.value()).abs() > 0.1,
            "the direction is seen"
        );
    }

    #[test]
    fn counts_are_values_that_stand_several_times() {
        let plain = ViolationRatio::of(&[0.3, 0.3, 1.2], &[0.8, 0.1, 0.8, 0.8]).unwrap();
        let counted =
            ViolationRatio::of_counts([(0.3, 2), (0.7, 0), (1.2, 1)], [(0.1, 1), (0.8, 3)]);
        assert_eq!(plain, counted);
        assert_ne!(
            plain,
            ViolationRatio::of_counts([(0.3, 1), (1.2, 2)], [(0.1, 1), (0.8, 3)])
        );
    }

    #[test]
    fn samples_with_the_same_quantiles_have_no_ratio() {
        let same = ViolationRatio::of(&[1.0, 2.0], &[2.0, 1.0, 1.0, 2.0]).unwrap();
        assert!(same.undefined());
        assert_eq!(same.value(), 0.5);
        assert!(ViolationRatio::of(&[], &[1.0]).is_err());
    }

    #[test]
    fn a_bound_of_resamples_is_where_their_p_value_passes_alpha() {
        let ratios =
            ResampledRatios::new((0..199).map(|i| f64::from(i) / 200.0).collect()).unwrap();
        for alpha in [0.05, 0.025, 0.011] {
            let bound = ratios.bound(alpha);
            let p = |threshold: f64| (ratios.reaching(threshold) as f64 + 1.0) / 200.0;
            assert!(
                p(bound) > alpha && p(bound + 1e-9) <= alpha,
                "{alpha}: {bound}"
            );
        }
        assert_eq!(ratios.bound(0.001), 1.0, "199 resamples have no p of 0.001");
        let back = ratios.swapped();
        assert_eq!(back.reaching(0.5), 199 - ratios.reaching(0.5 + 1e-9));
        assert!(
            ResampledRatios::new(vec![]).is_err() && ResampledRatios::new(vec![f64::NAN]).is_err()
        );
    }
}
