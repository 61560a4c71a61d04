//! The unconditional exact test of two systems judged right or wrong on the same items, its interval and its margin test.
//!
//! Among n items, b are won by the system alone and c by the baseline alone; both shares are unknown. The statistic against a
//! difference `delta` of the two shares is Tango's score z (1998), `(b - c) / sqrt(b + c)` against 0 and 0 where b + c = 0.
//! `P(Z >= z)` depends on the share of items that differ, and p is its largest value over the share's Clopper-Pearson
//! interval at confidence 1 - gamma, plus gamma (Berger & Boos 1994); gamma = 0 asks every share (Suissa & Shuster 1991).
//! Ties with the observed table count. So p holds its level whatever share of items differs.
//!
//! | what | definition |
//! |---|---|
//! | s(delta) | largest `P(Z >= z)` over the shares, against `delta`; 0 where none allows it |
//! | one-sided p | s(0) + gamma; of the exchanged counts for "worse" |
//! | two-sided p | 2 s(0) + gamma for the side of the larger count, at most 1 |
//! | interval | every delta that is not rejected on either side, with what lies between and the observed difference |
//! | margin test | one-sided p against the margin, as below |
//!
//! s(delta) need not grow everywhere. Against a margin below 0, p is the largest s of all differences beyond it, but not
//! more than s(0); the lower end of an interval is where that exceeds the limit first, or where s does above a rejected 0.
//! So p, interval and margin test are one decision: p <= alpha exactly where 0, or the margin, is outside the closed
//! interval. (Without the part "not more than s(0)" 0 could be rejected and yet lie inside: 1 table in 1,000.)
//!
//! Accuracy: p to 1e-9 of itself (golden cases agree to 1e-13), ends to 1e-9 standard errors. Without gamma, p below
//! 1e-250 is not to be trusted. Cost: some 30 shares of at most 20 standard errors of rows, 0.1 ms at 1,000 items and 2 ms at
//! 1,000,000; an interval 1 ms at 100 items, 4 ms at 2,000 and 25 ms at 1,000,000. Sizes and powers: `docs/calibration.md`.

mod independent;
mod region;
mod search;
mod shares;

use crate::error::share;
use crate::interval::{Interval, clopper_pearson};
use crate::special::Chance;
use crate::test::{Margin, MarginTest};
use crate::{Alternative, Probability, StatsError, binomial};
pub use independent::IndependentShares;
use region::Table;
use search::Side;

/// Berger and Boos's gamma where none is asked for.
pub const GAMMA: f64 = 1e-6;

/// The unconditional exact test of paired 0/1 scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unconditional {
    table: Table,
    gamma: f64,
    /// Shares of items that differ among which the largest probability is sought.
    differing: Interval,
}

/// When a largest probability s rejects: `factor s + gamma <= alpha`.
#[derive(Clone, Copy)]
struct Level {
    factor: f64,
    gamma: f64,
    alpha: f64,
}

impl Level {
    fn p(self, largest: f64) -> Probability {
        Probability::new(self.factor * largest + self.gamma)
    }

    fn rejects(self, largest: f64) -> bool {
        self.p(largest).value() <= self.alpha
    }

    fn limit(self) -> f64 {
        (self.alpha - self.gamma) / self.factor
    }
}

impl Unconditional {
    /// `b` items that only the system has right, `c` that only the baseline has, of `n`; gamma is 1e-6.
    ///
    /// # Errors
    /// When `n` is 0 or above 2^32, or `b + c > n`.
    pub fn new(b: u64, c: u64, n: u64) -> Result<Self, StatsError> {
        Self::with_gamma(b, c, n, GAMMA)
    }

    /// As [`Self::new`] with a gamma that was fixed beforehand, 0 for every share.
    ///
    /// # Errors
    /// As [`Self::new`], or when gamma is outside [0, 1).
    pub fn with_gamma(b: u64, c: u64, n: u64, gamma: f64) -> Result<Self, StatsError> {
        const MOST: u64 = 1 << 32;
        if n > MOST {
            let (name, value) = ("n", n as f64);
            return Err(StatsError::OutOfRange {
                name,
                low: 1.0,
                high: MOST as f64,
                value,
            });
        }
        let differing = clopper_pearson(
            b.saturating_add(c),
            n,
            if gamma == 0.0 { 0.5 } else { 1.0 - gamma },
        )?;
        let differing = if gamma == 0.0 {
            Interval::new(0.0, 1.0)?
        } else {
            differing
        };
        Ok(Self {
            table: Table { b, c, n },
            gamma,
            differing,
        })
    }

