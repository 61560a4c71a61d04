//! The test of the first method run on simulated items, at the items asked or needed.

use restrap_words::{Code, Note, asked};

use super::request::PlanRequest;
use crate::scenario::{BinaryAssumption, Scenario};
use crate::simulate::{Simulations, simulate_pilot, simulate_table};
use restrap_lib::Error;

/// Data sets of 0/1 scores, each two binomial draws.
const OF_COUNTS: u64 = 10_000;
/// Data sets of a pilot's real scores, each a whole permutation test.
const OF_SCORES: u64 = 1_000;
/// A pilot's items are drawn one by one: at most so many for all data sets.
const MOST_DRAWS: u64 = 200_000_000;

fn simulations(request: &PlanRequest, own: u64) -> Simulations {
    Simulations {
        count: request.simulations.unwrap_or(own),
        seed: request.seed,
        confidence: 0.95,
    }
}

/// A scenario of 0/1 scores with its simulation.
pub(super) fn of_table(
    mut scenario: Scenario,
    binary: &BinaryAssumption,
    request: &PlanRequest,
) -> Result<Scenario, Error> {
    let simulations = simulations(request, OF_COUNTS);
    let at = request.items.or(scenario.quoted().items_needed);
    if let (Some(gain), Some(items), 1..) = (request.gain, at, simulations.count) {
        let table = binary.table(gain)?;
        let (variant, alternative) = (request.variant, request.alternative);
        scenario.simulated = Some(simulate_table(
            &table,
            items,
            variant,
            alternative,
            request.own_level(),
            simulations,
        )?);
        let first = !scenario.methods[0].out_of_reach;
        scenario.predicted = scenario.power_at(items, gain, &request.target(), first);
    }
    Ok(scenario)
}

/// A scenario of a pilot's real differences with its simulation, or a warning where that takes too long.
pub(super) fn of_differences(
    mut scenario: Scenario,
    differences: &[f64],
    request: &PlanRequest,
    warnings: &mut Vec<Note>,
) -> Result<Scenario, Error> {
    let simulations = simulations(request, OF_SCORES);
    let at = request.items.or(scenario.quoted().items_needed);
    if let (Some(gain), Some(items), 1..) = (request.gain, at, simulations.count) {
        if simulations.count.saturating_mul(items) > MOST_DRAWS {
            warnings.push(Code::NotSimulated.says(format!(
                "not simulated: {} simulations of {items} items exceed {MOST_DRAWS} draws; lower {}",
                simulations.count,
                asked("simulations")
            )));
        } else {
            let (alternative, alpha) = (request.alternative, request.own_level());
            scenario.simulated = Some(simulate_pilot(
                differences,
                gain,
                items,
                alternative,
                alpha,
                simulations,
            )?);
            scenario.predicted = scenario.power_at(items, gain, &request.target(), true);
        }
    }
    Ok(scenario)
}
