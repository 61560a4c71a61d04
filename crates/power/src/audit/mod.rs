//! What published accuracies allow when no per-item scores were published.
//!
//! n and two accuracies leave one number open, the items that the system lost while it won others. p is computed for every
//! possible number of lost items: its bounds, and up to how many lost items it is significant. The audit also asks whether
//! such a test set could show such a gap at all, at the most and at the least agreement.

mod means;
mod outcome;
mod published;
mod verdict;

pub use means::{MeansOutcome, MeansRequest, Spread, audit_means};
pub use outcome::{Accuracy, AuditOutcome, AuditPoint, AuditVerdict, End};
pub use published::AuditRequest;
pub use published::{NoAccuracy, Published};

use restrap_stats::power::{Accuracies, Bounds};
use restrap_stats::{McNemar, McNemarVariant};

use crate::scenario::{BinaryAssumption, Disagreement, Target};
use crate::schema::{PowerQuestion, SCHEMA};
use restrap_lib::Error;
use restrap_lib::inner::printed_p;
use restrap_lib::inner::{Signature, side};
use restrap_lib::number::digits::rounded;
use restrap_lib::number::format::plain;
use restrap_lib::outcome::Run;

/// Items that doubles count, 2^53.
const MOST_ITEMS: u64 = 1 << 53;
/// Points of the curve of p against items lost.
const MOST_POINTS: u64 = 400;
/// Audits them.
///
/// # Errors
/// When no count of right items prints as published, or a number lies outside its range.
pub fn audit(request: &AuditRequest) -> Result<AuditOutcome, Error> {
    if !(1..=MOST_ITEMS).contains(&request.items) {
        return Err(Error::BadParameter {
            expected: "1 to 9,007,199,254,740,992 items",
            found: request.items.to_string(),
        });
    }
    for (share, expected) in [
        (request.alpha, "0 < alpha < 1"),
        (request.power, "0 < power < 1"),
    ] {
        if !(share > 0.0 && share < 1.0) {
            let found = share.to_string();
            return Err(Error::BadParameter { expected, found });
        }
    }
    let (items, alternative, alpha) = (request.items, request.alternative, request.alpha);
    let (baseline, system) = (
        request.baseline.counts(items)?,
        request.system.counts(items)?,
    );
    let accuracies = Accuracies::new(items, baseline, system)?;
    let clamped = |nearest: u64, (first, last): (u64, u64)| nearest.clamp(first, last);
    let right_baseline = clamped(request.baseline.nearest(items), baseline);
    let right_system = clamped(request.system.nearest(items), system);
    let gap = right_system as f64 / items as f64 - right_baseline as f64 / items as f64;
    let (least, largest) = (
        accuracies.least(alternative),
        accuracies.largest(alternative),
    );
    let verdict = match (least.p.value() <= alpha, largest.p.value() <= alpha) {
        (_, true) => AuditVerdict::Significant,
        (false, _) => AuditVerdict::NotSignificant,
        _ => AuditVerdict::Undecided,
    };
    let mut scenarios = Vec::new();
    if right_baseline != right_system && items >= 2 && verdict::looks_at(alternative, gap) {
        // A gap of a system behind is a gain in errors: the same table, with its sides exchanged.
        let (accuracy, alternative) = match (right_baseline as f64 / items as f64, gap > 0.0) {
            (right, true) => (right, alternative),
            (right, false) => (1.0 - right, alternative.swapped()),
        };
        let (gain, items) = (Some(gap.abs()), Some(items));
        let variant = McNemarVariant::Exact;
        let target = Target {
            gain,
            items,
            power: request.power,
            alpha,
            alternative,
            variant,
        };
        for (part, name) in [(0.0, "most agreement"), (1.0, "least agreement")] {
            let binary = BinaryAssumption {
                baseline: accuracy,
                disagreement: Disagreement::Within(part),
            };
            scenarios.push(binary.scenario(name.to_owned(), &target)?);
        }
    }
    let printed = |published: &Published, right: (u64, u64)| Accuracy {
        published: published.clone(),
        right: [right.0, right.1],
    };
    let end = |bounds: Bounds| End {
        won: bounds.discordant.b,
        lost: bounds.discordant.c,
        pvalue: printed_p(bounds.p),
    };
    let mut outcome = AuditOutcome {
        run: Run::new(SCHEMA),
        kind: PowerQuestion::Audit,
        items,
        baseline: printed(&request.baseline, baseline),
        system: printed(&request.system, system),
        difference: rounded(gap),
        alternative: request.alternative,
        alpha,
        power: request.power,
        least: end(least),
        largest: end(largest),
        significant_up_to: up_to(&accuracies, right_baseline, right_system, request),
        points: points(right_baseline, right_system, request),
        scenarios,
        verdict,
        answer: String::new(),
        request: request.clone(),
    };
    outcome.answer = verdict::words(&outcome);
    outcome.run.report = verdict::report(&outcome);
    outcome.run.signature = Signature::new(&outcome.run)
        .with("question", outcome.kind)
        .with("n", outcome.items)
        .with("test", "mcnemar")
        .with("alt", side(outcome.alternative))
        .with("alpha", plain(outcome.alpha))
        .with("power", plain(outcome.power))
        .done();
    Ok(outcome)
}

/// Items lost by the one ahead.
fn up_to(
    accuracies: &Accuracies,
    baseline: u64,
    system: u64,
    request: &AuditRequest,
) -> Option<u64> {
    let lost =
        accuracies.significant_up_to(baseline, system, request.alpha, request.alternative)?;
    // Of a system behind, the baseline's losses count: its own gains less the gap.
    Some(lost - baseline.saturating_sub(system))
}

fn points(baseline: u64, system: u64, request: &AuditRequest) -> Vec<AuditPoint> {
    let gap = system.abs_diff(baseline);
    let (behind, ahead) = (baseline.min(system), baseline.max(system));
    let most = behind.min(request.items - ahead);
    let step = most.div_ceil(MOST_POINTS).max(1);
    let at = |lost: u64| {
        let (won, lost_too) = (lost + gap, lost);
        let test = if system >= baseline {
            McNemar {
                b: won,
                c: lost_too,
            }
        } else {
            McNemar {
                b: lost_too,
                c: won,
            }
        };
        AuditPoint {
            lost,
            agreement: rounded(1.0 - (gap + 2 * lost) as f64 / request.items as f64),
            pvalue: printed_p(test.exact(request.alternative)),
        }
    };
    let mut points: Vec<AuditPoint> = (0..=most).step_by(step as usize).map(at).collect();
    if points.last().is_some_and(|point| point.lost != most) {
        points.push(at(most));
    }
    points
}
