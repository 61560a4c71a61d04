//! The restrap command line.

mod args;
mod ci;
mod compare;
mod export;
mod failure;
mod generate;
mod inspect;
mod json;
mod layout;
mod metric;
mod plot;
mod power;
mod progress;
mod score;
mod table;
mod unpaired;
mod words;

use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};
use failure::Failure;

fn main() -> ExitCode {
    let outcome = std::panic::catch_unwind(|| {
        let cli = Cli::parse_from(args::with_json_file(std::env::args_os()));
        match cli.command {
            Command::Compare(args) => compare::run(&args),
            Command::Score(args) => score::run(&args),
            Command::Ci(args) => ci::run(&args),
            Command::Generate(args) => generate::run(&args),
            Command::Inspect(args) => inspect::run(&args),
            Command::Power(args) => power::run(&args),
        }
    });
    match outcome {
        Ok(Ok(code)) => ExitCode::from(code),
        Ok(Err(failure)) => {
            failure.print();
            ExitCode::from(failure.code())
        }
        Err(_) => {
            Failure::internal().print();
            ExitCode::from(Failure::INTERNAL)
        }
    }
}
