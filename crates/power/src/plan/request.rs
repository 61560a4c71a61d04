//! What a plan is asked.

use std::sync::Arc;

use restrap_stats::power::MeanDifference;
use restrap_stats::{Alternative, McNemarVariant};
use restrap_words::{asked, asked_as};
use serde::{Deserialize, Serialize};

use crate::scenario::{MOST_ITEMS, Target};
use crate::setters::setters;
use restrap_lib::Clustering;
use restrap_lib::Error;
use restrap_lib::GridChoice;
use restrap_lib::Scores;
use restrap_lib::inner::Scheme;
use restrap_lib::inner::{Given, PartDesign, goes_with};
use restrap_lib::inner::{Pair, Surveyed};
use restrap_lib::number::format::grouped;

/// Most simulations: what each found is kept until all are done.
const MOST_SIMULATIONS: u64 = 10_000_000;

/// What is known of the systems.
///
/// Accuracies of 0/1 scores with or without agreement, variances of scores between and within items, or a variance that a pilot has
/// shown.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Known {
    /// 0/1 scores: accuracy of the baseline, and the share of items on which both systems agree, if known.
    Accuracy {
        /// Accuracy of the baseline, 0 to 1.
        baseline: f64,
        /// Share of items that both have right or both have wrong.
        agreement: Option<f64>,
    },
    /// Paired scores of a pilot, which travel beside the request.
    Pilot,
    /// Variances of a metric (Miller 2024).
    Variance {
        /// Variance of an item's mean difference, between items.
        between: f64,
        /// Variance of a system's score within an item: baseline, then system.
        within: [f64; 2],
        /// Answers per item, baseline and system.
        repeats: [u64; 2],
    },
}

/// A question of sample size: what a gain needs, or what a number of items sees.
///
/// ```
/// # use restrap_facade as restrap;
/// use restrap::power::{Known, PlanRequest, plan};
///
/// let known = Known::Accuracy { baseline: 0.8, agreement: Some(0.975) };
/// let outcome = plan(&PlanRequest::new(known).gain(0.02).simulations(0))?;
/// assert_eq!(outcome.scenarios[0].quoted().items_needed, Some(503));
/// # Ok::<(), restrap::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct PlanRequest {
    /// What is known.
    pub known: Known,
    /// The gain that matters, system − baseline.
    #[serde(default)]
    pub gain: Option<f64>,
    /// Items that there are.
    #[serde(default)]
    pub items: Option<u64>,
    /// The largest loss that would not matter, in units of the score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub noninferior: Option<f64>,
    /// Items that belong together in one cluster, on average.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cluster_size: Option<f64>,
    /// Correlation of the differences of two items of one cluster.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub icc: Option<f64>,
    /// Training runs of baseline and system, each of which answers every item; of known variances.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seeds: Option<[u64; 2]>,
    /// Variance between the mean scores of training runs of one recipe.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed_variance: Option<f64>,
    /// Wanted power.
    #[serde(default = "wanted_power")]
    pub power: f64,
    /// Level of the test.
    #[serde(default = "level")]
    pub alpha: f64,
    /// Comparisons that share the level (Bonferroni).
    #[serde(default = "alone", skip_serializing_if = "is_alone")]
    pub comparisons: u64,
    /// Side of the test.
    #[serde(default)]
    pub alternative: Alternative,
    /// Variant of the test of 0/1 scores; exact is also the permutation test.
    #[serde(default)]
    pub variant: McNemarVariant,
    /// Simulated data sets that check the answer, 0 for none; `None` takes 10,000, or 1,000 of a pilot's real scores.
    #[serde(default)]
    pub simulations: Option<u64>,
    /// Seed of the simulations; 0 is a seed.
    #[serde(default)]
    pub seed: u64,
}

/// Power that is wanted unless another is asked for.
pub(crate) const fn wanted_power() -> f64 {
    0.8
}

/// Level of a test unless another is asked for.
pub(crate) const fn level() -> f64 {
    0.05
}

/// One comparison has the level for itself.
const fn alone() -> u64 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_alone(comparisons: &u64) -> bool {
    *comparisons == 1
}

impl PlanRequest {
    /// A plan from what is known; a gain or a number of items is still to be added.
    pub fn new(known: Known) -> Self {
        Self {
            known,
            gain: None,
            items: None,
            noninferior: None,
            cluster_size: None,
            icc: None,
            seeds: None,
            seed_variance: None,
            power: wanted_power(),
            alpha: level(),
            comparisons: alone(),
            alternative: Alternative::TwoSided,
            variant: McNemarVariant::Exact,
            simulations: None,
            seed: 0,
        }
    }

