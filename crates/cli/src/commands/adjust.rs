//! `restrap adjust`.

use clap::Args;
use restrap::io::{Format, Options};
use restrap::{AdjustRequest, Adjustment, adjust_files};

use crate::args::number::share;
use crate::args::print::HtmlArgs;
use crate::args::print::{DetailArgs, PrintArgs};
use crate::args::word::word;
use crate::run::failure::Failure;
use crate::run::outputs::Outputs;

#[derive(Args)]
pub struct AdjustArgs {
    /// Table of p-values, FILE[:COLUMN] or -; by default the column p, pvalue or p-value
    #[arg(value_name = "FILE")]
    pub file: String,
    /// Column that names each test [default: the first other column]
    #[arg(long, value_name = "COL", help_heading = "Input")]
    pub id: Option<String>,
    /// Format of the file [default: by extension and first bytes]
    #[arg(long, value_name = "FORMAT", value_parser = word::<Format>(), help_heading = "Input")]
    pub input_format: Option<Format>,
    /// Correction for multiple testing
    #[arg(long, value_name = "NAME", default_value_t = Adjustment::default(), value_parser = word::<Adjustment>(), help_heading = "Tests")]
    pub adjust: Adjustment,
    /// Significance level after the correction
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = share, help_heading = "Tests")]
    pub alpha: f64,
    /// The p-values are independent: combine them too (Fisher, Stouffer)
    #[arg(long, help_heading = "Tests")]
    pub independent: bool,
    #[command(flatten)]
    pub print: PrintArgs,
    #[command(flatten)]
    pub detail: DetailArgs,
    #[command(flatten)]
    pub html: HtmlArgs,
}

pub fn run(args: &AdjustArgs) -> Result<u8, Failure> {
    args.print.check(&[args.detail.fact()])?;
    let outputs = Outputs::new(
        [args.print.json.file(), args.html.file()],
        std::slice::from_ref(&args.file),
    )?;
    let request = AdjustRequest {
        adjust: args.adjust,
        alpha: args.alpha,
        independent: args.independent,
    };
    let reading = Options {
        format: args.input_format,
        ..Options::default()
    };
    let outcome = adjust_files(&args.file, args.id.as_deref(), &reading, &request)?;
    outputs.are_none_of(&outcome.run.inputs)?;
    let files = [args.html.page(&outcome, &outcome)];
    args.print
        .result(files, (&outcome, &outcome), &args.detail, String::new)?;
    Ok(0)
}
