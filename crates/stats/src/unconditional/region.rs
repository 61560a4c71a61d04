//! Tables at least as extreme as the observed one, and their probability.
//!
//! A table of n items is (b, c): b won by the system alone, c by the baseline alone. It is at least as extreme when its
//! Tango score (1998) against the difference that is tested is at least the observed one. The score grows with b and falls
//! with c (Barnard's convexity), so a row c holds the tables from a least b on, which does not fall from one row to the next,
//! until no table of a row is reached.
//!
//! The probability of all rows is a sum of binomial tails weighed by binomial points. From one row to the one below, a tail
//! of `Bin(n - c, t)` gains an item and its threshold may fall:
//!
//! ```text
//! P(X_{N+1} >= k) = P(X_N >= k) + t P(X_N = k - 1)      P(X_N >= k - 1) = P(X_N >= k) + P(X_N = k - 1)
//! ```
//!
//! All terms are positive: relative accuracy is that of the first row's tail, 1e-13, as far down as 1e-250.

use crate::binomial;
use crate::interval::score_at;
use crate::special::Chance;
use std::ops::RangeInclusive;

/// Scores this close, relative to 1 + abs(score), are equal: rounding may only raise p. A score is off by 1e-14 of that.
const ROUNDING: f64 = 1e-12;

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
        Self { b: self.c, c: self.b, n: self.n }
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
    /// Of each row c from `first` on, the least b; n - c + 1 where there is none.
    least: Vec<u64>,
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
            if reached(middle, last) { high = middle } else { low = middle + 1 }
        }
        let mut k = high;
        for c in rows.rev() {
            if k == table.n - c {
                // No table of the row above was reached: this row may have none either.
                k += u64::from(c < last);
            }
            while k > 0 && reached(k - 1, c) {
                k -= 1;
            }
            least[(c - first) as usize] = k;
        }
        Self { n: table.n, first, least }
    }

    /// The tables of either, over the same rows.
    pub fn or(mut self, other: &Self) -> Self {
        for (mine, theirs) in self.least.iter_mut().zip(&other.least) {
            *mine = (*mine).min(*theirs);
        }
        self
    }

    /// The probability of the region when only the system is right with `p10` and only the baseline with `p01`.
    pub fn probability(&self, p10: f64, p01: f64) -> f64 {
        let possible = self.rows_up_to(|c, k| k <= self.n - c);
        let Some(possible) = possible else { return 0.0 };
        let others = 1.0 - p01;
        let theta = (p10 / others).min(1.0);
        if p10 <= 0.0 {
            let certain = self.rows_up_to(|_, k| k == 0);
            return certain.map_or(0.0, |c| binomial::lower(c, self.n, Chance::new(p01)).value());
        }
        if theta >= 1.0 {
            return binomial::lower(possible, self.n, Chance::new(p01)).value();
        }
        let (won, lost) = (Chance::new(theta), Chance::new(p01));
        let start = self.start(possible, won, lost);
        let mut c = start;
        let mut k = self.least[(c - self.first) as usize];
        let mut weight = binomial::point(c, self.n, lost).value();
        let mut point = binomial::point(k, self.n - c, won).value();
        let mut tail = binomial::upper(k, self.n - c, won).value();
        let mut total = weight * tail;
        let (failure, odds) = (1.0 - theta, (1.0 - theta) / theta);
        let lost_odds = others / p01;
        while c > self.first {
            let ratio = lost_odds * (c as f64 / (self.n - c + 1) as f64);
            weight *= ratio;
            // An item more in the row.
            let items = self.n - c;
            let step = point * (failure / (items + 1 - k) as f64);
            tail += step * k as f64;
            point = step * (items + 1) as f64;
            c -= 1;
            let least = self.least[(c - self.first) as usize];
            while k > least {
                point *= odds * (k as f64 / (items + 2 - k) as f64);
                tail += point;
                k -= 1;
            }
            total += weight * tail;
            // Ratios shrink from here on, and a tail is at most 1.
            if weight * ratio <= (1.0 - ratio) * total * NEGLIGIBLE {
                break;
            }
        }
        total.min(1.0)
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
            binomial::point(c, self.n, lost).ln() > SMALLEST
                && binomial::point(k, self.n - c, won).ln() > SMALLEST
        };
        let (mut low, mut high) = (self.first, top.max(self.first));
        if fits(high) {
            return high;
        }
        while high - low > 1 {
            let middle = low.midpoint(high);
            if fits(middle) { low = middle } else { high = middle }
        }
        low
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn tables(n: u64) -> impl Iterator<Item = Table> {
        (0..=n).flat_map(move |b| (0..=n - b).map(move |c| Table { b, c, n }))
    }

    /// Probability of a table.
    fn chance(table: Table, p10: f64, p01: f64) -> f64 {
        let Table { b, c, n } = table;
        let rest = if p10 < 1.0 { (p01 / (1.0 - p10)).min(1.0) } else { 0.0 };
        binomial::point(b, n, Chance::new(p10)).value() * binomial::point(c, n - b, Chance::new(rest)).value()
    }

    #[test]
    fn regions_hold_the_tables_that_score_as_high_and_add_up_their_probabilities() {
        let n = 11;
        for delta in [-0.7, -0.3, -0.02, 0.0, 0.1, 0.45] {
            for table in tables(n) {
                let region = Region::new(table, delta, 0..=n);
                let score = |t: Table| score_at(t.b as f64, t.c as f64, n as f64, delta);
                // Against 0 no item that differs is a score of 0; other ties are of equal counts or of T = 0.
                let value = |t: Table| if delta == 0.0 && t.b + t.c == 0 { 0.0 } else { score(t) };
                let reached: Vec<Table> = tables(n).filter(|&t| value(t) >= value(table) - 1e-11).collect();
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
                    let got = region.probability(p10, p01);
                    // Eighty terms of 14 digits.
                    assert!((got - want).abs() <= 1e-12 * want, "{delta} {table:?} {share}: {got} {want}");
                }
            }
        }
    }

    #[test]
    fn a_table_counts_between_two_differences_only_where_it_counts_at_one_of_them() {
        for n in [5, 9, 14] {
            for (table, sign) in tables(n).flat_map(|table| [(table, -1.0), (table, 1.0)]) {
                // From 0, with its ties, outward.
                let regions: Vec<Region> =
                    (0..60).map(|step| Region::new(table, sign * f64::from(step) / 60.5, 0..=n)).collect();
                for region in &regions {
                    let filled = region.rows_up_to(|c, k| k <= n - c).expect("its own row") as usize;
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
                        assert!(Some(&least[at]) >= before.min(after), "{table:?} {sign} row {c}: {least:?}");
                    }
                }
            }
        }
    }
}
