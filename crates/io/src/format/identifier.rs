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

/// Header names that say which training run, answer or split a row is of, and so hold no scores.
const RUNS: [&str; 8] = ["seed", "epoch", "fold", "split", "repeat", "trial", "attempt", "replicate"];

/// Whether a column of this name tells rows apart by training run, answer or split.
pub(crate) fn is_of_runs(name: &str) -> bool {
    let name = name.trim().to_lowercase();
    RUNS.contains(&name.strip_suffix('s').unwrap_or(&name))
}

/// Header names of a column that says which system a row is of.
const SYSTEMS: [&str; 9] =
    ["model", "model_name", "model_id", "system", "system_id", "system_name", "runid", "run_id", "method"];

/// Whether a column of this name says which system a row is of.
pub(crate) fn names_systems(name: &str) -> bool {
    SYSTEMS.contains(&name.trim().to_lowercase().as_str())
}
