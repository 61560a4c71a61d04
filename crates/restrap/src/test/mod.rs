//! From laws, draws or closed forms to p-values.

pub(crate) mod classical;
pub(crate) mod margin;
pub(crate) mod observed;
pub(crate) mod order;
pub(crate) mod recipe;
pub mod told;
pub(crate) mod wilcoxon;
