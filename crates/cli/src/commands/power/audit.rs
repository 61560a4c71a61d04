//! `restrap power audit`: two published accuracies or two published means.

use clap::{ArgGroup, Args};
use restrap::Alternative;
use restrap::power::{AuditRequest, MeansRequest, Published, Spread, audit, audit_means};

use crate::args::number::{at_least_one, share};
use crate::args::plot::PlotArgs;
use crate::args::print::HtmlArgs;
use crate::args::print::{DetailArgs, PrintArgs};
use crate::args::word::word;
use crate::run::failure::Failure;
use restrap_report::figure::power as figure;

#[derive(Args)]
#[command(group(ArgGroup::new("of_means").multiple(true).requires("means")))]
pub struct AuditArgs {
    /// Number of test items; two numbers if --means are of different items
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = at_least_one)]
    pub items: Vec<u64>,
    /// Baseline accuracy as printed: 0.852, 85.2% or 426/500
    #[arg(long, value_name = "SCORE", value_parser = accuracy)]
    pub baseline: Option<Published>,
    /// System accuracy
    #[arg(long, value_name = "SCORE", value_parser = accuracy)]
    pub system: Option<Published>,
    /// Means of baseline and system, instead of accuracies
    #[arg(
        long,
        value_name = "BASELINE,SYSTEM",
        value_delimiter = ',',
        num_args = 1,
        allow_hyphen_values = true,
        conflicts_with_all = ["baseline", "system", "plot"],
        help_heading = "Means"
    )]
    pub means: Vec<f64>,
    /// Standard deviations of both between items
    #[arg(
        long,
        value_name = "BASELINE,SYSTEM",
        value_delimiter = ',',
        num_args = 1,
        allow_hyphen_values = true,
        group = "of_means",
        help_heading = "Means"
    )]
    pub sds: Vec<f64>,
    /// Correlation of both scores between items [default: two independent samples]
    #[arg(
        long,
        value_name = "R",
        allow_hyphen_values = true,
        requires = "sds",
        help_heading = "Means"
    )]
    pub correlation: Option<f64>,
    /// Standard deviation of the paired differences, instead of --sds
    #[arg(
        long,
        value_name = "SD",
        allow_hyphen_values = true,
        group = "of_means",
        conflicts_with = "sds",
        help_heading = "Means"
    )]
    pub sd_difference: Option<f64>,
    /// Standard error of the mean difference of paired items, instead of --sds
    #[arg(
        long,
        value_name = "SE",
        allow_hyphen_values = true,
        group = "of_means",
        conflicts_with_all = ["sds", "sd_difference"],
        help_heading = "Means"
    )]
    pub se: Option<f64>,
    /// Alternative hypothesis
    #[arg(long, value_name = "SIDE", default_value_t = Alternative::TwoSided, value_parser = word::<Alternative>(), help_heading = "Tests")]
    pub alternative: Alternative,
    /// Significance level
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = share, help_heading = "Tests")]
    pub alpha: f64,
    /// Target power of the smallest detectable gap
    #[arg(long, value_name = "SHARE", default_value_t = 0.8, value_parser = share, help_heading = "Tests")]
    pub power: f64,
    #[command(flatten)]
    pub print: PrintArgs,
    #[command(flatten)]
    pub detail: DetailArgs,
    #[command(flatten)]
    pub html: HtmlArgs,
    #[command(flatten)]
    pub plot: PlotArgs,
}

fn accuracy(text: &str) -> Result<Published, String> {
    text.parse::<Published>().map_err(|_| {
        "expected a share (0.852), a percentage (85.2%) or a count (426/500)".to_owned()
    })
}

pub fn run(args: &AuditArgs) -> Result<u8, Failure> {
    args.print.check(&[args.detail.fact()])?;
    let outputs = [args.print.json.file(), args.html.file(), args.plot.file()];
    restrap::io::keep_apart(outputs.into_iter().flatten(), &[])?;
    match (&args.baseline, &args.system) {
        (Some(baseline), Some(system)) => of_accuracies(args, baseline, system),
        _ if !args.means.is_empty() => of_means(args),
        _ => Err(Failure::usage(
            "an audit needs two accuracies or two means, found none",
            "add --baseline, --system and --items",
        )),
    }
}

fn of_accuracies(
    args: &AuditArgs,
    baseline: &Published,
    system: &Published,
) -> Result<u8, Failure> {
    let known = match args.items[..] {
        [] => baseline.items().or(system.items()),
        [items] => Some(items),
        _ => {
            return Err(Failure::usage(
                format!(
                    "two accuracies on the same items need one number of items, found {}",
                    args.items.len()
                ),
                "give --items N once",
            ));
        }
    };
    let Some(items) = known else {
        return Err(Failure::usage(
            "an audit needs the number of items, found none",
            "add --items N, or give the scores as counts: 426/500",
        ));
    };
    let asked = AuditRequest::new(items, baseline.clone(), system.clone())
        .alternative(args.alternative)
        .alpha(args.alpha)
        .power(args.power);
    let outcome = audit(&asked)?;
    let files = [
        args.html.page(&outcome, &outcome),
        args.plot.picture(|| figure::audit(&outcome)),
    ];
    args.print
        .result(files, (&outcome, &outcome), &args.detail, String::new)?;
    Ok(0)
}

fn of_means(args: &AuditArgs) -> Result<u8, Failure> {
    let pair = |name: &str, values: &[f64]| match *values {
        [baseline, system] => Ok([baseline, system]),
        _ => Err(Failure::usage(
            format!("--{name} takes two numbers, found {}", values.len()),
            format!("give both, baseline first, to --{name}"),
        )),
    };
    let means = pair("means", &args.means)?;
    let items = match args.items[..] {
        [items] => [items; 2],
        [baseline, system] => [baseline, system],
        _ => {
            return Err(Failure::usage(
                format!(
                    "--items takes one number or two, found {}",
                    args.items.len()
                ),
                "give them as --items N or --items N,N",
            ));
        }
    };
    let same = || match items {
        [one, other] if one == other => Ok(one),
        _ => Err(Failure::usage(
            "paired scores need one number of items, found two",
            "give --items N once, for both",
        )),
    };
    // The standard deviation of n differences is √n times the standard error of their mean.
    let of_differences = match (args.sd_difference, args.se) {
        (Some(deviation), _) => Some(deviation),
        (None, Some(error)) if error >= 0.0 => Some(error * (same()? as f64).sqrt()),
        (None, Some(error)) => {
            return Err(Failure::usage(
                format!("expected a standard error of 0 or more, found {error}"),
                "give --se SE",
            ));
        }
        (None, None) => None,
    };
    let spread = match (of_differences, args.correlation) {
        (Some(deviation), _) => Spread::Differences {
            deviation,
            items: same()?,
        },
        (None, Some(correlation)) => Spread::Pairs {
            deviations: pair("sds", &args.sds)?,
            correlation,
            items: same()?,
        },
        (None, None) if args.sds.is_empty() => {
            return Err(Failure::usage(
                "a test of means needs standard deviations, found none",
                "add --sds, --sd-difference or --se",
            ));
        }
        (None, None) => Spread::Samples {
            deviations: pair("sds", &args.sds)?,
            items,
        },
    };
    let outcome = audit_means(
        &MeansRequest::new(means, spread)
            .alternative(args.alternative)
            .alpha(args.alpha),
    )?;
    let files = [args.html.page(&outcome, &outcome)];
    args.print
        .result(files, (&outcome, &outcome), &args.detail, String::new)?;
    Ok(0)
}
