//! The tests of the library from outside, in one program.

#![allow(
    clippy::disallowed_methods,
    reason = "a test computes what it expects by other means than the code"
)]

mod calibration;
mod claims;
mod clusters;
mod corpus;
mod corpus_margins;
mod design;
mod directions;
mod duals;
mod goes_with;
mod golden;
mod law_sampled;
mod measures;
mod next;
mod outputs;
mod populations;
mod power;
mod power_compare;
mod profiles;
mod properties;
mod rank;
mod rank_choice;
mod rank_compared;
mod replicate;
mod replicates;
mod sampled;
mod saved;
mod strata;
mod stress;
mod tilted;
