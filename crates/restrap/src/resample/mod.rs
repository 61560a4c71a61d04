//! What is extreme, by which route it is drawn, and what the draws say.

pub(crate) mod bounds;
pub(crate) mod draw;
pub(crate) mod extreme;
