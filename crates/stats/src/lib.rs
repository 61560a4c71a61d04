//! Exact laws, classical tests, intervals and effect sizes: pure functions without randomness, threads or files.

mod alternative;
pub mod binomial;
mod error;
pub mod interval;
mod montecarlo;
mod probability;
pub mod special;
pub mod trinomial;

pub use alternative::{Alternative, UnknownAlternative};
pub use error::StatsError;
pub use montecarlo::MonteCarlo;
pub use probability::Probability;
