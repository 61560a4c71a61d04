//! Columns to units: pairs, and how a bootstrap draws their items.

pub(crate) mod design;
pub(crate) mod pair;
pub(crate) mod scores;
