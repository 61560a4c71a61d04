//! Dependency trees against gold trees.

mod attachment;

pub use attachment::{AttachmentOptions, Trees, attachment, score_attachment};
