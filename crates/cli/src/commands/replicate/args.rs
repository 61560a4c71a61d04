//! What `restrap replicate` takes.

#![allow(
    rustdoc::broken_intra_doc_links,
    reason = "doc comments are help texts, where brackets mean optional"
)]

use clap::Args;
use restrap::{Adjustment, Alternative, Exact, Forbid, Gate, IntervalMethod, McNemarVariant, Reducer, Test};
use restrap_report::figure::OfDataSets;

use crate::args::explain::ExplainArgs;
use crate::args::html::HtmlArgs;
use crate::args::input::InputArgs;
use crate::args::metric::MetricArgs;
use crate::args::number::{at_least_one, share, threads, whole};
use crate::args::plot::PlotArgs;
use crate::args::print::{DigitsArgs, PrintArgs};
use crate::args::ranges::RangesArgs;
use crate::args::word::{Choice, one_of, one_of_or, word};

#[derive(Args)]
pub struct ReplicateArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// A column that tells the data sets of one table apart
    ///
    /// A column that tells the data sets of one table apart; else {dataset} in paths does, or the tasks of folders of logs
    #[arg(long, value_name = "COL", help_heading = "Input")]
    pub dataset: Option<String>,
    /// Clusters: items that hang together, such as passages or documents; a column, a part of every id
    /// ({cluster}-), or a file that may hold {dataset}
    #[arg(long, value_name = "COL|FILE", help_heading = "Input")]
    pub cluster: Option<String>,
    /// A column of sampled answers (epochs) to one item, whose rows --id holds together
    #[arg(long, value_name = "COL", help_heading = "Input")]
    pub repeat: Option<String>,
    /// How the answers to an item become one value: mean, best, worst, majority, pass@K (at least one of K right), pass^K (all K right)
    #[arg(long, value_name = "HOW", default_value = "mean", requires = "repeat", help_heading = "Input")]
    pub reduce: Reducer,
    /// A column of training runs: items and runs are drawn, and marks are about the recipe
    #[arg(long, value_name = "COL", help_heading = "Input")]
    pub seed_col: Option<String>,
    #[command(flatten)]
    pub metric: MetricArgs,

    /// The test of every cell
    #[arg(long, value_name = "NAME", default_value_t = Test::Permutation, value_parser = one_of(Test::PAIRED), help_heading = "Tests")]
    pub test: Test,
    /// Side; better means that SYSTEM is better, whatever the metric's direction. Counts of data sets are one-sided in any case
    #[arg(long, value_name = "SIDE", default_value_t = Alternative::TwoSided, value_parser = word::<Alternative>(), help_heading = "Tests")]
    pub alternative: Alternative,
    /// The mean over data sets counts each item alike, rather than each data set
    #[arg(long, help_heading = "Tests")]
    pub micro: bool,
    /// Compute p-values by law: where it is known (a function of the data alone), always (or fail), or never (draw)
    #[arg(long, value_name = "WHEN", default_value_t = Exact::default(), value_parser = word::<Exact>(), help_heading = "Tests")]
    pub exact: Exact,
    /// Resamples of everything that is sampled
    #[arg(long, value_name = "R", value_parser = at_least_one, default_value_t = 100_000, help_heading = "Tests")]
    pub resamples: u64,
    /// Seed of all draws; 0 is a seed
    #[arg(long, value_name = "N", value_parser = whole, default_value_t = 0, help_heading = "Tests")]
    pub seed: u64,
    /// Level of the tests
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = share, help_heading = "Tests")]
    pub alpha: f64,
    /// Adjustment over all systems, data sets and metrics together
    #[arg(long, value_name = "NAME", default_value = "holm", value_parser = one_of_or(Adjustment::ALL, "none"), help_heading = "Tests")]
    pub adjust: Choice<Adjustment>,
    /// Variant of McNemar's test, chosen beforehand
    #[arg(long, value_name = "HOW", default_value_t = McNemarVariant::Exact, value_parser = word::<McNemarVariant>(), help_heading = "Tests")]
    pub mcnemar: McNemarVariant,
    /// Interval of each difference; those of all cells hold their level together
    #[arg(long, value_name = "METHOD", default_value_t = IntervalMethod::default(), value_parser = word::<IntervalMethod>(), help_heading = "Intervals")]
    pub interval: IntervalMethod,
    /// Level of the intervals [default: 1 − alpha]
    #[arg(long, value_name = "SHARE", value_parser = share, help_heading = "Intervals")]
    pub confidence: Option<f64>,

    /// A gate for scripts: exit with 0 where the mean of every SYSTEM is shown to be ahead, 10 where one is shown behind, 11 where neither
    #[arg(long, value_name = "WORD", value_parser = one_of([Gate::Superior]), help_heading = "Gate")]
    pub require: Option<Gate>,
    /// The gate's opposite: exit with 10 only where a SYSTEM is shown behind, in the mean or on a data set
    #[arg(long, value_name = "WORD", value_parser = word::<Forbid>(), help_heading = "Gate")]
    pub forbid: Option<Forbid>,

    #[command(flatten)]
    pub print: PrintArgs,
    #[command(flatten)]
    pub explain: ExplainArgs,
    #[command(flatten)]
    pub html: HtmlArgs,
    #[command(flatten)]
    pub plot: PlotArgs,
    /// What the figure shows
    #[arg(long, value_name = "WHAT", default_value_t = OfDataSets::default(), value_parser = word::<OfDataSets>(), requires = "plot", help_heading = "Plot")]
    pub plot_kind: OfDataSets,
    /// Caption of the LaTeX table
    #[arg(long, value_name = "TEXT", help_heading = "Output")]
    pub caption: Option<String>,
    /// Label of the LaTeX table
    #[arg(long, value_name = "NAME", help_heading = "Output")]
    pub label: Option<String>,
    #[command(flatten)]
    pub digits: DigitsArgs,
    /// Leave time, threads and memory out: what remains is the same bytes everywhere
    #[arg(long, help_heading = "Output")]
    pub no_host: bool,
    /// No progress bar
    #[arg(long, help_heading = "Output")]
    pub no_progress: bool,

    /// Threads; never changes a result [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads, help_heading = "Running")]
    pub threads: Option<u64>,
    #[command(flatten)]
    pub ranges: RangesArgs,
}
