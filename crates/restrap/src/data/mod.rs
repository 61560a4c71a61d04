//! Columns to units: contrasts of two systems, and how a bootstrap draws their items.

pub(crate) mod areas;
pub(crate) mod class_areas;
pub(crate) mod contest;
pub(crate) mod contrast;
pub(crate) mod items_apart;
pub(crate) mod layout;
#[cfg(feature = "files")]
pub(crate) mod loaded;
pub(crate) mod over_sets;
pub(crate) mod pair;
pub(crate) mod pooled;
pub(crate) mod quantile;
pub(crate) mod ranked;
pub(crate) mod rows;
pub(crate) mod sampled;
pub(crate) mod scores;
