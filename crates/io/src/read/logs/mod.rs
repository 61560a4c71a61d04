//! Logs of evaluation frameworks: samples of lm-evaluation-harness, logs of Inspect, and folders of either.
//!
//! An item is a task and a document (`task`, `doc_id`) or a task and a sample (`task`, `id`), unless `--id` says
//! otherwise: two logs pair by these, in whatever order they were written.

pub(crate) mod archive;
pub(crate) mod folder;
pub(crate) mod harness;
pub(crate) mod inspect;
mod nan;
