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
use crate::args::print::{DetailArgs, DigitsArgs, PrintArgs, ScaleArgs, TitleArgs};
use crate::args::shared::RangesArgs;
use crate::args::shared::{AnswersArgs, DrawsArgs, EngineArgs, LevelsArgs, OverArgs, RunArgs};
use crate::args::word::{one_of, word};

#[derive(Args)]
#[command(mut_arg("baseline", |arg| arg.help("Compare every system with this one [default: all pairs]")))]
pub struct RankArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// Column, file or id pattern of clusters
    #[arg(long, value_name = "COL|FILE", help_heading = "Input")]
    pub cluster: Option<String>,
    #[command(flatten)]
    pub answers: AnswersArgs,
    #[command(flatten)]
    pub over: OverArgs,
    /// Column of data sets; systems are ranked by the macro mean over them
    #[arg(long, value_name = "COL", help_heading = "Input")]
    pub dataset: Option<String>,
    /// Columns of a table of votes; all systems of FILE are ranked, or FILE:NAME
    #[arg(
        long,
        value_name = "left=COL,right=COL,winner=COL",
        help_heading = "Input"
    )]
    pub votes: Option<VoteColumns>,
    #[command(flatten)]
    pub metric: MetricArgs,

    /// Correction for all pairs [default: maxt; bootstrap-maxt for few or unbounded skewed scores]
    #[arg(long, value_name = "NAME", value_parser = word::<Correction>(), help_heading = "Tests")]
    pub adjust: Option<Correction>,
    #[command(flatten)]
    pub levels: LevelsArgs,
    #[command(flatten)]
    pub draws: DrawsArgs,

    /// Confidence intervals: auto, or none
    #[arg(long, value_name = "METHOD", default_value_t = IntervalMethod::default(), value_parser = one_of([IntervalMethod::Auto, IntervalMethod::None]), help_heading = "Intervals")]
    pub interval: IntervalMethod,

    /// Gate: exit 0 if every SYSTEM is significantly better than the baseline, 10 if one is worse
    #[arg(long, value_name = "WORD", value_parser = one_of([Gate::Superior]), help_heading = "Gates")]
    pub require: Option<Gate>,
    /// Gate: exit 10 only if a SYSTEM is significantly worse
    #[arg(long, value_name = "WORD", value_parser = word::<Forbid>(), help_heading = "Gates")]
    pub forbid: Option<Forbid>,

    #[command(flatten)]
    pub print: PrintArgs,
    #[command(flatten)]
    pub detail: DetailArgs,
    /// Add the p-value of each pair: all, or pairs of these systems
    #[arg(long, value_name = "NAME[,NAME]", num_args = 0..=1, require_equals = true, default_missing_value = "", help_heading = "Output")]
    pub pairs: Option<String>,
    #[command(flatten)]
    pub title: TitleArgs,
    /// Systems to highlight in the LaTeX table
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
    /// Kind of figure
    #[arg(long, value_name = "WHAT", default_value_t = OfRanking::default(), value_parser = word::<OfRanking>(), group = "look", help_heading = "Plot")]
    pub plot_kind: OfRanking,
    #[command(flatten)]
    pub run: RunArgs,

    #[command(flatten)]
    pub engine: EngineArgs,
    #[command(flatten)]
    pub ranges: RangesArgs,
}
