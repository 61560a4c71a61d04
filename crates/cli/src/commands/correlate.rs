//! `restrap correlate`.

use clap::Args;
use restrap::{
    Adjustment, Agreement, Alternative, CorrelateOutcome, CorrelateRequest, CorrelateSources,
    CorrelationLevel, Redrawn, correlate_files,
};

use crate::args::input::InputArgs;
use crate::args::number::{at_least_one, real, share, threads};
use crate::args::print::ExplainArgs;
use crate::args::print::HtmlArgs;
use crate::args::print::{DetailArgs, PrintArgs};
use crate::args::word::word;
use crate::run::failure::Failure;
use crate::run::outputs::Outputs;
use crate::run::progress::Watch;
use crate::run::threads::pool;

#[derive(Args)]
#[command(
    mut_arg("systems", |arg| arg.value_name("METRIC").help("Metrics: [NAME=]FILE[:COLUMN], or -; without :COLUMN, every column but the gold score")),
    mut_arg("globs", |arg| arg.long("metrics").help("Columns of a table to take as metrics")),
    mut_arg("baseline", |arg| arg.help("Compare every metric with this one [default: every pair]")),
    mut_arg("grid", |arg| arg.hide(true)),
    mut_arg("long", |arg| arg.hide(true)),
    mut_arg("unseen", |arg| arg.hide(true)),
)]
pub struct CorrelateArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// Gold score, such as human ratings: a column of the first file, or FILE[:COLUMN]
    #[arg(long, value_name = "COL|FILE", help_heading = "Input")]
    pub gold: String,
    /// Column of the system that made each output
    #[arg(long, value_name = "COL", help_heading = "Input")]
    pub system: Option<String>,
    /// Column of the segment (document, input) of each output
    #[arg(long, value_name = "COL", help_heading = "Input")]
    pub segment: Option<String>,
    /// Metrics for which lower is better, such as ter
    #[arg(
        long,
        value_name = "METRIC[,METRIC]",
        value_delimiter = ',',
        help_heading = "Input"
    )]
    pub lower_is_better: Vec<String>,
    /// Measure of agreement
    #[arg(long, value_name = "MEASURE", default_value_t = Agreement::default(), value_parser = word::<Agreement>(), help_heading = "Question")]
    pub agreement: Agreement,
    /// Grouping of the measure [default: segment for pairwise accuracy of systems, else global]
    #[arg(long, value_name = "LEVEL", value_parser = word::<CorrelationLevel>(), help_heading = "Question")]
    pub level: Option<CorrelationLevel>,
    /// Resampled units: systems, segments or both
    #[arg(long, value_name = "WHAT", default_value_t = Redrawn::default(), value_parser = word::<Redrawn>(), help_heading = "Question")]
    pub redrawn: Redrawn,
    /// Tie threshold of pairwise accuracy [default: the best for each metric]
    #[arg(long = "tie-threshold", value_name = "NUMBER", value_parser = real, help_heading = "Question")]
    pub threshold: Option<f64>,
    /// Alternative hypothesis
    #[arg(long, value_name = "SIDE", default_value_t = Alternative::TwoSided, value_parser = word::<Alternative>(), help_heading = "Question")]
    pub alternative: Alternative,
    /// Correction for several pairs of metrics
    #[arg(long, value_name = "METHOD", default_value_t = Adjustment::Holm, value_parser = word::<Adjustment>(), help_heading = "Question")]
    pub adjust: Adjustment,
    /// Significance level
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = share, help_heading = "Question")]
    pub alpha: f64,
    /// Confidence level of the intervals
    #[arg(long, value_name = "SHARE", default_value_t = 0.95, value_parser = share, help_heading = "Question")]
    pub confidence: f64,
    /// Number of resamples, and of random swaps per pair
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = at_least_one, help_heading = "Running")]
    pub resamples: u64,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Running")]
    pub seed: u64,
    /// Number of threads; never changes a result [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads, help_heading = "Running")]
    pub threads: Option<u64>,
    #[command(flatten)]
    pub print: PrintArgs,
    #[command(flatten)]
    pub detail: DetailArgs,
    #[command(flatten)]
    pub explain: ExplainArgs,
    #[command(flatten)]
    pub html: HtmlArgs,
    /// Hide the progress bar
    #[arg(long, help_heading = "Output")]
    pub no_progress: bool,
}

pub fn run(args: &CorrelateArgs) -> Result<u8, Failure> {
    args.print
        .check(&[args.detail.fact(), args.explain.fact(&args.html)])?;
    let outputs = Outputs::new(
        [args.print.json.file(), args.html.file()],
        &args.input.systems,
    )?;
    let reading = restrap::io::Options {
        baseline: None,
        ..args.input.options()
    };
    let sources = CorrelateSources {
        metrics: args.input.systems.clone(),
        gold: args.gold.clone(),
        system: args.system.clone(),
        segment: args.segment.clone(),
        reading,
    };
    let watch = Watch::start("resamples", !args.print.json.quiet && !args.no_progress);
    let found = |request: &CorrelateRequest| correlate_files(&sources, request, &watch.alone());
    let outcome: CorrelateOutcome = pool(args.threads)?.install(|| found(&request(args)))?;
    outputs.are_none_of(&outcome.run.inputs)?;
    let page = args
        .html
        .explained(&outcome, &outcome, &args.explain.of(&outcome));
    args.print
        .result([page], (&outcome, &outcome), &args.detail, || {
            args.explain.text(&outcome, args.print.output)
        })?;
    Ok(0)
}

fn request(args: &CorrelateArgs) -> CorrelateRequest {
    CorrelateRequest {
        agreement: args.agreement,
        level: args.level,
        redrawn: args.redrawn,
        threshold: args.threshold,
        lower_is_better: args.lower_is_better.clone(),
        baseline: args.input.baseline.clone(),
        alternative: args.alternative,
        correction: args.adjust,
        alpha: args.alpha,
        confidence: args.confidence,
        resamples: args.resamples,
        seed: args.seed,
    }
}
