//! Gates: what has to be shown for a script to go on.

use serde::Serialize;

use crate::outcome::{ComparisonOutcome, Outcome};

/// What `--require` asks of every comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gate {
    /// The primary test rejects at alpha (after adjustment) and the system is ahead.
    Superior,
    /// The non-inferiority test rejects at alpha (after adjustment).
    Noninferior,
    /// The equivalence test rejects at alpha (after adjustment).
    Equivalent,
}

impl Gate {
    /// All gates, in the order of the documentation.
    pub const ALL: [Self; 3] = [Self::Superior, Self::Noninferior, Self::Equivalent];

    /// The name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Superior => "superior",
            Self::Noninferior => "noninferior",
            Self::Equivalent => "equivalent",
        }
    }

    /// A comparison shows what the gate asks for.
    fn passes(self, comparison: &ComparisonOutcome) -> bool {
        match self {
            Self::Superior => comparison.shown && comparison.improvement > 0.0,
            Self::Noninferior | Self::Equivalent => {
                comparison.margin.as_ref().is_some_and(|margin| margin.claim == self.name() && margin.shown)
            }
        }
    }
}

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
    let shows = |name: &String| outcome.comparisons.iter().any(|c| c.system == *name && gate.passes(c));
    let names = outcome.systems.iter().skip(1).map(|system| &system.name);
    let failed: Vec<String> = names.filter(|name| !shows(name)).cloned().collect();
    GateOutcome { require: gate.name(), passed: failed.is_empty(), failed }
}
