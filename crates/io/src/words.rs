//! The lists of `words.txt`, and the ways in which a name is compared with them.

use std::collections::HashSet;
use std::sync::{LazyLock, OnceLock};

use foldhash::fast::RandomState;

/// A list of `words.txt`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum List {
    Sums,
    WeakSums,
    Metrics,
    MetricsPrefix,
    MetricsSuffix,
    Index,
    Curve,
    Statistics,
    Systems,
    Roles,
    Signed,
    Costs,
    Tags,
    Verdicts,
    Golds,
    Labels,
    Predicted,
    Ids,
    Texts,
    Outputs,
    Contents,
    Identifiers,
    Counters,
    Quantities,
    Losses,
    Groups,
    LogLosses,
    Units,
    RightAnswers,
    Sizes,
    GroupEndings,
    Runs,
    Judges,
    Measures,
    RowSystems,
    SystemTexts,
    PlainTexts,
    PlainLabels,
    PlainScores,
    Ranked,
    Spreads,
    Winners,
    VotedItems,
    VotedPairs,
    CountedFiles,
    Folds,
    FoldFiles,
    Figures,
    RunIds,
    Counts,
}

impl List {
    /// Every list, with its name in the file.
    const ALL: [(Self, &'static str); 50] = [
        (Self::Sums, "sums"),
        (Self::WeakSums, "weak_sums"),
        (Self::Metrics, "metrics"),
        (Self::MetricsPrefix, "metrics_prefix"),
        (Self::MetricsSuffix, "metrics_suffix"),
        (Self::Index, "index"),
        (Self::Curve, "curve"),
        (Self::Statistics, "statistics"),
        (Self::Systems, "systems"),
        (Self::Roles, "roles"),
        (Self::Signed, "signed"),
        (Self::Costs, "costs"),
        (Self::Tags, "tags"),
        (Self::Verdicts, "verdicts"),
        (Self::Golds, "golds"),
        (Self::Labels, "labels"),
        (Self::Predicted, "predicted"),
        (Self::Ids, "ids"),
        (Self::Texts, "texts"),
        (Self::Outputs, "outputs"),
        (Self::Contents, "contents"),
        (Self::Identifiers, "identifiers"),
        (Self::Counters, "counters"),
        (Self::Quantities, "quantities"),
        (Self::Losses, "losses"),
        (Self::Groups, "groups"),
        (Self::LogLosses, "log_losses"),
        (Self::Units, "units"),
        (Self::RightAnswers, "right_answers"),
        (Self::Sizes, "sizes"),
        (Self::GroupEndings, "group_endings"),
        (Self::Runs, "runs"),
        (Self::Judges, "judges"),
        (Self::Measures, "measures"),
        (Self::RowSystems, "row_systems"),
        (Self::SystemTexts, "system_texts"),
        (Self::PlainTexts, "plain_texts"),
        (Self::PlainLabels, "plain_labels"),
        (Self::PlainScores, "plain_scores"),
        (Self::Ranked, "ranked"),
        (Self::Spreads, "spreads"),
        (Self::Winners, "winners"),
        (Self::VotedItems, "voted_items"),
        (Self::VotedPairs, "voted_pairs"),
        (Self::CountedFiles, "counted_files"),
        (Self::Folds, "folds"),
        (Self::FoldFiles, "fold_files"),
        (Self::Figures, "figures"),
        (Self::RunIds, "run_ids"),
        (Self::Counts, "counts"),
    ];

    /// Returns `true` if the list holds the whole name; `*` stands for any text at either end.
    pub(crate) fn holds(self, name: &str) -> bool {
        let entries = self.read();
        let name = normal(name);
        entries.whole.contains(&name[..])
            || entries.prefixes.iter().any(|begin| name.starts_with(begin))
            || entries.suffixes.iter().any(|end| name.ends_with(end))
    }

    /// Returns `true` if the list holds the last part of a name that is a path, or a name such as `runId` of the list of ids.
    pub(crate) fn holds_last(self, name: &str) -> bool {
        let last = last_part(name);
        self.holds(last)
            || self
                .read()
                .endings
                .iter()
                .any(|end| last.len() > end.len() && last.ends_with(end))
    }

    /// Returns `true` if the list holds a word of the name, or two adjacent ones. Words are cut at all that is no letter or digit and before
    /// capitals; a plural counts as its singular, too.
    pub(crate) fn holds_word(self, name: &str) -> bool {
        let entries = self.read();
        let mut words = words(name);
        let singular = |word: &String| {
            word.strip_suffix('s')
                .filter(|_| word.len() > 3)
                .map(str::to_owned)
        };
        let singulars: Vec<String> = words.iter().filter_map(singular).collect();
        words.extend(singulars);
        words.iter().any(|word| entries.whole.contains(&word[..]))
            || words
                .windows(2)
                .any(|pair| entries.whole.contains(&pair.join(" ")[..]))
    }

    /// Returns `true` if the name ends with an entry of the list, word by word.
    pub(crate) fn ends(self, name: &str) -> bool {
        let words = words(name);
        (1..=words.len().min(3)).any(|count| {
            self.read()
                .whole
                .contains(&words[words.len() - count..].join(" ")[..])
        })
    }

    /// Returns `true` if the list holds a word, or the word without the `s` of its plural.
    pub(crate) fn holds_one(self, word: &str) -> bool {
        let entries = &self.read().whole;
        entries.contains(word)
            || word
                .strip_suffix('s')
                .is_some_and(|one| entries.contains(one))
    }

    /// Returns the entries in the order of the file.
    pub(crate) fn in_order(self) -> impl Iterator<Item = &'static str> {
        line(Self::ALL[self as usize].1).split(", ")
    }

