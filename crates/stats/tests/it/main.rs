//! The tests of `restrap-stats` from outside, in one program.

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
