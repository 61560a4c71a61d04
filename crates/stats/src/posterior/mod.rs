//! Rubin's (1981) Bayesian bootstrap of a mean: `δ = Σ w t / Σ w n` over units with total t and size n, with weights drawn from
//! Dirichlet(1, ..., 1). Items are units of size 1; clusters are drawn as wholes.
//!
//! It is a posterior, not a p-value. Of units of one size δ has the mean of the values, and variance `s² / (units + 1)`, s² with the
//! number of units below. With weights as standard exponentials over their sum, `δ < c` says that the exponentials of means
//! `t − c n > 0` add to less than those of means `c n − t > 0`. One of each kind runs at a time, so that the next to end is of the first
//! kind with chance `q / (p + q)`; the chance that the first kind runs out first follows over the pairs of what is left. Every term is
//! positive: ties and any number of units are sound, where the alternating sum over distinct values fails beyond some 20. That costs the
//! units above c times those below; beyond [`PAIRS`] of them the same chance comes from an integral (`contour`), to 10 digits.

mod contour;

use crate::error::{StatsError, share};
use crate::interval::Interval;
use crate::moments::sum;
use crate::special::normal_quantile;
use contour::Term;

/// Units above a value times units below it up to which the recursion is used: 2 ms.
const PAIRS: usize = 250_000;
/// Steps to an end of an interval, at most: some five are enough.
const STEPS: usize = 60;
/// How near an end of an interval is found, in standard deviations.
const NEAR: f64 = 1e-10;

/// Units that are alike.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Group {
    total: f64,
    size: f64,
    units: usize,
}

/// Posterior of the mean of items, or of clusters of items.
#[derive(Clone, Debug, PartialEq)]
pub struct MeanPosterior {
    groups: Vec<Group>,
    mean: f64,
    /// Σ (t − mean · n)², over units.
    squares: f64,
    /// Least and largest mean of a unit.
    range: [f64; 2],
}

impl MeanPosterior {
    /// Posterior of the mean of one value per item, such as the difference of two systems.
    ///
    /// ```
    /// use restrap_stats::MeanPosterior;
    ///
    /// // Two items: the weight of one is uniform, so that the mean is positive two times of three.
    /// let posterior = MeanPosterior::of(&[2.0, -1.0])?;
    /// assert!((posterior.above(0.0) - 2.0 / 3.0).abs() < 1e-15);
    /// // All items favour the system: exactly 1, however few they are.
    /// assert_eq!(MeanPosterior::of(&[0.5])?.above(0.0), 1.0);
    /// # Ok::<(), restrap_stats::StatsError>(())
    /// ```
    ///
    /// # Errors
    /// [`StatsError`] for no item, and for values that are not finite.
    pub fn of(values: &[f64]) -> Result<Self, StatsError> {
        Self::of_units(values.iter().map(|&value| (value, 1)))
    }

    /// Posterior of the mean over units with a total and a size above 0, such as clusters with their sum of differences and their number of items.
    ///
    /// # Errors
    /// [`StatsError`] for no unit, totals that are not finite, and a size of 0.
    pub fn of_units(units: impl IntoIterator<Item = (f64, u64)>) -> Result<Self, StatsError> {
        let mut units: Vec<(f64, u64)> = units.into_iter().collect();
        if units.is_empty() {
            return Err(StatsError::TooFew {
                what: "units",
                needed: 1,
                found: 0,
            });
        }
        if let Some(index) = units.iter().position(|unit| !unit.0.is_finite()) {
            return Err(StatsError::NonFinite {
                index,
                value: units[index].0,
            });
        }
        if units.iter().any(|unit| unit.1 == 0) {
            return Err(StatsError::NotPositive {
                name: "size of a unit",
                value: 0.0,
            });
        }
        units.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let alike = units.chunk_by(|a, b| a == b);
        let groups = alike.map(|of| Group {
            total: of[0].0,
            size: of[0].1 as f64,
            units: of.len(),
        });
        let groups: Vec<Group> = groups.collect();
        let over = |of: &dyn Fn(&Group) -> f64| {
            sum(groups.iter().map(|group| group.units as f64 * of(group)))
        };
        let mean = over(&|group| group.total) / over(&|group| group.size);
        let squares = over(&|group| {
            let apart = group.total - mean * group.size;
            apart * apart
        });
        let means = || groups.iter().map(|group| group.total / group.size);
        let range = [
            means().fold(f64::INFINITY, f64::min),
            means().fold(f64::NEG_INFINITY, f64::max),
        ];
        Ok(Self {
            groups,
            mean,
            squares,
            range,
        })
    }

