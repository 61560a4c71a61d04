//! What is extreme, by which route it is drawn, and what the draws say.

pub(crate) mod bounds;
pub(crate) mod container;
pub(crate) mod deviations;
pub(crate) mod draw;
pub(crate) mod event;
pub(crate) mod extreme;
pub(crate) mod judge;
pub(crate) mod labels;
pub(crate) mod mean;
pub(crate) mod metric;
pub(crate) mod order;
pub(crate) mod pooled;
pub(crate) mod resampler;
pub(crate) mod sampled;
pub(crate) mod studentized;
pub(crate) mod swaps;
pub(crate) mod tilted;
