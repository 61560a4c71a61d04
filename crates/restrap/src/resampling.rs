//! Resampling tests of a mean: which sums count as extreme, and their probability by law or by draws.

use restrap_core::{
    CoinFlips, CompressedBootstrap, CompressedFlips, IndexedBootstrap, Level, Resampler, StreamedBootstrap,
    StreamedFlips,
};
use restrap_engine::{
    Control, Route, Run, Tally, Threshold, bootstrap_route, default_shard_size, permutation_route, run,
};
use restrap_stats::{Alternative, Law, MonteCarlo, Probability, Tail};

use crate::error::Error;
use crate::pair::Pair;
use crate::request::{Request, Test};

/// A law is trusted while its error stays below this share of the p-value; draws take over beyond it.
const TRUSTED: f64 = 1e-3;

/// What is drawn anew in a resample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Resampling {
    /// Fair random swaps of the two scores of each item.
    Swaps,
    /// n items with replacement.
    Items,
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
    pub fn new(test: Test, side: Alternative, pair: &Pair) -> Option<Self> {
        use Alternative::{Greater, Less, TwoSided};
        let t = pair.total;
        let (resampling, terms) = match test {
            Test::Permutation => (Resampling::Swaps, pair.changed()),
            Test::Bootstrap | Test::BootstrapPercentile => (Resampling::Items, 2 * pair.items()),
            Test::T | Test::Sign | Test::McNemar => return None,
        };
        // Where nothing differs, nothing was rounded.
        let u = if pair.changed() == 0 { 0 } else { pair.encoded.slack(terms) };
        let (upper, lower) = match (test, side) {
            (Test::Permutation, Greater) => (Some(t - u), None),
            (Test::Permutation, Less) => (None, Some(t + u)),
            (Test::Permutation, TwoSided) => (Some(t.abs() - u), Some(u - t.abs())),
            // δ* − δ >= δ, and so on: centred on the observed difference.
            (Test::Bootstrap, Greater) => (Some(2 * t - u), None),
            (Test::Bootstrap, Less) => (None, Some(2 * t + u)),
            (Test::Bootstrap, TwoSided) => (Some(t + t.abs() - u), Some(t - t.abs() + u)),
            (_, Greater) => (None, Some(u)),
            (_, Less) => (Some(-u), None),
            (_, TwoSided) => (Some(-u), Some(u)),
        };
        let doubled = test == Test::BootstrapPercentile && side == TwoSided;
        let combine = if doubled { Combine::DoubleSmaller } else { Combine::Sum };
        Some(Self { resampling, upper, lower, combine, slack: u })
    }

    /// Both events together hold always.
    fn is_certain(&self) -> bool {
        self.combine == Combine::Sum
            && matches!((self.upper, self.lower), (Some(upper), Some(lower)) if upper <= lower)
    }

    /// The tails to count, upper first.
    fn thresholds(&self) -> Vec<Threshold> {
        let upper = self.upper.map(Threshold::AtLeast);
        upper.into_iter().chain(self.lower.map(Threshold::AtMost)).collect()
    }

    /// By law, or `None` where the error of the law is too large to trust.
    pub fn by_law(&self, pair: &Pair) -> Value {
        if self.is_certain() {
            return Value { p: Probability::ONE, relative_error: 0.0, exact: true, sampled: None };
        }
        let law = match self.resampling {
            Resampling::Swaps => pair.permutation_law(),
            Resampling::Items => pair.bootstrap_law(),
        };
        let wide = self.tail(law, 0);
        let mut relative_error = wide.relative_error;
        if self.slack > 0 && wide.probability.value() > 0.0 {
            // Where the true sums lie within the slack, the true p lies between these two.
            let mut narrow = self.tail(law, 2 * self.slack).probability;
            if self.resampling == Resampling::Swaps {
                // What was observed is one of the swaps and ties with itself, however it was rounded.
                let sides = if self.upper.is_some() && self.lower.is_some() { 2.0 } else { 1.0 };
                let one_of = -std::f64::consts::LN_2 * pair.changed() as f64;
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

    fn value_of_counts(&self, counts: &[u64], resamples: u64, raw: bool) -> Result<Value, Error> {
        let (extreme, factor) = match self.combine {
            Combine::Sum if self.is_certain() => (resamples, 1.0),
            Combine::Sum => (counts.iter().sum(), 1.0),
            Combine::DoubleSmaller => (counts.iter().copied().min().unwrap_or(0), 2.0),
        };
        let monte_carlo = MonteCarlo::new(extreme, resamples)?;
        let p = if raw { monte_carlo.plain() } else { monte_carlo.add_one() }.scaled(factor);
        let bounds = monte_carlo.clopper_pearson(0.95)?;
        let bounds = [(factor * bounds.low).min(1.0), (factor * bounds.high).min(1.0)];
        let sampled = Some(Sampled { resamples, extreme, bounds });
        Ok(Value { p, relative_error: 0.0, exact: false, sampled })
    }
}

/// A law's value may stand for the test.
pub(crate) fn is_trusted(value: &Value) -> bool {
    value.relative_error <= TRUSTED
}

/// A resampler of the pair and the route it takes.
pub(crate) fn resampler(pair: &Pair, resampling: Resampling) -> (Box<dyn Resampler>, Route) {
    match resampling {
        Resampling::Items => {
            let route = bootstrap_route(pair.items(), pair.distinct());
            match route {
                Route::Compressed => {
                    (Box::new(CompressedBootstrap::new(pair.rows(), Level::detected())), route)
                }
                Route::Streamed => {
                    let column = pair.encoded.difference.clone();
                    (Box::new(StreamedBootstrap::new(column, Level::detected())), route)
                }
                Route::Indexed => (Box::new(IndexedBootstrap::new(pair.encoded.difference.clone())), route),
            }
        }
        Resampling::Swaps => {
            // A size has two signs at most, and more sizes never lead to the compressed route.
            let at_least = permutation_route(pair.changed(), pair.distinct() / 2);
            if at_least == Route::Compressed {
                let sizes = pair.rows().sizes();
                let route = permutation_route(pair.changed(), sizes.len() as u64);
                if route == Route::Compressed {
                    return (Box::new(CompressedFlips::new(&sizes, Level::detected())), route);
                }
            }
            let column = &pair.encoded.difference;
            if permutation_route(pair.changed(), pair.distinct()) == Route::Indexed {
                (Box::new(CoinFlips::new(column)), Route::Indexed)
            } else {
                (Box::new(StreamedFlips::new(column, Level::detected())), Route::Streamed)
            }
        }
    }
}

/// Draws one kind of resample once for all events that need it; sums are kept where intervals need them.
pub(crate) struct Drawn {
    pub resampling: Resampling,
    pub route: Route,
    tally: Tally,
    /// First threshold of each event.
    offsets: Vec<usize>,
}

impl Drawn {
    pub fn new(
        pair: &Pair,
        resampling: Resampling,
        events: &[Extreme],
        keep: bool,
        comparison: u16,
        request: &Request,
        control: &Control,
    ) -> Result<Self, Error> {
        let (resampler, route) = resampler(pair, resampling);
        let mut offsets = Vec::new();
        let mut thresholds = Vec::new();
        for event in events {
            offsets.push(thresholds.len());
            thresholds.extend(event.thresholds());
        }
        let shard_size =
            request.shard_size.unwrap_or_else(|| default_shard_size(resampler.cost(), resampler.batch()));
        let plan = Run {
            seed: request.seed,
            comparison,
            resamples: request.resamples,
            shard_size,
            thresholds,
            keep,
        };
        let tally = run(&plan, resampler.as_ref(), control)?;
        if tally.completed == 0 {
            return Err(Error::Interrupted);
        }
        Ok(Self { resampling, route, tally, offsets })
    }

    /// Resamples that count.
    pub fn completed(&self) -> u64 {
        self.tally.completed
    }

    /// Sums in order of resample number, if kept.
    pub fn sums(&self) -> &[i64] {
        &self.tally.sums
    }

    /// The p-value of event number `index`, as given to `new`.
    pub fn value(&self, index: usize, event: &Extreme, raw: bool) -> Result<Value, Error> {
        let first = self.offsets[index];
        let counts = &self.tally.counts[first..first + event.thresholds().len()];
        event.value_of_counts(counts, self.tally.completed, raw)
    }
}
