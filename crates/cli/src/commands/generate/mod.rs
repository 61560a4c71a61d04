//! `restrap generate`.

mod splits;

use clap::{Args, Subcommand};

use restrap::{Model, generate};

use crate::args::number::{items, whole};
use crate::run::failure::Failure;
use crate::run::print;

#[derive(Args)]
pub struct GenerateArgs {
    #[command(subcommand)]
    pub model: ModelArgs,
}

/// Items, seed and files of generated scores.
#[derive(Args)]
pub struct OutputArgs {
    /// Number of items
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = items)]
    pub items: u64,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole)]
    pub seed: u64,
    /// Output: two files (.npy or text), baseline and system, or one .csv [default: standard output]
    #[arg(value_name = "FILE", num_args = 0..=2)]
    pub files: Vec<String>,
}

#[derive(Subcommand)]
pub enum ModelArgs {
    /// 0/1 scores with exactly so many items helped and hurt by the system
    HelpedHurt {
        /// Items that only the system gets right
        #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole)]
        helped: u64,
        /// Items that only the baseline gets right
        #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole)]
        hurt: u64,
        /// Share of the tied items that both get right
        #[arg(long, value_name = "SHARE", default_value_t = 0.5)]
        accuracy: f64,
        #[command(flatten)]
        output: OutputArgs,
    },
    /// Reciprocal ranks: 1/r with probability proportional to 1/r, a miss with probability 0.4
    Graded {
        /// Largest rank that scores
        #[arg(long, value_name = "RANK", default_value_t = 10)]
        depth: u32,
        /// Probability that the system keeps the baseline's rank
        #[arg(long, value_name = "SHARE", default_value_t = 0.6)]
        agreement: f64,
        /// Probability that the system then moves up one rank
        #[arg(long, value_name = "SHARE", default_value_t = 0.02)]
        effect: f64,
        #[command(flatten)]
        output: OutputArgs,
    },
    /// Random splits of items into parts to train, tune and test on, or folds
    Splits(splits::SplitsArgs),
    /// Normal scores of standard deviation 1, correlated item by item
    Continuous {
        /// Correlation of the two scores of an item
        #[arg(
            long,
            value_name = "R",
            default_value_t = 0.5,
            allow_negative_numbers = true
        )]
        correlation: f64,
        /// Difference of the means
        #[arg(
            long,
            value_name = "X",
            default_value_t = 0.0,
            allow_negative_numbers = true
        )]
        effect: f64,
        #[command(flatten)]
        output: OutputArgs,
    },
}

pub fn run(args: &GenerateArgs) -> Result<u8, Failure> {
    let (model, output) = match &args.model {
        ModelArgs::Splits(args) => return splits::run(args),
        ModelArgs::HelpedHurt {
            helped,
            hurt,
            accuracy,
            output,
        } => (
            Model::HelpedHurt {
                helped: *helped,
                hurt: *hurt,
                accuracy: *accuracy,
            },
            output,
        ),
        ModelArgs::Graded {
            depth,
            agreement,
            effect,
            output,
        } => (
            Model::Graded {
                depth: *depth,
                agreement: *agreement,
                effect: *effect,
            },
            output,
        ),
        ModelArgs::Continuous {
            correlation,
            effect,
            output,
        } => (
            Model::Continuous {
                correlation: *correlation,
                effect: *effect,
            },
            output,
        ),
    };
    check(&output.files)?;
    let (baseline, system) = generate(model, output.items, output.seed)?;
    write(output, &baseline, &system)?;
    Ok(0)
}

/// Before anything is made: files that could not hold it, or that would overwrite each other.
fn check(files: &[String]) -> Result<(), Failure> {
    let csv = |file: &String| file.to_ascii_lowercase().ends_with(".csv");
    match files {
        [one] if !csv(one) => Err(Failure::usage(
            format!("expected two files, or one .csv, found {one}"),
            "name a file for the baseline and one for the system",
        )),
        [first, second] if csv(first) || csv(second) => Err(Failure::usage(
            "expected one .csv for both systems, found two files",
            "name one .csv, or two files of text or .npy",
        )),
        _ => Ok(restrap::io::keep_apart(
            files.iter().map(String::as_str),
            &[],
        )?),
    }
}

fn write(output: &OutputArgs, baseline: &[f64], system: &[f64]) -> Result<(), Failure> {
    let columns = [("baseline", baseline), ("system", system)];
    match output.files.as_slice() {
        [] => Ok(print::numbers(|out| restrap::io::table(out, &columns))?),
        [table] => Ok(restrap::io::write_table(table, &columns)?),
        [first, second, ..] => {
            let files = [
                restrap::io::prepare_column(first, baseline)?,
                restrap::io::prepare_column(second, system)?,
            ];
            Ok(restrap::io::appear(files)?)
        }
    }
}
