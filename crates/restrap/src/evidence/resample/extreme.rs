//! Resampling tests of a mean: which sums count as extreme, and their probability by law or by draws.

use restrap_engine::Threshold;
use restrap_stats::{Alternative, Law, Probability, Tail};

use crate::data::pair::Pair;
use crate::error::Error;
use crate::evidence::resample::bounds::{
    Bounds, Combine, ON_SCALED, Resampling, Value, of_extreme,
};
use crate::request::Test;
use crate::request::rule::{self, Centre, Rule};

/// A law is trusted while its error stays below this share of the p-value; draws take over beyond it.
pub const TRUSTED: f64 = 1e-3;
/// The p-value from which on down draws tell less than a law does.
const FAR: f64 = 0.01;

/// Items that differ up to which one swap weighs at least 2^-30, far more than [`NOTHING_BETWEEN`].
const FEW_SWAPPED: u64 = 30;
/// Two p-values of so few swaps that differ by a smaller share count the same swaps.
const NOTHING_BETWEEN: f64 = 1e-11;

/// The sums that count as at least as extreme as the observed one.
#[derive(Clone, Copy, Debug)]
pub struct Extreme {
    /// What is resampled.
    pub resampling: Resampling,
    bounds: Bounds<i64>,
    rule: Rule,
    /// The observed sum.
    observed: i64,
    /// Units by which rounding may have moved a sum; both bounds already allow for it.
    slack: i64,
}

impl Extreme {
    /// The extreme sums of a test for an alternative about the difference itself. `None` for other tests.
    pub fn new(test: Test, side: Alternative, pair: &Pair, rule: Rule) -> Option<Self> {
        let resampling = Resampling::of(test)?;
        let terms = match (resampling, pair.design.scaling()) {
            (Resampling::Swaps, _) => pair.changed_items(),
            (Resampling::Items, None) => 2 * pair.items(),
            (Resampling::Items, Some(kappa)) => {
                (pair.design.draws() as f64 * (2.0 + kappa)).ceil() as u64
            }
        };
        // Where nothing differs, nothing was rounded.
        let slack = if pair.changed() == 0 {
            0
        } else {
            pair.slack(terms)
        };
        let mut extreme = Self::of_sum(test, side, pair.total, slack, rule)?;
        if let Some(kappa) = pair
            .design
            .scaling()
            .filter(|_| resampling == Resampling::Items)
        {
            // m draws sum to m/n of the total.
            let t = pair.total as f64 * (pair.design.draws() as f64 / pair.items() as f64);
            let on = ON_SCALED * t.abs() * (1.0 + kappa);
            let slack = if rule.strict && slack == 0 {
                -on
            } else {
                on + slack as f64
            };
            extreme.bounds =
                Bounds::new(test, side, (t, kappa * t), slack, rule.doubled).on_integers();
        }
        Some(extreme)
    }

    /// Bounds around an observed sum of which rounding may have moved any resample by `slack` units.
    pub fn of_sum(
        test: Test,
        side: Alternative,
        total: i64,
        slack: i64,
        rule: Rule,
    ) -> Option<Self> {
        let resampling = Resampling::of(test)?;
        // The centre is the bootstrap test's.
        let rule = if test == Test::Bootstrap {
            rule
        } else {
            Rule {
                centre: Centre::Observed,
                ..rule
            }
        };
        // On a grid, beyond a sum is from the next one on; in fixed point ties are accidents, and rounding may only raise p.
        let beyond = i64::from(rule.strict && slack == 0);
        let bounds = Bounds::new(test, side, (total, total), slack - beyond, rule.doubled);
        Some(Self {
            resampling,
            bounds,
            rule,
            observed: total,
            slack,
        })
    }

    /// The p-value has a law: of draws that have one, around a centre that has a limit.
    pub fn has_law(&self) -> bool {
        (self.resampling == Resampling::Swaps || self.rule.has_law())
            && self.rule.centre != Centre::MeanSize
    }

    /// Counts need every sum, not only tails.
    pub fn needs_sums(&self) -> bool {
        self.rule.centre != Centre::Observed
    }

    /// The tails to count, upper first.
    pub fn thresholds(&self) -> Vec<Threshold<i64>> {
        self.bounds.thresholds()
    }

    /// By law, or `None` where the error of the law is too large to trust.
    pub fn by_law(&self, pair: &Pair) -> Value {
        if self.bounds.is_certain() {
            // No law has to be made.
            return Value {
                p: Probability::ONE,
                relative_error: 0.0,
                exact: true,
                sampled: None,
            };
        }
        match self.resampling {
            Resampling::Swaps => {
                // What was observed is one of the swaps and ties with itself.
                let one_of = Probability::from_ln(-std::f64::consts::LN_2 * pair.changed() as f64);
                self.of_law(pair.permutation_law(), pair.changed(), |_| one_of)
            }
            Resampling::Items => {
                let drawn_as = |sum| self.drawn_as(sum, pair.items(), pair.changed());
                let certain = |sum| {
                    if pair.design.is_plain() {
                        drawn_as(sum)
                    } else {
                        Probability::ZERO
                    }
                };
                self.of_law(pair.bootstrap_law(), pair.changed(), certain)
            }
        }
    }

    /// Probability of resamples of which it is known, however differences were rounded, that they add up to a bound: to 0
    /// where no changed item is drawn, to twice the observed sum where each is drawn twice.
    fn drawn_as(&self, sum: i64, items: u64, changed: u64) -> Probability {
        let (n, tied) = (items as f64, (items - changed) as f64);
        if sum == 0 {
            Probability::from_ln(n * libm::log(tied / n))
        } else if sum == 2 * self.observed && 2 * changed <= items {
            let (pairs, others) = (2.0 * changed as f64, (items - 2 * changed) as f64);
            let ways = libm::lgamma(n + 1.0) - libm::lgamma(others + 1.0);
            let once = -libm::log(n) * pairs + others * libm::log(tied / n);
            Probability::from_ln(ways - std::f64::consts::LN_2 * changed as f64 + once)
        } else {
            Probability::ZERO
        }
    }

