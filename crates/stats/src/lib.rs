//! Exact laws, classical tests, intervals and effect sizes: pure functions without randomness, threads or files.

#![cfg_attr(
    test,
    allow(
        clippy::disallowed_methods,
        reason = "a test computes what it expects by other means than the code"
    )
)]

pub mod adjust;
pub mod binomial;
pub mod cluster;
pub mod correlation;
pub mod data_sets;
pub mod effect;
mod error;
pub mod interval;
mod law;
mod margin;
mod moments;
mod montecarlo;
mod pairs;
mod posterior;
pub mod power;
pub mod prediction;
mod probability;
pub mod ranking;
pub mod repeats;
pub mod replicability;
pub mod roc;
mod sample;
mod score_shares;
mod search;
pub mod seeds;
mod skewness;
pub mod special;
mod stochastic_order;
mod test;
pub mod tilt;
pub mod trinomial;
mod unconditional;
pub mod votes;
mod width;

pub use adjust::Adjustment;
pub use error::StatsError;
pub use interval::{Interval, TEstimate, TStatistic};
pub use law::{Law, LawSearch, Tail};
pub use margin::{Margin, MarginTest, SampledMargin};
pub use moments::Moments;
pub use montecarlo::MonteCarlo;
pub use pairs::{Counts, Pairs, decimal_difference};
pub use posterior::MeanPosterior;
pub use probability::Alternative;
pub use probability::Probability;
pub use sample::Sample;
pub use score_shares::ScoreShares;
pub use search::{Best, BestOf, Search};
pub use skewness::Skewness;
pub use stochastic_order::{ResampledRatios, ViolationRatio};
pub use test::{
    CochranQ, FiveByTwo, Folds, Friedman, LabelLaw, LabelPermutation, MannWhitney, McNemar,
    McNemarVariant, OneShare, SignTest, SignTies, SignedRank, StuartMaxwell, StudentT, TwoSamples,
    Zeros, permute_labels,
};
pub use unconditional::{IndependentShares, Unconditional, UnconditionalApart};
