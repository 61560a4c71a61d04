//! `restrap power plan`.

use clap::{ArgGroup, Args};
use restrap::metrics::MetricName;
use restrap::metrics::describe::Make;
use restrap::power::{Known, PlanOutcome, PlanRequest, plan, power_curves};
use restrap::{Alternative, McNemarVariant, ScoredBy, Sources, StudyFile, plan_files, plan_study};

use crate::args::input::PairArgs;
use crate::args::metric::MetricArgs;
use crate::args::number::{at_least_one, difference, positive, share, threads, unit, whole};
use crate::args::plot::PlotArgs;
use crate::args::print::HtmlArgs;
use crate::args::print::{DetailArgs, PrintArgs};
use crate::args::word::word;
use crate::run::failure::Failure;
use crate::run::progress::Watch;
use crate::run::threads::pool;
use restrap_report::PlanPage;
use restrap_report::figure::power as figure;

#[derive(Args)]
#[command(group(ArgGroup::new("of_variance").multiple(true).requires("variance")))]
pub struct PlanArgs {
    /// Pilot: two systems, baseline first ([NAME=]FILE[:COLUMN]); or a study, STUDY.toml[:SYSTEM]
    #[arg(value_name = "SYSTEM", num_args = 0..=2, conflicts_with_all = ["baseline", "agreement", "variance"])]
    pub systems: Vec<String>,
    #[command(flatten, next_help_heading = "Pilot")]
    pub pair: PairArgs,
    #[command(flatten)]
    pub metric: MetricArgs,

    /// Smallest gain worth detecting: 0.02, or 2pt (points of accuracy)
    #[arg(long, value_name = "GAIN", value_parser = difference, allow_hyphen_values = true, help_heading = "Plan")]
    pub gain: Option<f64>,
    /// Available items; reports their power and the smallest detectable gain
    #[arg(long, value_name = "N", value_parser = at_least_one, help_heading = "Plan")]
    pub items: Option<u64>,
    /// Non-inferiority margin: 0.01, or 1pt; reports the items that show it
    #[arg(long, value_name = "MARGIN", value_parser = difference, help_heading = "Plan")]
    pub noninferior: Option<f64>,
    /// Baseline accuracy: 0.8 or 80%
    #[arg(long, value_name = "SHARE", value_parser = unit, conflicts_with = "variance", help_heading = "Plan")]
    pub baseline: Option<f64>,
    /// Share of items on which both are right or both wrong [default: all possible values]
    #[arg(long, value_name = "SHARE", value_parser = unit, requires = "baseline", help_heading = "Plan")]
    pub agreement: Option<f64>,
    /// Variance of the item differences, instead of an accuracy
    #[arg(long, value_name = "V", group = "without_files", help_heading = "Plan")]
    pub variance: Option<f64>,
    /// Variances within an item, baseline and system (Miller 2024)
    #[arg(
        long,
        value_name = "V,V",
        value_delimiter = ',',
        group = "of_variance",
        help_heading = "Plan"
    )]
    pub within: Vec<f64>,
    /// Answers per item, baseline and system
    #[arg(long, value_name = "K,K", value_delimiter = ',', value_parser = at_least_one, requires = "within", help_heading = "Plan")]
    pub repeats: Vec<u64>,
    /// Items per cluster; with --icc
    #[arg(long, value_name = "N", value_parser = positive, help_heading = "Plan")]
    pub cluster_size: Option<f64>,
    /// Intraclass correlation of the differences; with --cluster-size
    #[arg(long, value_name = "SHARE", value_parser = unit, help_heading = "Plan")]
    pub icc: Option<f64>,
    /// Column of clusters in the pilot, which gives their size and correlation
    #[arg(long, value_name = "COL", group = "of_files", conflicts_with_all = ["cluster_size", "icc"], help_heading = "Plan")]
    pub cluster: Option<String>,
    /// Training seeds per item, baseline and system; with --seed-variance
    #[arg(long, value_name = "S,S", value_delimiter = ',', value_parser = at_least_one, group = "of_variance", help_heading = "Plan")]
    pub seeds: Vec<u64>,
    /// Variance between the mean scores of training seeds
    #[arg(long, value_name = "V", group = "of_variance", help_heading = "Plan")]
    pub seed_variance: Option<f64>,
    /// Target power
    #[arg(long, value_name = "SHARE", default_value_t = 0.8, value_parser = share, help_heading = "Plan")]
    pub power: f64,

    /// Alternative hypothesis
    #[arg(long, value_name = "SIDE", default_value_t = Alternative::TwoSided, value_parser = word::<Alternative>(), help_heading = "Tests")]
    pub alternative: Alternative,
    /// Significance level
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = share, help_heading = "Tests")]
    pub alpha: f64,
    /// Number of comparisons that share alpha (Bonferroni) [default: 1; a study's cells]
    #[arg(long, value_name = "N", value_parser = at_least_one, help_heading = "Tests")]
    pub comparisons: Option<u64>,
    /// Variant of McNemar's test, for 0/1 scores
    #[arg(long, value_name = "HOW", default_value_t = McNemarVariant::Exact, value_parser = word::<McNemarVariant>(), help_heading = "Tests")]
    pub mcnemar: McNemarVariant,
    /// Simulated data sets that check the answer [default: 10000, 1000 for real scores]
    #[arg(long, value_name = "R", value_parser = whole, help_heading = "Tests")]
    pub simulations: Option<u64>,
    /// Random seed of the simulations
    #[arg(long, value_name = "N", value_parser = whole, default_value_t = 0, help_heading = "Tests")]
    pub seed: u64,

    #[command(flatten)]
    pub print: PrintArgs,
    #[command(flatten)]
    pub detail: DetailArgs,
    #[command(flatten)]
    pub html: HtmlArgs,
    #[command(flatten)]
    pub plot: PlotArgs,
    /// Number of threads; never changes a result [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads, help_heading = "Running")]
    pub threads: Option<u64>,
}