    /// p-value by the law of the sums of a sample of which `changed` items differ; `certain` is the probability of resamples
    /// that tie with a bound however differences were rounded.
    pub fn of_law(&self, law: &Law, changed: u64, certain: impl Fn(i64) -> Probability) -> Value {
        if self.bounds.is_certain() {
            return Value {
                p: Probability::ONE,
                relative_error: 0.0,
                exact: true,
                sampled: None,
            };
        }
        let (wide, narrow) = self.tails(law);
        let mut relative_error = wide.relative_error;
        let mut exact = wide.complete && self.slack == 0;
        if self.slack > 0 && wide.probability.value() > 0.0 {
            // Where the true sums lie within the slack, the true p lies between these two.
            let upper = self.bounds.upper.map(|bound| certain(bound + self.slack));
            let lower = self.bounds.lower.map(|bound| certain(bound - self.slack));
            let ties = match (upper, lower) {
                (Some(upper), Some(lower)) if self.bounds.combine == Combine::DoubleSmaller => {
                    if upper.ln() < lower.ln() {
                        upper.scaled(2.0)
                    } else {
                        lower.scaled(2.0)
                    }
                }
                (upper, lower) => upper
                    .unwrap_or(Probability::ZERO)
                    .plus(lower.unwrap_or(Probability::ZERO)),
            };
            let narrow = narrow.probability.plus(ties);
            let apart = 1.0 - libm::exp(narrow.ln() - wide.probability.ln()).min(1.0);
            relative_error += apart;
            // Of so few swaps each weighs far more than what rounding leaves of the two values: none but the observed one is near
            // a bound, so that rounding moved none across.
            exact = wide.complete
                && self.resampling == Resampling::Swaps
                && changed <= FEW_SWAPPED
                && apart <= NOTHING_BETWEEN;
        }
        Value {
            p: wide.probability,
            relative_error,
            exact,
            sampled: None,
        }
    }

    /// The combined tail, and that of bounds moved outward by twice the slack.
    fn tails(&self, law: &Law) -> (Tail, Tail) {
        let by = 2 * self.slack;
        if self.resampling == Resampling::Swaps
            && self.bounds.combine == Combine::Sum
            && self.bounds.lower.is_some()
            && let Some(upper) = self.bounds.upper.map(i128::from)
        {
            // Symmetric about 0: the lower tail is the upper one.
            let twice = |upper: Tail| Tail {
                probability: upper.probability.scaled(2.0),
                ..upper
            };
            if by == 0 {
                let both = twice(law.at_least(upper));
                return (both, both);
            }
            let (wide, narrow) = law.at_least_both(upper, upper + i128::from(by));
            return (twice(wide), twice(narrow));
        }
        let wide = self.tail(law, 0);
        (wide, if by == 0 { wide } else { self.tail(law, by) })
    }

    /// The combined tail, each bound moved outward by `by`.
    fn tail(&self, law: &Law, by: i64) -> Tail {
        let upper = self
            .bounds
            .upper
            .map(|t| law.at_least(i128::from(t) + i128::from(by)));
        let lower = self
            .bounds
            .lower
            .map(|t| law.at_most(i128::from(t) - i128::from(by)));
        match (upper, lower) {
            (Some(upper), Some(lower)) if self.bounds.combine == Combine::DoubleSmaller => {
                let smaller = if upper.probability.ln() < lower.probability.ln() {
                    upper
                } else {
                    lower
                };
                Tail {
                    probability: smaller.probability.scaled(2.0),
                    ..smaller
                }
            }
            (Some(upper), Some(lower)) => Tail {
                probability: upper.probability.plus(lower.probability),
                relative_error: upper.relative_error.max(lower.relative_error),
                complete: upper.complete && lower.complete,
            },
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => unreachable!("every test has an extreme side"),
        }
    }

    /// The p-value from how many of R resamples lie beyond each threshold.
    ///
    /// # Errors
    /// [`Error`] for more extreme resamples than were drawn.
    pub fn of_counts(&self, counts: &[u64], resamples: u64, raw: bool) -> Result<Value, Error> {
        self.bounds.of_counts(counts, resamples, raw)
    }

    /// The p-value from the sums themselves, where the centre is theirs.
    ///
    /// # Errors
    /// [`Error`] where no sum was drawn.
    pub fn of_sums(&self, sums: &[i64], raw: bool) -> Result<Value, Error> {
        of_extreme((self.counted(sums), 1.0), sums.len() as u64, raw)
    }

    /// How many sums are extreme around a centre of their own.
    pub fn counted(&self, sums: &[i64]) -> u64 {
        let (upper, lower) = (self.bounds.upper.is_some(), self.bounds.lower.is_some());
        rule::counted(self.rule, sums, self.observed, upper, lower).unwrap_or(sums.len() as u64)
    }

    /// Extreme resamples from those beyond each threshold, and what their share is multiplied with.
    pub fn combined(&self, counts: &[u64], resamples: u64) -> (u64, f64) {
        self.bounds.combined(counts, resamples)
    }
}

/// A law's value may stand for the test. Far out it is trusted while draws would leave more open: half a standard error of
/// 100,000 of them, a tenth at most.
pub(crate) fn is_trusted(value: &Value) -> bool {
    let p = value.p.value();
    let by_draws = if p <= FAR {
        (0.5 / (1e5 * p).sqrt()).min(0.1)
    } else {
        0.0
    };
    value.relative_error <= TRUSTED.max(by_draws)
}
