//! The restrap command line.

mod args;
mod command;
mod commands;
mod render;
mod run;

use std::process::ExitCode;

use command::Cli;
use run::failure::Failure;

fn main() -> ExitCode {
    restrap_words::speak(restrap_words::Spelling::Flags);
    let outcome = std::panic::catch_unwind(|| Cli::of(std::env::args_os()).run());
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
