//! Records of JSON as tables: their fields, ids, and what they hold.

pub(crate) mod filtered;
pub(crate) mod leaves;
pub(crate) mod part;
mod picked;
pub(crate) mod rows;
mod same_id;
pub(crate) mod survey;
mod tally;
mod wanted;
