//! Dependency trees against gold trees.

mod attachment;

pub use crate::outputs::trees::Trees;
pub use attachment::{AttachmentOptions, attachment, score_attachment};

use crate::describe::Description;

/// Metrics of trees.
pub(crate) static METRICS: &[&Description] = &[&attachment::UAS, &attachment::LAS];
