//! What a plan can say about a margin: how many items an equal system needs to pass, and how often each passes.

use std::collections::BTreeMap;

use rayon::prelude::*;
use restrap_stats::Alternative;
use restrap_stats::power::{Agreement, MeanDifference, Passing, least_items, noninferior_units};
use restrap_words::{asked, asked_as};
use serde::{Deserialize, Serialize};

use super::request::{Known, PlanRequest};
use crate::scenario::{Assumption, BinaryAssumption, Disagreement, PowerApproach, Scenario};
use restrap_lib::Error;
use restrap_lib::number::digits::rounded;

/// Items up to which the unconditional test of 0/1 scores is enumerated: a second.
const MOST_ENUMERATED: u64 = 4_000;
/// Items up to which a number of items is searched by it, which takes about six enumerations.
const MOST_PLANNED: u64 = 1_000;
/// Items up to which the score test is enumerated. Of more, the noncentral t is as near as anybody plans.
const MOST_BY_SCORE: u64 = 200_000;

/// A margin test at a number of items.
///
/// The items with which an equal system passes as often as was wanted, how often it passes at the given items, and how often a
/// system that is worse by the margin does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MarginPlan {
    /// The largest loss that would not matter, in units of the score.
    pub margin: f64,
    /// Items with which an equal system passes as often as the power that is wanted; null where 10 million are too few.
    pub items_needed: Option<u64>,
    /// The method by which the items that are needed were found; null in outcomes of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub planned_by: Option<PowerApproach>,
    /// Items of the figures below: those asked, or else those needed.
    pub items: Option<u64>,
    /// The method by which the figures below are computed.
    pub how: PowerApproach,
    /// How often a system that is equal to the baseline passes.
    pub equal_passes: Option<f64>,
    /// How often one that is worse by the margin passes: the risk of the gate.
    pub worse_passes: Option<f64>,
}

/// The margin that was asked for, under the assumption that the plan quotes.
///
/// # Errors
/// When the margin is not a size, or the assumption leaves no system that is worse by it.
pub(super) fn of(request: &PlanRequest, scenario: &Scenario) -> Result<Option<MarginPlan>, Error> {
    let Some(margin) = request.noninferior else {
        return Ok(None);
    };
    let table = |gain: f64| match scenario.assumption {
        // A system that is worse by more than the systems disagree disagrees more.
        Assumption::Binary(binary) => {
            let least = BinaryAssumption {
                disagreement: Disagreement::Within(0.0),
                ..binary
            };
            binary.table(gain).or_else(|_| least.table(gain)).map(Some)
        }
        Assumption::Variance(_) => Ok(None),
    };
    let [equal, worse] = [table(0.0)?, table(-margin)?];
    let variance = match scenario.assumption {
        Assumption::Binary(_) => equal.map_or(0.0, |table| table.disagreement()),
        Assumption::Variance(variance) => variance,
    };
    if variance <= 0.0 {
        let found = "the systems agree on every item";
        let hint = format!(
            "give {}, or a pilot of systems that differ",
            asked_as("agreement", "SHARE")
        );
        return Err(Error::not_applicable(
            asked("noninferior"),
            "differences that vary",
            found,
            hint,
        ));
    }
    let gate = Passes {
        margin,
        alpha: request.own_level(),
        power: request.power,
        tables: equal.zip(worse).filter(|_| request.is_plain()),
        t: MeanDifference::new(variance, request.own_level(), Alternative::Greater)?,
        variance,
    };
    let (needed, planned_by) = gate.needed()?;
    let of_request = request.items.map(|items| request.independent(items));
    let items = of_request.or(needed);
    let (passes, how) = match items {
        Some(items) => {
            let how = gate.how(items);
            (gate.shares(items, how)?.map(Some), how)
        }
        None => ([None, None], planned_by),
    };
    let [equal, worse] = passes;
    Ok(Some(MarginPlan {
        margin: rounded(margin),
        items_needed: needed.and_then(|items| request.dependent(items)),
        planned_by: Some(planned_by),
        items: request
            .items
            .or_else(|| items.and_then(|items| request.dependent(items))),
        how,
        equal_passes: equal.map(rounded),
        worse_passes: worse.map(rounded),
    }))
}

/// A margin test at any number of items.
struct Passes {
    margin: f64,
    alpha: f64,
    /// The power that an equal system shall have.
    power: f64,
    /// 0/1 scores of independent items: those of an equal system, and of one that is worse by the margin.
    tables: Option<(Agreement, Agreement)>,
    t: MeanDifference,
    variance: f64,
}

impl Passes {
    /// How often a gate is passed is computed so at this number of items.
    fn how(&self, items: u64) -> PowerApproach {
        match self.tables {
            Some(_) if items <= MOST_ENUMERATED => PowerApproach::Enumeration,
            Some(_) if items <= MOST_BY_SCORE => PowerApproach::Score,
            _ => PowerApproach::NoncentralT,
        }
    }