    /// Number of units.
    pub fn units(&self) -> u64 {
        self.groups.iter().map(|group| group.units as u64).sum()
    }

    /// The mean of all items: the posterior mean, where units have one size.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// Posterior standard deviation, where units have one size; `None` elsewhere.
    pub fn sd(&self) -> Option<f64> {
        let size = self.groups[0].size;
        self.groups
            .iter()
            .all(|group| group.size == size)
            .then(|| self.rough_sd())
    }

    /// Standard deviation of the posterior, about so where sizes differ.
    fn rough_sd(&self) -> f64 {
        let units = self.units() as f64;
        let size = sum(self
            .groups
            .iter()
            .map(|group| group.units as f64 * group.size))
            / units;
        libm::sqrt(self.squares / units / (units + 1.0)) / size
    }

    /// P(δ > c | data).
    pub fn above(&self, c: f64) -> f64 {
        self.tails(c)[1]
    }

    /// P(δ < c | data).
    pub fn below(&self, c: f64) -> f64 {
        self.tails(c)[0]
    }

    /// Whether the chances at c are exact up to rounding, rather than an integral to 10 digits.
    pub fn is_exact(&self, c: f64) -> bool {
        let over: usize = self
            .groups
            .iter()
            .filter(|group| group.at(c) > 0.0)
            .map(|group| group.units)
            .sum();
        let under: usize = self
            .groups
            .iter()
            .filter(|group| group.at(c) < 0.0)
            .map(|group| group.units)
            .sum();
        over.saturating_mul(under) <= PAIRS
    }

    /// P(δ < c) and P(δ > c).
    fn tails(&self, c: f64) -> [f64; 2] {
        if self.is_exact(c) {
            let side = |sign: f64| -> Vec<f64> {
                let of_side = self.groups.iter().filter(|group| sign * group.at(c) > 0.0);
                of_side
                    .flat_map(|group| std::iter::repeat_n(sign * group.at(c), group.units))
                    .collect()
            };
            let (over, under) = (side(1.0), side(-1.0));
            return [
                contour::last_to_end(&under, &over),
                contour::last_to_end(&over, &under),
            ];
        }
        let mean = sum(self
            .groups
            .iter()
            .map(|group| group.units as f64 * group.at(c)));
        let sign = if mean > 0.0 { -1.0 } else { 1.0 };
        let term = |group: &Group| Term {
            x: sign * group.at(c),
            units: group.units as f64,
        };
        let smaller =
            contour::above(&self.groups.iter().map(term).collect::<Vec<_>>()).clamp(0.0, 1.0);
        if mean > 0.0 {
            [smaller, 1.0 - smaller]
        } else {
            [1.0 - smaller, smaller]
        }
    }

    /// Equal-tailed posterior interval.
    ///
    /// # Errors
    /// [`StatsError::BadShare`] for a level that is not between 0 and 1.
    pub fn interval(&self, level: f64) -> Result<Interval, StatsError> {
        let tail = 0.5 * (1.0 - share("level", level)?);
        Interval::new(self.quantile(tail), self.quantile(1.0 - tail))
    }

    /// Where `P(δ < c)` is `chance`. The probit of that is nearly a line in c, so that secants come there in a few steps.
    fn quantile(&self, chance: f64) -> f64 {
        let [mut low, mut high] = self.range;
        let (z, sd) = (normal_quantile(chance), self.rough_sd());
        if sd == 0.0 || low == high {
            return self.mean;
        }
        let mut at = self.mean + z * sd;
        let mut last: Option<(f64, f64)> = None;
        for _ in 0..STEPS {
            if !(at > low && at < high) {
                at = low + 0.5 * (high - low);
            }
            let [below, above] = self.tails(at);
            if below < chance {
                low = at;
            } else {
                high = at;
            }
            // Of the smaller tail, whose digits are its own.
            let probit = if below < above {
                normal_quantile(below)
            } else {
                -normal_quantile(above)
            };
            let gap = probit - z;
            let slope = last.map_or(1.0 / sd, |(c, before)| (gap - before) / (at - c));
            last = Some((at, gap));
            let step = if slope > 0.0 && gap.is_finite() {
                gap / slope
            } else {
                f64::NAN
            };
            let next = at - step;
            if step.abs() <= NEAR * sd || high - low <= NEAR * sd {
                return if next > low && next < high { next } else { at };
            }
            at = next;
        }
        at
    }
}

