//! Options that several commands share: repeated answers, levels, margins, draws, parts of a job, and how a run goes.

#![allow(
    rustdoc::broken_intra_doc_links,
    reason = "doc comments are help texts, where brackets mean optional"
)]

use std::path::PathBuf;

use clap::Args;
use restrap::number::confidence_of;
use restrap::{Answers, Claim, Exact, Level, MetricMargin, Over, Reducer};

use crate::args::number::{at_least_one, share, threads, whole};
use crate::args::word::{hiding, one_of, word};

/// What tells several values of an item apart.
#[derive(Args)]
pub struct AnswersArgs {
    /// Column of repeated answers (epochs); `order` numbers them
    #[arg(long, value_name = "COL", help_heading = "Input")]
    pub repeat: Option<String>,
    /// Reduction of repeated answers: mean, best, worst, majority, first, last, pass@K, pass^K
    #[arg(
        long,
        value_name = "HOW",
        default_value = "mean",
        help_heading = "Input"
    )]
    pub reduce: Reducer,
    /// Column of training seeds, random like the items
    #[arg(long, value_name = "COL", help_heading = "Input")]
    pub seed_col: Option<String>,
}

/// What one value is.
#[derive(Args)]
pub struct OverArgs {
    /// Sampling unit of the values: items, seeds, repeats, replications, folds or splits
    #[arg(long, value_name = "WHAT", default_value_t = Over::default(), value_parser = hiding(&[Over::Votes]), help_heading = "Input")]
    pub over: Over,
    /// Test fraction of each fold or split [default: 1/K for K folds]
    #[arg(long, value_name = "SHARE", value_parser = share, help_heading = "Input")]
    pub test_fraction: Option<f64>,
}

impl AnswersArgs {
    /// As sources take them; `judge`: a column of raters, where the command has one.
    pub fn answers(&self, judge: Option<&String>) -> Answers {
        let mut answers = Answers::default();
        answers.repeat.clone_from(&self.repeat);
        answers.seed.clone_from(&self.seed_col);
        answers.judge = judge.cloned();
        answers.reducer = self.reduce;
        answers
    }
}

/// Levels of tests and of intervals.
#[derive(Args)]
pub struct LevelsArgs {
    /// Significance level of the tests; shared by all tests of a family
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = share, help_heading = "Tests")]
    pub alpha: f64,
    /// Confidence level of the intervals [default: 1 − alpha]
    #[arg(long, value_name = "SHARE", value_parser = share, help_heading = "Intervals")]
    pub confidence: Option<f64>,
}

impl LevelsArgs {
    /// Level of the intervals.
    pub fn confidence(&self) -> f64 {
        self.confidence.unwrap_or_else(|| confidence_of(self.alpha))
    }
}

/// What is drawn.
#[derive(Args)]
pub struct DrawsArgs {
    /// When to use the exact distribution: auto, always (or fail), or never (resample)
    #[arg(long, value_name = "WHEN", default_value_t = Exact::default(), value_parser = word::<Exact>(), help_heading = "Tests")]
    pub exact: Exact,
    /// Number of resamples [default: 100000; a profile sets its own]
    #[arg(long, value_name = "R", value_parser = at_least_one, help_heading = "Tests")]
    pub resamples: Option<u64>,
    /// Random seed
    #[arg(long, value_name = "N", value_parser = whole, default_value_t = 0, help_heading = "Tests")]
    pub seed: u64,
}

impl DrawsArgs {
    /// Resamples where no profile says otherwise.
    pub fn resamples(&self) -> u64 {
        self.resamples.unwrap_or(100_000)
    }
}

/// How a run goes; none of it changes a result.
#[derive(Args)]
pub struct RunArgs {
    /// Omit time, threads and memory, so that output is byte-identical on every machine
    #[arg(long, help_heading = "Output")]
    pub no_host: bool,
    /// Hide the progress bar
    #[arg(long, help_heading = "Output")]
    pub no_progress: bool,
    /// Number of threads; never changes a result [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads, help_heading = "Running")]
    pub threads: Option<u64>,
}

/// How draws are computed; none of it changes a result.
#[derive(Args)]
pub struct EngineArgs {
    /// Vector instruction set; never changes a result
    #[arg(long, value_name = "LEVEL", value_parser = one_of(Level::available()), hide = true)]
    pub level: Option<Level>,
    /// Resamples per shard; never changes a result
    #[arg(long, value_name = "N", value_parser = at_least_one, help_heading = "Running")]
    pub shard_size: Option<u64>,
}

/// Checkpoints and jobs: the folder or file that holds the draws of a command.
#[derive(Args, Default)]
pub struct RangesArgs {
    /// Folder for finished resamples; the same command resumes from it
    #[arg(long, value_name = "FOLDER", help_heading = "Running")]
    pub checkpoint: Option<PathBuf>,
    /// Write this command as a job for `restrap run` and `restrap merge`, and draw nothing
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with = "checkpoint",
        help_heading = "Running"
    )]
    pub job: Option<PathBuf>,
}

/// A margin that was fixed beforehand.
#[derive(Args)]
pub struct MarginArgs {
    /// Non-inferiority margin, the largest acceptable loss: 1pt, 0.5% or abs:0.01
    #[arg(long, value_name = "[METRIC=]MARGIN", help_heading = "Margins")]
    pub noninferior: Vec<MetricMargin>,
    /// Equivalence margin, the same in both directions (two one-sided tests)
    #[arg(long, value_name = "[METRIC=]MARGIN", help_heading = "Margins")]
    pub equivalent: Vec<MetricMargin>,
    /// Superiority margin, a gain that must be exceeded (one one-sided test)
    #[arg(long, value_name = "[METRIC=]MARGIN", help_heading = "Margins")]
    pub superior: Vec<MetricMargin>,
}

impl MarginArgs {
    /// The margins with what is claimed of each.
    pub fn asked(&self) -> impl Iterator<Item = (Claim, MetricMargin)> {
        let of = |claim, margins: &[MetricMargin]| {
            margins
                .iter()
                .map(|margin| (claim, margin.clone()))
                .collect::<Vec<_>>()
        };
        let all = [
            of(Claim::Noninferior, &self.noninferior),
            of(Claim::Equivalent, &self.equivalent),
            of(Claim::Superior, &self.superior),
        ];
        all.into_iter().flatten()
    }
}