pub fn run(args: &PlanArgs) -> Result<u8, Failure> {
    args.print.check(&[args.detail.fact()])?;
    let outputs = [args.print.json.file(), args.html.file(), args.plot.file()];
    restrap::io::keep_apart(outputs.into_iter().flatten(), &args.systems)?;
    let request = PlanRequest::new(known(args)?)
        .gain(args.gain)
        .items(args.items)
        .noninferior(args.noninferior)
        .cluster_size(args.cluster_size)
        .icc(args.icc)
        .seeds(if args.seeds.is_empty() {
            None
        } else {
            Some(both(&args.seeds, 1, "--seeds")?)
        })
        .seed_variance(args.seed_variance)
        .power(args.power)
        .alpha(args.alpha)
        .comparisons(args.comparisons.unwrap_or(1))
        .alternative(args.alternative)
        .variant(args.mcnemar)
        .simulations(args.simulations)
        .seed(args.seed);
    if args.plot.plot.is_some() && args.gain.is_none() {
        return Err(Failure::usage(
            "a figure of power needs the gain that matters, found none",
            "add --gain 0.02",
        ));
    }
    let watch = Watch::start("", !args.print.json.quiet);
    let outcome = pool(args.threads)?.install(|| answer(args, &request))?;
    drop(watch);
    let is_drawn = args.plot.plot.is_some() || args.html.html.is_some();
    let curves = if is_drawn && outcome.gain.is_some() {
        power_curves(&outcome)?
    } else {
        Vec::new()
    };
    let page = PlanPage {
        outcome: &outcome,
        curves: &curves,
    };
    let files = [
        args.html.page(&page, &outcome),
        args.plot.picture(|| figure::plan(&outcome, &curves)),
    ];
    args.print
        .result(files, (&outcome, &outcome), &args.detail, String::new)?;
    Ok(0)
}

