//! `restrap power`: one file a question.

mod curve;
mod options;
mod show;

use clap::Subcommand;

use crate::args::PowerArgs;
use crate::failure::Failure;

#[derive(Subcommand)]
pub enum Question {
    /// p against the share of items that a system hurts, for given gains: Jansen's four figures by default
    Curve(curve::CurveArgs),
}

pub fn run(args: &PowerArgs) -> Result<u8, Failure> {
    match &args.question {
        Question::Curve(args) => curve::run(args),
    }
}