    /// Takes items to belong together as those of a pilot do.
    ///
    /// # Errors
    /// For clusters of other items, and fewer than two.
    pub fn clustered_as(
        self,
        baseline: &Scores,
        system: &Scores,
        clusters: &Clustering,
    ) -> Result<Self, Error> {
        let map = clusters.map(baseline.rows().len(), |_| true)?;
        let map = map.counted(baseline.times().clone());
        let scheme = Arc::new(Scheme::plain(map.number()));
        let columns = [baseline, system].map(Surveyed::new);
        let design = PartDesign::Clusters(Arc::new(map));
        let pair = Pair::new(columns, GridChoice::Auto, &scheme, (&design, [0, 1]))?;
        let within = pair
            .cluster_sums()?
            .and_then(|sums| sums.components().within);
        let Some((size, icc)) = within.and_then(|within| Some((within.typical_size, within.icc?)))
        else {
            let found = format!("each item has its own cluster ({})", clusters.column);
            let hint = format!("drop {}", asked("cluster"));
            return Err(Error::not_applicable(
                asked("cluster"),
                "clusters of several items",
                found,
                hint,
            ));
        };
        // Items that repel one another in a pilot are taken for independent.
        Ok(Self {
            cluster_size: Some(size),
            icc: Some(icc.max(0.0)),
            ..self
        })
    }

    /// How many items stand for one independent one (Kish 1965).
    pub(crate) fn design_effect(&self) -> f64 {
        match (self.cluster_size, self.icc) {
            (Some(size), Some(icc)) => 1.0 + (size - 1.0) * icc,
            _ => 1.0,
        }
    }

    /// What training runs add to the variance of a mean, over the variance of an item's difference: no number of items is worth more
    /// independent ones than its inverse.
    fn of_runs(&self) -> f64 {
        match (self.known, self.seeds, self.seed_variance) {
            (
                Known::Variance {
                    between,
                    within,
                    repeats,
                },
                Some([baseline, system]),
                Some(of_run),
            ) => {
                let added = of_run * (1.0 / baseline as f64 + 1.0 / system as f64);
                added / MeanDifference::variance_of(between, within, repeats)
            }
            _ => 0.0,
        }
    }

    /// Every item counts as one of its own.
    pub(crate) fn is_plain(&self) -> bool {
        self.cluster_size.is_none() && self.seeds.is_none()
    }

    /// Independent items that so many are worth.
    pub(crate) fn independent(&self, items: u64) -> u64 {
        if self.is_plain() {
            return items;
        }
        let worth = 1.0 / (self.design_effect() / items as f64 + self.of_runs());
        (worth.floor() as u64).max(2)
    }

    /// Items that are worth so many independent ones, in whole clusters; `None` where training runs leave no room for them.
    pub(crate) fn dependent(&self, items: u64) -> Option<u64> {
        if self.is_plain() {
            return Some(items);
        }
        let room = 1.0 / items as f64 - self.of_runs();
        let needed = self.design_effect() / room;
        let size = self.cluster_size.unwrap_or(1.0);
        let whole = (needed / size).ceil() * size;
        (room > 0.0 && whole <= MOST_ITEMS as f64).then(|| whole.ceil() as u64)
    }

    /// The level of one comparison.
    pub(crate) fn own_level(&self) -> f64 {
        self.alpha / self.comparisons as f64
    }

    /// What every scenario is asked.
    pub(crate) fn target(&self) -> Target {
        Target {
            gain: self.gain,
            items: self.items.map(|items| self.independent(items)),
            power: self.power,
            alpha: self.own_level(),
            alternative: self.alternative,
            variant: self.variant,
        }
    }

    /// Returns the facts about the request that decide which options go together.
    fn facts(&self) -> Vec<Given> {
        let is_of_accuracies = matches!(self.known, Known::Accuracy { .. });
        goes_with::of(&[
            (Given::Plan, true),
            (Given::Gain, self.gain.is_some()),
            (Given::Items, self.items.is_some()),
            (Given::Noninferior, self.noninferior.is_some()),
            (
                Given::NoninferiorShare,
                self.noninferior.is_some() && is_of_accuracies,
            ),
            (
                Given::Agreement,
                matches!(
                    self.known,
                    Known::Accuracy {
                        agreement: Some(_),
                        ..
                    }
                ),
            ),
            (
                Given::Variance,
                matches!(self.known, Known::Variance { .. }),
            ),
            (Given::Seeds, self.seeds.is_some()),
            (Given::SeedVariance, self.seed_variance.is_some()),
            (Given::ClusterSize, self.cluster_size.is_some()),
            (Given::Icc, self.icc.is_some()),
        ])
    }

    /// Numbers of runs and clusters lie in their ranges.
    fn check_units(&self) -> Result<(), Error> {
        let bad = |expected, found: f64| {
            Err(Error::BadParameter {
                expected,
                found: found.to_string(),
            })
        };
        if let Some(of_run) = self
            .seed_variance
            .filter(|of_run| !(of_run.is_finite() && *of_run >= 0.0))
        {
            return bad("a variance between training runs from 0 on", of_run);
        }
        if self.comparisons == 0 {
            return bad("at least 1 comparison", 0.0);
        }
        if self
            .seeds
            .is_some_and(|[baseline, system]| baseline.min(system) == 0)
        {
            return bad("at least 1 training run", 0.0);
        }
        if let Some(size) = self
            .cluster_size
            .filter(|size| !(*size >= 1.0 && *size <= MOST_ITEMS as f64))
        {
            return bad("clusters of 1 to 10,000,000 items", size);
        }
        if let Some(icc) = self.icc.filter(|icc| !(0.0..=1.0).contains(icc)) {
            return bad("an intraclass correlation from 0 to 1", icc);
        }
        Ok(())
    }

