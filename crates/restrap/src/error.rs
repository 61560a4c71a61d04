//! What stops a comparison.

use std::fmt::Display;

use restrap_core::GridError;
use restrap_engine::EngineError;
use restrap_stats::StatsError;
use restrap_words::{asked, asked_as};

use crate::number::count;

/// Why there is no outcome. Every message says what was expected and what was found; [`Error::hint`] says what to do.
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
    /// Scores whose squares leave the range of a double.
    #[error("expected scores between 1e-140 and 1e140 in size, found {value:e} for item {item} of {system}{}",
        if *.value < 1.0 { ", the largest" } else { "" })]
    Magnitude {
        /// Name of the system.
        system: String,
        /// 1-based item.
        item: usize,
        /// Size of the largest score.
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
    /// A test, interval or option that these scores do not allow.
    #[error("{subject} needs {needs}, and {found}")]
    NotApplicable {
        /// The test, interval or option.
        subject: String,
        /// What it needs.
        needs: &'static str,
        /// What there is.
        found: String,
        /// What to do.
        hint: String,
    },
    /// Options that do not go together.
    #[error("{message}")]
    Unfit {
        /// What was expected and what was found.
        message: String,
        /// What to do.
        hint: String,
    },
    /// A formula or ratio that has no value on all items.
    #[error(
        "{metric} is undefined on the items of {system}: it divides by 0, or takes a root or logarithm of what has none"
    )]
    Undefined {
        /// The metric.
        metric: String,
        /// Name of the system.
        system: String,
    },
    /// Only one system.
    #[error("expected a baseline and at least 1 system, found {found} in all")]
    TooFewSystems {
        /// Systems given.
        found: usize,
    },
    /// `--exact always` where no law can be trusted.
    #[error(
        "{exact_always} needs a distribution accurate to 1 part in 1,000; that of these {items} items may be off by {:.1} %",
        .error * 100.0,
        exact_always = asked_as("exact", "always")
    )]
    NoLaw {
        /// Items.
        items: u64,
        /// Estimated relative error.
        error: f64,
    },
    /// A family that takes more memory than is allowed, refused before any of it is taken.
    #[error("{} of systems on {} need about {bytes} bytes, and {allowed} are allowed", count(*.pairs, "pair"), count(*.units, "unit"))]
    Memory {
        /// Pairs of the family.
        pairs: u64,
        /// Units of resampling.
        units: u64,
        /// What they need.
        bytes: u64,
        /// What is allowed.
        allowed: u64,
    },
    /// Scores beside the grid asked for.
    #[error("{0}")]
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

impl Error {
    /// What `subject` needs and does not find, with what to do.
    pub fn not_applicable(
        subject: impl Display,
        needs: &'static str,
        found: impl Display,
        hint: impl Display,
    ) -> Self {
        let [subject, found, hint] = [subject.to_string(), found.to_string(), hint.to_string()];
        Self::NotApplicable {
            subject,
            needs,
            found,
            hint,
        }
    }

    /// Options that do not go together, with what to do.
    /// Creates [`Error::Unfit`].
    pub fn unfit(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::Unfit {
            message: message.into(),
            hint: hint.into(),
        }
    }

    /// What to do about it, where there is something to say.
    pub fn hint(&self) -> Option<String> {
        let exact = asked_as("exact", "auto");
        Some(match self {
            Self::NotApplicable { hint, .. } | Self::Unfit { hint, .. } => hint.clone(),
            Self::Undefined { .. } => "look at the sums of its columns, and correct the formula or the files".to_owned(),
            Self::TooFewSystems { .. } => "give two files, or one table with a column for each system".to_owned(),
            Self::NoLaw { .. } => format!("use {exact}, which resamples where no exact distribution is accurate enough"),
            Self::Grid(_) => format!("use {}", asked_as("grid", "auto")),
            Self::Memory { .. } => format!("raise {}, or rank fewer systems", asked("memory")),
            Self::NonFinite { .. } => "a score must be finite: correct it, or leave the item out".to_owned(),
            Self::Magnitude { .. } => "rescale the scores; an absurd one may mark a failed item".to_owned(),
            Self::LengthMismatch { .. } => format!(
                "every system must score the same items in the same order; {} is for other items",
                asked("unpaired")
            ),
            Self::Stats(StatsError::Exceeds { .. }) => {
                "the gain is at most the share of items on which the systems disagree, and accuracies end at 0 and 1: correct the gain, the agreement or the baseline"
                    .to_owned()
            }
            Self::Stats(StatsError::NeedsSampling { .. }) => format!("use {exact}, which draws label permutations"),
            Self::Stats(StatsError::TooFew { .. }) => {
                format!("give more scores, or use {}", asked_as("test", "permutation"))
            }
            Self::Engine(EngineError::Memory { .. }) => {
                format!("lower {}, or use {}", asked("resamples"), asked_as("interval", "none"))
            }
            Self::Engine(EngineError::Unwritten(_)) => {
                "name a folder that you may write to, on a disk with room".to_owned()
            }
            Self::Engine(EngineError::Foreign(_)) => {
                "draw what is missing or damaged, and leave out what is of another job; nothing was changed".to_owned()
            }
            _ => return None,
        })
    }
}