    /// Returns the entries without a `*`.
    pub(crate) fn entries(self) -> &'static HashSet<&'static str, RandomState> {
        &self.read().whole
    }
}

/// The entries of one list.
#[derive(Default)]
struct Entries {
    whole: HashSet<&'static str, RandomState>,
    /// Of `begin*`.
    prefixes: Vec<&'static str>,
    /// Of `*_end`.
    suffixes: Vec<&'static str>,
    /// Of `*End`, compared with its case.
    endings: Vec<&'static str>,
}

/// The text of the lists.
const TEXT: &str = include_str!("words.txt");

static LISTS: [OnceLock<Entries>; List::ALL.len()] = [const { OnceLock::new() }; List::ALL.len()];

impl List {
    /// The entries, read from the file when they are first looked at: a command needs few of the lists.
    fn read(self) -> &'static Entries {
        LISTS[self as usize].get_or_init(|| {
            let mut entries = Entries::default();
            for entry in line(Self::ALL[self as usize].1).split(", ") {
                if let Some(begin) = entry.strip_suffix('*') {
                    entries.prefixes.push(begin);
                } else if let Some(end) = entry.strip_prefix('*') {
                    if end.starts_with(char::is_uppercase) {
                        entries.endings.push(end);
                    } else {
                        entries.suffixes.push(end);
                    }
                } else {
                    entries.whole.insert(entry);
                }
            }
            entries
        })
    }
}

/// The entries of a list as the file has them; no text for a list that it lacks, which a test would notice.
fn line(name: &str) -> &'static str {
    let of = |line: &'static str| line.split_once(": ").filter(|(known, _)| *known == name);
    TEXT.lines().find_map(of).map_or("", |(_, entries)| entries)
}

/// Words that are scores wherever they stand, each with its score.
///
/// Single letters, and `error` beside `passed`, are scores only if the other cells of their column say so: no cell alone does.
static VERDICTS: LazyLock<Vec<(&'static str, f64)>> = LazyLock::new(|| {
    let entry = |entry: &'static str| {
        let (words, value) = entry.split_once('=').unwrap_or((entry, ""));
        let value = value.parse().unwrap_or(f64::NAN);
        words.split('|').map(move |word| (word.trim(), value))
    };
    let all = line("words").split([',', ';']).flat_map(entry);
    all.filter(|(word, _)| word.len() > 1 && !OF_COLUMNS.contains(word))
        .collect()
});

/// Words that say the same as `failed` only beside it.
const OF_COLUMNS: [&str; 3] = ["error", "errored", "timeout"];

/// Returns the score of a word such as `pass` or `fail`, in any case.
pub(crate) fn verdict(cell: &[u8]) -> Option<f64> {
    let is = |word: &str| cell.eq_ignore_ascii_case(word.as_bytes());
    VERDICTS
        .iter()
        .find(|(word, _)| is(word))
        .map(|(_, value)| *value)
}

/// Returns the scores of words that mean a score only beside others of their set, `y=1,n=0`; `None` for any other cell.
pub(crate) fn set_of(cell: &[u8]) -> Option<String> {
    let of_set = |set: &'static str| {
        let entries = set.split(',').filter_map(|entry| entry.split_once('='));
        let words = entries
            .flat_map(|(words, value)| words.split('|').map(move |word| (word.trim(), value)));
        let unsure: Vec<(&str, &str)> = words
            .filter(|(word, _)| verdict(word.as_bytes()).is_none())
            .collect();
        let is_cell = |(word, _): &(&str, &str)| cell.eq_ignore_ascii_case(word.as_bytes());
        unsure.iter().any(is_cell).then(|| {
            let entries = unsure.iter().map(|(word, value)| format!("{word}={value}"));
            entries.collect::<Vec<_>>().join(",")
        })
    };
    line("words").split(';').find_map(of_set)
}

