//! Unconditional exact tests of two independent shares: Barnard's (1947) and Boschloo's (1970).
//!
//! k1 of n1 items are right for the system, k2 of n2 other items for the baseline. Under the null both counts are binomial with
//! one unknown share, and p is the largest probability, over every share, of a table at least as extreme as the observed one.
//!
//! | test | order of the tables | two-sided |
//! |---|---|---|
//! | Barnard | pooled z, `(k1/n1 - k2/n2) / sqrt(s (1 - s) (1/n1 + 1/n2))`, 0 where s is 0 or 1 | by \|z\|, as one tail |
//! | Boschloo | Fisher's one-sided p | twice the smaller one-sided p |
//!
//! Both are SciPy's definitions (`barnard_exact(pooled=True)`, `boschloo_exact`); R's `exact2x2` orders two-sided Boschloo by
//! Fisher's two-sided p. z is compared in integers, so tables with one z are one (SciPy loses some of them to rounding:
//! 3 of 10 against 9 of 10 is .00796, SciPy says .00693). Fisher's p is compared to 1e-11 of itself. Both orders have Barnard's
//! convexity (Mehrotra, Chan & Berger 2003), so that a tail is one threshold per row. Fisher's own p is never smaller than
//! Boschloo's one-sided p. The largest probability is found by [`Shares`], to 1e-10 of itself.
//!
//! Cost: some `10 sqrt(n1 + n2)` shares, each O(n1 + n2): 6 ms at 1,000 items a side.

use super::shares::Shares;
use crate::binomial;
use crate::special::{Chance, ln_binomial_point};
use crate::{Alternative, Probability, StatsError};

/// Most items of a side: a test takes 0.2 s there.
const MOST: u64 = 10_000;

/// Fisher's p-values closer than this share are those of one rank.
const EQUAL: f64 = 1e-11;

/// Right answers of two systems on different items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndependentShares {
    system: Count,
    baseline: Count,
}

/// `right` of `items`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Count {
    right: u64,
    items: u64,
}

/// Tables that favour the first side: row `i`, `i` right answers of the first, holds those with fewer right answers of the second
/// than `rows[i]`.
pub(super) struct Region {
    pub rows: Vec<u64>,
    pub items: u64,
}

impl IndependentShares {
    /// `(right, items)` of the system and of the baseline.
    ///
    /// # Errors
    /// When a side has no items or more than 10,000, or more right answers than items.
    pub fn new(system: (u64, u64), baseline: (u64, u64)) -> Result<Self, StatsError> {
        for (right, items) in [system, baseline] {
            if !(1..=MOST).contains(&items) {
                let (name, high) = ("items of a side", MOST as f64);
                return Err(StatsError::OutOfRange {
                    name,
                    low: 1.0,
                    high,
                    value: items as f64,
                });
            }
            if right > items {
                return Err(StatsError::PartExceedsWhole {
                    part_name: "right answers",
                    part: right,
                    whole_name: "items",
                    whole: items,
                });
            }
        }
        let count = |(right, items)| Count { right, items };
        Ok(Self {
            system: count(system),
            baseline: count(baseline),
        })
    }

    fn swapped(self) -> Self {
        Self {
            system: self.baseline,
            baseline: self.system,
        }
    }

    /// Barnard's p-value, tables in the order of the pooled z.
    pub fn barnard(self, alternative: Alternative) -> Probability {
        let ahead = match alternative {
            Alternative::Less => self.swapped(),
            Alternative::TwoSided if self.z().0 < 0 => self.swapped(),
            _ => self,
        };
        // At share 0 the one possible table has z = 0.
        if ahead.z().0 <= 0 {
            return Probability::ONE;
        }
        let observed = ahead.z();
        let region = ahead.region(|table| at_least(table.z(), observed));
        if alternative != Alternative::TwoSided {
            return ahead.largest(&[(false, region)]);
        }
        let mirrored = ahead
            .swapped()
            .region(|table| at_least(table.z(), observed));
        ahead.largest(&[(false, region), (true, mirrored)])
    }

    /// Boschloo's p-value, tables in the order of Fisher's one-sided p.
    pub fn boschloo(self, alternative: Alternative) -> Probability {
        let one = |sides: Self| {
            let limit = sides.fisher() * (1.0 + EQUAL);
            if limit >= 1.0 {
                return Probability::ONE;
            }
            sides.largest(&[(false, sides.region(|table| table.fisher() <= limit))])
        };
        match alternative {
            Alternative::Greater => one(self),
            Alternative::Less => one(self.swapped()),
            // Of the side that is behind, Fisher's p is at least one half, and so is Boschloo's.
            Alternative::TwoSided if self.z().0 > 0 => one(self).scaled(2.0),
            Alternative::TwoSided if self.z().0 < 0 => one(self.swapped()).scaled(2.0),
            Alternative::TwoSided => one(self).min(one(self.swapped())).scaled(2.0),
        }
    }

