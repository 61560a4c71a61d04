//! Where an answer goes.

use std::path::PathBuf;

use clap::Args;
use restrap::ScoreRange;
use restrap_report::{Output, Report};
use serde::Serialize;

use super::word::word;
use crate::run::failure::Failure;
use crate::run::{json, print};

/// Where the answer goes, and in which form.
#[derive(Args)]
pub struct PrintArgs {
    /// How the answer is printed
    #[arg(long, value_name = "FORMAT", default_value_t = Output::default(), value_parser = word::<Output>(), help_heading = "Output")]
    pub output: Output,
    #[command(flatten)]
    pub json: JsonArgs,
}

impl PrintArgs {
    /// As [`JsonArgs::answer`], in the form that was asked for.
    pub fn answer(
        &self,
        outcome: &impl Serialize,
        report: &impl Report,
        warnings: &[String],
    ) -> Result<(), Failure> {
        self.answer_with(outcome, report, "", warnings)
    }

    /// The same, with a text below what is printed.
    pub fn answer_with(
        &self,
        outcome: &impl Serialize,
        report: &impl Report,
        below: &str,
        warnings: &[String],
    ) -> Result<(), Failure> {
        self.json.answer(outcome, || report.printed(self.output) + below, warnings)
    }
}

/// How scores are printed.
#[derive(Args)]
pub struct DigitsArgs {
    /// Decimals of scores and differences [default: those that their errors support]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=12), help_heading = "Output")]
    pub digits: Option<u8>,
}

/// What is known of scores beforehand.
#[derive(Args)]
pub struct ScaleArgs {
    /// The least and the largest score that there can be: 1,5. Intervals stay inside, and few scores say more
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true, help_heading = "Input")]
    pub range: Option<ScoreRange>,
}

/// Where the answer goes.
#[derive(Args)]
pub struct JsonArgs {
    /// JSON to standard output, or to a file: --json=FILE, or --json FILE.json
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "-", value_name = "FILE", help_heading = "Output")]
    pub json: Option<PathBuf>,
    /// No table and no warnings
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
}

impl JsonArgs {
    /// The file that the JSON goes to.
    pub fn file(&self) -> Option<&str> {
        json::file(self.json.as_deref())
    }

    /// Writes the JSON where it was asked for, and prints the answer for people unless that, or silence, was asked for.
    pub fn answer(
        &self,
        outcome: &impl Serialize,
        text: impl FnOnce() -> String,
        warnings: &[String],
    ) -> Result<(), Failure> {
        if json::write(self.json.as_deref(), outcome)? && !self.quiet {
            print::out(&text())?;
            print::warn(warnings)?;
        }
        Ok(())
    }
}
