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
use crate::special::normal_quantile;
use std::cell::Cell;

/// Ends are found to this part of the least standard error.
const RESOLUTION: f64 = 1e-9;

/// Ranges that are searched grow by this with their distance from the guess.
const NEARER: f64 = 32.0;

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
        Self {
            table,
            differing,
            likely: Cell::new(differing.low),
        }
    }

    /// The largest probability over all shares against `delta`; 0 where no share allows it.
    pub fn at(&self, delta: f64) -> f64 {
        self.bound(delta, delta, f64::INFINITY)
    }

    /// The largest probability where it is at most `limit`, else any value that is clearly above.
    pub fn up_to(&self, delta: f64, limit: f64) -> f64 {
        self.bound(delta, delta, limit * (1.0 + CLEAR))
    }

    /// A bound of [`Self::at`] over `from..=to`, on one side of 0; any value above `enough` stands for all of them.
    fn bound(&self, from: f64, to: f64, enough: f64) -> f64 {
        let n = self.table.n;
        let Some(shares) = Shares::new(n, to, self.differing.low, self.differing.high) else {
            return 0.0;
        };
        let (low, high) = shares.ends();
        let lost = |share: f64| (0.5 * (share - to)).max(0.0);
        let rows = lowest_row(n, lost(low))..=highest_row(n, lost(high));
        let mut region = Region::new(self.table, to, rows.clone());
        if from < to {
            region = region.or(&Region::new(self.table, from, rows));
        }
        let chances = |share: f64| ((lost(share) + to).max(0.0), lost(share));
        let probability = |share: f64| {
            let (p10, p01) = chances(share);
            region.probability(p10, p01)
        };
        if enough.is_finite() {
            let quick = probability(self.likely.get().clamp(low, high));
            if quick > enough {
                return quick;
            }
        }
        let limit = enough.is_finite().then_some(enough);
        let (largest, share) = shares.largest(
            limit,
            |shares| region.probabilities(shares.map(chances)),
            probability,
        );
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
        let guess = self.guess(limit);
        // Ranges that shrink towards the guess: far from it a wide one is settled at once.
        let mut distance = 0.5 * self.resolution();
        let mut cuts = Vec::new();
        while distance < 2.0 {
            cuts.extend([guess - distance, guess + distance]);
            distance *= NEARER;
        }
        cuts.retain(|&cut| from < cut && cut < to);
        cuts.push(to);
        cuts.sort_by(f64::total_cmp);
        let mut start = from;
        cuts.into_iter().find_map(|end| {
            let found = self.first_above_by_halving(start, end, limit);
            start = end;
            found
        })
    }

    fn first_above_by_halving(&self, from: f64, to: f64, limit: f64) -> Option<f64> {
        if from > to || self.bound(from, to, limit) <= limit {
            return None;
        }
        if to - from <= self.resolution() {
            return Some(from);
        }
        let middle = f64::midpoint(from, to);
        let lower = self.first_above_by_halving(from, middle, limit);
        lower.or_else(|| self.first_above_by_halving(middle, to, limit))
    }

    /// About where the largest probability is `limit`; only the time of a search depends on it.
    ///
    /// The share of the largest is nearly that of the guess before, and on one share a normal score is nearly a line.
    fn guess(&self, limit: f64) -> f64 {
        let Table { b, c, n } = self.table;
        let score = |p: f64| normal_quantile(p.clamp(1e-300, 1.0 - 1e-16));
        let goal = score(limit);
        let observed = (b as f64 - c as f64) / n as f64;
        let error = libm::sqrt(((b + c + 1) as f64 / n as f64 - observed * observed) / n as f64);
        let inside = |delta: f64| delta.clamp(self.least(), -self.least());
        let mut place = inside(observed + goal * error);
        let mut slope = 1.0 / error;
        for _ in 0..2 {
            // Of the largest.
            let mut value = score(self.at(place)) - goal;
            for _ in 0..6 {
                let step = (-value / slope).clamp(-error, error);
                let next = inside(place + step);
                if (next - place).abs() < self.resolution() {
                    break;
                }
                let there = score(self.on_likely(next)) - goal;
                let found = (there - value) / (next - place);
                if found.is_finite() && found > 0.0 {
                    slope = found;
                }
                (place, value) = (next, there);
            }
        }
        place
    }

    /// The probability on the share at which the last bound was reached.
    fn on_likely(&self, delta: f64) -> f64 {
        let share = self.likely.get().max(delta.abs());
        let lost = (0.5 * (share - delta)).max(0.0);
        let n = self.table.n;
        let region = Region::new(
            self.table,
            delta,
            lowest_row(n, lost)..=highest_row(n, lost),
        );
        region.probability((lost + delta).max(0.0), lost)
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
