//! What one file holds, in any format: columns, ids, labels, groups.

pub(crate) mod grid;
pub(crate) mod ids;
pub(crate) mod labels;
pub(crate) mod parsed;
pub(crate) mod pivot;
