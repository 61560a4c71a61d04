//! What `restrap rank` takes.

#![allow(
    rustdoc::broken_intra_doc_links,
    reason = "doc comments are help texts, where brackets mean optional"
)]

use clap::Args;
use restrap::{Correction, Forbid, Gate, IntervalMethod, VoteColumns};
use restrap_report::figure::OfRanking;

use crate::args::input::InputArgs;
use crate::args::metric::MetricArgs;
use crate::args::plot::PlotArgs;
use crate::args::print::ExplainArgs;
use crate::args::print::HtmlArgs;
use crate::args::print::{DetailArgs, DigitsArgs, PrintArgs, ScaleArgs};
use crate::args::shared::RangesArgs;
use crate::args::shared::{AnswersArgs, DrawsArgs, EngineArgs, LevelsArgs, OverArgs, RunArgs};
use crate::args::word::{one_of, word};

#[derive(Args)]
#[command(mut_arg("baseline", |arg| arg.help("The system that every pair is with [default: all pairs]")))]
pub struct RankArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// Clusters: items that belong together, such as passages or documents
    ///
    /// Clusters: items that belong together (a passage, document, template, repository) are swapped together; a column, a file with
    /// one per line, or a part of every id ({cluster}- is the text before its last -)
    #[arg(long, value_name = "COL|FILE", help_heading = "Input")]
    pub cluster: Option<String>,
    #[command(flatten)]
    pub answers: AnswersArgs,
    #[command(flatten)]
    pub over: OverArgs,
    /// A column of data sets, which count alike
    ///
    /// A column of data sets, which count alike: systems are ranked by the mean over them (macro mean), items drawn within them
    #[arg(long, value_name = "COL", help_heading = "Input")]
    pub dataset: Option<String>,
    /// Columns of a table of votes: left=COL,right=COL,winner=COL, and perhaps item=COL,judge=COL
    ///
    /// Columns of a table of votes, one row a vote: left=COL,right=COL,winner=COL, and perhaps item=COL,judge=COL; winner is left,
    /// right, tie or both-bad (or a, b, 1, 2, 0, or a system). Ranks: left-rank=COL,right-rank=COL. All systems of FILE are ranked, or
    /// those of FILE:NAME
    #[arg(
        long,
        value_name = "left=COL,right=COL,winner=COL",
        help_heading = "Input"
    )]
    pub votes: Option<VoteColumns>,
    #[command(flatten)]
    pub metric: MetricArgs,

    /// What keeps the error of all pairs together [default: maxt; bootstrap-maxt of skewed scores of fewer than 30 items, or without a known range and beyond 0 to 1]
    #[arg(long, value_name = "NAME", value_parser = word::<Correction>(), help_heading = "Tests")]
    pub adjust: Option<Correction>,
    #[command(flatten)]
    pub levels: LevelsArgs,
    #[command(flatten)]
    pub draws: DrawsArgs,

    /// Intervals: auto has those of the correction and of each system, none leaves them out
    #[arg(long, value_name = "METHOD", default_value_t = IntervalMethod::default(), value_parser = one_of([IntervalMethod::Auto, IntervalMethod::None]), help_heading = "Intervals")]
    pub interval: IntervalMethod,

    /// A gate for scripts: exit with 0 where every SYSTEM is shown to be ahead of the baseline
    ///
    /// A gate for scripts: exit with 0 where every SYSTEM is shown to be ahead of --baseline, 10 where one is shown to be behind, 11
    /// where neither
    #[arg(long, value_name = "WORD", value_parser = one_of([Gate::Superior]), help_heading = "Gates")]
    pub require: Option<Gate>,
    /// The gate's opposite: exit with 10 only where a SYSTEM is shown to be behind
    #[arg(long, value_name = "WORD", value_parser = word::<Forbid>(), help_heading = "Gates")]
    pub forbid: Option<Forbid>,

    #[command(flatten)]
    pub print: PrintArgs,
    #[command(flatten)]
    pub detail: DetailArgs,
    /// Add p of each pair: all, or those among the systems that are named; of many the neighbours in the ranking
    #[arg(long, value_name = "NAME[,NAME]", num_args = 0..=1, require_equals = true, default_missing_value = "", help_heading = "Output")]
    pub pairs: Option<String>,
    /// Caption of a LaTeX table
    #[arg(long, value_name = "TEXT", help_heading = "Output")]
    pub caption: Option<String>,
    /// Label of a LaTeX table
    #[arg(long, value_name = "NAME", help_heading = "Output")]
    pub label: Option<String>,
    /// Systems whose names stand out in a LaTeX table
    #[arg(
        long,
        value_name = "NAME[,NAME]",
        value_delimiter = ',',
        help_heading = "Output"
    )]
    pub highlight: Vec<String>,
    #[command(flatten)]
    pub scale: ScaleArgs,
    #[command(flatten)]
    pub digits: DigitsArgs,
    #[command(flatten)]
    pub explain: ExplainArgs,
    #[command(flatten)]
    pub html: HtmlArgs,
    #[command(flatten)]
    pub plot: PlotArgs,
    /// What the figure shows
    #[arg(long, value_name = "WHAT", default_value_t = OfRanking::default(), value_parser = word::<OfRanking>(), group = "look", help_heading = "Plot")]
    pub plot_kind: OfRanking,
    #[command(flatten)]
    pub run: RunArgs,

    #[command(flatten)]
    pub engine: EngineArgs,
    #[command(flatten)]
    pub ranges: RangesArgs,
}
