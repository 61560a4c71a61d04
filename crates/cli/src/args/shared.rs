//! Options that several commands share: repeated answers, levels, margins, draws, parts of a job, and how a run goes.

#![allow(
    rustdoc::broken_intra_doc_links,
    reason = "doc comments are help texts, where brackets mean optional"
)]

use std::path::PathBuf;

use clap::Args;
use restrap::{Answers, Claim, Exact, Level, MetricMargin, Over, Reducer};

use crate::args::number::{at_least_one, share, threads, whole};
use crate::args::word::{hiding, one_of, word};

/// What tells several values of an item apart.
#[derive(Args)]
pub struct AnswersArgs {
    /// A column of sampled answers (epochs) to one item
    ///
    /// A column of sampled answers (epochs) to one item, whose rows --id holds together; `order` numbers them as they stand in the file
    #[arg(long, value_name = "COL", help_heading = "Input")]
    pub repeat: Option<String>,
    /// How the answers to an item become one value: mean, best, worst, majority (more than half right; half counts ½), pass@K (at least one of K right), pass^K (all K right)
    #[arg(
        long,
        value_name = "HOW",
        default_value = "mean",
        help_heading = "Input"
    )]
    pub reduce: Reducer,
    /// A column of training runs
    ///
    /// A column of training runs, each of which answers every item: items and runs are drawn, and the answer is about the recipe
    #[arg(long, value_name = "COL", help_heading = "Input")]
    pub seed_col: Option<String>,
}

/// What one value is.
#[derive(Args)]
pub struct OverArgs {
    /// What one value of a file is
    ///
    /// What one value of a file is: training runs (seeds), repetitions and replications are two samples, whatever their lines; folds
    /// and splits pair by line, and t is corrected for the training items that they share (Nadeau and Bengio 2003)
    #[arg(long, value_name = "WHAT", default_value_t = Over::default(), value_parser = hiding(&[Over::Votes]), help_heading = "Input")]
    pub over: Over,
    /// Share of the data that each fold or split tests on [default: 1/K of K folds]
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
    /// Level of the tests; of a family, that of all its tests together
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = share, help_heading = "Tests")]
    pub alpha: f64,
    /// Level of the intervals; those of several differences hold it together [default: 1 − alpha]
    #[arg(long, value_name = "SHARE", value_parser = share, help_heading = "Intervals")]
    pub confidence: Option<f64>,
}

impl LevelsArgs {
    /// Level of the intervals.
    pub fn confidence(&self) -> f64 {
        self.confidence.unwrap_or(1.0 - self.alpha)
    }
}

/// What is drawn.
#[derive(Args)]
pub struct DrawsArgs {
    /// Compute p-values by law: where it is known (a function of the data alone), always (or fail), or never (draw)
    #[arg(long, value_name = "WHEN", default_value_t = Exact::default(), value_parser = word::<Exact>(), help_heading = "Tests")]
    pub exact: Exact,
    /// Resamples of everything that is sampled [default: 100000; a profile has its own]
    #[arg(long, value_name = "R", value_parser = at_least_one, help_heading = "Tests")]
    pub resamples: Option<u64>,
    /// Seed of all draws; 0 is a seed
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
    /// Leave time, threads and memory out: what remains is the same bytes everywhere
    #[arg(long, help_heading = "Output")]
    pub no_host: bool,
    /// No progress bar
    #[arg(long, help_heading = "Output")]
    pub no_progress: bool,
    /// Threads; never changes a result [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads, help_heading = "Running")]
    pub threads: Option<u64>,
}

/// How draws are computed; none of it changes a result.
#[derive(Args)]
pub struct EngineArgs {
    /// Vector level; never changes a result
    #[arg(long, value_name = "LEVEL", value_parser = one_of(Level::available()), hide = true)]
    pub level: Option<Level>,
    /// Resamples a shard; never changes a result
    #[arg(long, value_name = "N", value_parser = at_least_one, help_heading = "Running")]
    pub shard_size: Option<u64>,
}

/// Checkpoints and jobs: the folder or file that holds the draws of a command.
#[derive(Args, Default)]
pub struct RangesArgs {
    /// Keep finished ranges of resamples here; the same command goes on after a stop, and with more resamples
    #[arg(long, value_name = "FOLDER", help_heading = "Running")]
    pub checkpoint: Option<PathBuf>,
    /// Draw nothing: write this command as a job, whose parts `restrap run` draws anywhere and `restrap merge` puts together
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
    /// Largest loss that would not matter: 1pt, 0.5% or abs:0.01
    ///
    /// Largest loss that would not matter, fixed beforehand: 1pt, 0.5% (of the baseline) or abs:0.01. One one-sided test of
    /// whether SYSTEM is not worse by it, and the interval of the difference at 1 − 2·alpha. With the name of a metric (acc=1pt) margins are
    /// one gate: exit with 0 where all are shown, 10 where the opposite of one is, 11 where neither
    #[arg(long, value_name = "[METRIC=]MARGIN", help_heading = "Margins")]
    pub noninferior: Vec<MetricMargin>,
    /// The same in both directions: two one-sided tests
    #[arg(long, value_name = "[METRIC=]MARGIN", help_heading = "Margins")]
    pub equivalent: Vec<MetricMargin>,
    /// A gain that has to be exceeded: one one-sided test of whether SYSTEM is better by more
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
