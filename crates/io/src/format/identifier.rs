//! Names of columns that identify items.

/// Header names that identify items: not scores when a table is given bare, and checked when rows are paired by line.
/// An empty name, and `__index_level_0__`, are what pandas writes over its index.
const IDENTIFIERS: [&str; 52] = [
    "",
    "id",
    "ids",
    "idx",
    "index",
    "uid",
    "uuid",
    "guid",
    "key",
    "row",
    "row_id",
    "unnamed:_0",
    "__index_level_0__",
    "qid",
    "query",
    "query_id",
    "queryid",
    "topic",
    "topic_id",
    "item",
    "item_id",
    "itemid",
    "example",
    "example_id",
    "exampleid",
    "doc",
    "doc_id",
    "docid",
    "docno",
    "document_id",
    "question",
    "question_id",
    "problem",
    "sample",
    "segment",
    "sentence",
    "instance",
    "record",
    "image",
    "line",
    "sample_id",
    "instance_id",
    "segment_id",
    "seg_id",
    "sentence_id",
    "sent_id",
    "task_id",
    "problem_id",
    "prompt_id",
    "data_id",
    "case_id",
    "record_id",
];

/// Whether a column of this name identifies items.
pub(crate) fn is_identifier(name: &str) -> bool {
    let name = name.trim().to_lowercase().replace([' ', '-'], "_");
    IDENTIFIERS.contains(&name.as_str())
}

/// Last words of header names that number rows or tell them apart, and so hold no scores.
const COUNTERS: [&str; 15] = [
    "id",
    "ids",
    "idx",
    "index",
    "uid",
    "uuid",
    "seed",
    "epoch",
    "fold",
    "split",
    "repeat",
    "trial",
    "attempt",
    "replicate",
    "replication",
];

/// Last words of header names of other quantities than a score.
const QUANTITIES: [&str; 12] = [
    "cost", "price", "usd", "latency", "second", "sec", "time", "duration", "token", "count",
    "length", "num",
];

/// Last words of header names of what is the better the less there is of it.
const LOSSES: [&str; 24] = [
    "loss",
    "losses",
    "wer",
    "cer",
    "ter",
    "error",
    "err",
    "perplexity",
    "ppl",
    "nll",
    "mae",
    "mse",
    "rmse",
    "metricx",
    "cost",
    "price",
    "usd",
    "latency",
    "second",
    "sec",
    "time",
    "duration",
    "brier",
    "ece",
];

/// Groups that items belong to, by the last word of a header name without `id` and the plural.
const GROUPS: [&str; 34] = [
    "passage",
    "paragraph",
    "context",
    "document",
    "doc",
    "article",
    "story",
    "dialog",
    "dialogue",
    "conversation",
    "thread",
    "template",
    "repo",
    "repository",
    "user",
    "author",
    "speaker",
    "session",
    "book",
    "patient",
    "page",
    "prompt",
    "question",
    "query",
    "qid",
    "instruction",
    "input",
    "source",
    "problem",
    "sentence",
    "video",
    "image",
    "group",
    "cluster",
];

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
        Some(last) => is_among(&LOSSES, last) || last.starts_with("metricx"),
        None => false,
    }
}

/// Returns `true` if a column of this name holds negative log likelihoods, or what is made of them.
pub(crate) fn is_log_loss(name: &str) -> bool {
    const NAMES: [&str; 5] = ["loss", "losses", "perplexity", "ppl", "nll"];
    is_among(&NAMES, &last_word(name))
}

/// A name is among these, or its plural is.
fn is_among(names: &[&str], word: &str) -> bool {
    names.contains(&word)
        || word
            .strip_suffix('s')
            .is_some_and(|one| names.contains(&one))
}

/// Whether a column of this name numbers rows, or tells them apart by training run, answer or split.
pub(crate) fn is_counter(name: &str) -> bool {
    is_among(&COUNTERS, &last_word(name))
}

/// Whether a column of this name holds another quantity than a score.
pub(crate) fn is_quantity(name: &str) -> bool {
    is_among(&QUANTITIES, &last_word(without_unit(name)))
}

/// A name without the unit that it ends with: `latency` of `latency_ms`.
fn without_unit(name: &str) -> &str {
    const UNITS: [&str; 9] = ["ms", "us", "ns", "s", "min", "h", "eur", "kb", "mb"];
    let cut = name
        .trim()
        .trim_end_matches([')', ']'])
        .rsplit_once(|c: char| !c.is_alphanumeric());
    cut.filter(|(_, unit)| UNITS.contains(&unit.to_lowercase().as_str()))
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
    let last = words.rfind(|word| {
        !matches!(
            *word,
            "" | "id" | "ids" | "idx" | "name" | "no" | "text" | "title"
        )
    });
    is_among(&GROUPS, last.unwrap_or_default())
}

/// Header names of a column of right answers.
const RIGHT_ANSWERS: [&str; 14] = [
    "gold",
    "gold_label",
    "gold_answer",
    "label",
    "labels",
    "true_label",
    "target",
    "targets",
    "reference",
    "references",
    "y_true",
    "truth",
    "ground_truth",
    "correct_answer",
];

/// Returns `true` if a column of this name holds right answers.
pub(crate) fn names_right_answers(name: &str) -> bool {
    let name = name.trim().to_lowercase().replace([' ', '-'], "_");
    RIGHT_ANSWERS.contains(&name.as_str())
}

/// Last words of header names of a number of trials, runs or parts, which is one number throughout a file.
const SIZES: [&str; 9] = [
    "n", "run", "trial", "attempt", "sample", "size", "total", "num", "count",
];

/// Returns `true` if a column of this name holds the number of trials behind each score.
pub(crate) fn is_size(name: &str) -> bool {
    is_among(&SIZES, &last_word(name))
}

#[cfg(test)]
mod tests {
    use super::*;

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
