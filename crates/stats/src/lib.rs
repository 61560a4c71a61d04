//! Exact laws, classical tests, intervals and effect sizes: pure functions without randomness, threads or files.

mod probability;

pub use probability::Probability;
