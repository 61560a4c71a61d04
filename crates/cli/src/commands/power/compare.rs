//! `restrap power compare`.

use clap::Args;
use restrap::io::Options;
use restrap::power::{
    Null, Observed, Population, PowerMethod, PowerModel, PowerOutcome, PowerRequest, compare,
};
use restrap::{
    Alternative, Exact, GridChoice, Level, McNemarVariant, Profile, Request, ScoredBy, Scores,
    SignP, SignTies, Sources, Test, Variants, Zeros,
};
use restrap_words::Note;

use crate::args::input::PairArgs;
use crate::args::metric::MetricArgs;
use crate::args::number::{at_least_one, grid, share, threads, whole};
use crate::args::plot::PlotArgs;
use crate::args::print::HtmlArgs;
use crate::args::print::{DetailArgs, PrintArgs};
use crate::args::shared::RangesArgs;
use crate::args::word::{Choice, one_of, one_of_or, word};
use crate::run::failure::Failure;
use crate::run::outputs::{Outputs, path_of};
use crate::run::progress::Watch;
use crate::run::ranges::Ranges;
use crate::run::threads::pool;
use restrap_report::Rates;
use restrap_report::figure::power as figure;

#[derive(Args)]
pub struct CompareArgs {
    /// Two files to resample instead of a model, baseline first: [NAME=]FILE[:COLUMN]
    #[arg(value_name = "SYSTEM", num_args = 0..=2, conflicts_with_all = ["model", "ties", "correlation", "skew"])]
    pub systems: Vec<String>,
    /// Type-I error of each test on these items, with system labels swapped
    #[arg(long, group = "of_files", conflicts_with_all = ["effect", "items", "null"], help_heading = "Files")]
    pub self_check: bool,
    /// How files become a null: swapped labels, or centred differences
    #[arg(long, value_name = "NULL", group = "of_files", default_value_t = Null::default(), value_parser = word::<Null>(), help_heading = "Files")]
    pub null: Null,
    #[command(flatten, next_help_heading = "Files")]
    pub pair: PairArgs,
    /// Rounding grid of the scores: auto, as-printed, or 1/N
    #[arg(long, default_value = "auto", value_parser = grid, value_name = "GRID", help_heading = "Files")]
    pub grid: GridChoice,
    #[command(flatten)]
    pub metric: MetricArgs,

