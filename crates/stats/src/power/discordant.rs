//! How often a test of discordant items rejects, by enumeration of all outcomes.
//!
//! Among n items, N ~ Bin(n, p10 + p01) are discordant, and b ~ Bin(N, p10 / (p10 + p01)) of them are won by the system. For
//! each N the test rejects from a critical b on (and, two-sided, from the same number of losses on), so power is a sum of
//! binomial tails: no simulation, no normal law (Card et al. 2020, section 3, did it by simulation).
//!
//! Given rejection, type S is the probability of the wrong sign and type M the mean size of the estimate over the true
//! effect (Gelman & Carlin 2014). Conditional means of b are tails too: `E[b; b >= k] = N p P(Bin(N - 1, p) >= k - 1)`.
//!
//! Cost: N runs over its window of probability 1 - 1e-16, with tails of some `sqrt N` terms each: 0.1 ms at n = 1,000,
//! a few ms at 10,000. Absolute error below 1e-13.

use crate::special::Chance;
use crate::{Alternative, McNemar, McNemarVariant, StatsError, Unconditional, binomial, error};

/// N whose probability is below this are left out: some hundred of them weigh less than rounding.
const NEGLIGIBLE: f64 = 1e-19;

/// A test of discordant items under given probabilities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Discordant {
    only_system: f64,
    only_baseline: f64,
    alpha: f64,
    variant: McNemarVariant,
    alternative: Alternative,
}

/// What a test does at a number of items.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rejections {
    /// Probability of rejecting in the direction of the true effect; `None` where there is none.
    pub power: Option<f64>,
    /// Probability of rejecting in either direction.
    pub reject_rate: f64,
    /// Probability of the wrong sign, given rejection (type S).
    pub type_s: Option<f64>,
    /// Mean size of the estimate over the true effect, given rejection (type M, the exaggeration ratio).
    pub type_m: Option<f64>,
}

impl Discordant {
    /// A test at level `alpha` of items on which only the system is right with `only_system`, only the baseline with
    /// `only_baseline`. `McNemarVariant::Exact` is also the permutation test and the sign test of 0/1 scores.
    ///
    /// # Errors
    /// When alpha is outside (0, 1), a probability is below 0, or both together exceed 1.
    pub fn new(
        only_system: f64,
        only_baseline: f64,
        alpha: f64,
        variant: McNemarVariant,
        alternative: Alternative,
    ) -> Result<Self, StatsError> {
        error::finite(&[only_system, only_baseline])?;
        error::share("alpha", alpha)?;
        for (name, value) in [
            ("the probability that only the system is right", only_system),
            (
                "the probability that only the baseline is right",
                only_baseline,
            ),
            (
                "the probability of disagreement",
                only_system + only_baseline,
            ),
        ] {
            if !(0.0..=1.0).contains(&value) {
                return Err(StatsError::OutOfRange {
                    name,
                    low: 0.0,
                    high: 1.0,
                    value,
                });
            }
        }
        Ok(Self {
            only_system,
            only_baseline,
            alpha,
            variant,
            alternative,
        })
    }

    /// True difference of the accuracies.
    pub fn effect(&self) -> f64 {
        self.only_system - self.only_baseline
    }

    /// Power, type S and type M with `items` items.
    pub fn rejections(&self, items: u64) -> Rejections {
        let disagreement = self.only_system + self.only_baseline;
        if disagreement == 0.0 || items == 0 {
            return Rejections {
                power: None,
                reject_rate: 0.0,
                type_s: None,
                type_m: None,
            };
        }
        let (any, won) = (
            Chance::new(disagreement),
            Chance::new(self.only_system / disagreement),
        );
        let mode = (disagreement * items as f64) as u64;
        let weight = |discordant: u64| binomial::point(discordant, items, any).value();
        let first = (0..mode)
            .rev()
            .find(|&n| weight(n) < NEGLIGIBLE)
            .map_or(0, |n| n + 1);
        let mut wins = 0;
        let (mut better, mut worse, mut size) = (0.0, 0.0, 0.0);
        for discordant in first..=items {
            let weight = weight(discordant);
            if discordant > mode && weight < NEGLIGIBLE {
                break;
            }
            // A further item never lowers the conditional count: it either adds a loss, or a win that is counted.
            wins = self.critical(items, discordant, wins);
            if wins > discordant {
                continue;
            }
            if self.alternative != Alternative::Less {
                let (tail, excess) = tail(discordant, wins, won);
                better += weight * tail;
                size += weight * excess;
            }
            if self.alternative != Alternative::Greater {
                let (tail, excess) = tail(discordant, wins, won.swapped());
                worse += weight * tail;
                size += weight * excess;
            }
        }
        let reject_rate = (better + worse).min(1.0);
        let effect = self.effect();
        if effect == 0.0 {
            return Rejections {
                power: None,
                reject_rate,
                type_s: None,
                type_m: None,
            };
        }
        let (right, wrong) = if effect > 0.0 {
            (better, worse)
        } else {
            (worse, better)
        };
        let given = |value: f64| (reject_rate > 0.0).then(|| value / reject_rate);
        Rejections {
            power: Some(right.min(1.0)),
            reject_rate,
            type_s: given(wrong),
            type_m: given(size / (items as f64 * effect.abs())),
        }
    }

