//! `restrap ci`.

use clap::Args;
use restrap::io::Grouping;
use restrap::number::grouped;
use restrap::{
    BestOf, BudgetRequest, DescribeOutcome, DescribeRequest, IntervalMethod, ListedScores, Mix,
    Over, Request, Scores, Sources, describe_files,
};
use restrap_report::figure;

use crate::args::input::InputArgs;
use crate::args::metric::MetricArgs;
use crate::args::number::{positive, share};
use crate::args::plot::PlotArgs;
use crate::args::print::ExplainArgs;
use crate::args::print::HtmlArgs;
use crate::args::print::{DetailArgs, DigitsArgs, PrintArgs, ScaleArgs};
use crate::args::shared::{AnswersArgs, OverArgs};
use crate::args::word::hiding;
use crate::run::failure::Failure;
use crate::run::outputs::Outputs;
use crate::run::progress::Watch;

/// Known but not listed: the library says what they need.
const OF_DIFFERENCES: [IntervalMethod; 4] = [
    IntervalMethod::Invert,
    IntervalMethod::Tango,
    IntervalMethod::Unconditional,
    IntervalMethod::Newcombe,
];

#[derive(Args)]
#[command(
    mut_arg("baseline", |baseline| baseline.hide(true)),
    mut_arg("systems", |systems| systems.required(false).required_unless_present("scores"))
)]
pub struct CiArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// Without files: scores of a system, K/N, or MEAN±SD:N; repeat per system
    #[arg(long, value_name = "NAME=SCORE,SCORE", allow_hyphen_values = true, value_parser = str::parse::<ListedScores>, conflicts_with = "systems", help_heading = "Input")]
    pub scores: Vec<ListedScores>,
    #[command(flatten)]
    pub over: OverArgs,
    /// Column, file or id pattern of clusters
    #[arg(long, value_name = "COL|FILE", help_heading = "Intervals")]
    pub cluster: Option<String>,
    #[command(flatten)]
    pub answers: AnswersArgs,
    /// Column of raters
    #[arg(long, value_name = "COL", help_heading = "Intervals")]
    pub judge: Option<String>,
    /// Human ratings of some items, which correct automatic scores of all (PPI++): FILE[:COLUMN]
    #[arg(long, value_name = "FILE", help_heading = "Intervals")]
    pub human: Option<String>,
    /// Target shares of groups: lang=de:0.5,fr:0.5, or lang=equal
    #[arg(long, value_name = "COL=GROUP:SHARE,...", value_parser = str::parse::<Mix>, help_heading = "Intervals")]
    pub mix: Option<Mix>,
    /// Also describe the items of each value of this column
    #[arg(long, value_name = "COL|FILE", help_heading = "Intervals")]
    pub by: Option<String>,
    /// Column of strata; resamples keep their sizes
    #[arg(long, value_name = "COL", help_heading = "Intervals")]
    pub stratum: Option<String>,
    #[command(flatten)]
    pub metric: MetricArgs,
    /// Confidence interval; wilson and clopper-pearson are for 0/1 scores
    #[arg(long, value_name = "METHOD", default_value_t = IntervalMethod::default(), value_parser = hiding(&OF_DIFFERENCES), help_heading = "Intervals")]
    pub interval: IntervalMethod,
    /// Confidence level of the intervals
    #[arg(long, value_name = "SHARE", default_value_t = 0.95, value_parser = share, help_heading = "Intervals")]
    pub confidence: f64,
    /// Known error bars, ± X, that decide the digits: items for K/N, else scores
    #[arg(long, value_name = "X", value_parser = positive, help_heading = "Intervals")]
    pub plus_minus: Option<f64>,
    /// Trials of a random search: expected best score of n trials (Dodge et al. 2019)
    #[arg(long, help_heading = "Intervals")]
    pub budget: bool,
    /// Draw trials with (v) or without (u) replacement (Tang et al. 2020) [default: v]
    #[arg(long, value_name = "v|u", help_heading = "Intervals")]
    pub estimator: Option<BestOf>,
    #[command(flatten)]
    pub scale: ScaleArgs,
    #[command(flatten)]
    pub digits: DigitsArgs,
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
}