    /// Model of the scores
    #[arg(long, value_name = "MODEL", default_value_t = PowerModel::default(), value_parser = one_of(PowerModel::WITHOUT_FILES), help_heading = "Data")]
    pub model: PowerModel,
    /// Items per experiment [default: 25,100,400; the files' own]
    #[arg(long, value_name = "N[,N]", value_delimiter = ',', value_parser = at_least_one, help_heading = "Data")]
    pub items: Vec<u64>,
    /// True differences in score units [default: 0 and one that suits the model; 0 with files]
    #[arg(
        long,
        value_name = "X[,X]",
        value_delimiter = ',',
        allow_negative_numbers = true,
        help_heading = "Data"
    )]
    pub effect: Vec<f64>,
    #[arg(
        long,
        help = format!("Shares of tied items; for accuracy the agreement [default: {}, else 0]", own(0)),
        value_name = "SHARE[,SHARE]",
        value_delimiter = ',',
        help_heading = "Data"
    )]
    pub ties: Vec<f64>,
    #[arg(
        long,
        help = format!("Correlations of the two scores of an item [default: {}]", own(1)),
        value_name = "R[,R]",
        value_delimiter = ',',
        allow_negative_numbers = true,
        help_heading = "Data"
    )]
    pub correlation: Vec<f64>,
    /// Skewness of continuous differences [default: 0]
    #[arg(
        long,
        value_name = "X[,X]",
        value_delimiter = ',',
        allow_negative_numbers = true,
        help_heading = "Data"
    )]
    pub skew: Vec<f64>,
    /// Items per cluster; the tests still assume independence, which shows its cost
    #[arg(long, value_name = "K[,K]", value_delimiter = ',', value_parser = at_least_one, default_values_t = [1], help_heading = "Data")]
    pub cluster_size: Vec<u64>,
    /// Intraclass correlation of the differences
    #[arg(
        long,
        value_name = "R",
        default_value_t = 0.3,
        allow_negative_numbers = true,
        help_heading = "Data"
    )]
    pub icc: f64,

    /// Tests [default: all that the data allow, and all profiles]
    #[arg(long = "test", value_name = "NAME[,NAME]", value_delimiter = ',', value_parser = one_of_or(Test::PAIRED, "all"), help_heading = "Tests")]
    pub tests: Vec<Choice<Test>>,
    /// Published recipes, each with its own side and rule
    #[arg(long = "profile", value_name = "NAME[,NAME]", value_delimiter = ',', value_parser = one_of_or(Profile::ALL, "all"), help_heading = "Tests")]
    pub profiles: Vec<Choice<Profile>>,
    /// Alternative hypothesis of the tests
    #[arg(long, value_name = "SIDE", default_value_t = Alternative::TwoSided, value_parser = word::<Alternative>(), help_heading = "Tests")]
    pub alternative: Alternative,
    /// Significance level
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = share, help_heading = "Tests")]
    pub alpha: f64,
    /// Ties in the sign test
    #[arg(long, value_name = "WORD", default_value_t = SignTies::Drop, value_parser = word::<SignTies>(), help_heading = "Tests")]
    pub sign_ties: SignTies,
    /// Variant of McNemar's test
    #[arg(long, value_name = "HOW", default_value_t = McNemarVariant::Exact, value_parser = word::<McNemarVariant>(), help_heading = "Tests")]
    pub mcnemar: McNemarVariant,
    /// Zero differences in Wilcoxon's test
    #[arg(long, value_name = "WORD", default_value_t = Zeros::Wilcox, value_parser = word::<Zeros>(), help_heading = "Tests")]
    pub zeros: Zeros,
    /// p-value of Wilcoxon's test
    #[arg(long, value_name = "HOW", default_value_t = SignP::default(), value_parser = word::<SignP>(), help_heading = "Tests")]
    pub wilcoxon: SignP,

    /// Experiments per cell
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = at_least_one, help_heading = "Simulation")]
    pub experiments: u64,
    /// Resamples per sampled test; alpha (R + 1) should be a whole number
    #[arg(long, value_name = "R", default_value_t = 999, value_parser = at_least_one, help_heading = "Simulation")]
    pub resamples: u64,
    /// Random seed
    #[arg(long, value_name = "N", value_parser = whole, default_value_t = 0, help_heading = "Simulation")]
    pub seed: u64,
    /// Confidence level of the Monte Carlo intervals
    #[arg(long, value_name = "SHARE", default_value_t = 0.95, value_parser = share, help_heading = "Simulation")]
    pub confidence: f64,
    /// When to use the exact distribution: auto, always (or fail), or never (resample)
    #[arg(long, value_name = "WHEN", default_value_t = Exact::default(), value_parser = word::<Exact>(), help_heading = "Simulation")]
    pub exact: Exact,
    /// Draw every resample, even where the decision is already known; changes no result
    #[arg(long, help_heading = "Simulation")]
    pub in_full: bool,

    #[command(flatten)]
    pub print: PrintArgs,
    #[command(flatten)]
    pub detail: DetailArgs,
    #[command(flatten)]
    pub html: HtmlArgs,
    #[command(flatten)]
    pub plot: PlotArgs,
    /// Hide the progress bar
    #[arg(long, help_heading = "Output")]
    pub no_progress: bool,
    /// Number of threads; never changes a result [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads, help_heading = "Running")]
    pub threads: Option<u64>,
    /// Vector instruction set; never changes a result
    #[arg(long, value_name = "LEVEL", value_parser = one_of(Level::available()), hide = true)]
    pub level: Option<Level>,
    #[command(flatten)]
    pub ranges: RangesArgs,
}

/// Own parameters of the models that are not 0: of ties, correlation or skewness.
fn own(which: usize) -> String {
    let named = |model: PowerModel| {
        let value = model.parameters()[which].filter(|&value| value != 0.0)?;
        Some(format!("{value} {model}"))
    };
    PowerModel::WITHOUT_FILES
        .into_iter()
        .filter_map(named)
        .collect::<Vec<_>>()
        .join(", ")
}

pub fn run(args: &CompareArgs, ranges: &Ranges) -> Result<u8, Failure> {
    args.print.check(&[args.detail.fact()])?;
    let job = path_of(args.ranges.job.as_deref());
    Outputs::new(
        [
            args.print.json.file(),
            args.html.file(),
            args.plot.file(),
            job,
        ],
        &args.systems,
    )?;
    let pool = pool(args.threads)?;
    let (mut outcome, notes) = pool.install(|| answer(args, ranges))?;
    if !ranges.is_answer(&[])? {
        return Ok(0);
    }
    let figure = args.plot.picture(|| figure::of_power(&outcome));
    outcome.run.warnings.splice(0..0, notes);
    let interrupted = outcome.interrupted_of.is_some();
    let rates = Rates {
        outcome: &outcome,
        self_check: args.self_check,
    };
    let files = [figure, args.html.page(&rates, &outcome)];
    args.print
        .result(files, (&outcome, &rates), &args.detail, String::new)?;
    Ok(if interrupted { Failure::PARTIAL } else { 0 })
}