    /// The pooled z up to a factor that all tables share, as `sign(d) sqrt(d^2 / v)`: d and v in integers.
    fn z(self) -> (i128, i128) {
        let all = i128::from(self.system.items + self.baseline.items);
        let right = i128::from(self.system.right + self.baseline.right);
        let one = i128::from(self.system.right) * i128::from(self.baseline.items);
        let other = i128::from(self.baseline.right) * i128::from(self.system.items);
        (one - other, right * (all - right))
    }

    /// Fisher's one-sided p: the system has this many of all right answers, or more.
    fn fisher(self) -> f64 {
        let (n1, n2) = (self.system.items, self.baseline.items);
        let (k1, k2) = (self.system.right, self.baseline.right);
        let (right, wrong) = (k1 + k2, n1 + n2 - k1 - k2);
        if k1 == 0 || k2 == n2 {
            return 1.0;
        }
        let share = Chance::ratio(right, wrong);
        let point = |k1: u64| {
            let k2 = right - k1;
            libm::exp(
                ln_binomial_point(k1 as f64, (n1 - k1) as f64, share)
                    + ln_binomial_point(k2 as f64, (n2 - k2) as f64, share)
                    - ln_binomial_point(right as f64, wrong as f64, share),
            )
        };
        if k1 * (n1 + n2) > right * n1 {
            return point(k1)
                * sum(k1, n1.min(right), |k| {
                    ((n1 - k) * (right - k)) as f64 / ((k + 1) * (n2 + k + 1 - right)) as f64
                });
        }
        // The other tail, from k1 - 1 down: with the sides exchanged it goes up.
        let from = right - (k1 - 1);
        let tail = point(k1 - 1)
            * sum(from, n2.min(right), |k| {
                ((n2 - k) * (right - k)) as f64 / ((k + 1) * (n1 + k + 1 - right)) as f64
            });
        1.0 - tail
    }

    /// The tables that are extreme: `extreme` holds up to some right answers of the baseline, and to more in each next row.
    fn region(self, extreme: impl Fn(Self) -> bool) -> Region {
        let mut below = 0;
        let rows = (0..=self.system.items)
            .map(|right| {
                let table = |other| Self {
                    system: Count {
                        right,
                        ..self.system
                    },
                    baseline: Count {
                        right: other,
                        ..self.baseline
                    },
                };
                while below <= self.baseline.items && extreme(table(below)) {
                    below += 1;
                }
                below
            })
            .collect();
        Region {
            rows,
            items: self.baseline.items,
        }
    }

    /// The largest probability of regions that share no table, over every share; `true`: of the sides exchanged.
    fn largest(self, regions: &[(bool, Region)]) -> Probability {
        let (n1, n2) = (self.system.items, self.baseline.items);
        let at = |share: f64| {
            let chance = Chance::new(share);
            let (first, second) = (points(n1, chance), points(n2, chance));
            regions
                .iter()
                .map(|(exchanged, region)| {
                    if *exchanged {
                        region.probability(&second, &first)
                    } else {
                        region.probability(&first, &second)
                    }
                })
                .sum::<f64>()
        };
        match Shares::new(n1 + n2, 0.0, 0.0, 1.0) {
            Some(shares) => Probability::new(shares.largest(None, |each| each.map(at), at).0),
            None => Probability::ONE,
        }
    }
}

impl Region {
    /// Probability of points of both sides.
    pub fn probability(&self, first: &[f64], second: &[f64]) -> f64 {
        let (mut below, mut chance, mut total) = (0, 0.0, 0.0);
        for (&limit, point) in self.rows.iter().zip(first) {
            while below < limit {
                chance += second[below as usize];
                below += 1;
            }
            total += point * if below > self.items { 1.0 } else { chance };
        }
        total
    }
}

/// Whether the z of one table is at least another's, which is above 0.
fn at_least((d, v): (i128, i128), (limit, limit_v): (i128, i128)) -> bool {
    d > 0 && d * d * limit_v >= limit * limit * v
}

/// `1 + r(k) + r(k) r(k + 1) + ...` up to `most`, without what no double sees.
fn sum(k: u64, most: u64, ratio: impl Fn(u64) -> f64) -> f64 {
    let (mut term, mut total) = (1.0, 1.0);
    for k in k..most {
        term *= ratio(k);
        total += term;
        if term < total * f64::EPSILON * 1e-3 {
            break;
        }
    }
    total
}

/// Every point of Bin(n, p), from the likeliest outwards.
pub(super) fn points(n: u64, chance: Chance) -> Vec<f64> {
    let mode = ((chance.p() * (n + 1) as f64) as u64).min(n);
    let odds = chance.failure_odds();
    // The ratios first: their divisions do not wait for each other.
    let (n, top) = (n as i32, mode as i32);
    let down = (0..top).map(|k| f64::from(k + 1) / f64::from(n - k) * odds);
    let up = (top..n).map(|k| f64::from(n - k) / f64::from(k + 1) / odds);
    let at_mode = std::iter::once(binomial::point(mode, n as u64, chance).value());
    let mut points: Vec<f64> = down.chain(at_mode).chain(up).collect();
    let mode = mode as usize;
    for k in (0..mode).rev() {
        points[k] *= points[k + 1];
    }
    for k in mode..n as usize {
        points[k + 1] *= points[k];
    }
    points
}
