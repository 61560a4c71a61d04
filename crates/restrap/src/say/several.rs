//! Several comparisons with one baseline, in one sentence.

use crate::number::format::{count, grouped};
use crate::outcome::{ComparisonOutcome, Outcome};

/// Names that a sentence holds.
const NAMED: usize = 8;

/// Some names, and how many more there are.
pub(crate) fn named(names: &[&str]) -> String {
    let listed = names.iter().take(NAMED).copied().collect::<Vec<_>>().join(", ");
    let more = names.len().saturating_sub(NAMED);
    if more > 0 { format!("{listed} and {} more", grouped(more as u64)) } else { listed }
}

/// Who is shown ahead of what, and who behind; `names` of each.
pub(crate) fn sides(against: &str, ahead: &[&str], behind: &[&str], all: usize) -> String {
    let shown = ahead.len() + behind.len();
    let mut sentence =
        format!("{} of {} are told apart from {against}", grouped(shown as u64), count(all as u64, "system"));
    for (names, word) in [(ahead, "ahead"), (behind, "behind")] {
        if !names.is_empty() {
            sentence.push_str("; shown ");
            sentence.push_str(word);
            sentence.push_str(": ");
            sentence.push_str(&named(names));
        }
    }
    sentence.push('.');
    if shown < all {
        let rest = if shown == 0 { "This" } else { "Of the others no difference was shown, which" };
        sentence = format!("{sentence} {rest} is not evidence of equality.");
    }
    sentence
}

impl Outcome {
    /// One sentence about several comparisons; nothing of one.
    pub fn summary(&self) -> Option<String> {
        let [first, _, ..] = &self.comparisons[..] else { return None };
        let of = |is: fn(&ComparisonOutcome) -> bool| {
            let those = self.comparisons.iter().filter(|comparison| comparison.shown && is(comparison));
            those.map(|comparison| &comparison.system[..]).collect::<Vec<_>>()
        };
        let (ahead, behind) = (of(|one| one.improvement > 0.0), of(|one| one.improvement < 0.0));
        Some(sides(&first.baseline, &ahead, &behind, self.comparisons.len()))
    }
}
