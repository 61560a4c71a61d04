//! One-sided tests of every difference as one decision: p-values, interval and margin tests of an order of tables.

use super::search::{Ordered, Side};
use crate::error::share;
use crate::interval::Interval;
use crate::margin::{Margin, MarginTest};
use crate::{Alternative, Probability, StatsError};

/// When a largest probability s rejects: `factor s + gamma <= alpha`.
#[derive(Clone, Copy)]
pub(super) struct Level {
    pub factor: f64,
    gamma: f64,
    pub alpha: f64,
}

impl Level {
    pub fn p(self, largest: f64) -> Probability {
        Probability::new(self.factor * largest + self.gamma)
    }

    pub fn rejects(self, largest: f64) -> bool {
        self.p(largest).value() <= self.alpha
    }

    pub fn limit(self) -> f64 {
        (self.alpha - self.gamma) / self.factor
    }
}

/// A table whose p-values are the largest over the unknown share, plus gamma.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Nested<T> {
    pub table: T,
    pub gamma: f64,
}

impl<T: Ordered> Nested<T> {
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
            Alternative::TwoSided if self.table.observed() >= 0.0 => (*self, 2.0),
            Alternative::TwoSided => (self.exchanged(), 2.0),
            Alternative::Greater => (*self, 1.0),
            Alternative::Less => (self.exchanged(), 1.0),
        }
    }

    pub fn interval_by(
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
    /// one-sided p against 0 that is in use, so that a gain of M is never shown where a difference is not.
    ///
    /// `p_low` is of the system's gain beyond `margin.low()`, `p_high` of the baseline's beyond `-margin.high()`, as in
    /// [`Margin::beyond`].
    ///
    /// # Errors
    /// When a limit is not inside [0, 1) or `alpha` is outside (0, 1/2).
    pub fn superior(
        &self,
        margin: Margin,
        alpha: f64,
        at_zero: impl Fn(&Self, Level) -> Probability,
    ) -> Result<MarginTest, StatsError> {
        share("2 alpha", 2.0 * alpha)?;
        let level = self.level(1.0, alpha);
        let one = |test: Self, limit: f64| {
            if !(0.0..1.0).contains(&limit) {
                return Err(StatsError::BadShare {
                    name: "the margin",
                    value: limit,
                });
            }
            let at_zero = at_zero(&test, level);
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

    pub fn level(&self, factor: f64, alpha: f64) -> Level {
        Level {
            factor,
            gamma: self.gamma,
            alpha,
        }
    }

    /// The tables that favour the system.
    pub fn side(&self) -> Side<T> {
        Side::new(self.table)
    }

    /// The test with the roles of system and baseline exchanged.
    pub fn exchanged(&self) -> Self {
        Self {
            table: self.table.exchanged(),
            ..*self
        }
    }

    /// The first difference that is not rejected, given what was decided about 0 and others, in pairs of difference and
    /// whether it is rejected.
    fn lower_end(&self, level: Level, decided: &[(f64, bool)]) -> f64 {
        let side = self.side();
        let least = side.least();
        let observed = self.table.observed();
        let rejected = decided.iter().filter(|d| d.1).map(|d| d.0);
        let kept = decided.iter().filter(|d| !d.1).map(|d| d.0);
        let from = rejected.fold(least, f64::max);
        let to = kept.fold(observed, f64::min).max(from);
        let limit = level.limit();
        // 0 was decided: it is never inside the range.
        match side.first_above(from, to, limit) {
            // What was rejected is outside.
            Some(end) if end == from && from > least => from + side.resolution(),
            Some(end) if end == least && self.table.is_open() => -1.0,
            Some(end) => end,
            None => to,
        }
    }
}
