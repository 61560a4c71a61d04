//! Exact integer columns, distinct rows, addressed random streams and resampling draws.
//!
//! Nothing here starts a thread, opens a file, reads a clock or prints. Sums are sums of integers: any order of
//! addition gives the same bits, so results do not depend on threads, shards or vector width.

mod alias;
mod arch;
#[doc(hidden)]
pub mod bench;
mod compressed;
mod conditional;
mod counts;
mod draw;
mod grid;
mod joint;
mod nested;
mod planes;
mod printed;
mod rows;
mod signs;
mod statistic;
mod stream;
mod streamed;
mod survey;

pub use arch::Level;
pub use compressed::{CompressedBootstrap, CompressedFlips};
pub use draw::{CoinFlips, Design, IndexedBootstrap, Resampler};
pub use grid::{
    Column, Encoded, Grid, GridError, Precision, encode, encode_as_printed, encode_columns, encode_on,
};
pub use joint::JointRows;
pub use nested::{Experiment, NestedBootstrap, NestedSwaps, Room, Sample};
pub use planes::Planes;
pub use printed::{PrintedGrid, printed_rational};
pub use rows::{DistinctRows, grouped};
pub use signs::StreamedFlips;
pub use statistic::{Statistic, Sums};
pub use stream::{Address, Domain, STREAM_NAME, ScalarStream, below, philox4x32};
pub use streamed::StreamedBootstrap;
pub use survey::Survey;
