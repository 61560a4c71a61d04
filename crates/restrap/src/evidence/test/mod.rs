//! From laws, draws or closed forms to p-values.

pub(crate) mod against;
pub(crate) mod classical;
pub(crate) mod margin;
pub(crate) mod observed;
pub(crate) mod order;
pub mod outcome;
pub(crate) mod recipe;
pub(crate) mod wilcoxon;