    /// How often it is passed by an equal system, and by one that is worse by the margin.
    fn shares(&self, items: u64, how: PowerApproach) -> Result<[f64; 2], Error> {
        match (self.tables, how) {
            (Some((equal, worse)), PowerApproach::Enumeration | PowerApproach::Score) => {
                enumerated(items, self.margin, self.alpha, &[equal, worse], how)
            }
            _ => Ok([self.power_of_t(items), self.alpha]),
        }
    }

    fn power_of_t(&self, items: u64) -> f64 {
        let rejections = self.t.t(self.margin).rejections(items as f64);
        rejections.power.unwrap_or(0.0)
    }

    /// The items with which an equal system passes as often as it shall, and how that was found.
    fn needed(&self) -> Result<(Option<u64>, PowerApproach), Error> {
        let by_t = noninferior_units(self.variance, self.margin, self.alpha, self.power)?;
        let (Some((equal, _)), Some(guess)) = (self.tables, by_t) else {
            return Ok((by_t, PowerApproach::NoncentralT));
        };
        if guess > MOST_BY_SCORE {
            return Ok((by_t, PowerApproach::NoncentralT));
        }
        let of = |items: u64, how| {
            let passes = enumerated(items, self.margin, self.alpha, &[equal], how);
            passes.map_or(0.0, |[passes]| passes)
        };
        let by_score = |wanted: f64| {
            let power = |items| of(items, PowerApproach::Score);
            least_items(power, wanted, guess, 2 * MOST_BY_SCORE)
        };
        let score = by_score(self.power);
        let Some(score) = score.filter(|items| *items <= MOST_PLANNED) else {
            return Ok((score, PowerApproach::Score));
        };
        // The unconditional test rejects a little less often than the score test: the first guess shows by how much.
        let mut known = BTreeMap::new();
        let mut power = |items: u64| {
            *known
                .entry(items)
                .or_insert_with(|| of(items, PowerApproach::Enumeration))
        };
        let lacking = self.power - power(score);
        let mut high = by_score((self.power + lacking).clamp(1e-6, 1.0 - 1e-9)).unwrap_or(score);
        let mut step = 1 + high / 1024;
        while power(high) < self.power {
            high += step;
            step *= 2;
        }
        let (mut low, mut step) = (high, 1 + high / 1024);
        while low > 0 && power(low) >= self.power {
            high = low;
            low = low.saturating_sub(step);
            step *= 2;
        }
        while high - low > 1 {
            let middle = low.midpoint(high);
            if power(middle) >= self.power {
                high = middle;
            } else {
                low = middle;
            }
        }
        Ok((Some(high), PowerApproach::Enumeration))
    }
}

/// How often each table passes the margin test of 0/1 scores that `compare` runs, or the score test in its place.
fn enumerated<const N: usize>(
    items: u64,
    margin: f64,
    alpha: f64,
    tables: &[Agreement; N],
    how: PowerApproach,
) -> Result<[f64; N], Error> {
    /// Counts of items lost that are searched together.
    const TOGETHER: u64 = 16;
    let ranges = tables.map(|table| Passing::losses(items, &table));
    let start = ranges.iter().map(|range| range.start).min().unwrap_or(0);
    let end = ranges.iter().map(|range| range.end).max().unwrap_or(0);
    let parts: Vec<u64> = (start..end).step_by(TOGETHER as usize).collect();
    let part = |&start: &u64| {
        let lost = start..(start + TOGETHER).min(end);
        match how {
            PowerApproach::Score => Passing::by_score(items, margin, alpha, lost),
            _ => Passing::new(items, margin, alpha, lost),
        }
    };
    let parts: Vec<Passing> = parts.par_iter().map(part).collect::<Result<_, _>>()?;
    let mut shares = [0.0; N];
    if let Some(passing) = parts.into_iter().reduce(Passing::and) {
        for (share, table) in shares.iter_mut().zip(tables) {
            *share = passing.probability(table)?;
        }
    }
    Ok(shares)
}

impl PlanRequest {
    /// # Errors
    /// When the margin is not a size, or nothing is known of the agreement that decides it.
    pub(super) fn check_margin(&self) -> Result<(), Error> {
        let Some(margin) = self.noninferior else {
            return Ok(());
        };
        if !(margin.is_finite() && margin > 0.0) {
            let (expected, found) = ("a margin above 0", margin.to_string());
            return Err(Error::BadParameter { expected, found });
        }
        if self.alpha >= 0.5 {
            let (expected, found) = ("alpha below 0.5 for a margin test", self.alpha.to_string());
            return Err(Error::BadParameter { expected, found });
        }
        let Known::Accuracy { baseline, .. } = self.known else {
            return Ok(());
        };
        if margin >= baseline {
            let found = format!("{margin} of {baseline}");
            return Err(Error::BadParameter {
                expected: "a margin below the baseline's accuracy",
                found,
            });
        }
        Ok(())
    }
}
