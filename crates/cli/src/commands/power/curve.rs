//! `restrap power curve`.

use clap::Args;
use restrap::inner::{Given, goes_with};
use restrap::power::{CurveRequest, curve};
use restrap::{Alternative, Exact, McNemarVariant, Profile, Request, Test};

use crate::args::number::{Percentages, at_least_one, percent, share, threads, whole};
use crate::args::plot::PlotArgs;
use crate::args::print::HtmlArgs;
use crate::args::print::{DetailArgs, PrintArgs};
use crate::args::word::{one_of, word};
use crate::run::failure::Failure;
use crate::run::progress::Watch;
use crate::run::threads::pool;
use restrap_report::figure::power as figure;

#[derive(Args)]
pub struct CurveArgs {
    /// Numbers of items, one panel each
    #[arg(long, value_name = "N[,N]", value_delimiter = ',', value_parser = at_least_one, default_values_t = [100, 500, 2000, 10_000], help_heading = "Curves")]
    pub items: Vec<u64>,
    /// Gains in per cent of the items (helped minus hurt), one curve each
    #[arg(long, value_name = "PERCENT[,PERCENT]", value_delimiter = ',', value_parser = percent, default_values_t = [0.5, 1.0, 2.0, 5.0, 10.0], help_heading = "Curves")]
    pub effect: Vec<f64>,
    /// Shares of hurt items in per cent: FROM:TO[:STEP], or a list
    #[arg(
        long,
        value_name = "RANGE",
        default_value = "0:19",
        help_heading = "Curves"
    )]
    pub hurt: Percentages,

    /// Test, instead of a profile
    #[arg(long, value_name = "NAME", value_parser = one_of(Test::PAIRED), help_heading = "Tests")]
    pub test: Option<Test>,
    /// Alternative hypothesis of --test [default: two-sided]
    #[arg(long, value_name = "SIDE", value_parser = word::<Alternative>(), help_heading = "Tests")]
    pub alternative: Option<Alternative>,
    /// Published recipe [default: jansen, one-sided]
    #[arg(long, value_name = "NAME", value_parser = word::<Profile>(), help_heading = "Tests")]
    pub profile: Option<Profile>,
    /// Variant of McNemar's test
    #[arg(long, value_name = "HOW", default_value_t = McNemarVariant::Exact, value_parser = word::<McNemarVariant>(), help_heading = "Tests")]
    pub mcnemar: McNemarVariant,
    /// When to use the exact distribution: auto, always (or fail), or never (resample)
    #[arg(long, value_name = "WHEN", default_value_t = Exact::default(), value_parser = word::<Exact>(), help_heading = "Tests")]
    pub exact: Exact,
    /// Resamples per point [default: the profile's, or 100000]
    #[arg(long, value_name = "R", value_parser = at_least_one, help_heading = "Tests")]
    pub resamples: Option<u64>,
    /// Random seed
    #[arg(long, value_name = "N", value_parser = whole, default_value_t = 0, help_heading = "Tests")]
    pub seed: u64,
    /// Significance level
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = share, help_heading = "Tests")]
    pub alpha: f64,

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

pub fn run(args: &CurveArgs) -> Result<u8, Failure> {
    args.print.check(&[args.detail.fact()])?;
    let outputs = [args.print.json.file(), args.html.file(), args.plot.file()];
    restrap::io::keep_apart(outputs.into_iter().flatten(), &[])?;
    let asked = CurveRequest::default()
        .items(&args.items[..])
        .effects(&args.effect[..])
        .hurt(&args.hurt.0[..])
        .request(request(args)?);
    let pool = pool(args.threads)?;
    let watch = Watch::start("points", !args.print.json.quiet);
    let outcome = pool.install(|| curve(&asked, &watch.alone()))?;
    drop(watch);
    let files = [
        args.html.page(&outcome, &outcome),
        args.plot.picture(|| figure::curves(&outcome)),
    ];
    args.print
        .result(files, (&outcome, &outcome), &args.detail, String::new)?;
    Ok(if outcome.interrupted_of.is_some() {
        Failure::PARTIAL
    } else {
        0
    })
}

fn request(args: &CurveArgs) -> Result<Request, Failure> {
    goes_with::check(&goes_with::of(&[
        (Given::Recipe, args.profile.is_some()),
        (Given::TestsNamed, args.test.is_some()),
        (Given::SideNamed, args.alternative.is_some()),
    ]))?;
    if args.alternative.is_some() && args.test.is_none() {
        return Err(Failure::usage(
            "--alternative is the side of --test, found none",
            "add --test permutation",
        ));
    }
    let mut request = Request::default();
    match args.test {
        Some(test) => request.question.tests = vec![test],
        None => request = request.profile(args.profile.unwrap_or(Profile::Jansen)),
    }
    if let Some(side) = args.alternative {
        request.question.alternative = side;
    }
    if let Some(resamples) = args.resamples {
        request.compute.resamples = resamples;
    }
    request.compute.exact = args.exact;
    request.variants.mcnemar = args.mcnemar;
    request.compute.seed = args.seed;
    request.question.alpha = args.alpha;
    Ok(request)
}
