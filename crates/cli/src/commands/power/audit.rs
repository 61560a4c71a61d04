//! `restrap power audit`.

use clap::Args;
use restrap::Alternative;
use restrap::power::{AuditRequest, Published, audit};

use crate::args::html::HtmlArgs;
use crate::args::number::{at_least_one, share};
use crate::args::plot::PlotArgs;
use crate::args::print::PrintArgs;
use crate::args::word::word;
use crate::run::failure::Failure;
use restrap_report::figure::power as figure;

#[derive(Args)]
pub struct AuditArgs {
    /// Items of the test set; known where a score is K/N
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub items: Option<u64>,
    /// Accuracy of the baseline as printed, with all its digits: 0.852, 85.2% or 426/500
    #[arg(long, value_name = "SCORE", value_parser = accuracy)]
    pub baseline: Published,
    /// Accuracy of the system
    #[arg(long, value_name = "SCORE", value_parser = accuracy)]
    pub system: Published,
    /// Side of the test
    #[arg(long, value_name = "SIDE", default_value_t = Alternative::TwoSided, value_parser = word::<Alternative>(), help_heading = "Tests")]
    pub alternative: Alternative,
    /// Level of the test
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = share, help_heading = "Tests")]
    pub alpha: f64,
    /// Wanted power of the least gap
    #[arg(long, value_name = "SHARE", default_value_t = 0.8, value_parser = share, help_heading = "Tests")]
    pub power: f64,
    #[command(flatten)]
    pub print: PrintArgs,
    #[command(flatten)]
    pub html: HtmlArgs,
    #[command(flatten)]
    pub plot: PlotArgs,
}

fn accuracy(text: &str) -> Result<Published, String> {
    text.parse::<Published>()
        .map_err(|_| "expected a share (0.852), a percentage (85.2%) or a count (426/500)".to_owned())
}

pub fn run(args: &AuditArgs) -> Result<u8, Failure> {
    let Some(items) = args.items.or(args.baseline.items()).or(args.system.items()) else {
        return Err(Failure::usage(
            "an audit needs the number of items, found none",
            "add --items N, or give the scores as counts: 426/500",
        ));
    };
    let outputs = [args.print.json.file(), args.html.file(), args.plot.file()];
    restrap::io::keep_apart(outputs.into_iter().flatten(), &[])?;
    let asked = AuditRequest::new(items, args.baseline.clone(), args.system.clone())
        .alternative(args.alternative)
        .alpha(args.alpha)
        .power(args.power);
    let outcome = audit(&asked)?;
    args.html.write(&outcome, &outcome)?;
    args.plot.write(|| figure::audit(&outcome))?;
    args.print.answer(&outcome, &outcome, &[])?;
    Ok(0)
}
