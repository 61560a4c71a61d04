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
use restrap_lib::inner::BootstrapDesign;
use restrap_lib::inner::{Pair, Surveyed};
use restrap_lib::number::format::grouped;

/// Most simulations: what each found is kept until all are done.
const MOST_SIMULATIONS: u64 = 10_000_000;

/// What is known of the systems.
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
        /// Of an item's mean difference, between items.
        between: f64,
        /// Of a system's score within an item, baseline and system.
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
            alternative: Alternative::TwoSided,
            variant: McNemarVariant::Exact,
            simulations: None,
            seed: 0,
        }
    }

    /// The same for items that belong together as those of a pilot do.
    ///
    /// # Errors
    /// For clusters of other items, and fewer than two.
    pub fn clustered_as(
        self,
        baseline: &Scores,
        system: &Scores,
        clusters: &Clustering,
    ) -> Result<Self, Error> {
        let map = clusters.map(baseline.values.len(), |_| true)?;
        let design = Arc::new(BootstrapDesign::plain(map.number()));
        let columns = (Surveyed::new(baseline), Surveyed::new(system));
        let pair = Pair::new(columns.0, columns.1, GridChoice::Auto, &design, Some(&Arc::new(map)))?;
        let within = pair.cluster_sums()?.and_then(|sums| sums.components().within);
        let Some((size, icc)) = within.and_then(|within| Some((within.typical_size, within.icc?))) else {
            let found = format!("each item is one of its own ({})", clusters.column);
            let hint = format!("drop {}", asked("cluster"));
            return Err(Error::not_applicable(asked("cluster"), "clusters of several items", found, hint));
        };
        // Items that repel one another in a pilot are taken for independent.
        Ok(Self { cluster_size: Some(size), icc: Some(icc.max(0.0)), ..self })
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
            (Known::Variance { between, within, repeats }, Some([baseline, system]), Some(of_run)) => {
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

    /// What every scenario is asked.
    pub(crate) fn target(&self) -> Target {
        Target {
            gain: self.gain,
            items: self.items.map(|items| self.independent(items)),
            power: self.power,
            alpha: self.alpha,
            alternative: self.alternative,
            variant: self.variant,
        }
    }

    fn check_runs(&self) -> Result<(), Error> {
        let refuse = |needs: &'static str, found: String, hint: String| {
            Err(Error::not_applicable(asked("seeds"), needs, found, hint))
        };
        match (self.seeds, self.seed_variance) {
            (None, None) => return Ok(()),
            (Some(_), Some(of_run)) if !(of_run.is_finite() && of_run >= 0.0) => {
                let expected = "a variance between training runs from 0 on";
                return Err(Error::BadParameter { expected, found: of_run.to_string() });
            }
            (Some([baseline, system]), Some(_)) if baseline.min(system) == 0 => {
                return Err(Error::BadParameter {
                    expected: "at least 1 training run",
                    found: "0".to_owned(),
                });
            }
            (Some(_), Some(_)) => {}
            _ => {
                let hint = format!("add {} and {}", asked_as("seeds", "5,5"), asked_as("seed-variance", "V"));
                return refuse("their number and their variance", "one is missing".to_owned(), hint);
            }
        }
        if matches!(self.known, Known::Variance { .. }) {
            return Ok(());
        }
        let hint = format!("add {}, the variance of an item's difference", asked_as("variance", "V"));
        refuse("the variance of an item's difference", "it is not given".to_owned(), hint)
    }

    fn check_clusters(&self) -> Result<(), Error> {
        let (size, icc) = match (self.cluster_size, self.icc) {
            (None, None) => return Ok(()),
            (Some(size), Some(icc)) => (size, icc),
            (Some(_), None) => {
                let hint = format!("add {}; 0.1 to 0.3 is common", asked_as("icc", "SHARE"));
                return Err(Error::not_applicable(
                    asked("cluster-size"),
                    "their correlation",
                    "none is given",
                    hint,
                ));
            }
            (None, Some(_)) => {
                let hint = format!("add {}", asked_as("cluster-size", "N"));
                return Err(Error::not_applicable(
                    asked("icc"),
                    "the size of the clusters",
                    "none is given",
                    hint,
                ));
            }
        };
        let bad = |expected, found: f64| Err(Error::BadParameter { expected, found: found.to_string() });
        if !(size >= 1.0 && size <= MOST_ITEMS as f64) {
            return bad("clusters of 1 to 10,000,000 items", size);
        }
        if !(0.0..=1.0).contains(&icc) {
            return bad("an intraclass correlation from 0 to 1", icc);
        }
        Ok(())
    }

    /// # Errors
    /// When a number lies outside its range, or neither gain nor items are given.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let bad = |expected, found: String| Err(Error::BadParameter { expected, found });
        for (share, expected) in
            [(self.power, "a wanted power between 0 and 1"), (self.alpha, "an alpha between 0 and 1")]
        {
            if !(share > 0.0 && share < 1.0) {
                return bad(expected, share.to_string());
            }
        }
        if self.power <= self.alpha {
            return bad("a wanted power above alpha", format!("{} and {}", self.power, self.alpha));
        }
        if let Some(items) = self.items.filter(|items| !(2..=MOST_ITEMS).contains(items)) {
            return bad("2 to 10,000,000 items", items.to_string());
        }
        if let Some(simulations) = self.simulations.filter(|&simulations| simulations > MOST_SIMULATIONS) {
            return bad("at most 10,000,000 simulations", grouped(simulations));
        }
        self.check_clusters()?;
        self.check_runs()?;
        self.check_margin()?;
        match (self.gain, self.items) {
            (None, None) if self.noninferior.is_none() => {
                return Err(Error::not_applicable(
                    "a plan",
                    "the gain that matters, or the number of items",
                    "neither is given",
                    format!(
                        "add {gain_0_02} to learn how many items it needs, or {items_500} to learn which gain they see; a \
                           pilot's own difference is not the true one, and power at it only restates its p-value",
                        gain_0_02 = asked_as("gain", "0.02"),
                        items_500 = asked_as("items", "500")
                    ),
                ));
            }
            (Some(gain), _) if !gain.is_finite() || gain == 0.0 => {
                return bad("a gain other than 0", gain.to_string());
            }
            _ => {}
        }
        let gain = self.gain.unwrap_or(0.0);
        let side = self.alternative;
        if side == Alternative::Greater && gain < 0.0 || side == Alternative::Less && gain > 0.0 {
            return bad(
                "a gain in the direction of a one-sided test",
                format!("{gain} and {alternative_side}", alternative_side = asked_as("alternative", side)),
            );
        }
        match self.known {
            Known::Accuracy { baseline, .. } if !(0.0..=1.0).contains(&baseline) => {
                bad("an accuracy of the baseline from 0 to 1", baseline.to_string())
            }
            Known::Accuracy { agreement: Some(agreement), .. } if !(0.0..=1.0).contains(&agreement) => {
                bad("an agreement from 0 to 1", agreement.to_string())
            }
            Known::Variance { between, within, repeats } => {
                let parts = [between, within[0], within[1]];
                if parts.iter().any(|part| !(part.is_finite() && *part >= 0.0)) {
                    return bad("variances from 0 on", format!("{parts:?}"));
                }
                if parts.iter().all(|&part| part == 0.0) {
                    return bad("differences that vary", "variances of 0".to_owned());
                }
                if repeats.contains(&0) {
                    return bad("at least 1 answer an item", "0".to_owned());
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
    /// Side of the test.
    alternative: Alternative => alternative,
    /// Variant of the test of 0/1 scores.
    variant: McNemarVariant => variant,
    /// Simulated data sets.
    simulations: impl Into<Option<u64>> => simulations.into(),
    /// Seed of the simulations.
    seed: u64 => seed,
});
