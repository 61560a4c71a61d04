//! `restrap power`: one file a question.

mod compare;
mod curve;
mod options;
mod rates;
mod show;

use clap::Subcommand;

use crate::args::PowerArgs;
use crate::failure::Failure;

#[derive(Subcommand)]
pub enum Question {
    /// p against the share of items that a system hurts, for given gains: Jansen's four figures by default
    Curve(curve::CurveArgs),
    /// Type-I error and power of every test and published recipe, by simulation, on models or on your own files
    Compare(Box<compare::CompareArgs>),
}

pub fn run(args: &PowerArgs) -> Result<u8, Failure> {
    match &args.question {
        Question::Curve(args) => curve::run(args),
        Question::Compare(args) => compare::run(args),
    }
}