    /// # Errors
    /// When a number lies outside its range, or neither gain nor items are given.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let bad = |expected, found: String| Err(Error::BadParameter { expected, found });
        for (share, expected) in [
            (self.power, "a wanted power between 0 and 1"),
            (self.alpha, "an alpha between 0 and 1"),
        ] {
            if !(share > 0.0 && share < 1.0) {
                return bad(expected, share.to_string());
            }
        }
        if self.power <= self.alpha {
            return bad(
                "a wanted power above alpha",
                format!("{} and {}", self.power, self.alpha),
            );
        }
        if let Some(items) = self.items.filter(|items| !(2..=MOST_ITEMS).contains(items)) {
            return bad("2 to 10,000,000 items", items.to_string());
        }
        if let Some(simulations) = self
            .simulations
            .filter(|&simulations| simulations > MOST_SIMULATIONS)
        {
            return bad("at most 10,000,000 simulations", grouped(simulations));
        }
        goes_with::check(&self.facts())?;
        self.check_units()?;
        self.check_margin()?;
        if let Some(gain) = self.gain.filter(|gain| !gain.is_finite() || *gain == 0.0) {
            return bad("a gain other than 0", gain.to_string());
        }
        let gain = self.gain.unwrap_or(0.0);
        let side = self.alternative;
        if side == Alternative::Greater && gain < 0.0 || side == Alternative::Less && gain > 0.0 {
            return bad(
                "a gain in the direction of a one-sided test",
                format!(
                    "{gain} and {alternative_side}",
                    alternative_side = asked_as("alternative", side)
                ),
            );
        }
        if let Known::Accuracy { baseline, .. } = self.known
            && (0.0..=1.0).contains(&baseline)
            && !(-1e-12..=1.0 + 1e-12).contains(&(baseline + gain))
        {
            let typed = |number: f64| (number * 1e9).round() / 1e9;
            let points = asked_as("gain", format!("{}pt", typed(gain)));
            let of_system = asked_as("gain", typed(gain - baseline));
            return Err(Error::not_applicable(
                asked_as("gain", typed(gain)),
                "an accuracy of the system (baseline + gain) from 0 to 1",
                format!(
                    "{} + {} is {}",
                    typed(baseline),
                    typed(gain),
                    typed(baseline + gain)
                ),
                format!(
                    "a gain is a difference, in points `{points}`; for a system with an accuracy of {}: `{of_system}`",
                    typed(gain)
                ),
            ));
        }
        match self.known {
            Known::Accuracy { baseline, .. } if !(0.0..=1.0).contains(&baseline) => bad(
                "an accuracy of the baseline from 0 to 1",
                baseline.to_string(),
            ),
            Known::Accuracy {
                agreement: Some(agreement),
                ..
            } if !(0.0..=1.0).contains(&agreement) => {
                bad("an agreement from 0 to 1", agreement.to_string())
            }
            Known::Variance {
                between,
                within,
                repeats,
            } => {
                let parts = [between, within[0], within[1]];
                if parts.iter().any(|part| !(part.is_finite() && *part >= 0.0)) {
                    return bad("variances from 0 on", format!("{parts:?}"));
                }
                if parts.iter().all(|&part| part == 0.0) {
                    return bad("differences that vary", "variances of 0".to_owned());
                }
                if repeats.contains(&0) {
                    return bad("at least 1 answer per item", "0".to_owned());
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

setters!(PlanRequest {
    /// The gain that matters.
    gain: impl Into<Option<f64>> => gain.into(),
    /// Items that there are.
    items: impl Into<Option<u64>> => items.into(),
    /// The largest loss that would not matter.
    noninferior: impl Into<Option<f64>> => noninferior.into(),
    /// Items that belong together in one cluster.
    cluster_size: impl Into<Option<f64>> => cluster_size.into(),
    /// Training runs of baseline and system.
    seeds: impl Into<Option<[u64; 2]>> => seeds.into(),
    /// Variance between the mean scores of training runs.
    seed_variance: impl Into<Option<f64>> => seed_variance.into(),
    /// Correlation of the differences of two items of one cluster.
    icc: impl Into<Option<f64>> => icc.into(),
    /// Wanted power.
    power: f64 => power,
    /// Level of the test.
    alpha: f64 => alpha,
    /// Comparisons that share the level.
    comparisons: u64 => comparisons,
    /// Side of the test.
    alternative: Alternative => alternative,
    /// Variant of the test of 0/1 scores.
    variant: McNemarVariant => variant,
    /// Simulated data sets.
    simulations: impl Into<Option<u64>> => simulations.into(),
    /// Seed of the simulations.
    seed: u64 => seed,
});
