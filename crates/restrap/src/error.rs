//! What stops a comparison.

use restrap_core::GridError;
use restrap_engine::EngineError;
use restrap_stats::StatsError;

/// Why there is no outcome. Every message says what was expected, what was found, and what to do.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Error {
    /// No items.
    #[error("expected at least 1 item, found 0")]
    Empty,
    /// Columns of different lengths.
    #[error(
        "expected paired scores of equal length, found {baseline_items} in {baseline} and {system_items} in {system}"
    )]
    LengthMismatch {
        /// Name of the baseline.
        baseline: String,
        /// Its items.
        baseline_items: usize,
        /// Name of the system.
        system: String,
        /// Its items.
        system_items: usize,
    },
    /// NaN or infinity.
    #[error("expected finite scores, found {value} for item {item} of {system}")]
    NonFinite {
        /// Name of the system.
        system: String,
        /// 1-based item.
        item: usize,
        /// The score.
        value: f64,
    },
    /// An option out of its range.
    #[error("expected {expected}, found {found}")]
    BadParameter {
        /// What the option must be.
        expected: &'static str,
        /// What it is.
        found: String,
    },
    /// A test that these scores do not allow.
    #[error("{test} needs {needs}, and {found}; {hint}")]
    NotApplicable {
        /// The test or interval.
        test: &'static str,
        /// What it needs.
        needs: &'static str,
        /// What the scores are.
        found: String,
        /// What to do.
        hint: &'static str,
    },
    /// Only one system.
    #[error("expected a baseline and at least 1 system, found {found} in all")]
    TooFewSystems {
        /// Systems given.
        found: usize,
    },
    /// `--exact always` where no law can be trusted.
    #[error(
        "the law of these {items} differences has an estimated relative error of {error:.1e}; use --exact auto to sample instead"
    )]
    NoLaw {
        /// Items.
        items: u64,
        /// Estimated relative error.
        error: f64,
    },
    /// Scores beside the grid asked for.
    #[error("{0}; use --grid auto")]
    Grid(#[from] GridError),
    /// The engine could not start.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A statistic is not defined.
    #[error("{0}")]
    Stats(#[from] StatsError),
    /// Stopped before anything was finished.
    #[error("interrupted before any resample was finished")]
    Interrupted,
}
