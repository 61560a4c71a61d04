//! Scores as integers on a grid.

mod encode;
mod factor;
mod precision;
mod printed;
mod sums;
mod survey;

pub use encode::{
    Column, Encoded, Grid, GridError, MixedPrecision, encode, encode_as_printed, encode_columns,
    encode_on,
};
pub use precision::Precision;
pub use printed::{PrintedGrid, printed_rational};
pub use sums::encode_sums;
pub use survey::Survey;
