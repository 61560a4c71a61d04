//! The sign test: does one system win more items than the other?
//!
//! Under the null each counted item falls to either side with probability 1/2. Ties are dropped (Conover 1999, section
//! 3.4; on 0/1 scores this is exact McNemar) or split evenly, `h = ceil(ties / 2)` to each side, which is very conservative
//! with many ties. The interval of the median of the differences that are not 0 is `[d(k), d(m + 1 - k)]` of these m differences, k the largest
//! with `2 P(Bin(m, 1/2) <= k - 1) <= alpha` (Conover 1999, section 3.2). Ignores the size of differences: the null is a median difference of 0.

use restrap_words::vocabulary;

use crate::special::{Chance, normal_upper};
use crate::unconditional::last_that_holds;
use crate::{Alternative, Counts, Probability, binomial};

vocabulary! {
    /// What becomes of tied items.
    pub enum SignTies: "a way to treat ties" {
        /// Left out.
        Drop = "drop",
        /// Half to each side, an odd one counted twice.
        Split = "split",
    }
    default Drop
}

/// A sign test on counted wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SignTest {
    plus: u64,
    minus: u64,
}

impl SignTest {
    /// From the counts of items won, lost and tied.
    pub fn new(counts: Counts, ties: SignTies) -> Self {
        let half = match ties {
            SignTies::Drop => 0,
            SignTies::Split => counts.tied.div_ceil(2),
        };
        Self {
            plus: counts.better + half,
            minus: counts.worse + half,
        }
    }

    /// Items that enter the test.
    pub fn n(self) -> u64 {
        self.plus + self.minus
    }

    /// The smaller of the two sides.
    pub fn k(self) -> u64 {
        self.plus.min(self.minus)
    }

    /// Returns the rank k of the order statistics `[d(k), d(n + 1 - k)]` that hold 0 exactly where the exact p-value exceeds
    /// `1 - confidence`; `None` if so few items bound no median. One-sided tests have one of the two ends.
    pub fn rank(self, alternative: Alternative, confidence: f64) -> Option<u64> {
        let n = self.n();
        let sides = if alternative == Alternative::TwoSided {
            2.0
        } else {
            1.0
        };
        // A level such as 1 - 0.95 lies a rounding below its error.
        let error = (1.0 - confidence) * (1.0 + 1e-12);
        let rejects = |k: u64| {
            binomial::lower(k - 1, n, Chance::HALF)
                .scaled(sides)
                .value()
                <= error
        };
        let rank = last_that_holds(n.div_ceil(2), rejects);
        (rank > 0).then_some(rank)
    }

    /// The exact p-value; two-sided doubles the smaller tail, at most 1. `n = 0` gives 1.
    ///
    /// Relative error below 1e-12 while p > 1e-300; exact for n <= 120.
    pub fn exact(self, alternative: Alternative) -> Probability {
        let n = self.n();
        match alternative {
            // Bin(n, 1/2) is symmetric: P(X <= k) is both tails at once.
            Alternative::TwoSided => binomial::lower(self.k(), n, Chance::HALF).scaled(2.0),
            Alternative::Greater => binomial::upper(self.plus, n, Chance::HALF),
            Alternative::Less => binomial::upper(self.minus, n, Chance::HALF),
        }
    }

    /// The smallest p-value that so many items can give: `2^-n`, doubled two-sided.
    pub fn floor(self, alternative: Alternative) -> Probability {
        let (none, all) = (0, self.n());
        let sweep = if alternative == Alternative::Less {
            (none, all)
        } else {
            (all, none)
        };
        Self {
            plus: sweep.0,
            minus: sweep.1,
        }
        .exact(alternative)
    }

    /// `(k - n/2) / (sqrt(n) / 2)`, with 1/2 added to k (and 0 at most) under the continuity correction; 0 for `n = 0`.
    pub fn z(self, correction: bool) -> f64 {
        if self.n() == 0 {
            return 0.0;
        }
        let z = -standardised(self.plus.max(self.minus), self.n(), correction);
        z.min(0.0)
    }

    /// The normal approximation; two-sided `min(1, 2 P(Z <= z))`. `n = 0` gives 1.
    pub fn normal(self, alternative: Alternative, correction: bool) -> Probability {
        if self.n() == 0 {
            return Probability::ONE;
        }
        match alternative {
            Alternative::TwoSided => normal_upper(-self.z(correction)).scaled(2.0),
            Alternative::Greater => normal_upper(standardised(self.plus, self.n(), correction)),
            Alternative::Less => normal_upper(standardised(self.minus, self.n(), correction)),
        }
    }
}

/// `(count - 1/2 - n/2) / (sqrt(n) / 2)` or without the 1/2: the standard score of `P(X >= count)`.
fn standardised(count: u64, n: u64, correction: bool) -> f64 {
    let correction = if correction { 0.5 } else { 0.0 };
    (count as f64 - correction - 0.5 * n as f64) / (0.5 * libm::sqrt(n as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(better: u64, worse: u64, tied: u64, ties: SignTies) -> SignTest {
        SignTest::new(
            Counts {
                better,
                worse,
                tied,
            },
            ties,
        )
    }

    #[test]
    fn splitting_many_ties_hides_a_difference_that_dropping_shows() {
        // 500 items, 10 against 7: published .929 split, .629 dropped.
        let split = test(10, 7, 483, SignTies::Split)
            .exact(Alternative::TwoSided)
            .value();
        let dropped = test(10, 7, 483, SignTies::Drop)
            .exact(Alternative::TwoSided)
            .value();
        assert!(
            (split - 0.929).abs() < 5e-4 && (dropped - 0.629).abs() < 5e-4,
            "{split} {dropped}"
        );
    }

    #[test]
    fn no_counted_item_gives_one_on_every_side() {
        for alternative in Alternative::ALL {
            let none = test(0, 0, 10, SignTies::Drop);
            assert_eq!(none.exact(alternative), Probability::ONE);
            assert_eq!(none.normal(alternative, true), Probability::ONE);
            assert_eq!(none.floor(alternative), Probability::ONE);
        }
    }

    #[test]
    fn smallest_p_is_reached_by_a_clean_sweep() {
        let sweep = test(6, 0, 0, SignTies::Drop);
        assert_eq!(sweep.floor(Alternative::TwoSided).value(), 1.0 / 32.0);
        assert_eq!(sweep.floor(Alternative::Less).value(), 1.0 / 64.0);
        assert_eq!(
            sweep.exact(Alternative::Greater),
            test(3, 3, 0, SignTies::Drop).floor(Alternative::Greater)
        );
    }
}
