//! Notes about the intervals of a family, and the mark of a difference that a later step of its adjustment rejects.

use restrap::number::percent;
use restrap::outcome::ComparisonOutcome;
use restrap::{Correction, Outcome};

use crate::cells::ends;

/// Returns the name of a correction in a sentence.
pub(crate) fn called(correction: Correction) -> String {
    match correction {
        Correction::MaxT => "max-T".to_owned(),
        Correction::MaxTStepDown => "step-down max-T".to_owned(),
        Correction::BootstrapMaxT => "bootstrap max-T".to_owned(),
        Correction::Hsd => "randomised HSD".to_owned(),
        Correction::Nemenyi => "Nemenyi".to_owned(),
        Correction::Holm => "Holm".to_owned(),
        Correction::Bonferroni => "Bonferroni".to_owned(),
        Correction::Sidak => "Šidák".to_owned(),
        Correction::HolmSidak => "Holm–Šidák".to_owned(),
        Correction::Hochberg => "Hochberg".to_owned(),
        Correction::Hommel => "Hommel".to_owned(),
        Correction::BenjaminiHochberg => "Benjamini–Hochberg".to_owned(),
        Correction::BenjaminiYekutieli => "Benjamini–Yekutieli".to_owned(),
        Correction::None => "no correction".to_owned(),
    }
}

/// The mark behind the interval of a difference that a later step of the adjustment rejects.
pub(crate) const LATER: &str = "†";

/// Returns the interval of a difference, with its mark.
pub(crate) fn ends_of(comparison: &ComparisonOutcome, decimals: usize) -> String {
    let mark = if comparison.is_of_later_step() {
        LATER
    } else {
        ""
    };
    ends(comparison.interval.as_ref(), decimals) + mark
}

/// Returns the note about the intervals of a family; `None` if these comparisons are not adjusted.
pub(crate) fn of_family<'a>(
    mut comparisons: impl Iterator<Item = &'a ComparisonOutcome> + Clone,
    outcome: &Outcome,
) -> Option<String> {
    let adjust = outcome.request.question.adjust?;
    if !comparisons
        .clone()
        .any(|one| one.tests[0].p_adjusted.is_some())
    {
        return None;
    }
    if adjust.is_of_discoveries() {
        return Some(of_selected(outcome.confidence));
    }
    let is_later = comparisons.any(ComparisonOutcome::is_of_later_step);
    is_later.then(|| of_later_steps(&called(adjust.into())))
}

/// Returns the note that all items and the sub-populations have a level each.
pub(crate) fn of_levels(outcome: &Outcome) -> Option<String> {
    let by = outcome.by.as_ref()?;
    Some(format!(
        "All items and the values of {} are tested each at {}, not both together.",
        by.column, outcome.alpha
    ))
}

/// Returns a note for each reason why comparisons have no interval.
pub(crate) fn without<'a>(comparisons: impl Iterator<Item = &'a ComparisonOutcome>) -> Vec<String> {
    let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
    for comparison in comparisons {
        let Some(why) = &comparison.no_interval else {
            continue;
        };
        match reasons.iter_mut().find(|(known, _)| known == why) {
            Some((_, systems)) => systems.push(&comparison.system),
            None => reasons.push((why, vec![&comparison.system])),
        }
    }
    let told = |(why, systems): (&str, Vec<&str>)| {
        format!("No interval of {}: {why}.", systems.join(", "))
    };
    reasons.into_iter().map(told).collect()
}

/// Returns the note about intervals of a false coverage rate.
pub(crate) fn of_selected(confidence: f64) -> String {
    format!(
        "FCR: {} of the intervals of selected systems are expected to hold; the others claim nothing.",
        percent(confidence)
    )
}

/// Returns the note about the mark of a later step.
pub(crate) fn of_later_steps(adjust: &str) -> String {
    format!(
        "{LATER} significant in a later step of {adjust}; its simultaneous interval contains 0."
    )
}
