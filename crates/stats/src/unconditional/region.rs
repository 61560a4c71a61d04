//! Tables at least as extreme as the observed one, and their probability.
//!
//! A table of n items is (b, c): b won by the system alone, c by the baseline alone. It is at least as extreme when its
//! Tango score (1998) against the difference that is tested is at least the observed one. The score grows with b and falls
//! with c (Barnard's convexity), so a row c holds the tables from a least b on, which does not fall from one row to the next,
//! until no table of a row is reached.
//!
//! The probability of all rows is a sum of binomial tails weighted by binomial points. From one row to the one below, a
//! tail of `Bin(n - c, t)` gains an item and its threshold may fall:
//!
//! ```text
//! P(X_{N+1} >= k) = P(X_N >= k) + t P(X_N = k - 1)      P(X_N >= k - 1) = P(X_N >= k) + P(X_N = k - 1)
//! ```
//!
//! All terms are positive: relative accuracy is that of the first row's tail, 1e-13, as far down as 1e-250.

use super::search::{LEAST, Ordered, RESOLUTION};
use super::shares::Shares;
use crate::binomial;
use crate::interval::{Interval, score_at};
use crate::special::Chance;
use std::ops::RangeInclusive;

/// Scores this close, relative to 1 + abs(score), are equal: rounding may only raise p. A score is off by 1e-14 of that.
const ROUNDING: f64 = 1e-12;

/// Whether a rest may be dropped is asked every so many rows.
const ROWS_BETWEEN_LOOKS: u64 = 8;

/// The rest of a sum may be dropped below this share of it.
const NEGLIGIBLE: f64 = 1e-13;

/// Logarithm of the probability of a row below which none weighs (in the exponent of Bernstein's bound).
const RARE: f64 = 46.0;

/// Logarithms of starting points stay above this: their products do not underflow.
const SMALLEST: f64 = -320.0;

/// Discordant counts of n items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Table {
    pub b: u64,
    pub c: u64,
    pub n: u64,
}

impl Table {
    pub fn swapped(self) -> Self {
        Self {
            b: self.c,
            c: self.b,
            n: self.n,
        }
    }

    /// Whether (b, c) scores at least as high as this table against `delta`.
    ///
    /// Against 0 the score is (b - c) / sqrt(b + c), compared in integers, and 0 where b + c = 0.
    fn is_reached_by(self, b: u64, c: u64, delta: f64, score: f64) -> bool {
        if delta == 0.0 {
            let square = |b: u64, c: u64| {
                let gap = i128::from(b) - i128::from(c);
                gap * gap.abs()
            };
            return square(b, c) * i128::from((self.b + self.c).max(1))
                >= square(self.b, self.c) * i128::from((b + c).max(1));
        }
        score_at(b as f64, c as f64, self.n as f64, delta) >= score - ROUNDING * (1.0 + score.abs())
    }
}

/// Tables at least as extreme, in a window of rows.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Region {
    n: u64,
    first: u64,
    /// The least b of each row c from `first` on; n - c + 1 where there is none.
    least: Vec<u64>,
}

/// One pair of chances: that the system wins an item which the baseline does not, and that the baseline does.
#[derive(Clone, Copy)]
struct Lane {
    won: Chance,
    lost: Chance,
    /// The row to begin with; none where the probability is known without rows.
    start: Option<u64>,
}

impl Default for Lane {
    fn default() -> Self {
        Self {
            won: Chance::HALF,
            lost: Chance::HALF,
            start: None,
        }
    }
}

