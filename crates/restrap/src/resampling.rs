//! Resampling tests of a mean: which sums count as extreme, and their probability by law or by draws.

use restrap_engine::Threshold;
use restrap_stats::{Alternative, Law, MonteCarlo, Probability, Tail};

use crate::error::Error;
use crate::pair::Pair;
use crate::request::Test;
use crate::rule::{self, Centre, Rule};

/// A law is trusted while its error stays below this share of the p-value; draws take over beyond it.
pub(crate) const TRUSTED: f64 = 1e-3;

/// What is drawn anew in a resample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Resampling {
    /// Fair random swaps of the two scores of each item.
    Swaps,
    /// n items with replacement.
    Items,
}

impl Resampling {
    /// What a test resamples, if anything.
    pub fn of(test: Test) -> Option<Self> {
        match test {
            Test::Permutation => Some(Self::Swaps),
            Test::Bootstrap | Test::BootstrapPercentile => Some(Self::Items),
            _ => None,
        }
    }
}

/// How the probabilities of two events make one p-value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Combine {
    /// One event, or two that exclude each other.
    Sum,
    /// Twice the smaller, at most 1.
    DoubleSmaller,
}

/// The sums that count as at least as extreme as the observed one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extreme {
    pub resampling: Resampling,
    /// `T >= upper`.
    upper: Option<i64>,
    /// `T <= lower`.
    lower: Option<i64>,
    combine: Combine,
    rule: Rule,
    /// The observed sum.
    observed: i64,
    /// Units by which rounding may have moved a sum; both bounds already allow for it.
    slack: i64,
}

/// A p-value of a resampling test.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    pub p: Probability,
    /// Relative error of a law.
    pub relative_error: f64,
    /// The law left nothing out and nothing was rounded.
    pub exact: bool,
    /// Where it was sampled: resamples, at least as extreme, bounds.
    pub sampled: Option<Sampled>,
}

/// Monte Carlo side of a sampled p-value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sampled {
    pub resamples: u64,
    pub extreme: u64,
    pub bounds: [f64; 2],
}

impl Extreme {
    /// The extreme sums of a test for an alternative about the difference itself. `None` for other tests.
    pub fn new(test: Test, side: Alternative, pair: &Pair, rule: Rule) -> Option<Self> {
        let terms = match Resampling::of(test)? {
            Resampling::Swaps => pair.changed(),
            Resampling::Items => 2 * pair.items(),
        };
        // Where nothing differs, nothing was rounded.
        let u = if pair.changed() == 0 { 0 } else { pair.encoded.slack(terms) };
        Self::of_sum(test, side, pair.total, u, rule)
    }

    /// The same around an observed sum `t` of which rounding may have moved any resample by `u` units.
    pub fn of_sum(test: Test, side: Alternative, t: i64, u: i64, rule: Rule) -> Option<Self> {
        use Alternative::{Greater, Less, TwoSided};
        let resampling = Resampling::of(test)?;
        // The centre is the bootstrap test's.
        let rule = if test == Test::Bootstrap { rule } else { Rule { centre: Centre::Observed, ..rule } };
        // On a grid, beyond a sum is from the next one on; in fixed point ties are accidents, and rounding may only raise p.
        let s = i64::from(rule.strict && u == 0);
        let by_swaps = test == Test::Permutation && rule.doubled;
        let (upper, lower) = match (test, side) {
            // Both tails begin at the sum itself: the smaller is that of the observed side, whatever the draws say. The
            // tails at |t| and −|t| are as large as each other, and the smaller of two counts of them would be too small.
            (Test::Permutation, TwoSided) if by_swaps => (Some(t - u + s), Some(t + u - s)),
            (Test::Permutation, Greater) => (Some(t - u + s), None),
            (Test::Permutation, Less) => (None, Some(t + u - s)),
            (Test::Permutation, TwoSided) => (Some(t.abs() - u + s), Some(u - t.abs() - s)),
            // δ* − δ >= δ, and so on: centred on the observed difference.
            (Test::Bootstrap, Greater) => (Some(2 * t - u + s), None),
            (Test::Bootstrap, Less) => (None, Some(2 * t + u - s)),
            (Test::Bootstrap, TwoSided) => (Some(t + t.abs() - u + s), Some(t - t.abs() + u - s)),
            (_, Greater) => (None, Some(u - s)),
            (_, Less) => (Some(s - u), None),
            (_, TwoSided) => (Some(s - u), Some(u - s)),
        };
        let doubled = (test == Test::BootstrapPercentile || by_swaps) && side == TwoSided;
        let combine = if doubled { Combine::DoubleSmaller } else { Combine::Sum };
        Some(Self { resampling, upper, lower, combine, rule, observed: t, slack: u })
    }

    /// Both events together hold always.
    fn is_certain(&self) -> bool {
        self.combine == Combine::Sum
            && matches!((self.upper, self.lower), (Some(upper), Some(lower)) if upper <= lower)
    }

    /// The p-value has a law: of whole resamples, around a centre that has a limit.
    pub fn has_law(&self) -> bool {
        !(self.rule.halved && self.resampling == Resampling::Items) && self.rule.centre != Centre::MeanSize
    }

