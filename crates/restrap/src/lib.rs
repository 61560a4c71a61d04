//! How much evidence does a difference between two NLP, IR or LLM systems have?
//!
//! Paired scores go in as [`Scores`], a [`Request`] says which tests, [`compare`] answers with an [`Outcome`]: the JSON
//! contract that the command line prints.
//!
//! ```
//! use restrap::{Control, Precision, Request, Scores, compare};
//!
//! let scores = |name: &str, values: &[f64]| Scores {
//!     name: name.to_owned(),
//!     values: values.to_vec(),
//!     precision: Precision::Double,
//! };
//! let base = scores("base", &[0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0]);
//! let new = scores("new", &[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0]);
//! let outcome = compare(&[base, new], &Request::default(), &Control::default())?;
//! assert_eq!(outcome.comparisons[0].difference, 0.5);
//! assert_eq!(outcome.comparisons[0].tests[0].pvalue, 0.125);
//! # Ok::<(), restrap::Error>(())
//! ```

mod alone;
mod assemble;
mod bounds;
mod by;
mod classical;
mod compare;
mod comparison;
mod corpus;
mod design;
mod digits;
mod drawing;
mod error;
mod gate;
mod generate;
mod guard;
mod inspect;
mod intervals;
mod margin;
mod methods;
pub mod outcome;
mod pair;
pub mod power;
mod profile;
mod recipe;
mod report;
mod request;
mod resampling;
mod rule;
mod scoring;
mod studentized;
mod tested;
mod unpaired;
mod verdict;
mod warning;
mod wilcoxon;
pub mod words;

pub use alone::{AloneOutcome, AloneRequest, AloneSystem, Over, describe_alone};
pub use by::{Populations, compare_by};
pub use compare::compare;
pub use corpus::{Counted, compare_metric};
pub use design::Strata;
pub use digits::{decimals, quoted_decimals};
pub use error::Error;
pub use gate::{Gate, GateOutcome};
pub use generate::{Model, generate};
pub use inspect::{ColumnReport, PairReport, ResampleReport, inspect_column, inspect_pair, inspect_resample};
pub use margin::{BadMargin, Claim, MarginSize};
pub use methods::{Methods, Piece, methods};
pub use outcome::Outcome;
pub use profile::{Profile, ProfileRow, Rate};
pub use request::{Exact, GridChoice, IntervalMethod, Request, Scores, SignP, Test};
pub use restrap_core::{Level, Precision};
pub use restrap_engine::{Control, EngineError, Progress, Route};
pub use restrap_io as io;
pub use restrap_metrics as metrics;
pub use restrap_stats::{Adjustment, Alternative, McNemarVariant, SignTies, StatsError, Zeros};
pub use rule::{BadSubsample, Centre, Draws, Rule, Subsample, SubsampleSize};
pub use scoring::{
    ClassOutcome, LabelAverage, Queries, ScoreError, ScoreOutcome, ScoreRequest, Scored, ScoredSystem,
    Scoring, SumOf, compare_mean, score, score_saved,
};