pub fn run(args: &CiArgs) -> Result<u8, Failure> {
    args.print
        .check(&[args.detail.fact(), args.explain.fact(&args.html)])?;
    let mixed = args.mix.as_ref().map(|mix| &mix.column[..]);
    args.input.check_unseen(
        [args.by.as_deref(), args.stratum.as_deref(), mixed]
            .into_iter()
            .flatten(),
    )?;
    let watch = Watch::start("systems", !args.print.json.quiet);
    outputs(args)?;
    let mut counted: Vec<Scores> = args.scores.iter().map(ListedScores::scores).collect();
    let mut files = Vec::new();
    for argument in &args.input.systems {
        match count(argument)? {
            Some(system) => counted.push(system.scores()),
            None => files.push(argument.clone()),
        }
    }
    let plus_minus = match (
        args.plus_minus,
        counted.first().filter(|_| args.scores.is_empty()),
    ) {
        // In items, when every system has as many.
        (Some(items), Some(first)) if files.is_empty() => {
            if counted.iter().any(|system| system.items() != first.items()) {
                return Err(Failure::usage(
                    "--plus-minus in items needs systems with the same number of items, found different numbers",
                    "give one system",
                ));
            }
            Some(items / first.items() as f64)
        }
        (Some(_), Some(_)) => {
            return Err(Failure::usage(
                "--plus-minus is in items for K/N and in scores for files, found both",
                "give them apart",
            ));
        }
        (known, _) => known,
    };
    let asked = DescribeRequest {
        request: Request::default()
            .interval(args.interval)
            .confidence(args.confidence)
            .grid(args.input.grid)
            .digits(args.digits.digits)
            .range(args.scale.range),
        // A trial is a replication: it shares no data with another.
        over: if args.budget && args.over.over == Over::Items {
            Over::Replications
        } else {
            unit_of_scores(args.over.over, &args.scores)
        },
        test_fraction: args.over.test_fraction,
        plus_minus,
        budget: args.budget.then_some(BudgetRequest {
            estimator: args.estimator.unwrap_or_default(),
            higher_is_better: !args.metric.is_lower_better(),
        }),
        ..DescribeRequest::default()
    };
    asked.check()?;
    let outcome = describe_files(&sources(args, &files)?, counted, &asked, &watch.alone())?;
    told(args, &outcome)
}

/// What is read, and what scores it.
fn sources(args: &CiArgs, files: &[String]) -> Result<Sources, Failure> {
    let reading = restrap::io::Options {
        by: args.by.clone().or_else(|| args.stratum.clone()),
        grouping: if args.stratum.is_some() {
            Grouping::Strata
        } else {
            Grouping::Populations
        },
        cluster: args.cluster.clone(),
        ..args.input.options()
    };
    let mut sources = args
        .metric
        .sources(&args.input, files, reading, Vec::new())?
        .answers(args.answers.answers(args.judge.as_ref()));
    sources.human.clone_from(&args.human);
    if let Some(mix) = &args.mix {
        sources = sources.mix(mix.clone());
    }
    Ok(sources)
}

/// The files that it writes.
fn outputs(args: &CiArgs) -> Result<Outputs<'_>, Failure> {
    Outputs::new(
        [args.print.json.file(), args.html.file(), args.plot.file()],
        &args.input.systems,
    )
}

fn told(args: &CiArgs, outcome: &DescribeOutcome) -> Result<u8, Failure> {
    outputs(args)?.are_none_of(&outcome.run.inputs)?;
    let files = [
        args.html
            .explained(outcome, outcome, &args.explain.of(outcome)),
        args.plot.picture(|| figure::described(outcome)),
    ];
    args.print
        .result(files, (outcome, outcome), &args.detail, || {
            args.explain.text(outcome, args.print.output)
        })?;
    Ok(if outcome.interrupted_of.is_some() {
        Failure::PARTIAL
    } else {
        0
    })
}

/// Returns replications as the unit if only means and standard deviations are known and no unit was named.
pub fn unit_of_scores(over: Over, scores: &[ListedScores]) -> Over {
    let is_summary = scores.iter().any(|list| list.summary.is_some());
    if is_summary && over == Over::Items {
        Over::Replications
    } else {
        over
    }
}

/// `[NAME=]K/N`: K right of N, unless it is a file.
pub fn count(argument: &str) -> Result<Option<ListedScores>, Failure> {
    let ratio = argument
        .rsplit_once('=')
        .map_or(argument, |(_, ratio)| ratio);
    let counted = ListedScores::read_count(argument).map_err(|_| {
        Failure::usage(
            format!(
                "expected K/N with K at most N and N from 1 to {}, found {ratio}",
                grouped(ListedScores::MOST)
            ),
            "63/123 is 63 right of 123",
        )
    })?;
    let is_file = |path: &str| std::path::Path::new(path).exists();
    Ok(counted.filter(|_| !is_file(argument) && !is_file(ratio)))
}
