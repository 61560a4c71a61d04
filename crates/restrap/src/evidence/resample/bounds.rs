//! Which values count as at least as extreme as the observed one, and how their counts make a p-value.

use num_traits::Signed;
use restrap_engine::Threshold;
use restrap_stats::{Alternative, MonteCarlo, Probability};

use crate::error::Error;
use crate::request::Test;

/// The kind of resample of a paired test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resampling {
    /// Fair random swaps of the two scores of each item.
    Swaps,
    /// n items with replacement.
    Items,
}

impl Resampling {
    /// Returns how a test resamples, or `None` if it resamples nothing.
    pub fn of(test: Test) -> Option<Self> {
        match test {
            Test::Permutation => Some(Self::Swaps),
            Test::Bootstrap | Test::BootstrapPercentile => Some(Self::Items),
            _ => None,
        }
    }
}

/// The rule that combines the probabilities of two events into one p-value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Combine {
    /// One event, or two that exclude each other.
    Sum,
    /// Twice the smaller, at most 1.
    DoubleSmaller,
}

/// The values of T that count: exact sums of a mean, or doubles of another metric.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds<V> {
    /// `T >= upper`.
    pub upper: Option<V>,
    /// `T <= lower`.
    pub lower: Option<V>,
    pub(crate) combine: Combine,
}

impl<V: Signed + Copy + PartialOrd> Bounds<V> {
    /// Bounds of a test for an alternative about the difference itself. `t`: the value around which resamples lie; `reach`: how far
    /// from it counts for the bootstrap, `t` itself unless deviations are scaled. A bound is moved outward by `slack`, by
    /// which rounding may have moved a value; a negative one leaves ties out. `doubled`: two-sided swaps by the smaller tail.
    pub fn new(test: Test, side: Alternative, (t, reach): (V, V), slack: V, doubled: bool) -> Self {
        use Alternative::{Greater, Less, TwoSided};
        let (upper, lower) = match (test, side) {
            (Test::Permutation, Greater) => (Some(t - slack), None),
            (Test::Permutation, Less) => (None, Some(t + slack)),
            // Both tails begin at T itself: the smaller is that of the observed side, whatever the draws say. The tails at |T|
            // and −|T| are as large as each other, and the smaller of two counts of them would be too small.
            (Test::Permutation, TwoSided) if doubled => (Some(t - slack), Some(t + slack)),
            (Test::Permutation, TwoSided) => (Some(t.abs() - slack), Some(slack - t.abs())),
            // δ* − δ >= δ, and so on: centred on the observed difference.
            (Test::Bootstrap, Greater) => (Some(t + reach - slack), None),
            (Test::Bootstrap, Less) => (None, Some(t + reach + slack)),
            (Test::Bootstrap, TwoSided) => {
                (Some(t + reach.abs() - slack), Some(t - reach.abs() + slack))
            }
            // As far on the other side: 0 where nothing is scaled.
            (_, Greater) => (None, Some(t - reach + slack)),
            (_, Less) => (Some(t - reach - slack), None),
            (_, TwoSided) => (Some(t - reach - slack), Some(t - reach + slack)),
        };
        let combine = if test.doubles(side, doubled) {
            Combine::DoubleSmaller
        } else {
            Combine::Sum
        };
        Self {
            upper,
            lower,
            combine,
        }
    }

    /// Both events together hold always.
    pub fn is_certain(&self) -> bool {
        self.combine == Combine::Sum
            && matches!((self.upper, self.lower), (Some(upper), Some(lower)) if upper <= lower)
    }

    /// The tails to count, upper first.
    pub fn thresholds(&self) -> Vec<Threshold<V>> {
        let upper = self.upper.map(Threshold::AtLeast);
        upper
            .into_iter()
            .chain(self.lower.map(Threshold::AtMost))
            .collect()
    }

    /// The p-value from how many of R resamples lie beyond each threshold.
    ///
    /// # Errors
    /// [`Error`] for more extreme resamples than were drawn.
    pub fn of_counts(&self, counts: &[u64], resamples: u64, raw: bool) -> Result<Value, Error> {
        of_extreme(self.combined(counts, resamples), resamples, raw)
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

impl Bounds<f64> {
    /// The integers that they hold.
    pub fn on_integers(self) -> Bounds<i64> {
        let Self {
            upper,
            lower,
            combine,
        } = self;
        Bounds {
            upper: upper.map(|t| t.ceil() as i64),
            lower: lower.map(|t| t.floor() as i64),
            combine,
        }
    }
}

/// Values this close to a scaled threshold, as a share of it, lie on it: κ is irrational, sums are not.
pub(crate) const ON_SCALED: f64 = 1e-9;

/// A p-value of a resampling test.
#[derive(Clone, Debug)]
pub struct Value {
    pub p: Probability,
    /// Relative error of a law.
    pub relative_error: f64,
    /// The law left nothing out and nothing was rounded.
    pub exact: bool,
    /// The resamples of a sampled p-value, or `None` if it has an exact distribution.
    pub(crate) sampled: Option<Sampled>,
}

/// Monte Carlo side of a sampled p-value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sampled {
    pub resamples: u64,
    pub extreme: u64,
    pub bounds: [f64; 2],
}

/// The p-value and its bounds from extreme resamples, and the factor of a doubled tail.
pub(crate) fn of_extreme(
    (extreme, factor): (u64, f64),
    resamples: u64,
    raw: bool,
) -> Result<Value, Error> {
    let monte_carlo = MonteCarlo::new(extreme, resamples)?;
    let p = if raw {
        monte_carlo.plain()
    } else {
        monte_carlo.add_one()
    }
    .scaled(factor);
    // Below a count of 0 there is nothing to miss: its bound is one-sided, and stands in every text.
    let level = if extreme == 0 { 0.9 } else { 0.95 };
    let bounds = monte_carlo.clopper_pearson(level)?;
    let bounds = [
        (factor * bounds.low).min(1.0),
        (factor * bounds.high).min(1.0),
    ];
    let sampled = Some(Sampled {
        resamples,
        extreme,
        bounds,
    });
    Ok(Value {
        p,
        relative_error: 0.0,
        exact: false,
        sampled,
    })
}
