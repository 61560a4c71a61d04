//! The score test of two independent shares, and the interval of the differences that it does not reject.
//!
//! | | null | statistic |
//! |---|---|---|
//! | test | `p1 = p2` | `(x1/n1 − x2/n2) / √(p(1−p)(1/n1 + 1/n2) N/(N−1))`, p the pooled share: the N − 1 chi-square of E. S. Pearson (1947; Campbell 2007) |
//! | interval | `p1 − p2 = δ` | the same with shares that are most likely under δ (Miettinen and Nurminen 1985) |

use crate::error::share;
use crate::interval::Interval;
use crate::margin::{Margin, MarginTest};
use crate::special::{normal_quantile, normal_upper};
use crate::{Alternative, Probability, StatsError};

/// Halvings after which a double no longer moves.
const HALVINGS: u32 = 64;

/// Last step of Newton's method for a most likely share, relative to the distance from 0 and 1: the next would be its square.
const ENOUGH: f64 = 1e-9;

/// Right answers and items of two samples of different items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreShares {
    system: (u64, u64),
    baseline: (u64, u64),
}

impl ScoreShares {
    /// `(right, items)` of the system and of the baseline.
    ///
    /// # Errors
    /// When a side has no items, or more right answers than items.
    pub fn new(system: (u64, u64), baseline: (u64, u64)) -> Result<Self, StatsError> {
        for (right, items) in [system, baseline] {
            if items == 0 {
                return Err(StatsError::TooFew {
                    what: "items of a side",
                    needed: 1,
                    found: 0,
                });
            }
            if right > items {
                let (part_name, whole_name) = ("right answers", "items");
                return Err(StatsError::PartExceedsWhole {
                    part_name,
                    part: right,
                    whole_name,
                    whole: items,
                });
            }
        }
        Ok(Self { system, baseline })
    }

    /// Counts that were checked.
    pub(crate) fn from_counts(system: (u64, u64), baseline: (u64, u64)) -> Self {
        Self { system, baseline }
    }

    /// `true` if the statistic of "no difference" is at least that of `other`, of the same numbers of items, compared in integers.
    pub(crate) fn is_at_least(&self, other: &Self) -> bool {
        let parts = |table: &Self| {
            let ((x, n), (y, m)) = (table.system, table.baseline);
            let [x, n, y, m] = [x, n, y, m].map(i128::from);
            let distance = x * m - y * n;
            // Where no share varies the distance is 0, too.
            (
                distance * distance.abs(),
                ((x + y) * (n + m - x - y)).max(1),
            )
        };
        let ((mine, variance), (theirs, their_variance)) = (parts(self), parts(other));
        mine * their_variance >= theirs * variance
    }

    /// System − baseline.
    pub fn difference(&self) -> f64 {
        let of = |(right, items): (u64, u64)| right as f64 / items as f64;
        of(self.system) - of(self.baseline)
    }

    /// The statistic of the null "the difference is `delta`", standard normal under it; 0 where nothing varies and the null is what was
    /// seen.
    pub fn statistic(&self, delta: f64) -> f64 {
        let distance = self.difference() - delta;
        if distance == 0.0 {
            return 0.0;
        }
        let (p, q) = self.most_likely(delta);
        let (n, m) = (self.system.1 as f64, self.baseline.1 as f64);
        let variance = (p * (1.0 - p) / n + q * (1.0 - q) / m) * (n + m) / (n + m - 1.0);
        distance / libm::sqrt(variance.max(0.0))
    }

    /// Both shares under the null, by halving: the slope of the likelihood falls as they rise.
    fn most_likely(&self, delta: f64) -> (f64, f64) {
        let ((x, n), (y, m)) = (self.system, self.baseline);
        if delta == 0.0 {
            let pooled = (x + y) as f64 / (n + m) as f64;
            return (pooled, pooled);
        }
        // Slope of the log-likelihood, which falls, and how steeply.
        let slope = |right: u64, items: u64, p: f64| {
            let of = |count: u64, p: f64| if count == 0 { 0.0 } else { count as f64 / p };
            let (up, down) = (of(right, p), of(items - right, 1.0 - p));
            (up - down, up / p + down / (1.0 - p))
        };
        let (mut low, mut high) = ((-delta).max(0.0), (1.0 - delta).min(1.0));
        let pooled = ((x + y) as f64 - n as f64 * delta) / (n + m) as f64;
        let mut q = if pooled > low && pooled < high {
            pooled
        } else {
            f64::midpoint(low, high)
        };
        // Newton's steps where they stay inside, halvings elsewhere.
        for _ in 0..HALVINGS {
            let ((one, one_steep), (other, other_steep)) = (slope(x, n, q + delta), slope(y, m, q));
            let (sum, steep) = (one + other, one_steep + other_steep);
            if sum > 0.0 {
                low = q;
            } else {
                high = q;
            }
            let newton = q + sum / steep;
            let room = q.min(1.0 - q).min(q + delta).min(1.0 - q - delta);
            if (newton - q).abs() <= ENOUGH * room {
                q = newton;
                break;
            }
            q = if newton > low && newton < high {
                newton
            } else {
                f64::midpoint(low, high)
            };
        }
        ((q + delta).clamp(0.0, 1.0), q)
    }

