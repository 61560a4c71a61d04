//! `restrap advise`.

#![allow(
    rustdoc::broken_intra_doc_links,
    reason = "doc comments are help texts, where brackets mean optional"
)]

use clap::Args;
use restrap::io::Options;
use restrap::number::confidence_of;
use restrap::power::{PowerRequest, compare_files};
use restrap::{
    AdviseOutcome, Alternative, Call, Claim, Design, Fact, MarginSize, Request, ScoreKind, Sources,
    VoteColumns, advise,
};

use crate::args::input::InputArgs;
use crate::args::metric::MetricArgs;
use crate::args::number::{at_least_one, real, share, threads};
use crate::args::print::PrintArgs;
use crate::args::shared::{AnswersArgs, OverArgs};
use crate::args::word::word;
use crate::run::failure::Failure;
use crate::run::progress::Watch;
use crate::run::ranges::Ranges;
use crate::run::threads::pool;

#[derive(Args)]
#[command(mut_arg("systems", |systems| {
    let without = systems.required(false).conflicts_with_all(["data", "items"]);
    without.required_unless_present_any(["data", "metric"])
}))]
pub struct AdviseArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// Without files: words that describe the data, such as binary,clusters
    #[arg(long, value_name = "WORD[,WORD]", value_delimiter = ',', value_parser = word::<Fact>(), help_heading = "Input")]
    pub data: Vec<Fact>,
    /// Without files: the number of items
    #[arg(long, value_name = "N", value_parser = at_least_one, help_heading = "Input")]
    pub items: Option<u64>,
    /// The systems scored different items
    #[arg(long, help_heading = "Input")]
    pub unpaired: bool,
    /// Column of data sets
    #[arg(long, value_name = "COL", help_heading = "Input")]
    pub dataset: Option<String>,
    /// Column, file or id pattern of clusters
    #[arg(long, value_name = "COL|FILE", help_heading = "Input")]
    pub cluster: Option<String>,
    #[command(flatten)]
    pub answers: AnswersArgs,
    /// Column of raters
    #[arg(long, value_name = "COL", help_heading = "Input")]
    pub judge: Option<String>,
    /// Human ratings of some items: FILE[:COLUMN]
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    pub human: Option<String>,
    /// Columns of a table of votes
    #[arg(
        long,
        value_name = "left=COL,right=COL,winner=COL",
        help_heading = "Input"
    )]
    pub votes: Option<VoteColumns>,
    #[command(flatten)]
    pub over: OverArgs,
    #[command(flatten)]
    pub metric: MetricArgs,
    /// Test against this number instead of a baseline
    #[arg(long, value_name = "NUMBER", value_parser = real, allow_hyphen_values = true, help_heading = "Metric")]
    pub against: Option<f64>,
    /// Non-inferiority margin: 1pt, 0.5% (of the baseline) or abs:0.01
    #[arg(
        long,
        value_name = "MARGIN",
        group = "claim",
        help_heading = "Question"
    )]
    pub noninferior: Option<MarginSize>,
    /// Equivalence margin
    #[arg(
        long,
        value_name = "MARGIN",
        group = "claim",
        help_heading = "Question"
    )]
    pub equivalent: Option<MarginSize>,
    /// Alternative hypothesis
    #[arg(long, value_name = "SIDE", default_value_t = Alternative::TwoSided, value_parser = word::<Alternative>(), help_heading = "Question")]
    pub alternative: Alternative,
    /// Significance level
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = share, help_heading = "Question")]
    pub alpha: f64,
    /// Simulate each test's type-I error on these items, with system labels swapped
    #[arg(long, help_heading = "Question")]
    pub self_check: bool,
    /// Number of simulated experiments [default: 2000]
    #[arg(long, value_name = "N", value_parser = at_least_one, help_heading = "Question")]
    pub experiments: Option<u64>,
    #[command(flatten)]
    pub print: PrintArgs,
    /// Hide the progress bar
    #[arg(long, help_heading = "Output")]
    pub no_progress: bool,
    /// Number of threads; never changes a result [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads, help_heading = "Running")]
    pub threads: Option<u64>,
}

pub fn run(args: &AdviseArgs) -> Result<u8, Failure> {
    let pool = pool(args.threads)?;
    let outcome = pool.install(|| {
        if args.input.systems.is_empty() {
            of_words(args)
        } else {
            of_files(args)
        }
    })?;
    args.print
        .answer([], &outcome, &outcome, &outcome.warnings)?;
    Ok(0)
}

/// What fits files.
fn of_files(args: &AdviseArgs) -> Result<AdviseOutcome, Failure> {
    let advised = sources(args)?.advise(&request(args), args.dataset.as_deref())?;
    if !args.self_check {
        return Ok(advised.advice);
    }
    let Some(observed) = &advised.observed else {
        return Err(not_simulated(&advised.advice.leaf.to_string()));
    };
    let asked = PowerRequest::default()
        .model(restrap::power::PowerModel::Files)
        .methods(advised.tests())
        .alternative(args.alternative)
        .alpha(args.alpha)
        .experiments(args.experiments.unwrap_or(2_000));
    let watch = Watch::start("simulating", !args.print.json.quiet && !args.no_progress);
    let simulated = compare_files(&asked, observed, &watch.control(&Ranges::All))?;
    Ok(advised.advice.checked(simulated))
}

fn not_simulated(found: &str) -> Failure {
    Failure::usage(
        format!(
            "--self-check needs two systems with a score of each item that differ, found {found}"
        ),
        "drop --self-check",
    )
}

/// What fits data that are not at hand.
fn of_words(args: &AdviseArgs) -> Result<AdviseOutcome, Failure> {
    if args.self_check {
        return Err(not_simulated("no files"));
    }
    let mut design = Design::of_words(&args.data);
    (design.items, design.alpha) = (args.items, args.alpha);
    let names = args.metric.metrics()?;
    if let Some(name) = names.first().filter(|name| name.to_string() != "mean") {
        design.kind = ScoreKind::of(name);
        design.metric = Some(name.to_string());
    }
    design.claim = match (&args.noninferior, &args.equivalent) {
        (Some(_), _) => Some(Claim::Noninferior),
        (_, Some(_)) => Some(Claim::Equivalent),
        _ => design.claim,
    };
    Ok(advise(&design, &Call::of_words(&design)))
}

fn request(args: &AdviseArgs) -> Request {
    let mut request = Request::default()
        .unpaired(args.unpaired)
        .over(args.over.over)
        .test_fraction(args.over.test_fraction)
        .grid(args.input.grid)
        .alternative(args.alternative)
        .alpha(args.alpha)
        .confidence(confidence_of(args.alpha))
        .higher_is_better(!args.metric.is_lower_better());
    for (claim, size) in [
        (Claim::Noninferior, args.noninferior),
        (Claim::Equivalent, args.equivalent),
    ] {
        if let Some(size) = size {
            request = request.margin(claim, size);
        }
    }
    request
}

/// What is read, and what scores it.
fn sources(args: &AdviseArgs) -> Result<Sources, Failure> {
    let reading = Options {
        cluster: args.cluster.clone(),
        ..args.input.options()
    };
    let mut sources = args
        .metric
        .sources(&args.input, &args.input.systems, reading, Vec::new())?
        .answers(args.answers.answers(args.judge.as_ref()));
    sources.votes.clone_from(&args.votes);
    sources.human.clone_from(&args.human);
    sources.against = args.against;
    Ok(sources)
}
