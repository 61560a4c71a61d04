//! Logs of evaluation frameworks: samples of lm-evaluation-harness, logs of Inspect, and folders of either.
//!
//! An item is a task and a document (`task`, `doc_id`) or a task and a sample (`task`, `id`), unless `--id` says
//! otherwise: two logs pair by these, in whatever order they were written.

#[cfg(feature = "logs")]
mod archive;
#[cfg(feature = "logs")]
pub(crate) mod folder;
pub(crate) mod harness;
#[cfg(feature = "logs")]
pub(crate) mod inspect;
pub(crate) mod tasks;

#[cfg(not(feature = "logs"))]
pub(crate) use super::unbuilt as folder;
#[cfg(not(feature = "logs"))]
pub(crate) use super::unbuilt as inspect;