    /// Counts need every sum, not only tails.
    pub fn needs_sums(&self) -> bool {
        self.rule.centre != Centre::Observed
    }

    /// The tails to count, upper first.
    pub fn thresholds(&self) -> Vec<Threshold<i64>> {
        let upper = self.upper.map(Threshold::AtLeast);
        upper.into_iter().chain(self.lower.map(Threshold::AtMost)).collect()
    }

    /// By law, or `None` where the error of the law is too large to trust.
    pub fn by_law(&self, pair: &Pair) -> Value {
        if self.is_certain() {
            // No law has to be made.
            return Value { p: Probability::ONE, relative_error: 0.0, exact: true, sampled: None };
        }
        let law = match self.resampling {
            Resampling::Swaps => pair.permutation_law(),
            Resampling::Items => pair.bootstrap_law(),
        };
        self.of_law(law, pair.changed())
    }

    /// The same by the law of the sums of a sample of which `changed` items differ.
    pub fn of_law(&self, law: &Law, changed: u64) -> Value {
        if self.is_certain() {
            return Value { p: Probability::ONE, relative_error: 0.0, exact: true, sampled: None };
        }
        let wide = self.tail(law, 0);
        let mut relative_error = wide.relative_error;
        if self.slack > 0 && wide.probability.value() > 0.0 {
            // Where the true sums lie within the slack, the true p lies between these two.
            let mut narrow = self.tail(law, 2 * self.slack).probability;
            if self.resampling == Resampling::Swaps {
                // What was observed is one of the swaps and ties with itself, however it was rounded.
                let sides = if self.upper.is_some() && self.lower.is_some() { 2.0 } else { 1.0 };
                let one_of = -std::f64::consts::LN_2 * changed as f64;
                narrow = narrow.plus(Probability::from_ln(one_of).scaled(sides));
            }
            relative_error += 1.0 - (narrow.ln() - wide.probability.ln()).exp().min(1.0);
        }
        Value { p: wide.probability, relative_error, exact: wide.complete && self.slack == 0, sampled: None }
    }

    /// The combined tail, each bound moved outward by `by`.
    fn tail(&self, law: &Law, by: i64) -> Tail {
        let upper = self.upper.map(|t| law.at_least(i128::from(t) + i128::from(by)));
        if self.resampling == Resampling::Swaps
            && self.combine == Combine::Sum
            && self.lower.is_some()
            && let Some(upper) = upper
        {
            // Symmetric about 0: the lower tail is the upper one.
            return Tail { probability: upper.probability.scaled(2.0), ..upper };
        }
        let lower = self.lower.map(|t| law.at_most(i128::from(t) - i128::from(by)));
        match (upper, lower) {
            (Some(upper), Some(lower)) if self.combine == Combine::DoubleSmaller => {
                let smaller = if upper.probability.ln() < lower.probability.ln() { upper } else { lower };
                Tail { probability: smaller.probability.scaled(2.0), ..smaller }
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
    pub fn of_counts(&self, counts: &[u64], resamples: u64, raw: bool) -> Result<Value, Error> {
        of_extreme(self.combined(counts, resamples), resamples, raw)
    }

    /// The same from the sums themselves, where the centre is theirs.
    pub fn of_sums(&self, sums: &[i64], raw: bool) -> Result<Value, Error> {
        of_extreme((self.counted(sums), 1.0), sums.len() as u64, raw)
    }

    /// How many sums are extreme around a centre of their own.
    pub fn counted(&self, sums: &[i64]) -> u64 {
        let (upper, lower) = (self.upper.is_some(), self.lower.is_some());
        rule::counted(self.rule, sums, self.observed, upper, lower).unwrap_or(sums.len() as u64)
    }

    /// Extreme resamples from those beyond each threshold, and what their share is multiplied with.
    pub fn combined(&self, counts: &[u64], resamples: u64) -> (u64, f64) {
        match self.combine {
            Combine::Sum if self.is_certain() => (resamples, 1.0),
            Combine::Sum => (counts.iter().sum(), 1.0),
            Combine::DoubleSmaller => (counts.iter().copied().min().unwrap_or(0), 2.0),
        }
    }
}

/// The p-value and its bounds.
fn of_extreme((extreme, factor): (u64, f64), resamples: u64, raw: bool) -> Result<Value, Error> {
    let monte_carlo = MonteCarlo::new(extreme, resamples)?;
    let p = if raw { monte_carlo.plain() } else { monte_carlo.add_one() }.scaled(factor);
    let bounds = monte_carlo.clopper_pearson(0.95)?;
    let bounds = [(factor * bounds.low).min(1.0), (factor * bounds.high).min(1.0)];
    let sampled = Some(Sampled { resamples, extreme, bounds });
    Ok(Value { p, relative_error: 0.0, exact: false, sampled })
}

/// A law's value may stand for the test.
pub(crate) fn is_trusted(value: &Value) -> bool {
    value.relative_error <= TRUSTED
}
