//! The tests of `restrap-engine` from outside, in one program.

#![allow(
    clippy::disallowed_methods,
    reason = "a test computes what it expects by other means than the code"
)]

mod metrics;
