//! The unconditional exact test of two independent shares, its interval and its margin test (Chan & Zhang 1999).
//!
//! x of n items are right for the system and y of m other items for the baseline. Against a difference `delta` of the true shares, tables
//! are ordered by Miettinen and Nurminen's score z (1985); `P(Z >= z)` depends on the share of the baseline, and p is its largest value
//! over the share's Clopper-Pearson interval at confidence 1 - gamma, plus gamma (Berger & Boos 1994). p-values, interval and margin
//! tests are one decision, as the table of [`super`] has it.
//!
//! Against 0 the score is the pooled z, so that without gamma the one-sided p is Barnard's. Two-sided is twice the smaller one-sided p.
//! z is compared in integers against 0, and to 1e-9 elsewhere: a table so near counts as a tie. The score grows with x and falls with y
//! (Roehmel & Mansmann 1999), so that a tail is one threshold per x.
//!
//! Cost: 0.1 ms at 30 items a side, 1 ms at 1,000; an interval some hundred times as much.

use super::independent::{Region, points};
use super::nested::Nested;
use super::search::{LEAST, Ordered, RESOLUTION};
use super::shares::Shares;
use crate::interval::{Interval, clopper_pearson};
use crate::margin::{Margin, MarginTest};
use crate::special::Chance;
use crate::{Alternative, Probability, ScoreShares, StatsError};

/// Most items of a side: a p-value and an interval take 0.3 s there.
const MOST: u64 = 1_000;

/// Scores that are this close are those of one rank.
const EQUAL: f64 = 1e-9;

/// The unconditional exact test of 0/1 scores of different items.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UnconditionalApart(Nested<Apart>);

/// Right answers of two samples, with the shares of the baseline among which the largest probability is sought.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Apart {
    /// `(right, items)`.
    system: (u64, u64),
    baseline: (u64, u64),
    /// Interval of the share of each, system first.
    shares: [Interval; 2],
}

impl UnconditionalApart {
    /// The largest number of items of a side.
    pub const MOST: u64 = MOST;

    /// `(right, items)` of the system and of the baseline; gamma is 1e-6.
    ///
    /// # Errors
    /// When a side has no items or more than [`Self::MOST`], or more right answers than items.
    pub fn new(system: (u64, u64), baseline: (u64, u64)) -> Result<Self, StatsError> {
        ScoreShares::new(system, baseline)?;
        for (_, items) in [system, baseline] {
            if items > MOST {
                return Err(StatsError::OutOfRange {
                    name: "items of a side",
                    low: 1.0,
                    high: MOST as f64,
                    value: items as f64,
                });
            }
        }
        let gamma = super::GAMMA;
        let share = |(right, items)| clopper_pearson(right, items, 1.0 - gamma);
        let table = Apart {
            system,
            baseline,
            shares: [share(system)?, share(baseline)?],
        };
        Ok(Self(Nested { table, gamma }))
    }

    /// The p-value of "no difference".
    pub fn p(&self, alternative: Alternative) -> Probability {
        self.0.p(alternative)
    }

    /// The interval of the difference: 0 is outside exactly where p is at most 1 - confidence. One-sided, the bound that goes with the
    /// test; the other end is that of the range, -1 or 1.
    ///
    /// # Errors
    /// When `confidence` is outside (0, 1).
    pub fn interval(
        &self,
        alternative: Alternative,
        confidence: f64,
    ) -> Result<Interval, StatsError> {
        self.0.interval_by(alternative, confidence, |test, level| {
            level.rejects(test.side().at(0.0))
        })
    }

    /// One-sided tests against both limits of a margin, with the interval at confidence 1 - 2 alpha whose ends decide alike.
    ///
    /// # Errors
    /// When a limit is not inside (-1, 1) or `alpha` is outside (0, 1/2).
    pub fn margin(&self, margin: Margin, alpha: f64) -> Result<MarginTest, StatsError> {
        self.0.margin(margin, alpha)
    }

    /// One-sided tests of a gain beyond a margin, as [`super::Unconditional::superior`].
    ///
    /// # Errors
    /// When a limit is not inside [0, 1) or `alpha` is outside (0, 1/2).
    pub fn superior(&self, margin: Margin, alpha: f64) -> Result<MarginTest, StatsError> {
        self.0
            .superior(margin, alpha, |test, level| level.p(test.side().at(0.0)))
    }
}

impl Apart {
    /// The shares of system and baseline against `delta`, given the larger of the two.
    fn chances(delta: f64, larger: f64) -> (f64, f64) {
        if delta >= 0.0 {
            (larger, (larger - delta).max(0.0))
        } else {
            ((larger + delta).max(0.0), larger)
        }
    }

    fn with(&self, system: u64, baseline: u64) -> ScoreShares {
        ScoreShares::from_counts((system, self.system.1), (baseline, self.baseline.1))
    }
}

impl Ordered for Apart {
    type Region = Region;

    fn exchanged(self) -> Self {
        let [system, baseline] = self.shares;
        Self {
            system: self.baseline,
            baseline: self.system,
            shares: [baseline, system],
        }
    }

    fn observed(&self) -> f64 {
        self.with(self.system.0, self.baseline.0).difference()
    }

    fn error(&self) -> f64 {
        let variance = |(right, items): (u64, u64)| {
            let share = (right as f64 + 0.5) / (items as f64 + 1.0);
            share * (1.0 - share) / items as f64
        };
        libm::sqrt(variance(self.system) + variance(self.baseline))
    }

    fn resolution(&self) -> f64 {
        RESOLUTION * self.error()
    }

    fn range(&self) -> (f64, f64) {
        let baseline = self.shares[1];
        let least = (-baseline.high).max(LEAST);
        (least, (1.0 - baseline.low).min(-LEAST))
    }

    fn is_open(&self) -> bool {
        self.shares[1].high == 1.0
    }

    fn shares(&self, delta: f64) -> Option<Shares> {
        let Interval { low, high, .. } = self.shares[1];
        // The larger share is that of the system where the difference is above 0.
        let (low, high) = (low + delta.max(0.0), (high + delta.max(0.0)).min(1.0));
        if low > 1.0 {
            return None;
        }
        Shares::new(self.system.1 + self.baseline.1, delta, low, high)
    }

    fn region(&self, delta: f64, _: f64, _: (f64, f64)) -> Region {
        let (x, y) = (self.system.0, self.baseline.0);
        let observed = self.with(x, y);
        let z = observed.statistic(delta);
        let limit = z - EQUAL * (1.0 + z.abs());
        let reaches = |x: u64, y: u64| {
            let table = self.with(x, y);
            if delta == 0.0 {
                table.is_at_least(&observed)
            } else {
                table.statistic(delta) >= limit
            }
        };
        let mut below = 0;
        let rows = (0..=self.system.1)
            .map(|x| {
                while below <= self.baseline.1 && reaches(x, below) {
                    below += 1;
                }
                below
            })
            .collect();
        Region {
            rows,
            items: self.baseline.1,
        }
    }

    fn union(mut one: Region, other: &Region) -> Region {
        for (mine, theirs) in one.rows.iter_mut().zip(&other.rows) {
            *mine = (*mine).max(*theirs);
        }
        one
    }

    fn probabilities<const L: usize>(
        &self,
        region: &Region,
        delta: f64,
        shares: [f64; L],
    ) -> [f64; L] {
        shares.map(|share| {
            let (system, baseline) = Self::chances(delta, share);
            let points = |items, share| points(items, Chance::new(share));
            region.probability(
                &points(self.system.1, system),
                &points(self.baseline.1, baseline),
            )
        })
    }
}
