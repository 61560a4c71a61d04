//! Where the largest probability first exceeds a limit, as the tested difference grows.
//!
//! Against a difference `delta` the tail changes by jumps, where a table becomes as extreme as the observed one or ceases to
//! be, and grows between them. Over a range of differences a table counts only where it counts at one of the ends (a property
//! of Tango's score, checked in `region.rs`), and a fixed set of tables with Barnard's convexity is likeliest at the
//! upper end. (Of two independent shares likewise: Miettinen and Nurminen's score, checked in `apart.rs`.) So the tables of either end, at the shares of the upper end, bound the whole range: where the bound keeps the
//! limit nothing is missed, and elsewhere the range is halved.

use super::shares::{LANES, Shares};
use crate::special::normal_quantile;
use std::cell::Cell;

/// Ranges that are searched grow by this with their distance from the guess.
const NEARER: f64 = 32.0;

/// Maxima are found to this share of them.
const ENOUGH: f64 = 1e-10;

/// Beyond this share of it, a limit is exceeded whatever rounding did.
const CLEAR: f64 = 1e-9;

/// Differences closer to -1 are not asked: no margin and no share is that close.
pub(super) const LEAST: f64 = -1.0 + 1e-12;

/// Ends are found to this part of the least standard error.
pub(super) const RESOLUTION: f64 = 1e-9;

/// A kind of table of 0/1 scores, ordered by its score against a difference.
pub(super) trait Ordered: Copy {
    /// Tables that score at least as high as the observed one.
    type Region;

    /// The table with the roles of system and baseline exchanged.
    fn exchanged(self) -> Self;

    /// The observed difference.
    fn observed(&self) -> f64;

    /// About the standard error of the difference, above 0.
    fn error(&self) -> f64;

    /// How far off an end may be.
    fn resolution(&self) -> f64;

    /// The least and the largest difference that any share allows.
    fn range(&self) -> (f64, f64);

    /// `true` if every share is asked, so that [`Self::range`] ends at -1 and 1.
    fn is_open(&self) -> bool;

    /// The unknown shares against `delta`, `None` if none allows it.
    fn shares(&self, delta: f64) -> Option<Shares>;

    /// The tables against `delta`, as far as shares from `low` to `high` make them likely where the difference is `true_difference`.
    fn region(&self, delta: f64, true_difference: f64, shares: (f64, f64)) -> Self::Region;

    /// The tables of either of two regions of the same range of shares.
    fn union(one: Self::Region, other: &Self::Region) -> Self::Region;

    /// The probabilities of a region against `delta` at several shares.
    fn probabilities<const L: usize>(
        &self,
        region: &Self::Region,
        delta: f64,
        shares: [f64; L],
    ) -> [f64; L];
}

/// Tables that favour the system at least as much as the observed one, over the differences that are tested.
pub(super) struct Side<T> {
    table: T,
    /// The share at which the last bound was reached: often it shows at once that a limit is exceeded.
    likely: Cell<f64>,
}

impl<T: Ordered> Side<T> {
    pub fn new(table: T) -> Self {
        Self {
            table,
            likely: Cell::new(0.0),
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
        let to = if from < to {
            to.min(self.table.range().1.max(from))
        } else {
            to
        };
        let Some(shares) = self.table.shares(to) else {
            return 0.0;
        };
        let (low, high) = shares.ends();
        let mut region = self.table.region(to, to, (low, high));
        if from < to {
            region = T::union(region, &self.table.region(from, to, (low, high)));
        }
        let probability = |share: f64| {
            let [one] = self.table.probabilities(&region, to, [share]);
            one
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
            |shares: [f64; LANES]| self.table.probabilities(&region, to, shares),
            probability,
        );
        self.likely.set(share);
        largest
    }

    /// The least difference that any share allows.
    pub fn least(&self) -> f64 {
        self.table.range().0
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
        let score = |p: f64| normal_quantile(p.clamp(1e-300, 1.0 - 1e-16));
        let goal = score(limit);
        let (observed, error) = (self.table.observed(), self.table.error());
        let (least, most) = self.table.range();
        let inside = |delta: f64| delta.clamp(least, most);
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
        let region = self.table.region(delta, delta, (share, share));
        let [one] = self.table.probabilities(&region, delta, [share]);
        one
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
        self.table.resolution()
    }
}
