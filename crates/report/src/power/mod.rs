//! Answers of `restrap power` for readers.

mod audit;
mod curve;
mod plan;
mod rates;

pub(crate) use audit::figures;
pub(crate) use audit::{ends, published};
pub(crate) use curve::{gain, last, of_panel};
pub use rates::Rates;
pub(crate) use rates::{Block, Row, blocks, decimals, interval, notes, rows, share, shown, test};
