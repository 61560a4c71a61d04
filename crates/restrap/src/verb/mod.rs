//! What is asked of systems: each verb selects its part of the data, has evidence made, and writes its outcome.

pub(crate) mod adjusted;
pub(crate) mod budget;
pub mod claim;
pub(crate) mod compare;
pub(crate) mod correlate;
pub(crate) mod describe;
pub(crate) mod generate;
pub(crate) mod inspect;
pub(crate) mod permuted;
pub(crate) mod rank;
pub(crate) mod replicate;
pub(crate) mod replicates;
pub(crate) mod sample;
pub(crate) mod splits;
