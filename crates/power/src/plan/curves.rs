//! Power against the number of items: the figure of a plan.

use rayon::prelude::*;

use super::outcome::PlanOutcome;
use crate::format::share_of_items;
use crate::scenario::{MOST_ITEMS, Scenario};
use restrap_lib::Error;

/// Power against the number of items.
///
/// Numbers of items with the power that each has under one assumption and one approach, for a figure of a plan. The unit is the
/// item.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PowerCurve {
    /// The method or the assumption.
    pub name: String,
    /// Items and power.
    pub points: Vec<(f64, f64)>,
}

/// The curves of a plan: two methods of the only assumption, or one curve an assumption, up to twice the items that are
/// needed or there.
///
/// # Errors
/// When the plan has no gain.
pub fn power_curves(outcome: &PlanOutcome) -> Result<Vec<PowerCurve>, Error> {
    /// Points of a curve.
    const POINTS: u64 = 120;
    let Some(gain) = outcome.gain else {
        return Err(Error::BadParameter {
            expected: "a gain",
            found: "none".to_owned(),
        });
    };
    let target = outcome.request.target();
    let needed = |scenario: &Scenario| scenario.quoted().items_needed;
    // Assumptions differ by orders of magnitude: the middle one sets the scale.
    let middle = &outcome.scenarios[outcome.scenarios.len() / 2];
    let most = needed(middle)
        .or(outcome.items)
        .unwrap_or(MOST_ITEMS)
        .max(outcome.items.unwrap_or(0));
    let most = (2 * most).clamp(20, MOST_ITEMS);
    let sizes: Vec<u64> = (1..=POINTS)
        .map(|k| (most * k).div_ceil(POINTS).max(2))
        .collect();
    let mut lines: Vec<(String, &Scenario, bool)> = Vec::new();
    match outcome.scenarios.as_slice() {
        [only] => {
            for (method, first) in only.methods.iter().zip([true, false]) {
                lines.push((format!("{} ({})", method.test, method.how), only, first));
            }
        }
        several => lines.extend(several.iter().map(|scenario| {
            let agreement = scenario
                .agreement
                .map_or_else(|| scenario.name.clone(), share_of_items);
            (format!("agreement {agreement}"), scenario, true)
        })),
    }
    let curve = |(name, scenario, first): (String, &Scenario, bool)| {
        let at = |&items: &u64| {
            Some((
                items as f64,
                scenario.power_at(outcome.request.independent(items), gain, &target, first)?,
            ))
        };
        PowerCurve {
            name,
            points: sizes.par_iter().filter_map(at).collect(),
        }
    };
    Ok(lines.into_iter().map(curve).collect())
}
