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
            "these data contradict equal quality, so no number of {noun}s is planned for it"
        ));
    }
    if let Some(gain) = planning.gain {
        return Some(of_gain(gain, comparison.binary, planning));
    }
    let (needed, [low, high]) = (planning.units_needed?, planning.units_range?);
    let differ = if comparison.binary && planning.unit == Unit::Item {
        "differ on the same share of items"
    } else {
        "vary as much as here"
    };
    let together = if planning.claims > 1 {
        format!(" (all {} claims together at least 0.8)", planning.claims)
    } else {
        String::new()
    };
    Some(format!(
        "if the systems are equally good and {differ}, about {} in total ({} to {}) give a power of {}{together}; fix this number before testing again",
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
        "{} detect a true gain of {}{unit} with a power of {}{more}",
        count(planning.units, planning.unit.name()),
        short(gain),
        short(planning.power)
    )
}

/// A number with two digits that tell.
fn short(value: f64) -> String {
    plain(supported(value, 0.05))
}
