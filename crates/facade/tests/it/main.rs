//! The tests of the library from outside, in one program.

mod calibration;
mod claims;
mod clusters;
mod corpus;
mod corpus_margins;
mod design;
mod duals;
mod goes_with;
mod golden;
mod law_sampled;
mod measures;
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
