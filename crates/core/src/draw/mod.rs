//! Resamples of integer columns: one file a way to draw them.

mod binomial;
mod compressed;
mod every;
mod experiment;
mod indexed;
mod resampler;
mod shuffled;
mod signs;
mod sliced;
mod sparse;
mod streamed;
mod weighted;

pub use compressed::{CompressedBootstrap, CompressedFlips};
pub use every::EverySwap;
pub use experiment::{Experiment, NestedBootstrap, NestedSwaps, Room, Sample};
pub use indexed::{CoinFlips, IndexedBootstrap};
pub use resampler::{Design, Resampler};
pub use shuffled::WithinItems;
pub use signs::StreamedFlips;
pub use sliced::{SlicedFlips, is_sliced};
pub use streamed::StreamedBootstrap;
pub use weighted::{WeightedBootstrap, WeightedStratum};
