//! Names of columns that identify items.

use crate::words::List;

/// Whether a column of this name identifies items: it is not scores when a table is given bare, and checked when rows are paired by line.
///
/// No name, and `__index_level_0__`, are what pandas writes over its index.
pub(crate) fn is_identifier(name: &str) -> bool {
    let name = name.trim();
    name.is_empty()
        || !name.starts_with('_') && List::Identifiers.holds(name)
        || is_pandas_index(name)
}

fn is_pandas_index(name: &str) -> bool {
    name.starts_with("__index_level_")
}

/// The last word of a name, in lower case.
fn last_word(name: &str) -> String {
    let lower = name.trim().to_lowercase();
    lower
        .rsplit(|c: char| !c.is_alphanumeric())
        .find(|word| !word.is_empty())
        .unwrap_or_default()
        .to_owned()
}

/// Whether a column of this name holds losses, errors or costs: the less, the better.
pub(crate) fn is_loss(name: &str) -> bool {
    let lower = without_unit(name).to_lowercase();
    let mut words = lower
        .rsplit(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    match words.next() {
        Some("rate") => words
            .next()
            .is_some_and(|word| matches!(word, "error" | "failure")),
        Some(last) => List::Losses.holds_one(last) || last.starts_with("metricx"),
        None => false,
    }
}

/// Returns `true` if a column of this name holds negative log likelihoods, or what is made of them.
pub(crate) fn is_log_loss(name: &str) -> bool {
    List::LogLosses.holds_one(&last_word(name))
}

/// Whether a column of this name numbers rows, or tells them apart by training run, answer or split.
pub(crate) fn is_counter(name: &str) -> bool {
    List::Counters.holds_one(&last_word(name))
}

/// Whether a column of this name holds another quantity than a score.
pub(crate) fn is_quantity(name: &str) -> bool {
    List::Quantities.holds_one(&last_word(without_unit(name)))
}

/// A name without the unit that it ends with: `latency` of `latency_ms`.
fn without_unit(name: &str) -> &str {
    let cut = name
        .trim()
        .trim_end_matches([')', ']'])
        .rsplit_once(|c: char| !c.is_alphanumeric());
    cut.filter(|(_, unit)| List::Units.entries().contains(&unit.to_lowercase()[..]))
        .map_or(name, |(rest, _)| rest)
}

/// Whether restrap wrote this column beside scores, in a file of items.
pub(crate) fn is_written_here(name: &str) -> bool {
    name == "difference" || name.starts_with("difference of ")
}

/// Returns `true` if a column of this name says which group of items a row is of.
pub(crate) fn is_of_groups(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let mut words = lower.split(|c: char| !c.is_ascii_alphanumeric());
    let is_ending = |word: &str| word.is_empty() || List::GroupEndings.entries().contains(word);
    let last = words.rfind(|word| !is_ending(word));
    List::Groups.holds_one(last.unwrap_or_default())
}

/// Returns `true` if a column of this name holds right answers.
pub(crate) fn names_right_answers(name: &str) -> bool {
    List::RightAnswers.holds(name)
}

/// Returns `true` if a column of labels of this name may hold right answers: `label` and `y`, not `pred_label` and `pred_y`.
pub(crate) fn may_name_right_answers(name: &str) -> bool {
    List::Golds.ends(name) && !List::Predicted.holds_word(name)
}

/// Returns `true` if a column of this name holds the number of trials behind each score.
pub(crate) fn is_size(name: &str) -> bool {
    List::Sizes.holds_one(&last_word(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn predicted_labels_are_not_right_answers() {
        for (name, may) in [
            ("label", true),
            ("y_true", true),
            ("pred_label", false),
            ("pred_y", false),
            ("predicted_class", false),
        ] {
            assert_eq!(may_name_right_answers(name), may, "{name}");
        }
    }

    #[test]
    fn a_unit_is_not_the_quantity() {
        for name in [
            "latency_ms",
            "Latency (ms)",
            "duration_s",
            "time.ms",
            "cost_eur",
            "tokens",
            "price",
        ] {
            assert!(is_quantity(name), "{name}");
        }
        for name in ["acc_s", "s", "ms", "score_h", "f1"] {
            assert!(!is_quantity(name) && !is_loss(name), "{name}");
        }
        assert!(
            is_loss("latency_ms")
                && is_loss("wer")
                && is_loss("error_rate")
                && !is_loss("win_rate")
        );
    }
}
