//! The stage between reading and comparing: which columns are systems, what their numbers are, and which rows pair.

pub(crate) mod by;
pub(crate) mod groups;
pub(crate) mod meant;
pub(crate) mod named;
pub(crate) mod pair;
pub(crate) mod picks;
pub(crate) mod scores;
pub(crate) mod shared;