/// The plan of what is known: numbers, a pilot, or the data sets of a study.
fn answer(args: &PlanArgs, request: &PlanRequest) -> Result<PlanOutcome, Failure> {
    let Some((path, system)) = StudyFile::typed(&args.systems) else {
        return Ok(if args.systems.is_empty() {
            plan(request)?
        } else {
            plan_files(&pilot(args)?, request)?
        });
    };
    let options = [
        ("--metric", args.metric.metric.is_some()),
        ("--gold", args.metric.gold.is_some()),
        ("--ref", !args.metric.references.is_empty()),
        ("--qrels", args.metric.qrels.is_some()),
        ("--id", !args.pair.options().id.is_empty()),
        ("--count", args.pair.count.is_some()),
        ("--cluster", args.cluster.is_some()),
    ];
    if let Some((option, _)) = options.into_iter().find(|(_, given)| *given) {
        return Err(StudyFile::says_itself(path, option).into());
    }
    let study = StudyFile::read(path)?.study()?;
    let comparisons = args.comparisons.unwrap_or_else(|| study.comparisons());
    Ok(plan_study(
        &study,
        system,
        &request.clone().comparisons(comparisons),
    )?)
}

/// What is read of a pilot, and what scores it.
fn pilot(args: &PlanArgs) -> Result<Sources, Failure> {
    let options = restrap::io::Options {
        cluster: args.cluster.clone(),
        ..args.pair.options()
    };
    match args.metric.scored_by(&options)? {
        ScoredBy::Outputs(metrics) if metrics.len() > 1 => Err(Failure::usage(
            format!(
                "power plan takes one metric at a time, found {} as well",
                metrics[1].metric
            ),
            "run it once for each metric",
        )),
        by if !matches!(by, ScoredBy::Scores(Some(_))) && !args.metric.lower_is_better => {
            Ok(Sources::new(&args.systems).reading(options).scored_by(by))
        }
        _ => Err(Failure::usage(
            format!(
                "power plan takes means or metrics of outputs, found --metric {}",
                args.metric.named()
            ),
            "drop it; where lower is better, exchange the systems",
        )),
    }
}

/// Refuses a metric whose values no accuracy or variance of single items tells: its plan needs the outputs of two systems.
fn check_metric(args: &PlanArgs) -> Result<(), Failure> {
    if args.metric.metric.is_none() || !args.systems.is_empty() {
        return Ok(());
    }
    let names = args.metric.metrics()?;
    let is_of_shares =
        |name: &MetricName| matches!(name.short().as_str(), "mean" | "accuracy" | "exact-match");
    let Some(name) = names.iter().find(|name| !is_of_shares(name)) else {
        return Ok(());
    };
    let needed = match name.description().make {
        Make::Segments(_) => " --ref REFERENCES",
        Make::Rankings(_) => " --qrels QRELS",
        Make::Scores | Make::Order(_) | Make::Counts(_) => "",
        _ => " --gold GOLD",
    };
    let name = name.short();
    Err(Failure::usage(
        format!(
            "a plan of {name} needs a pilot (the outputs of two systems) to estimate the spread, found none"
        ),
        format!(
            "name them: restrap power plan BASE NEW --metric {name}{needed}; --baseline is an accuracy"
        ),
    ))
}

fn known(args: &PlanArgs) -> Result<Known, Failure> {
    check_metric(args)?;
    match (args.systems.len(), args.baseline, args.variance) {
        (1.., ..) => Ok(Known::Pilot),
        (0, Some(baseline), _) => Ok(Known::Accuracy {
            baseline,
            agreement: args.agreement,
        }),
        (0, None, Some(between)) => {
            let within = both(&args.within, 0.0, "--within")?;
            Ok(Known::Variance {
                between,
                within,
                repeats: both(&args.repeats, 1, "--repeats")?,
            })
        }
        (0, None, None) => Err(Failure::usage(
            "a plan needs --baseline, the two systems of a pilot, or --variance, found none",
            "add --baseline 0.8 for right and wrong answers, or name two files of per-item scores",
        )),
    }
}

/// A value for the baseline and one for the system; both `missing` where none is given.
fn both<T: Copy>(values: &[T], missing: T, flag: &str) -> Result<[T; 2], Failure> {
    match values {
        [] => Ok([missing; 2]),
        &[baseline, system] => Ok([baseline, system]),
        other => Err(Failure::usage(
            format!(
                "{flag} needs a value for the baseline and one for the system, found {}",
                other.len()
            ),
            format!("write both with a comma: {flag} 3,3"),
        )),
    }
}