    /// The least number of wins among `discordant` items that is significant, given that of one discordant item less;
    /// `discordant + 1` where none is. The tests are symmetric, so it is also the number of losses.
    fn critical(&self, items: u64, discordant: u64, before: u64) -> u64 {
        let side = if self.alternative == Alternative::TwoSided {
            Alternative::TwoSided
        } else {
            Alternative::Greater
        };
        let significant = |b: u64| {
            let c = discordant - b;
            2 * b > discordant
                && match self.variant {
                    McNemarVariant::Unconditional => Unconditional::new(b, c, items)
                        .is_ok_and(|test| test.rejects(side, self.alpha)),
                    variant => McNemar { b, c }
                        .p(items, variant, side)
                        .is_ok_and(|p| p.value() <= self.alpha),
                }
        };
        let mut from = before.clamp(discordant.div_ceil(2), discordant + 1);
        // The shares that are asked depend on the number of discordant items: the unconditional count may fall.
        while self.variant == McNemarVariant::Unconditional && from > 0 && significant(from - 1) {
            from -= 1;
        }
        (from..=discordant)
            .find(|&b| significant(b))
            .unwrap_or(discordant + 1)
    }
}

/// `P(b >= k)` and `E[b - c; b >= k]` for b + c = n discordant items.
fn tail(n: u64, k: u64, won: Chance) -> (f64, f64) {
    let upper = binomial::upper(k, n, won).value();
    let one_less = if n == 0 {
        0.0
    } else {
        binomial::upper(k.saturating_sub(1), n - 1, won).value()
    };
    (
        upper,
        2.0 * n as f64 * won.p() * one_less - n as f64 * upper,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(only_system: f64, only_baseline: f64, alternative: Alternative) -> Discordant {
        Discordant::new(
            only_system,
            only_baseline,
            0.05,
            McNemarVariant::Exact,
            alternative,
        )
        .expect("valid")
    }

    #[test]
    fn enumeration_equals_the_sum_over_all_tables() {
        // Every (b, c) of 30 items with its trinomial probability, no tails, no critical counts.
        for variant in McNemarVariant::ALL {
            for alternative in Alternative::ALL {
                let (p10, p01, n) = (0.25, 0.1, 30_u64);
                let test = Discordant::new(p10, p01, 0.05, variant, alternative).expect("valid");
                let (mut right, mut wrong, mut size) = (0.0, 0.0, 0.0);
                for b in 0..=n {
                    for c in 0..=n - b {
                        let first = binomial::point(b, n, Chance::new(p10)).value();
                        let second =
                            binomial::point(c, n - b, Chance::new(p01 / (1.0 - p10))).value();
                        if (McNemar { b, c })
                            .p(n, variant, alternative)
                            .unwrap()
                            .value()
                            <= 0.05
                        {
                            let weight = first * second;
                            size += weight * b.abs_diff(c) as f64;
                            if b > c {
                                right += weight;
                            } else {
                                wrong += weight;
                            }
                        }
                    }
                }
                let got = test.rejections(n);
                // A thousand products of two points with 14 digits each.
                let close = |got: f64, want: f64| (got - want).abs() < 1e-12;
                assert!(
                    close(got.power.expect("an effect"), right),
                    "{variant} {alternative}: {got:?} {right}"
                );
                assert!(
                    close(got.reject_rate, right + wrong),
                    "{variant} {alternative}: {got:?}"
                );
                if right + wrong > 0.0 {
                    assert!(
                        close(got.type_s.expect("rejects"), wrong / (right + wrong)),
                        "{variant}"
                    );
                    let type_m = size / (right + wrong) / (n as f64 * (p10 - p01));
                    assert!(
                        (got.type_m.expect("rejects") - type_m).abs() < 1e-10,
                        "{variant}: {got:?} {type_m}"
                    );
                }
            }
        }
    }

    #[test]
    fn systems_exchanged_have_the_power_of_the_other_side() {
        let (one, other) = (
            exact(0.1, 0.04, Alternative::Greater),
            exact(0.04, 0.1, Alternative::Less),
        );
        let (one, other) = (one.rejections(200), other.rejections(200));
        assert!((one.power.expect("an effect") - other.power.expect("an effect")).abs() < 1e-13);
    }

    #[test]
    fn no_effect_has_a_size_and_no_power() {
        let size = exact(0.1, 0.1, Alternative::TwoSided).rejections(200);
        assert_eq!((size.power, size.type_s, size.type_m), (None, None, None));
        assert!(
            size.reject_rate > 0.0 && size.reject_rate <= 0.05,
            "{size:?}"
        );
    }

    #[test]
    fn five_items_never_reach_0_05_and_say_so() {
        let never = exact(0.9, 0.0, Alternative::TwoSided).rejections(5);
        assert_eq!(
            (never.power, never.reject_rate, never.type_m),
            (Some(0.0), 0.0, None)
        );
    }
}
