//! Exact tests of a share against a number: the binomial test with its interval as one decision.
//!
//! The two-sided p is twice the smaller tail, at most 1 (the central test), whose dual is the interval of Clopper and Pearson (1934).
//! Its level is at most alpha whatever the number. The other usual definition, which adds all outcomes that are at most as likely
//! (SciPy's `binomtest`), has no interval without holes.

use crate::error::share;
use crate::interval::{Interval, clopper_pearson};
use crate::special::Chance;
use crate::{Alternative, Probability, StatsError, binomial};

/// Successes in independent trials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OneShare {
    k: u64,
    n: u64,
}

impl OneShare {
    /// `k` successes of `n`.
    ///
    /// # Errors
    /// When `n` is 0 or `k` above it.
    pub fn new(k: u64, n: u64) -> Result<Self, StatsError> {
        clopper_pearson(k, n, 0.5).map(|_| Self { k, n })
    }

    /// The observed share.
    pub fn share(self) -> f64 {
        self.k as f64 / self.n as f64
    }

    /// The p-value of "the true share is `number`" against the alternative.
    ///
    /// # Errors
    /// When the number is outside (0, 1).
    pub fn p(self, number: f64, alternative: Alternative) -> Result<Probability, StatsError> {
        let chance = Chance::new(share("the number", number)?);
        let (upper, lower) = (
            binomial::upper(self.k, self.n, chance),
            binomial::lower(self.k, self.n, chance),
        );
        Ok(match alternative {
            Alternative::Greater => upper,
            Alternative::Less => lower,
            Alternative::TwoSided if upper.value() < lower.value() => upper.scaled(2.0),
            Alternative::TwoSided => lower.scaled(2.0),
        })
    }

    /// The least p-value that `n` trials can give.
    ///
    /// # Errors
    /// As [`Self::p`].
    pub fn floor(self, number: f64, alternative: Alternative) -> Result<Probability, StatsError> {
        let least = |k| Self { k, ..self }.p(number, alternative);
        let (none, all) = (least(0)?, least(self.n)?);
        Ok(if none.value() < all.value() {
            none
        } else {
            all
        })
    }

    /// The interval of the share minus `number`.
    ///
    /// # Errors
    /// When the confidence is outside (0, 1).
    pub fn interval(self, number: f64, confidence: f64) -> Result<Interval, StatsError> {
        let Interval { low, high } = clopper_pearson(self.k, self.n, confidence)?;
        Interval::new(low - number, high - number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Alternative::{Greater, Less, TwoSided};

    /// The probability of the outcomes that are rejected, where the number is true.
    fn level(n: u64, number: f64, alpha: f64, side: Alternative) -> f64 {
        let chance = Chance::new(number);
        (0..=n)
            .filter(|&k| OneShare { k, n }.p(number, side).unwrap().value() <= alpha)
            .map(|k| binomial::point(k, n, chance).value())
            .sum()
    }

    #[test]
    fn the_level_is_held_for_every_number() {
        for n in [5, 10, 20, 50] {
            for number in [0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95] {
                for alpha in [0.05, 0.01] {
                    for side in [TwoSided, Greater, Less] {
                        let level = level(n, number, alpha, side);
                        assert!(level <= alpha, "{n} {number} {alpha} {side:?}: {level}");
                    }
                }
            }
        }
        // Half the tail as a two-sided p: the enumeration would find a test above its level.
        let half = (0..=50_u64)
            .filter(|&k| {
                let p = |side| OneShare { k, n: 50 }.p(0.5, side).unwrap().value();
                p(Greater).min(p(Less)) <= 0.05
            })
            .map(|k| binomial::point(k, 50, Chance::HALF).value())
            .sum::<f64>();
        assert!(half > 0.05, "{half}");
    }

    #[test]
    fn p_and_interval_are_one_decision() {
        for n in [1, 2, 5, 12, 20, 50] {
            for k in 0..=n {
                for number in [0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.95] {
                    for alpha in [0.05, 0.01, 0.1] {
                        let of = OneShare { k, n };
                        // A p of exactly alpha, as of 0 right of 1 against 0.9, has the number as an end.
                        let values = [TwoSided, Greater, Less]
                            .map(|side| of.p(number, side).unwrap().value());
                        if values.iter().any(|p| (p / alpha - 1.0).abs() < 1e-9) {
                            continue;
                        }
                        let p = |side| of.p(number, side).unwrap().value() <= alpha;
                        let two = of.interval(number, 1.0 - alpha).unwrap();
                        assert_eq!(p(TwoSided), two.low > 0.0 || two.high < 0.0);
                        let one = of.interval(number, 1.0 - 2.0 * alpha).unwrap();
                        assert_eq!(p(Greater), one.low > 0.0, "{k} of {n}, {number}, {alpha}");
                        assert_eq!(p(Less), one.high < 0.0, "{k} of {n}, {number}, {alpha}");
                    }
                }
            }
        }
    }

    #[test]
    fn known_values() {
        // R: 2 * min(pbinom(19, 20, .8), 1 - pbinom(18, 20, .8)) = 0.1383505.
        let p = OneShare::new(19, 20).unwrap().p(0.8, TwoSided).unwrap();
        assert!((p.value() - 0.138_350_5).abs() < 1e-7, "{}", p.value());
        // All 12 right against 0.9: 2 * 0.9^12.
        let p = OneShare::new(12, 12).unwrap().p(0.9, TwoSided).unwrap();
        assert!((p.value() - 2.0 * 0.9_f64.powi(12)).abs() < 1e-12);
        assert!(OneShare::new(3, 2).is_err() && OneShare::new(0, 0).is_err());
        assert!(OneShare::new(1, 2).unwrap().p(1.0, TwoSided).is_err());
    }
}
