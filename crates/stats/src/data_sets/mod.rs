//! Several data sets: their mean by swaps and by t, and how much they differ.

mod estimates;
mod swaps;

pub use estimates::{Heterogeneity, heterogeneity, macro_estimate, macro_recipe};
pub use swaps::{MeanOfSets, SwappedSet, Weights};