fn answer(args: &CompareArgs, ranges: &Ranges) -> Result<(PowerOutcome, Vec<Note>), Failure> {
    let (observed, notes) = observed(args)?;
    let model = observed.as_ref().map_or(args.model, Population::model);
    let binary = match &observed {
        Some(observed) => observed.is_binary(args.null),
        None => model == PowerModel::Accuracy,
    };
    let mut variants = Variants::default();
    (variants.sign_ties, variants.mcnemar) = (args.sign_ties, args.mcnemar);
    (variants.zeros, variants.wilcoxon_p) = (args.zeros, args.wilcoxon);
    let request = PowerRequest::default()
        .model(model)
        .null(args.null)
        .items(&args.items[..])
        .effects(&args.effect[..])
        .ties(&args.ties[..])
        .correlations(&args.correlation[..])
        .skews(&args.skew[..])
        .cluster_sizes(&args.cluster_size[..])
        .icc(args.icc)
        .methods(methods(args, model, binary)?)
        .alternative(args.alternative)
        .variants(variants)
        .alpha(args.alpha)
        .experiments(args.experiments)
        .resamples(args.resamples)
        .exact(args.exact)
        .seed(args.seed)
        .confidence(args.confidence)
        .in_full(args.in_full)
        .level(args.level);
    let watch = Watch::start("simulating", !args.print.json.quiet && !args.no_progress);
    let outcome = match &observed {
        Some(observed) => observed.compare(&request, &watch.control(ranges)),
        None => compare(&request, &watch.control(ranges)),
    };
    Ok((outcome?, notes))
}

/// The files, if there are any, and what reading them was worth a note.
fn observed(args: &CompareArgs) -> Result<(Option<Population>, Vec<Note>), Failure> {
    let by = args.metric.scored_by(&args.pair.options())?;
    let is_of_scores = matches!(by, ScoredBy::Scores(None)) && !args.metric.lower_is_better;
    if args.systems.is_empty() {
        return if is_of_scores {
            Ok((None, Vec::new()))
        } else {
            Err(Failure::usage(
                "a metric needs files, found none",
                "name a baseline and a system",
            ))
        };
    }
    if let ScoredBy::Outputs(metrics) = &by
        && let Some(second) = metrics.get(1)
    {
        return Err(Failure::usage(
            format!(
                "power compare takes one metric at a time, found {} as well",
                second.metric
            ),
            "run it once for each metric",
        ));
    }
    let gold = match by {
        ScoredBy::Outputs(_) => {
            let sources = Sources::new(&args.systems)
                .reading(args.pair.options())
                .scored_by(by);
            let (population, notes) = sources.read(&Request::default())?.population(args.grid)?;
            return Ok((Some(population), notes));
        }
        ScoredBy::Scores(None) if !is_of_scores => {
            let hint = "exchange the systems";
            return Err(Failure::usage(
                "effects are gains in score, found --lower-is-better",
                hint,
            ));
        }
        ScoredBy::Scores(Some(quantile)) => {
            let found = format!(
                "power compare simulates means and metrics of outputs, found --metric {quantile}"
            );
            return Err(Failure::usage(found, "drop it"));
        }
        ScoredBy::Scores(None) => None,
        ScoredBy::Agreement(gold) => Some(gold),
    };
    let loaded = restrap::io::load(
        &args.systems,
        &Options {
            gold,
            ..args.pair.options()
        },
    )?;
    let systems: Vec<Scores> = loaded.systems.into_iter().map(Scores::from).collect();
    let [baseline, system] = &systems[..] else {
        return Err(Failure::usage(
            format!(
                "expected a baseline and one system, found {} in all",
                systems.len()
            ),
            "pick columns as FILE:COLUMN",
        ));
    };
    Ok((
        Some(Population::Scores(Observed::of(
            baseline, system, args.grid,
        )?)),
        loaded.notes,
    ))
}

/// The tests and profiles that were asked for; none is all that the data allow.
fn methods(
    args: &CompareArgs,
    model: PowerModel,
    binary: bool,
) -> Result<Vec<PowerMethod>, Failure> {
    let allowed = |method: PowerMethod| model.allows(method, binary);
    let mut methods = named(&args.tests, &Test::PAIRED, PowerMethod::Test, allowed);
    methods.extend(named(
        &args.profiles,
        &Profile::ALL,
        PowerMethod::Profile,
        allowed,
    ));
    for (place, method) in methods.iter().enumerate() {
        if methods[..place].contains(method) {
            return Err(Failure::usage(
                format!("expected each test once, found {method} twice"),
                "drop one",
            ));
        }
        if model.is_of_corpus() && !allowed(*method) {
            return Err(Failure::usage(
                format!(
                    "{method} is a test of item scores, and a metric of the whole corpus has none"
                ),
                "use --test permutation,bootstrap,bootstrap-percentile",
            ));
        }
    }
    Ok(methods)
}

/// The methods of these choices; `all` are those of `every` choice that the data allow.
fn named<T: Copy>(
    asked: &[Choice<T>],
    every: &[T],
    method: fn(T) -> PowerMethod,
    allowed: impl Fn(PowerMethod) -> bool,
) -> Vec<PowerMethod> {
    let chosen: Option<Vec<T>> = asked.iter().copied().collect();
    match chosen {
        Some(chosen) => chosen.into_iter().map(method).collect(),
        None => every
            .iter()
            .copied()
            .map(method)
            .filter(|&method| allowed(method))
            .collect(),
    }
}
