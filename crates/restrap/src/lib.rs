//! How much evidence does a difference between two NLP, IR or LLM systems have?
//!
//! Paired scores go in as [`Scores`], a [`Request`] says which tests, [`compare`] answers with an [`Outcome`]: the JSON
//! contract that the command line prints.
//!
//! ```
//! # use restrap_lib as restrap;
//! use restrap::{Control, Request, Scores, compare};
//!
//! let base = Scores::new("base", vec![0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0]);
//! let new = Scores::new("new", vec![1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0]);
//! let outcome = compare(&[base, new], &Request::default(), &Control::default())?;
//! assert_eq!(outcome.comparisons[0].difference, 0.5);
//! assert_eq!(outcome.comparisons[0].tests[0].pvalue, Some(0.125));
//! # Ok::<(), restrap::Error>(())
//! ```

mod data;
mod design;
mod error;
mod evidence;
pub mod number;
pub mod outcome;
mod request;
mod say;
mod verb;
mod works;

pub use data::sampled::ItemMetric;
pub use data::scores::Counted;
pub use data::scores::Scores;
pub use design::sampling::*;
pub use error::Error;
#[cfg(feature = "files")]
pub use evidence::ranges::Checkpoint;
pub use evidence::ranges::{Share, Shares, Survey};
pub use number::{decimals, quoted_decimals};
pub use outcome::rank::{
    EstimatedOutcome, Exchanged, ExcludedPair, OmnibusOutcome, PairTest, RankFamily, RankOutcome,
    RankRange, RankVotes, RankedPair, RankedSets, RankedSystem, SystemVotes, ToBest,
};
pub use outcome::replicate::{
    AbsentOutcome, BehindOutcome, CellOutcome, CheckpointsOutcome, CountOutcome, DatasetOutcome,
    HeterogeneityOutcome, MeanOutcome, OverOutcome, REPLICATE_SCHEMA, ReplicateFamily,
    ReplicateOutcome,
};
pub use outcome::{GateOutcome, Outcome};
pub use request::rank::{Correction, RankRequest};
pub use request::replicate::ReplicateRequest;
pub use request::{
    AdjustedMetrics, AskedMargin, BadGrid, BadMargin, BadRange, BadSubsample, Bayesian, Centre,
    Claim, ClusterWeight, Compute, Draws, Exact, Forbid, Gate, GridChoice, IntervalMethod,
    MarginSize, MetricClaim, MetricMargin, Over, Profile, ProfileRow, Question, Rate, Request,
    Rule, Sample, ScoreRange, SignP, Subsample, SubsampleSize, Summarised, Test, Variants,
};
pub use restrap_core::{IntegerColumn, Level, Precision, Times};
pub use restrap_engine::{Control, EngineError, Ledger, Progress, Route, Step};
pub use restrap_metrics as metrics;
pub use restrap_stats::correlation::{Agreement, Level as CorrelationLevel};
pub use restrap_stats::repeats::Reducer;
pub use restrap_stats::roc::Placed;
pub use restrap_stats::{
    Adjustment, Alternative, BestOf, McNemarVariant, SignTies, StatsError, Zeros,
};
pub use restrap_words::{Code, Note};
pub use say::explain::{Explain, Explained};
pub use say::method::method_words;
pub use say::methods::{Methods, Piece, methods, methods_of_ranking, methods_of_replication};
pub use verb::adjusted::{
    ADJUST_SCHEMA, AdjustOutcome, AdjustRequest, AdjustedP, CombinedP, GivenP, ReplicatedP, adjust,
};
pub use verb::budget::{
    BudgetOutcome, BudgetPoint, BudgetRequest, Crossing, SearchOutcome, SearchPair,
};
pub use verb::claim;
pub use verb::compare::{
    Data, ReplicateColumn, ReplicateOf, Replicates, Resample, compare, replicates,
};
pub use verb::correlate::{
    CORRELATE_SCHEMA, CorrelateOutcome, CorrelateRequest, CorrelatedMetric, CorrelatedPair,
    OutputsOf, Redrawn, WilliamsOutcome, correlate,
};
pub use verb::describe::{
    DescribeOutcome, DescribeRequest, DescribedSystem, describe, describe_counted, describe_items,
};
pub use verb::generate::{Model, generate};
pub use verb::inspect::{
    ColumnReport, FileReport, InspectOutcome, NextReport, PairReport, ValueReport, inspect_column,
    inspect_pair,
};
pub use verb::permuted::{Permutation, Permuted, permuted};
pub use verb::rank::{Ballots, rank, rank_votes};
pub use verb::replicate::{DataSet, Measure, replicate};
pub use verb::replicates::resampled_means;
pub use verb::sample::{Bootstrapped, SampleStatistic, bootstrap};
pub use verb::splits::{Kept, Part, Splitting, splits};

/// What the crates above this one build on. It is not an interface of the package: names and shapes change without notice.
#[doc(hidden)]
pub mod inner {
    pub use crate::data::class_areas::{AreasOfClasses, ClassAverage, Classified};
    pub use crate::data::items_apart::ItemsApart;
    pub use crate::data::layout::{Differences, Layout};
    pub use crate::data::over_sets::over_languages;
    pub use crate::data::pair::{Pair, Surveyed};
    pub use crate::data::quantile::Quantile;
    pub use crate::data::ranked::RankedItems;
    pub use crate::design::PartDesign;
    pub use crate::design::scheme::Scheme;
    pub use crate::evidence::interval::calibration::test as calibration_test;
    pub use crate::evidence::interval::metric::{influences, rough_error, rough_errors_of_items};
    pub use crate::evidence::resample::bounds::{Bounds, Resampling};
    pub use crate::evidence::resample::extreme::{Extreme, TRUSTED};
    pub use crate::evidence::resample::judge::{Resampled, Swapped};
    pub use crate::evidence::test::outcome::printed as printed_p;
    pub use crate::request::goes_with::{
        self, GOES_WITH, Given, GoesWith, NEEDS, Needs, TAKES, Takes,
    };
    pub use crate::say::guard::{are_replicates, is_telling};
    pub use crate::say::measure::{metric_name, metric_options};
    pub use crate::say::signature::{Signature, side};
    pub use crate::verb::compare::Systems;
    pub use crate::verb::rank::SetsOfRuns;
    pub use crate::verb::replicate::words::signature_of;
    pub use restrap_core::memory;
}
