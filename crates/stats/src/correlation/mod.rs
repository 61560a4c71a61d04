//! Correlation of a metric with a gold score, and what tells two metrics apart.
//!
//! A *gold* score is what a person (or a trusted tool) says about an output; a *metric* says something cheaper about the
//! same output. [`Coefficient`] has Pearson's r, Spearman's rho (mid-ranks for ties) and Kendall's tau-b;
//! [`pairwise_accuracy`](PairwiseAccuracy) asks in how many pairs of outputs the metric agrees with the gold score, ties
//! included (Deutsch, Foster & Freitag 2023); [`Williams`] tests two dependent correlations (Williams 1959, as in Graham &
//! Baldwin 2014); [`Swaps`] holds the standardised scores of two metrics for the permutation tests of Deutsch, Dror &
//! Roth (2021).
//!
//! Signs are kept: a metric where lower is better has a negative correlation. Reverse it beforehand. A column
//! without variation has no correlation: `None`, never 0.

mod coefficient;
mod counted;
mod criterion;
mod decimals;
mod influence;
mod kendall;
mod matrix;
mod pairwise;
mod ranks;
mod running;
mod sums;
mod swapped;
mod swaps;
mod unit;
mod williams;

pub use coefficient::Coefficient;
pub use counted::{CountedColumns, CountedRoom};
pub use criterion::{Agreed, Agreement, Criterion};
pub use influence::{InfluenceRoom, Influenced, Influences};
pub use kendall::PairCounts;
pub use matrix::{Grouped, Level, Matrix};
pub use pairwise::{Calibrated, PairwiseAccuracy, TieCounts};
pub use swaps::{SwapRoom, Swapped, Swaps};
pub use unit::SwapUnit;
pub use williams::Williams;
