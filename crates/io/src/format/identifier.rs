//! Names of columns that identify items.

/// Header names that identify items: not scores when a table is given bare, and checked when rows are paired by line.
/// An empty name, and `__index_level_0__`, are what pandas writes over its index.
const IDENTIFIERS: [&str; 43] = [
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
    "question_id",
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
