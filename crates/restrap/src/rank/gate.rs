//! Gates of a ranking: each system against the baseline.

use super::outcome::RankedPair;
use crate::outcome::{GateOutcome, GatedSystem};
use crate::request::{Forbid, Gate, Request};

/// How the gate went, where one was asked for; `pairs` are those of the baseline (`a`) and each system (`b`).
pub(super) fn of(pairs: &[RankedPair], items: u64, request: &Request) -> Option<GateOutcome> {
    let (require, forbid) = (request.question.gate, request.question.forbid);
    if require.is_none() && forbid.is_none() {
        return None;
    }
    let sign = if request.question.higher_is_better { 1.0 } else { -1.0 };
    let system = |pair: &RankedPair| {
        let improvement = sign * pair.difference;
        let (ahead, behind) = (pair.shown && improvement > 0.0, pair.shown && improvement < 0.0);
        let required = match require {
            Some(Gate::Superior) if ahead => Some(true),
            Some(Gate::Superior) if behind => Some(false),
            Some(_) => None,
            None => Some(true),
        };
        let allowed = match forbid {
            Some(Forbid::Inferior) => pair.p_adjusted.map(|_| !behind),
            None => Some(true),
        };
        let passed = match (required, allowed) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        };
        // An interval narrows as the root of the number of items.
        let reach = pair.interval.as_ref().map(|interval| {
            let low = interval.oriented(request.question.higher_is_better).0;
            improvement - low
        });
        let needed = reach.map(|reach| items as f64 * (reach / improvement).powi(2) * 1.02);
        let needed = needed.filter(|needed| improvement > 0.0 && needed.is_finite() && *needed < 1e12);
        let items_needed = needed.filter(|_| passed.is_none()).map(|needed| needed.ceil() as u64);
        GatedSystem { name: pair.b.clone(), passed, items_needed }
    };
    let systems: Vec<GatedSystem> = pairs.iter().map(system).collect();
    let any = |state| systems.iter().any(|system| system.passed == state);
    let passed = if any(Some(false)) { Some(false) } else { (!any(None)).then_some(true) };
    let failed = systems.iter().filter(|system| system.passed != Some(true));
    let failed = failed.map(|system| system.name.clone()).collect();
    Some(GateOutcome { require, forbid, passed, failed, systems })
}
