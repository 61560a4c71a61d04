//! A contrast: two systems on the items of one data set, in one of three shapes.

use crate::data::clusters::ClusterMap;
use crate::data::contest::Contest;
use crate::data::pair::Pair;
use crate::data::samples::Samples;

/// Two systems on the items of one data set.
#[expect(clippy::large_enum_variant, reason = "a comparison holds a handful of contrasts")]
pub(crate) enum Contrast<'a> {
    /// Scores of the same items.
    Paired(Pair<'a>),
    /// Scores of different items.
    Unpaired(Samples<'a>),
    /// Statistics of a metric of the whole corpus.
    Metric(Contest<'a>),
}

impl Contrast<'_> {
    /// Names of the baseline and of the system.
    pub fn names(&self) -> [&str; 2] {
        match self {
            Self::Paired(pair) => [&pair.baseline.name, &pair.system.name],
            Self::Unpaired(samples) => [&samples.baseline.name, &samples.system.name],
            Self::Metric(contest) => contest.names,
        }
    }

    /// What belongs together, where units are clusters.
    pub fn clusters(&self) -> Option<&ClusterMap> {
        match self {
            Self::Paired(pair) => pair.clusters.as_deref(),
            Self::Unpaired(_) => None,
            Self::Metric(contest) => contest.clusters.as_deref(),
        }
    }

    /// System − baseline.
    pub fn difference(&self) -> f64 {
        match self {
            Self::Paired(pair) => pair.difference(),
            Self::Unpaired(samples) => samples.t.difference(),
            Self::Metric(contest) => contest.difference(),
        }
    }

    /// All scores are 0 or 1.
    pub fn is_binary(&self) -> bool {
        match self {
            Self::Paired(pair) => pair.binary,
            Self::Unpaired(samples) => samples.binary,
            Self::Metric(_) => false,
        }
    }
}
