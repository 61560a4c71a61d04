//! What is extreme, by which route it is drawn, and what the draws say.

pub(crate) mod bounds;
#[allow(dead_code)]
pub(crate) mod container;
pub(crate) mod draw;
pub(crate) mod extreme;
