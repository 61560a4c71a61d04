//! What a larger test set would need, in words.

use crate::number::digits::supported;
use crate::number::format::{count, grouped, plain};
use crate::outcome::{ComparisonOutcome, PlanningOutcome, Unit};

/// Returns the sentence about a comparison that is not decided, without its full stop; `None` without a plan.
pub(crate) fn words(comparison: &ComparisonOutcome) -> Option<String> {
    let planning = comparison.planning.as_ref()?;
    let noun = planning.unit.name();
    if planning.is_contradicted {
        return Some(format!(
            "these data contradict equal quality, for which a number of {noun}s would be planned"
        ));
    }
    if let Some(gain) = planning.gain {
        return Some(of_gain(gain, comparison.binary, planning));
    }
    let (needed, [low, high]) = (planning.units_needed?, planning.units_range?);
    let differ = if comparison.binary && planning.unit == Unit::Item {
        "differ on as many items as here"
    } else {
        "differ as much as here"
    };
    let together = if planning.claims > 1 {
        format!(", all {} together at least 0.8", planning.claims)
    } else {
        String::new()
    };
    Some(format!(
        "if the systems are equally good and {differ}, about {} in all ({} to {}) give a power of {}{together}; plan them before looking again",
        count(needed, noun),
        grouped(low),
        grouped(high),
        short(planning.power)
    ))
}

/// Returns the sentence about the gain that the units at hand find.
pub(crate) fn of_gain(gain: f64, binary: bool, planning: &PlanningOutcome) -> String {
    let (gain, unit) = if binary {
        (100.0 * gain, " points")
    } else {
        (gain, "")
    };
    let more = if planning.unit == Unit::Item {
        "; other gains: restrap power plan".to_owned()
    } else {
        String::new()
    };
    format!(
        "with {} a true gain of {}{unit} is found with a power of {}{more}",
        count(planning.units, planning.unit.name()),
        short(gain),
        short(planning.power)
    )
}

/// A number with two digits that tell.
fn short(value: f64) -> String {
    plain(supported(value, 0.05))
}
