//! From files to the items that they share.

pub(crate) mod items;
pub(crate) mod shared;
