//! Gates: what has to be shown for a script to go on.

use serde::Serialize;

use crate::outcome::{ComparisonOutcome, Outcome};
use crate::request::Gate;

/// How a gate went.
#[derive(Clone, Debug, Serialize)]
pub struct GateOutcome {
    /// What was required.
    pub require: &'static str,
    /// Every comparison showed it.
    pub passed: bool,
    /// Systems that did not, or whose comparison was not reached.
    pub failed: Vec<String>,
}

/// The gate of an outcome whose tests are adjusted.
pub(crate) fn of(outcome: &Outcome, gate: Gate) -> GateOutcome {
    let shows = |name: &String| outcome.comparisons.iter().any(|c| c.system == *name && passes(gate, c));
    let names = outcome.systems.iter().skip(1).map(|system| &system.name);
    let failed: Vec<String> = names.filter(|name| !shows(name)).cloned().collect();
    GateOutcome { require: gate.name(), passed: failed.is_empty(), failed }
}

/// A comparison shows what the gate asks for.
fn passes(gate: Gate, comparison: &ComparisonOutcome) -> bool {
    match gate {
        Gate::Superior => comparison.shown && comparison.improvement > 0.0,
        Gate::Noninferior | Gate::Equivalent => {
            comparison.margin.as_ref().is_some_and(|margin| margin.claim == gate.name() && margin.shown)
        }
    }
}
