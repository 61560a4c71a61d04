//! What is an item, a system, a number, a pair: decided once for every door, before anything is computed.
//!
//! Three answers, never more: an [`assumption::Assumption`] is said with the answer, a [`Question`](crate::Question) is asked or refused with the commands that
//! go on. Words of names lie in `words.txt` of this crate. The rules were tried on 2,014 files; `made.json` has the hits of made tables.

pub(crate) mod assumption;
pub(crate) mod ids;
pub(crate) mod labels;
pub(crate) mod look;
pub(crate) mod markup;
pub(crate) mod numbers;
pub(crate) mod paths;
pub(crate) mod rows;
pub(crate) mod sets;
pub(crate) mod shape;
pub(crate) mod sums;
pub(crate) mod table;

#[cfg(test)]
mod made;
