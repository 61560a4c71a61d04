//! A success probability with its complement, both to about 32 digits.

use super::twofold::Twofold;

/// Largest weight that a double holds exactly.
const EXACT: u64 = 1 << 53;

/// A success probability `p` and `q = 1 - p`, each to 32 digits.
///
/// A tail at `k` reacts to a relative error `e` of `p` with `e |k - np| / q`: at n = 1e7 and 30 standard deviations a
/// rounded `p` costs 1e-11. Empirical probabilities are ratios of counts, so they are kept as ratios.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chance {
    p: Twofold,
    q: Twofold,
}

impl Chance {
    /// One half, exactly.
    pub const HALF: Self = Self {
        p: Twofold { hi: 0.5, lo: 0.0 },
        q: Twofold { hi: 0.5, lo: 0.0 },
    };

    /// From a double, read as the exact binary fraction that it is.
    ///
    /// # Panics
    /// When `p` is outside `[0, 1]` or NaN.
    pub fn new(p: f64) -> Self {
        assert!(
            (0.0..=1.0).contains(&p),
            "expected 0 <= p <= 1, found p = {p}"
        );
        Self {
            p: Twofold::new(p),
            q: Twofold::difference(1.0, p),
        }
    }

    /// `success / (success + failure)` for counts.
    ///
    /// # Panics
    /// When both are 0 or their sum exceeds 2^53.
    pub fn ratio(success: u64, failure: u64) -> Self {
        let total = success
            .checked_add(failure)
            .filter(|&sum| 0 < sum && sum <= EXACT);
        assert!(
            total.is_some(),
            "expected 0 < success + failure <= 2^53, found {success} and {failure}"
        );
        Self::odds(Twofold::new(success as f64), Twofold::new(failure as f64))
    }

    /// `success : failure` for positive numbers.
    pub(crate) fn odds(success: Twofold, failure: Twofold) -> Self {
        let total = success.plus(failure);
        Self {
            p: success.over(total),
            q: failure.over(total),
        }
    }

    /// Failure in the place of success.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self {
            p: self.q,
            q: self.p,
        }
    }

    /// The success probability, rounded to a double.
    pub fn p(self) -> f64 {
        self.p.hi
    }

    /// The failure probability, rounded to a double.
    pub fn q(self) -> f64 {
        self.q.hi
    }

    /// `n p`.
    pub(crate) fn mean(self, n: f64) -> Twofold {
        self.p.times(n)
    }

    /// `q / p`, correctly rounded but for 2^-100; infinite where `p = 0`.
    pub(crate) fn failure_odds(self) -> f64 {
        if self.p.hi == 0.0 {
            f64::INFINITY
        } else {
            self.q.over(self.p).hi
        }
    }
}