    /// The p-value of "no difference".
    pub fn p(&self, alternative: Alternative) -> Probability {
        let (test, factor) = self.towards(alternative);
        test.level(factor, 1.0).p(test.side().at(0.0))
    }

    /// Whether that p is at most `alpha`, which takes a single share where it clearly is not.
    pub fn rejects(&self, alternative: Alternative, alpha: f64) -> bool {
        let (test, factor) = self.towards(alternative);
        let level = test.level(factor, alpha);
        level.rejects(test.side().up_to(0.0, level.limit()))
    }

    /// The test with the counts in the order of the alternative, and how many sides it has.
    fn towards(&self, alternative: Alternative) -> (Self, f64) {
        match alternative {
            Alternative::TwoSided if self.table.b >= self.table.c => (*self, 2.0),
            Alternative::TwoSided => (self.exchanged(), 2.0),
            Alternative::Greater => (*self, 1.0),
            Alternative::Less => (self.exchanged(), 1.0),
        }
    }

    /// The interval of the difference: 0 is outside exactly where p is at most 1 - confidence. One-sided, the bound that goes
    /// with the test; the other end is that of the range, -1 or 1.
    ///
    /// # Errors
    /// When `confidence` is outside (0, 1).
    pub fn interval(
        &self,
        alternative: Alternative,
        confidence: f64,
    ) -> Result<Interval, StatsError> {
        self.interval_by(alternative, confidence, |test, level| {
            level.rejects(test.side().at(0.0))
        })
    }

    /// The interval that goes with the exact conditional test (McNemar): every difference but 0 is tested as here, and 0 by
    /// `P(Bin(b + c, 1/2) >= b)`, which holds its level whatever share differs.
    ///
    /// The set of all differences whose own test does not reject covers with probability `confidence` or more, as each of these
    /// tests holds its level (Neyman 1937); it is filled up to an interval. An end is exactly 0 where the two tests disagree
    /// about 0.
    ///
    /// # Errors
    /// When `confidence` is outside (0, 1).
    pub fn conditional_interval(
        &self,
        alternative: Alternative,
        confidence: f64,
    ) -> Result<Interval, StatsError> {
        self.interval_by(alternative, confidence, |test, level| {
            let Table { b, c, .. } = test.table;
            binomial::upper(b, b + c, Chance::HALF)
                .scaled(level.factor)
                .value()
                <= level.alpha
        })
    }

    /// One-sided tests against both limits of a margin, with the interval at confidence 1 - 2 alpha whose ends decide alike.
    ///
    /// # Errors
    /// When a limit is not inside (-1, 1) or `alpha` is outside (0, 1/2).
    pub fn margin(&self, margin: Margin, alpha: f64) -> Result<MarginTest, StatsError> {
        share("2 alpha", 2.0 * alpha)?;
        let level = self.level(1.0, alpha);
        let one = |test: Self, limit: f64| {
            share("the size of a limit", limit.abs())?;
            let (at_zero, beyond) = test.beyond(limit);
            let decided = [
                (0.0, level.rejects(at_zero)),
                (limit, level.rejects(beyond)),
            ];
            Ok((level.p(beyond), test.lower_end(level, &decided)))
        };
        let (p_low, low) = one(*self, margin.low())?;
        let (p_high, high) = one(self.exchanged(), -margin.high())?;
        Ok(MarginTest {
            p_low,
            p_high,
            interval: Interval::new(low, -high)?,
        })
    }

    /// Whether "worse by `size` or more" is rejected at level `alpha`, as [`Self::margin`] does.
    ///
    /// # Errors
    /// As [`Self::margin`].
    pub fn is_noninferior(&self, size: f64, alpha: f64) -> Result<bool, StatsError> {
        share("2 alpha", 2.0 * alpha)?;
        share("the size of a limit", size)?;
        let (level, side) = (self.level(1.0, alpha), self.side());
        // A difference beyond the limit that is not rejected settles it, unless 0 is.
        let kept = !level.rejects(side.up_to(-size, level.limit()));
        let at_zero = || level.rejects(side.at(0.0));
        Ok(if kept {
            at_zero()
        } else {
            level.rejects(self.beyond(-size).1)
        })
    }

