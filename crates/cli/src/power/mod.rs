//! `restrap power`: one file a question.

mod audit;
mod compare;
mod curve;
mod export;
mod figure;
mod options;
mod plan;
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
    /// How many items a gain needs, and which gain a number of items sees
    Plan(Box<plan::PlanArgs>),
    /// What two published accuracies allow without per-item scores: bounds on p, and whether such a test set can show the gap
    Audit(audit::AuditArgs),
}

pub fn run(args: &PowerArgs) -> Result<u8, Failure> {
    match &args.question {
        Question::Curve(args) => curve::run(args),
        Question::Compare(args) => compare::run(args),
        Question::Plan(args) => plan::run(args),
        Question::Audit(args) => audit::run(args),
    }
}
