//! Metrics: from raw outputs to exact per-item statistics, and the corpus value as a function of their sums.
//!
//! Two shapes cover every metric of the field:
//!
//! - A [`Metric`] of summed counts (F1, MCC, BLEU, chrF, TER, WER, attachment scores): a scorer gives [`Statistics`], one
//!   integer column per statistic and one row per item, and [`Metric::finish`] turns summed columns into the corpus value.
//!   The sum over any multiset of rows is the sum over a resample, so nothing is scored twice.
//! - A mean of per-item scores (reciprocal rank, nDCG, ROUGE, per-sample F): a scorer gives [`Scores`], one double an
//!   item, with the [`Mean`] that says what they are.
//!
//! Scorers take bytes that the caller has opened ([`Input`]: a name for messages, and the content) and fail with an
//! [`Error`] that says file, line, column, what was expected, what was found, and ([`Error::hint`]) what to do. Nothing
//! here opens a file, prints, draws or resamples. Results do not depend on the number of threads; functions beyond
//! `+ − × ÷ √` come from `libm`.
//!
//! Feature `scorers` (on by default): without it only the traits are here, for metrics of your own.
//!
//! ```
//! use restrap_metrics::labels::{Average, LabelF, LabelSet, Labels, Measure};
//! use restrap_metrics::Metric;
//!
//! let gold = Labels::from_items("gold.txt", ["yes", "no", "yes", "no"]);
//! let system = Labels::from_items("system.txt", ["yes", "yes", "yes", "no"]);
//! let set = LabelSet::of([&gold, &system]);
//! let f1 = LabelF::new(Measure::F { beta: 1.0 }, Average::Macro, &set)?;
//! let statistics = f1.score(&gold, &system)?;
//! assert_eq!(statistics.items(), 4);
//! assert!((f1.finish(&statistics.sums()) - 11.0 / 15.0).abs() < 1e-15);
//! # Ok::<(), restrap_metrics::Error>(())
//! ```

#[cfg(feature = "scorers")]
mod catalog;
#[cfg(feature = "scorers")]
pub mod classes;
#[cfg(feature = "scorers")]
pub mod counts;
#[cfg(feature = "scorers")]
pub mod describe;
#[cfg(feature = "scorers")]
mod error;
#[cfg(feature = "scorers")]
mod input;
mod kinds;
#[cfg(feature = "scorers")]
pub mod labels;
mod losses;
mod metric;
#[cfg(feature = "scorers")]
pub mod numbers;
#[cfg(feature = "scorers")]
mod outputs;
#[cfg(feature = "scorers")]
mod quote;
pub mod range;
pub mod ranked;
#[cfg(feature = "scorers")]
pub mod rankings;
#[cfg(feature = "scorers")]
mod real;
#[cfg(feature = "scorers")]
mod saved;
#[cfg(feature = "scorers")]
pub mod scores;
#[cfg(feature = "scorers")]
mod short_form;
#[cfg(feature = "scorers")]
pub mod spans;
mod statistics;
#[cfg(feature = "scorers")]
pub mod text;
#[cfg(feature = "scorers")]
pub mod trees;

#[cfg(feature = "scorers")]
pub use catalog::{metrics, printed, split_names};
#[cfg(feature = "scorers")]
pub use describe::MetricName;
#[cfg(feature = "scorers")]
pub use error::{Error, Place};
#[cfg(feature = "scorers")]
pub use input::Input;
pub use losses::{LabelRows, Losses, MatchRows};
pub use metric::{Calibrated, ColumnName, Mean, Metric, OfClass};
pub use ranked::Ranked;
#[cfg(feature = "scorers")]
pub use real::{OnGrid, RealMetric};
#[cfg(feature = "scorers")]
pub use saved::{Restored, SavedMetric};
#[cfg(feature = "scorers")]
pub use short_form::{ask, short_forms};
pub use statistics::{Scores, Statistics};
