//! One sentence about the comparisons of a family.

use restrap_stats::Adjustment;

use crate::number::format::{count, plain};
use crate::outcome::{ComparisonOutcome, Family, Outcome};
use crate::say::phrase::{capitalized, named};

/// Returns the name of a correction, before "for 4 comparisons".
fn corrected(adjust: Adjustment) -> &'static str {
    match adjust {
        Adjustment::Holm => "Holm's correction",
        Adjustment::Bonferroni => "Bonferroni's correction",
        Adjustment::Sidak => "\u{160}id\u{e1}k's correction",
        Adjustment::HolmSidak => "the Holm\u{2013}\u{160}id\u{e1}k correction",
        Adjustment::Hochberg => "Hochberg's correction",
        Adjustment::Hommel => "Hommel's correction",
        Adjustment::BenjaminiHochberg => "Benjamini\u{2013}Hochberg",
        Adjustment::BenjaminiYekutieli => "Benjamini\u{2013}Yekutieli",
    }
}

/// Returns the correction of a family: `after Holm's correction for 4 comparisons`, or `by Benjamini–Hochberg for 4 comparisons`.
pub(super) fn correction(family: &Family) -> String {
    let (by, size) = (corrected(family.adjust), count(family.size, "comparison"));
    if family.adjust.is_of_discoveries() {
        format!("by {by} for {size}")
    } else {
        format!("after {by} for {size}")
    }
}

/// One sentence about a family: which systems are significantly better and worse than the baseline, and which are neither.
fn of_family(outcome: &Outcome, baseline: &str, [better, worse, left]: [&[&str]; 3]) -> String {
    let alpha = outcome.alpha;
    let family = outcome.family_of_all();
    let comparisons = match family.filter(|_| outcome.adjusts_all()) {
        Some(family) => format!(
            "{} of {} metrics",
            count(family.size, "comparison"),
            1 + outcome.also.len()
        ),
        None => count(outcome.comparisons.len() as u64, "comparison"),
    };
    let adjust = family.map(|family| family.adjust);
    let rate = adjust.filter(|adjust| adjust.is_of_discoveries());
    let how = match (rate, adjust) {
        (Some(adjust), _) => {
            let by = corrected(adjust);
            format!("at a false discovery rate of {alpha} ({by}, {comparisons})")
        }
        (None, Some(adjust)) => {
            format!("at {alpha} after {} for {comparisons}", corrected(adjust))
        }
        (None, None) => format!("at {alpha} without a correction for {comparisons}"),
    };
    let word = if rate.is_some() {
        "selected"
    } else {
        "significant"
    };
    let sides = [(better, "better"), (worse, "worse")];
    let sides = sides.into_iter().filter(|(names, _)| !names.is_empty());
    let sides: Vec<String> = sides
        .map(|(names, side)| format!("{} ({side} than {baseline})", named(names)))
        .collect();
    if sides.is_empty() {
        return format!("Not {word} {how}: {}.", named(left));
    }
    let mut sentences = vec![format!(
        "{} {how}: {}.",
        capitalized(word),
        sides.join("; ")
    )];
    if !left.is_empty() {
        sentences.push(format!("Not: {}.", named(left)));
    }
    if rate.is_some() {
        let wrong = plain((1e8 * alpha).round() / 1e6);
        sentences.push(format!("About {wrong} of 100 selections may be false."));
    }
    sentences.join(" ")
}

impl Outcome {
    /// One sentence about several comparisons; nothing of one.
    pub fn summary(&self) -> Option<String> {
        let [first, _, ..] = &self.comparisons[..] else {
            return None;
        };
        let of = |is: fn(&ComparisonOutcome) -> bool| {
            let those = self
                .comparisons
                .iter()
                .filter(|comparison| comparison.shown && is(comparison));
            those
                .map(|comparison| &comparison.system[..])
                .collect::<Vec<_>>()
        };
        let (ahead, behind) = (
            of(|one| one.direction().is_gt()),
            of(|one| one.direction().is_lt()),
        );
        let left = self.comparisons.iter().filter(|one| !one.shown);
        let left: Vec<&str> = left.map(|one| &one.system[..]).collect();
        Some(of_family(self, &first.baseline, [&ahead, &behind, &left]))
    }
}
