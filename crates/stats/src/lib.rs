//! Exact laws, classical tests, intervals and effect sizes: pure functions without randomness, threads or files.

pub mod adjust;
mod alternative;
pub mod binomial;
pub mod effect;
mod error;
pub mod interval;
mod law;
mod mcnemar;
mod moments;
mod montecarlo;
mod pairs;
mod probability;
mod sign;
pub mod special;
mod student;
pub mod trinomial;

pub use adjust::Adjustment;
pub use alternative::{Alternative, UnknownAlternative};
pub use error::StatsError;
pub use interval::Interval;
pub use law::{Law, Tail};
pub use mcnemar::{McNemar, McNemarVariant, UnknownVariant};
pub use moments::Moments;
pub use montecarlo::MonteCarlo;
pub use pairs::{Counts, Pairs, decimal_difference};
pub use probability::Probability;
pub use sign::{SignTest, SignTies};
pub use student::{StudentT, TStatistic};
