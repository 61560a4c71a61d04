//! Where the largest probability first exceeds a limit, as the tested difference grows.
//!
//! Against a difference `delta` the tail changes by jumps, where a table becomes as extreme as the observed one or ceases to
//! be, and grows between them. Over a range of differences a table counts only where it counts at one of the ends (a property
//! of Tango's score, checked in `region.rs`), and a fixed set of tables with Barnard's convexity is likeliest at the
//! upper end. So the tables of either end, at the shares of the upper end, bound the whole range: where the bound keeps the
//! limit nothing is missed, and elsewhere the range is halved.

use super::region::{Region, Table, highest_row, lowest_row};
use super::shares::Shares;
use crate::interval::Interval;
use std::cell::Cell;

/// Ends are found to this part of the least standard error.
const RESOLUTION: f64 = 1e-9;

/// Maxima are found to this share of them.
const ENOUGH: f64 = 1e-10;

/// Beyond this share of it, a limit is exceeded whatever rounding did.
const CLEAR: f64 = 1e-9;

/// Differences closer to -1 are not asked: no margin and no share is that close.
const LEAST: f64 = -1.0 + 1e-12;

/// Tables that favour the system at least as much as the observed one, over the differences that are tested.
pub(super) struct Side {
    table: Table,
    /// Shares of items that differ.
    differing: Interval,
    /// The share at which the last bound was reached: often it shows at once that a limit is exceeded.
    likely: Cell<f64>,
}

impl Side {
    pub fn new(table: Table, differing: Interval) -> Self {
        Self { table, differing, likely: Cell::new(differing.low) }
    }

    /// The largest probability over all shares against `delta`; 0 where no share allows it.
    pub fn at(&self, delta: f64) -> f64 {
        self.bound(delta, delta, f64::INFINITY)
    }

    /// The same where it is at most `limit`, else any value that is clearly above.
    pub fn up_to(&self, delta: f64, limit: f64) -> f64 {
        self.bound(delta, delta, limit * (1.0 + CLEAR))
    }

    /// A bound of [`Self::at`] over `from..=to`, on one side of 0; any value above `enough` stands for all of them.
    fn bound(&self, from: f64, to: f64, enough: f64) -> f64 {
        let n = self.table.n;
        let Some(shares) = Shares::new(n, to, self.differing.low, self.differing.high) else { return 0.0 };
        let (low, high) = shares.ends();
        let lost = |share: f64| (0.5 * (share - to)).max(0.0);
        let rows = lowest_row(n, lost(low))..=highest_row(n, lost(high));
        let mut region = Region::new(self.table, to, rows.clone());
        if from < to {
            region = region.or(&Region::new(self.table, from, rows));
        }
        let probability = |share: f64| {
            let p01 = lost(share);
            region.probability((p01 + to).max(0.0), p01)
        };
        if enough.is_finite() {
            let quick = probability(self.likely.get().clamp(low, high));
            if quick > enough {
                return quick;
            }
        }
        let (largest, share) = shares.largest(probability);
        self.likely.set(share);
        largest
    }

    /// The least difference that any share allows.
    pub fn least(&self) -> f64 {
        (-self.differing.high).max(LEAST)
    }

    /// The least difference of `from..=to`, on one side of 0, whose largest probability exceeds `limit`, less at most
    /// [`Self::resolution`].
    pub fn first_above(&self, from: f64, to: f64, limit: f64) -> Option<f64> {
        if from > to || self.bound(from, to, limit) <= limit {
            return None;
        }
        if to - from <= self.resolution() {
            return Some(from);
        }
        let middle = f64::midpoint(from, to);
        self.first_above(from, middle, limit).or_else(|| self.first_above(middle, to, limit))
    }

    /// The largest of [`Self::at`] over `from..=to`, on one side of 0, or `known` where that is larger.
    pub fn largest(&self, from: f64, to: f64, known: f64) -> f64 {
        let enough = known * (1.0 + ENOUGH);
        if from > to {
            return known;
        }
        let bound = self.bound(from, to, enough);
        if bound <= enough {
            return known;
        }
        if to - from <= self.resolution() {
            return self.bound(from, to, f64::INFINITY).min(1.0);
        }
        let middle = f64::midpoint(from, to);
        let known = self.largest(middle, to, known.max(self.at(middle)));
        self.largest(from, middle, known)
    }

    /// How far off an end may be.
    pub fn resolution(&self) -> f64 {
        RESOLUTION * libm::sqrt((self.table.b + self.table.c + 1) as f64) / self.table.n as f64
    }
}
