//! The tests of `restrap-stats` from outside, in one program.

#![allow(
    clippy::disallowed_methods,
    reason = "a test computes what it expects by other means than the code"
)]

mod clusters;
mod data_sets;
mod duals;
mod golden;
mod independent;
mod mpmath;
mod one_pair;
mod one_sample;
mod power;
mod prediction;
mod properties;
mod rational;
mod scipy;
mod seeds;
mod unconditional;
mod votes;
mod wide;
