//! Dependency trees against gold trees.

mod attachment;
mod read;

pub use attachment::{AttachmentOptions, attachment, score_attachment};
pub use read::Trees;

use crate::describe::Description;

/// Metrics of trees.
pub(crate) static METRICS: &[&Description] = &[&attachment::UAS, &attachment::LAS];
