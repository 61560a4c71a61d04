//! From laws, draws or closed forms to p-values.

pub(crate) mod classical;
pub(crate) mod margin;
pub(crate) mod tested;
pub(crate) mod wilcoxon;
