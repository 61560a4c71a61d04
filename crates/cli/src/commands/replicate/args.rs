//! What `restrap replicate` takes.

#![allow(
    rustdoc::broken_intra_doc_links,
    reason = "doc comments are help texts, where brackets mean optional"
)]

use clap::Args;
use restrap_report::figure::OfDataSets;

use crate::args::input::InputArgs;
use crate::args::metric::MetricArgs;
use crate::args::plot::PlotArgs;
use crate::args::print::ExplainArgs;
use crate::args::print::HtmlArgs;
use crate::args::print::{DetailArgs, DigitsArgs, PrintArgs, ScaleArgs, TitleArgs};
use crate::args::shared::RangesArgs;
use crate::args::shared::{AnswersArgs, RunArgs};
use crate::args::word::word;

use super::typed::{AskedArgs, Given};

#[derive(Args)]
#[command(mut_arg("systems", |systems| systems.required(false).required_unless_present("pvalues")))]
pub struct ReplicateArgs {
    #[command(flatten)]
    pub given: Given,
    #[command(flatten)]
    pub input: InputArgs,
    /// Without scores: a one-sided p-value per data set, FILE[:COLUMN]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["systems", "metric", "dataset"], help_heading = "Input")]
    pub pvalues: Option<String>,
    /// Column of data sets in one table [default: {dataset} in the paths]
    #[arg(long, value_name = "COL", help_heading = "Input")]
    pub dataset: Option<String>,
    /// Column, file or id pattern of clusters
    #[arg(long, value_name = "COL|FILE", help_heading = "Input")]
    pub cluster: Option<String>,
    #[command(flatten)]
    pub answers: AnswersArgs,
    #[command(flatten)]
    pub metric: MetricArgs,

    #[command(flatten)]
    pub asked: AskedArgs,

    #[command(flatten)]
    pub print: PrintArgs,
    #[command(flatten)]
    pub detail: DetailArgs,
    #[command(flatten)]
    pub explain: ExplainArgs,
    #[command(flatten)]
    pub html: HtmlArgs,
    #[command(flatten)]
    pub plot: PlotArgs,
    /// Kind of figure
    #[arg(long, value_name = "WHAT", default_value_t = OfDataSets::default(), value_parser = word::<OfDataSets>(), group = "look", help_heading = "Plot")]
    pub plot_kind: OfDataSets,
    #[command(flatten)]
    pub title: TitleArgs,
    #[command(flatten)]
    pub scale: ScaleArgs,
    #[command(flatten)]
    pub digits: DigitsArgs,
    #[command(flatten)]
    pub run: RunArgs,

    #[command(flatten)]
    pub ranges: RangesArgs,
}
