//! Warnings about the intervals of systems.

use restrap_stats::Skewness;
use restrap_stats::interval::Scale;
use restrap_words::{Code, Note, asked_as};

use crate::data::scores::Scores;
use crate::request::Over;
use crate::say::guard::is_telling;

/// Few skewed scores do not show their tail, unless it is known where it ends.
pub(super) fn skewed(systems: &[Scores], scale: Scale) -> Option<Note> {
    /// Items from which the tail is seen.
    const SEEN: u64 = 50;
    let is_skewed = |system: &&Scores| {
        let skewness = Skewness::of(system.sample()).ok().flatten();
        system.items() < SEEN
            && skewness.is_some_and(|skewness| is_telling(&skewness, system.items()))
    };
    if scale.is_bounded() {
        return None;
    }
    let names: Vec<&str> = systems
        .iter()
        .filter(is_skewed)
        .map(|system| &system.name[..])
        .collect();
    (!names.is_empty()).then(|| {
        Code::Skewed.says(format!(
            "{}: few and skewed scores: the interval may be too short towards the tail; give the range of the scores with {}",
            names.join(", "),
            asked_as("range", "L,H")
        ))
    })
}

/// Equal scores, or one alone, have no spread to make an interval of.
pub(super) fn no_interval(systems: &[&str], over: Over) -> Note {
    Code::NoSpread.says(format!(
        "no interval for {}: fewer than 2 {over}, or all equal",
        systems.join(", ")
    ))
}