    /// One-sided tests of a gain beyond a margin, with the interval at confidence 1 - 2 alpha whose ends decide alike.
    ///
    /// The null "the gain is at most M" holds every difference up to M, so its p is the largest over all of them. It is at least the
    /// one-sided p of exact McNemar against 0, so that a gain of M is never shown where a difference is not.
    ///
    /// `p_low` is of the system's gain beyond `margin.low()`, `p_high` of the baseline's beyond `-margin.high()`, as in
    /// [`Margin::beyond`].
    ///
    /// # Errors
    /// When a limit is not inside [0, 1) or `alpha` is outside (0, 1/2).
    pub fn superior(&self, margin: Margin, alpha: f64) -> Result<MarginTest, StatsError> {
        share("2 alpha", 2.0 * alpha)?;
        let level = self.level(1.0, alpha);
        let one = |test: Self, limit: f64| {
            if !(0.0..1.0).contains(&limit) {
                return Err(StatsError::BadShare {
                    name: "the margin",
                    value: limit,
                });
            }
            let Table { b, c, .. } = test.table;
            let at_zero = binomial::upper(b, b + c, Chance::HALF);
            let side = test.side();
            let gain = side.largest(0.0, limit, side.at(limit));
            let loss = side.largest(side.least(), 0.0, side.at(0.0));
            let p = level.p(gain.max(loss)).max(at_zero);
            let decided = [(0.0, at_zero.value() <= alpha), (limit, p.value() <= alpha)];
            Ok((p, test.lower_end(level, &decided)))
        };
        let (p_low, low) = one(*self, margin.low())?;
        let (p_high, high) = one(self.exchanged(), -margin.high())?;
        Ok(MarginTest {
            p_low,
            p_high,
            interval: Interval::new(low, -high)?,
        })
    }

    /// The largest probability against 0, and of all differences beyond a limit; what rejects 0 rejects all below.
    fn beyond(&self, limit: f64) -> (f64, f64) {
        let side = self.side();
        let at_zero = side.at(0.0);
        (
            at_zero,
            side.largest(side.least(), limit, side.at(limit))
                .min(at_zero),
        )
    }

    fn level(&self, factor: f64, alpha: f64) -> Level {
        Level {
            factor,
            gamma: self.gamma,
            alpha,
        }
    }

    /// What favours the system.
    fn side(&self) -> Side {
        Side::new(self.table, self.differing)
    }

    fn exchanged(&self) -> Self {
        Self {
            table: self.table.swapped(),
            ..*self
        }
    }

    fn interval_by(
        &self,
        alternative: Alternative,
        confidence: f64,
        rejects_zero: impl Fn(&Self, Level) -> bool,
    ) -> Result<Interval, StatsError> {
        let factor = if alternative == Alternative::TwoSided {
            2.0
        } else {
            1.0
        };
        let level = self.level(factor, 1.0 - share("confidence", confidence)?);
        let end = |test: &Self| test.lower_end(level, &[(0.0, rejects_zero(test, level))]);
        Interval::new(
            if alternative == Alternative::Less {
                -1.0
            } else {
                end(self)
            },
            if alternative == Alternative::Greater {
                1.0
            } else {
                -end(&self.exchanged())
            },
        )
    }

    /// The first difference that is not rejected, given what was decided about 0 and others, in pairs of difference and
    /// whether it is rejected.
    fn lower_end(&self, level: Level, decided: &[(f64, bool)]) -> f64 {
        let Table { b, c, n } = self.table;
        let side = self.side();
        let least = side.least();
        let observed = (b as f64 - c as f64) / n as f64;
        let rejected = decided.iter().filter(|d| d.1).map(|d| d.0);
        let kept = decided.iter().filter(|d| !d.1).map(|d| d.0);
        let from = rejected.fold(least, f64::max);
        let to = kept.fold(observed, f64::min).max(from);
        let limit = level.limit();
        // 0 was decided: it is never inside the range.
        match side.first_above(from, to, limit) {
            // What was rejected is outside.
            Some(end) if end == from && from > least => from + side.resolution(),
            Some(end) if end == least && self.differing.high == 1.0 => -1.0,
            Some(end) => end,
            None => to,
        }
    }
}
