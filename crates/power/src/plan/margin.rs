//! What a plan can say about a margin: how many items an equal system needs to pass, and how often each passes.

use rayon::prelude::*;
use restrap_stats::Alternative;
use restrap_stats::power::{Agreement, MeanDifference, Passing, noninferior_units};
use restrap_words::{asked, asked_as};
use serde::{Deserialize, Serialize};

use super::request::{Known, PlanRequest};
use crate::scenario::{Assumption, BinaryAssumption, Disagreement, PowerApproach, Scenario};
use restrap_lib::Error;
use restrap_lib::number::digits::rounded;

/// Items up to which 0/1 scores are enumerated: a second. Of more, the noncentral t is as near as anybody plans.
const MOST_ENUMERATED: u64 = 4_000;

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
    /// Items of the figures below: those asked, or else those needed.
    pub items: Option<u64>,
    /// How all of it is computed.
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
    let t = MeanDifference::new(variance, request.own_level(), Alternative::Greater)?;
    let power = |items: u64| t.t(margin).rejections(items as f64).power.unwrap_or(0.0);
    // The number that the verdict of `compare` names, too.
    let needed = noninferior_units(variance, margin, request.own_level(), request.power)?;
    let of_request = request.items.map(|items| request.independent(items));
    let tables = equal.zip(worse).filter(|_| {
        request.is_plain()
            && of_request
                .or(needed)
                .is_some_and(|items| items <= MOST_ENUMERATED)
    });
    let shares = |items: u64| match tables {
        Some((equal, worse)) => enumerated(items, margin, request.own_level(), [equal, worse]),
        None => Ok([power(items), request.own_level()]),
    };
    let items = of_request.or(needed);
    let [equal, worse] = items
        .map(shares)
        .transpose()?
        .map_or([None, None], |found| found.map(Some));
    Ok(Some(MarginPlan {
        margin: rounded(margin),
        items_needed: needed.and_then(|items| request.dependent(items)),
        items: request
            .items
            .or_else(|| items.and_then(|items| request.dependent(items))),
        how: if tables.is_some() {
            PowerApproach::Enumeration
        } else {
            PowerApproach::NoncentralT
        },
        equal_passes: equal.map(rounded),
        worse_passes: worse.map(rounded),
    }))
}

/// How often each of two tables passes the margin test of 0/1 scores that `compare` runs.
fn enumerated(
    items: u64,
    margin: f64,
    alpha: f64,
    tables: [Agreement; 2],
) -> Result<[f64; 2], Error> {
    /// Counts of items lost that are searched together.
    const TOGETHER: u64 = 16;
    let ranges = tables.map(|table| Passing::losses(items, &table));
    let lost = ranges[0].start.min(ranges[1].start)..ranges[0].end.max(ranges[1].end);
    let parts: Vec<u64> = lost.clone().step_by(TOGETHER as usize).collect();
    let part = |&start: &u64| {
        Passing::new(
            items,
            margin,
            alpha,
            start..(start + TOGETHER).min(lost.end),
        )
    };
    let parts: Vec<Passing> = parts.par_iter().map(part).collect::<Result<_, _>>()?;
    let Some(passing) = parts.into_iter().reduce(Passing::and) else {
        return Ok([0.0, 0.0]);
    };
    Ok([
        passing.probability(&tables[0])?,
        passing.probability(&tables[1])?,
    ])
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
