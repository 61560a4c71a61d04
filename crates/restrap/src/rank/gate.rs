//! Gates of a ranking: each system against the baseline.

use restrap_words::asked;

use super::outcome::RankedPair;
use super::request::RankRequest;
use crate::error::Error;
use crate::outcome::{GateOutcome, GatedSystem};
use crate::request::{Forbid, Gate, Request};
use crate::say::gate::{items_for, shown_by};

/// What a ranking does not take of gates.
///
/// # Errors
/// For a gate without a baseline, and for margins.
pub(super) fn check(asked_for: &RankRequest) -> Result<(), Error> {
    let question = &asked_for.request.question;
    let refuse =
        |option, needs, found, hint: &str| Err(Error::not_applicable(asked(option), needs, found, hint));
    let gate = question.gate.is_some() || question.forbid.is_some();
    if gate && !asked_for.against_first {
        let option = if question.gate.is_some() { "require" } else { "forbid" };
        return refuse(option, "a baseline", "all pairs are ranked", &format!("add {}", asked("baseline")));
    }
    if !matches!(question.gate, None | Some(Gate::Superior)) || question.margin.is_some() {
        return refuse(
            "require",
            "a comparison with a margin",
            "a ranking has none",
            "compare with it instead",
        );
    }
    Ok(())
}

/// How the gate went, where one was asked for; `pairs` are those of the baseline (`a`) and each system (`b`); `items`: how many, where more of
/// them may show it.
pub(super) fn of(pairs: &[RankedPair], items: Option<u64>, request: &Request) -> Option<GateOutcome> {
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
        let tail = pair.interval.as_ref().map(|interval| 0.5 * (1.0 - interval.confidence));
        let known = tail.zip(pair.standard_error).zip(items).filter(|_| passed.is_none());
        let items_needed =
            known.and_then(|((tail, error), items)| items_for((improvement, tail), error, items));
        let settles = items_needed.map(shown_by);
        GatedSystem { name: pair.b.clone(), passed, items_needed, settles }
    };
    let systems: Vec<GatedSystem> = pairs.iter().map(system).collect();
    let any = |state| systems.iter().any(|system| system.passed == state);
    let passed = if any(Some(false)) { Some(false) } else { (!any(None)).then_some(true) };
    let failed = systems.iter().filter(|system| system.passed != Some(true));
    let failed = failed.map(|system| system.name.clone()).collect();
    Some(GateOutcome { require, forbid, passed, failed, systems })
}
