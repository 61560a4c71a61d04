//! Answers of `restrap power` for readers.

mod audit;
mod curve;
mod plan;
mod rates;

pub(crate) use curve::gain;
pub use rates::Rates;
pub(crate) use rates::{Block, Row, blocks, rows, shown, test};
