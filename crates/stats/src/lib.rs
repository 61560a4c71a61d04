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
mod ranks;
mod sign;
pub mod special;
mod student;
pub mod trinomial;
mod wilcoxon;

pub use adjust::Adjustment;
pub use alternative::{Alternative, UnknownAlternative};
pub use error::StatsError;
pub use interval::Interval;
pub use law::{Law, Tail};
pub use mcnemar::{McNemar, McNemarVariant, UnknownVariant};
pub use moments::Moments;
pub use montecarlo::MonteCarlo;
pub use pairs::{Counts, Pairs};
pub use probability::Probability;
pub use sign::{SignTest, SignTies};
pub use student::{StudentT, TStatistic};
pub use wilcoxon::{SignedRank, UnknownZeros, Zeros};
