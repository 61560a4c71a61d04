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

mod apart;
mod independent;
mod nested;
mod region;
mod search;
mod shares;

use crate::interval::{Interval, clopper_pearson};
use crate::margin::{Margin, MarginTest};
use crate::special::Chance;
use crate::{Alternative, Probability, StatsError, binomial};
pub use apart::UnconditionalApart;
pub use independent::IndependentShares;
use nested::{Level, Nested};
pub(crate) use region::last_that_holds;
use region::{Paired, Table};

/// Berger and Boos's gamma where none is asked for.
pub const GAMMA: f64 = 1e-6;

/// The unconditional exact test of paired 0/1 scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unconditional(Nested<Paired>);

/// Exact McNemar's one-sided p of "no difference", as it decides about 0.
fn mcnemar(test: &Nested<Paired>) -> Probability {
    let Table { b, c, .. } = test.table.table;
    binomial::upper(b, b + c, Chance::HALF)
}

impl Unconditional {
    /// `b` items that only the system has right, `c` that only the baseline has, of `n`; gamma is 1e-6.
    ///
    /// # Errors
    /// When `n` is 0 or above 2^53, or `b + c > n`.
    pub fn new(b: u64, c: u64, n: u64) -> Result<Self, StatsError> {
        Self::with_gamma(b, c, n, GAMMA)
    }

    /// As [`Self::new`] with a gamma that was fixed beforehand, 0 for every share.
    ///
    /// # Errors
    /// As [`Self::new`], or when gamma is outside [0, 1).
    pub fn with_gamma(b: u64, c: u64, n: u64, gamma: f64) -> Result<Self, StatsError> {
        const MOST: u64 = 1 << 53;
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
        let table = Paired {
            table: Table { b, c, n },
            differing,
        };
        Ok(Self(Nested { table, gamma }))
    }

    /// The p-value of "no difference".
    pub fn p(&self, alternative: Alternative) -> Probability {
        self.0.p(alternative)
    }

    /// Whether that p is at most `alpha`, which takes a single share where it clearly is not.
    pub fn rejects(&self, alternative: Alternative, alpha: f64) -> bool {
        self.0.rejects(alternative, alpha)
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
        self.0.interval_by(alternative, confidence, |test, level| {
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
        self.0.interval_by(alternative, confidence, |test, level| {
            mcnemar(test).scaled(level.factor).value() <= level.alpha
        })
    }

    /// One-sided tests against both limits of a margin, with the interval at confidence 1 - 2 alpha whose ends decide alike.
    ///
    /// # Errors
    /// When a limit is not inside (-1, 1) or `alpha` is outside (0, 1/2).
    pub fn margin(&self, margin: Margin, alpha: f64) -> Result<MarginTest, StatsError> {
        self.0.margin(margin, alpha)
    }

    /// Whether "worse by `size` or more" is rejected at level `alpha`, as [`Self::margin`] does.
    ///
    /// # Errors
    /// As [`Self::margin`].
    pub fn is_noninferior(&self, size: f64, alpha: f64) -> Result<bool, StatsError> {
        self.0.is_noninferior(size, alpha)
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
        self.0
            .superior(margin, alpha, |test, _: Level| mcnemar(test))
    }
}
