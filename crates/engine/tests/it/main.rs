//! The tests of `restrap-engine` from outside, in one program.

mod metrics;
