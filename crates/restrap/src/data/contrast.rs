//! A contrast: two systems on the items of one data set, in one of three shapes.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use restrap_core::counted;
use restrap_stats::{StatsError, TEstimate, TwoSamples};

use crate::data::contest::Contest;
use crate::data::pair::{Alone, Pair, Surveyed};
use crate::data::scores::Scores;
use crate::design::apart::{self, Apart};
use crate::design::clusters::{self, ClusterMap};
use crate::design::repeated::one_by_one;
use crate::design::{Method, Sampled};
use crate::error::Error;
use crate::request::GridChoice;

/// Two systems on the items of one data set.
#[expect(
    clippy::large_enum_variant,
    reason = "a comparison holds a handful of contrasts"
)]
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
            Self::Paired(pair) => pair.clusters().map(AsRef::as_ref),
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
            Self::Paired(pair) => pair.binary || pair.share_against().is_some(),
            Self::Unpaired(samples) => samples.binary,
            Self::Metric(_) => false,
        }
    }

    /// Returns `true` if all scores are 0 or 1, or values made of several such answers or runs, whatever the units are.
    pub fn is_of_trials(&self) -> bool {
        match self {
            Self::Paired(pair) => pair.are_trials || pair.share_against().is_some(),
            Self::Unpaired(samples) => samples.are_trials,
            Self::Metric(_) => false,
        }
    }
}

/// Two samples of different items.
pub(crate) struct Samples<'a> {
    pub baseline: &'a Scores<'a>,
    pub system: &'a Scores<'a>,
    /// The rows of the system, then of the baseline, in grid units: of 0/1 scores made where something asks for them.
    pooled: OnceLock<Vec<i64>>,
    /// Grid units of a score of 1.
    pub per_one: f64,
    pub t: TwoSamples,
    pub grid: String,
    /// Distinct scores of both.
    pub distinct: u64,
    /// All scores are 0 or 1, and units are items.
    pub binary: bool,
    /// All scores are 0 or 1.
    pub are_trials: bool,
    /// What belongs together in each of them, where units are clusters: of the baseline, then of the system.
    pub clusters: Option<Apart>,
}

impl<'a> Samples<'a> {
    pub fn new(
        baseline: Surveyed<'a>,
        system: Surveyed<'a>,
        grid: GridChoice,
    ) -> Result<Self, Error> {
        let binary = baseline.is_binary() && system.is_binary();
        let (baseline, system) = (baseline.scores, system.scores);
        let of_both = || system.rows().iter().chain(baseline.rows());
        // The grid of 0/1 scores is that of the values seen; most tests of two shares need no more than their counts.
        let is_counted = binary && grid == GridChoice::Auto;
        let values: Vec<f64> = if is_counted {
            let seen = |score: &f64| of_both().any(|other| other == score);
            [0.0, 1.0].into_iter().filter(seen).collect()
        } else {
            of_both().copied().collect()
        };
        let pool = Scores::new(&system.name, values).in_precision(system.precision);
        let alone = Alone::new(Surveyed::new(&pool), grid)?;
        let (grid, distinct, per_one) = (alone.grid.to_string(), alone.distinct(), alone.per_one());
        let t = TwoSamples::new(system.sample(), baseline.sample())?;
        let pooled = if is_counted {
            OnceLock::new()
        } else {
            OnceLock::from(alone.scores.rows().to_vec())
        };
        Ok(Self {
            baseline,
            system,
            pooled,
            per_one,
            t,
            grid,
            distinct,
            binary,
            are_trials: binary,
            clusters: None,
        })
    }

    /// Takes items to belong together.
    ///
    /// # Errors
    /// For fewer than two clusters of a sample.
    pub fn clustered(self, maps: [Arc<ClusterMap>; 2], grid: GridChoice) -> Result<Self, Error> {
        let of = |scores: &Scores, map: &Arc<ClusterMap>| -> Result<TEstimate, Error> {
            let alone = Alone::new(Surveyed::new(scores), grid)?;
            Ok(alone.estimate(&Sampled::Clusters(Arc::clone(map)))?.0)
        };
        let estimate = of(self.system, &maps[1])?.minus(&of(self.baseline, &maps[0])?)?;
        Ok(Self {
            binary: false,
            clusters: Some(Apart { maps, estimate }),
            ..self
        })
    }

    /// Returns the difference of the means with the standard error of both samples.
    ///
    /// # Errors
    /// For samples without a spread.
    pub fn estimate(&self) -> Result<TEstimate, StatsError> {
        match &self.clusters {
            Some(apart) => Ok(apart.estimate),
            None => self.t.welch(),
        }
    }

    /// Returns the names of its t test, interval and margin test.
    pub fn method(&self) -> &'static Method {
        match &self.clusters {
            Some(_) => &clusters::METHOD,
            None => &apart::METHOD,
        }
    }

    fn pooled_rows(&self) -> &[i64] {
        self.pooled.get_or_init(|| {
            let both = self.system.rows().iter().chain(self.baseline.rows());
            both.map(|score| (score * self.per_one) as i64).collect()
        })
    }

    /// Returns the system's items, then the baseline's, in grid units.
    ///
    /// # Errors
    /// For more than 10,000,000 items in rows with counts.
    pub fn pooled(&self) -> Result<Cow<'_, [i64]>, Error> {
        if self.are_single() {
            return Ok(Cow::Borrowed(self.pooled_rows()));
        }
        let [system, baseline] = self.split()?;
        Ok(Cow::Owned([system, baseline].concat()))
    }

    /// Returns `true` if each row is one item.
    fn are_single(&self) -> bool {
        [self.system, self.baseline]
            .iter()
            .all(|scores| scores.times().are_once())
    }

    /// Returns the number of items of both.
    pub fn items(&self) -> u64 {
        self.system.items() + self.baseline.items()
    }

    /// Returns the sum of the system's items and of the baseline's, in grid units.
    pub fn sums(&self) -> [i128; 2] {
        let (system, baseline) = self.pooled_rows().split_at(self.system.rows().len());
        let sum = |rows: &[i64], of: &Scores| {
            let terms = of.times().each(rows);
            terms
                .map(|(row, times)| i128::from(row) * i128::from(times))
                .sum()
        };
        [sum(system, self.system), sum(baseline, self.baseline)]
    }

    /// Returns the distinct scores of the system and of the baseline in grid units, each with its number of items.
    pub fn distinct_apart(&self) -> [Vec<(i64, u64)>; 2] {
        let (system, baseline) = self.pooled_rows().split_at(self.system.rows().len());
        let distinct =
            |rows: &[i64], of: &Scores| counted(rows, of.times(), usize::MAX).unwrap_or_default();
        [
            distinct(system, self.system),
            distinct(baseline, self.baseline),
        ]
    }

    /// Returns the system's items and the baseline's.
    ///
    /// # Errors
    /// As [`Self::pooled`].
    pub fn split(&self) -> Result<[Cow<'_, [i64]>; 2], Error> {
        let (system, baseline) = self.pooled_rows().split_at(self.system.rows().len());
        Ok([
            one_by_one(system, self.system.times())?,
            one_by_one(baseline, self.baseline.times())?,
        ])
    }
}