impl Group {
    /// What one of its units adds to the sum whose sign says on which side of c δ lies.
    fn at(&self, c: f64) -> f64 {
        self.total - c * self.size
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// P(δ <= 0) of distinct values (Rubin 1981): alternating, for few items.
    fn alternating(d: &[f64]) -> f64 {
        let term = |i: usize| {
            (0..d.len())
                .filter(|&j| j != i)
                .map(|j| d[i] / (d[i] - d[j]))
                .product::<f64>()
        };
        1.0 - (0..d.len()).filter(|&i| d[i] > 0.0).map(term).sum::<f64>()
    }

    #[test]
    fn the_chance_equals_the_alternating_sum_of_few_items() {
        let d = [0.4, -0.3, 1.1, -0.9, 0.25, -0.05, 0.7];
        let posterior = MeanPosterior::of(&d).unwrap();
        for c in [-0.5, -0.1, 0.0, 0.2, 0.6] {
            let want = alternating(&d.map(|d| d - c));
            assert!(
                (posterior.below(c) - want).abs() < 1e-11,
                "{c}: {} {want}",
                posterior.below(c)
            );
            assert!(
                (posterior.below(c) + posterior.above(c) - 1.0).abs() < 1e-13,
                "{c}"
            );
        }
        // Negative control: another item moves it.
        assert!((posterior.below(0.0) - alternating(&d[1..])).abs() > 1e-3);
    }

    #[test]
    fn ties_have_the_beta_law() {
        // Seven items of 1 and five of -1: the weight of the sevens is Beta(7, 5), and the chance that it is above one half is
        // that of 6 heads or fewer of 11.
        let d: Vec<f64> = [1.0; 7]
            .into_iter()
            .chain([-1.0; 5])
            .chain([0.0; 30])
            .collect();
        let heads = [1.0, 11.0, 55.0, 165.0, 330.0, 462.0, 462.0]
            .iter()
            .sum::<f64>()
            / 2048.0;
        assert!((MeanPosterior::of(&d).unwrap().above(0.0) - heads).abs() < 1e-14);
    }

    #[test]
    fn items_of_one_sign_and_no_difference_are_sure() {
        let all = MeanPosterior::of(&[0.1, 0.2, 3.0]).unwrap();
        assert_eq!((all.above(0.0), all.below(0.0)), (1.0, 0.0));
        let none = MeanPosterior::of(&[0.0, 0.0]).unwrap();
        assert_eq!(
            (none.above(0.0), none.below(0.0), none.sd()),
            (0.0, 0.0, Some(0.0))
        );
        assert!(MeanPosterior::of(&[]).is_err());
        assert!(matches!(
            all.interval(1.0),
            Err(StatsError::BadShare { .. })
        ));
    }

    #[test]
    fn the_interval_leaves_equal_tails() {
        // Two items: δ is uniform between them.
        let interval = MeanPosterior::of(&[-1.0, 3.0])
            .unwrap()
            .interval(0.95)
            .unwrap();
        assert!(
            (interval.low + 0.9).abs() < 1e-12 && (interval.high - 2.9).abs() < 1e-12,
            "{interval:?}"
        );
    }

    /// The same chances by the recursion and by the integral.
    fn both(posterior: &MeanPosterior, c: f64) -> [f64; 2] {
        let side = |sign: f64| -> Vec<f64> {
            let of_side = posterior
                .groups
                .iter()
                .filter(|group| sign * group.at(c) > 0.0);
            of_side
                .flat_map(|group| std::iter::repeat_n(sign * group.at(c), group.units))
                .collect()
        };
        let mean: f64 = posterior
            .groups
            .iter()
            .map(|group| group.units as f64 * group.at(c))
            .sum();
        let sign = if mean > 0.0 { -1.0 } else { 1.0 };
        let term = |group: &Group| Term {
            x: sign * group.at(c),
            units: group.units as f64,
        };
        let terms: Vec<Term> = posterior.groups.iter().map(term).collect();
        [
            contour::last_to_end(&side(sign), &side(-sign)),
            contour::above(&terms),
        ]
    }

    /// Values in the shape of a quantile function.
    fn shaped(units: usize, quantile: impl Fn(f64) -> f64) -> Vec<f64> {
        (0..units)
            .map(|i| quantile((i as f64 + 0.5) / units as f64))
            .collect()
    }

    #[test]
    fn the_integral_equals_the_recursion_in_the_centre_and_far_out_and_beside_outliers() {
        let normal = shaped(300, normal_quantile);
        let skewed = shaped(250, |u| -libm::log(1.0 - u) - 1.0);
        let mut outlier = shaped(200, |u| u - 0.5);
        outlier.push(40.0);
        let mut farther = outlier.clone();
        farther.push(-1e6);
        let ties: Vec<f64> = [(1.0, 60), (0.0, 500), (-1.0, 45)]
            .into_iter()
            .flat_map(|(value, units)| std::iter::repeat_n(value, units))
            .collect();
        let few = [0.4, -0.3, 1.1, -0.9, 0.25, -0.05, 0.7];
        for values in [&normal[..], &skewed, &outlier, &farther, &ties, &few] {
            let posterior = MeanPosterior::of(values).unwrap();
            let sd = posterior.sd().unwrap();
            for z in [-6.0, -3.0, -1.0, -0.1, 0.0, 0.2, 2.0, 5.0] {
                let c = posterior.mean() + z * sd;
                // Outside the values there is nothing to integrate.
                if !(posterior.range[0] < c && c < posterior.range[1]) {
                    continue;
                }
                let [exact, integral] = both(&posterior, c);
                assert!(
                    (integral / exact - 1.0).abs() < 1e-12,
                    "{z}: {exact} {integral}"
                );
            }
        }
        // Clusters of unequal sizes.
        let clusters = normal
            .iter()
            .zip(1..)
            .map(|(&value, at)| (value * f64::from(at % 7), 1 + at as u64 % 7));
        let posterior = MeanPosterior::of_units(clusters).unwrap();
        let [exact, integral] = both(&posterior, 0.1);
        assert!((integral / exact - 1.0).abs() < 1e-12, "{exact} {integral}");
        // Negative control: one unit more is seen.
        let [_, other] = both(&MeanPosterior::of(&normal[1..]).unwrap(), 0.1);
        let [exact, _] = both(&MeanPosterior::of(&normal).unwrap(), 0.1);
        assert!((other / exact - 1.0).abs() > 1e-3, "{exact} {other}");
    }

    #[test]
    fn an_interval_of_many_values_leaves_equal_tails() {
        let values = shaped(20_000, |u| -libm::log(1.0 - u));
        let posterior = MeanPosterior::of(&values).unwrap();
        assert!(!posterior.is_exact(posterior.mean()));
        let interval = posterior.interval(0.95).unwrap();
        assert!(
            (posterior.below(interval.low) - 0.025).abs() < 1e-9,
            "{interval:?}"
        );
        assert!(
            (posterior.above(interval.high) - 0.025).abs() < 1e-9,
            "{interval:?}"
        );
        // It is skewed as the values are, unlike a normal one.
        let reach = [
            posterior.mean() - interval.low,
            interval.high - posterior.mean(),
        ];
        assert!(reach[1] > 1.005 * reach[0], "{reach:?}");
    }

    #[test]
    fn clusters_of_one_size_are_items_and_others_are_a_ratio() {
        let items = MeanPosterior::of(&[0.5, -0.2, 0.9, -0.4]).unwrap();
        let pairs = MeanPosterior::of_units([(1.0, 2), (-0.4, 2), (1.8, 2), (-0.8, 2)]).unwrap();
        for c in [-0.1, 0.0, 0.3] {
            assert!((items.above(c) - pairs.above(c)).abs() < 1e-15);
        }
        assert!((items.sd().unwrap() - pairs.sd().unwrap()).abs() < 1e-15);
        // Totals 3 of 1 item and −1 of 4: δ > 0 where 3 E > F, with chance 3/4; δ > 1 where 2 E > 5 F.
        let ratio = MeanPosterior::of_units([(3.0, 1), (-1.0, 4)]).unwrap();
        assert!(
            (ratio.above(0.0) - 0.75).abs() < 1e-15 && (ratio.above(1.0) - 2.0 / 7.0).abs() < 1e-15
        );
        assert_eq!((ratio.sd(), ratio.mean()), (None, 0.4));
        assert!(MeanPosterior::of_units([(1.0, 0)]).is_err());
        assert!(MeanPosterior::of_units([(f64::NAN, 1)]).is_err());
    }
}
