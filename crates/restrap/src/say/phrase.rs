//! Phrases that several sentences share.

use crate::number::format::{count, grouped};
use crate::outcome::{ClusterOutcome, ComparisonOutcome};
use crate::request::{Over, Request};

impl ClusterOutcome {
    /// Returns what the items belong to, as the end of their number.
    pub fn phrase(&self) -> String {
        let crossed = self.crossed.as_ref().map(|crossed| {
            let number = grouped(crossed.number);
            format!(" crossed with {number} ({})", crossed.column)
        });
        let (number, column) = (count(self.number, "cluster"), &self.column);
        format!(" in {number} ({column}){}", crossed.unwrap_or_default())
    }
}

/// Returns a sentence on what was not sampled.
pub(crate) fn not_sampled(comparison: &ComparisonOutcome, request: &Request) -> &'static str {
    match request.sample.over {
        Over::Items if comparison.runs.is_some() => "Other kinds of items were not sampled.",
        Over::Items => "Other kinds of items and other training runs were not sampled.",
        Over::Votes => "Other kinds of prompts and other voters were not sampled.",
        Over::Seeds | Over::Repeats => {
            "The items were the same throughout: other items were not sampled."
        }
        Over::Replications => "Other kinds of items were not sampled.",
        Over::Folds | Over::Splits => "Other data sets were not sampled.",
    }
}

/// Returns the items that were compared, and their clusters.
pub(crate) fn units(comparison: &ComparisonOutcome, request: &Request) -> String {
    let noun = request.sample.over.noun();
    let mut items = match comparison.samples {
        Some([baseline, system]) => format!("{} and {}", grouped(baseline), count(system, noun)),
        None => count(comparison.items(), noun),
    };
    if let Some(runs) = &comparison.runs {
        items = format!(
            "{items}, means of {} against {},",
            count(runs.system, "training run"),
            grouped(runs.baseline)
        );
    }
    match &comparison.clusters {
        None => items,
        Some(clusters) => items + &clusters.phrase(),
    }
}

/// Returns a phrase with a capital letter, as a sentence begins.
pub(crate) fn capitalized(phrase: &str) -> String {
    let mut chars = phrase.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(chars).collect()
    })
}

/// Names that a sentence holds.
const NAMED: usize = 8;

/// Returns some names, and how many more there are.
pub(crate) fn named(names: &[&str]) -> String {
    let listed = names
        .iter()
        .take(NAMED)
        .copied()
        .collect::<Vec<_>>()
        .join(", ");
    let more = names.len().saturating_sub(NAMED);
    if more > 0 {
        format!("{listed} and {} more", grouped(more as u64))
    } else {
        listed
    }
}

/// Returns how many systems differ significantly from a baseline, and which are better and worse.
pub(crate) fn sides(against: &str, ahead: &[&str], behind: &[&str], all: usize) -> String {
    let shown = ahead.len() + behind.len();
    let mut sentence = match (shown, all) {
        (1, 1) => format!("The system differs significantly from {against}"),
        (0, 1) => format!("The system does not differ significantly from {against}"),
        _ => format!(
            "{} of {} {} significantly from {against}",
            grouped(shown as u64),
            count(all as u64, "system"),
            if shown == 1 { "differs" } else { "differ" }
        ),
    };
    for (names, word) in [(ahead, "better"), (behind, "worse")] {
        if !names.is_empty() {
            sentence.push_str("; significantly ");
            sentence.push_str(word);
            sentence.push_str(": ");
            sentence.push_str(&named(names));
        }
    }
    sentence.push('.');
    if shown < all {
        let rest = if shown == 0 {
            "This"
        } else {
            "The others do not differ significantly, which"
        };
        sentence = format!("{sentence} {rest} is not evidence of equality.");
    }
    sentence
}
