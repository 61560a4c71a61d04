//! Fixed laws as tables that a random word or byte indexes.

mod alias;
mod binomial;
mod counts;

pub(crate) use alias::AliasTable;
pub(crate) use binomial::ConditionalBinomial;
pub(crate) use counts::{CountLaw, ESCAPE, ONE};
