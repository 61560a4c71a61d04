//! The sample of a resampling test, and how its p-value was computed.

use crate::outcome::{Recipe, TestedDesign};
use restrap_stats::Probability;
use restrap_words::Note;

use crate::data::contest::Contest;
use crate::data::pair::Pair;
use crate::outcome::Method;

/// The sample of a resampling test.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Observed<'s> {
    /// System − baseline.
    pub difference: f64,
    /// Units: items, or clusters.
    pub units: u64,
    /// Units whose swap changes something.
    pub changed: u64,
    /// Strata in the words of a recipe; empty where there are none.
    pub strata: &'s str,
    /// Units are clusters.
    pub clustered: bool,
    /// Systems have different items.
    pub apart: bool,
    /// Swaps exchange ranks within each system, and not scores.
    pub of_ranks: bool,
}

impl<'s> Observed<'s> {
    pub fn of(pair: &'s Pair) -> Self {
        Self {
            difference: pair.difference(),
            units: pair.units(),
            changed: pair.changed(),
            strata: pair.design.strata(),
            clustered: pair.clusters().is_some(),
            apart: false,
            of_ranks: false,
        }
    }

    /// What a resampling test of a corpus metric tells.
    pub fn of_metric(contest: &'s Contest) -> Self {
        Self {
            difference: contest.difference(),
            units: contest.items(),
            changed: contest.changed,
            strata: contest.strata.as_ref().map_or("", |design| design.strata()),
            clustered: contest.clusters.is_some(),
            apart: contest.apart.is_some(),
            of_ranks: contest
                .pair()
                .is_some_and(|pair| pair.metric.exchanges_ranks()),
        }
    }
}

/// A test outside the resampling family.
pub(crate) struct ClosedForm {
    /// `None` where the test is undefined on these data; the last note then says why.
    pub p: Option<Probability>,
    pub method: Method,
    /// Relative error of p by inversion; 0 elsewhere.
    pub relative_error: f64,
    pub statistic: Option<f64>,
    /// The statistic centred on its null value, positive if the system has larger scores, for tests that are not about the mean.
    pub centred: Option<f64>,
    /// Degrees of freedom of t.
    pub df: Option<f64>,
    pub floor: Option<Probability>,
    pub recipe: Recipe,
    /// The design whose t test it is.
    pub design: Option<TestedDesign>,
    pub notes: Vec<Note>,
}