/// A name in lower case, with `_`, `-` and runs of blanks as one blank.
pub(crate) fn normal(name: &str) -> String {
    let blank = |c: char| c.is_whitespace() || matches!(c, '_' | '-');
    let parts: Vec<&str> = name.split(blank).filter(|part| !part.is_empty()).collect();
    parts.join(" ").to_lowercase()
}

/// The last part of a name that is a path, `acc` of `scores.acc`.
pub(crate) fn last_part(name: &str) -> &str {
    name.rsplit(['.', '/']).next().unwrap_or(name).trim()
}

/// The words of a name in lower case, cut at all that is no letter or digit and before capitals.
pub(crate) fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for c in name.chars() {
        let begins =
            c.is_ascii_uppercase() && (before.is_ascii_lowercase() || before.is_ascii_digit());
        if begins || !c.is_alphanumeric() {
            words.push(String::new());
        }
        if let (true, Some(word)) = (c.is_alphanumeric(), words.last_mut()) {
            word.extend(c.to_lowercase());
        }
        before = c;
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_file_is_a_list_that_is_read_and_no_entry_stands_twice() {
        let known: Vec<&str> = List::ALL
            .iter()
            .map(|(_, name)| *name)
            .chain(["words"])
            .collect();
        let mut seen = Vec::new();
        for line in TEXT.lines().filter(|line| !line.starts_with('#')) {
            let (name, entries) = line.split_once(": ").expect("a list");
            assert!(known.contains(&name), "{name}");
            seen.push(name);
            let parts: Vec<String> = entries.split([',', ';', '|']).map(normal).collect();
            assert!(parts.iter().all(|part| !part.is_empty()), "{name}");
            let distinct: HashSet<&String> = parts.iter().collect();
            // Of words of scores, `n` is one of two sets.
            let twice = usize::from(name == "words");
            assert_eq!(
                distinct.len() + twice,
                parts.len(),
                "{name}: an entry twice"
            );
        }
        assert_eq!(seen.len(), known.len(), "the file lacks a list");
        assert!(
            VERDICTS.len() > 20 && VERDICTS.iter().all(|(_, value)| [0.0, 1.0].contains(value))
        );
        for (list, name) in List::ALL {
            for entry in line(name).split(", ").filter(|entry| !entry.contains('*')) {
                assert!(list.holds(entry), "{name}: {entry}");
            }
        }
    }

    #[test]
    fn words_that_are_scores_beside_others_have_the_scores_of_their_set() {
        assert_eq!(set_of(b"N").as_deref(), Some("y=1,n=0"));
        assert_eq!(
            set_of(b"timeout").as_deref(),
            Some("error=0,errored=0,timeout=0")
        );
        assert_eq!(set_of(b"C").as_deref(), Some("c=1,i=0,n=0,p=0.5"));
        assert!(set_of(b"passed").is_none() && set_of(b"t").is_none());
    }

    #[test]
    fn letters_inside_a_word_are_no_word_of_a_name() {
        for (list, name) in [
            (List::Signed, "correct"),
            (List::Costs, "items"),
            (List::Costs, "sentiment"),
            (List::Verdicts, "passage"),
        ] {
            assert!(!list.holds_word(name), "{name}");
        }
        for (list, name) in [
            (List::Costs, "latency_ms"),
            (List::Costs, "outputTokens"),
            (List::Verdicts, "feedback.correctness"),
            (List::Roles, "model_a acc"),
        ] {
            assert!(list.holds_word(name), "{name}");
        }
    }

    #[test]
    fn a_star_stands_for_any_text_and_the_last_part_counts_of_a_path() {
        assert!(List::Ids.holds_last("doc.question_id") && List::Ids.holds_last("exampleId"));
        assert!(!List::Ids.holds_last("grid") && !List::Ids.holds_last("Id2"));
        assert!(List::Index.holds("param_C") && List::Index.holds("Unnamed: 0"));
        assert!(!List::Index.holds("rank_a") && !List::Index.holds("mean_rank"));
        assert!(
            List::Golds.ends("doc.target")
                && List::Golds.ends("y_true")
                && !List::Golds.ends("targets_seen")
        );
    }
}
