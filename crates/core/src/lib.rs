//! Exact integer columns, distinct rows, addressed random streams and resampling draws.
//!
//! Nothing here starts a thread, opens a file, reads a clock or prints. Sums are sums of integers: any order of
//! addition gives the same bits, so results do not depend on threads, shards or vector width.

#![cfg_attr(
    test,
    allow(
        clippy::disallowed_methods,
        reason = "a test computes what it expects by other means than the code"
    )
)]

mod arch;
mod draw;
mod grid;
pub mod memory;
mod planes;
mod rows;
mod statistic;
mod stream;
mod tables;
#[doc(hidden)]
pub mod workbench;

pub use arch::Level;
pub use draw::{
    CoinFlips, CompressedBootstrap, CompressedFlips, Design, EverySwap, Experiment,
    IndexedBootstrap, NestedBootstrap, NestedSwaps, Resampler, Room, Sample, SlicedFlips,
    StreamedBootstrap, StreamedFlips, WeightedBootstrap, WeightedStratum, WithinItems, is_sliced,
};
pub use grid::{
    Column, Encoded, Grid, GridError, MixedPrecision, Precision, PrintedGrid, Survey, encode,
    encode_as_printed, encode_columns, encode_on, encode_sums, printed_rational,
};
pub use planes::Planes;
pub use rows::{DistinctRows, Entries, IntegerColumn, JointRows, Times, counted, grouped};
pub use statistic::{Statistic, Sums};
pub use stream::{Address, Domain, STREAM_NAME, ScalarStream, below, philox4x32};