    /// The p-value of "no difference".
    pub fn p(&self, alternative: Alternative) -> Probability {
        let z = self.statistic(0.0);
        alternative.of_tails(normal_upper(z), normal_upper(-z))
    }

    /// One-sided tests against both limits of a margin, with the interval at confidence 1 - 2 alpha whose ends decide alike.
    ///
    /// # Errors
    /// When a limit is not inside (-1, 1) or `alpha` is outside (0, 1/2).
    pub fn margin(&self, margin: Margin, alpha: f64) -> Result<MarginTest, StatsError> {
        share("2 alpha", 2.0 * alpha)?;
        for limit in [margin.low(), margin.high()] {
            if !(-1.0 < limit && limit < 1.0) {
                return Err(StatsError::BadShare {
                    name: "the size of a limit",
                    value: limit,
                });
            }
        }
        Ok(MarginTest {
            p_low: normal_upper(self.statistic(margin.low())),
            p_high: normal_upper(-self.statistic(margin.high())),
            interval: self.interval(1.0 - 2.0 * alpha)?,
        })
    }

    /// The differences that the test does not reject at this level, two-sided.
    ///
    /// # Errors
    /// When `confidence` is outside (0, 1).
    pub fn interval(&self, confidence: f64) -> Result<Interval, StatsError> {
        let z = -normal_quantile(0.5 * (1.0 - share("confidence", confidence)?));
        // The statistic falls from the difference's left to its right.
        let end = |outside: f64| {
            let (mut outside, mut inside) = (outside, self.difference());
            for _ in 0..HALVINGS {
                let middle = f64::midpoint(outside, inside);
                if self.statistic(middle).abs() > z {
                    outside = middle;
                } else {
                    inside = middle;
                }
            }
            inside
        };
        Interval::new(end(-1.0), end(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Newcombe (1998b, table II), Miettinen and Nurminen's intervals of his examples.
    #[test]
    fn intervals_are_those_of_the_literature() {
        let examples = [
            ((56, 70), (48, 80), [0.0528, 0.3382]),
            ((9, 10), (3, 10), [0.1700, 0.8406]),
            ((6, 7), (2, 7), [0.0342, 0.8534]),
            ((5, 56), (0, 29), [-0.0326, 0.1933]),
            ((0, 10), (0, 20), [-0.1658, 0.2844]),
            ((0, 10), (0, 10), [-0.2879, 0.2879]),
            ((10, 10), (0, 20), [0.7156, 1.0]),
            ((10, 10), (0, 10), [0.6636, 1.0]),
        ];
        for (system, baseline, [low, high]) in examples {
            let found = ScoreShares::new(system, baseline)
                .unwrap()
                .interval(0.95)
                .unwrap();
            assert!(
                (found.low - low).abs() < 6e-5 && (found.high - high).abs() < 6e-5,
                "{system:?} {baseline:?}: {found:?}"
            );
        }
    }

    #[test]
    fn test_and_interval_decide_alike_in_every_table() {
        for (n, m) in [(3, 5), (8, 8), (12, 7), (1, 6)] {
            for x in 0..=n {
                for y in 0..=m {
                    let of = ScoreShares::new((x, n), (y, m)).unwrap();
                    let found = of.interval(0.95).unwrap();
                    assert!(found.contains(of.difference()), "{x}/{n} {y}/{m}");
                    assert_eq!(
                        found.contains(0.0),
                        of.p(Alternative::TwoSided).value() > 0.05,
                        "{x}/{n} {y}/{m}"
                    );
                    let turned = ScoreShares::new((y, m), (x, n))
                        .unwrap()
                        .interval(0.95)
                        .unwrap();
                    assert!(
                        (found.low + turned.high).abs() < 1e-12
                            && (found.high + turned.low).abs() < 1e-12
                    );
                }
            }
        }
    }

    #[test]
    fn the_test_is_the_chi_square_of_n_less_one() {
        // 56 of 70 and 48 of 80: chi-square 6.9835 (without correction), times 149/150.
        let z = ScoreShares::new((56, 70), (48, 80)).unwrap().statistic(0.0);
        let (a, b, c, d) = (56.0, 14.0, 48.0, 32.0_f64);
        let chi: f64 = 149.0 * (a * d - b * c).powi(2) / (70.0 * 80.0 * 104.0 * 46.0);
        assert!((z * z - chi).abs() < 1e-12, "{z} {chi}");
        assert_eq!(
            ScoreShares::new((0, 4), (0, 9))
                .unwrap()
                .p(Alternative::TwoSided),
            Probability::ONE
        );
    }
}
