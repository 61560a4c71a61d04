//! Gates: what has to be shown for a script to go on.

use crate::outcome::{ComparisonOutcome, GateOutcome, Outcome};
use crate::request::Gate;

/// The gate of an outcome whose tests are adjusted.
pub(crate) fn of(outcome: &Outcome, gate: Gate) -> GateOutcome {
    let shows = |name: &String| outcome.comparisons.iter().any(|c| c.system == *name && passes(gate, c));
    let names = outcome.systems.iter().skip(1).map(|system| &system.name);
    let failed: Vec<String> = names.filter(|name| !shows(name)).cloned().collect();
    GateOutcome { require: gate, passed: failed.is_empty(), failed }
}

/// A comparison shows what the gate asks for.
fn passes(gate: Gate, comparison: &ComparisonOutcome) -> bool {
    match gate {
        Gate::Superior => comparison.shown && comparison.improvement > 0.0,
        Gate::Noninferior | Gate::Equivalent => comparison
            .margin
            .as_ref()
            .is_some_and(|margin| margin.claim.name() == gate.name() && margin.shown),
    }
}
