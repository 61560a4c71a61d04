//! How often the unconditional margin test of paired 0/1 scores is passed: enumerated, not simulated.
//!
//! With c items that only the baseline has right, the test is passed from some count b of items that only the system has right on:
//! more items won never raise p. So a table of least counts is the whole test, and the chance to pass is a sum over c of
//! `P(c) P(B >= b(c) | c)`, for any true shares.

use std::ops::Range;

use crate::error::share;
use crate::interval::tango_score;
use crate::special::{Chance, normal_quantile};
use crate::{StatsError, Unconditional, binomial};

use super::Agreement;

/// Least counts of items won that pass, for a range of items lost.
#[derive(Clone, Debug, PartialEq)]
pub struct Passing {
    items: u64,
    first: u64,
    /// `None` where no count passes.
    least: Vec<Option<u64>>,
}

impl Passing {
    /// The test that a system is not worse by `size`, one-sided at `alpha`, on `items` items of which it loses `lost`.
    ///
    /// # Errors
    /// When there are no items, the size is outside (0, 1), or alpha outside (0, 1/2).
    pub fn new(items: u64, size: f64, alpha: f64, lost: Range<u64>) -> Result<Self, StatsError> {
        let passes =
            |won: u64, lost: u64| Unconditional::new(won, lost, items)?.is_noninferior(size, alpha);
        Self::by(passes, items, lost)
    }

    /// The same by the score test of Tango (1998), which rejects a little more often: a table takes microseconds.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn by_score(
        items: u64,
        size: f64,
        alpha: f64,
        lost: Range<u64>,
    ) -> Result<Self, StatsError> {
        let critical = -normal_quantile(share("alpha", alpha)?);
        let passes = |won: u64, lost: u64| Ok(tango_score(won, lost, items, -size)? >= critical);
        Self::by(passes, items, lost)
    }

    fn by(
        passes: impl Fn(u64, u64) -> Result<bool, StatsError>,
        items: u64,
        lost: Range<u64>,
    ) -> Result<Self, StatsError> {
        let (first, lost) = (lost.start, lost.start..lost.end.min(items + 1));
        let mut least = Vec::with_capacity(lost.end.saturating_sub(lost.start) as usize);
        // What does not pass with c lost does not with c + 1.
        let mut fails_below = 0;
        for c in lost {
            let most = items - c;
            if fails_below > most || !passes(most, c)? {
                fails_below = most + 1;
                least.push(None);
                continue;
            }
            // Outward from the last answer, then by halves: `low` is known to fail but where it is the start.
            let (mut low, mut high, mut step) = (fails_below, fails_below, 1);
            while !passes(high, c)? {
                low = high + 1;
                high = (high + step).min(most);
                step *= 2;
            }
            while low < high {
                let middle = low.midpoint(high);
                if passes(middle, c)? {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            fails_below = high;
            least.push(Some(high));
        }
        Ok(Self {
            items,
            first,
            least,
        })
    }

    /// Adds the range of items lost that follows this one.
    #[must_use]
    pub fn and(mut self, next: Self) -> Self {
        debug_assert_eq!(
            self.first + self.least.len() as u64,
            next.first,
            "ranges in their order"
        );
        self.least.extend(next.least);
        self
    }

    /// Counts of items lost outside which a table leaves less than 1e-9.
    pub fn losses(items: u64, table: &Agreement) -> Range<u64> {
        let (mean, share) = (items as f64 * table.only_baseline, table.only_baseline);
        // Six standard errors and a few items: Poisson tails of small means are longer.
        let reach = 6.0 * libm::sqrt(mean * (1.0 - share)) + 18.0;
        let low = libm::floor(mean - reach).max(0.0) as u64;
        low..(libm::ceil(mean + reach) as u64).min(items) + 1
    }

    /// How often it is passed where the items are of this table; counts of items lost outside the range do not pass.
    ///
    /// # Errors
    /// When a share of the table is not a probability.
    pub fn probability(&self, table: &Agreement) -> Result<f64, StatsError> {
        let (lost, won) = (table.only_baseline, table.only_system);
        for (name, value) in [("share of items lost", lost), ("share of items won", won)] {
            if !(0.0..=1.0).contains(&value) {
                return Err(StatsError::OutOfRange {
                    name,
                    low: 0.0,
                    high: 1.0,
                    value,
                });
            }
        }
        // Of the items that are not lost.
        let of_rest = if lost < 1.0 {
            (won / (1.0 - lost)).min(1.0)
        } else {
            0.0
        };
        let (lost, of_rest) = (Chance::new(lost), Chance::new(of_rest));
        let one = |(c, least): (u64, &Option<u64>)| {
            let Some(least) = *least else { return 0.0 };
            binomial::point(c, self.items, lost).value()
                * binomial::upper(least, self.items - c, of_rest).value()
        };
        Ok((self.first..)
            .zip(&self.least)
            .map(one)
            .sum::<f64>()
            .min(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn least_counts_are_those_of_every_table() {
        for (items, size, alpha) in [
            (1, 0.3, 0.05),
            (12, 0.2, 0.05),
            (25, 0.1, 0.05),
            (40, 0.15, 0.1),
        ] {
            let passing = Passing::new(items, size, alpha, 0..items + 1).expect("a test");
            for c in 0..=items {
                for b in 0..=items - c {
                    let passes = Unconditional::new(b, c, items)
                        .unwrap()
                        .is_noninferior(size, alpha)
                        .expect("a test");
                    let least = passing.least[c as usize];
                    assert_eq!(
                        passes,
                        least.is_some_and(|least| b >= least),
                        "{b} {c} of {items}: {least:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_chance_is_the_sum_over_every_table() {
        let (items, table) = (30, Agreement::new(0.7, -0.1, 0.8).expect("shares"));
        let passing = Passing::new(items, 0.1, 0.05, 0..31).expect("a test");
        let mut expected = 0.0;
        for c in 0..=items {
            for b in 0..=items - c {
                let factorial = |n: u64| libm::lgamma(n as f64 + 1.0);
                let ways =
                    factorial(items) - factorial(b) - factorial(c) - factorial(items - b - c);
                let same = 1.0 - table.disagreement();
                let ln = ways
                    + b as f64 * libm::log(table.only_system)
                    + c as f64 * libm::log(table.only_baseline)
                    + (items - b - c) as f64 * libm::log(same);
                if passing.least[c as usize].is_some_and(|least| b >= least) {
                    expected += libm::exp(ln);
                }
            }
        }
        let found = passing.probability(&table).expect("shares");
        assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        assert!(
            found <= 0.05,
            "a system worse by the margin passes in {found}"
        );
    }

    #[test]
    fn ranges_join_and_leave_out_nothing_that_matters() {
        let table = Agreement::new(0.8, 0.0, 0.9).expect("shares");
        let whole = Passing::new(200, 0.05, 0.05, 0..201).expect("a test");
        let range = Passing::losses(200, &table);
        let middle = range.start.midpoint(range.end);
        let part = |lost| Passing::new(200, 0.05, 0.05, lost).expect("a test");
        let joined = part(range.start..middle).and(part(middle..range.end));
        let (one, other) = (
            whole.probability(&table).unwrap(),
            joined.probability(&table).unwrap(),
        );
        assert!((one - other).abs() < 1e-9, "{one} {other}");
    }
}