impl Region {
    /// Those of the rows that score at least as high as `table` against `delta`.
    pub fn new(table: Table, delta: f64, rows: RangeInclusive<u64>) -> Self {
        let (first, last) = (*rows.start(), *rows.end());
        let score = score_at(table.b as f64, table.c as f64, table.n as f64, delta);
        let reached = |b: u64, c: u64| table.is_reached_by(b, c, delta, score);
        let mut least = vec![0; (last - first + 1) as usize];
        let (mut low, mut high) = (0, table.n - last + 1);
        while low < high {
            let middle = low.midpoint(high);
            if reached(middle, last) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        let (mut c, mut k) = (last, high);
        loop {
            least[(c - first) as usize] = k;
            // At one b - c the score moves one way from row to row, so the rows that keep it are found by a search, down to b = 1.
            let same = |rows: u64| reached(k - rows, c - rows) && !reached(k - rows - 1, c - rows);
            let most = if k > table.n - c {
                0
            } else {
                (c - first).min(k.saturating_sub(1))
            };
            let run = last_that_holds(most, same);
            for row in 1..=run {
                least[(c - row - first) as usize] = k - row;
            }
            (c, k) = (c - run, k - run);
            if c == first {
                break;
            }
            // No table of the row above was reached: this row may have none either.
            k += u64::from(k == table.n - c + 1);
            c -= 1;
            while k > 0 && reached(k - 1, c) {
                k -= 1;
            }
        }
        Self {
            n: table.n,
            first,
            least,
        }
    }

    /// The tables of either, over the same rows.
    pub fn or(mut self, other: &Self) -> Self {
        for (mine, theirs) in self.least.iter_mut().zip(&other.least) {
            *mine = (*mine).min(*theirs);
        }
        self
    }

    /// Probabilities for several pairs of `p10` and `p01` at once: what depends on rows alone is computed once for all.
    pub fn probabilities<const L: usize>(&self, chances: [(f64, f64); L]) -> [f64; L] {
        let mut totals = [0.0; L];
        let Some(possible) = self.rows_up_to(|c, k| k <= self.n - c) else {
            return totals;
        };
        let mut lanes = [Lane::default(); L];
        for ((lane, total), (p10, p01)) in lanes.iter_mut().zip(&mut totals).zip(chances) {
            let theta = (p10 / (1.0 - p01)).min(1.0);
            let certain = if p10 <= 0.0 {
                self.rows_up_to(|_, k| k == 0)
            } else if theta >= 1.0 {
                Some(possible)
            } else {
                let (won, lost) = (Chance::new(theta), Chance::new(p01));
                *lane = Lane {
                    won,
                    lost,
                    start: Some(self.start(possible, won, lost)),
                };
                continue;
            };
            *total = certain.map_or(0.0, |c| {
                binomial::lower(c, self.n, Chance::new(p01)).value()
            });
        }
        self.add(&lanes, &mut totals);
        totals
    }

    /// Adds the rows from each lane's start down. A lane is all 0 above its start.
    fn add<const L: usize>(&self, lanes: &[Lane; L], totals: &mut [f64; L]) {
        let Some(top) = lanes.iter().filter_map(|lane| lane.start).max() else {
            return;
        };
        let (mut weight, mut point, mut tail) = ([0.0; L], [0.0; L], [0.0; L]);
        let failure = lanes.map(|lane| lane.won.q());
        let odds = lanes.map(|lane| lane.won.q() / lane.won.p());
        let lost_odds = lanes.map(|lane| lane.lost.q() / lane.lost.p());
        let mut waiting = lanes.iter().filter(|lane| lane.start.is_some()).count();
        let mut c = top;
        let mut k = self.least[(c - self.first) as usize];
        loop {
            if waiting > 0 {
                for (i, lane) in lanes
                    .iter()
                    .enumerate()
                    .filter(|(_, lane)| lane.start == Some(c))
                {
                    weight[i] = binomial::point(c, self.n, lane.lost).value();
                    point[i] = binomial::point(k, self.n - c, lane.won).value();
                    tail[i] = binomial::upper(k, self.n - c, lane.won).value();
                    waiting -= 1;
                }
            }
            for i in 0..L {
                totals[i] += weight[i] * tail[i];
            }
            if c == self.first {
                return;
            }
            let ratio = c as f64 / (self.n - c + 1) as f64;
            // Ratios shrink from here on, and a tail is at most 1.
            let rest = |i: usize| {
                let ratio = lost_odds[i] * ratio;
                weight[i] * ratio <= (1.0 - ratio) * totals[i] * NEGLIGIBLE
            };
            if waiting == 0
                && c.is_multiple_of(ROWS_BETWEEN_LOOKS)
                && (0..L).all(|i| lanes[i].start.is_none() || rest(i))
            {
                return;
            }
            let items = self.n - c;
            let (share, more) = (1.0 / (items + 1 - k) as f64, (items + 1) as f64);
            let reached = k as f64;
            for i in 0..L {
                weight[i] *= lost_odds[i] * ratio;
                // An item more in the row.
                let step = point[i] * (failure[i] * share);
                tail[i] += step * reached;
                point[i] = step * more;
            }
            c -= 1;
            let least = self.least[(c - self.first) as usize];
            while k > least {
                let ratio = k as f64 / (items + 2 - k) as f64;
                for i in 0..L {
                    point[i] *= odds[i] * ratio;
                    tail[i] += point[i];
                }
                k -= 1;
            }
        }
    }

    /// The largest row of which this holds; it holds of all rows below.
    fn rows_up_to(&self, holds: impl Fn(u64, u64) -> bool) -> Option<u64> {
        let (mut low, mut high) = (0, self.least.len());
        while low < high {
            let middle = low.midpoint(high);
            if holds(self.first + middle as u64, self.least[middle]) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        (low > 0).then(|| self.first + low as u64 - 1)
    }

    /// The row to begin with: those above weigh less than [`NEGLIGIBLE`], or have points that underflow.
    fn start(&self, possible: u64, won: Chance, lost: Chance) -> u64 {
        let top = possible.min(highest_row(self.n, lost.p()));
        let fits = |c: u64| {
            let k = self.least[(c - self.first) as usize];
            // Below the mean the tail is 1 where the point underflows, and stays 1 in the rows below.
            let is_certain = (k as f64) < (self.n - c) as f64 * won.p();
            binomial::point(c, self.n, lost).ln() > SMALLEST
                && (is_certain || binomial::point(k, self.n - c, won).ln() > SMALLEST)
        };
        let (mut low, mut high) = (self.first, top.max(self.first));
        if fits(high) {
            return high;
        }
        while high - low > 1 {
            let middle = low.midpoint(high);
            if fits(middle) {
                low = middle;
            } else {
                high = middle;
            }
        }
        low
    }
}

/// The last of `1..=most` that holds, where those that hold come first; 0 where none does.
pub(crate) fn last_that_holds(most: u64, holds: impl Fn(u64) -> bool) -> u64 {
    let (mut low, mut step) = (0, 1);
    while low + step <= most && holds(low + step) {
        low += step;
        step *= 2;
    }
    let mut high = (low + step).min(most + 1);
    while high - low > 1 {
        let middle = low.midpoint(high);
        if holds(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// The row above which rows weigh less than e^-46 when a row is lost with `p01`, by Bernstein's inequality.
pub(super) fn highest_row(n: u64, p01: f64) -> u64 {
    let mean = n as f64 * p01;
    let third = RARE / 3.0;
    let reach = third + libm::sqrt(third * third + 2.0 * RARE * mean * (1.0 - p01));
    (libm::ceil(mean + reach) as u64).min(n)
}

/// The row below which rows weigh less than e^-46.
pub(super) fn lowest_row(n: u64, p01: f64) -> u64 {
    n - highest_row(n, 1.0 - p01)
}

/// A paired table, with the shares of items that differ among which the largest probability is sought.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Paired {
    pub table: Table,
    pub differing: Interval,
}

impl Paired {
    /// The chance that only the baseline is right, of a share of items that differ.
    fn lost(delta: f64, share: f64) -> f64 {
        (0.5 * (share - delta)).max(0.0)
    }
}

impl Ordered for Paired {
    type Region = Region;

    fn exchanged(self) -> Self {
        Self {
            table: self.table.swapped(),
            ..self
        }
    }

    fn observed(&self) -> f64 {
        let Table { b, c, n } = self.table;
        (b as f64 - c as f64) / n as f64
    }

    fn error(&self) -> f64 {
        let (Table { b, c, n }, observed) = (self.table, self.observed());
        libm::sqrt(((b + c + 1) as f64 / n as f64 - observed * observed) / n as f64)
    }

    fn resolution(&self) -> f64 {
        let Table { b, c, n } = self.table;
        RESOLUTION * libm::sqrt((b + c + 1) as f64) / n as f64
    }

    fn range(&self) -> (f64, f64) {
        let least = (-self.differing.high).max(LEAST);
        (least, -least)
    }

    fn is_open(&self) -> bool {
        self.differing.high == 1.0
    }

    fn shares(&self, delta: f64) -> Option<Shares> {
        Shares::new(self.table.n, delta, self.differing.low, self.differing.high)
    }

    fn region(&self, delta: f64, true_difference: f64, (low, high): (f64, f64)) -> Region {
        let n = self.table.n;
        let lost = |share| Self::lost(true_difference, share);
        let rows = lowest_row(n, lost(low))..=highest_row(n, lost(high));
        Region::new(self.table, delta, rows)
    }

    fn union(one: Region, other: &Region) -> Region {
        one.or(other)
    }

    fn probabilities<const L: usize>(
        &self,
        region: &Region,
        delta: f64,
        shares: [f64; L],
    ) -> [f64; L] {
        region.probabilities(shares.map(|share| {
            let lost = Self::lost(delta, share);
            ((lost + delta).max(0.0), lost)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tables(n: u64) -> impl Iterator<Item = Table> {
        (0..=n).flat_map(move |b| (0..=n - b).map(move |c| Table { b, c, n }))
    }

    /// Probability of a table.
    fn chance(table: Table, p10: f64, p01: f64) -> f64 {
        let Table { b, c, n } = table;
        let rest = if p10 < 1.0 {
            (p01 / (1.0 - p10)).min(1.0)
        } else {
            0.0
        };
        binomial::point(b, n, Chance::new(p10)).value()
            * binomial::point(c, n - b, Chance::new(rest)).value()
    }

    #[test]
    fn regions_hold_the_tables_that_score_as_high_and_add_up_their_probabilities() {
        let n = 11;
        for delta in [-0.7, -0.3, -0.02, 0.0, 0.1, 0.45] {
            for table in tables(n) {
                let region = Region::new(table, delta, 0..=n);
                let score = |t: Table| score_at(t.b as f64, t.c as f64, n as f64, delta);
                // Against 0 no item that differs is a score of 0; other ties are of equal counts or of T = 0.
                let value = |t: Table| {
                    if delta == 0.0 && t.b + t.c == 0 {
                        0.0
                    } else {
                        score(t)
                    }
                };
                let reached: Vec<Table> = tables(n)
                    .filter(|&t| value(t) >= value(table) - 1e-11)
                    .collect();
                for t in tables(n) {
                    assert_eq!(
                        t.b >= region.least[t.c as usize],
                        reached.contains(&t),
                        "{delta} {table:?} {t:?}"
                    );
                }
                for share in [delta.abs(), 0.5 + 0.5 * delta.abs(), 1.0] {
                    let (p10, p01) = (0.5 * (share + delta), 0.5 * (share - delta));
                    let want: f64 = reached.iter().map(|&t| chance(t, p10, p01)).sum();
                    let [got] = region.probabilities([(p10, p01)]);
                    // Eighty terms of 14 digits.
                    assert!(
                        (got - want).abs() <= 1e-12 * want,
                        "{delta} {table:?} {share}: {got} {want}"
                    );
                }
            }
        }
    }

    /// What [`Region::new`] finds by searches, row by row.
    fn by_rows(table: Table, delta: f64, first: u64, last: u64) -> Vec<u64> {
        let score = score_at(table.b as f64, table.c as f64, table.n as f64, delta);
        let reached = |b: u64, c: u64| table.is_reached_by(b, c, delta, score);
        (first..=last)
            .map(|c| {
                // Around the least b of a neighbouring difference of the counts.
                let near = (table.b + c).saturating_sub(table.c);
                let mut k = near.min(table.n - c);
                while k > 0 && reached(k - 1, c) {
                    k -= 1;
                }
                while k <= table.n - c && !reached(k, c) {
                    k += 1;
                }
                k
            })
            .collect()
    }

    #[test]
    fn a_region_and_its_complement_have_probability_1_however_far_the_observed_table_is() {
        let n = 4_196;
        for table in
            [(1_006, 54), (54, 1_006), (3_000, 10), (10, 3_000)].map(|(b, c)| Table { b, c, n })
        {
            let region = Region::new(table, 0.0, 0..=n);
            for share in [0.01, 0.25, 0.7] {
                let half = 0.5 * share;
                // The tables that score less, row by row.
                let below: f64 = (0..=n)
                    .map(|c| {
                        let (k, items) = (region.least[c as usize], n - c);
                        let won = Chance::new(half / (1.0 - half));
                        let rest = if k == 0 {
                            0.0
                        } else {
                            binomial::lower(k - 1, items, won).value()
                        };
                        binomial::point(c, n, Chance::new(half)).value() * rest
                    })
                    .sum();
                let [got] = region.probabilities([(half, half)]);
                assert!(
                    (got + below - 1.0).abs() < 1e-11,
                    "{table:?} {share}: {got} + {below}"
                );
            }
        }
    }

    #[test]
    fn searches_find_the_rows_one_by_one() {
        for n in [2_u64, 13, 40] {
            for table in tables(n) {
                for delta in [-0.9, -0.31, -1e-3, 0.0, 0.02, 0.5] {
                    let region = Region::new(table, delta, 0..=n);
                    assert_eq!(
                        region.least,
                        by_rows(table, delta, 0, n),
                        "{table:?} {delta}"
                    );
                }
            }
        }
        let large = [
            (330, 290, 2_000),
            (1_200, 1_500, 10_000),
            (150_700, 150_000, 1_000_000),
            (40, 3, 1_000_000),
        ];
        for ((b, c, n), delta) in large
            .into_iter()
            .flat_map(|t| [-0.01, 0.0, 3e-4, 0.02].map(|d| (t, d)))
        {
            let table = Table { b, c, n };
            let (first, last) = (c.saturating_sub(900), c + 900);
            let region = Region::new(table, delta, first..=last);
            assert_eq!(
                region.least,
                by_rows(table, delta, first, last),
                "{table:?} {delta}"
            );
        }
    }

    #[test]
    fn several_chances_at_once_are_each_as_alone() {
        let table = Table {
            b: 330,
            c: 290,
            n: 2_000,
        };
        let region = Region::new(table, -0.004, 100..=500);
        let chances = [0.30, 0.004, 0.31, 0.29, 0.32, 0.2, 0.45, 1.0]
            .map(|share| (0.5 * (share - 0.004), 0.5 * (share + 0.004)));
        let together = region.probabilities(chances);
        for ((p10, p01), got) in chances.into_iter().zip(together) {
            let [want] = region.probabilities([(p10, p01)]);
            assert!(
                (got - want).abs() <= 1e-12 * want,
                "{p10} {p01}: {got} {want}"
            );
        }
    }

    #[test]
    fn a_table_counts_between_two_differences_only_where_it_counts_at_one_of_them() {
        for n in [5, 9, 14] {
            for (table, sign) in tables(n).flat_map(|table| [(table, -1.0), (table, 1.0)]) {
                // From 0, with its ties, outward.
                let regions: Vec<Region> = (0..60)
                    .map(|step| Region::new(table, sign * f64::from(step) / 60.5, 0..=n))
                    .collect();
                for region in &regions {
                    let filled =
                        region.rows_up_to(|c, k| k <= n - c).expect("its own row") as usize;
                    assert!(
                        filled as u64 >= table.c && region.least[..=filled].is_sorted(),
                        "{table:?} {region:?}"
                    );
                }
                for c in 0..=n as usize {
                    let least: Vec<u64> = regions.iter().map(|region| region.least[c]).collect();
                    for at in 1..59 {
                        let before = least[..at].iter().max();
                        let after = least[at + 1..].iter().max();
                        assert!(
                            Some(&least[at]) >= before.min(after),
                            "{table:?} {sign} row {c}: {least:?}"
                        );
                    }
                }
            }
        }
    }
}
